// A computer that thinks long shows how far it has come, and can be hurried.
import { expect, test } from "vitest";
import { address, browser, endPhase, newBattle, sit } from "./browser";

test("all levels are offered, from the weakest up", async () => {
  const { page } = await sit(browser);
  await page.goto(`${address}/#/new`);
  await page.locator(".scenario", { hasText: "Meeting" }).click();
  const offered = await page.locator("select").nth(1).locator("option").evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  expect(offered.filter((one) => one.startsWith("computer "))).toEqual(["computer recruit", "computer sergeant", "computer colonel", "computer marshal"]);
});

test("the marshal thinks with a visible sign, and hurries when it is asked to", async () => {
  const { page } = await sit(browser);
  await newBattle(page, address, "Meeting", "computer marshal");
  const [end, thinking] = [page.getByRole("button", { name: "End the phase" }), page.locator(".thinking")];
  await end.waitFor();
  // The person passes until the computer has its turn, and thinks long enough for a sign.
  for (let i = 0; i < 20 && !(await thinking.count()); i++) {
    if (await end.count()) await endPhase(page);
    await page.waitForTimeout(250);
  }
  await thinking.waitFor();
  expect(await page.locator(".panel").textContent()).toContain("The computer thinks.");
  const used = () => thinking.locator("progress").evaluate((one) => (one as HTMLProgressElement).value);
  const first = await used();
  await expect.poll(used, { timeout: 8000 }).toBeGreaterThan(first);
  await thinking.getByRole("button", { name: "Hurry" }).click();
  const asked = Date.now();
  await end.waitFor();
  // Of ten seconds for a turn it had used few; that it decided soon is because it was asked to.
  expect(Date.now() - asked).toBeLessThan(6000);
  expect(await thinking.count()).toBe(0);
});

test("who asks reads in the log what the computer meant, when its turn is over", async () => {
  const { page } = await sit(browser);
  await newBattle(page, address, "Learning", "computer sergeant");
  const [end, meant] = [page.getByRole("button", { name: "End the phase" }), page.locator(".loglines .meant")];
  await end.waitFor();
  // The first turn is the person's, the second the computer's: when the third begins it is told.
  const turns = page.locator(".loglines li.turn");
  for (let i = 0; i < 60 && (await turns.count()) < 3; i++) {
    if (await end.count()) await endPhase(page);
    await page.waitForTimeout(250);
  }
  await expect.poll(() => turns.count()).toBeGreaterThanOrEqual(3);
  expect(await meant.count()).toBe(0);
  await page.getByRole("checkbox", { name: "What the computer meant" }).check();
  await meant.first().waitFor();
  const places = await page.locator(".loglines li").evaluateAll((all) => all.map((one) => one.className));
  const [first, second, third] = places.flatMap((one, i) => (one.split(" ").includes("turn") ? [i] : [])) as [number, number, number];
  const told = places.flatMap((one, i) => (one.split(" ").includes("meant") ? [i] : []));
  expect(first).toBeLessThan(second);
  expect(told.every((place) => second < place && place < third)).toBe(true);
  // They are sentences, and that nothing more is done needs none. The newest line is in sight as before.
  for (const words of await meant.allTextContents()) {
    expect(words).toMatch(/^[A-Z0-9]/);
    expect(words).not.toContain("No more");
  }
  const below = () => page.getByLabel("Lines of the log").evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight);
  await expect.poll(below).toBeLessThan(4);
  await page.getByRole("checkbox", { name: "What the computer meant" }).uncheck();
  await expect.poll(() => meant.count()).toBe(0);
  await expect.poll(below).toBeLessThan(4);
  // It is told of a closed battle too, where that is stepped through.
  await page.getByRole("checkbox", { name: "What the computer meant" }).check();
  await page.getByRole("button", { name: "Offer to concede" }).click();
  await page.locator(".play:enabled").click();
  await page.locator("dialog.after").waitFor();
  await page.getByRole("button", { name: "Look at the table and replay" }).click();
  const slider = page.getByRole("slider", { name: "Step of the battle" });
  await slider.fill("3");
  await page.getByRole("heading", { name: "You look back" }).waitFor();
  await meant.first().waitFor();
  const after = await page.locator(".loglines li").evaluateAll((all) => all.map((one) => [one.className, one.textContent ?? ""]));
  const turn = (number: number) => after.findIndex(([, words]) => words?.trim().startsWith(`Turn ${number}:`));
  const all = after.flatMap(([kind], i) => (kind?.split(" ").includes("meant") ? [i] : []));
  expect(all.length).toBeGreaterThan(0);
  expect(all.some((place) => turn(2) < place && place < turn(3))).toBe(true);
  // What was rolled in secret is told in words that are true for either side.
  expect(after.some(([, words]) => /Rolled in secret: \d+ momentum for the /.test(words ?? ""))).toBe(true);
});
