// Slips of the hand, reasons that stay in sight, and where one looks and types when something opens or goes away.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PHONE, address, browser, drag, middle, piece, quickBattle, sit, tabTo } from "./browser";

const order = (page: Page, unit: string) => page.locator("[aria-label='Your draft'] .says", { hasText: unit }).textContent();

/** I Corps with everybody ordered straight forward; gives the words of an order. */
async function forward(page: Page): Promise<string | null> {
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.locator(".plan", { hasText: "All straight forward" }).click();
  await page.getByText(/Desailly: simple move/).first().waitFor();
  return order(page, "Desailly");
}

test("a unit keeps its order when the hand slips or lets go by Escape", async () => {
  const { page } = await sit(browser);
  const before = await forward(page);
  const at = await middle(piece(page, "Desailly"));
  // A slip, let go at once and after a while.
  for (const wait of [0, 400]) {
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + 8, at.y);
    await page.waitForTimeout(wait);
    await page.mouse.up();
    await page.waitForTimeout(400);
    expect(await order(page, "Desailly")).toBe(before);
  }
  await drag(page, piece(page, "Desailly"), 0, -40, false);
  await page.locator(".note").first().waitFor();
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect.poll(() => order(page, "Desailly")).toBe(before);
  // By keys: taken up, and let go.
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowUp");
  await page.locator(".note").first().waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => order(page, "Desailly")).toBe(before);
  // And a real order takes its place.
  await drag(page, piece(page, "Desailly"), 0, 30);
  const words = async () => ((await order(page, "Desailly")) ?? "").replace(before ?? "", "");
  await expect.poll(words).toMatch(/Desailly: .*move/);
});

test("why a draft cannot be played stands beside the button", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.locator(".piece.drafted").first().waitFor();
  await drag(page, piece(page, "Lacour"), 77, 0);
  const why = page.locator(".commit .refusals");
  await why.waitFor();
  expect(await page.locator(".play").isDisabled()).toBe(true);
  const seen = await why.evaluate((box) => {
    const { left, top, bottom } = box.getBoundingClientRect();
    return box.contains(document.elementFromPoint(left + 20, (top + bottom) / 2));
  });
  expect(seen, "it is in sight").toBe(true);
});

test("on a phone the log opens whole and at its newest line, and the keys at their top", async () => {
  const { page } = await sit(browser, PHONE);
  await forward(page);
  await page.locator(".play:enabled").tap();
  await page.locator(".loglines li", { hasText: /Desailly: simple move/ }).waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Log" }).tap();
  const list = page.locator(".loglines ol");
  await expect.poll(() => list.evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop)).toBeLessThan(2);
  expect((await list.boundingBox())?.height).toBeGreaterThan(230);
  await page.getByRole("button", { name: "Keys and gestures" }).tap();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  expect(await dialog.evaluate((one) => [one.scrollTop, one.scrollHeight > one.clientHeight])).toEqual([0, true]);
});

test("after the end the table is laid open at once, and nobody plays on from there", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  const concealed = () => page.locator(".halo[aria-label^='concealed']").count();
  expect(await concealed()).toBe(8);
  await page.getByRole("button", { name: "Offer to concede" }).click();
  await page.locator(".play:enabled").click();
  await page.locator(".after table").first().waitFor();
  await page.getByRole("button", { name: "Look at the table" }).click();
  await expect.poll(concealed).toBe(0);
  await piece(page, "Smola").click();
  await page.locator(".unit dd").first().waitFor();
  const on = page.getByRole("button", { name: "Play on from here" });
  expect(await on.count()).toBe(0);
  await page.getByRole("slider").fill("1");
  await on.waitFor();
  await page.getByRole("slider").fill((await page.getByRole("slider").getAttribute("max")) ?? "");
  await on.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Back to now" }).click();
  await expect.poll(concealed).toBe(0);
});

test("the focus stays in the panel when what had it goes away", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  for (const plan of ["I Corps", "All straight forward"]) {
    await page.locator(".plan", { hasText: plan }).first().waitFor();
    await tabTo(page, (label) => label.startsWith(plan));
    await page.keyboard.press("Enter");
  }
  await page.getByText(/Desailly: simple move/).first().waitFor();
  const at = () => page.evaluate(() => (document.activeElement?.closest(".panel") ? (document.activeElement.textContent ?? "").trim() : "nowhere"));
  await expect.poll(at).toBe("Play");
  await page.keyboard.press("Shift+Enter");
  await page.locator(".loglines li", { hasText: /Desailly: simple move/ }).waitFor();
  await page.locator(".plan, .general .button").first().waitFor();
  await expect.poll(at).not.toBe("nowhere");
  // A hand at the table keeps its keys.
  await page.mouse.click(300, 450);
  await expect.poll(at).toBe("nowhere");
});

test("a tap on the grip that turns a unit is meant for the card under it", async () => {
  const { page } = await sit(browser, PHONE);
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.locator(".piece.drafted").first().waitFor();
  await piece(page, "Desailly").click();
  // The spot of the other card that is nearest to the middle of the grip.
  const [grip, card] = [await middle(page.locator(".turn .grip")), await piece(page, "Guiot").boundingBox()];
  const within = (at: number, from = 0, size = 0) => Math.min(Math.max(at, from + 4), from + size - 4);
  const at = { x: within(grip.x, card?.x, card?.width), y: within(grip.y, card?.y, card?.height) };
  expect(await page.evaluate(({ x, y }) => !!document.elementFromPoint(x, y)?.closest("[data-turn]"), at)).toBe(true);
  await page.mouse.click(at.x, at.y);
  await page.locator(".unit h3", { hasText: "Guiot" }).waitFor();
  expect(await order(page, "Desailly")).toBe("Desailly joins");
});
