// The armies of a scenario, as cards on the screen and on paper.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launch, sit } from "./browser";

let browser: Browser;
const address = inject("address");
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

test("every unit's card is shown, and only cards are printed", async () => {
  const { page } = await sit(browser);
  await page.goto(address);
  await page.getByRole("link", { name: /Armies/ }).click();
  await page.getByRole("region", { name: "Austrians" }).waitFor();
  expect(await page.locator("article").count()).toBe(16);
  const bieber = page.locator("article", { hasText: "Bieber" });
  expect(await bieber.textContent()).toMatch(/infantry.*move.*2\.00 BW/);
  expect(await page.getByRole("region", { name: "Austrians" }).locator("h3").allTextContents()).toEqual(["III Corps", "IV Corps"]);
  expect(await bieber.locator("svg .track .box").count()).toBe(6);
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("nav").isVisible()).toBe(false);
  expect(await page.getByRole("button", { name: "Print the cards" }).isVisible()).toBe(false);
  expect(await bieber.isVisible()).toBe(true);
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("link", { name: "Meeting" }).click();
  await expect.poll(() => page.locator("article").count()).toBeGreaterThan(30);
});
