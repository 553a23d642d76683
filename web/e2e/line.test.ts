// A connection that breaks on the way, without either end being told.
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { expect, test } from "vitest";
import { address, browser, quickBattle, sit } from "./browser";

/** A road to the server on which carts can be stopped for good: nothing comes through any more, and nobody is told. */
async function road(to: URL): Promise<{ address: string; stop(): void; close(): Promise<void> }> {
  const carts: [Socket, Socket][] = [];
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    near.on("error", () => far.destroy());
    far.on("error", () => near.destroy());
    near.pipe(far);
    far.pipe(near);
    carts.push([near, far]);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const stop = () => {
    for (const [near, far] of carts.splice(0)) {
      near.unpipe(far);
      far.unpipe(near);
      near.pause();
      far.pause();
      stuck.push(near, far);
    }
  };
  const stuck: Socket[] = [];
  const close = () => {
    for (const one of [...stuck, ...carts.flat()]) one.destroy();
    return new Promise<void>((done) => server.close(() => done()));
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop, close };
}

test("a connection that is dead without a word is noticed, told, and made anew; what was asked is answered", async () => {
  const way = await road(new URL(address));
  const { page, context } = await sit(browser);
  // It may be made anew so soon that nobody looks meanwhile: what was said is noted.
  await page.addInitScript(`window.said = ""; new MutationObserver(() => { window.said += document.querySelector(".lost")?.textContent ?? ""; }).observe(document, { childList: true, subtree: true });`);
  await quickBattle(page, way.address);
  way.stop();
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  // Nothing comes, and after a while the page does not believe in it any more; then it finds a new way by itself.
  await expect.poll(() => page.evaluate("window.said"), { timeout: 120_000 }).toContain("The connection was lost");
  await page.locator(".lost").waitFor({ state: "detached", timeout: 120_000 });
  await expect.poll(() => page.locator(".piece.drafted").count(), { timeout: 60_000 }).toBe(4);
  await page.locator(".plan", { hasText: "All straight forward" }).click();
  await page.locator(".play:enabled").click();
  await page.locator(".loglines li", { hasText: "Guiot: simple move" }).waitFor();
  await context.close();
  await way.close();
});
