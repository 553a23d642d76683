// What helps a hand and a head that are new to the game: words that can be asked for their meaning, a card laid a little
// on another, a second thought about a target, an objective under a card.
import { expect, test } from "vitest";
import { address, browser, drag, middle, piece, quickBattle, sit } from "./browser";
import { field, openText } from "./fields";

test("a word of the game can be asked what it means, by mouse and by keys, and the rule is one click further", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  const word = page.locator(".guide .term", { hasText: /^momentum$/ });
  // Once in a sentence is enough.
  await expect.poll(() => word.count()).toBe(1);
  await word.click();
  const meaning = page.getByRole("dialog", { name: "What Momentum means" });
  await meaning.getByText("1 for each unit of a corps that moves together").waitFor();
  await meaning.getByRole("link", { name: "BL-MOM-09" }).click();
  const rule = page.getByRole("dialog", { name: "Rule BL-MOM-09" });
  await rule.getByRole("button", { name: "Close" }).click();
  await rule.waitFor({ state: "detached" });
  await meaning.getByRole("button", { name: "Close" }).click();
  await meaning.waitFor({ state: "detached" });
  await word.focus();
  await page.keyboard.press("Enter");
  await meaning.waitFor();
  await page.keyboard.press("Escape");
  await meaning.waitFor({ state: "detached" });
  // On a card too; and nothing was drafted by all that.
  await piece(page, "Guiot").click();
  await page.locator(".unit .term", { hasText: /^elan$/ }).click();
  await page.getByRole("dialog", { name: "What Elan means" }).getByText("It rolls so many dice.").waitFor();
  await page.keyboard.press("Escape");
  expect(await page.locator("[aria-label='Your draft']").count()).toBe(0);
});

const CHARGES = field(12, 10, [
  { side: 0, name: "Foot", arm: "infantry", at: [6, 3], heading: 0 },
  { side: 1, name: "Xi", arm: "infantry", at: [5.2, 4.2], heading: 180 },
  { side: 1, name: "Yi", arm: "infantry", at: [6.8, 4.2], heading: 180 },
]);

test("a click on another target takes the place of a charge that was drafted by a click; a move stays", async () => {
  const { page } = await sit(browser);
  await page.goto(await openText(address, CHARGES));
  const order = page.locator("[aria-label='Your draft'] .says", { hasText: "Foot: " });
  await piece(page, "Foot").click();
  await page.locator(".piece.drafted").waitFor();
  await piece(page, "Xi").click();
  await expect.poll(() => order.textContent()).toMatch(/charge.*Xi/);
  await piece(page, "Yi").click();
  await expect.poll(() => order.textContent()).toMatch(/charge.*Yi/);
  await expect.poll(() => page.locator(".odds").first().textContent()).toContain("Yi");
  expect(await order.count()).toBe(1);
  await page.locator(".unit").getByRole("button", { name: "Take it out" }).click();
  await page.locator(".unit").getByRole("button", { name: /^Holds/ }).click();
  await expect.poll(() => order.textContent()).toMatch(/holds/i);
  await piece(page, "Xi").click();
  await piece(page, "Xi").locator(".halo[aria-pressed=true]").waitFor();
  expect(await order.textContent()).toMatch(/holds/i);
});

const WIDE = 12;
const BESIDE = field(WIDE, 10, [
  { side: 0, name: "Left", arm: "infantry", at: [5, 3], heading: 0 },
  { side: 0, name: "Right", arm: "infantry", at: [6, 4.5], heading: 0 },
  { side: 1, name: "Far", arm: "infantry", at: [6, 8.5], heading: 180 },
]);

test("a card that is laid a little on another lies beside it, and can be played", async () => {
  const { page } = await sit(browser);
  await page.goto(await openText(address, BESIDE));
  await piece(page, "Left").waitFor();
  const unit = ((await page.locator("svg.map").boundingBox())?.width ?? 0) / WIDE;
  const at = await middle(piece(page, "Left"));
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 0.05 * unit, at.y - 1.5 * unit, { steps: 8 });
  await page.locator(".note.good", { hasText: /Left: simple move, 1\.\d\d BW/ }).waitFor();
  await page.mouse.up();
  await page.getByText(/Left: simple move, 1\.\d\d BW/).first().waitFor();
  await expect.poll(() => page.locator(".play").isEnabled()).toBe(true);
  expect(await page.locator(".missing").count()).toBe(0);
});

test("an objective on which a unit stands is still to be seen", async () => {
  const { page } = await sit(browser);
  const text = `${field(8, 8, [
    { side: 0, name: "Holder", arm: "infantry", at: [4, 3], heading: 0 },
    { side: 1, name: "Far", arm: "infantry", at: [4, 6.5], heading: 180 },
  ])}\n[[objective]]\nat = [4.0, 2.5]\n`;
  await page.goto(await openText(address, text));
  const star = page.locator(".over.hidden .marker");
  await star.waitFor();
  const [card, sign] = [await piece(page, "Holder").locator(".halo").boundingBox(), await star.boundingBox()];
  const [x, y] = [(sign?.x ?? 0) + (sign?.width ?? 0) / 2, (sign?.y ?? 0) + (sign?.height ?? 0) / 2];
  // At a corner of the card, where it hides no name; and what is drawn later lies above.
  const corners = [card?.x ?? 0, (card?.x ?? 0) + (card?.width ?? 0)].flatMap((left) => [card?.y ?? 0, (card?.y ?? 0) + (card?.height ?? 0)].map((top) => Math.hypot(left - x, top - y)));
  expect(Math.min(...corners)).toBeLessThan(0.2 * (card?.width ?? 0));
  expect(await star.evaluate((one) => [...document.querySelectorAll("[data-piece]")].every((card) => card.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING))).toBe(true);
  // Whoever goes away uncovers it.
  await piece(page, "Holder").click();
  await page.locator(".piece.drafted").waitFor();
  await drag(page, piece(page, "Holder"), 0, -1.5 * (card?.height ?? 0));
  await page.getByText(/Holder: simple move/).first().waitFor();
  await expect.poll(() => star.count()).toBe(0);
});
