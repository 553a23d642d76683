// Plays a battle as a person would: by what the page shows, with clicks and drags, knowing no rule.
import { errors, type Page } from "playwright-core";
import { drag, middle, PATIENT } from "./browser";

export type Seen = { activations: number; drags: number; shots: number; retreats: number; odds: number; turns: Set<string> };

/** Nothing that is on the screen takes longer to find: what is looked for in vain has gone. */
const GONE = 3_000;
const OFTEN = 5;

const count = (page: Page, selector: string) => page.locator(selector).count();

/** Answers questions until the result is shown, or until `enough` says so. */
export async function playOn(page: Page, enough: (seen: Seen) => boolean = () => false, longest = 400_000): Promise<Seen> {
  page.setDefaultTimeout(GONE);
  return play(page, enough, longest).finally(() => page.setDefaultTimeout(PATIENT));
}

async function play(page: Page, enough: (seen: Seen) => boolean, longest: number): Promise<Seen> {
  const seen: Seen = { activations: 0, drags: 0, shots: 0, retreats: 0, odds: 0, turns: new Set() };
  const end = Date.now() + longest;
  let missed = 0;
  while (Date.now() < end) {
    if (await count(page, "dialog.after")) return seen;
    if (enough(seen)) return seen;
    seen.turns.add((await page.locator(".clock").allTextContents())[0]?.split(",")[0] ?? "");
    if (!(await count(page, ".panel .ask"))) {
      await page.waitForTimeout(30);
      continue;
    }
    // What was seen may be gone when the hand gets there, for others play too: then it is looked at anew.
    const gone = await answer(page, seen).then(() => null, (why: unknown) => why);
    missed = gone ? missed + 1 : 0;
    if (gone && (!(gone instanceof errors.TimeoutError) || missed === OFTEN)) throw gone;
  }
  throw new Error(`the battle did not end in ${longest} ms: ${await page.locator(".panel").innerText()}`);
}

async function answer(page: Page, seen: Seen): Promise<void> {
  const asked = await page.locator(".ask").textContent();
  const play = page.locator(".play");
  if (await play.count()) {
    if (await count(page, ".odds")) seen.odds++;
    const forward = page.locator(".plan", { hasText: "All straight forward" });
    if (await forward.count()) {
      if (seen.drags === 0) {
        seen.drags++;
        await drag(page, page.locator(".piece.drafted").first(), 0, -70);
        await page.waitForTimeout(100);
      }
      await forward.click({ timeout: 2000 }).catch(() => undefined);
      await page.waitForTimeout(80);
    }
    if (await play.isEnabled()) {
      await play.click();
      await changed(page, asked);
    } else {
      await page.getByRole("button", { name: "Take all back" }).click();
      await endPhase(page);
    }
    return;
  }
  const plan = page.locator(".plan:not(:has-text('Commander'))").first();
  if (await plan.count()) {
    seen.activations++;
    await plan.click();
    await play.waitFor({ timeout: 20_000 }).catch(() => undefined);
    return;
  }
  const able = page.locator(".piece.able").first();
  if (await able.count()) {
    const at = await middle(able);
    await page.mouse.click(at.x, at.y);
    await page.waitForTimeout(80);
    const target = page.locator(".piece.struck").first();
    if (await target.count()) {
      seen.shots++;
      const to = await middle(target);
      await page.mouse.click(to.x, to.y);
      await play.waitFor({ timeout: 20_000 });
      await page.locator(".odds").first().waitFor({ timeout: 20_000 });
      return;
    }
    const act = page.locator(".unit .acts .button").first();
    if (await act.count()) {
      await act.click();
      await play.waitFor({ timeout: 20_000 });
      return;
    }
    if (await count(page, ".unit")) {
      seen.retreats++;
      await drag(page, able, 0, 60);
      await page.waitForTimeout(100);
      if (await play.count()) return;
    }
  }
  await endPhase(page);
}

async function endPhase(page: Page): Promise<void> {
  const end = page.locator(".general .button").last();
  if (!(await end.count())) return void (await page.waitForTimeout(50));
  const [asked, once] = [await page.locator(".ask").textContent(), (await count(page, ".sole")) > 0];
  // What was done before may come to pass only now, and take the button away: then it is looked at anew.
  if (!(await end.click({ timeout: 3000 }).then(() => true, () => false))) return;
  // Where it is all that can be done it is played at once.
  if (once) await page.waitForFunction((was) => document.querySelector(".ask")?.textContent !== was, asked, { timeout: 20_000 }).catch(() => undefined);
  else await page.locator(".play").waitFor({ timeout: 20_000 }).catch(() => undefined);
}

/** Waits until the question is another one, or nothing is asked. */
async function changed(page: Page, asked: string | null): Promise<void> {
  await page
    .waitForFunction((was) => !document.querySelector(".play") || document.querySelector(".ask")?.textContent !== was, asked, { timeout: 20_000 })
    .catch(() => undefined);
}
