// Keyboard alone, touch, a phone, and what axe finds on every screen.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { address, browser, middle, newBattle, piece, quickBattle, sit, tabTo } from "./browser";
import { field, openChairs } from "./fields";
import { playOn } from "./hand";
import { untilTray } from "./setup";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Serious and critical violations of WCAG 2 A and AA. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = (await page.evaluate(
    "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }).then((r) => r.violations.map((v) => ({ impact: v.impact, id: v.id, nodes: v.nodes.map((n) => n.html + ' ' + (n.any[0]?.message ?? '')) })))",
  )) as { impact: string; id: string; nodes: string[] }[];
  return found.filter((one) => ["serious", "critical"].includes(one.impact)).map((one) => `${one.id}: ${one.nodes.slice(0, 3).join(" | ")}`);
}

/** Looks at screens, and remembers what is wrong with each. */
function looker(page: Page): { bad: Record<string, string[]>; look(name: string): Promise<void> } {
  const bad: Record<string, string[]> = {};
  const look = async (name: string) => {
    await page.waitForTimeout(250);
    const found = await violations(page);
    if (found.length > 0) bad[name] = found;
  };
  return { bad, look };
}

const SIZES: Record<string, BrowserContextOptions> = {
  desk: {},
  tablet: { viewport: { width: 1024, height: 768 }, hasTouch: true },
  upright: { viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true },
  phone: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
};

test.each(Object.keys(SIZES))("axe finds nothing serious on any screen of a %s", async (size) => {
  // Its script is put into the page from outside, which the server's policy rightly forbids.
  const { page } = await sit(browser, { bypassCSP: true, ...SIZES[size] });
  const { bad, look } = looker(page);
  await page.goto(address);
  await page.getByRole("button", { name: /Quick battle/ }).waitFor();
  await look("home");
  await page.goto(`${address}/#/new`);
  await page.locator(".chosen").waitFor();
  await look("new battle");
  await page.goto(`${address}/#/rules`);
  await page.getByRole("searchbox").fill("charge");
  await page.locator("article").first().waitFor();
  await look("rules");
  await page.goto(`${address}/#/armies`);
  await page.locator("article").first().waitFor();
  await look("armies");
  await page.goto(`${address}/#/battle/nothing`);
  await page.getByRole("heading", { name: "No chair here" }).waitFor();
  await look("no chair");
  await page.goto(`${address}/#/battle/nothing/${"0".repeat(64)}`);
  await page.getByRole("heading", { name: "This battle cannot be joined" }).waitFor();
  await look("cannot be joined");
  await page.goto(`${address}/#/%`);
  await page.getByRole("heading", { name: "This address cannot be read" }).waitFor();
  await look("no address");
  const [chair] = await openChairs(address, "blucher", field(12, 10, TWO), [{ by: "person" }, { by: "person" }]);
  await page.goto(chair ?? "");
  await page.getByRole("heading", { name: "Waiting for the other side" }).waitFor();
  await look("waiting");
  await newBattle(page, address, "Learning", "here");
  await page.locator(".curtain").waitFor();
  await look("curtain");
  await newBattle(page, address, "Learning", "link");
  await page.locator(".invite").first().waitFor();
  await look("link");
  await newBattle(page, address, "Pickup", "computer recruit");
  await page.locator(".ask", { hasText: "terrain" }).waitFor();
  await look("terrain");
  await untilTray(page);
  await look("tray");
  await quickBattle(page, address);
  await look("battle");
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.locator(".piece.drafted").first().waitFor();
  await piece(page, "Guiot").click();
  await look("draft");
  await page.getByRole("button", { name: "Take all back" }).click();
  await page.getByRole("button", { name: "Keys and gestures" }).click();
  await look("keys");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Links to this battle" }).click();
  await look("links");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Step through the battle" }).click();
  await page.getByRole("slider").fill("1");
  await look("stepping");
  expect(bad).toEqual({});
});

const TWO = [0, 1].map((side) => ({ side: side as 0 | 1, name: `Unit ${side}`, arm: "infantry" as const, at: [6, 2 + 6 * side] as [number, number], heading: 180 * side }));

test("axe finds nothing serious in a battle and after it", async () => {
  const { page } = await sit(browser, { bypassCSP: true });
  const { bad, look } = looker(page);
  await quickBattle(page, address);
  await page.locator(".loglines a.rule").first().click();
  await page.getByRole("dialog", { name: /^Rule/ }).locator("h2").waitFor();
  await look("a rule");
  await page.keyboard.press("Escape");
  await playOn(page, (seen) => seen.shots > 0);
  await look("odds");
  await playOn(page);
  await page.locator(".after table").first().waitFor();
  await look("after");
  await page.getByRole("button", { name: "Look at the table" }).click();
  await page.getByRole("slider").fill("3");
  await look("replay");
  expect(bad).toEqual({});
});

/** Ends the phase by keys, however it is played, and waits until the clock has moved on. */
async function endPhase(page: Page, play: () => Promise<void>): Promise<void> {
  await page.getByRole("button", { name: "End the phase" }).waitFor();
  const clock = await page.locator(".clock").textContent();
  const once = (await page.locator(".sole").count()) > 0;
  await tabTo(page, (label) => label.startsWith("End the phase"));
  await page.keyboard.press("Enter");
  if (!once) {
    await page.locator(".play:enabled").waitFor();
    await play();
  }
  await expect.poll(() => page.locator(".clock").textContent(), { timeout: 60_000 }).not.toBe(clock);
}

test("a turn by keys alone: choose, move, play, end", async () => {
  const { page } = await sit(browser);
  await page.goto(address);
  await tabTo(page, (label) => label.startsWith("Quick battle"));
  await page.keyboard.press("Enter");
  await page.locator(".plan").first().waitFor();
  await tabTo(page, (label) => label.startsWith("Guiot,"));
  await page.keyboard.press("Enter");
  await page.locator(".unit", { hasText: "Guiot" }).waitFor();
  // M takes it up with its corps, arrows move it, Enter sets it down.
  await page.keyboard.press("m");
  await page.locator(".piece.drafted").first().waitFor();
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press("ArrowUp");
    await page.waitForTimeout(60);
  }
  await page.locator(".note.good").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText(/Guiot: simple move, 1.00 BW/).first().waitFor();
  // Another by its plainest moves.
  await tabTo(page, (label) => label.startsWith("Lacour,"));
  await page.keyboard.press("Enter");
  await page.keyboard.press("n");
  await page.locator(".note.good").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText(/Lacour: simple move/).first().waitFor();
  await page.keyboard.press("Backspace");
  await page.getByText("Lacour joins").waitFor();
  await page.keyboard.press("Shift+Enter");
  await page.locator(".loglines li", { hasText: "Guiot: simple move, 1.00 BW" }).waitFor();
  // The next two questions too: each phase is ended with nothing but Tab, Enter and the keys of the table.
  await endPhase(page, () => page.keyboard.press("Shift+Enter"));
  await endPhase(page, async () => {
    await tabTo(page, (label) => label === "Play");
    await page.keyboard.press("Enter");
  });
});

/** Goes to a thing by Tab alone, forward or back as it lies. Says whether it is still there to be reached. */
async function tabOnto(page: Page, target: Locator): Promise<boolean> {
  for (let i = 0; i < 200; i++) {
    const way = await target.evaluate((one) => {
      const now = document.activeElement;
      if (now === one) return 0;
      return now && now !== document.body && now.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING ? -1 : 1;
    }, null, { timeout: 2000 }).catch(() => undefined);
    if (way === undefined) return false;
    if (way === 0) return true;
    await page.keyboard.press(way < 0 ? "Shift+Tab" : "Tab");
  }
  return false;
}

test("a whole battle by keys alone", { timeout: 900_000 }, async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  const end = Date.now() + 850_000;
  const next = page.locator(".plan:not(:has-text('Commander')), .acts .button, .able[open] .button, [aria-label='The next exact move']").first();
  let plans = 0;
  while (!(await page.locator("dialog.after").count())) {
    expect(Date.now(), await page.locator(".panel").innerText()).toBeLessThan(end);
    if (await page.locator(".play:enabled").count()) {
      await page.keyboard.press("Shift+Enter");
      await page.waitForTimeout(120);
      continue;
    }
    const wanted = (await page.locator(".snaps .primary").count()) ? page.locator(".snaps .primary") : (await next.count()) ? next : page.locator(".general .button").last();
    if (!(await page.locator(".panel .ask").count()) || !(await wanted.count())) {
      await page.waitForTimeout(40);
      continue;
    }
    if (!(await tabOnto(page, wanted))) continue;
    if (await page.evaluate(() => document.activeElement?.classList.contains("plan"))) plans++;
    await page.keyboard.press("Enter");
    await page.waitForTimeout(90);
  }
  expect(plans).toBeGreaterThan(2);
});

/** A finger: the browser's own touch events. */
async function touch(page: Page, points: { x: number; y: number }[][]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const [first, ...rest] = points;
  const id = (list: { x: number; y: number }[]) => list.map((point, i) => ({ ...point, id: i }));
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: id(first ?? []) });
  for (const step of rest) {
    await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: id(step) });
    await page.waitForTimeout(25);
  }
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}
const line = (from: { x: number; y: number }, dx: number, dy: number) =>
  Array.from({ length: 9 }, (_, i) => [{ x: from.x + (dx * i) / 8, y: from.y + (dy * i) / 8 }]);

test("a phone in landscape, by touch: drag a unit, pinch, play", async () => {
  const phone = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
  const { page } = await sit(browser, phone);
  await page.goto(address);
  await page.getByRole("button", { name: /Quick battle/ }).tap();
  await page.locator(".plan").first().waitFor();
  const table = await page.locator(".frame").boundingBox();
  const map = await page.locator("svg.map").boundingBox();
  expect(map && table && map.x >= table.x && map.y >= table.y && map.height <= table.height && map.width <= table.width, "the whole table is in sight").toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing hangs over the edge").toBe(true);
  // Two fingers bring the table nearer.
  const wide = map?.width ?? 0;
  const at = { x: (table?.x ?? 0) + (table?.width ?? 0) / 2, y: (table?.y ?? 0) + (table?.height ?? 0) / 2 };
  await touch(page, Array.from({ length: 8 }, (_, i) => [{ x: at.x - 30 - i * 6, y: at.y }, { x: at.x + 30 + i * 6, y: at.y }]));
  await expect.poll(async () => (await page.locator("svg.map").boundingBox())?.width).toBeGreaterThan(wide * 1.3);
  await page.getByRole("button", { name: "The whole table" }).tap();
  await page.waitForTimeout(250);
  await touch(page, line(await middle(piece(page, "Guiot")), 0, -28));
  await page.getByText(/Guiot: (simple|difficult) move/).first().waitFor();
  await page.locator(".play:enabled").tap();
  await page.getByRole("button", { name: "Log" }).tap();
  await page.locator("li", { hasText: /Guiot: (simple|difficult) move/ }).waitFor();
});
