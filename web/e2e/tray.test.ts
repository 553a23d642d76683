// Units that wait beside the table: in which order they are taken up, and how they are dragged onto it.
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { PHONE, address, browser, middle, newBattle, sit } from "./browser";
import { untilTray } from "./setup";

/** A pickup game whose armies are being set up. */
async function settingUp(page: Page): Promise<void> {
  await newBattle(page, address, "Pickup", "computer recruit");
  await untilTray(page);
  await page.locator(".unit dd").first().waitFor();
}

const name = async (button: Locator) => ((await button.evaluate((one) => one.firstChild?.textContent)) ?? "").trim();
const inHand = (page: Page) => name(page.locator(".tray [aria-pressed='true']"));
/** The units of each formation, as they are listed. */
const listed = (page: Page) => page.locator(".tray").evaluate((tray) => {
  const formations: string[][] = [];
  for (const one of tray.children) {
    if (one.tagName === "H3") formations.push([]);
    else formations.at(-1)?.push((one.firstChild?.textContent ?? "").trim());
  }
  return formations;
});

/** Pulls a unit out of the tray and over where it may stand, until it may. */
async function pull(page: Page, unit: string): Promise<void> {
  const button = page.locator(".tray .button", { hasText: unit });
  await button.scrollIntoViewIfNeeded();
  const from = await middle(button);
  const area = (await page.locator(".way.held .area").first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let across = 0.9; across > 0.05; across -= 0.05) {
    await page.mouse.move(area.x + area.width * across, area.y + area.height / 2, { steps: 8 });
    await page.locator(".note").waitFor();
    await page.waitForTimeout(150);
    if (await page.locator(".note.good", { hasText: unit }).count()) return;
  }
  throw new Error("it may stand nowhere");
}

test("a unit is dragged from beside the table onto it, and the next of its corps is taken up", async () => {
  const { page } = await sit(browser, { viewport: { width: 1280, height: 720 } });
  await settingUp(page);
  // The first of the list is taken up by itself, and the question stays in sight.
  const formations = await listed(page);
  expect(await inHand(page)).toBe(formations[0]?.[0]);
  await page.waitForTimeout(300);
  expect((await page.locator(".ask").boundingBox())?.y).toBeGreaterThan((await page.locator(".panel").boundingBox())?.y ?? 0);
  const corps = formations.findLast((units) => units.length > 2) ?? [];
  const unit = corps[1] ?? "";
  await pull(page, unit);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("");
  await page.mouse.up();
  await page.locator(".commit").waitFor();
  await page.locator(".ask", { hasText: unit }).waitFor();
  await page.locator(".piece.drafted").waitFor();
  await page.locator(".play:enabled").click();
  await page.locator(".tray").waitFor();
  await expect.poll(() => inHand(page)).toBe(corps[0]);
});

test("a unit that is carried back is not set up", async () => {
  const { page } = await sit(browser);
  await settingUp(page);
  const unit = (await listed(page)).flat().at(-1) ?? "";
  await pull(page, unit);
  const panel = await page.locator(".panel").boundingBox();
  await page.mouse.move((panel?.x ?? 0) + 40, (panel?.y ?? 0) + 40, { steps: 8 });
  await page.mouse.up();
  await page.locator(".note").waitFor({ state: "detached" });
  await page.waitForTimeout(300);
  expect(await page.locator(".commit, .refusals").count()).toBe(0);
  expect(await inHand(page)).toBe(unit);
});

test("a finger drags one too", async () => {
  const { page, context } = await sit(browser, PHONE);
  await settingUp(page);
  const unit = (await listed(page)).flat()[2] ?? "";
  await page.locator(".tray .button", { hasText: unit }).scrollIntoViewIfNeeded();
  const [from, area] = [await middle(page.locator(".tray .button", { hasText: unit })), await middle(page.locator(".way.held .area").first())];
  const touch = await context.newCDPSession(page);
  const finger = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await finger("touchStart", [from]);
  for (let i = 1; i <= 20; i++) await finger("touchMove", [{ x: from.x + ((area.x - from.x) * i) / 20, y: from.y + ((area.y - from.y) * i) / 20 }]);
  await page.locator(".tray [aria-pressed='true']", { hasText: unit }).waitFor();
  await page.locator(".note").waitFor();
  await finger("touchEnd", []);
  await page.locator(".commit, .refusals").first().waitFor();
});

test("the card says in whole sentences what to do, and where all may stand is shaded alike for each", async () => {
  const { page } = await sit(browser);
  await settingUp(page);
  const manners = new Set<string>();
  for (const unit of (await listed(page)).flat().slice(0, 3)) {
    await page.locator(".tray .button", { hasText: unit }).click();
    await page.locator(".unit p.small", { hasText: `Set up ${unit}. Click on the table` }).waitFor();
    await page.locator(`.things .way.held[data-kind="Set up ${unit}"]`).waitFor();
    manners.add((await page.locator(".things .way.held").evaluate((way) => [...way.classList].find((one) => one.startsWith("manner-")))) ?? "");
  }
  expect([...manners]).toEqual([expect.stringMatching(/^manner-\d$/)]);
});
