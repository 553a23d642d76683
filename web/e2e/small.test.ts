// Small screens, upright and lying, and a page that came over plain http.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { corpsForward, launch, middle, newBattle, piece, quickBattle, sit } from "./browser";

let browser: Browser;
const address = inject("address");
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const PHONE = { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true };

test.each([[740, 360], [360, 740]])("a phone of %i by %i: the sides are named, the table and the panel have room, a replay says where it is", async (width, height) => {
  const { page } = await sit(browser, { viewport: { width, height }, hasTouch: true, isMobile: true });
  await quickBattle(page, address);
  for (const one of ["main", ".gauges", ".side", ".one.side-0", ".one.side-1"]) {
    const box = await page.locator(one).evaluate((box) => ({ right: box.getBoundingClientRect().right, over: box.scrollWidth - box.clientWidth }));
    expect(box.right, one).toBeLessThanOrEqual(width);
    expect(box.over, one).toBeLessThanOrEqual(1);
  }
  for (const one of [".middle", ".panel"]) expect((await page.locator(one).boundingBox())?.height, one).toBeGreaterThan(200);
  expect(await page.locator(".one .name").allInnerTexts()).toEqual(["French", "Austrians"]);
  await corpsForward(page);
  await page.getByRole("button", { name: "Step through the battle" }).tap();
  await page.getByRole("slider").fill("1");
  await page.locator(".replay .line", { hasText: /^1 of \d+/ }).waitFor();
  await page.locator(".panel .moment", { hasText: "Turn 1: French." }).waitFor();
  expect((await page.locator(".gauges").boundingBox())?.height).toBeLessThan(width > height ? 56 : 100);
});

/** The second finger of a hand that turns a unit: both are put down and lifted by the browser's own touch events. */
test("on a phone there is room to draft, fingers find their targets, and a second finger lets go of what is turned", async () => {
  const { page, context } = await sit(browser, PHONE);
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "I Corps" }).first().tap();
  await page.locator(".piece.drafted").first().waitFor();
  await piece(page, "Guiot").tap();
  await page.locator(".unit", { hasText: "Guiot" }).waitFor();
  const [panel, bar] = [await page.locator(".panel").boundingBox(), await page.locator(".commit").boundingBox()];
  expect((panel?.height ?? 0) - (bar?.height ?? 0), "above the bar").toBeGreaterThan(200);
  const kinds = await page.locator(".unit .kinds").boundingBox();
  expect((kinds?.y ?? 999) + (kinds?.height ?? 0), "the kinds of move are in sight").toBeLessThanOrEqual(bar?.y ?? 0);
  const small = await page.locator(".side button:not(.says, .who, .link), .tools button").evaluateAll((all) =>
    all.filter((one) => one.checkVisibility()).map((one) => ({ what: one.textContent, box: one.getBoundingClientRect() })).filter(({ box }) => Math.min(box.width, box.height) < 39.5).map(({ what }) => what));
  expect(small).toEqual([]);
  const [at, touch] = [await middle(page.locator(".turn .grip")), await context.newCDPSession(page)];
  const fingers = (type: "touchStart" | "touchMove" | "touchEnd", ...points: [number, number][]) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await fingers("touchStart", [at.x, at.y]);
  await fingers("touchMove", [at.x + 30, at.y + 5]);
  await page.locator(".note").waitFor();
  await fingers("touchStart", [at.x + 30, at.y + 5], [at.x + 90, at.y + 5]);
  await page.locator(".note").waitFor({ state: "detached" });
  await fingers("touchMove", [at.x + 20, at.y + 5], [at.x + 110, at.y + 5]);
  await fingers("touchEnd", [at.x + 20, at.y + 5]);
  await fingers("touchMove", [at.x + 10, at.y + 25]);
  await fingers("touchEnd");
  await page.waitForTimeout(300);
  expect(await page.locator(".note, path.ghost").count()).toBe(0);
  await page.locator("[aria-label='Your draft'] .says", { hasText: "Guiot joins" }).waitFor();
});

test("without a clipboard the link is selected, and it is said that it works here only", async () => {
  const { page } = await sit(browser);
  await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await newBattle(page, address, "Learning", "link");
  await page.getByRole("button", { name: "Copy" }).first().click();
  await page.getByText("The link is selected").waitFor();
  expect(await page.evaluate(() => getSelection()?.toString())).toContain("/battle/");
  await page.getByText("This link works on this computer only").first().waitFor();
});

test("without the browser's own hash the dice are checked all the same", async () => {
  const { page } = await sit(browser);
  await page.addInitScript("Object.defineProperty(crypto, 'subtle', { value: undefined })");
  await quickBattle(page, address);
  await page.getByRole("button", { name: "Offer to concede" }).click();
  await page.locator(".play:enabled").click();
  await page.locator("button:enabled", { hasText: "Check the dice" }).click();
  await page.locator(".checked", { hasText: "is the one promised" }).waitFor();
});

test("two ranges of one unit have two signs, on the card and on the table", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await piece(page, "Guiot").click();
  const sign = (name: string) => page.locator(".signs li", { hasText: name }).locator("i").evaluate((one) => getComputedStyle(one).borderTopStyle);
  await page.locator(".signs li", { hasText: "skirmish range" }).waitFor();
  expect(await sign("skirmish range")).not.toBe(await sign("volley"));
  const lines = await page.locator(".overlay.range").evaluateAll((all) => all.map((one) => getComputedStyle(one).strokeDasharray));
  expect(new Set(lines).size).toBe(2);
});

test("on a phone the commander is laid on the table by a finger", async () => {
  const { page } = await sit(browser, PHONE);
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "Commander" }).tap();
  const [a, b] = [await middle(piece(page, "Desailly")), await middle(piece(page, "Guiot"))];
  await page.touchscreen.tap((a.x + b.x) / 2 + 28, (a.y + b.y) / 2);
  await page.locator(".ask", { hasText: "The commander's circle" }).waitFor();
});
