import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
// @ts-expect-error a plain script
import { httpTypes, types } from "../scripts/types.mjs";

test("the types are those of the program's schemas", () => {
  const written = (name: string) => readFileSync(new URL(`../src/protocol/${name}`, import.meta.url), "utf8");
  expect(written("types.ts") === types(), "src/protocol/types.ts is not current: npm run types").toBe(true);
  expect(written("http-types.ts") === httpTypes(), "src/protocol/http-types.ts is not current: npm run types").toBe(true);
});
