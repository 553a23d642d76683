// What a hand does on the table: turn a unit, put the commander, charge, and what is shown while it does.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PHONE, address, browser, corpsForward, drag, endPhase, expectEnginesOdds, middle, piece, quickBattle, sit } from "./browser";
import { field, openChairs, openText } from "./fields";

const OPEN = field(12, 10, [
  { side: 0, name: "Lancers", arm: "cavalry", at: [6, 4], heading: 0 },
  { side: 0, name: "Reserve", arm: "infantry", at: [2, 1.5], heading: 0 },
  { side: 1, name: "Square", arm: "infantry", at: [6, 6.5], heading: 180 },
  { side: 1, name: "Other", arm: "infantry", at: [2, 9], heading: 180 },
]);

test("the round handle turns a unit where it stands", async () => {
  const { page } = await sit(browser);
  await page.goto(await openText(address, OPEN));
  // A unit that can do but one thing does it at a click: it is activated alone.
  await piece(page, "Reserve").click();
  await page.locator(".piece.drafted").first().waitFor();
  const handle = page.locator("[data-turn] circle:not(.grip)");
  await handle.waitFor();
  const label = piece(page, "Reserve").locator("[aria-label]");
  expect(await label.getAttribute("aria-label")).toContain("facing north");
  const unit = await piece(page, "Reserve").boundingBox();
  const [at, card] = [await middle(handle), unit?.width ?? 0];
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  // To the right of the middle of its front edge, and level with it.
  await page.mouse.move(at.x + 2 * card, unit?.y ?? 0, { steps: 12 });
  await page.locator(".note.good", { hasText: "turns" }).waitFor();
  await page.mouse.up();
  await page.locator("[aria-label='Your draft'] li", { hasText: "Reserve: turns" }).waitFor();
  await expect.poll(() => label.getAttribute("aria-label")).toContain("facing east");
});

test("a marked unit that can only move alone is dragged like any other, and so it is said", async () => {
  const { page } = await sit(browser);
  await page.goto(await openText(address, OPEN));
  await page.locator(".piece.able").first().waitFor();
  await page.getByRole("button", { name: "No more of these" }).click();
  await page.locator(".how", { hasText: "Choose a unit that is marked in gold. Or choose what to lay down" }).waitFor();
  const table = await page.locator("svg.map").boundingBox();
  await drag(page, piece(page, "Reserve"), 0, -80, false);
  await page.locator(".note.good", { hasText: "Reserve: simple move" }).waitFor();
  expect(await page.locator("svg.map").boundingBox()).toEqual(table);
  await page.mouse.up();
  await page.locator("[aria-label='Your draft'] li", { hasText: "Reserve: simple move" }).waitFor();
});

test("the commander is put on the table, and who is near him may join", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "Commander" }).click();
  const [a, b] = [await middle(piece(page, "Desailly")), await middle(piece(page, "Guiot"))];
  const spot = { x: (a.x + b.x) / 2 + 70, y: (a.y + b.y) / 2 };
  await page.mouse.move(spot.x, spot.y, { steps: 4 });
  // What is in hand hovers before it is put down.
  await page.locator(".ghost").waitFor();
  await page.mouse.click(spot.x, spot.y);
  await page.locator(".ask", { hasText: "The commander's circle" }).waitFor();
  await expect.poll(() => page.locator(".piece.able").count()).toBe(4);
  await page.locator(".piece.able").first().click();
  await page.locator(".piece.drafted").first().waitFor();
  expect(await page.locator(".gauges").textContent()).toMatch(/0.of.\? momentum/);
  await page.locator(".play:enabled").click();
  await page.locator("li", { hasText: /Command activation/ }).waitFor();
});

test("a charge by mouse: dragged onto the enemy, with its odds before it is played", async () => {
  const sitting = await sit(browser);
  const { page } = sitting;
  await page.goto(await openText(address, OPEN));
  await piece(page, "Lancers").click();
  await page.locator(".piece.drafted").first().waitFor();
  const [from, to] = [await middle(piece(page, "Lancers")), await middle(piece(page, "Square"))];
  await drag(page, piece(page, "Lancers"), to.x - from.x, to.y - from.y, false);
  await page.locator(".note.good", { hasText: "Lancers: charges Square" }).waitFor();
  await page.mouse.up();
  await expectEnginesOdds(sitting, address);
  expect(await page.locator(".odds h3").first().textContent()).toContain("Lancers against Square");
  await page.locator(".play:enabled").click();
  await page.locator("li", { hasText: "Lancers contacts Square" }).waitFor();
});

test("arcs and zones stand where the ghost stands, and then where the draft has put the unit", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.locator(".piece.drafted").first().waitFor();
  await piece(page, "Guiot").click();
  const zone = page.locator(".overlay.threat");
  await zone.waitFor();
  const before = await zone.getAttribute("d");
  await drag(page, piece(page, "Guiot"), 0, -80, false);
  await expect.poll(() => zone.getAttribute("d")).not.toBe(before);
  await page.mouse.up();
  await page.getByText(/Guiot: simple move/).first().waitFor();
  await expect.poll(() => page.locator("path.ghost").count()).toBe(0);
  // The zone lies before the card: its lowest edge is the card's front edge.
  const lowest = (d: string | null) => Math.max(...[...(d ?? "").matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, , y]) => Number(y)));
  const front = Number(/translate\([\d.]+ ([\d.]+)\)/.exec((await piece(page, "Guiot").locator("g").first().getAttribute("transform")) ?? "")?.[1]) - 50;
  await expect.poll(async () => Math.abs(lowest(await zone.getAttribute("d")) - front)).toBeLessThan(1);
});

test("what moves is seen to move, but not by somebody who wants no motion", async () => {
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    const { page } = await sit(browser, { reducedMotion });
    await page.addInitScript(`window.moved = 0; const old = Element.prototype.animate; Element.prototype.animate = function (...all) { window.moved++; return old.apply(this, all); };`);
    await quickBattle(page, address);
    await corpsForward(page);
    const now = await piece(page, "Guiot").locator("g").first().getAttribute("transform");
    // Looking back, the whole corps stands where it stood.
    await page.getByRole("button", { name: "Step through the battle" }).click();
    await page.getByRole("slider").fill("1");
    await expect.poll(() => piece(page, "Guiot").locator("g").first().getAttribute("transform")).not.toBe(now);
    const moved = (await page.evaluate("window.moved")) as number;
    if (reducedMotion === "reduce") expect(moved).toBe(0);
    else expect(moved).toBeGreaterThan(0);
  }
});

test("the guide goes on where one is, and does not begin again after the enemy's turn", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  const guide = page.locator(".guide");
  expect(await guide.textContent()).toMatch(/^You command the French, at the foot of the map\. Choose a corps[^]*hold the objective, the star, when turn 14 ends/);
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await expect.poll(() => guide.textContent()).toMatch(/Distances are in BW.*Drag a unit.*Or take “All straight forward”/);
  expect(await page.locator(".play").textContent()).toMatch(/Play\s+nobody moves, 4 momentum/);
  await page.locator(".plan", { hasText: "All straight forward" }).click();
  await expect.poll(() => guide.textContent()).toContain("press Play");
  expect((await page.locator(".play").textContent())?.trim()).toBe("Play");
  await page.locator(".play:enabled").click();
  // Seldom the momentum is spent already, and nothing is left to be said of moving.
  const onward = async () => (await page.locator(".clock").textContent({ timeout: 30_000 }))?.includes(": fire") || (await guide.allTextContents()).join().includes("other corps as well");
  await expect.poll(onward, { timeout: 30_000 }).toBe(true);
  // A reload does not lose the thread.
  await page.reload();
  await expect.poll(onward, { timeout: 30_000 }).toBe(true);
  for (let i = 0; i < 4 && !(await page.locator("li", { hasText: "Turn 2" }).count()); i++) {
    const asked = await page.locator(".clock").textContent();
    await endPhase(page);
    await expect.poll(() => page.locator(".clock").textContent(), { timeout: 30_000 }).not.toBe(asked);
  }
  // The next question comes in the next turn of one's own, or before it if the enemy's fire asks for one.
  const askedAgain = async () => /Turn [23] /.test((await page.locator(".clock").textContent()) ?? "") && (await page.locator(".ask").count()) > 0;
  await expect.poll(askedAgain, { timeout: 120_000 }).toBe(true);
  expect(await page.locator(".guide", { hasText: "foot of the map" }).count()).toBe(0);
});

test("the guide speaks to whoever sits in the second seat, and is silent once it was sent away", async () => {
  const { page } = await sit(browser);
  const [link = ""] = await openChairs(address, "blucher", OPEN.replace("turns = 10", "turns = 10\nfirst = 1"), [{ by: "computer", level: "recruit" }, { by: "person" }]);
  await page.goto(link);
  const guide = page.locator(".guide");
  expect(await guide.textContent()).toContain("You command Red, at the top of the map.");
  await guide.getByRole("button", { name: "No more of these" }).click();
  await guide.waitFor({ state: "detached" });
  await page.reload();
  await page.locator(".panel .about").waitFor();
  expect(await guide.count()).toBe(0);
});

test("however many reasons there are, the note at the hand says one, is narrow and stays in sight", async () => {
  const sitting = await sit(browser, PHONE);
  const { page } = sitting;
  const north = (name: string, arm: "infantry" | "cavalry" | "artillery", at: [number, number]) => ({ side: 0 as const, name, corps: "I Corps", arm, at, heading: 0 });
  const south = (name: string, arm: "infantry" | "cavalry" | "artillery", at: [number, number]) => ({ side: 1 as const, name, arm, at, heading: 180 });
  const text = field(12, 10, [
    north("Guns", "artillery", [6, 3]), north("Foot", "infantry", [4, 3.2]), north("Horse", "cavalry", [8, 3]), north("Line", "infantry", [2, 3]),
    south("Alpha", "infantry", [4, 5]), south("Beta", "infantry", [6, 5.5]), south("Gamma", "cavalry", [8, 5.5]), south("Delta", "artillery", [10, 5.5]),
  ]);
  await page.goto(await openText(address, text));
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.locator(".piece.drafted").first().waitFor();
  const [from, to] = [await middle(piece(page, "Horse")), await middle(piece(page, "Alpha"))];
  // Near the end of the way it would touch two enemies: one rule refuses it twice.
  await drag(page, piece(page, "Horse"), 0.8 * (to.x - from.x), 0.8 * (to.y - from.y), false);
  await page.locator(".note .instead").waitFor();
  // One reason stands at the hand, the others are counted.
  await expect.poll(() => page.locator(".note .more").textContent()).toMatch(/^and [12] more$/);
  expect(await page.locator(".note b").count()).toBe(1);
  const [wide, table] = [await page.locator(".note").boundingBox(), await page.locator(".frame").boundingBox()];
  expect(wide?.width).toBeLessThanOrEqual(0.4 * (table?.width ?? 0));
  await page.mouse.up();
  // At the foot of the table.
  await drag(page, piece(page, "Guns"), 30, 100, false);
  const note = page.locator(".note");
  await note.waitFor();
  await expect.poll(async () => { const box = await note.boundingBox(); return (box?.y ?? 0) + (box?.height ?? 0); }).toBeLessThanOrEqual(360);
  await page.mouse.up();
  expect(sitting.errors).toEqual([]);
});

test.each([[-90, -160], [0, -60], [120, -40], [-200, 30], [0, 60]])("dragged by %i and %i, the note at the hand hides nothing of the ghost", async (dx, dy) => {
  const { page } = await sit(browser, { viewport: { width: 1280, height: 720 } });
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "II Corps" }).click();
  await page.locator(".piece.drafted").first().waitFor();
  await drag(page, piece(page, "Lorencez"), dx, dy, false);
  await page.locator(".note").waitFor();
  const hidden = () => page.evaluate(() => {
    const [note, ghost] = [".note", ".ghost"].map((one) => document.querySelector(one)?.getBoundingClientRect());
    if (!note || !ghost) return -1;
    const wide = Math.min(note.right, ghost.right) - Math.max(note.left, ghost.left);
    return Math.max(0, wide) * Math.max(0, Math.min(note.bottom, ghost.bottom) - Math.max(note.top, ghost.top));
  });
  await expect.poll(hidden).toBe(0);
  const [note, frame] = [await page.locator(".note").boundingBox(), await page.locator(".frame").boundingBox()];
  expect(note && frame && note.x >= frame.x && note.x + note.width <= frame.x + frame.width && note.y >= frame.y).toBe(true);
  await page.mouse.up();
});

test("a shot that is chosen by its button shows whom it is for", async () => {
  const { page } = await sit(browser);
  const text = field(12, 10, [
    { side: 0, name: "Guns", arm: "artillery", at: [6, 3], heading: 0 },
    { side: 1, name: "Alpha", arm: "infantry", at: [5, 6], heading: 180 },
    { side: 1, name: "Beta", arm: "infantry", at: [7, 6], heading: 180 },
  ]);
  await page.goto(await openText(address, text));
  await page.locator(".general .button").last().click();
  await page.locator(".play").click();
  await page.locator(".clock", { hasText: ": fire" }).waitFor();
  await piece(page, "Guns").click();
  // While its button is pointed at, and once it was chosen.
  expect(await page.locator("circle.target").count()).toBe(2);
  await page.locator(".acts .button", { hasText: "Beta" }).hover();
  await expect.poll(() => page.locator("circle.target").count()).toBe(1);
  await expectRing(page);
  await page.locator(".acts .button", { hasText: "Beta" }).click();
  await page.locator(".odds").waitFor();
  await expectRing(page);
});

async function expectRing(page: Page): Promise<void> {
  const [ring, beta] = [await middle(page.locator("circle.target")), await middle(piece(page, "Beta"))];
  expect(Math.hypot(ring.x - beta.x, ring.y - beta.y)).toBeLessThan(20);
}
