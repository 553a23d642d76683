// A person whose line to the server is slow, and whose hand is not.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { address, browser, middle, piece, quickBattle, sit } from "./browser";
import { slowly } from "./slow";

/** Times there and back, in milliseconds. */
const TRIPS = [0, 100, 400];

/** Moves the mouse in so many milliseconds, as a hand does. */
async function glide(page: Page, from: { x: number; y: number }, to: { x: number; y: number }, time = 200): Promise<void> {
  for (let i = 1; i <= 10; i++) {
    await page.mouse.move(from.x + ((to.x - from.x) * i) / 10, from.y + ((to.y - from.y) * i) / 10);
    await page.waitForTimeout(time / 10);
  }
}

describe.each(TRIPS)("with %i ms there and back", (trip) => {
  test("what is laid down by a click lies where it was clicked, wherever the mouse goes then", async () => {
    const { page } = await sit(browser);
    await quickBattle(page, await slowly(address, trip));
    const marker = page.getByRole("img", { name: /^the commander of / });
    await page.locator(".plan", { hasText: "Commander" }).click();
    await page.locator(".plan[aria-pressed='true']").waitFor();
    const [guiot, panel] = [await middle(piece(page, "Guiot")), await middle(page.locator(".panel"))];
    const spot = { x: guiot.x + 30, y: guiot.y + 60 };
    await glide(page, guiot, spot);
    await page.locator(".note").waitFor();
    await page.mouse.click(spot.x, spot.y);
    await glide(page, spot, { x: panel.x, y: spot.y - 200 });
    await marker.waitFor({ state: "attached" });
    const lies = await middle(marker.locator("circle").first());
    expect(Math.hypot(lies.x - spot.x, lies.y - spot.y)).toBeLessThan(4);
    await page.waitForTimeout(2 * trip);
    expect(await page.locator(".ghost").count()).toBe(0);
  });
});
