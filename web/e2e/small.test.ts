// Small screens, upright and lying, and a page that came over plain http.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PHONE, address, browser, corpsForward, drag, endPhase, middle, newBattle, piece, quickBattle, sit, tabTo } from "./browser";
import { field, openText } from "./fields";

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
  // One's own side bears the sign that one's own lines in the log bear.
  expect(await page.locator(".one .own svg").evaluateAll((all) => all.map((sign) => [sign.checkVisibility(), sign.closest(".one")?.getAttribute("aria-label")]))).toEqual([[true, "French (you)"]]);
  await corpsForward(page);
  await page.getByRole("button", { name: "Step through the battle" }).tap();
  await page.getByRole("slider").fill("1");
  await page.locator(".replay .line", { hasText: /^1 of \d+/ }).waitFor();
  await page.locator(".panel .moment", { hasText: "Turn 1: French." }).waitFor();
  expect((await page.locator(".gauges").boundingBox())?.height).toBeLessThan(width > height ? 56 : 100);
});

const box = async (page: Page, what: string) => (await page.locator(what).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

test.each([[1440, 900], [1920, 1080], [1024, 768], [768, 1024], [740, 360], [360, 740]])("at %i by %i the whole table is shown, and the tools lie beside it", async (width, height) => {
  const { page } = await sit(browser, { viewport: { width, height } });
  await quickBattle(page, address);
  const [map, frame, tools] = [await box(page, "svg.map"), await box(page, ".frame"), await box(page, ".tools")];
  expect(map.x > frame.x && map.y > frame.y && map.x + map.width < frame.x + frame.width && map.y + map.height < frame.y + frame.height).toBe(true);
  expect(tools.x + tools.width < map.x || tools.y > map.y + map.height).toBe(true);
});

test.each([[768, 1024], [600, 960], [1024, 1366]])("upright, %i by %i: the table above, and below it what now and the log side by side", async (width, height) => {
  const { page } = await sit(browser, { viewport: { width, height }, hasTouch: true, isMobile: true });
  await newBattle(page, address, "Meeting", "computer recruit");
  await page.locator(".plan").first().waitFor();
  const [middle, panel, log] = [await box(page, ".middle"), await box(page, ".panel"), await box(page, ".loglines")];
  expect([middle.x, middle.width, panel.x, log.x + log.width]).toEqual([0, width, 0, width]);
  expect([panel.y, log.y]).toEqual([middle.y + middle.height + 2, middle.y + middle.height + 2]);
  expect(panel.width + log.width).toBeCloseTo(width);
  expect(Math.min(panel.height, log.height)).toBeGreaterThan(350);
  expect(middle.height).toBeGreaterThan(height * 0.5);
  expect((await box(page, ".gauges")).height).toBeLessThanOrEqual(48);
  expect(log.width).toBeGreaterThan(230);
  for (const one of ["html", "main", ".gauges", ".sides", ".panel", ".loglines ol"]) {
    expect(await page.locator(one).first().evaluate((part) => part.scrollWidth - part.clientWidth), one).toBeLessThanOrEqual(1);
  }
});

/** Is the card with the odds in sight, from its title down to this? */
async function oddsInSight(page: Page, last: string): Promise<void> {
  await page.locator(".odds").first().waitFor();
  await page.waitForTimeout(200);
  const [panel, title, foot, bar] = [await box(page, ".panel"), await box(page, ".odds h3"), await box(page, last), await box(page, ".commit")];
  expect(title.y).toBeGreaterThanOrEqual(panel.y);
  expect(foot.y + foot.height, "above the buttons").toBeLessThanOrEqual(bar.y);
}

test.each([[740, 360], [844, 390], [600, 960]])("a small screen of %i by %i shows the odds as soon as a shot or a charge is asked", async (width, height) => {
  const { page } = await sit(browser, { viewport: { width, height }, hasTouch: true, isMobile: true });
  const unit = (side: 0 | 1, name: string, arm: "infantry" | "artillery" | "cavalry", x: number) => ({ side, name, arm, corps: "I Corps", at: [x, 3 + 2 * side] as [number, number], heading: 180 * side });
  const blue = [unit(0, "Guns", "artillery", 6), ...["Lancers", "Hussars", "Dragoons", "Horse"].map((name, i) => unit(0, name, "cavalry", 1.5 + 1.1 * i))];
  await page.goto(await openText(address, field(12, 10, [...blue, unit(1, "Target", "infantry", 6), unit(1, "Square", "infantry", 1.5)])));
  await page.locator(".plan", { hasText: "I Corps" }).tap();
  await page.locator(".piece.drafted").first().waitFor();
  await page.locator(".panel").evaluate((panel) => (panel.scrollTop = panel.scrollHeight));
  const [from, to] = [await middle(piece(page, "Lancers")), await middle(piece(page, "Square"))];
  await drag(page, piece(page, "Lancers"), to.x - from.x, to.y - from.y);
  await oddsInSight(page, ".odds li");
  await page.getByRole("button", { name: "Take all back" }).tap();
  await endPhase(page);
  await page.locator(".clock", { hasText: "fire" }).waitFor();
  await piece(page, "Guns").tap();
  await page.locator(".unit", { hasText: "Guns" }).waitFor();
  await piece(page, "Target").tap();
  await oddsInSight(page, ".odds tr:nth-child(3)");
});

test.each([[740, 360], [1024, 768]])("at %i by %i the card of a unit that is chosen on the table comes into sight", async (width, height) => {
  const { page } = await sit(browser, { viewport: { width, height }, hasTouch: true });
  await quickBattle(page, address);
  await piece(page, "Pajol").tap();
  await page.locator(".unit dd").first().waitFor();
  await page.waitForTimeout(200);
  const [panel, title, elan] = [await box(page, ".panel"), await box(page, ".unit h3"), await box(page, ".unit dl div:nth-child(2)")];
  expect(title.y).toBeGreaterThanOrEqual(panel.y);
  expect(elan.y + elan.height).toBeLessThanOrEqual(panel.y + panel.height);
});

test("on a phone a new question is read from its beginning, however far the panel was scrolled", async () => {
  const { page } = await sit(browser, PHONE);
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "I Corps" }).first().tap();
  await page.locator(".piece.drafted").first().waitFor();
  await piece(page, "Guiot").tap();
  await page.locator(".unit dd").first().waitFor();
  await page.locator(".panel").evaluate((panel) => (panel.scrollTop = panel.scrollHeight));
  await page.locator(".play:enabled").tap();
  await page.locator(".commit").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "End the phase" }).waitFor();
  await expect.poll(() => page.locator(".panel").evaluate((panel) => [panel.scrollTop, panel.scrollHeight > panel.clientHeight + 100])).toEqual([0, true]);
});

test.each([[1440, 900], [1024, 768], [768, 1024]])("at %i by %i what the shadings mean hides neither the table nor the tools", async (width, height) => {
  const { page } = await sit(browser, { viewport: { width, height } });
  await quickBattle(page, address);
  await piece(page, "Pajol").click();
  await page.locator(".legend li").nth(2).waitFor();
  const [legend, map, tools] = [await box(page, ".legend"), await box(page, "svg.map"), await box(page, ".tools")];
  expect(legend.y).toBeGreaterThanOrEqual(map.y + map.height);
  expect(legend.x).toBeGreaterThan(tools.x + tools.width);
});

test("a phone steps through a finished battle with one low bar, and the tools still beside the table", async () => {
  const { page } = await sit(browser, PHONE);
  await quickBattle(page, address);
  await page.getByRole("button", { name: "Offer to concede" }).tap();
  await page.locator(".play:enabled").tap();
  await page.getByRole("button", { name: "Look at the table" }).tap();
  await page.getByRole("slider").fill("1");
  await page.getByRole("button", { name: "Play on from here" }).waitFor();
  expect((await box(page, ".replay.noprint")).height).toBeLessThanOrEqual(52);
  await expect.poll(async () => (await box(page, ".tools button:last-child")).y).toBeGreaterThan((await box(page, ".tools button")).y + 40);
  const [tools, map] = [await box(page, ".tools"), await box(page, "svg.map")];
  expect(tools.x + tools.width).toBeLessThan(map.x);
});

test.each([[740, 360], [844, 390]])("on a phone of %i by %i all that one can begin with is in sight at home", async (width, height) => {
  const { page } = await sit(browser, { viewport: { width, height }, hasTouch: true, isMobile: true });
  await page.goto(address);
  await page.getByRole("link", { name: "Rules" }).waitFor();
  const foot = await page.locator(".ways > *").evaluateAll((ways) => Math.max(...ways.map((way) => way.getBoundingClientRect().bottom)));
  expect(foot).toBeLessThanOrEqual(height);
});

test.each([[1440, 900], [740, 360], [360, 740]])("at %i by %i, and on paper, the sign of one's own lines lies between the border and the words", async (width, height) => {
  const { page } = await sit(browser, { viewport: { width, height } });
  await quickBattle(page, address);
  await corpsForward(page);
  const tab = page.getByRole("button", { name: "Log", exact: true });
  if (await tab.isVisible()) await tab.click();
  for (const media of ["screen", "print"] as const) {
    await page.emulateMedia({ media });
    const gaps = await page.locator(".loglines li:has(.own)").evaluateAll((lines) => lines.map((line) => {
      const [sign, words] = [line.querySelector(".own"), line.querySelector(".says")].map((one) => one?.getClientRects()[0]);
      const border = line.getBoundingClientRect().left + parseFloat(getComputedStyle(line).borderLeftWidth);
      return sign && words ? Math.min(sign.left - border, words.left - sign.right) : -1;
    }));
    expect(gaps.length, media).toBeGreaterThan(3);
    expect(Math.min(...gaps), media).toBeGreaterThanOrEqual(1);
  }
});

test("on a phone every target in the log is large enough for a finger", async () => {
  const { page } = await sit(browser, PHONE);
  await quickBattle(page, address);
  await corpsForward(page);
  await page.getByRole("button", { name: "Log" }).tap();
  await page.locator(".loglines button.says").first().waitFor();
  const small = await page.locator(".loglines :is(button, a, input)").evaluateAll((all) =>
    all.map((one) => ({ what: one.textContent, box: one.getBoundingClientRect() })).filter(({ box }) => Math.min(box.width, box.height) < 24).map(({ what }) => what));
  expect(small).toEqual([]);
});

test.each([[740, 360], [360, 740]])("what stands at zero is shown too, on a phone of %i by %i and on paper", async (width, height) => {
  const { page } = await sit(browser, { viewport: { width, height }, hasTouch: true, isMobile: true });
  await quickBattle(page, address);
  for (const media of ["screen", "print"] as const) {
    await page.emulateMedia({ media });
    const shown = (await page.locator(".gauge").allInnerTexts()).map((one) => one.replace(/\s+/g, " ").trim());
    expect(shown, media).toEqual(["0 of ? momentum spent", "0 of 3 broken", "0 of 1 objectives", "0 of 1 objectives"]);
    for (const gauge of await page.locator(".gauge").all()) {
      const at = await gauge.boundingBox();
      expect(at && at.x >= 0 && at.x + at.width <= width, `${media}: ${await gauge.innerText()}`).toBe(true);
    }
  }
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
  const [commander, about] = [page.locator(".plan", { hasText: "Commander" }), page.locator(".plan small", { hasText: /then your movement is over\.$/ })];
  // All that it means can be read, before it is taken in hand and after.
  const whole = () => about.evaluate((text) => text.scrollHeight <= text.clientHeight + 1);
  expect(await whole()).toBe(true);
  await commander.tap();
  // A finger clicks nothing.
  await page.locator(".plan[aria-pressed='true']", { hasText: "tap on the table" }).waitFor();
  expect(await whole()).toBe(true);
  const [a, b] = [await middle(piece(page, "Desailly")), await middle(piece(page, "Guiot"))];
  await page.touchscreen.tap((a.x + b.x) / 2 + 28, (a.y + b.y) / 2);
  await page.locator(".ask", { hasText: "The commander's circle" }).waitFor();
});

test.each([["a phone", PHONE], ["a screen that is magnified twice", { viewport: { width: 720, height: 450 } }]])("on %s a long warning opens whole, by a finger and by keys, with Play in sight", async (_, size) => {
  const { page } = await sit(browser, size);
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  const words = page.locator(".away", { hasText: "cannot be undone" });
  await words.waitFor();
  const more = page.getByRole("button", { name: "More", exact: true });
  const less = page.getByRole("button", { name: "Less", exact: true });
  /** How much of the warning is out of sight. */
  const hidden = () => words.evaluate((text) => Math.max(0, text.scrollHeight - text.clientHeight));
  const playSeen = async () => {
    const [play, panel] = [await box(page, ".play"), await box(page, ".panel")];
    expect(play.y + play.height).toBeLessThanOrEqual(panel.y + panel.height);
    expect((await box(page, ".away")).y).toBeGreaterThanOrEqual(panel.y);
  };
  expect(await more.getAttribute("aria-expanded")).toBe("false");
  expect(await hidden()).toBeGreaterThan(8);
  if (size === PHONE) await more.tap();
  else {
    await tabTo(page, (label) => label === "More");
    await page.keyboard.press("Enter");
  }
  await less.waitFor();
  expect(await less.getAttribute("aria-expanded")).toBe("true");
  expect(await hidden()).toBeLessThanOrEqual(1);
  await playSeen();
  // The same button folds it again, and it is still under the finger or the key.
  if (size === PHONE) await less.tap();
  else await page.keyboard.press("Enter");
  await more.waitFor();
  expect(await hidden()).toBeGreaterThan(8);
  await playSeen();
  // Where there is room for all of it there is no button.
  await page.setViewportSize({ width: 1440, height: 900 });
  await more.waitFor({ state: "detached" });
  expect(await hidden()).toBeLessThanOrEqual(1);
});

test("on a phone a warning that is longer than the screen scrolls, by keys too, and Play stays in sight", async () => {
  const { page } = await sit(browser, PHONE);
  const unit = (i: number) => ({ side: 0 as const, name: `Fusilier Brigade Number ${i + 1}`, corps: "I Corps", arm: "infantry" as const, at: [2 + 1.1 * i, 3] as [number, number], heading: 0, concealed: true });
  await page.goto(await openText(address, field(16, 12, [...Array.from({ length: 12 }, (_, i) => unit(i)), { side: 1, name: "Line", arm: "infantry", at: [8, 11], heading: 180 }])));
  await page.locator(".plan", { hasText: "I Corps" }).tap();
  await page.getByRole("button", { name: "More", exact: true }).tap();
  const words = page.locator(".away");
  expect(await words.evaluate((text) => text.scrollHeight - text.clientHeight)).toBeGreaterThan(20);
  const [play, panel] = [await box(page, ".play"), await box(page, ".panel")];
  expect(play.y + play.height).toBeLessThanOrEqual(panel.y + panel.height);
  expect((await box(page, ".away")).y).toBeGreaterThanOrEqual(panel.y);
  await words.focus();
  for (let i = 0; i < 12; i++) await page.keyboard.press("ArrowDown");
  await expect.poll(() => words.evaluate((text) => text.scrollHeight - text.clientHeight - text.scrollTop)).toBeLessThanOrEqual(1);
});

/** Three that may shoot and whom they may hit; a fight that is won, and one in which the attacker is broken. */
const VOLLEY = field(16, 10, [
  { side: 0, name: "Guns", arm: "artillery", at: [9, 3], heading: 0 }, { side: 0, name: "Battery", arm: "artillery", at: [12, 3], heading: 0 }, { side: 0, name: "Howitzers", arm: "artillery", at: [14, 3], heading: 0 },
  { side: 1, name: "Target", arm: "infantry", at: [9, 5], heading: 180 }, { side: 1, name: "Mark", arm: "infantry", at: [12, 5], heading: 180 }, { side: 1, name: "Aim", arm: "infantry", at: [14, 5], heading: 180 },
  { side: 0, name: "Strong", arm: "infantry", elan: 10, at: [3, 5], heading: 0, charged: true }, { side: 1, name: "Weak", arm: "infantry", elan: 1, at: [3, 5], heading: 180 },
  { side: 0, name: "Matt", arm: "infantry", elan: 1, at: [6, 5], heading: 0, charged: true }, { side: 1, name: "Fels", arm: "infantry", elan: 9, at: [6, 5], heading: 180 },
  ...[1, 2, 3].flatMap((i) => [0, 1].map((side) => ({ side: side as 0 | 1, name: `Line ${i}`, arm: "infantry" as const, at: [2 + 2 * i, 1 + 8 * side] as [number, number], heading: 180 * side }))),
], "fire");

/** One shot, by what the panel offers. */
async function shoot(page: Page, who: string): Promise<void> {
  await page.locator(".able button", { hasText: who }).click();
  await page.locator(".unit", { hasText: who }).getByRole("button", { name: /^Shoots at/ }).click();
  await page.locator(".play:enabled").click();
  await page.locator(".commit").waitFor({ state: "detached" });
}

/** Are the question and its first answer in sight? */
async function answerInSight(page: Page): Promise<void> {
  const panel = await box(page, ".panel");
  expect((await box(page, ".panel .ask")).y).toBeGreaterThanOrEqual(panel.y);
  const answer = await box(page, ".panel :is(.plan, .able button, .able summary, .general .button, .unit .acts .button)");
  expect(answer.y + answer.height).toBeLessThanOrEqual(panel.y + panel.height);
}

test.each([[740, 360], [844, 390], [390, 844], [680, 600]])("on a phone of %i by %i what one's own dice brought stands above the next question, until it is folded away or the next are thrown", async (width, height) => {
  const { page } = await sit(browser, { viewport: { width, height }, hasTouch: true, isMobile: true });
  await page.goto(await openText(address, VOLLEY));
  const brought = page.getByRole("region", { name: "What your last choice brought" });
  await page.locator(".able button").first().waitFor();
  expect(await brought.count()).toBe(0);
  await shoot(page, "Guns");
  await brought.waitFor();
  const logged = page.locator(".loglines li", { hasText: "Guns shoots at Target" });
  const hits = Number(/: (\d+) hit/.exec((await logged.textContent()) ?? "")?.[1] ?? 0);
  expect(await brought.locator(".says").textContent()).toBe(`Guns shoots at Target: ${hits === 0 ? "no hit" : hits === 1 ? "1 hit" : `${hits} hits`}.`);
  expect(await brought.locator(".dice").getAttribute("aria-label")).toBe(await logged.locator(".dice").getAttribute("aria-label"));
  expect(await brought.locator(".counts").count()).toBe(hits);
  await answerInSight(page);
  // It outlasts a reload and a draft that is taken back, not that it is folded away.
  await page.locator(".able button", { hasText: "Battery" }).click();
  await page.locator(".unit").getByRole("button", { name: /^Shoots at/ }).click();
  await page.locator(".commit").waitFor();
  expect(await brought.count()).toBe(0);
  await page.getByRole("button", { name: "Take all back" }).click();
  await brought.waitFor();
  await page.reload();
  await brought.waitFor();
  await brought.getByRole("button", { name: "Fold it away" }).tap();
  await brought.waitFor({ state: "detached" });
  await shoot(page, "Battery");
  await brought.locator(".says", { hasText: "Battery shoots at Mark" }).waitFor();
  expect(await brought.locator("li").count()).toBe(1);
  // Of two fights those dice stand for all that are one's own; the rest is one tap away.
  await endPhase(page);
  await brought.getByRole("button", { name: /^\d+ more$/ }).waitFor();
  const rows = await brought.locator("li").evaluateAll((all) => all.map((row) => row.textContent?.trim() ?? ""));
  expect(rows.filter((row) => /^(Strong|Matt) against/.test(row))).toEqual(rows);
  expect((await brought.boundingBox())?.height).toBeLessThan(70);
  await brought.getByRole("button", { name: /more$/ }).tap();
  await brought.locator("li", { hasText: "Fels defends" }).locator(".dice").waitFor();
  await brought.locator("li", { hasText: "the attack succeeds" }).or(brought.locator("li", { hasText: "the defender holds" })).first().waitFor();
  await brought.getByRole("button", { name: "Less" }).tap();
  const [panel, ask] = [await box(page, ".panel"), await box(page, ".panel .ask")];
  expect(ask.y + ask.height).toBeLessThan(panel.y + panel.height / 2);
});

test("where the log is in sight it alone tells what one's own dice brought", async () => {
  const { page } = await sit(browser);
  await page.goto(await openText(address, VOLLEY));
  await page.locator(".able button").first().waitFor();
  await shoot(page, "Guns");
  await page.locator(".loglines li", { hasText: "Guns shoots at Target" }).locator(".dice").waitFor();
  expect(await page.locator(".brought").count()).toBe(0);
  // A window that becomes small folds the log away.
  await page.setViewportSize({ width: 740, height: 360 });
  await page.locator(".brought .dice").waitFor();
});
