// Two people at one screen, two people by a link, coming back after a reload and after the server was stopped.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { address, browser, corpsForward, endPhase, endTurn, newBattle, piece, quickBattle, sit } from "./browser";
import { serve } from "./server";

const FRENCH = ["Lacour", "Guiot", "Desailly", "Hanicque", "Lorencez", "Destabenrath", "Pajol", "Jacquinot"];
const AUSTRIANS = ["Bieber", "Kaiser", "Lusignan", "Smola", "Riese", "Neustädter", "Wartensleben", "Schneller"];

test("two people at one screen: the curtain hides what the other may not see", async () => {
  const { page } = await sit(browser);
  await newBattle(page, address, "Learning", "here");
  await page.locator(".curtain").waitFor();
  expect(await page.getByText("both chairs are lost").count()).toBe(0);
  for (const name of [...FRENCH, ...AUSTRIANS]) expect(await page.content()).not.toContain(name);
  expect(await page.locator("[data-piece]").count()).toBe(0);
  await page.getByRole("button", { name: /^French: show the table/ }).click();
  await piece(page, "Guiot").waitFor();
  for (const name of AUSTRIANS) expect(await page.content()).not.toContain(name);
  await endTurn(page);
  await page.locator(".curtain", { hasText: "Austrians" }).waitFor();
  for (const name of [...FRENCH, ...AUSTRIANS]) expect(await page.content()).not.toContain(name);
  await page.getByRole("button", { name: /^Austrians: show the table/ }).click();
  await piece(page, "Bieber").waitFor();
  for (const name of FRENCH) expect(await page.content()).not.toContain(name);
  // And back again: the Austrians' turn, then the French once more.
  await endTurn(page);
  await page.locator(".curtain", { hasText: "French" }).waitFor();
  for (const name of [...FRENCH, ...AUSTRIANS]) expect(await page.content()).not.toContain(name);
  await page.getByRole("button", { name: /^French: show the table/ }).click();
  await piece(page, "Guiot").waitFor();
  expect(await page.locator(".clock").textContent()).toContain("Turn 3");
  for (const name of AUSTRIANS) expect(await page.content()).not.toContain(name);
});

test("two people at one screen: whoever played last may take it back before the other sits down", async () => {
  const { page } = await sit(browser);
  await newBattle(page, address, "Pickup", "here");
  const curtain = page.locator(".curtain");
  const who = async () => (await curtain.locator("h1").textContent()) ?? "";
  await curtain.waitFor();
  const first = await who();
  await page.getByRole("button", { name: `${first}: show the table` }).click();
  const no = page.getByRole("button", { name: "Place no more terrain" });
  await no.click();
  await page.locator(".play:enabled").click();
  await curtain.waitFor();
  expect(await who()).not.toBe(first);
  expect(await page.locator("[data-piece], .panel").count()).toBe(0);
  await page.getByRole("button", { name: `${first}: take my last choice back` }).click();
  // The same question again, behind the curtain of the one who took it back: the other may have pressed it.
  await expect.poll(who).toBe(first);
  expect(await page.locator("[data-piece], .panel").count()).toBe(0);
  await page.getByRole("button", { name: `${first}: show the table` }).click();
  await no.waitFor();
  expect(await page.locator(".one", { hasText: "(you)" }).textContent()).toContain(first);
  await no.click();
  await page.locator(".play:enabled").click();
  await curtain.waitFor();
  const second = await who();
  await page.getByRole("button", { name: `${second}: show the table` }).click();
  await page.locator(".ask").waitFor();
  expect(await page.locator(".one", { hasText: "(you)" }).textContent()).toContain(second);
});

test("a friend looks on by the spectators' link, and sees no secret of either side", async () => {
  const [one, two] = [await sit(browser), await sit(browser)];
  await quickBattle(one.page, address);
  await one.page.getByRole("button", { name: "Links to this battle" }).click();
  const link = await one.page.getByLabel("Link for spectators").inputValue();
  await one.page.getByRole("button", { name: "Close" }).click();
  await two.page.goto(link);
  await two.page.getByText("You look on.").waitFor();
  await expect.poll(() => two.page.locator("[data-piece]").count()).toBe(16);
  for (const name of [...FRENCH, ...AUSTRIANS]) expect(await two.page.content()).not.toContain(name);
  expect(await two.page.locator(".gauges").textContent()).toMatch(/of.\? momentum/);
  // What is played is seen at once, and nothing can be played from the bench.
  await corpsForward(one.page);
  await two.page.locator(".loglines li", { hasText: "Guiot: simple move" }).waitFor();
  await piece(two.page, "Guiot").click();
  await two.page.locator(".unit", { hasText: "Guiot" }).waitFor();
  expect(await two.page.locator(".play, .plan, .foot").count()).toBe(0);
});

test("conceded, taken up from an earlier moment, and played again with the same chairs", async () => {
  const { page } = await sit(browser);
  await newBattle(page, address, "Learning", "here");
  await page.getByRole("button", { name: /^French: show the table/ }).click();
  await page.getByRole("button", { name: "Offer to concede" }).click();
  await page.locator(".play:enabled").click();
  await page.getByRole("button", { name: /^Austrians: show the table/ }).click();
  await page.getByRole("button", { name: "Accept" }).click();
  await page.locator(".play:enabled").click();
  const after = page.getByRole("dialog", { name: "After the battle" });
  await after.waitFor();
  expect(await after.locator("h2").textContent()).toContain("BL-VIC-14");
  expect(await after.locator(".won").textContent()).toBe("Victory: Austrians");
  const old = page.url();
  // From any moment of it a new battle can go on.
  await after.getByRole("button", { name: /Look at the table/ }).click();
  await page.getByRole("slider").fill("1");
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.getByRole("button", { name: "Start it" }).click();
  await page.locator(".curtain", { hasText: "French" }).waitFor();
  expect(page.url()).not.toBe(old);
  await page.getByRole("button", { name: /^French: show the table/ }).click();
  await page.locator(".loglines li", { hasText: "A new battle goes on from here" }).waitFor();
  await page.locator(".plan").first().waitFor();
  for (const name of AUSTRIANS) expect(await page.content()).not.toContain(name);
  await page.goto(old);
  // A double click opens one battle.
  const opened: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/battles")) opened.push(request.url());
  });
  await after.getByRole("button", { name: "Rematch" }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await page.locator(".curtain", { hasText: "French" }).waitFor();
  expect(opened.length).toBe(1);
  expect(page.url()).not.toBe(old);
  await page.getByRole("button", { name: /^French: show the table/ }).click();
  await page.locator(".plan").first().waitFor();
  expect(await page.locator(".clock").textContent()).toContain("Turn 1");
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
  expect(await two.page.locator(".panel h2").textContent()).toBe("Waiting for: French …");
  await endPhase(one.page);
  await two.page.locator("li", { hasText: "The movement phase is over." }).waitFor();
});

test("a rematch by a link: it is said that the other is to be sent a new one, and it leads to the new battle", async () => {
  const [one, two] = [await sit(browser), await sit(browser)];
  await newBattle(one.page, address, "Learning", "link");
  await one.page.getByText("This page tells nobody: send it yourself").waitFor();
  await two.page.goto(await one.page.getByLabel("Link for Austrians").inputValue());
  await piece(two.page, "Bieber").waitFor();
  await one.page.getByRole("button", { name: "Offer to concede" }).click();
  await one.page.getByText("If the enemy accepts, all your units leave the table at once and he has won.").waitFor();
  await one.page.locator(".play:enabled").click();
  await two.page.getByRole("button", { name: "Accept" }).click();
  await two.page.locator(".play:enabled").click();
  // Either of them may begin it, and reads beforehand whom he has to tell.
  await one.page.getByText("you get a new link, and send it to the other side (Austrians) yourself").waitFor();
  await two.page.getByText("you get a new link, and send it to the other side (French) yourself").waitFor();
  await two.page.getByRole("button", { name: "Rematch" }).click();
  await two.page.getByRole("heading", { name: "Send the link" }).waitFor();
  await one.page.goto(await two.page.getByLabel("Link for French").inputValue());
  await piece(one.page, "Guiot").waitFor();
  await piece(two.page, "Bieber").waitFor();
  expect(await one.page.locator(".clock").textContent()).toContain("Turn 1");
});

test("a reload in mid-battle comes back to the same table, and the battle can be resumed from home", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await corpsForward(page);
  const where = await piece(page, "Guiot").locator("g").first().getAttribute("transform");
  await page.reload();
  await page.locator(".loglines li", { hasText: "Guiot: simple move" }).waitFor();
  expect(await piece(page, "Guiot").locator("g").first().getAttribute("transform")).toBe(where);
  await page.goto(`${address}/#/`);
  await page.locator("li", { hasText: "learning" }).first().getByRole("link").click();
  await page.locator(".loglines li", { hasText: "Guiot: simple move" }).waitFor();
});

test("a reload at a screen for two shows the curtain before anything else", async () => {
  const { page } = await sit(browser);
  await newBattle(page, address, "Learning", "here");
  await page.getByRole("button", { name: /^French: show the table/ }).click();
  await piece(page, "Guiot").waitFor();
  // Whatever the page shows while it comes back is noted, from its first moment on.
  await page.addInitScript(`window.seen = ""; new MutationObserver(() => { window.seen += document.body?.innerHTML ?? ""; }).observe(document, { childList: true, subtree: true });`);
  await page.reload();
  await page.locator(".curtain", { hasText: "French" }).waitFor();
  const seen = (await page.evaluate("window.seen")) as string;
  for (const name of [...FRENCH, ...AUSTRIANS]) expect(seen).not.toContain(name);
  expect(seen).not.toContain("data-piece");
  await page.getByRole("button", { name: /^French: show the table/ }).click();
  await piece(page, "Guiot").waitFor();
});

test("a player who opens the spectators' link looks on, and finds his own chair again at home", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  await page.getByRole("button", { name: "Links to this battle" }).click();
  const link = await page.getByLabel("Link for spectators").inputValue();
  await page.goto(address);
  await page.goto(link);
  await page.getByText("You look on.").waitFor();
  for (const name of [...FRENCH, ...AUSTRIANS]) expect(await page.content()).not.toContain(name);
  await page.goto(`${address}/#/`);
  const row = page.locator("li", { hasText: "learning" });
  await row.first().waitFor();
  expect(await row.count()).toBe(1);
  expect(await row.textContent()).toContain("French");
  await row.getByRole("link").click();
  await page.locator(".plan").first().waitFor();
});

test("who only looks on finds the battle at home by its name", async () => {
  const [one, two] = [await sit(browser), await sit(browser)];
  await quickBattle(one.page, address);
  await one.page.getByRole("button", { name: "Links to this battle" }).click();
  await two.page.goto(await one.page.getByLabel("Link for spectators").inputValue());
  await two.page.getByText("You look on.").waitFor();
  await two.page.goto(`${address}/#/`);
  const row = two.page.locator("li", { hasText: "You look on" });
  expect(await row.textContent()).toMatch(/Learning battle.*You look on.*Turn 1/);
  await row.getByRole("link").click();
  await two.page.getByText("You look on.").waitFor();
});

test("a browser that keeps nothing plays all the same, and finds its chair again by its address", async () => {
  const { page } = await sit(browser);
  await page.addInitScript(`Object.defineProperty(window, "localStorage", { get() { throw new DOMException("blocked", "SecurityError"); } });`);
  await quickBattle(page, address);
  await corpsForward(page);
  await page.reload();
  await page.locator(".loglines li", { hasText: "Guiot: simple move" }).waitFor();
  await page.locator(".ask").waitFor();
  // And at a screen for two as long as the page is open.
  await newBattle(page, address, "Learning", "here");
  await page.getByText("both chairs are lost when the page is loaded again").waitFor();
  await page.getByRole("button", { name: /^French: show the table/ }).click();
  await piece(page, "Guiot").waitFor();
});

test("an address that was cut is told, not thrown", async () => {
  const { page } = await sit(browser);
  await page.goto(`${address}/#/battle/%E0%A4`);
  await page.getByRole("heading", { name: "This address cannot be read" }).waitFor();
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("button", { name: /Quick battle/ }).waitFor();
});

test("the server stops and starts again in mid-battle: the page says so, comes back by itself and goes on", async () => {
  const folder = mkdtempSync(join(tmpdir(), "grognard-again-"));
  const archive = join(folder, "battles.db");
  let server = await serve(archive);
  const { page, context } = await sit(browser, {}, /WebSocket|ERR_CONNECTION/);
  await quickBattle(page, server.address);
  await corpsForward(page);
  // Whether the momentum lasts or not, a phase can be ended next.
  const next = page.getByRole("button", { name: "End the phase" });
  await next.waitFor();
  const where = await piece(page, "Guiot").locator("g").first().getAttribute("transform");
  const lines = await page.locator(".loglines li").count();
  const port = Number(new URL(server.address).port);
  await server.stop();
  await page.getByText("The connection was lost").waitFor();
  server = await serve(archive, port);
  await page.getByText("The connection was lost").waitFor({ state: "detached" });
  // What was played is still played, and told once.
  expect(await piece(page, "Guiot").locator("g").first().getAttribute("transform")).toBe(where);
  expect(await page.locator(".loglines li").count()).toBe(lines);
  await endPhase(page);
  await expect.poll(() => page.locator(".loglines li").count()).toBeGreaterThan(lines);
  // The same again for somebody who comes only now.
  await page.reload();
  await page.locator(".loglines li", { hasText: "Guiot: simple move" }).waitFor();
  await expect.poll(() => page.locator(".loglines li").count()).toBeGreaterThan(lines);
  await context.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
