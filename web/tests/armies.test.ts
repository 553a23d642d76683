import { expect, test } from "vitest";
import type { Army } from "../src/protocol/server";
import { drilled, formations, told } from "../src/screens/armies";

const unit = (name: string, kind: string, banner: string) => ({ piece: { name, kind, banner }, card: [] }) as unknown as Army["units"][number];

test("an army is listed by formation, arm and name, and counted", () => {
  const army: Army = { side: 0, name: "French", units: [unit("Foucher", "artillery", "II"), unit("Pajol", "cavalry", "I"), unit("Bony", "infantry", "II"), unit("Aubry", "infantry", "II"), unit("Zoé", "infantry", "I")] };
  const { units } = drilled(army);
  expect(units.map(({ piece }) => piece.name)).toEqual(["Zoé", "Pajol", "Aubry", "Bony", "Foucher"]);
  expect(formations(drilled(army))).toEqual(["I", "II"]);
  expect(told(units)).toBe("5 units: 3 infantry, 1 artillery, 1 cavalry");
  expect(told(units.slice(0, 1))).toBe("1 unit: 1 infantry");
});
