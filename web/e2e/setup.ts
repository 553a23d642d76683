// A pickup game up to the moment when the armies are set up.
import type { Page } from "playwright-core";

/** Lays down what is in hand where the game itself finds room. */
export async function takeReady(page: Page): Promise<void> {
  await page.getByRole("button", { name: "The next exact move" }).click();
  await page.getByRole("button", { name: "Take it" }).click();
}

/** Answers shortly whatever is asked before the armies are set up. */
export async function untilTray(page: Page): Promise<void> {
  const [tray, ask] = [page.locator(".tray"), page.locator(".panel .ask")];
  for (;;) {
    // The question comes before what can be answered: until that is there, the tray may only be late.
    await tray.or(page.locator(".panel .general .button, .panel .plan")).first().waitFor();
    if (await tray.count()) return;
    const [asked, told] = [(await ask.textContent()) ?? "", await page.locator(".loglines li").count()];
    if (/terrain/.test(asked)) await page.getByRole("button", { name: "Place no more terrain" }).click();
    else if (/Attack or defend/.test(asked)) await page.getByRole("button", { name: "Defend" }).click();
    else if (/edge/.test(asked)) await page.getByRole("button", { name: "The south edge" }).click();
    else await takeReady(page);
    await page.locator(".play:enabled").click();
    await page.waitForFunction((before) => document.querySelectorAll(".loglines li").length > before, told);
    await page.locator(".commit").waitFor({ state: "detached" });
  }
}
