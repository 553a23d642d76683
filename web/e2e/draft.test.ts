// Building an activation: who may join and why not, orders, taking back, odds, undo, replay, the ruler.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { drag, launch, middle, newBattle, piece, quickBattle, sit } from "./browser";
import { playOn } from "./hand";

let browser: Browser;
const address = inject("address");
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** What the page's own store asks and hears; tests compare the screen with it. */
type Store = { draft: unknown[]; odds: unknown; client: { ask(request: unknown): Promise<unknown> }; seat: number };
const store = <T>(page: Page, see: (store: Store) => T) =>
  page.evaluate(`(${see.toString()})(window.grognard)`) as Promise<Awaited<T>>;

test("a force is formed, ordered, changed and taken back; momentum shows, its limit does not", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await expect.poll(() => page.locator(".piece.drafted").count()).toBe(4);
  expect(await page.locator(".gauges").textContent()).toMatch(/0.\+4.of.\? momentum/);
  // Why the others may not join is one click away.
  await piece(page, "Pajol").click();
  await page.getByText("It cannot take part:").waitFor();
  expect(await page.locator(".unit").textContent()).toContain("it belongs to II Corps, not to corps I Corps");
  expect(await page.locator(".unit").textContent()).toContain("BL-ACT-06");
  // One unit leaves the force; the cost falls.
  await page.getByRole("button", { name: "Take out: Desailly joins" }).click();
  await page.locator(".gauges", { hasText: "+3" }).waitFor();
  // Two orders, one changed, one taken out.
  await drag(page, piece(page, "Guiot"), 0, -80);
  await page.getByText(/Guiot: simple move/).waitFor();
  await drag(page, piece(page, "Lacour"), -30, -80);
  await page.getByText(/Lacour: simple move/).waitFor();
  const first = await page.getByText(/Guiot: simple move/).textContent();
  await drag(page, piece(page, "Guiot"), 0, -40);
  await expect.poll(() => page.locator("[aria-label='Your draft'] li", { hasText: /Guiot: / }).textContent()).not.toContain(first);
  await page.getByRole("button", { name: /Take out: Lacour: simple move/ }).click();
  await page.getByText("Lacour joins").waitFor();
  // Taking the whole away leaves nothing on the table.
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.locator(".piece.drafted").first().waitFor({ state: "detached" });
  expect(await page.locator(".gauges").textContent()).toMatch(/0.of.\? momentum/);
});

test("the odds card shows the engine's numbers", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await playOn(page, (seen) => seen.shots > 0);
  await page.locator(".odds tr").first().waitFor();
  const shown = await page.locator(".odds tr").evaluateAll((rows) =>
    rows.map((row) => [row.getAttribute("data-what"), Number(row.getAttribute("data-num")), Number(row.getAttribute("data-den")), row.querySelector(".percent")?.textContent]));
  const asked = (await store(page, (one) => one.client.ask({ do: "odds", seat: one.seat, draft: one.draft }))) as
    { cases: { chances: [string, { num: number; den: number }][] }[] }[];
  const expected = asked.flatMap((odds) => odds.cases).flatMap((one) => one.chances);
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.map(([what, num, den]) => [what, num, den])).toEqual(expected.map(([what, { num, den }]) => [what, num, den]));
  for (const [, num, den, percent] of shown) {
    expect(Math.abs(parseFloat(String(percent).replace("<", "")) - (100 * Number(num)) / Number(den))).toBeLessThan(0.11);
  }
});

test("undo says beforehand that there will be none, and why there is none now", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  const undo = page.getByRole("button", { name: "Undo" });
  expect(await undo.isDisabled()).toBe(true);
  expect(await undo.getAttribute("title")).toContain("dice fell, or something was revealed");
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.getByText("Once played it is final").waitFor();
});

test("undo takes the last choice back where the game allows it", async () => {
  const { page } = await sit(browser);
  await page.goto(`${address}/#/new`);
  const picket = page.getByRole("button", { name: "Picket" });
  await picket.click();
  await page.locator(".scenario", { hasText: /ford/i }).click();
  await page.locator("select").nth(1).selectOption("link");
  await page.getByRole("button", { name: "Start the battle" }).click();
  const other = await sit(browser);
  await other.page.goto(await page.getByLabel("Link for Red").inputValue());
  for (const one of [page, other.page]) {
    await one.locator(".general .button", { hasText: /hold/i }).first().click();
    await one.locator(".play:enabled").click();
  }
  // A unit is dressed, by its first exact step; nobody rolls for it and nothing comes out.
  await page.locator(".piece.able").first().click();
  const unit = page.locator(`[data-piece="${await page.locator(".piece.selected").first().getAttribute("data-piece")}"] g`).first();
  const before = await unit.getAttribute("transform");
  await page.keyboard.press("n");
  await page.locator(".note.good").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".play:enabled").click();
  const undo = page.getByRole("button", { name: "Undo" });
  await expect.poll(() => undo.isEnabled()).toBe(true);
  expect(await unit.getAttribute("transform")).not.toBe(before);
  await undo.click();
  await expect.poll(() => undo.isEnabled()).toBe(false);
  expect(await unit.getAttribute("transform")).toBe(before);
});

test("the battle so far can be stepped through", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  const before = await piece(page, "Guiot").locator("g").first().getAttribute("transform");
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.locator(".plan", { hasText: "All straight forward" }).click();
  await page.locator(".play:enabled").click();
  await page.locator("li", { hasText: "Guiot: simple move" }).waitFor();
  const after = await piece(page, "Guiot").locator("g").first().getAttribute("transform");
  expect(after).not.toBe(before);
  await page.getByRole("button", { name: "Step through the battle" }).click();
  await page.getByRole("slider").fill("1");
  await expect.poll(() => piece(page, "Guiot").locator("g").first().getAttribute("transform")).toBe(before);
  await page.getByRole("button", { name: "Back to now" }).click();
  await expect.poll(() => piece(page, "Guiot").locator("g").first().getAttribute("transform")).toBe(after);
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
  await page.locator("article", { hasText: "BL-CHG-07" }).waitFor();
  await page.getByRole("searchbox").fill("footprint shrinks road");
  await page.locator("article", { hasText: "BL-RSV-10" }).waitFor();
});
