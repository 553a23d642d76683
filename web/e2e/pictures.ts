// Pictures of every screen and of moments of a battle, at the size of a desk, a tablet and a phone: npm run pictures.
import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { address, browser, drag, newBattle, piece, quickBattle, sit } from "./browser";
import { playOn } from "./hand";

const FOLDER = process.env["PICTURES_FOLDER"] ?? new URL("../../docs/pictures/page/", import.meta.url).pathname;
const SIZES = {
  desk: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 1024, height: 768 }, hasTouch: true },
  phone: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
};

for (const [size, options] of Object.entries(SIZES)) {
  test(`pictures for a ${size}`, { timeout: 560_000 }, async () => {
    mkdirSync(FOLDER, { recursive: true });
    const { page } = await sit(browser, options);
    // The small game of the tests is in no picture.
    await page.route("**/api/games", async (route) => {
      const response = await route.fetch();
      const games = (await response.json()) as { name: string }[];
      await route.fulfill({ response, json: games.filter((game) => game.name !== "picket") });
    });
    const take = async (name: string, of: Page = page) => {
      await of.waitForTimeout(350);
      await of.screenshot({ path: `${FOLDER}/${name}-${size}.jpg`, type: "jpeg", quality: 62 });
    };
    await page.goto(address);
    await take("home");
    await page.goto(`${address}/#/new`);
    await page.locator(".chosen").waitFor();
    await take("new-battle");
    await page.goto(`${address}/#/rules/BL-CHG-07`);
    await page.locator("article.wanted").waitFor();
    await take("rules");
    await page.goto(`${address}/#/armies`);
    await page.locator("article").first().waitFor();
    await take("armies");
    await newBattle(page, address, "Learning", "here");
    await page.locator(".curtain").waitFor();
    await take("curtain");
    await newBattle(page, address, "Learning", "link");
    await page.locator(".invite").first().waitFor();
    await take("link");

    await newBattle(page, address, "Pickup", "computer recruit");
    await page.locator(".ask", { hasText: "terrain" }).waitFor();
    await page.getByRole("button", { name: /Place a wood/ }).click();
    const table = await page.locator("svg.map").boundingBox();
    if (table) await page.mouse.move(table.x + table.width * 0.4, table.y + table.height * 0.45, { steps: 5 });
    await take("setup");

    await quickBattle(page, address);
    await take("battle-1-first-question");
    if (size === "tablet") {
      await page.setViewportSize({ width: 768, height: 1024 });
      await take("battle-upright");
      await page.setViewportSize(options.viewport);
    }
    await piece(page, "Pajol").click();
    await page.locator(".legend").waitFor();
    await take("battle-reach");
    await page.keyboard.press("Escape");
    await page.locator(".plan", { hasText: "I Corps" }).first().click();
    await page.locator(".piece.drafted").first().waitFor();
    const unit = await piece(page, "Guiot").boundingBox();
    const card = unit?.width ?? 60;
    await drag(page, piece(page, "Guiot"), -0.2 * card, -1.6 * card, false);
    await take("battle-2-a-drag");
    await page.mouse.up();
    await page.waitForTimeout(200);
    await drag(page, piece(page, "Hanicque"), -1.1 * card, -1.0 * card, false);
    await take("battle-3-refused");
    await page.mouse.up();
    await page.waitForTimeout(200);
    await page.getByRole("button", { name: "Take all back" }).click();
    await playOn(page, (seen) => seen.shots > 0);
    await page.locator(".odds").first().waitFor();
    await take("battle-4-odds");
    await playOn(page, (seen) => seen.retreats > 0 || seen.odds > 3);
    await take("battle-5-later");
    if (size === "desk") {
      // As it comes out of the printer, on A4 without its margins.
      await page.setViewportSize({ width: 1047, height: 718 });
      await page.emulateMedia({ media: "print" });
      await take("paper-map");
      await page.evaluate("document.querySelector('.loglines').scrollIntoView()");
      await take("paper-log");
      await page.emulateMedia({ media: "screen" });
      await page.setViewportSize(options.viewport);
    }
    await playOn(page);
    await page.locator(".after table").first().waitFor();
    await take("after");
    await page.getByRole("button", { name: "Look at the table" }).click();
    await page.getByRole("slider").fill("30");
    await take("replay");
  });
}
