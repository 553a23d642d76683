// A pickup game: the field, the roles, the objectives and the armies are laid out on the page, by mouse.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { address, browser, newBattle, sit } from "./browser";
import { takeReady } from "./setup";

/** Plays the draft and waits until something else is asked, or nothing. */
async function play(page: Page): Promise<void> {
  const before = await page.locator(".clock").textContent();
  const asked = await page.locator(".loglines li").count();
  await page.locator(".play:enabled").click();
  await expect
    .poll(async () => (await page.locator(".loglines li").count()) > asked || (await page.locator(".clock").textContent()) !== before, { timeout: 45_000 })
    .toBe(true);
}

/** Clicks here and there on the shaded part of the table, or on all of it, until what is in hand may lie there. */
async function clickSomewhere(page: Page): Promise<boolean> {
  const shaded = page.locator(".way.held .area").first();
  const box = (await ((await shaded.count()) ? shaded : page.locator("svg.map")).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  for (let across = 0.08; across < 0.95; across += 0.065) {
    const [x, y] = [box.x + box.width * across, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.locator(".refusals").evaluateAll((all) => all.forEach((one) => one.setAttribute("data-old", "")));
    await page.mouse.click(x, y);
    // Either it lies there, or the panel says, anew, which rule forbids it.
    await page.locator(".commit, .refusals:not([data-old])").first().waitFor();
    if (await page.locator(".commit").count()) return true;
  }
  return false;
}

/** Lays down what is in hand: by hand if a few tries find a place, otherwise where the game itself finds room. */
async function lay(page: Page): Promise<boolean> {
  if (await clickSomewhere(page)) return true;
  await takeReady(page);
  return false;
}

test("a pickup game is set up on the page: terrain, sides, objectives, both armies", async () => {
  const { page } = await sit(browser);
  await newBattle(page, address, "Pickup", "computer sergeant");
  const seen = { terrain: 0, objectives: 0, units: 0, clicked: 0 };
  for (;;) {
    await page.locator(".panel .ask").waitFor();
    if (!(await page.locator(".clock").textContent())?.startsWith("Setup")) break;
    const ask = (await page.locator(".ask").textContent()) ?? "";
    if (/terrain/.test(ask)) {
      if (seen.terrain++ === 0) {
        await page.getByRole("button", { name: /Place a wood/ }).click();
        await page.getByLabel("size").selectOption({ index: 0 });
        await lay(page);
        // The draft shows it before it is played.
        expect(await page.locator("svg.map").innerHTML()).toContain("wood");
      } else await page.getByRole("button", { name: "Place no more terrain" }).click();
    } else if (/Attack or defend/.test(ask)) await page.getByRole("button", { name: "Defend" }).click();
    else if (/edge/.test(ask)) await page.getByRole("button", { name: "The south edge" }).click();
    else if (/objective/.test(ask)) {
      seen.objectives++;
      // The one thing to do is in hand already.
      await page.locator(".plan[aria-pressed='true']").waitFor();
      // There may be one town only in which it may lie.
      await lay(page);
    } else {
      seen.units++;
      const tray = page.locator(".tray .button");
      await tray.first().waitFor();
      await page.locator(".tray [aria-pressed='true']").waitFor();
      // The first few by hand, as one would; the rest where the game itself finds room.
      if (seen.units <= 3) {
        if (await lay(page)) seen.clicked++;
      } else await takeReady(page);
    }
    await play(page);
  }
  expect(seen.objectives).toBeGreaterThan(0);
  expect(seen.clicked).toBeGreaterThan(0);
  const armies = (await (await fetch(`${address}/api/games/blucher/scenarios/pickup/armies`)).json()) as { units: unknown[] }[];
  expect(seen.units).toBe(armies[0]?.units.length);
  // The attacker begins; if that is the computer, it has moved, and may have shot.
  expect(await page.locator(".clock").textContent()).toMatch(/^Turn [12] /);
  // All of both armies are on the table: the computer may have led some off it at once, and shot.
  const [own = 0, others = 0] = armies.map((army) => army.units.length);
  const standing = (side: number) => page.locator(`[data-piece][data-side="${side}"]`).count();
  expect(await standing(0)).toBeGreaterThan(own / 2);
  expect(await standing(1)).toBeGreaterThan(others / 2);
  // Given up at once: After tells of every unit, though at the first line none was on the table.
  const give = page.getByRole("button", { name: "Offer to concede" });
  for (;;) {
    await give.or(page.getByRole("button", { name: "The next exact move" })).first().waitFor();
    if (await give.count()) break;
    // A battery that was shot at goes back first.
    await takeReady(page);
    await play(page);
  }
  await give.click();
  await page.locator(".play:enabled").click();
  await expect.poll(() => page.locator(".after tbody tr").count()).toBe(own + others);
});
