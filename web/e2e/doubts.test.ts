// What somebody who never played was in doubt about: who, how much, is it over, is there more?
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { address, browser, corpsForward, endPhase, piece, quickBattle, sit } from "./browser";

const clock = (page: Page) => page.locator(".clock").textContent();

test("the end of a phase is a question, a drafted unit is named, and ready moves are not counted", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await page.getByRole("button", { name: "End the phase" }).click();
  await expect.poll(() => page.locator(".panel .ask").textContent()).toBe("End the phase?");
  await page.getByRole("button", { name: "Take all back" }).click();
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.locator(".piece.drafted").first().waitFor();
  await piece(page, "Guiot").click();
  await expect.poll(() => page.locator(".unit .entry").textContent()).toMatch(/^Drafted: joins\./);
  expect(await page.locator(".unit h3").textContent()).toBe("Guiot");
  expect(await page.locator(".unit .snaps").innerText()).not.toMatch(/\d/);
});

/** Goes with the first corps into the fire phase: nobody can shoot yet. Seldom the momentum is spent by that already. */
async function toFire(page: Page): Promise<void> {
  await quickBattle(page, address);
  await corpsForward(page);
  await page.getByRole("button", { name: "End the phase" }).waitFor();
  if ((await clock(page))?.includes("movement")) {
    await piece(page, "Pajol").click();
    await page.locator(".unit", { hasText: "Pajol" }).waitFor();
    expect(await page.locator(".sole").count()).toBe(0);
    await endPhase(page);
  }
  await expect.poll(() => clock(page)).toContain("fire");
  await page.locator(".sole", { hasText: "It is played at once" }).waitFor();
}

test("where a phase can only be ended one click does it, and what was chosen is let go", async () => {
  const { page, asked } = await sit(browser);
  await toFire(page);
  expect(await page.locator(".unit").count()).toBe(0);
  const played = () => asked.filter((one) => one["do"] === "play").length;
  const before = played();
  await page.locator(".sole").click();
  await page.locator(".loglines li.turn", { hasText: "Turn 2" }).waitFor();
  expect(played()).toBe(before + 1);
});

test("lines about one's own units bear a flag, the others none", async () => {
  const { page } = await sit(browser);
  await toFire(page);
  const flagged = (words: string) => page.locator(".loglines li:has(.own)", { hasText: words }).count();
  expect(await flagged("Guiot: simple move")).toBe(1);
  expect(await flagged("The movement phase is over.")).toBe(0);
  await page.locator(".sole").click();
  // The enemy's own moves concern nobody here.
  const enemy = page.locator(".loglines li.side-1", { hasText: "simple move" }).first();
  await enemy.waitFor();
  expect(await enemy.locator(".own").count()).toBe(0);
});

test.each([[1180, 800], [1024, 768]])("at %i by %i the log gives way, and a shadow says when there is still more", async (width, height) => {
  const { page } = await sit(browser, { viewport: { width, height } });
  await quickBattle(page, address);
  await page.locator(".guide").waitFor();
  const bottom = async (what: string) => {
    const box = await page.locator(what).last().boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  expect(await bottom(".plan")).toBeLessThanOrEqual((await page.locator(".loglines").boundingBox())?.y ?? 0);
  expect((await page.locator(".loglines").boundingBox())?.height).toBeGreaterThanOrEqual(95);
  // More than fits: the shadow lies at the edge until the end is reached, and there the last strip covers it.
  await page.setViewportSize({ width, height: 560 });
  const edge = async () => Math.abs((await bottom(".panel")) - (await bottom(".below")));
  const covered = async () => Math.abs((await bottom(".end")) - (await bottom(".below")));
  await expect.poll(edge).toBeLessThan(2);
  expect(await covered()).toBeGreaterThan(13);
  await page.locator(".panel").evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
  await expect.poll(covered).toBeLessThan(2);
});

test.each([[740, 360], [360, 740]])("on a phone of %i by %i the log can be opened while an answer is drafted", async (width, height) => {
  const { page } = await sit(browser, { viewport: { width, height }, hasTouch: true, isMobile: true });
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "I Corps" }).first().tap();
  await page.locator(".play").waitFor();
  await page.locator(".logtab", { hasText: "Log" }).tap();
  await page.locator(".loglines li").first().waitFor();
  await page.locator(".logtab", { hasText: "What now" }).tap();
  await page.locator(".play").waitFor();
});
