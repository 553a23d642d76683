// Battles whose scenario a test writes itself.
import { expect } from "vitest";

export type Unit = {
  side: 0 | 1; name: string; corps?: string; arm: "infantry" | "cavalry" | "artillery"; at: [number, number]; heading: number; elan?: number;
  /** It has charged, and touches what stands before its front. */
  charged?: boolean;
};

/** A scenario's text: an open field of so many BW and these units, at the start of a phase. */
export function field(wide: number, deep: number, units: Unit[], phase?: "fire" | "combat"): string {
  const unit = (one: Unit) => `
[[unit]]
side = ${one.side}
name = "${one.name}"
${one.corps ? `corps = "${one.corps}"` : ""}
arm = "${one.arm}"
${one.arm === "artillery" ? "ammo = [5, 4, 3, 2]" : `elan = ${one.elan ?? 6}`}
at = [${one.at.join(", ")}]
heading = ${one.heading}
concealed = false
${one.charged ? "moved = true\ncharged = true" : ""}`;
  return `title = "Field"
turns = 10
[table]
width = ${wide}
depth = ${deep}
[[edge]]
edge = "south"
side = 0
[[edge]]
edge = "north"
side = 1
[[side]]
name = "Blue"
[[side]]
name = "Red"
${phase ? `[now]\nturn = 1\nphase = "${phase}"\nmomentum = [4, 5, 3]` : ""}
${units.map(unit).join("\n")}
`;
}

type Picket = { side: "blue" | "red"; name: string; at: [number, number]; facing: number };

/** A scenario of the small game *Picket*: units of two stands. */
export function picket(units: Picket[]): string {
  const unit = ({ side, name, at, facing }: Picket) =>
    `[[unit]]\nside = "${side}"\nname = "${name}"\nstands = 2\nat = [${at.map((x) => x.toFixed(1)).join(", ")}]\nfacing = ${facing}\n`;
  return `rounds = 5\nsize = [12, 10]\n${units.map(unit).join("")}`;
}

/** Two lines of twenty, far apart, in corps of five. */
export function fortyUnits(): string {
  const line = (side: 0 | 1) =>
    Array.from({ length: 20 }, (_, i): Unit => {
      const [row, column] = [Math.floor(i / 10), i % 10];
      const y = side === 0 ? 3 - 1.3 * row : 13 + 1.3 * row;
      const arm = i % 5 === 4 ? "artillery" : i % 5 === 3 ? "cavalry" : "infantry";
      return { side, name: `${side === 0 ? "B" : "R"}${i + 1}`, corps: `Corps ${Math.floor(i / 5) + 1}`, arm, at: [2 + 1.9 * column, y], heading: side === 0 ? 0 : 180 };
    });
  return field(24, 16, [...line(0), ...line(1)]);
}

/** Opens a battle of this text. Gives the addresses of the chairs that are people's. */
export async function openChairs(address: string, game: string, text: string, seats: object[]): Promise<string[]> {
  const said = await fetch(`${address}/api/battles`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ game, text, seats }),
  });
  const opened = (await said.json()) as { seats: { link?: string }[] };
  expect(said.status, JSON.stringify(opened)).toBe(201);
  return opened.seats.flatMap(({ link }) => (link ? [`${address}${link}`] : []));
}

/** Opens a battle of this text: the first seat is the tester's, the second the computer's. Gives its address. */
export async function openText(address: string, text: string): Promise<string> {
  const [first] = await openChairs(address, "blucher", text, [{ by: "person" }, { by: "computer", level: "recruit" }]);
  return first ?? "";
}
