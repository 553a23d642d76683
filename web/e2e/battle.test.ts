import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { drag, launch, piece, quickBattle, sit } from "./browser";
import { playOn } from "./hand";

let browser: Browser;
const address = inject("address");
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

test("a quick battle, from home to the result, by clicks and drags", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  const seen = await playOn(page);
  expect(seen.activations).toBeGreaterThan(3);
  expect(seen.drags).toBe(1);
  expect(seen.turns.size).toBeGreaterThan(3);
  const after = page.getByRole("dialog", { name: "After the battle" });
  expect(await after.locator("h2").textContent()).toMatch(/BL-[A-Z]{3}-\d+/);
  await after.getByRole("button", { name: "Check the dice" }).click();
  expect(await after.locator(".checked").textContent()).toMatch(/is the one promised.*all \d+ dice of \d+ rolls follow from it/);
  expect(await after.locator(".luck .what").allTextContents()).toContainEqual(expect.stringMatching(/^\d+ (hits|successes), \d+\.\d expected$/));
  const download = page.waitForEvent("download");
  await after.getByRole("button", { name: "Journal" }).click();
  expect((await download).suggestedFilename()).toBe("learning.battle.json");
  expect(await after.locator("table").count()).toBe(2);
});

test("an illegal drag says which rule forbids it, with numbers, and shows where", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.locator(".piece.drafted").first().waitFor();
  await drag(page, piece(page, "Lacour"), 77, 0, false);
  const note = page.locator(".note");
  await note.waitFor();
  expect(await note.textContent()).toMatch(/BL-MOV-15.*overlap by \d\.\d\d BW/);
  expect(await page.locator("path.refused").count()).toBeGreaterThan(0);
  await page.mouse.up();
  await page.locator(".refusals").waitFor();
  expect(await page.locator(".play").isDisabled()).toBe(true);
});
