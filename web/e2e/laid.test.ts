// What is laid on the table freely, by ready ones, by keys and after a reload; and what the hand is told beforehand.
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { PHONE, address, browser, drag, middle, newBattle, piece, quickBattle, sit } from "./browser";

const outline = (of: Locator) => of.first().getAttribute("d");

/** A quick battle with the commander in hand. */
async function commanding(): Promise<Page> {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "Commander" }).click();
  await page.locator(".plan[aria-pressed='true']").waitFor();
  return page;
}

test("a ready place of the commander is shown before it is taken", async () => {
  const page = await commanding();
  await page.getByRole("button", { name: "The next exact move" }).click();
  const ghost = page.locator("path.ghost");
  await ghost.waitFor({ state: "attached" });
  const first = await outline(ghost);
  await page.locator(".note").waitFor();
  await page.getByRole("button", { name: "The next exact move" }).click();
  await expect.poll(() => outline(ghost)).not.toBe(first);
  await page.getByRole("button", { name: "Take it" }).click();
  await page.locator(".commit").waitFor();
  await page.getByRole("img", { name: /^the commander of / }).waitFor({ state: "attached" });
});

test("keys take up the commander who is in hand, and not the unit whose card is open", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await piece(page, "Pajol").click();
  await page.locator(".unit h3", { hasText: "Pajol" }).waitFor();
  await page.locator(".plan", { hasText: "Commander" }).click();
  await page.locator(".plan[aria-pressed='true']").waitFor();
  await page.keyboard.press("m");
  await page.locator("path.ghost, circle.ghost").first().waitFor({ state: "attached" });
  expect(await page.locator(".piece.drafted").count()).toBe(0);
});

test("the commander is taken up, moved, laid and moved again by keys alone, and still after a reload", async () => {
  const page = await commanding();
  const [ghost, marker] = [page.locator("path.ghost, circle.ghost"), page.getByRole("img", { name: /^the commander of / })];
  await page.keyboard.press("m");
  await ghost.first().waitFor({ state: "attached" });
  // From the middle of the table towards the own side, until he may stand there.
  for (let i = 0; i < 12; i++) await page.keyboard.press("ArrowDown");
  await page.locator(".note.amber, .note.good").waitFor();
  await page.keyboard.press("Enter");
  await marker.waitFor({ state: "attached" });
  const at = () => marker.locator("circle").evaluate((one) => [Number(one.getAttribute("cx")), Number(one.getAttribute("cy"))]);
  const first = await at();
  await page.keyboard.press("m");
  await ghost.first().waitFor({ state: "attached" });
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  // An arrow is a quarter of a BW.
  await expect.poll(at).toEqual([(first[0] ?? 0) + 50, first[1]]);
  // A hand that lets go leaves him where he is.
  await page.keyboard.press("m");
  await ghost.first().waitFor({ state: "attached" });
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Escape");
  await expect.poll(() => marker.count()).toBe(1);
  expect(await at()).toEqual([(first[0] ?? 0) + 50, first[1]]);
  await page.reload();
  await marker.waitFor({ state: "attached" });
  // Where nobody is guided it is said that a click lays him elsewhere.
  await page.getByRole("button", { name: "No more of these" }).click();
  await page.getByText("Click elsewhere on the table to lay it there instead.").waitFor();
  const stood = await middle(marker);
  await page.mouse.click(stood.x - 60, stood.y);
  await expect.poll(async () => (await at())[0]).toBeLessThan(first[0] ?? 0);
});

test("terrain is moved, turned and laid by keys", async () => {
  const { page } = await sit(browser);
  await newBattle(page, address, "Pickup", "computer recruit");
  await page.getByRole("button", { name: /Place rocky ground/ }).click();
  await page.keyboard.press("m");
  const ghost = page.locator("path.ghost, circle.ghost");
  await ghost.first().waitFor({ state: "attached" });
  // Somewhere beside the middle there is room for it.
  await page.keyboard.press("n");
  await page.locator("path.ghost").waitFor({ state: "attached" });
  const first = await outline(page.locator("path.ghost"));
  await page.keyboard.press("Shift+ArrowUp");
  await expect.poll(() => outline(page.locator("path.ghost"))).not.toBe(first);
  const moved = await outline(page.locator("path.ghost"));
  await page.keyboard.press("e");
  await expect.poll(() => outline(page.locator("path.ghost"))).not.toBe(moved);
  await page.keyboard.press("Shift+ArrowDown");
  await page.locator(".note.good").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".commit").waitFor();
  await page.locator(".ask", { hasText: "rocky ground" }).waitFor();
});

test("a drag that goes too far says that it is shortened, by which rule and how much", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await expect.poll(() => page.locator(".piece.drafted").count()).toBe(4);
  await drag(page, piece(page, "Guiot"), 0, -200, false);
  const note = page.locator(".note", { hasText: "shortened" });
  await note.waitFor();
  // Guiot goes 2 BW; straight ahead a wood begins a little before that.
  expect(await note.textContent()).toMatch(/simple move, 1\.9\d BW.*BL-SIM-03 shortened: it would sweep 0\.0\d BW into wood/);
  await page.mouse.up();
  await page.locator("[aria-label='Your draft'] .says", { hasText: /Guiot: simple move, 1\.9/ }).waitFor();
  await drag(page, piece(page, "Lacour"), -120, -160, false);
  await expect.poll(() => page.locator(".note").textContent()).toMatch(/simple move, 2\.00 BW.*BL-SIM-05 shortened: \d\.\d\d BW exceeds 2\.00 BW/);
  await page.mouse.up();
});

test("the commander who was laid is taken up by keys again, though a unit is chosen that cannot move", async () => {
  const page = await commanding();
  await page.getByRole("button", { name: "The next exact move" }).click();
  await page.getByRole("button", { name: "Take it" }).click();
  await page.getByRole("img", { name: /^the commander of / }).waitFor({ state: "attached" });
  await page.locator(".piece[data-side='1']").first().click();
  await page.locator(".piece.selected[data-side='1']").waitFor();
  await page.keyboard.press("m");
  await page.locator("path.ghost, circle.ghost").first().waitFor({ state: "attached" });
});

test("a unit in hand is not blamed for others that stand badly", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await expect.poll(() => page.locator(".piece.drafted").count()).toBe(4);
  await drag(page, piece(page, "Lacour"), 50, 0);
  await page.locator(".missing", { hasText: "BL-MOV-15" }).waitFor();
  // By its right side: over the rest of it the other may lie.
  const card = await piece(page, "Guiot").boundingBox();
  const at = { x: (card?.x ?? 0) + (card?.width ?? 0) - 12, y: (card?.y ?? 0) + (card?.height ?? 0) / 2 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x, at.y - 60, { steps: 10 });
  await page.locator(".note.good", { hasText: "Guiot: simple move" }).waitFor();
  await page.mouse.up();
  await page.locator(".missing", { hasText: "BL-MOV-15" }).waitFor();
});

test("a draft says whom it reveals before it is played", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  const said = page.locator(".away");
  await said.waitFor();
  const text = (await said.textContent()) ?? "";
  for (const word of ["BL-CON-04", "Guiot", "cannot be undone"]) expect(text).toContain(word);
});

test("on a phone too, beside the card of a unit, right above the button that plays it", async () => {
  const { page } = await sit(browser, PHONE);
  await quickBattle(page, address);
  await drag(page, piece(page, "Pajol"), 0, -30);
  await page.locator(".unit", { hasText: "Pajol" }).waitFor();
  const said = page.locator(".away");
  await said.waitFor();
  const [panel, text, play] = [await page.locator(".panel").boundingBox(), await said.boundingBox(), await page.locator(".play").boundingBox()];
  expect(text?.height).toBeGreaterThan(12);
  expect((text?.y ?? 999) + (text?.height ?? 0)).toBeLessThanOrEqual(play?.y ?? 0);
  expect((play?.y ?? 999) + (play?.height ?? 0)).toBeLessThanOrEqual((panel?.y ?? 0) + (panel?.height ?? 0));
});
