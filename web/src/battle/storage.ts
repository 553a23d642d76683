// What this browser keeps between visits. Where it keeps nothing (blocked, or full) it is kept as long as the page is
// open.
const memory = new Map<string, string>();

export function recall(key: string): string | null {
  const here = memory.get(key);
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value. Says whether it will outlast the page. */
export function keep(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    memory.delete(key);
    return true;
  } catch {
    memory.set(key, value);
    return false;
  }
}

/** Calls `act` with the name of what another page of this browser has kept. Gives what ends that. */
export function keptElsewhere(act: (key: string) => void): () => void {
  const heed = ({ key }: StorageEvent) => {
    if (key !== null) act(key);
  };
  globalThis.addEventListener?.("storage", heed);
  return () => globalThis.removeEventListener?.("storage", heed);
}
