/** Names of scenarios and levels as people write them. */
export const titled = (name: string) => name.replace(/^./, (c) => c.toUpperCase());
