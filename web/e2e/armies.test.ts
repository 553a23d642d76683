// The armies of a scenario, as cards on the screen and on paper.
import { expect, test } from "vitest";
import { address, browser, sit } from "./browser";

test("every unit's card is shown, and only cards are printed", async () => {
  const { page } = await sit(browser);
  await page.goto(address);
  await page.getByRole("link", { name: /Armies/ }).click();
  await page.getByRole("region", { name: "Austrians" }).waitFor();
  expect(await page.locator("article").count()).toBe(16);
  const bieber = page.locator("article", { hasText: "Bieber" });
  expect(await bieber.textContent()).toMatch(/infantry.*move.*2\.00 BW/);
  expect(await page.getByRole("region", { name: "Austrians" }).locator("h3").allTextContents()).toEqual([
    "III Corps 4 units: 3 infantry, 1 artillery",
    "IV Corps 4 units: 2 cavalry, 2 infantry",
  ]);
  expect(await bieber.locator("svg .track .box").count()).toBe(6);
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("nav").isVisible()).toBe(false);
  expect(await page.getByRole("button", { name: "Print the cards" }).isVisible()).toBe(false);
  expect(await bieber.isVisible()).toBe(true);
  expect(await page.getByRole("heading", { name: "Learning battle" }).isVisible(), "paper says what it is").toBe(true);
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("link", { name: "Meeting engagement" }).click();
  await expect.poll(() => page.locator("article").count()).toBeGreaterThan(30);
  // No name reaches the edge of its card, on the piece or beside it.
  const beyond = await page.locator("article").evaluateAll((cards) =>
    cards.filter((card) => {
      const edge = card.getBoundingClientRect().right - 4;
      const range = document.createRange();
      range.selectNodeContents(card.querySelector("h4") ?? card);
      const [piece, title] = [card.querySelector(".card"), card.querySelector(".title")].map((one) => one?.getBoundingClientRect());
      return range.getBoundingClientRect().right > edge || (title?.right ?? 0) > (piece?.right ?? 0) - 2;
    }).map((card) => card.querySelector("h4")?.textContent));
  expect(beyond).toEqual([]);
});
