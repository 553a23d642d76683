// A pickup game: the field, the roles, the objectives and the armies are laid out on the page, by mouse.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launch, newBattle, sit } from "./browser";

let browser: Browser;
const address = inject("address");
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

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
async function clickSomewhere(page: Page): Promise<void> {
  const shaded = page.locator("path.reach").first();
  const box = (await ((await shaded.count()) ? shaded : page.locator("svg.map")).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  for (const down of [0.5, 0.3, 0.7]) {
    for (let across = 0.08; across < 0.95; across += 0.065) {
      const [x, y] = [box.x + box.width * across, box.y + box.height * down];
      await page.mouse.move(x, y);
      await page.mouse.click(x, y);
      // Either it lies there, or the panel says which rule forbids it.
      const said = page.locator(".play:enabled, .refusals").first();
      await said.waitFor().catch(async () => {
        throw new Error(`nothing was said to a click at ${x}, ${y}: ${await page.locator(".panel").innerText()}`);
      });
      if (await page.locator(".play:enabled").count()) return;
    }
  }
  throw new Error(`no place was found: ${await page.locator(".panel").innerText()}`);
}

test("a pickup game is set up on the page: terrain, sides, objectives, both armies", async () => {
  const { page, errors, context } = await sit(browser);
  await newBattle(page, address, "Pickup", "computer recruit");
  const seen = { terrain: 0, objectives: 0, units: 0, clicked: 0 };
  for (;;) {
    await page.locator(".panel .ask").waitFor();
    if (!(await page.locator(".clock").textContent())?.startsWith("Setup")) break;
    const ask = (await page.locator(".ask").textContent()) ?? "";
    if (/terrain/.test(ask)) {
      if (seen.terrain++ === 0) {
        await page.getByRole("button", { name: /Place a wood/ }).click();
        await page.getByLabel("size").selectOption({ index: 0 });
        await clickSomewhere(page);
        // The draft shows it before it is played.
        expect(await page.locator("svg.map").innerHTML()).toContain("wood");
      } else await page.getByRole("button", { name: "Place no more terrain" }).click();
    } else if (/Attack or defend/.test(ask)) await page.getByRole("button", { name: "Defend" }).click();
    else if (/edge/.test(ask)) await page.getByRole("button", { name: "The south edge" }).click();
    else if (/objective/.test(ask)) {
      seen.objectives++;
      // The one thing to do is in hand already.
      await page.locator(".plan[aria-pressed='true']").waitFor();
      await clickSomewhere(page);
    } else {
      seen.units++;
      const tray = page.locator(".tray .button");
      await tray.first().waitFor();
      await page.locator(".tray [aria-pressed='true']").waitFor();
      // The first few by hand, as one would; the rest where the game itself finds room.
      if (seen.units <= 3) {
        await clickSomewhere(page);
        seen.clicked++;
      } else {
        await page.getByRole("button", { name: "The next exact move" }).click();
        await page.getByRole("button", { name: "Take it" }).click();
      }
    }
    await play(page);
  }
  expect(seen.objectives).toBeGreaterThan(0);
  expect(seen.clicked).toBe(3);
  const armies = (await (await fetch(`${address}/api/games/blucher/scenarios/pickup/armies`)).json()) as { units: unknown[] }[];
  expect(seen.units).toBe(armies[0]?.units.length);
  // The attacker begins; if that is the computer, its turn is over by now.
  expect(await page.locator(".clock").textContent()).toMatch(/Turn [12] .*French: movement/);
  expect(await page.locator("[data-piece]").count()).toBe(armies.reduce((sum, army) => sum + army.units.length, 0));
  expect(errors).toEqual([]);
  await context.close();
});
