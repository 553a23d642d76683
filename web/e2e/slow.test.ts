// A person whose line to the server is slow, and whose hand is not.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { address, browser, middle, piece, sit } from "./browser";
import { field, openText } from "./fields";
import { slowLine } from "./slow";

/** Times there and back, in milliseconds. */
const TRIPS = [100, 400];

const own = (name: string, x: number) => ({ side: 0 as const, name, corps: "I Corps", arm: "infantry" as const, at: [x, 3] as [number, number], heading: 0 });
const FIELD = field(14, 10, [own("Alpha", 3), own("Beta", 4.5), own("Gamma", 6), { side: 1, name: "Enemy", arm: "infantry", at: [12, 9], heading: 180 }]);

/** The first question of a battle on this field, from where on the line is slow. */
async function atField(trip: number, text = FIELD): Promise<Page> {
  const [{ page }, line] = [await sit(browser), await slowLine(new URL(address))];
  await page.goto(await openText(line.address, text));
  await page.locator(".plan").first().waitFor();
  line.trip = trip;
  return page;
}
const orders = (page: Page) => page.locator("[aria-label='Your draft'] .says").allTextContents();
/** Pixels that are one BW. */
const scale = async (page: Page) => ((await page.locator("svg.map").boundingBox())?.width ?? 0) / 14;
/** Waits until nothing more is asked or judged. */
const quiet = (page: Page, trip: number) => page.waitForTimeout(3 * trip + 100);

/** Moves the mouse in so many milliseconds, as a hand does. */
async function glide(page: Page, from: { x: number; y: number }, to: { x: number; y: number }, time = 200): Promise<void> {
  for (let i = 1; i <= 10; i++) {
    await page.mouse.move(from.x + ((to.x - from.x) * i) / 10, from.y + ((to.y - from.y) * i) / 10);
    await page.waitForTimeout(time / 10);
  }
}

/** Drags a unit as a quick hand does, and lets go at once unless told not to. */
async function pull(page: Page, unit: string, dx: number, dy: number, drop = true): Promise<void> {
  const from = await middle(piece(page, unit));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await glide(page, from, { x: from.x + dx, y: from.y + dy });
  if (drop) await page.mouse.up();
}

/** Draws on from where a unit lies, first so far east, then north, and lets go at once. */
async function bend(page: Page, unit: string, east: number, north: number): Promise<void> {
  const from = await middle(piece(page, unit));
  const corner = { x: from.x + east, y: from.y };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await glide(page, from, corner, 100);
  await glide(page, corner, { x: corner.x, y: corner.y - north }, 100);
  await page.mouse.up();
}

test.each([0, ...TRIPS])("with %i ms there and back, what is laid down by a click lies where it was clicked, wherever the mouse goes then", async (trip) => {
  const page = await atField(trip);
  const marker = page.getByRole("img", { name: /^the commander of / });
  await page.locator(".plan", { hasText: "Commander" }).click();
  await page.locator(".plan[aria-pressed='true']").waitFor();
  const [beta, panel] = [await middle(piece(page, "Beta")), await middle(page.locator(".panel"))];
  const spot = { x: beta.x + 30, y: beta.y + 60 };
  await glide(page, beta, spot);
  await page.locator(".note").waitFor();
  await page.mouse.click(spot.x, spot.y);
  await glide(page, spot, { x: panel.x, y: spot.y - 200 });
  await marker.waitFor({ state: "attached" });
  const lies = await middle(marker.locator("circle").first());
  expect(Math.hypot(lies.x - spot.x, lies.y - spot.y)).toBeLessThan(4);
  await page.waitForTimeout(2 * trip);
  expect(await page.locator(".ghost").count()).toBe(0);
});

describe.each(TRIPS)("with %i ms there and back", (trip) => {
  test("changes of a draft are made one after the other, and none is lost", async () => {
    const page = await atField(trip);
    await page.locator(".plan", { hasText: "I Corps" }).first().click();
    // What is pressed twice is done once.
    await page.locator(".plan", { hasText: "All straight forward" }).dblclick();
    await expect.poll(async () => (await orders(page)).filter((one) => one.includes("simple move")).length).toBe(3);
    await quiet(page, trip);
    expect(await page.locator(".refusals, .trouble").count()).toBe(0);
    const outs = await Promise.all(["Beta", "Gamma"].map((unit) => middle(page.getByRole("button", { name: `Take out: ${unit}: simple move` }))));
    for (const out of outs) await page.mouse.click(out.x, out.y);
    await quiet(page, trip);
    expect((await orders(page)).sort()).toEqual([expect.stringMatching(/^Alpha: simple move/), "Beta joins", "Gamma joins"]);
    // The order of Alpha, then somebody who joined.
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await quiet(page, trip);
    expect(await orders(page)).toHaveLength(2);
    expect((await orders(page)).join()).not.toContain("simple move");
  });

  test("units that are clicked at once after the commander is laid all join, and are played with him", async () => {
    const page = await atField(trip);
    await page.locator(".plan", { hasText: "Commander" }).click();
    await page.locator(".plan[aria-pressed='true']").waitFor();
    const units = await Promise.all(["Alpha", "Beta", "Gamma"].map((unit) => middle(piece(page, unit))));
    const spot = { x: units[1]?.x ?? 0, y: (units[1]?.y ?? 0) + 60 };
    await page.mouse.move(spot.x, spot.y);
    await page.mouse.click(spot.x, spot.y);
    for (const at of units) {
      await page.mouse.click(at.x, at.y);
      await page.waitForTimeout(50);
    }
    await page.locator("[aria-label='Your draft'] .says").first().waitFor();
    await page.keyboard.press("Shift+Enter");
    await page.locator(".commit").waitFor({ state: "detached" });
    const played = await page.locator(".loglines").textContent();
    for (const unit of ["Alpha", "Beta", "Gamma"]) expect(played).toContain(unit);
  });

  test("drags that are let go of before the umpire has answered are carried out, and played", async () => {
    const page = await atField(trip);
    const bw = await scale(page);
    await pull(page, "Alpha", 0, -1.2 * bw, false);
    // What is pulled is under the hand from the beginning.
    const [hand, card] = [await middle(page.locator("path.pulled, path.ghost").first()), await middle(piece(page, "Alpha"))];
    expect(card.y - hand.y).toBeGreaterThan(0.6 * bw);
    await page.mouse.up();
    await pull(page, "Beta", 0.3 * bw, -1.5 * bw);
    await pull(page, "Gamma", 0, -0.8 * bw);
    // On from where it is meant to go.
    await pull(page, "Alpha", 0, -0.4 * bw);
    await page.keyboard.press("Shift+Enter");
    await page.locator(".commit").waitFor();
    await page.locator(".commit").waitFor({ state: "detached" });
    const played = (await page.locator(".loglines").textContent()) ?? "";
    const far = ["Alpha", "Beta", "Gamma"].map((unit) => Number(new RegExp(`${unit}: simple move, ([\\d.]+) BW`).exec(played)?.[1]));
    expect(far).toEqual([1.6, Math.hypot(0.3, 1.5), 0.8].map((bw) => expect.closeTo(bw, 1)));
  });

  test("a key that follows a choice at once is meant for the piece that was chosen", async () => {
    const page = await atField(trip);
    await pull(page, "Alpha", 0, -(await scale(page)));
    await piece(page, "Beta").locator(".halo").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("n");
    await page.locator(".note.good", { hasText: "Beta" }).waitFor();
    await page.keyboard.press("Enter");
    await quiet(page, trip);
    expect((await orders(page)).filter((one) => /^(Alpha|Beta): /.test(one)).length).toBe(2);
  });
});

test("a way that is drawn on before the umpire has answered bends where the hand did; where it is refused, the old one stays", async () => {
  const rear = { side: 0 as const, name: "Rear", corps: "I Corps", arm: "infantry" as const, at: [4.6, 2.5] as [number, number], heading: 0, concealed: true };
  const page = await atField(200, field(14, 10, [rear, own("Alpha", 3), { side: 1, name: "Enemy", arm: "infantry", at: [9, 9], heading: 180 }]));
  const bw = await scale(page);
  const order = async () => (await orders(page)).join();
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await piece(page, "Rear").click();
  await page.locator(".kinds button", { hasText: "Reserve" }).click();
  await pull(page, "Rear", 2 * bw, 0);
  await expect.poll(order).toContain("Rear: reserve move, 2.0");
  await bend(page, "Rear", 2 * bw, 1.5 * bw);
  await expect.poll(order).toContain("Rear: reserve move, 5.5");
  // Too near to the enemy.
  await bend(page, "Rear", 0.3 * bw, 4 * bw);
  await page.locator(".panel .refusals").first().waitFor();
  expect(await order()).toContain("Rear: reserve move, 5.5");
});
