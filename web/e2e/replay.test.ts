// Stepping through a battle: what is shown, what is marked, and that nothing lies over the table.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PHONE, address, browser, corpsForward, endPhase, endTurn, firstStep, newBattle, piece, quickBattle, sit } from "./browser";
import { openChairs, picket } from "./fields";

const DESK = { viewport: { width: 1440, height: 900 } };
const where = (page: Page) => piece(page, "Guiot").locator("g").first().getAttribute("transform");

test("a step is what one choice did, and its lines are marked in the log and in sight", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  const before = await where(page);
  await corpsForward(page);
  const after = await where(page);
  expect(after).not.toBe(before);
  await page.getByRole("button", { name: "Step through the battle" }).click();
  await page.getByRole("slider").fill("1");
  await expect.poll(() => where(page)).toBe(before);
  const now = page.locator(".loglines li[aria-current]");
  await expect.poll(() => now.allTextContents()).toEqual([expect.stringContaining("Turn 1: French.")]);
  // All that came of the choice is the next step.
  await page.getByRole("button", { name: "Back to now" }).click();
  await expect.poll(() => where(page)).toBe(after);
  expect(await now.count()).toBe(0);
});

test.each([["a desk", DESK], ["a phone", PHONE]])("on %s a step shows its lines, no draft, and the whole table above the bar", async (_, size) => {
  const { page } = await sit(browser, size);
  await newBattle(page, address, "Learning", "here");
  // A turn of each: so there are several steps.
  for (const side of ["French", "Austrians"]) {
    await page.getByRole("button", { name: `${side}: show the table` }).click();
    await endTurn(page);
  }
  await page.getByRole("button", { name: "French: show the table" }).click();
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.locator(".piece.drafted").first().waitFor();
  await page.getByRole("button", { name: "Step through the battle" }).click();
  const last = Number(await page.getByRole("slider").getAttribute("max"));
  expect(last).toBeGreaterThan(2);
  await page.getByRole("button", { name: "One step back" }).click();
  await page.getByRole("button", { name: "One step back" }).click();
  await page.locator(".replay .line", { hasText: `${last - 2} of ${last}` }).waitFor();
  await page.locator(".panel .moment li").first().waitFor();
  const told = await page.locator(".panel .moment li").count();
  await expect.poll(() => page.locator(".loglines li[aria-current]").count()).toBe(told);
  expect(await page.locator(".piece.drafted, .piece.barred").count()).toBe(0);
  const [bar, table, tools] = [await page.locator(".replay[role=group]").boundingBox(), await page.locator(".frame").boundingBox(), await page.locator(".tools").boundingBox()];
  expect((table?.y ?? 0) + (table?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1);
  expect(tools?.y ?? 0).toBeGreaterThanOrEqual(table?.y ?? 0);
  expect(bar?.height).toBeLessThan(64);
  if (size === PHONE) await page.getByRole("button", { name: "Log" }).tap();
  // The marked lines are in sight.
  const list = await page.locator(".loglines ol").boundingBox();
  const line = await page.locator(".loglines li[aria-current]").first().boundingBox();
  expect(line?.y ?? 0).toBeGreaterThanOrEqual((list?.y ?? 0) - 1);
  expect(line?.y ?? 0).toBeLessThan((list?.y ?? 0) + (list?.height ?? 0));
  await page.getByRole("button", { name: "Back to now" }).click();
  await expect.poll(() => page.locator(".piece.drafted").count()).toBe(4);
});

test("whoever looks back is told that it is his turn, and how to get there; so is whoever looks at another page", async () => {
  const [one, two] = [await sit(browser), await sit(browser, PHONE)];
  await newBattle(one.page, address, "Learning", "link");
  await two.page.goto(await one.page.getByLabel("Link for Austrians").inputValue());
  await piece(one.page, "Guiot").waitFor();
  await expect.poll(() => one.page.title()).toBe("Your turn – Grognard");
  await expect.poll(() => two.page.title()).toBe("Waiting for: French – Grognard");
  await corpsForward(one.page);
  await two.page.getByRole("button", { name: "Step through the battle" }).tap();
  await two.page.getByRole("slider").fill("1");
  await two.page.getByRole("heading", { name: "You look back" }).waitFor();
  const turn = two.page.locator(".panel [role=status]", { hasText: "It is your turn." });
  expect(await turn.count()).toBe(0);
  for (let i = 0; i < 3 && !(await one.page.getByRole("heading", { name: "Waiting for: Austrians" }).count()); i++) {
    const before = await one.page.locator(".clock").textContent();
    await endPhase(one.page);
    await expect.poll(() => one.page.locator(".clock").textContent()).not.toBe(before);
  }
  await turn.waitFor();
  await expect.poll(() => two.page.title()).toBe("Your turn – Grognard");
  await turn.getByRole("button", { name: "Back to it" }).tap();
  await two.page.locator(".panel .ask").waitFor();
  expect(await two.page.getByRole("slider").count()).toBe(0);
  await two.page.goto(`${address}/#/`);
  await expect.poll(() => two.page.title()).toBe("Grognard");
});

test.each([[1440, 900], [740, 360]])("at %i by %i steps pass over what was taken back; who draws the slider to it is told so", async (width, height) => {
  const [blue, red] = [await sit(browser), await sit(browser)];
  const text = picket([{ side: "blue", name: "Rear", at: [9, 1.5], facing: 0 }, { side: "red", name: "Line", at: [3, 6.2], facing: 180 }]);
  const links = await openChairs(address, "picket", text, [{ by: "person" }, { by: "person" }]);
  for (const [i, { page }] of [blue, red].entries()) await page.goto(links[i] ?? "");
  for (const { page } of [blue, red]) {
    await page.locator(".general .button", { hasText: "Hold" }).click();
    await page.locator(".play:enabled").click();
  }
  const page = blue.page;
  await firstStep(page, "Rear", "Dress");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".loglines .undone").waitFor({ state: "attached" });
  await firstStep(page, "Rear", "March");
  await page.locator(".loglines li", { hasText: "Rear marches" }).waitFor({ state: "attached" });
  await page.setViewportSize({ width, height });
  await page.getByRole("button", { name: "Step through the battle" }).click();
  const slider = page.getByRole("slider");
  const at = async () => Number(await slider.inputValue());
  const [on, back] = [page.getByRole("button", { name: "One step on" }), page.getByRole("button", { name: "One step back" })];
  const last = await at();
  // The march is the last step; before it stand the word that the choice was taken back, and the choice.
  await back.click();
  await expect.poll(at).toBe(last - 3);
  const moment = page.locator(".panel .moment li");
  await moment.first().waitFor();
  const later = page.locator(".panel", { hasText: "It was taken back later." });
  expect(await later.count()).toBe(0);
  expect(await slider.getAttribute("aria-valuetext")).not.toContain("taken back later");
  await slider.fill(String(last - 2));
  await later.waitFor();
  expect(await moment.allTextContents()).toEqual(["Rear dresses its front."]);
  expect(await moment.first().evaluate((line) => getComputedStyle(line).textDecorationLine)).toBe("line-through");
  expect(await slider.getAttribute("aria-valuetext")).toBe(`${last - 2} of ${last}, taken back later: Rear dresses its front.`);
  const count = page.locator(".replay .count");
  expect(await count.evaluate((words) => getComputedStyle(words).textDecorationLine)).toBe("line-through");
  if (width > 1100) await page.locator(".replay .words", { hasText: "Taken back later: Rear dresses its front." }).waitFor();
  // From there too a step leads to what holds.
  await on.click();
  await expect.poll(at).toBe(last);
  await slider.fill(String(last - 2));
  await back.click();
  await expect.poll(at).toBe(last - 3);
  await page.getByRole("button", { name: "Run" }).click();
  const values = new Set<number>();
  while (!values.has(last)) values.add(await at());
  expect([...values]).toEqual([last - 3, last]);
});
