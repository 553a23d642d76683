// A browser that complains: any error in its console and any uncaught exception fails the test.
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Locator, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];

async function launch(): Promise<Browser> {
  // Once in many runs Chromium dies while it starts, before it has loaded anything of ours.
  for (let tries = 1; ; tries++) {
    try {
      return await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: FLAGS });
    } catch (why) {
      if (tries === 3) throw why;
    }
  }
}

/** The server that all tests play on. */
export const address = inject("address");
/** Long enough for a small machine that does other things besides. */
export const PATIENT = 45_000;
/** A small phone that lies on its side. */
export const PHONE: BrowserContextOptions = { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true };
/** The browser of all tests of a file. */
export let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

type Message = Record<string, unknown>;
export type Sitting = { context: BrowserContext; page: Page; /** What the page asked over its sockets. */ asked: Message[]; /** What it complained of. */ errors: string[] };

const sittings: Sitting[] = [];
afterEach(async () => {
  const all = sittings.splice(0);
  for (const { context } of all) await context.close();
  expect(all.flatMap(({ errors }) => errors)).toEqual([]);
});

/** A person with a browser of his own. Errors that a test brings about itself are told by `but`. */
export async function sit(browser: Browser, options: BrowserContextOptions = {}, but?: RegExp): Promise<Sitting> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  context.setDefaultTimeout(PATIENT);
  const page = await context.newPage();
  const errors: string[] = [];
  const hear = (error: string) => {
    if (!but?.test(error)) errors.push(error);
  };
  page.on("console", (message) => {
    if (message.type() === "error") hear(message.text());
  });
  page.on("pageerror", (error) => hear(error.message));
  const asked: Message[] = [];
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => asked.push(JSON.parse(String(payload)) as Message)));
  const sitting = { context, page, asked, errors };
  sittings.push(sitting);
  return sitting;
}

export const piece = (page: Page, name: string): Locator => page.locator(`[data-piece]:has([aria-label^="${name}"])`).first();

export async function middle(of: Locator): Promise<{ x: number; y: number }> {
  let box = await of.boundingBox();
  // One that is just drawn anew has none.
  if (!box) await expect.poll(async () => (box = await of.boundingBox()), { message: "it is on the screen" }).not.toBeNull();
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

/** Plays I Corps of the quick battle straight forward. */
export async function corpsForward(page: Page): Promise<void> {
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.locator(".plan", { hasText: "All straight forward" }).click();
  // Until the orders are judged the button would play the corps without any.
  await page.locator(".play:enabled:not(:has(small))").click();
  // In the log: the draft has the same words.
  await page.locator(".loglines li", { hasText: "Guiot: simple move" }).first().waitFor({ state: "attached" });
}

/** Ends the phase: with a second click, unless it is all that can be done. */
export async function endPhase(page: Page): Promise<void> {
  const end = page.getByRole("button", { name: "End the phase" });
  await end.waitFor();
  const once = (await page.locator(".sole").count()) > 0;
  await end.click();
  if (!once) await page.locator(".play:enabled").click();
}

/** Ends phase after phase, the fire phase too if it is asked, until the curtain falls. */
export async function endTurn(page: Page): Promise<void> {
  const end = page.getByRole("button", { name: "End the phase" });
  for (;;) {
    await end.or(page.locator(".curtain")).first().waitFor();
    if (await page.locator(".curtain").count()) return;
    // Behind the curtain there is no clock: it is looked for, not waited for.
    const clock = async () => (await page.locator(".clock").allTextContents())[0];
    const before = await clock();
    await endPhase(page);
    await expect.poll(async () => (await clock()) !== before, { timeout: PATIENT }).toBe(true);
  }
}

/** Opens a battle through the New battle screen. */
export async function newBattle(page: Page, address: string, scenario: string, second: string): Promise<void> {
  await page.goto(`${address}/#/new`);
  await page.locator(".scenario", { hasText: scenario }).click();
  await page.locator("select").nth(1).selectOption(second);
  await page.getByRole("button", { name: "Start the battle" }).click();
}

/** Takes the first exact step of a kind for a unit, and plays it. */
export async function firstStep(page: Page, unit: string, kind: string): Promise<void> {
  await piece(page, unit).click();
  await page.locator(".kinds button", { hasText: kind }).click();
  await page.getByRole("button", { name: "The next exact move" }).click();
  await page.getByRole("button", { name: "Take it" }).click();
  await page.locator(".play:enabled").click();
  await page.locator(".commit").waitFor({ state: "detached" });
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

/** Asks the server itself, in the name of the chair that the page holds. */
export async function askServer<T>(page: Page, address: string, request: Message): Promise<T> {
  const kept = await page.evaluate(() => localStorage.getItem("grognard.chairs"));
  const chair = (JSON.parse(kept ?? "[]") as { battle: string; token: string; seat: number }[])[0];
  const said = await fetch(`${address}/api/battles/${chair?.battle}/requests`, {
    method: "POST",
    headers: { authorization: `Bearer ${chair?.token}` },
    body: `${JSON.stringify({ id: 1, battle: chair?.battle, seat: chair?.seat, ...request })}\n`,
  });
  const reply = (await said.json()) as { ok: T };
  expect(said.status, JSON.stringify(reply)).toBe(200);
  return reply.ok;
}

/** Are the odds on the screen those that the engine gives for the draft they are shown for? */
export async function expectEnginesOdds({ page, asked }: Sitting, address: string): Promise<void> {
  type Engine = { title: string; modifiers: { phrase: string; rule: string }[]; cases: { chances: [string, { num: number; den: number }][] }[] }[];
  await page.locator(".odds tr").first().waitFor();
  const draft = asked.filter((one) => one["do"] === "odds").at(-1)?.["draft"];
  const engine = await askServer<Engine>(page, address, { do: "odds", draft });
  const shown = await page.locator(".odds tr").evaluateAll((rows) =>
    rows.map((row) => [row.getAttribute("data-what"), Number(row.getAttribute("data-num")), Number(row.getAttribute("data-den")), row.querySelector(".percent")?.textContent]));
  const chances = engine.flatMap((odds) => odds.cases).flatMap((one) => one.chances);
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.map(([what, num, den]) => [what, num, den])).toEqual(chances.map(([what, { num, den }]) => [what, num, den]));
  for (const [, num, den, percent] of shown) {
    expect(Math.abs(parseFloat(String(percent).replace("<", "")) - (100 * Number(num)) / Number(den))).toBeLessThan(0.11);
  }
  expect(await page.locator(".odds h3").allTextContents()).toEqual(engine.map((odds) => odds.title));
  const phrases = engine.flatMap((odds) => odds.modifiers).map((one) => one.phrase);
  const rows = await page.locator(".odds li").allTextContents();
  expect(rows.length).toBe(phrases.length);
  phrases.forEach((phrase, i) => expect(rows[i]).toContain(phrase));
}
