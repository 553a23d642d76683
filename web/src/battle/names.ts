// Names of games, scenarios and levels as people write them.
const NAMES: Record<string, string> = { blucher: "Blücher" };
export const titled = (name: string) => NAMES[name] ?? name.replace(/^./, (c) => c.toUpperCase());
