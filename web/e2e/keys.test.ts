// What keys do: hold a unit, measure, scroll, open; and that what has the focus can be seen.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { address, browser, newBattle, piece, quickBattle, sit } from "./browser";

const camera = (page: Page) => page.locator(".world").evaluate((one) => (one as HTMLElement).style.transform);

/** A quick battle in which keys hold Guiot, a good way before its place. */
async function held(): Promise<Page> {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await piece(page, "Guiot").getByRole("button").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("m");
  await page.locator(".piece.drafted").first().waitFor();
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowUp");
  await page.locator(".note.good").waitFor();
  return page;
}

test("what keys hold is let go with its question", async () => {
  const page = await held();
  // It is played as it is held, and the hand is empty for the next question.
  await page.keyboard.press("Shift+Enter");
  await page.locator(".loglines li", { hasText: "Guiot: simple move" }).waitFor();
  await page.locator(".general .button").first().waitFor();
  const before = await camera(page);
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => camera(page)).not.toBe(before);
  expect(await page.locator(".note, path.ghost").count()).toBe(0);
  const clock = await page.locator(".clock").textContent();
  await page.getByRole("button", { name: "End the phase" }).focus();
  await page.keyboard.press("Enter");
  // It is asked once more, or, where it is all that can be done, played.
  await expect.poll(async () => (await page.locator(".play:enabled").count()) > 0 || (await page.locator(".clock").textContent()) !== clock).toBe(true);
});

test("what keys hold is let go when something else is chosen", async () => {
  const page = await held();
  await piece(page, "Lacour").click();
  await page.locator(".unit", { hasText: "Lacour" }).waitFor();
  await page.locator(".note").waitFor({ state: "detached" });
  const before = await camera(page);
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => camera(page)).not.toBe(before);
  expect(await page.locator(".note").count()).toBe(0);
});

test("the ruler measures by keys, from unit to unit and by arrows", async () => {
  const { page } = await sit(browser);
  await newBattle(page, address, "Learning", "computer recruit");
  await piece(page, "Lacour").getByRole("button").focus();
  await page.keyboard.press("Enter");
  await page.locator(".unit", { hasText: "Lacour" }).waitFor();
  await page.keyboard.press("r");
  const tape = page.locator(".tape-note");
  await expect.poll(() => tape.textContent()).toBe("0.00 BW");
  await piece(page, "Guiot").getByRole("button").focus();
  await page.keyboard.press("Enter");
  // The two stand at 3.4 and 4.6 BW: 1.2 BW apart. An arrow is a quarter of a BW, with Shift a twentieth.
  await expect.poll(() => tape.textContent()).toBe("1.20 BW");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => tape.textContent()).toBe("1.45 BW");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(() => tape.textContent()).toBe("1.40 BW");
  await page.keyboard.press("r");
  await expect.poll(() => tape.textContent()).toBe("0.00 BW");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => tape.textContent()).toBe("0.25 BW");
  await page.keyboard.press("Escape");
  await tape.waitFor({ state: "detached" });
  expect(await page.getByRole("button", { name: "Ruler" }).getAttribute("aria-pressed")).toBe("false");
});

test("Space opens what can be opened, and arrows scroll the log when it has the focus", async () => {
  const { page } = await sit(browser, { viewport: { width: 1000, height: 560 } });
  await quickBattle(page, address);
  const goal = page.locator("details.goal");
  await goal.locator("summary").focus();
  await page.keyboard.press("Space");
  await expect.poll(() => goal.evaluate((one) => (one as HTMLDetailsElement).open)).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(() => goal.evaluate((one) => (one as HTMLDetailsElement).open)).toBe(false);
  // Enough is played for the log to need scrolling.
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.locator(".plan", { hasText: "All straight forward" }).click();
  await page.locator(".play:enabled").click();
  await page.locator(".commit").waitFor({ state: "detached" });
  const log = page.getByLabel("Lines of the log");
  const scrolled = () => log.evaluate((one) => one.scrollTop);
  await expect.poll(scrolled).toBeGreaterThan(40);
  await log.focus();
  const [foot, before] = [await scrolled(), await camera(page)];
  await page.keyboard.press("ArrowUp");
  await expect.poll(scrolled).toBeLessThan(foot);
  expect(await camera(page)).toBe(before);
});

test("a key pressed in a field is for the field", async () => {
  const { page } = await sit(browser);
  await newBattle(page, address, "Pickup", "computer recruit");
  await page.getByRole("button", { name: /Place a wood/ }).click();
  const size = page.getByLabel("size");
  await size.focus();
  const before = await camera(page);
  for (const key of ["r", "?", "ArrowDown", "0", "+", "Backspace"]) await page.keyboard.press(key);
  expect(await page.getByRole("button", { name: "Ruler" }).getAttribute("aria-pressed")).toBe("false");
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await camera(page)).toBe(before);
  // In Chromium on Linux an arrow chooses the next value.
  expect(await size.inputValue()).not.toBe(await size.locator("option").first().getAttribute("value"));
});

test("what a unit's signs mean is on its card, for keys and for fingers, and in the game's words", async () => {
  const { page } = await sit(browser, { hasTouch: true });
  await quickBattle(page, address);
  const armies = (await (await fetch(`${address}/api/games/blucher/scenarios/learning/armies`)).json()) as { units: { piece: { name: string; badges: { sign: string; text: string; passing: boolean }[] } }[] }[];
  const own = armies[0]?.units.map((unit) => unit.piece) ?? [];
  const unit = own.find((one) => one.badges.some((badge) => !badge.passing));
  const badge = unit?.badges.find((one) => !one.passing);
  await piece(page, unit?.name ?? "").getByRole("button").focus();
  await page.keyboard.press("Enter");
  const card = page.locator(".unit", { hasText: unit?.name ?? "" });
  await card.locator("dd", { hasText: badge?.text ?? "" }).waitFor();
  // A state that passes is there as well, and all signs of the table are explained together.
  await card.locator("dd", { hasText: "the enemy sees only its flag and its facing" }).waitFor();
  await page.keyboard.press("Escape");
  await piece(page, unit?.name ?? "").tap();
  await card.locator("dd", { hasText: badge?.text ?? "" }).waitFor();
  await page.getByRole("button", { name: "Keys and gestures" }).click();
  const all = (await page.getByRole("dialog", { name: "Keys and gestures" }).locator("dd").allTextContents()).join("\n");
  for (const one of own.flatMap((other) => other.badges)) expect(all).toContain(`${one.sign}: ${one.text}`);
});

test("whatever has the focus can be seen to have it", async () => {
  const { page } = await sit(browser, { reducedMotion: "reduce", bypassCSP: true });
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await piece(page, "Guiot").click();
  await page.locator(".kinds").waitFor();
  await page.waitForTimeout(400);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const unseen: string[] = [];
  let first = "";
  for (let i = 0; i < 90; i++) {
    await page.keyboard.press("Tab");
    const now = await page.evaluate(() => {
      const one = document.activeElement;
      if (!one || one === document.body) return null;
      one.scrollIntoView({ block: "nearest" });
      const { x, y, width, height } = one.getBoundingClientRect();
      return { name: one.outerHTML.slice(0, 120), box: { x, y, width, height } };
    });
    if (!now || (first !== "" && now.name === first)) break;
    first ||= now.name;
    const [x, y] = [Math.max(0, now.box.x - 8), Math.max(0, now.box.y - 8)];
    const clip = { x, y, width: Math.min(1440 - x, now.box.width + 16), height: Math.min(900 - y, now.box.height + 16) };
    const held = await page.screenshot({ clip });
    await page.evaluate(() => {
      const style = document.createElement("style");
      style.id = "no-focus";
      style.textContent = ":focus-visible { outline: none !important; box-shadow: none !important; } .piece .halo:focus-visible { stroke: inherit !important; stroke-width: inherit !important; stroke-dasharray: none !important }";
      document.head.append(style);
    });
    const plain = await page.screenshot({ clip });
    await page.evaluate(() => document.getElementById("no-focus")?.remove());
    if (held.equals(plain)) unseen.push(now.name);
  }
  expect(first).not.toBe("");
  expect(unseen).toEqual([]);
});
