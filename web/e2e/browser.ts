// A browser that complains: any error in its console and any uncaught exception fails the test.
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Locator, type Page } from "playwright-core";
import { afterEach, expect } from "vitest";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: FLAGS });
}

export type Sitting = { context: BrowserContext; page: Page };

const errors: string[] = [];
const contexts: BrowserContext[] = [];
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  expect(errors.splice(0)).toEqual([]);
});

/** A person with a browser of his own. Errors that a test brings about itself are told by `but`. */
export async function sit(browser: Browser, options: BrowserContextOptions = {}, but?: RegExp): Promise<Sitting> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  // Long enough for a small machine that does other things besides.
  context.setDefaultTimeout(45_000);
  contexts.push(context);
  const page = await context.newPage();
  const hear = (error: string) => {
    if (!but?.test(error)) errors.push(error);
  };
  page.on("console", (message) => {
    if (message.type() === "error") hear(message.text());
  });
  page.on("pageerror", (error) => hear(error.message));
  return { context, page };
}

export const piece = (page: Page, name: string): Locator => page.locator(`[data-piece]:has([aria-label^="${name}"])`).first();

export async function middle(of: Locator): Promise<{ x: number; y: number }> {
  const box = await of.boundingBox();
  expect(box, "it is on the screen").not.toBeNull();
  return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
}

/** Drags a piece by so many pixels, in steps like a hand's, and lets go unless told not to. */
export async function drag(page: Page, what: Locator, dx: number, dy: number, drop = true): Promise<void> {
  const at = await middle(what);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  for (let i = 1; i <= 10; i++) {
    await page.mouse.move(at.x + (dx * i) / 10, at.y + (dy * i) / 10);
    await page.waitForTimeout(16);
  }
  await page.waitForTimeout(120);
  if (drop) await page.mouse.up();
}

/** Opens the quick battle and waits for its first question. */
export async function quickBattle(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("button", { name: /Quick battle/ }).click();
  await page.locator(".plan").first().waitFor();
}

/** Opens a battle through the New battle screen. */
export async function newBattle(page: Page, address: string, scenario: string, second: string): Promise<void> {
  await page.goto(`${address}/#/new`);
  await page.locator(".scenario", { hasText: scenario }).click();
  await page.locator("select").nth(1).selectOption(second);
  await page.getByRole("button", { name: "Start the battle" }).click();
}

/** Tabs until the thing with the focus fits. */
export async function tabTo(page: Page, fits: (label: string) => boolean, most = 120): Promise<void> {
  for (let i = 0; i < most; i++) {
    await page.keyboard.press("Tab");
    const label = await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");
    if (fits(label.trim())) return;
  }
  throw new Error("no such thing comes into focus");
}
