// Battles that begin where cards touch: who goes back, who follows up, and what is shown meanwhile.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PHONE, address, browser, middle, piece, sit } from "./browser";
import { field, openText, type Unit } from "./fields";

const WIDE = 12;
const WINS = field(WIDE, 8, [
  { side: 0, name: "Strong", arm: "infantry", elan: 10, at: [4, 4], heading: 0, charged: true },
  { side: 1, name: "Weak", arm: "infantry", elan: 1, at: [4, 4], heading: 180 },
  { side: 1, name: "Other", arm: "infantry", at: [9, 7], heading: 180 },
], "combat");

/** A fight after which this is asked; the dice seldom want it otherwise, and then it is fought again. */
async function until(page: Page, text: string, asked: string): Promise<void> {
  for (;;) {
    await page.goto(await openText(address, text));
    const ask = page.locator(".panel .ask");
    await ask.waitFor();
    if ((await ask.textContent())?.startsWith(asked)) return;
  }
}

test("a unit that follows up goes as far as the hand, wherever the hand took hold of it", async () => {
  const { page } = await sit(browser);
  await until(page, WINS, "Advance");
  const unit = ((await page.locator("svg.map").boundingBox())?.width ?? 0) / WIDE;
  const card = await piece(page, "Strong").locator(".halo").boundingBox();
  const at = await middle(piece(page, "Strong"));
  for (const grip of [-0.3, 0, 0.3]) {
    await page.mouse.move(at.x, at.y + grip * (card?.height ?? 0));
    await page.mouse.down();
    await page.mouse.move(at.x, at.y + grip * (card?.height ?? 0) - 0.6 * unit, { steps: 10 });
    await page.locator(".note.good", { hasText: /advances 0\.(59|60|61) BW/ }).waitFor();
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await page.locator(".note").waitFor({ state: "detached" });
  }
});

const DIVIDING: Unit[] = [
  { side: 0, name: "Eins", arm: "infantry", elan: 9, at: [11, 5], heading: 0, charged: true },
  { side: 0, name: "Kurz", arm: "infantry", elan: 10, at: [7, 5], heading: 0, charged: true },
  { side: 1, name: "Lang", arm: "infantry", elan: 7, at: [7, 5], heading: 180 },
  { side: 1, name: "Li", arm: "infantry", at: [10.5, 5], heading: 180 },
  { side: 1, name: "Re", arm: "infantry", at: [11.5, 5], heading: 180 },
];
const DIVIDES = field(16, 10, DIVIDING, "combat");

/** Where a part of the panel lies in what is seen of it, from 0 to 1; the bar at its foot hides what is under it. */
async function seen(page: Page, what: string): Promise<{ top: number; foot: number }> {
  return page.locator(what).first().evaluate((part) => {
    const [panel, bar, box] = [part.closest(".panel"), document.querySelector(".commit"), part.getBoundingClientRect()];
    const room = panel?.getBoundingClientRect() ?? box;
    const high = (bar?.getBoundingClientRect().top ?? room.bottom) - room.top;
    return { top: (box.top - room.top) / high, foot: (box.bottom - room.top) / high };
  });
}

test("on a phone a question stays in sight when the page itself takes up the unit that it is about", async () => {
  const { page } = await sit(browser, PHONE);
  await page.goto(await openText(address, DIVIDES));
  await page.locator(".ask", { hasText: "Divide the dice" }).waitFor();
  await page.locator(".unit dd").first().waitFor();
  await page.waitForTimeout(300);
  expect((await seen(page, ".ask")).top).toBeGreaterThanOrEqual(0);
  // Whoever chooses one looks at it.
  await piece(page, "Re").tap();
  await page.locator(".unit", { hasText: "Re" }).locator("dd").first().waitFor();
  await expect.poll(async () => (await seen(page, ".unit h3")).top).toBeLessThan(0.5);
});

test("on a phone the odds of the fight that is being decided come first, and a shadow says that they go on", async () => {
  const { page } = await sit(browser, PHONE);
  // The game tells them in no order that the page knows.
  for (let i = 0; i < 4; i++) {
    await page.goto(await openText(address, DIVIDES));
    await page.locator(".acts .button", { hasText: "5 against Li" }).click();
    await page.locator(".odds h3", { hasText: "Kurz against Lang" }).waitFor();
    const whose = (await page.locator(".odds h3").allTextContents()).map((title) => title.split(" ")[0]);
    expect(whose).toEqual(["Eins", "Eins", "Eins", "Kurz", "Kurz"]);
  }
  const foot = async (what: string) => page.locator(what).evaluate((part) => part.getBoundingClientRect().bottom);
  const bar = await page.locator(".commit").evaluate((part) => part.getBoundingClientRect().top);
  expect(await foot(".odds >> nth=0")).toBeGreaterThan(bar);
  expect(await foot(".below")).toBeCloseTo(bar, 0);
  expect(await foot(".end")).toBeGreaterThan(bar);
  // At the end the last strip covers it.
  await page.locator(".panel").evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
  await expect.poll(async () => Math.abs((await foot(".end")) - (await foot(".below")))).toBeLessThan(2);
});

test("lines about a unit of one's own that is lost bear the sign, also for whoever comes back later", async () => {
  const { page } = await sit(browser);
  // Whoever attacks takes a fatigue at least, and one is enough for this unit.
  const doomed: Unit = { side: 0, name: "Matt", arm: "infantry", elan: 1, at: [3, 5], heading: 0, charged: true };
  const foe: Unit = { side: 1, name: "Fels", arm: "infantry", elan: 9, at: [3, 5], heading: 180 };
  await page.goto(await openText(address, field(16, 10, [...DIVIDING, doomed, foe], "combat")));
  await page.locator(".acts .button", { hasText: "5 against Li" }).click();
  await page.locator(".play:enabled").click();
  const lost = page.locator(".loglines li", { hasText: "Matt is broken" });
  await lost.locator(".own").waitFor();
  await page.reload();
  await lost.locator(".own").waitFor();
  expect(await lost.getAttribute("class")).toContain("side-0");
  expect(await page.locator(".loglines li", { hasText: "Fels defends" }).locator(".own").count()).toBe(0);
});

const SHOOTS = field(WIDE, 8, [
  { side: 0, name: "Guns", arm: "artillery", at: [3, 2], heading: 0 },
  { side: 0, name: "Foot", arm: "infantry", at: [4.2, 2.6], heading: 0 },
  { side: 1, name: "Near", arm: "infantry", at: [3, 3.5], heading: 180 },
  { side: 1, name: "Behind", arm: "infantry", at: [3, 6], heading: 180 },
  { side: 1, name: "Aside", arm: "infantry", at: [10, 2], heading: 180 },
], "fire");

test("an enemy who is no target for the chosen unit says why, one after the other", async () => {
  const { page } = await sit(browser);
  await page.goto(await openText(address, SHOOTS));
  const why = page.locator(".unit .refusals");
  await piece(page, "Aside").click();
  await page.locator(".unit h3", { hasText: "Aside" }).waitFor();
  expect(await why.count(), "nobody was chosen to shoot at it").toBe(0);
  await piece(page, "Guns").click();
  await page.locator(".unit", { hasText: "Guns" }).locator("dd").first().waitFor();
  for (const [name, rule] of [["Aside", "BL-LOF-02"], ["Behind", "BL-LOF-04"]] as const) {
    await piece(page, name).click();
    await page.locator(".unit h3", { hasText: name }).waitFor();
    expect(await why.textContent()).toContain("It is no target for Guns:");
    expect(await why.textContent()).toContain(rule);
  }
  await piece(page, "Guns").click();
  await page.locator(".unit h3", { hasText: "Guns" }).waitFor();
  expect(await why.count()).toBe(0);
  await piece(page, "Near").click();
  await page.locator(".odds").first().waitFor();
});

test("of the dice in the log those that count are marked, and said", async () => {
  const { page } = await sit(browser);
  await until(page, WINS, "Advance");
  const line = page.locator(".loglines li", { hasText: "Strong against Weak:" });
  const told = Number(/: (\d+) success/.exec((await line.textContent()) ?? "")?.[1] ?? 0);
  expect(told).toBeGreaterThan(0);
  expect(await line.locator(".dice .counts").count()).toBe(told);
  expect((await line.locator(".dice").getAttribute("aria-label"))?.match(/\(counts\)/g)?.length).toBe(told);
});

const TWO_GUNS = field(14, 10, [
  { side: 0, name: "GunA", arm: "artillery", at: [4, 3], heading: 0 },
  { side: 0, name: "GunB", arm: "artillery", at: [9, 3], heading: 0 },
  { side: 1, name: "Xi", arm: "infantry", at: [4, 6.5], heading: 180 },
  { side: 1, name: "Yi", arm: "infantry", at: [6, 6.5], heading: 180 },
  { side: 1, name: "Zi", arm: "infantry", at: [9, 6.5], heading: 180 },
], "fire");

test("another target, or another unit and its target, takes the place of a shot that is drafted", async () => {
  const { page } = await sit(browser);
  await page.goto(await openText(address, TWO_GUNS));
  const drafted = (words: string) => page.locator(".ask", { hasText: words }).waitFor();
  await piece(page, "GunA").click();
  await piece(page, "Xi").click();
  await drafted("GunA shoots at Xi");
  await piece(page, "Yi").click();
  await drafted("GunA shoots at Yi");
  await piece(page, "GunB").click();
  await piece(page, "Zi").click();
  await drafted("GunB shoots at Zi");
  await page.locator(".play:enabled").click();
  await page.locator(".loglines li", { hasText: "GunB shoots at Zi" }).waitFor();
  expect(await page.locator(".loglines li", { hasText: "GunA shoots" }).count()).toBe(0);
});
