// Naming a force: the commander's circle, who may join and why others may not, what can be done when no corps can be
// activated, a move that is no charge, and a draft that outlasts a reload.
import { expect, test } from "vitest";
import { address, browser, drag, middle, piece, quickBattle, sit } from "./browser";
import { field, openText } from "./fields";

test("the commander's circle is drawn; who is in it may join, who is not is told why; another click lays it elsewhere", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  const joins = async () => (await page.getByRole("group", { name: "May join" }).getByRole("button").allTextContents()).sort();
  await page.locator(".plan", { hasText: "Commander" }).click();
  const [guiot, pajol] = [await middle(piece(page, "Guiot")), await middle(piece(page, "Destabenrath"))];
  await page.mouse.click(guiot.x, guiot.y);
  await expect.poll(joins).toEqual(["Desailly joins", "Guiot joins", "Hanicque joins", "Lacour joins"]);
  expect(await page.locator(".overlay.drafted").count()).toBe(2);
  expect(await page.getByRole("img", { name: "the commander of the French" }).count()).toBe(1);
  const why = page.locator("details.barred");
  expect(await why.getAttribute("open")).not.toBeNull();
  expect(await why.locator("li", { hasText: /^\s*Pajol: it is \d+\.\d\d BW from the marker: at most 2 BW BL-ACT-21/ }).count()).toBe(1);
  expect(await why.locator("li").count()).toBe(4);
  expect(await page.locator(".guide").textContent()).toMatch(/units in his circle join.*Or take “All in the circle join”/);
  // Over the other corps, on the bare table behind its first line.
  await page.mouse.click(pajol.x, pajol.y - 70);
  await expect.poll(joins).toEqual(["Destabenrath joins", "Lorencez joins", "Pajol joins"]);
  await piece(page, "Pajol").click();
  await page.getByRole("button", { name: "Take out: Pajol joins" }).waitFor();
  await page.locator(".plan", { hasText: "All others in the circle join" }).click();
  await expect.poll(() => page.locator(".piece.drafted").count()).toBe(3);
  await page.locator(".plan", { hasText: "All straight forward" }).click();
  await page.locator(".play:enabled").click();
  await page.locator(".loglines li", { hasText: "Command activation:" }).waitFor();
});

test("a corps shows who may join again and why the others may not, with the rule", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.getByRole("button", { name: "Take out: Desailly joins" }).click();
  await page.getByRole("group", { name: "May join" }).getByRole("button", { name: "Desailly joins" }).waitFor();
  await page.locator("details.barred summary", { hasText: "4 units cannot take part" }).click();
  await page.locator("details.barred li", { hasText: "Pajol: it belongs to II Corps; the orders are for I Corps BL-ACT-06" }).waitFor();
  await page.getByRole("group", { name: "May join" }).getByRole("button", { name: "Desailly joins" }).click();
  await expect.poll(() => page.locator(".piece.drafted").count()).toBe(4);
});

test("when no corps can be activated it is said why, and what can be done", async () => {
  const { page } = await sit(browser);
  const unit = (name: string, x: number) => ({ side: 0 as const, name, corps: "I Corps", arm: "infantry" as const, at: [x, 3] as [number, number], heading: 0 });
  const enemy = { side: 1 as const, name: "Foe", arm: "infantry" as const, at: [6, 11] as [number, number], heading: 180 };
  await page.goto(await openText(address, field(16, 12, [unit("Left", 3), unit("Right", 12), enemy])));
  await page.locator(".ask", { hasText: "Shall a unit move by itself?" }).waitFor();
  const panel = page.locator(".panel");
  await expect.poll(() => panel.textContent()).toMatch(/No corps can be activated now: no two units of one corps[^]*\(BL-ACT-07, BL-ACT-08\)[^]*or end the phase/);
  expect(await page.locator(".ask").textContent()).not.toContain("corps");
});

test("a move that falls short of the enemy says that it is one, and why it is no charge", async () => {
  const { page } = await sit(browser);
  const unit = (side: 0 | 1, y: number) => ({ side, name: side === 0 ? "Own" : "Foe", arm: "infantry" as const, at: [6, y] as [number, number], heading: 180 * side });
  // Infantry goes 2 BW, and the enemy's front is 2.5 BW ahead.
  await page.goto(await openText(address, field(12, 10, [unit(0, 3), unit(1, 5.5)])));
  await piece(page, "Own").click();
  await page.locator(".piece.drafted").first().waitFor();
  const [from, to] = [await middle(piece(page, "Own")), await middle(piece(page, "Foe"))];
  await drag(page, piece(page, "Own"), to.x - from.x, to.y - from.y, false);
  const note = page.locator(".note.good");
  await expect.poll(() => note.textContent()).toMatch(/Own: simple move, 2\.00 BW\s*BL-CHG-07 no charge: it would have to go 2\.50 BW: at most 2\.00 BW/);
  await page.mouse.up();
});

test("a draft is there again after a reload, until it is played", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.locator(".plan", { hasText: "All straight forward" }).click();
  const order = page.locator("[aria-label='Your draft'] .says", { hasText: /Guiot: simple move/ });
  await order.waitFor();
  await page.reload();
  await order.waitFor();
  await expect.poll(() => page.locator(".piece.drafted").count()).toBe(4);
  await page.locator(".play:enabled").click();
  await page.locator(".loglines li", { hasText: "Guiot: simple move" }).waitFor();
  await page.reload();
  await page.locator(".loglines li", { hasText: "Guiot: simple move" }).waitFor();
  await page.locator(".general .button").first().waitFor();
  expect(await page.locator(".commit").count()).toBe(0);
});
