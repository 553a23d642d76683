// Where one is: the part of the address after the #, which is never sent to a server.
class Route {
  parts = $state.raw<string[]>([]);
  constructor() {
    const read = () => {
      this.parts = location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decodeURIComponent);
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
