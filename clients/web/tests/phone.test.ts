/** A phone that is 360 pixels wide: nothing needs horizontal scrolling. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { isAccessible } from "./harness/axe.js";
import { launch, Person } from "./harness/browser.js";
import { fits, PHONE } from "./harness/layout.js";
import { Random } from "./harness/random.js";
import { createMatch, finishedMatch, GAMES, World } from "./harness/world.js";

const world = World.ofThisFile();
const DECISIONS = 6;

test("the lobby fits a phone", async () => {
  const person = await world.person(PHONE);
  const page = await person.open();
  await page
    .getByRole("article")
    .nth(GAMES.length - 1)
    .waitFor();
  await fits(page, "lobby");
  await page
    .getByRole("link", { name: /^Rules of / })
    .first()
    .click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await fits(page, "rules");
  await person.leave();
});

test("the end of a match fits a phone", async () => {
  const matchId = await finishedMatch(world, "presents_of_mine", 8);
  const person = await world.person(PHONE);
  const page = await person.open(`#/match/${matchId}`);
  await page.locator(".ending summary").click();
  await page.getByTestId("seed-check").getByText("✓").waitFor();
  await fits(page, "ended match");
  await person.leave();
});

for (const [width, textSize] of [
  [320, 16],
  [360, 32],
] as const) {
  test(`texts of ${String(textSize)} pixels fit a page of ${String(width)} pixels`, async () => {
    const browser = await launch(textSize);
    const person = await Person.at(world.server.address, browser, { ...PHONE, viewport: { width, height: 740 } });
    const page = await person.open();
    await page
      .getByRole("article")
      .nth(GAMES.length - 1)
      .waitFor();
    await fits(page, "lobby");
    for (const game of ["grunkle_match", "jingle_brawl"]) {
      await page.goto(`${world.server.address}/#/new/${game}`);
      await page.getByLabel("Your name").waitFor();
      await fits(page, `new match of ${game}`);
      const table = await createMatch(page);
      await table.turn();
      await fits(page, `table of ${game}`);
    }
    await person.leave();
    await browser.close();
  });
}

for (const game of GAMES) {
  test(`new match, table and forms of ${game} fit a phone`, async () => {
    const person = await world.person(PHONE);
    const page = await person.open(`#/new/${game}`);
    await page.getByText("Name of the match and options of the game").click();
    await page.getByLabel("A time for each decision").check();
    await page.getByText("Other times in phases of the game").click();
    await page
      .getByLabel(/^[a-z ]+: /)
      .first()
      .check();
    await fits(page, "new match");
    await page.getByLabel("No time limit").check();
    const table = await createMatch(page);
    const random = new Random();
    for (let decision = 0; decision < DECISIONS && (await table.turn()); decision++) {
      const state = `decision ${String(decision)}, seed ${String(random.seed)}`;
      await fits(page, state);
      const fill = table.form.getByRole("button", { name: "Fill it in" });
      if ((await fill.count()) > 0) {
        await fill.click();
        await fits(page, `${state}, filled in`);
      }
      await table.decide(random);
    }
    await person.leave();
  });
}

for (const [device, setting] of [
  ["a desktop", {}],
  ["a phone", PHONE],
] as const) {
  test(`a table of 20 seats fits ${device}`, async () => {
    const person = await world.person(setting);
    const page = await person.open("#/new/jingle_brawl");
    await page.getByLabel("Seats", { exact: true }).fill("20");
    await page.getByLabel("Bots", { exact: true }).fill("19");
    const table = await createMatch(page);
    await table.turn();
    const others = page.getByRole("region", { name: "Other players" }).getByRole("article");
    assert.equal(await others.count(), 19);
    await page.getByRole("region", { name: "Your seat" }).getByRole("heading", { name: "Ada" }).waitFor();
    await fits(page, "table");
    const cut = await others
      .locator("h3")
      .evaluateAll((names) =>
        names.filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent),
      );
    assert.deepEqual(cut, [], "names that are cut");
    await isAccessible(page, device);
    // One click leads from the seats to the form.
    const toForm = page.getByRole("button", { name: "Your turn: decide" });
    if (await toForm.isVisible()) await toForm.click();
    await page.waitForFunction(() => {
      const { top } = document.querySelector("form.decision")?.getBoundingClientRect() ?? { top: Infinity };
      return top >= 0 && top < innerHeight / 2;
    });
    await table.decide(new Random());
    await person.leave();
  });
}

test("the field of Snowball War is used by touch on a phone", async () => {
  const person = await world.person(PHONE);
  const page = await person.open("#/new/snowball_war");
  const table = await createMatch(page);
  await table.turn();
  const random = new Random();
  const drawing = table.form.locator(".place-drawing svg");
  for (let decision = 0; (await drawing.count()) === 0; decision++) {
    assert.ok(decision < DECISIONS, "a form with a field");
    await table.decide(random);
    await table.turn();
  }
  await drawing.scrollIntoViewIfNeeded();
  const { left, right, letters } = await drawing.evaluate((svg: SVGSVGElement) => {
    const { left, right } = svg.getBoundingClientRect();
    const scale = svg.getScreenCTM()?.a ?? 0;
    const texts = [...svg.querySelectorAll<SVGTextElement>(".tick, .area text")];
    return { left, right, letters: texts.map((text) => Number(text.getAttribute("font-size")) * scale) };
  });
  assert.ok(left >= 0 && right <= 360 && right - left > 240, `from ${String(left)} to ${String(right)}`);
  assert.ok(letters.length > 0 && Math.min(...letters) >= 10, `letters of ${String(Math.min(...letters))} pixels`);
  // One tap for each point selects the nearest possible one.
  const places = table.form.locator("fieldset.place");
  const count = await places.count();
  for (let point = 0; point < count; point++) {
    const [x, y] = await drawing.evaluate((svg: SVGSVGElement) => {
      const { left, top, width, height } = svg.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    });
    await page.touchscreen.tap(x, y);
    await table.form.locator(".place-drawing .chosen").nth(point).waitFor();
  }
  assert.equal(await places.getByText("no point yet").count(), 0);
  await fits(page, "points on the field");
  await person.leave();
});
