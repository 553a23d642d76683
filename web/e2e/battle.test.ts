import { expect, test } from "vitest";
import { address, browser, drag, piece, quickBattle, sit } from "./browser";
import { playOn } from "./hand";

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
  expect(await after.locator(".luck .what").allTextContents()).toContainEqual(expect.stringMatching(/^(hits|successes): \d+, \d+\.\d expected$/));
  // Each count is told with the part of the book that it belongs to.
  const counts = await after.locator(".luck .what").allTextContents();
  const parts = { hits: "Resolving a shot", successes: "Combat" };
  await expect.poll(() => after.locator(".luck .by").allTextContents()).toEqual(counts.map((one) => parts[one.split(":")[0] as "hits" | "successes"]));
  const download = page.waitForEvent("download");
  await after.getByRole("button", { name: "Download the journal" }).click();
  expect((await download).suggestedFilename()).toBe("learning.battle.json");
  expect(await after.locator("table").count()).toBe(2);
  // One's own side comes first.
  expect(await after.locator(".columns h3").first().textContent()).toMatch(/^French \d of 8 units gone/);
  await after.getByRole("button", { name: /Look at the table/ }).click();
  const result = await page.getByRole("button", { name: "The result" }).boundingBox();
  const apart = (other: typeof result) => !result || !other || result.x + result.width <= other.x || other.x + other.width <= result.x || result.y + result.height <= other.y || other.y + other.height <= result.y;
  for (const what of [".loglines", ".panel", ".replay", "header.gauges", ".tools"]) {
    const box = await page.locator(what).last().boundingBox();
    expect(box, what).not.toBeNull();
    expect(apart(box), `the result's button lies on ${what}`).toBe(true);
  }
  const table = await page.locator(".middle").boundingBox();
  expect(table?.width, "the table keeps its place").toBeGreaterThan(800);
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
