// What is drawn on the table and on paper: nations, sides, signs, reach, dice, and the printed battle.
import { expect, test } from "vitest";
import { address, browser, drag, middle, piece, quickBattle, sit } from "./browser";
import { field, openText, type Unit } from "./fields";

test("cards have the colours of their nation, the shape of their side, and marked corners and centre", async () => {
  const { page, errors, context } = await sit(browser);
  await quickBattle(page, address);
  const ours = piece(page, "Guiot").locator(".card");
  const theirs = piece(page, "concealed Austrian").locator(".card");
  const stroke = (of: typeof ours) => of.evaluate((node) => getComputedStyle(node).stroke);
  expect(await stroke(ours)).toBe("rgb(44, 74, 133)");
  expect(await stroke(theirs)).toBe("rgb(132, 97, 10)");
  const band = (side: number) => page.locator(`[data-side="${side}"] .front`).first().getAttribute("d");
  expect(await band(0)).not.toBe(await band(1));
  // Guiot stands at 4.6, 3.0 on a table 12 deep: there is the centre of its front edge.
  const box = await page.locator("svg.things").boundingBox();
  const scale = (box?.width ?? 0) / 1600;
  const centre = await middle(piece(page, "Guiot").locator(".centre"));
  expect(centre.x).toBeCloseTo((box?.x ?? 0) + 460 * scale, 0);
  expect(centre.y).toBeCloseTo((box?.y ?? 0) + 900 * scale, 0);
  const corners = await piece(page, "Guiot").locator(".corner").evaluate((node) => (node as SVGPathElement).getBBox().width);
  expect(corners).toBeCloseTo(100);
  expect(await page.locator(".centre").count()).toBe(16);
  expect(await page.locator(".corner").count()).toBe(16);
  // The header's colours are the cards'.
  expect(await page.evaluate(`getComputedStyle(document.querySelector("main.battle")).getPropertyValue("--side-1").trim()`)).toBe("#84610a");
  expect(errors).toEqual([]);
  await context.close();
});

test("a trait is a sign with its text on hover, and skirmishers differ from others", async () => {
  const { page, context } = await sit(browser);
  await quickBattle(page, address);
  const at = await middle(piece(page, "Lacour").locator('[data-sign="skirmish"]'));
  const said = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest("[data-sign]")?.querySelector("title")?.textContent ?? "", at);
  expect(said).toBe("skirmish: one 5 hits when skirmishing at infantry");
  expect(await piece(page, "Guiot").locator("[data-sign]").count()).toBe(0);
  // The dots of skirmishers are filled; plain infantry has lines alone.
  expect(await piece(page, "Lacour").locator("g > g > .solid").count()).toBeGreaterThan(0);
  expect(await piece(page, "Guiot").locator(".solid").count()).toBe(0);
  expect(await piece(page, "Guiot").locator(".line").count()).toBe(1);
  // By the sign too a piece is taken up: it belongs to the card.
  await page.mouse.click(at.x, at.y);
  await page.locator("article.unit", { hasText: "Lacour" }).waitFor();
  await context.close();
});

test("a unit on which the mouse rests says who it is, and tells no more of a concealed one than the table does", async () => {
  const { page } = await sit(browser);
  await quickBattle(page, address);
  /** What a browser writes beside the mouse: the title of the innermost thing under it that has one. */
  const said = (at: { x: number; y: number }) => page.evaluate(({ x, y }) => {
    for (let one = document.elementFromPoint(x, y); one; one = one.parentElement) {
      const title = [...one.children].find((child) => child.tagName === "title");
      if (title) return title.textContent;
    }
    return "";
  }, at);
  expect(await said(await middle(piece(page, "Guiot")))).toBe("Guiot, French infantry, elan 5, facing north");
  expect(await said(await middle(piece(page, "concealed Austrian")))).toBe("concealed Austrian unit, facing south");
});

test("the reach of each kind of move is shaded in its own manner, before and after its corps is chosen", async () => {
  const { page, errors, context } = await sit(browser);
  await quickBattle(page, address);
  await piece(page, "Guiot").click();
  const legend = page.locator(".legend");
  await legend.waitFor();
  expect(await legend.locator("p").textContent()).toBe("With I Corps it may go by");
  const words = await legend.locator("li").allTextContents();
  expect(words.map((word) => word.trim())).toEqual(expect.arrayContaining(["Move", "Sidestep"]));
  const kinds = () => page.locator("svg.things .way").evaluateAll((all) => all.map((one) => [one.getAttribute("data-kind"), [...one.classList].find((name) => name.startsWith("manner-"))].join(" ")));
  const ahead = await kinds();
  expect(new Set(ahead.map((one) => one.split(" ")[1])).size).toBe(words.length);
  await page.getByRole("button", { name: "With I Corps" }).click();
  await expect.poll(() => legend.locator("p").count()).toBe(0);
  await expect.poll(kinds).toEqual(ahead);
  expect(await page.locator("svg.things .way.held").getAttribute("data-kind")).toBe("Move");
  // While the hand draws there is only what it draws by.
  await drag(page, piece(page, "Guiot"), 0, -40, false);
  await expect.poll(() => page.locator("svg.things .way").count()).toBe(1);
  await page.mouse.up();
  expect(errors).toEqual([]);
  await context.close();
});

test("the battle is printed as the map with its pieces, and the log after it", async () => {
  const { page, errors, context } = await sit(browser);
  await quickBattle(page, address);
  await piece(page, "Guiot").click();
  await page.locator(".legend").waitFor();
  await page.getByRole("button", { name: "Nearer" }).click();
  await page.setViewportSize({ width: 1047, height: 720 });
  await page.emulateMedia({ media: "print" });
  for (const gone of [".panel", ".tools", ".guide", ".legend", ".way", ".overlay", ".top", ".home"]) {
    expect(await page.locator(gone).filter({ visible: true }).count(), gone).toBe(0);
  }
  expect(await page.locator(".clock").isVisible()).toBe(true);
  expect(await page.locator(".loglines li").first().isVisible()).toBe(true);
  // The whole table lies within the paper, whatever was looked at, and the pieces lie on the ground.
  const ground = await page.locator(".map .neatline").boundingBox();
  expect(ground?.width).toBeLessThan(1047);
  expect((ground?.width ?? 0) / (ground?.height ?? 1)).toBeCloseTo(16 / 12, 1);
  const centre = await middle(piece(page, "Guiot").locator(".centre"));
  expect((centre.x - (ground?.x ?? 0)) / (ground?.width ?? 1)).toBeCloseTo(4.6 / 16, 2);
  expect((centre.y - (ground?.y ?? 0)) / (ground?.height ?? 1)).toBeCloseTo(9 / 12, 2);
  const log = await page.locator(".loglines").boundingBox();
  const map = await page.locator("svg.map").boundingBox();
  expect(log?.y).toBeGreaterThanOrEqual((map?.y ?? 0) + (map?.height ?? 0));
  const paper = await page.pdf({ preferCSSPageSize: true });
  // One page for the map and one for a short log.
  expect(paper.toString("latin1").match(/\/Type \/Page\b/g)?.length).toBe(2);
  await page.emulateMedia({ media: "screen" });
  expect(await page.locator(".panel").isVisible()).toBe(true);
  expect(errors).toEqual([]);
  await context.close();
});

test("new dice tumble, but not for somebody who wants no motion", async () => {
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    const { page, context } = await sit(browser, { reducedMotion });
    await quickBattle(page, address);
    const name = await page.evaluate(() => {
      const line = document.querySelector(".loglines li") as HTMLElement;
      const die = document.createElement("span");
      die.className = "dice";
      die.innerHTML = "<svg></svg>";
      line.classList.add("new");
      line.append(die);
      return getComputedStyle(die.firstElementChild as Element).animationName;
    });
    if (reducedMotion === "reduce") expect(name).toBe("none");
    else expect(name).toContain("tumble");
    await context.close();
  }
});

test("the handle that turns a unit hides no name of what stands before it", async () => {
  const { page } = await sit(browser);
  const unit = (name: string, y: number) => ({ side: 0 as const, name, corps: "I Corps", arm: "infantry" as const, at: [6, y] as [number, number], heading: 0 });
  const enemy = { side: 1 as const, name: "Foe", arm: "infantry" as const, at: [6, 9] as [number, number], heading: 180 };
  // A fifth of a BW between the one's front and the other's rear.
  await page.goto(await openText(address, field(12, 10, [unit("Before", 4), unit("Behind", 2.8), enemy])));
  await page.locator(".plan", { hasText: "I Corps" }).first().click();
  await piece(page, "Behind").click();
  const handle = await page.locator(".turn circle:not(.grip)").boundingBox();
  const name = await piece(page, "Before").locator(".title").boundingBox();
  expect((name?.y ?? 0) + (name?.height ?? 0)).toBeLessThanOrEqual(handle?.y ?? 0);
  // And it is no smaller than a hand can take.
  expect(handle?.width).toBeGreaterThanOrEqual(18);
});

test("a special objective is a star in two rings, and how it wins is told", async () => {
  const { page } = await sit(browser);
  const units: Unit[] = [
    { side: 0, name: "Own", arm: "infantry", at: [3, 2], heading: 0 },
    { side: 1, name: "Other", arm: "infantry", at: [3, 7], heading: 180 },
  ];
  const special = "[[objective]]\nat = [6.0, 4.0]\nspecial = true\n[[objective]]\nat = [9.0, 4.0]\n[special]\nneeded = 1\nside = 1\n";
  await page.goto(await openText(address, field(12, 8, units) + special));
  await page.locator(".marker").nth(1).waitFor();
  const rings = (label: RegExp) => page.getByRole("img", { name: label }).locator("circle").count();
  expect(await rings(/^special objective 1,/)).toBe(2);
  expect(await rings(/^objective 2,/)).toBe(1);
  await page.getByText("Red wins by holding the special objective, the star in two rings, when any turn ends.").first().waitFor({ state: "attached" });
});

test("units whose long names begin alike can be told apart by their cards, and no name leaves its card", async () => {
  const { page } = await sit(browser);
  const names = ["1st Brigade", "2nd Brigade", "Foot Artillery"].map((which) => `Young Guard Division, the ${which}`);
  await page.goto(await openText(address, field(12, 10, [
    ...names.map((name, i) => ({ side: 0 as const, name, corps: "I Corps", arm: "infantry" as const, at: [3 + 2 * i, 3] as [number, number], heading: 0 })),
    { side: 1, name: "Line", arm: "infantry", at: [6, 8], heading: 180 },
  ])));
  await piece(page, names[0] ?? "").waitFor();
  const shown = await Promise.all(names.map((name) => piece(page, name).locator(".title").allTextContents()));
  expect(shown).toEqual([["Young Guard…", "1st Brigade"], ["Young Guard…", "2nd Brigade"], ["Young Guard…", "Artillery"]]);
  const beyond = await page.locator("[data-piece]").evaluateAll((pieces) => pieces.flatMap((one) => {
    const card = one.querySelector(".card")?.getBoundingClientRect();
    return [...one.querySelectorAll(".title")].filter((words) => {
      const at = words.getBoundingClientRect();
      return !card || at.left < card.left || at.right > card.right;
    }).map((words) => words.textContent);
  }));
  expect(beyond).toEqual([]);
  // Capitals of the formation stand below the line on which the name ends, and above the boxes.
  const gaps = await piece(page, names[0] ?? "").evaluate((one) => {
    const line = (words: Element | undefined) => {
      const [text, box] = [words as SVGTextElement, one.querySelector<SVGGraphicsElement>(".card")];
      const to = box?.getScreenCTM()?.inverse().multiply(text.getScreenCTM() ?? new DOMMatrix()) ?? new DOMMatrix();
      return new DOMPoint(0, Number(text.getAttribute("y"))).matrixTransform(to).y;
    };
    const banner = one.querySelector(".banner") ?? undefined;
    const capitals = 0.7 * Number(banner?.getAttribute("font-size"));
    const boxes = one.querySelector<SVGGraphicsElement>(".track")?.getBBox();
    return [line(banner) - capitals - line([...one.querySelectorAll(".title")].at(-1)), 50 - 11.5 + (boxes?.y ?? 0) - line(banner)];
  });
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(0);
});
