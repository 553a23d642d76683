import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
// @ts-expect-error a plain script
import { types } from "../scripts/types.mjs";

test("the types are those of the program's schemas", () => {
  const written = readFileSync(new URL("../src/protocol/types.ts", import.meta.url), "utf8");
  expect(written === types(), "src/protocol/types.ts is not current: npm run types").toBe(true);
});
