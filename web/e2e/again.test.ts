// An order that is given already is taken in hand again: it goes on from where the card lies, as it was drawn.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { address, browser, drag, middle, piece, sit } from "./browser";
import { field, openText } from "./fields";

const FIELD = field(14, 10, [
  { side: 0, name: "Line", corps: "I Corps", arm: "infantry", at: [3, 3], heading: 0 },
  { side: 0, name: "Rear", corps: "I Corps", arm: "infantry", at: [4.6, 2.5], heading: 0, concealed: true },
  { side: 0, name: "Lone", corps: "II Corps", arm: "infantry", at: [12, 3], heading: 0 },
  { side: 1, name: "Enemy", arm: "infantry", at: [3, 8.5], heading: 180 },
]);

const orders = (page: Page) => page.locator("[aria-label='Your draft'] .says").allTextContents();
const order = async (page: Page, unit: string) => (await orders(page)).find((one) => one.startsWith(`${unit}: `)) ?? "";
/** Pixels that are one BW. */
const scale = async (page: Page) => ((await page.locator("svg.map").boundingBox())?.width ?? 0) / 14;
const far = (words: string) => Number(/([\d.]+) BW/.exec(words)?.[1]);

async function corps(page: Page): Promise<void> {
  await page.goto(await openText(address, FIELD));
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await expect.poll(() => page.locator(".piece.drafted").count()).toBe(2);
}

/** Draws a way from where a unit stands, through places so many BW east and south of there. */
async function way(page: Page, unit: string, through: [number, number][], drop = true): Promise<void> {
  const [from, bw] = [await middle(piece(page, unit)), await scale(page)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const [x, y] of through) await page.mouse.move(from.x + x * bw, from.y + y * bw, { steps: 14 });
  await page.locator(".note").waitFor();
  await page.waitForTimeout(200);
  if (drop) await page.mouse.up();
}

/** The reserve move of a unit is in hand. */
async function reserve(page: Page, unit: string): Promise<void> {
  await piece(page, unit).click();
  await page.locator(".kinds button", { hasText: "Reserve" }).click();
}

test("a unit with an order is pulled on from where it lies, under the hand", async () => {
  const { page } = await sit(browser);
  await corps(page);
  const bw = await scale(page);
  await drag(page, piece(page, "Line"), 0, -1.2 * bw);
  await expect.poll(async () => far(await order(page, "Line"))).toBeCloseTo(1.2, 1);
  const lies = await middle(piece(page, "Line"));
  await drag(page, piece(page, "Line"), 0.4 * bw, 0, false);
  const ghost = page.locator("path.ghost");
  await ghost.waitFor();
  const held = await middle(ghost);
  expect(Math.hypot(held.x - lies.x - 0.4 * bw, held.y - lies.y)).toBeLessThan(0.25 * bw);
  await page.mouse.up();
  // By Pythagoras: 1.2 ahead and 0.4 to the right.
  await expect.poll(async () => far(await order(page, "Line"))).toBeCloseTo(Math.hypot(1.2, 0.4), 1);
  await page.keyboard.press("m");
  await page.locator("path.ghost").waitFor();
  for (let i = 0; i < 2; i++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(async () => far(await order(page, "Line"))).toBeCloseTo(Math.hypot(0.7, 0.4), 1);
});

test("it goes on by the kind of move that it was ordered", async () => {
  const { page } = await sit(browser);
  await corps(page);
  const bw = await scale(page);
  await reserve(page, "Rear");
  await way(page, "Rear", [[4, 0], [4, -2]]);
  await expect.poll(async () => far(await order(page, "Rear"))).toBeCloseTo(6, 0);
  // Something else is chosen meanwhile.
  await piece(page, "Line").click();
  await page.locator(".unit", { hasText: "Line" }).waitFor();
  await drag(page, piece(page, "Rear"), 0, -0.6 * bw);
  await expect.poll(() => order(page, "Rear")).toMatch(/reserve move/);
  await expect.poll(async () => far(await order(page, "Rear"))).toBeCloseTo(6.6, 0);
  await page.keyboard.press("m");
  await page.locator("path.ghost").waitFor();
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowUp");
  await page.locator(".note", { hasText: "reserve move" }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => order(page, "Rear")).toMatch(/reserve move/);
  await expect.poll(async () => far(await order(page, "Rear"))).toBeCloseTo(7.6, 0);
});

/** The bends of a line on the table, in BW from the south-west corner. */
const bends = async (page: Page, line: string) => {
  const d = (await page.locator(line).first().getAttribute("d")) ?? "";
  return d.slice(1).split("L").map((spot) => spot.split(" ").map(Number)).map(([x = 0, y = 0]) => [x / 100, 10 - y / 100]);
};

test("a way with a bend is drawn as it goes, in hand, in the draft and after a reload", async () => {
  const { page } = await sit(browser);
  await corps(page);
  await reserve(page, "Rear");
  await way(page, "Rear", [[4, 0], [4, -2]], false);
  await page.locator(".hand-path").waitFor();
  // From 4.6, 2.5 to the east, then to the north: no straight line lies besides.
  const expected = [[4.6, 2.5], [8.6, 2.5], [8.6, 4.5]];
  const near = (spots: number[][]) => spots.length === 3 && spots.every(([x = 0, y = 0], i) => Math.hypot(x - (expected[i]?.[0] ?? 0), y - (expected[i]?.[1] ?? 0)) < 0.4);
  expect(await bends(page, ".hand-path")).toSatisfy(near);
  expect(await page.locator(".ghost-line").count()).toBe(0);
  await page.mouse.up();
  await page.locator(".arrow.halo").first().waitFor({ state: "attached" });
  expect(await bends(page, ".arrow.halo")).toSatisfy(near);
  await page.reload();
  await page.locator(".arrow.halo").first().waitFor({ state: "attached" });
  expect(await bends(page, ".arrow.halo")).toSatisfy(near);
});

test("what is refused is red at the hand, its way too", async () => {
  const { page } = await sit(browser);
  await corps(page);
  await reserve(page, "Rear");
  await way(page, "Rear", [[0.4, 0], [0.4, -3.8]], false);
  await page.locator(".note.bad").waitFor();
  await page.locator(".ghost.bad").waitFor();
  await page.locator(".hand-path.bad").waitFor();
  await page.mouse.up();
});

test("keys draw a way with corners, and take the last one back", async () => {
  const { page } = await sit(browser);
  await corps(page);
  await reserve(page, "Rear");
  await page.keyboard.press("m");
  await page.locator(".unit p.small", { hasText: "C sets a corner, Backspace takes the last one back" }).waitFor();
  const press = async (key: string, times: number) => { for (let i = 0; i < times; i++) await page.keyboard.press(key); };
  const note = page.locator(".note.good");
  // An arrow is a quarter of a BW: 4 east, 2 north.
  await press("ArrowRight", 16);
  await expect.poll(() => note.textContent()).toContain("reserve move, 4.00 BW");
  await page.keyboard.press("c");
  await expect.poll(() => note.textContent()).toContain("reserve move, 4.00 BW");
  await press("ArrowUp", 8);
  await expect.poll(() => note.textContent()).toContain("reserve move, 6.00 BW");
  expect(await bends(page, ".hand-path")).toEqual([[4.6, 2.5], [8.6, 2.5], [8.6, 4.5]]);
  await page.keyboard.press("Backspace");
  await expect.poll(() => note.textContent()).toContain("reserve move, 4.47 BW");
  expect(await bends(page, ".hand-path")).toEqual([[4.6, 2.5], [8.6, 4.5]]);
  await page.keyboard.press("c");
  await press("ArrowLeft", 4);
  await expect.poll(() => note.textContent()).toContain("reserve move, 5.47 BW");
  await page.keyboard.press("Enter");
  await expect.poll(() => order(page, "Rear")).toContain("reserve move, 5.47 BW");
  expect(await bends(page, ".arrow.halo")).toEqual([[4.6, 2.5], [8.6, 4.5], [7.6, 4.5]]);
  // With nothing in hand it takes back the last step.
  await page.keyboard.press("Backspace");
  await expect.poll(() => order(page, "Rear")).toBe("");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys and gestures" }).getByText("C, Backspace").waitFor();
});

test("a finger turns a unit at the end of its way, and finds no handle that does nothing", async () => {
  const { page, context } = await sit(browser, { viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true });
  await corps(page);
  const touch = await context.newCDPSession(page);
  const finger = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  /** Draws from one spot on the screen through others. */
  const pull = async (...[from, ...through]: { x: number; y: number }[]) => {
    let last = from ?? { x: 0, y: 0 };
    await finger("touchStart", [last]);
    for (const to of through) {
      for (let i = 1; i <= 14; i++) await finger("touchMove", [{ x: last.x + ((to.x - last.x) * i) / 14, y: last.y + ((to.y - last.y) * i) / 14 }]);
      last = to;
    }
    await page.locator(".note.good").waitFor();
    await page.waitForTimeout(300);
    await finger("touchEnd", []);
  };
  const [handle, bw] = [page.locator("[data-turn] .grip"), await scale(page)];
  const rear = await middle(piece(page, "Rear"));
  await page.touchscreen.tap(rear.x, rear.y);
  await handle.waitFor();
  await page.locator(".kinds button", { hasText: "Reserve" }).tap();
  await handle.waitFor({ state: "detached" });
  await pull(rear, { x: rear.x + 4 * bw, y: rear.y }, { x: rear.x + 4 * bw, y: rear.y - 2 * bw });
  await expect.poll(() => order(page, "Rear")).toContain("reserve move");
  const drawn = await order(page, "Rear");
  const faces = () => piece(page, "Rear").locator("[aria-label]").getAttribute("aria-label");
  expect(await faces()).toContain("facing north");
  const [grip, card] = [await middle(handle), await middle(piece(page, "Rear"))];
  await pull(grip, { x: card.x + 2 * bw, y: card.y - 0.5 * bw });
  await expect.poll(faces).toContain("facing east");
  expect(await order(page, "Rear")).toBe(drawn);
  // Once more: chosen anew by a tap, after something else was.
  const line = await middle(piece(page, "Line"));
  await page.touchscreen.tap(line.x, line.y);
  await page.locator(".unit", { hasText: "Line" }).waitFor();
  const turned = await middle(piece(page, "Rear"));
  await page.touchscreen.tap(turned.x, turned.y);
  await page.locator(".unit", { hasText: "Rear" }).waitFor();
  await pull(await middle(handle), { x: turned.x + 0.5 * bw, y: turned.y + 2 * bw });
  await expect.poll(faces).toContain("facing south");
  expect(await order(page, "Rear")).toBe(drawn);
  expect(await bends(page, ".arrow.halo")).toHaveLength(3);
  // What goes straight faces where it went: there is nothing to turn.
  await pull(line, { x: line.x, y: line.y - 1.2 * bw });
  await expect.poll(() => order(page, "Line")).toContain("simple move");
  await handle.waitFor({ state: "detached" });
});

test("another kind of move takes over what keys hold, and nothing is played that is not seen", async () => {
  const { page } = await sit(browser);
  await page.goto(await openText(address, FIELD));
  await page.locator(".plan").first().waitFor();
  // By Pythagoras 0.42, half to the right.
  await drag(page, piece(page, "Lone"), 0.3 * (await scale(page)), -0.3 * (await scale(page)));
  await expect.poll(() => order(page, "Lone")).toContain("simple move, 0.4");
  await page.keyboard.press("m");
  await page.locator("path.ghost").waitFor();
  await page.locator(".kinds button", { hasText: "Sidestep" }).click();
  await page.locator(".note", { hasText: "difficult move, 0.4" }).waitFor();
  // Chosen anew it is no longer in hand: its old order stands again.
  await piece(page, "Lone").click();
  await expect.poll(() => order(page, "Lone")).toContain("simple move, 0.4");
  await page.locator("path.ghost").waitFor({ state: "detached" });
  await page.keyboard.press("m");
  await page.locator("path.ghost").waitFor();
  await page.locator(".kinds button", { hasText: "Sidestep" }).click();
  await page.locator(".note", { hasText: "difficult move, 0.4" }).waitFor();
  expect(await page.locator(".play").textContent()).not.toContain("nobody moves");
  await page.locator(".play:enabled").click();
  await page.locator(".loglines li", { hasText: "Lone: difficult move, 0.4" }).first().waitFor({ state: "attached" });
});

const CLOSE = field(14, 10, [
  { side: 0, name: "Line", corps: "I Corps", arm: "infantry", at: [5.5, 4], heading: 0 },
  { side: 0, name: "Rear", corps: "I Corps", arm: "infantry", at: [7, 3.6], heading: 0 },
  { side: 1, name: "Enemy", arm: "infantry", at: [5.6, 5.6], heading: 180 },
]);

/** Line is ordered to charge: drawn from it to the enemy, or by a click on him. Gives where it stood. */
async function charge(page: Page, by: "drag" | "click"): Promise<{ x: number; y: number }> {
  await page.goto(await openText(address, CLOSE));
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await expect.poll(() => page.locator(".piece.drafted").count()).toBe(2);
  await piece(page, "Line").click();
  await page.locator(".kinds button", { hasText: "Move" }).and(page.locator("[aria-pressed='true']")).waitFor();
  const [from, to] = [await middle(piece(page, "Line")), await middle(piece(page, "Enemy"))];
  if (by === "drag") await drag(page, piece(page, "Line"), to.x - from.x, to.y - from.y);
  else await piece(page, "Enemy").click();
  await expect.poll(() => orders(page)).toContain("Line: charges Enemy");
  return from;
}

test.each(["drag", "click"] as const)("a charge by a %s stays one when it is taken in hand again, and when it is pulled a little", async (by) => {
  const { page } = await sit(browser);
  const start = await charge(page, by);
  const bw = await scale(page);
  const note = page.locator(".note");
  await drag(page, piece(page, "Rear"), 0, -0.4 * bw);
  await expect.poll(() => order(page, "Rear")).toContain("simple move");
  const before = await orders(page);
  await piece(page, "Line").click();
  await page.keyboard.press("m");
  await expect.poll(() => note.textContent()).toContain("Line: charges Enemy");
  await page.keyboard.press("Enter");
  await note.waitFor({ state: "detached" });
  // Nothing has changed, not even what comes first.
  await expect.poll(() => orders(page)).toEqual(before);
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => note.textContent()).toContain("Line: charges Enemy");
  await page.keyboard.press("Enter");
  await expect.poll(() => orders(page)).toContain("Line: charges Enemy");
  await drag(page, piece(page, "Line"), -0.3 * bw, 0, false);
  await expect.poll(() => note.textContent()).toContain("Line: charges Enemy");
  await page.mouse.up();
  await expect.poll(() => orders(page)).toContain("Line: charges Enemy");
  // Pulled away from him it is none.
  const lies = await middle(piece(page, "Line"));
  await drag(page, piece(page, "Line"), 0, start.y - 0.4 * bw - lies.y);
  await expect.poll(() => order(page, "Line")).toContain("simple move");
});

test("an order in hand outlasts what is done to others", async () => {
  const { page } = await sit(browser);
  const own = (name: string, x: number) => ({ side: 0 as const, name, corps: "I Corps", arm: "infantry" as const, at: [x, 3] as [number, number], heading: 0 });
  await page.goto(await openText(address, field(14, 10, [own("Left", 3), own("Line", 4.3), own("Right", 5.6), { side: 1, name: "Enemy", arm: "infantry", at: [3, 9], heading: 180 }])));
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.locator(".plan", { hasText: "All straight forward" }).click();
  await expect.poll(() => orders(page)).toHaveLength(3);
  const before = await order(page, "Line");
  const takeUp = async () => {
    await piece(page, "Line").click();
    await page.keyboard.press("m");
    await page.locator("path.ghost").waitFor();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => order(page, "Line")).toBe("");
  };
  await takeUp();
  await page.getByRole("button", { name: "Take out: Right: simple move" }).click();
  await expect.poll(() => order(page, "Line")).toBe(before);
  await expect.poll(async () => (await orders(page)).sort()).toEqual(["Right joins", await order(page, "Left"), before].sort());
  expect(await order(page, "Left")).toContain("simple move");
  // Another unit is chosen, then its order put in another place or taken out.
  await takeUp();
  await page.locator("[aria-label='Your draft'] .says", { hasText: "Right joins" }).click();
  await expect.poll(() => order(page, "Line")).toBe(before);
  await takeUp();
  await page.getByRole("button", { name: /^Order it earlier: Left|^Take out: Left/ }).first().click();
  await expect.poll(() => order(page, "Line")).toBe(before);
});

test("Backspace takes back corners, then lets go of the order in hand, and takes nothing out of a drag", async () => {
  const { page } = await sit(browser);
  await corps(page);
  await reserve(page, "Rear");
  await way(page, "Rear", [[4, 0], [4, -2]]);
  await expect.poll(() => order(page, "Rear")).toContain("reserve move");
  const drawn = await order(page, "Rear");
  await page.keyboard.press("m");
  await page.locator("path.ghost").waitFor();
  expect(await bends(page, ".hand-path")).toHaveLength(3);
  await page.keyboard.press("Backspace");
  await expect.poll(() => bends(page, ".hand-path")).toHaveLength(2);
  expect(await order(page, "Rear")).toBe("");
  await page.keyboard.press("Backspace");
  await expect.poll(() => order(page, "Rear")).toBe(drawn);
  await page.locator(".ghost").waitFor({ state: "detached" });
  const bw = await scale(page);
  await drag(page, piece(page, "Rear"), 0, -0.6 * bw, false);
  await page.locator("path.ghost").waitFor();
  await page.keyboard.press("Backspace");
  await page.waitForTimeout(200);
  expect(await page.locator("path.ghost").count()).toBe(1);
  await page.mouse.up();
  await expect.poll(async () => far(await order(page, "Rear"))).toBeCloseTo(6.6, 0);
});

test("what can be turned where it goes has a handle there, also if it was drawn without a turn", async () => {
  const { page } = await sit(browser);
  await corps(page);
  const [handle, bw] = [page.locator("[data-turn]"), await scale(page)];
  await piece(page, "Line").click();
  await page.locator(".kinds button", { hasText: "Sidestep" }).click();
  await drag(page, piece(page, "Line"), -0.6 * bw, 0);
  await expect.poll(() => order(page, "Line")).toContain("difficult move, 0.60 BW");
  await handle.waitFor();
  const [grip, card] = [await middle(handle.locator("circle:not(.grip)")), await middle(piece(page, "Line"))];
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await page.mouse.move(card.x + 2 * bw, card.y - 2 * bw, { steps: 10 });
  await page.locator(".note.good").waitFor();
  await page.mouse.up();
  await expect.poll(() => piece(page, "Line").locator("[aria-label]").getAttribute("aria-label")).toContain("facing north-east");
  expect(await order(page, "Line")).toContain("difficult move, 0.60 BW");
  await page.reload();
  await expect.poll(() => order(page, "Line")).toContain("difficult move");
  await piece(page, "Line").click();
  await handle.waitFor();
});

test("a way that is refused stays in the hand of keys", async () => {
  const { page } = await sit(browser);
  await corps(page);
  await reserve(page, "Rear");
  await page.keyboard.press("m");
  const press = async (key: string, times: number) => { for (let i = 0; i < times; i++) await page.keyboard.press(key); };
  await press("ArrowRight", 16);
  await page.keyboard.press("c");
  // Up the field and back to the left: too near to the enemy.
  await press("ArrowUp", 20);
  await press("ArrowLeft", 16);
  await page.locator(".note.bad").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".panel .refusals").first().waitFor();
  expect(await bends(page, ".hand-path")).toHaveLength(3);
  await press("ArrowRight", 16);
  await press("ArrowDown", 12);
  await expect.poll(() => page.locator(".note.good").textContent()).toContain("reserve move, 6.00 BW");
  await page.locator(".panel .refusals").waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await expect.poll(() => order(page, "Rear")).toContain("reserve move, 6.00 BW");
});

test("a unit has its card when it has its order, though nothing more can be ordered", async () => {
  const { page } = await sit(browser);
  await page.goto(await openText(address, FIELD));
  await page.locator(".plan").first().waitFor();
  await drag(page, piece(page, "Lone"), 0, -0.6 * (await scale(page)));
  await expect.poll(() => order(page, "Lone")).toContain("simple move");
  const card = page.locator(".unit", { hasText: "Lone" });
  await card.getByText("elan").waitFor();
  await card.getByRole("button", { name: "Take it out" }).click();
  await expect.poll(() => order(page, "Lone")).toBe("");
});
