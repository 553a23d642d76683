// Two people at one screen, two people by a link, coming back after a reload and after the server was stopped.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launch, newBattle, piece, quickBattle, sit } from "./browser";
import { serve } from "./server";

let browser: Browser;
const address = inject("address");
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const FRENCH = ["Lacour", "Guiot", "Desailly", "Hanicque", "Lorencez", "Destabenrath", "Pajol", "Jacquinot"];
const AUSTRIANS = ["Bieber", "Kaiser", "Lusignan", "Smola", "Riese", "Wartensleben", "Schneller"];

test("two people at one screen: the curtain hides what the other may not see", async () => {
  const { page, errors, context } = await sit(browser);
  await newBattle(page, address, "Learning", "here");
  await page.locator(".curtain").waitFor();
  for (const name of [...FRENCH, ...AUSTRIANS]) expect(await page.content()).not.toContain(name);
  expect(await page.locator("[data-piece]").count()).toBe(0);
  await page.getByRole("button", { name: /I am French/ }).click();
  await piece(page, "Guiot").waitFor();
  for (const name of AUSTRIANS) expect(await page.content()).not.toContain(name);
  await page.getByRole("button", { name: "End the phase" }).click();
  await page.locator(".play").click();
  // The fire phase comes, and the French answer it too; then the screen is the Austrians'.
  for (let i = 0; i < 5 && !(await page.locator(".curtain").count()); i++) {
    await page.waitForTimeout(250);
    const end = page.getByRole("button", { name: "End the phase" });
    if ((await page.locator(".curtain").count()) || !(await end.count())) continue;
    await end.click();
    await page.locator(".play").click();
  }
  await page.locator(".curtain", { hasText: "Austrians" }).waitFor();
  for (const name of [...FRENCH, ...AUSTRIANS]) expect(await page.content()).not.toContain(name);
  await page.getByRole("button", { name: /I am Austrians/ }).click();
  await piece(page, "Bieber").waitFor();
  for (const name of FRENCH) expect(await page.content()).not.toContain(name);
  expect(errors).toEqual([]);
  await context.close();
});

test("two people by a link, each blind to the other's secrets", async () => {
  const one = await sit(browser);
  const two = await sit(browser);
  await newBattle(one.page, address, "Learning", "link");
  const link = await one.page.getByLabel("Link for Austrians").inputValue();
  await two.page.goto(link);
  await piece(two.page, "Bieber").waitFor();
  await piece(one.page, "Guiot").waitFor();
  expect(two.page.url(), "the token does not stay in the address").not.toContain(link.split("/").at(-1));
  for (const name of AUSTRIANS) expect(await one.page.content()).not.toContain(name);
  for (const name of FRENCH) expect(await two.page.content()).not.toContain(name);
  // The limit of the French is known to the Austrians alone.
  expect(await one.page.locator(".gauges").textContent()).toMatch(/of.\? momentum/);
  expect(await two.page.locator(".gauges").textContent()).toMatch(/of.\d+ momentum/);
  expect(await two.page.locator(".panel h2").textContent()).toContain("French decides");
  await one.page.getByRole("button", { name: "End the phase" }).click();
  await one.page.locator(".play").click();
  await two.page.locator("li", { hasText: "The movement phase is over." }).waitFor();
  expect([...one.errors, ...two.errors]).toEqual([]);
  await one.context.close();
  await two.context.close();
});

test("a reload in mid-battle comes back to the same table, and the battle can be resumed from home", async () => {
  const { page, errors, context } = await sit(browser);
  await quickBattle(page, address);
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.locator(".plan", { hasText: "All straight forward" }).click();
  await page.locator(".play:enabled").click();
  await page.locator("li", { hasText: "Guiot: simple move" }).waitFor();
  const where = await piece(page, "Guiot").locator("g").first().getAttribute("transform");
  await page.reload();
  await page.locator("li", { hasText: "Guiot: simple move" }).waitFor();
  expect(await piece(page, "Guiot").locator("g").first().getAttribute("transform")).toBe(where);
  await page.goto(`${address}/#/`);
  await page.locator("li", { hasText: "learning" }).first().getByRole("link").click();
  await page.locator("li", { hasText: "Guiot: simple move" }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("the server stops and starts again: the page says so, comes back by itself and goes on", async () => {
  const folder = mkdtempSync(join(tmpdir(), "grognard-again-"));
  const archive = join(folder, "battles.db");
  let server = await serve(archive);
  const { page, context } = await sit(browser);
  await quickBattle(page, server.address);
  const port = Number(new URL(server.address).port);
  await server.stop();
  await page.getByText("The connection was lost").waitFor();
  server = await serve(archive, port);
  await page.getByText("The connection was lost").waitFor({ state: "detached" });
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await page.locator(".plan", { hasText: "All straight forward" }).click();
  await page.locator(".play:enabled").click();
  await page.locator("li", { hasText: "Guiot: simple move" }).waitFor();
  await context.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
