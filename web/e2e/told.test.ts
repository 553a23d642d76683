// What the page tells of what has happened: stepping back, meanwhile, and after the battle.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PHONE, address, browser, corpsForward, endPhase, endTurn, newBattle, piece, quickBattle, sit } from "./browser";
import { field, openChairs, type Unit } from "./fields";

const DESK = { viewport: { width: 1440, height: 900 } };

/** A turn of each side at one screen, and then one concedes: a short battle with several moments. */
async function conceded(page: Page): Promise<void> {
  await newBattle(page, address, "Learning", "here");
  for (const side of ["French", "Austrians"]) {
    await page.getByRole("button", { name: `${side}: show the table` }).click();
    await endTurn(page);
  }
  await page.getByRole("button", { name: "French: show the table" }).click();
  await page.getByRole("button", { name: "Offer to concede" }).click();
  await page.locator(".play:enabled").click();
  await page.getByRole("button", { name: "Austrians: show the table" }).click();
  await page.getByRole("button", { name: "Accept" }).click();
  await page.locator(".play:enabled").click();
  await page.locator(".after table").first().waitFor();
  await page.getByRole("button", { name: "Look at the table" }).click();
}

test.each([["a desk", DESK], ["a phone", PHONE]])("on %s the slider stays under the hand that drags it, runs anew from the end, and a second battle is asked for", async (_, size) => {
  const { page } = await sit(browser, size);
  await conceded(page);
  const slider = page.getByRole("slider");
  const room = await slider.boundingBox();
  const at = async () => Number(await slider.inputValue());
  const last = Number(await slider.getAttribute("max"));
  expect(last).toBeGreaterThan(4);
  expect(await at()).toBe(last);
  const [left, width, y] = [room?.x ?? 0, room?.width ?? 0, (room?.y ?? 0) + (room?.height ?? 0) / 2];
  expect(width).toBeGreaterThanOrEqual(70);
  await page.mouse.move(left + width - 8, y);
  await page.mouse.down();
  const values = [await at()];
  for (let x = width - 8; x > 4; x -= (width - 12) / 24) {
    await page.mouse.move(left + x, y);
    await page.waitForTimeout(60);
    values.push(await at());
    expect(await slider.boundingBox()).toEqual(room);
  }
  await page.mouse.up();
  expect(values).toEqual(values.toSorted((a, b) => b - a));
  expect(values.at(-1)).toBe(1);
  const old = page.url();
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.getByText("Start a second battle from here? This one is kept.").waitFor();
  await page.getByRole("button", { name: "No", exact: true }).click();
  expect(page.url()).toBe(old);
  await slider.fill(String(last));
  await page.getByRole("button", { name: "Run" }).click();
  await expect.poll(at).toBe(1);
  await expect.poll(at).toBe(3);
  // A hand that steers, or only holds the slider, stops the run.
  await slider.fill("2");
  await page.waitForTimeout(1600);
  expect(await at()).toBe(2);
  await page.getByRole("button", { name: "Run" }).click();
  await expect.poll(at).toBe(3);
  await page.mouse.move(left + 8 + ((width - 16) * 2) / (last - 1), y);
  await page.mouse.down();
  await page.waitForTimeout(1600);
  expect(await at()).toBe(3);
  await page.mouse.up();
  // Whoever plays on from there has seen what was before.
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.getByRole("button", { name: "Start it" }).click();
  await page.getByRole("button", { name: /: show the table$/ }).click();
  await page.locator(".panel .ask").waitFor();
  expect(page.url()).not.toBe(old);
  expect(await page.locator(".meanwhile").count()).toBe(0);
});

test("a step back while it is watched stops it there", async () => {
  const { page } = await sit(browser);
  await untilMeanwhile(page);
  await page.getByRole("button", { name: "Watch it" }).click();
  const slider = page.getByRole("slider");
  await page.getByRole("heading", { name: "You look back" }).waitFor();
  const first = Number(await slider.inputValue());
  await expect.poll(async () => Number(await slider.inputValue())).toBe(first + 1);
  await page.getByRole("button", { name: "One step back" }).click();
  await page.waitForTimeout(1800);
  expect(Number(await slider.inputValue())).toBe(first);
});

test("what happened meanwhile outlasts the page until it is folded away, and is told to whoever comes late", async () => {
  const [one, two] = [await sit(browser), await sit(browser)];
  const meanwhile = one.page.locator(".meanwhile");
  await untilMeanwhile(one.page);
  const lines = await meanwhile.allTextContents();
  await one.page.reload();
  await expect.poll(() => meanwhile.allTextContents()).toEqual(lines);
  await meanwhile.getByRole("button", { name: "Fold it away" }).click();
  await one.page.reload();
  await one.page.locator(".plan").first().waitFor();
  expect(await meanwhile.count()).toBe(0);
  // Both are persons: the second comes when the first has played.
  const [mine, yours] = await openChairs(address, "blucher", FAR, [{ by: "person" }, { by: "person" }]);
  await two.page.goto(yours ?? "");
  await one.page.goto(mine ?? "");
  await one.page.locator(".plan").first().waitFor();
  expect(await meanwhile.count()).toBe(0);
  await two.context.close();
  await endPhase(one.page);
  await one.page.getByRole("heading", { name: "Waiting for: Red" }).waitFor();
  const late = await sit(browser);
  await late.page.goto(yours ?? "");
  await late.page.locator(".meanwhile li", { hasText: "The momentum limit was" }).waitFor();
});

test.each([[844, 390], [740, 360]])("on a phone of %i by %i what happened is one line, and the question with its first answer fits below the guide", async (width, height) => {
  const [one, two] = [await sit(browser), await sit(browser, { ...PHONE, viewport: { width, height } })];
  await newBattle(one.page, address, "Learning", "link");
  await two.page.goto(await one.page.getByLabel("Link for Austrians").inputValue());
  await corpsForward(one.page);
  for (const clock of ["French: fire", "Austrians: movement"]) {
    if (await one.page.locator(".clock", { hasText: "Austrians" }).count()) break;
    await endPhase(one.page);
    await one.page.locator(".clock", { hasText: new RegExp(`${clock}|Austrians`) }).waitFor();
  }
  await two.page.locator(".meanwhile").waitFor();
  await two.page.locator(".guide").waitFor();
  const summary = two.page.locator(".meanwhile summary");
  expect(await summary.textContent()).toMatch(/Meanwhile: \d\d things/);
  const tops = await summary.evaluate((words) => {
    const range = document.createRange();
    range.selectNodeContents(words);
    return [...range.getClientRects()].filter((box) => box.width > 1).map((box) => box.top);
  });
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(6);
  const [plan, panel] = [await two.page.locator(".plan").first().boundingBox(), await two.page.locator(".panel").boundingBox()];
  expect((plan?.y ?? 0) + (plan?.height ?? 0)).toBeLessThanOrEqual((panel?.y ?? 0) + (panel?.height ?? 0));
});

/** Two corps that cannot hurt one another in their first turns. */
const corps = (side: 0 | 1, names: string[]) => names.map((name, i): Unit => ({ side, name, corps: "I Corps", arm: "infantry", at: [5 + 2 * i, 2 + 16 * side], heading: 180 * side }));
const FAR = field(16, 20, [...corps(0, ["Eins", "Zwei", "Drei"]), ...corps(1, ["Vier", "Neun", "Zehn"])]);

/** Lets a turn pass; the computer has had its own when the next question is asked. */
async function untilMeanwhile(page: Page): Promise<void> {
  const [mine] = await openChairs(address, "blucher", FAR, [{ by: "person" }, { by: "computer", level: "sergeant" }]);
  await page.goto(mine ?? "");
  await endPhase(page);
  await page.locator(".clock", { hasText: "Turn 3" }).waitFor();
  await page.locator(".meanwhile").waitFor();
  await page.locator(".plan").first().waitFor();
}

test("after the computer's turn the panel tells what happened, shows it step by step, and comes back to now", async () => {
  const { page } = await sit(browser);
  await untilMeanwhile(page);
  const meanwhile = page.locator(".meanwhile");
  const happened = Number(/Meanwhile: (\d+) things happened/.exec((await meanwhile.textContent()) ?? "")?.[1]);
  expect(happened).toBeGreaterThan(3);
  // All that was told since the own choice stands in the log, with its headings and what the choice did itself.
  expect(await page.locator(".loglines li.new:not(.turn)").count()).toBeGreaterThan(happened);
  const lines = await meanwhile.locator("li").count();
  if (lines < happened) await meanwhile.getByText(`and ${happened - lines} more in the log`).waitFor();
  expect(await meanwhile.locator("li").allTextContents()).not.toContainEqual(expect.stringMatching(/^\s*Turn \d/));
  expect(await meanwhile.locator("li:has(.dice)").count()).toBeGreaterThan(0);
  const told = (await meanwhile.locator("li").allTextContents()).map((line) => line.trim());
  const question = await page.locator(".panel .ask").boundingBox();
  const block = await meanwhile.boundingBox();
  expect((block?.y ?? 0) + (block?.height ?? 0)).toBeLessThan(question?.y ?? 0);
  await meanwhile.getByRole("button", { name: "Watch it" }).click();
  await page.getByRole("heading", { name: "You look back" }).waitFor();
  const slider = page.getByRole("slider");
  const [first, last] = [Number(await slider.inputValue()), Number(await slider.getAttribute("max"))];
  expect(last - first).toBeGreaterThan(1);
  // The table before any of it comes first.
  const before = await page.locator(".panel .moment li").allTextContents();
  expect(before.filter((line) => told.includes(line.trim()))).toEqual([]);
  const values = new Set<number>();
  while (await slider.count()) {
    const at = Number(await slider.inputValue({ timeout: 500 }).catch(() => last));
    if (at === first + 1 && !values.has(at)) expect((await page.locator(".panel .moment li").allTextContents()).map((line) => line.trim())).toContain(told[0]);
    values.add(at);
    await page.waitForTimeout(100);
  }
  expect([...values]).toEqual(Array.from({ length: last - first + 1 }, (_, i) => first + i));
  await page.locator(".panel .ask").waitFor();
  // The first order folds it away, and it stays away.
  await page.locator(".plan").first().click();
  await page.locator(".commit").waitFor();
  expect(await meanwhile.count()).toBe(0);
  await page.getByRole("button", { name: "Take all back" }).click();
  await page.locator(".commit").waitFor({ state: "detached" });
  expect(await meanwhile.count()).toBe(0);
});

test("what was played from a chair in one page is no news in another page of the same browser", async () => {
  const { page: here, context } = await sit(browser);
  const there = await context.newPage();
  const [mine] = await openChairs(address, "blucher", FAR, [{ by: "person" }, { by: "computer", level: "sergeant" }]);
  await here.goto(mine ?? "");
  await here.locator(".plan").first().waitFor();
  await there.goto(here.url());
  await there.locator(".plan").first().waitFor();
  await here.locator(".plan", { hasText: "I Corps" }).click();
  await here.locator(".plan", { hasText: "All straight forward" }).click();
  await here.locator(".play:enabled:not(:has(small))").click();
  await there.locator(".loglines li", { hasText: "Eins: simple move" }).waitFor();
  await there.locator(".panel .ask").waitFor();
  await expect.poll(() => there.locator(".meanwhile").count()).toBe(0);
  // What the computer does after it is news in both, and the same.
  if (await here.locator(".clock", { hasText: "Turn 1" }).count()) await endPhase(here);
  await here.locator(".clock", { hasText: "Turn 3" }).waitFor();
  await here.locator(".meanwhile li").first().waitFor();
  const told = await here.locator(".meanwhile li").allTextContents();
  await expect.poll(() => there.locator(".meanwhile li").allTextContents()).toEqual(told);
  // So is that it was read.
  await there.locator(".meanwhile").getByRole("button", { name: "Fold it away" }).click();
  await here.locator(".meanwhile").waitFor({ state: "detached" });
});

test("on a phone it is one line that opens, and can be folded away; where nothing shall move it waits to be stepped", async () => {
  const { page } = await sit(browser, { ...PHONE, reducedMotion: "reduce" });
  await untilMeanwhile(page);
  const meanwhile = page.locator(".meanwhile");
  expect((await meanwhile.boundingBox())?.height).toBeLessThan(48);
  expect(await meanwhile.locator("li").first().isVisible()).toBe(false);
  await meanwhile.locator("summary").tap();
  await meanwhile.locator("li").first().waitFor();
  await meanwhile.getByRole("button", { name: "Watch it" }).tap();
  const slider = page.getByRole("slider");
  await page.getByRole("heading", { name: "You look back" }).waitFor();
  const first = await slider.inputValue();
  await page.waitForTimeout(3500);
  expect(await slider.inputValue()).toBe(first);
  await page.getByRole("button", { name: "One step on" }).tap();
  await expect.poll(() => slider.inputValue()).toBe(String(Number(first) + 1));
  await page.getByRole("button", { name: "Back to now" }).tap();
  await meanwhile.getByRole("button", { name: "Fold it away" }).tap();
  await meanwhile.waitFor({ state: "detached" });
});

test("after the battle a unit that left unharmed has lost nothing, and what the computer meant is not cut off", async () => {
  const { page } = await sit(browser, { viewport: { width: 1024, height: 768 } });
  await untilMeanwhile(page);
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.locator(".piece.drafted").first().waitFor();
  await piece(page, "Zwei").click();
  await page.getByRole("button", { name: /^Retires/ }).click();
  await page.locator(".play:enabled:not(:has(small))").click();
  await piece(page, "Zwei").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Offer to concede" }).click();
  await page.locator(".play:enabled").click();
  const row = page.locator(".after tr", { hasText: "Zwei" });
  await expect.poll(() => row.locator("td").allTextContents()).toEqual(["Zwei", "nothing", "left the table, turn 3"]);
  await page.locator(".intents summary").click();
  const meant = page.locator(".intents li");
  await meant.first().waitFor();
  expect(await meant.count()).toBeGreaterThan(1);
  // Every line can be scrolled to by the one scrollbar of the sheet.
  expect(await page.locator(".intents ol").evaluate((list) => [list.scrollHeight - list.clientHeight, getComputedStyle(list).overflowY])).toEqual([0, "visible"]);
});

test.each([[844, 390], [740, 360], [390, 844]])("on a phone of %i by %i what one's own dice brought and what others did since leave room for the question and its first answer", async (width, height) => {
  const { page } = await sit(browser, { ...PHONE, viewport: { width, height } });
  const units: Unit[] = [
    { side: 0, name: "Matt", arm: "infantry", elan: 1, at: [2, 12], heading: 0, charged: true }, { side: 1, name: "Fels", arm: "infantry", elan: 9, at: [2, 12], heading: 180 },
    { side: 0, name: "Guns", arm: "artillery", at: [14, 4], heading: 0 }, { side: 1, name: "Target", arm: "infantry", at: [14, 9], heading: 180 },
    ...corps(0, ["Eins", "Zwei", "Drei", "Vier"]), ...corps(1, ["Neun", "Zehn"]),
  ];
  const [mine] = await openChairs(address, "blucher", field(16, 20, units, "fire"), [{ by: "person" }, { by: "computer", level: "recruit" }]);
  await page.goto(mine ?? "");
  await endPhase(page);
  await page.locator(".clock", { hasText: "Turn 3" }).waitFor();
  const brought = page.getByRole("region", { name: "What your last choice brought" });
  await brought.locator("li", { hasText: "Matt against Fels" }).locator(".dice").waitFor();
  await page.locator(".meanwhile").waitFor();
  await page.locator(".plan").first().waitFor();
  const [plan, panel] = [await page.locator(".plan").first().boundingBox(), await page.locator(".panel").boundingBox()];
  expect((plan?.y ?? 0) + (plan?.height ?? 0)).toBeLessThanOrEqual((panel?.y ?? 0) + (panel?.height ?? 0));
  expect((await brought.boundingBox())?.height).toBeLessThan(44);
  // Whoever folds the one away keeps the other.
  await page.locator(".meanwhile").getByRole("button", { name: "Fold it away" }).tap();
  await page.locator(".meanwhile").waitFor({ state: "detached" });
  await brought.locator("li", { hasText: "Fels defends" }).waitFor();
});

test("after a battle that began in the middle of a turn what was lost and thrown before its first heading counts", async () => {
  const [{ page: blue }, { page: red }] = [await sit(browser), await sit(browser)];
  // Whoever attacks takes a fatigue at least, and one is enough for this unit. The guns are there to be asked first.
  const units: Unit[] = [
    { side: 0, name: "Matt", arm: "infantry", elan: 1, at: [3, 5], heading: 0, charged: true }, { side: 1, name: "Fels", arm: "infantry", elan: 9, at: [3, 5], heading: 180 },
    { side: 0, name: "Guns", arm: "artillery", at: [14, 5], heading: 0 }, { side: 1, name: "Target", arm: "infantry", at: [14, 7], heading: 180 },
    ...corps(0, ["Eins", "Zwei", "Drei", "Vier"]), ...corps(1, ["Neun", "Zehn"]),
  ];
  const [mine, yours] = await openChairs(address, "blucher", field(16, 20, units, "fire"), [{ by: "person" }, { by: "person" }]);
  await red.goto(yours ?? "");
  await blue.goto(mine ?? "");
  await endPhase(blue);
  for (const [page, says] of [[red, "Offer to concede"], [blue, "Accept"]] as const) {
    await page.getByRole("button", { name: says }).click();
    await page.locator(".play:enabled").click();
  }
  const section = blue.locator(".after .columns section", { hasText: "Blue" });
  await expect.poll(() => section.locator("tr", { hasText: "Matt" }).locator("td").allTextContents()).toEqual(["Matt", "all", "broken"]);
  expect(await section.locator("h3").textContent()).toContain("1 of 6 units gone");
  // His dice and those that were thrown against him.
  expect(new Set(await blue.locator(".luck .row b").allTextContents())).toEqual(new Set(["Blue", "Red"]));
});

test("a rule links to rules that can be looked up, and to no others", async () => {
  const { page } = await sit(browser);
  await page.goto(`${address}/#/rules/BL-RES-04`);
  const wanted = page.locator("article.wanted");
  await expect.poll(() => wanted.locator(".rule").allTextContents()).toEqual(["BL-RES-23"]);
  expect(await wanted.textContent()).toContain("BL-SUB-34");
  // Nowhere in the book does a link lead to nothing.
  const ids = await page.locator("article").evaluateAll((all) => all.map((one) => one.id));
  const links = await page.locator("article a.rule").evaluateAll((all) => all.map((one) => one.getAttribute("href")?.replace("#/rules/", "")));
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter((id) => !ids.includes(id ?? ""))).toEqual([]);
  // A rule that is named without its book is one of the same book.
  const short = page.locator("article a.rule", { hasText: /^VIS-07$/ }).first();
  await short.click();
  const sheet = page.getByRole("dialog", { name: "Rule BL-VIS-07" });
  await sheet.locator("p").nth(1).waitFor();
  await sheet.getByRole("button", { name: "Close" }).click();
  await page.getByLabel("Search the rules").fill("bl-amb-21");
  await expect.poll(() => page.locator("article h3").first().textContent()).toBe("BL-AMB-21");
  await page.locator("article h3").nth(1).waitFor();
  // On the sheet over the table too.
  await page.goto(`${address}/#/rules/BL-AMB-201`);
  await page.locator("article.wanted a.rule[href='#/rules/BL-RES-33']").click();
  const other = page.getByRole("dialog", { name: "Rule BL-RES-33" });
  await other.locator("p", { hasText: "BL-SUB-18" }).waitFor();
  expect(await other.locator(".rule", { hasText: /SUB-18|AMB-34/ }).count()).toBe(0);
  expect(await other.locator(".rule").count()).toBeGreaterThan(0);
});

test.each([[844, 390], [740, 360], [390, 844]])("at %i by %i whoever chooses a scenario sees which, and how to start it", async (width, height) => {
  const { page } = await sit(browser, { viewport: { width, height }, hasTouch: true, isMobile: true });
  await page.goto(`${address}/#/new`);
  for (const name of ["Pickup", "Learning", "Meeting"]) {
    await page.locator(".scenario", { hasText: name }).tap();
    await page.locator(".chosen h2", { hasText: name }).waitFor();
    for (const what of [page.locator(".chosen h2"), page.getByRole("button", { name: "Start the battle" })]) {
      await expect.poll(async () => (await what.boundingBox())?.y ?? -1, { message: name, timeout: 5000 }).toBeGreaterThanOrEqual(0);
      const box = await what.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    }
  }
});

test("nothing lies over the bar with Play, the Commander's button stays as high as it is, and can be left", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  const end = page.getByRole("button", { name: "End the phase" });
  const commander = page.locator(".plan", { hasText: "Commander" });
  const below = await end.boundingBox();
  await commander.hover();
  await page.waitForTimeout(100);
  expect(await end.boundingBox()).toEqual(below);
  expect(await commander.locator("small").first().evaluate((words) => words.scrollHeight - words.clientHeight)).toBeLessThanOrEqual(0);
  await commander.click();
  await page.getByText("Click on the table").waitFor();
  await page.locator(".panel").getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Click on the table").waitFor({ state: "detached" });
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.locator(".barred summary").click();
  await page.locator(".away", { hasText: "Played, it shows the enemy" }).waitFor();
  // What is seen at many spots of the bar, however far the panel is scrolled.
  for (const far of [0, 20, 40, 400]) {
    await page.locator(".panel").evaluate((panel, far) => (panel.scrollTop = far), far);
    const hidden = await page.locator(".commit").evaluate((bar) => {
      const { x, y, width, height } = bar.getBoundingClientRect();
      const spots = Array.from({ length: 200 }, (_, i) => [x + (width * ((i % 10) + 0.5)) / 10, y + (height * (Math.floor(i / 10) + 0.5)) / 20] as const);
      return spots.filter(([x, y]) => !document.elementFromPoint(x, y)?.closest(".commit")).length;
    });
    expect(hidden, `scrolled by ${far}`).toBe(0);
  }
});

test.each([["a desk", DESK], ["a phone", PHONE]])("on %s what takes a draft back says how much of it, in one row with Play", async (_, size) => {
  const { page } = await sit(browser, size);
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.locator(".plan", { hasText: "All straight forward" }).click();
  await page.locator(".play:enabled:not(:has(small))").waitFor();
  const [all, one] = [page.getByRole("button", { name: "Take all back" }), page.getByRole("button", { name: "Take the last back" })];
  const tops = await Promise.all([page.locator(".play"), all, one].map(async (button) => (await button.boundingBox())?.y));
  expect(new Set(tops).size).toBe(1);
  for (const button of [all, one]) expect(await button.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  const orders = () => page.getByRole("list", { name: "Your draft" }).locator(".says").allTextContents();
  const before = await orders();
  const last = before.at(-1) ?? "";
  const earlier = page.getByRole("button", { name: `Order it earlier: ${last}` });
  expect(await earlier.getAttribute("title")).toBe("Order it earlier");
  await earlier.click();
  await expect.poll(orders).toEqual([...before.slice(0, -2), last, before.at(-2)]);
  await one.click();
  await expect.poll(async () => (await orders()).filter((order) => order.endsWith("joins")).length).toBe(1);
  await all.click();
  await page.locator(".commit").waitFor({ state: "detached" });
});

test("an onlooker who comes early is told so, and a battle that is over is the last to be resumed", async () => {
  const [one, two] = [await sit(browser), await sit(browser)];
  await newBattle(one.page, address, "Learning", "link");
  await two.page.goto(await one.page.getByLabel("Link for spectators").inputValue());
  await two.page.getByRole("heading", { name: "The battle has not begun" }).waitFor();
  await two.page.getByText("Not at the table yet: Austrians.").waitFor();
  await quickBattle(one.page, address);
  await one.page.getByRole("button", { name: "Links to this battle" }).waitFor();
  await one.page.getByRole("button", { name: "Offer to concede" }).click();
  await one.page.locator(".play:enabled").click();
  await one.page.locator(".after table").first().waitFor();
  await one.page.goto(`${address}/#/`);
  await expect.poll(() => one.page.locator("li .turn").allTextContents()).toEqual(["Waiting for your friend", "Finished"]);
});
