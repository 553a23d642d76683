// Units that wait beside the table: in which order they are taken up, and how they are dragged onto it.
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { PHONE, address, browser, drag, middle, newBattle, sit } from "./browser";
import { takeReady, untilTray } from "./setup";

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
  // One less is left to be set up.
  expect(await page.locator(".gauge", { hasText: "to set up" }).first().textContent()).toMatch(/^\s*18\s−1\s+to set up/);
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

test("a unit that was set up is laid elsewhere by a click, stands otherwise by a choice and is turned, until it is played", async () => {
  const { page } = await sit(browser);
  await settingUp(page);
  const foot = page.locator(".tray .button", { hasText: "infantry" }).first();
  const unit = await name(foot);
  await foot.click();
  await page.locator(".unit h3", { hasText: unit }).waitFor();
  await takeReady(page);
  await page.locator(".play:enabled").waitFor();
  const card = page.locator(".piece.drafted");
  const [label, stood] = [() => card.locator("[aria-label]").getAttribute("aria-label"), await middle(card)];
  const stands = page.getByLabel("how it stands");
  expect(await stands.inputValue()).toBe("0");
  await stands.selectOption("prepared");
  await expect.poll(label).toContain("prepared");
  await page.locator(".how", { hasText: "Click elsewhere on the table to lay it there instead." }).waitFor();
  const size = (await card.boundingBox())?.width ?? 0;
  /** Clicks beside where it stands until it may lie there. */
  const elsewhere = async () => {
    for (const [x, y] of [[3, 0], [-3, 0], [5, 0], [-5, 0], [0, 1.5], [0, -1.5]] as const) {
      await page.mouse.click(stood.x + x * size, stood.y + y * size);
      await page.waitForTimeout(400);
      const now = await middle(card);
      if (Math.hypot(now.x - stood.x, now.y - stood.y) > size) return;
    }
    throw new Error("it may lie nowhere else");
  };
  await elsewhere();
  expect(await label()).toContain("prepared");
  expect(await stands.inputValue()).toBe("2");
  // Both outlast a reload.
  await page.reload();
  await card.waitFor();
  await expect.poll(() => stands.inputValue()).toBe("2");
  await stands.selectOption("revealed");
  await expect.poll(label).not.toContain("prepared");
  // Dragged by its card it keeps how it stands.
  const at = await middle(card);
  // Where it lies is the game's choice: what is refused on one hand may be allowed on the other.
  const drawn = async () => Math.abs((await middle(card)).y - at.y) > 0.15 * size;
  for (const way of [0.3, -0.3]) {
    if (await drawn()) break;
    await drag(page, card, 0, way * size);
    await page.waitForTimeout(400);
  }
  expect(await drawn()).toBe(true);
  expect(await stands.inputValue()).toBe("1");
  const facing = async () => /facing ([\w-]+)/.exec((await label()) ?? "")?.[1];
  const before = await facing();
  for (const [i, way] of [3, -3, 1, -1, 3, -3, 3, -3, 3, -3].entries()) {
    if ((await facing()) !== before) break;
    // There may be no room to turn where it lies: then it is laid elsewhere.
    if (i > 3) {
      const from = await middle(card);
      await page.mouse.click(from.x + (i % 4 < 2 ? 2 : -2) * size * (i - 3), from.y);
      await page.waitForTimeout(400);
    }
    const [grip, now] = [await middle(page.locator("[data-turn] circle:not(.grip)")), await middle(card)];
    await page.mouse.move(grip.x, grip.y);
    await page.mouse.down();
    await page.mouse.move(now.x + way * size, grip.y, { steps: 12 });
    await page.locator(".note").waitFor();
    await page.mouse.up();
    await page.waitForTimeout(400);
  }
  expect(await facing()).not.toBe(before);
  expect(await stands.inputValue()).toBe("1");
  await page.locator(".play:enabled").click();
  await page.locator(".tray").waitFor();
});
