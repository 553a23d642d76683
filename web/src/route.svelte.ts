// Where one is: the part of the address after the #, which is never sent to a server.

/** The parts of an address; `undefined` if somebody has cut or changed it so that it cannot be read. */
export function partsOf(hash: string): string[] | undefined {
  try {
    return hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

class Route {
  parts = $state.raw<string[] | undefined>([]);
  constructor() {
    const read = () => {
      this.parts = partsOf(location.hash);
    };
    read();
    addEventListener("hashchange", read);
  }
}
export const route = new Route();
export const go = (path: string) => {
  location.hash = path;
};

/** The rule that is shown over whatever is on the screen. */
class Shown {
  rule = $state<string | null>(null);
}
export const shown = new Shown();
