// The screens around the battle: the rule book, and the list of battles in which one goes on.
import { expect, test } from "vitest";
import { address, browser, newBattle, quickBattle, sit } from "./browser";
import { openChairs, picket } from "./fields";

test("the rule book opens with the game that is played, for readers", async () => {
  const { page } = await sit(browser);
  await page.goto(`${address}/#/rules`);
  await page.getByRole("heading", { name: "Rules: Blücher" }).waitFor();
  const contents = page.getByRole("navigation", { name: "Contents" }).getByRole("button");
  await contents.first().waitFor();
  expect(await contents.allTextContents()).toEqual(expect.arrayContaining(["Momentum", "Charge", "Victory and defeat", "Rulings"]));
  expect(await page.locator("article").first().textContent()).toContain("All dice are fair six-sided.");
  // Nothing of what the register keeps for its builders, of other books, or of rules that are not in play.
  const text = await page.locator(".book").innerText();
  expect(text).not.toMatch(/Test:|Refuse:|Why:|x-ref|\bl\.\d|seeds|Clausewitz|BL-EX-|BL-WEA-|\*/);
  expect(text).toContain("Ruling:");
  await contents.filter({ hasText: /^Charge$/ }).click();
  const charge = page.getByRole("heading", { name: "Charge", exact: true });
  await expect.poll(() => charge.evaluate((heading) => heading.getBoundingClientRect().top)).toBeLessThan(60);
  await page.getByRole("searchbox").fill("no such word");
  await page.getByText("No rule has all these words.").waitFor();
});

test("a game without a rule book says so in words", async () => {
  const { page } = await sit(browser);
  const [chair] = await openChairs(address, "picket", picket([{ side: "blue", name: "Guard", at: [3, 3], facing: 0 }, { side: "red", name: "Line", at: [3, 6.2], facing: 180 }]), [{ by: "person" }, { by: "computer", level: "recruit" }]);
  await page.goto(chair ?? "");
  const link = page.locator(".loglines a.rule").first();
  const id = (await link.textContent()) ?? "";
  await link.click();
  const sheet = page.getByRole("dialog", { name: `Rule ${id}` });
  await sheet.getByText("This game has no rule book to look it up in.").waitFor();
  expect(await sheet.getByRole("link").count()).toBe(0);
  await page.goto(`${address}/#/rules/${id}`);
  await page.getByRole("alert").getByText(`There is no rule ${id} in this book; if it is one of Picket, there is no book`).waitFor();
  await page.getByText("Picket has no rule book.").waitFor();
});

test("battles of the same scenario can be told apart in the list", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await newBattle(page, address, "Learning", "here");
  await page.locator(".curtain").waitFor();
  await newBattle(page, address, "Learning", "link");
  await page.getByRole("heading", { name: "Send the link" }).waitFor();
  await page.goto(address);
  const rows = page.locator("li", { hasText: "Learning battle" });
  await expect.poll(() => rows.count()).toBe(3);
  const found = await rows.allInnerTexts();
  for (const row of found) expect(row).toMatch(/(today|yesterday), \d\d:\d\d/);
  const has = (...words: string[]) => expect(found.filter((row) => words.every((word) => row.includes(word))), `${words}: ${found}`).toHaveLength(1);
  has("French (you) against Austrians (the computer, Sergeant)", "Your turn", "Turn 1 of 14");
  has("French and Austrians, both at this screen", "Turn 1 of 14");
  has("French (you) against Austrians (a friend)", "Waiting for your friend", "Not begun");
});

test("of many battles to resume the rest is shown when it is asked for", async () => {
  const { page } = await sit(browser);
  const text = picket([{ side: "blue", name: "Guard", at: [3, 3], facing: 0 }, { side: "red", name: "Line", at: [3, 6.2], facing: 180 }]);
  const chairs = await Promise.all(Array.from({ length: 23 }, async () => {
    const [battle, token] = ((await openChairs(address, "picket", text, [{ by: "person" }, { by: "person" }]))[0] ?? "").split("/").slice(-2);
    return { battle, token, seat: 0, name: "", scenario: "", opened: 0, invites: [] };
  }));
  await page.addInitScript((kept) => localStorage.setItem("grognard.chairs", kept), JSON.stringify(chairs));
  await page.goto(address);
  const rows = page.locator("li a");
  await expect.poll(() => rows.count()).toBe(20);
  await page.getByRole("button", { name: "Show 3 more" }).click();
  await expect.poll(() => rows.count()).toBe(23);
  await expect.poll(() => rows.nth(20).evaluate((row) => row === document.activeElement)).toBe(true);
  expect(await page.getByRole("button", { name: /^Show/ }).count()).toBe(0);
});

test.each([1024, 1180, 1366, 1920])("the header of a battle is one low line at %i pixels", async (width) => {
  const { page } = await sit(browser, { viewport: { width, height: 800 } });
  await newBattle(page, address, "Meeting", "here");
  await page.getByRole("button", { name: /show the table/ }).click();
  await page.locator(".plan").first().waitFor();
  // The longest that a clock of this game says.
  await page.locator(".clock").evaluate((clock) => (clock.textContent = "Turn 28 of 30 (evening), Prussians: combat: defenders forced back by infantry"));
  const header = await page.locator("header.gauges").boundingBox();
  expect(header?.height).toBeLessThanOrEqual(46);
  for (const part of await page.locator("header.gauges .gauge, header.gauges .name, header.gauges .clock").all()) {
    const box = await part.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= 46, await part.innerText()).toBe(true);
  }
});

test("a battle that goes on leaves the list of those to resume only when one is sure", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await page.goto(`${address}/#/`);
  const rows = page.getByRole("button", { name: /off this list$/ });
  await rows.first().waitFor();
  const before = await rows.count();
  await rows.first().click();
  const sure = page.getByRole("button", { name: /^Give your chair in .* up for good\?$/ });
  await sure.waitFor();
  await page.reload();
  await expect.poll(() => rows.count()).toBe(before);
  await rows.first().click();
  await sure.click();
  await expect.poll(() => rows.count()).toBe(before - 1);
});
