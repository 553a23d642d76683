// A dialog over everything else, from when it is there until its reader closes it.

/** Opens a dialog, and tells at once that it was closed. A browser tells so a moment later; whoever asks for it again in
 *  that moment would see it go. */
export function modal(dialog: HTMLDialogElement, closed: () => void) {
  dialog.showModal();
  const watch = new MutationObserver(() => {
    if (!dialog.open) closed();
  });
  watch.observe(dialog, { attributes: true, attributeFilter: ["open"] });
  return {
    update: (now: () => void) => void (closed = now),
    destroy: () => watch.disconnect(),
  };
}
