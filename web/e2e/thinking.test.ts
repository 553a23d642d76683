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
  await page.getByRole("checkbox", { name: "What the computer meant" }).uncheck();
  await expect.poll(() => meant.count()).toBe(0);
});
