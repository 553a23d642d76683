// Building an activation: who may join and why not, orders, taking back, odds, undo, replay, the ruler.
import { expect, test } from "vitest";
import { address, browser, drag, expectEnginesOdds, firstStep, middle, newBattle, piece, quickBattle, sit } from "./browser";
import { openChairs, picket } from "./fields";
import { playOn } from "./hand";

test("a force is formed, ordered, changed and taken back; momentum shows, its limit does not", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await expect.poll(() => page.locator(".piece.drafted").count()).toBe(4);
  expect(await page.locator(".gauges").textContent()).toMatch(/0.\+4.of.\? momentum/);
  // Why the others may not join is one click away.
  await piece(page, "Pajol").click();
  await page.getByText("It cannot take part:").waitFor();
  expect(await page.locator(".unit").textContent()).toContain("it belongs to II Corps; the orders are for I Corps");
  expect(await page.locator(".unit").textContent()).toContain("BL-ACT-06");
  // One unit leaves the force; the cost falls.
  await page.getByRole("button", { name: "Take out: Desailly joins" }).click();
  await page.locator(".gauges", { hasText: "+3" }).waitFor();
  // Two orders, one changed, one taken out.
  await drag(page, piece(page, "Guiot"), 0, -80);
  await page.locator("[aria-label='Your draft'] .says", { hasText: /Guiot: simple move/ }).waitFor();
  await drag(page, piece(page, "Lacour"), -30, -80);
  await page.locator("[aria-label='Your draft'] .says", { hasText: /Lacour: simple move/ }).waitFor();
  const first = await page.locator("[aria-label='Your draft'] .says", { hasText: /Guiot: simple move/ }).textContent();
  await drag(page, piece(page, "Guiot"), 0, -40);
  await expect.poll(() => page.locator("[aria-label='Your draft'] li", { hasText: /Guiot: / }).textContent()).not.toContain(first);
  await page.getByRole("button", { name: /Take out: Lacour: simple move/ }).click();
  await page.getByText("Lacour joins").waitFor();
  // Taking the whole away leaves nothing on the table.
  await page.getByRole("button", { name: "Take all back" }).click();
  await page.locator(".piece.drafted").first().waitFor({ state: "detached" });
  expect(await page.locator(".gauges").textContent()).toMatch(/0.of.\? momentum/);
});

test("the odds card shows the engine's numbers", async () => {
  const sitting = await sit(browser);
  await quickBattle(sitting.page, address);
  await playOn(sitting.page, (seen) => seen.shots > 0);
  await expectEnginesOdds(sitting, address);
});

test("undo says beforehand that there will be none, and why there is none now", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  const undo = page.getByRole("button", { name: "Undo" });
  expect(await undo.isDisabled()).toBe(true);
  const why = page.locator("#no-undo");
  expect(await why.textContent()).toBe("You have not chosen anything yet.");
  expect(await why.isVisible()).toBe(true);
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.getByText("Once played it is final").waitFor();
  await page.locator(".play:enabled").click();
  // Whether the momentum lasts is a secret of the enemy's, and every activation puts it to the test. If it does not,
  // the dice are shown.
  await expect.poll(() => why.textContent(), { timeout: 30_000 }).toMatch(/^(Your last choice revealed something, put a secret to the test, or was followed by a secret roll|Dice fell or were shown with your last choice)\.$/);
  expect(await undo.isDisabled()).toBe(true);
  // It stands whole in the panel, however narrow that is.
  for (const width of [1440, 1000, 740]) {
    await page.setViewportSize({ width, height: 700 });
    const cut = await page.locator(".panel").evaluate((panel) => {
      const why = panel.querySelector("#no-undo");
      return !why || why.getBoundingClientRect().right > panel.getBoundingClientRect().right || panel.scrollWidth > panel.clientWidth;
    });
    expect(cut, `${width} wide`).toBe(false);
  }
});

const PICKET = picket([
  { side: "blue", name: "Guard", at: [3, 3], facing: 0 },
  { side: "blue", name: "Rear", at: [9, 1.5], facing: 0 },
  { side: "red", name: "Line", at: [3, 6.2], facing: 180 },
]);

test("undo takes the last choice back where the game allows it, and no longer when dice fell", async () => {
  const [blue, red] = [await sit(browser), await sit(browser)];
  const links = await openChairs(address, "picket", PICKET, [{ by: "person" }, { by: "person" }]);
  const pages = [blue.page, red.page];
  for (const [i, page] of pages.entries()) await page.goto(links[i] ?? "");
  for (const page of pages) {
    await page.locator(".general .button", { hasText: "Hold" }).click();
    await page.locator(".play:enabled").click();
  }
  const [page, undo, why] = [blue.page, blue.page.getByRole("button", { name: "Undo" }), blue.page.locator("#no-undo")];
  await piece(page, "Rear").click();
  const card = piece(page, "Rear").locator("g").first();
  const before = await card.getAttribute("transform");
  await firstStep(page, "Rear", "Dress");
  await expect.poll(() => undo.isEnabled()).toBe(true);
  expect(await why.count()).toBe(0);
  expect(await card.getAttribute("transform")).not.toBe(before);
  await undo.click();
  await expect.poll(() => undo.isEnabled()).toBe(false);
  expect(await why.textContent()).toBe("Your last choice is taken back already.");
  expect(await card.getAttribute("transform")).toBe(before);
  const struck = page.locator(".loglines .undone");
  expect(await struck.locator(".says").allTextContents()).toEqual(["Rear dresses its front."]);
  expect(await struck.locator(".sr").textContent()).toBe("Taken back:");
  // Once more; then another marches into the enemy's range, who fires.
  await firstStep(page, "Rear", "Dress");
  await expect.poll(() => undo.isEnabled()).toBe(true);
  await firstStep(page, "Guard", "March");
  await piece(red.page, "Line").click();
  await red.page.locator(".play:enabled").click();
  await red.page.locator(".loglines .dice").first().waitFor();
  await expect.poll(() => red.page.locator("#no-undo").textContent()).toBe("Dice fell or were shown with your last choice.");
  expect(await red.page.getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
  await page.locator(".loglines .dice").first().waitFor();
  expect(await undo.isDisabled()).toBe(true);
});

test("the ruler measures anything", async () => {
  const { page } = await sit(browser);
  await newBattle(page, address, "Learning", "computer recruit");
  await piece(page, "Guiot").waitFor();
  const [a, b] = [await middle(piece(page, "Lacour")), await middle(piece(page, "Guiot"))];
  await page.getByRole("button", { name: "Ruler" }).click();
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(b.x, b.y, { steps: 5 });
  await page.mouse.up();
  // The two stand at 3.4 and 4.6 BW: 1.2 BW apart.
  expect(parseFloat((await page.locator(".tape-note").textContent()) ?? "")).toBeCloseTo(1.2, 1);
});

test("every rule that is named can be read, here and in the rule book", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await page.locator(".loglines a.rule").first().click();
  await page.getByRole("dialog", { name: "Rule BL-TRN-02" }).waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.goto(`${address}/#/rules/BL-CHG-07`);
  await page.locator("article.wanted", { hasText: "BL-CHG-07" }).waitFor();
  await expect.poll(() => page.locator("article.wanted").evaluate((rule) => rule.getBoundingClientRect().top)).toBeLessThan(200);
  await page.getByRole("searchbox").fill("footprint shrinks road");
  await page.locator("article", { hasText: "BL-RSV-10" }).waitFor();
});
