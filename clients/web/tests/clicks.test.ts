/** Clicks that were aimed at another form, and entries that must not be lost. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Host } from "@tinsel/client";
import { StartPolicy } from "@tinsel/client/gen/tinsel/v1/match_pb.js";
import type { Page } from "playwright-core";

import type { Person, Setting } from "./harness/browser.js";
import { centreOf } from "./harness/layout.js";
import { decisionsOf, forgetCalls, noteCalls, sent } from "./harness/sent.js";
import { keysOf } from "./harness/stored.js";
import { Table } from "./harness/table.js";
import { createMatch, GAMES, takeSeat, World } from "./harness/world.js";

const world = World.ofThisFile();

// C8, P14
test("a double click decides once, and the next form waits for a pointer that is aimed at it", async () => {
  const { person, table, spot } = await secondForm({});
  const { page } = table;
  const click = () => page.mouse.click(spot.x, spot.y);
  await click();
  await page.clock.runFor(1499);
  await click();
  assert.equal(await decisionsOf(page), 1, "the pointer has not moved");
  await page.clock.runFor(1);
  await click();
  assert.equal(await decisionsOf(page), 2, "1.5 seconds have passed");
  await person.leave();
});

// C8, P14
test("a pointer that has moved decides after half a second", async () => {
  const { person, table, spot } = await secondForm({});
  const { page } = table;
  const moveAndClick = async () => {
    await page.mouse.move(spot.x + 40, spot.y);
    await page.mouse.click(spot.x, spot.y);
  };
  await page.clock.runFor(499);
  await moveAndClick();
  assert.equal(await decisionsOf(page), 1, "the form is new");
  await page.clock.runFor(1);
  await moveAndClick();
  assert.equal(await decisionsOf(page), 2);
  await person.leave();
});

// C8, P14
test("a second tap decides only if it is at another place", async () => {
  const { person, table, spot } = await secondForm({ hasTouch: true, isMobile: true });
  const { page } = table;
  const other = await centreOf(table.form.locator(".choice").nth(1));
  await page.clock.runFor(600);
  await page.touchscreen.tap(spot.x, spot.y);
  assert.equal(await decisionsOf(page), 1);
  await page.touchscreen.tap(other.x, other.y);
  assert.equal(await decisionsOf(page), 2);
  await person.leave();
});

// C8, P14
test("the keyboard decides in a new form at once", async () => {
  const { person, table } = await secondForm({});
  await table.form.locator(".choice").first().press("Enter");
  assert.equal(await decisionsOf(table.page), 2);
  await person.leave();
});

// C8, P14
test("a double click on an item of the menu does not answer its question", async () => {
  const { person, table } = await firstForm({});
  const { page } = table;
  await page.getByText("Menu", { exact: true }).click();
  await page.getByRole("button", { name: "Forfeit" }).press("Enter");
  // Effects run in frames.
  await page.clock.runFor(50);
  const forfeit = page.getByRole("dialog").getByRole("button", { name: "Forfeit" });
  await forfeit.click();
  assert.equal(await forfeit.isVisible(), true);
  await page.clock.runFor(450);
  const { x, y } = await centreOf(forfeit);
  await page.mouse.move(x + 40, y);
  await forfeit.click();
  await page.getByText("You have forfeited.").or(table.ending).first().waitFor();
  await person.leave();
});

// C8, P14
test("a browser that confirms each decision asks before it submits, also after a reload", async () => {
  const person = await world.person();
  const table = await createMatch(await person.open("#/new/jingle_brawl"));
  await table.turn();
  const { page } = table;
  await page.getByText("Menu", { exact: true }).click();
  await page.getByLabel("Confirm each decision").check();
  await page.reload();
  await table.turn();
  const choice = table.form.locator(".choice").first();
  await choice.click();
  const question = page.getByRole("dialog", { name: "Submit this decision?" });
  await question.getByText(await choice.locator(".title").innerText()).waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  assert.equal(person.calls("SubmitAction"), 0);
  await choice.click();
  await table.send(question.getByRole("button", { name: "Submit" }));
  await person.leave();
});

// C8, P15
test("the entries of a form survive a reload and another page", async () => {
  const { host } = await world.match("presents_of_mine", { seats: 8 });
  const person = await world.person();
  const table = await takeSeat(await person.open(`#/match/${host.matchId}`), "Ada");
  await table.turn();
  const { page } = table;
  const entries = () =>
    table.form
      .locator("input, select")
      .evaluateAll((fields: HTMLInputElement[]) =>
        fields.map(({ type, checked, value }) => (type === "radio" || type === "checkbox" ? checked : value)),
      );
  const before = await entries();
  await table.form.getByRole("button", { name: "Fill it in" }).click();
  const filled = await entries();
  assert.notDeepEqual(filled, before);
  await page.reload();
  await table.turn();
  assert.deepEqual(await entries(), filled);
  await page.getByRole("link", { name: "Games" }).first().click();
  await page.getByRole("heading", { name: "Party games" }).waitFor();
  await page.goBack();
  await table.turn();
  assert.deepEqual(await entries(), filled);
  await table.send(table.form.getByRole("button", { name: "Submit" }));
  assert.deepEqual(await keysOf(page, "sessionStorage", "tinsel.form."), [], "entries of a submitted decision");
  await person.leave();
});

// C8, P15
test("the entries of a new match survive a reload, and a match leads back to the page before its form", async () => {
  const person = await world.person();
  const page = await person.open();
  await page.getByRole("link", { name: "Play Jingle Brawl" }).click();
  await page.getByLabel("Your name").fill("Ann");
  await page.getByLabel("Bots", { exact: true }).fill("2");
  await page.getByLabel("Only players can watch").check();
  await page.reload();
  assert.equal(await page.getByLabel("Your name").inputValue(), "Ann");
  assert.equal(await page.getByLabel("Bots", { exact: true }).inputValue(), "2");
  assert.equal(await page.getByLabel("Only players can watch").isChecked(), true);
  await page.getByRole("button", { name: "Create the match" }).click();
  await page.waitForURL(/#\/match\//);
  await page.goBack();
  await page.getByRole("heading", { name: "Party games" }).waitFor();
  await person.leave();
});

// C8
test("a double click removes one match from the list", async () => {
  const person = await world.person({ hasty: true });
  const page = await person.open();
  for (let match = 0; match < 3; match++) {
    const host = await world.api.create("jingle_brawl");
    await page.goto(`${world.server.address}/#/host/${host.matchId}/${host.token}`);
    await page.getByRole("button", { name: "Add a bot" }).waitFor();
  }
  await person.context.clock.install();
  await page.goto("about:blank");
  await page.goto(world.server.address);
  const own = page.getByRole("region", { name: "Your matches" }).getByRole("listitem");
  await own.nth(2).waitFor();
  // Games and lists that arrive move the matches.
  await page
    .getByRole("article")
    .nth(GAMES.length - 1)
    .waitFor();
  await page
    .getByText(/^Loading/)
    .first()
    .waitFor({ state: "detached" });
  await page.clock.pauseAt(Date.now() + 60_000);
  const remove = await centreOf(own.first().getByRole("button"));
  await page.mouse.click(remove.x, remove.y);
  await page.mouse.click(remove.x, remove.y);
  assert.equal(await own.count(), 2);
  await person.leave();
});

// C8, P14
test("repeated clicks on one spot of the lobby add one bot, and never start the match", async () => {
  const { host, person, page } = await hostPage(3, { startPolicy: StartPolicy.BY_HOST });
  await world.api.join(host.matchId, "Ann");
  await page.getByText("2 of 3 seats open").waitFor();
  const { x, y } = await centreOf(page.getByRole("button", { name: "Add a bot" }));
  for (const [heading, bots] of [
    ["1 of 3 seats open", 1],
    // The button of the start is where the other one was.
    ["All seats are taken", 2],
  ] as const) {
    await page.clock.runFor(1600);
    await page.mouse.click(x, y);
    await page.getByRole("heading", { name: heading }).waitFor();
    for (let click = 0; click < 2; click++) {
      await page.clock.runFor(250);
      await page.mouse.click(x, y);
    }
    assert.equal(await sent(page, "AddBot"), bots);
  }
  assert.equal(await sent(page, "StartMatch"), 0);
  await person.leave();
});

// C8, P14
test("a press that began before a view decides nothing in it, however long it lasts", async () => {
  const { host, person, page } = await hostPage(4, {});
  const { x, y } = await centreOf(page.getByRole("button", { name: "Add a bot" }));
  await page.clock.runFor(1600);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.clock.runFor(100);
  await host.addBot();
  await page.getByRole("heading", { name: "3 of 4 seats open" }).waitFor();
  await page.clock.runFor(1600);
  await page.mouse.up();
  assert.equal(await sent(page, "AddBot"), 0);
  await page.mouse.click(x, y);
  await page.getByRole("heading", { name: "2 of 4 seats open" }).waitFor();
  await person.leave();
});

/** The page of the host of a new match of Jingle Brawl. No time passes by itself any more. */
async function hostPage(
  seats: number,
  request: { startPolicy?: StartPolicy },
): Promise<{ host: Host; person: Person; page: Page }> {
  const host = await world.api.createWith({ options: { gameId: "jingle_brawl" }, seats, ...request });
  const { person, page } = await hastyPage({}, `#/host/${host.matchId}/${host.token}`);
  await page.getByRole("button", { name: "Add a bot" }).waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  return { host, person, page };
}

/** A player that sees a form. No time passes by itself any more. */
async function firstForm(setting: Setting): Promise<{ person: Person; table: Table }> {
  const host = await world.api.create("jingle_brawl", { seats: 6 });
  const { person, page } = await hastyPage(setting, `#/match/${host.matchId}`);
  await page.getByLabel("Your name").fill("Ada");
  await page.getByRole("button", { name: "Take a seat" }).press("Enter");
  await page.getByText("you", { exact: true }).waitFor();
  for (let bot = 1; bot < 6; bot++) await host.addBot();
  const table = new Table(page);
  await table.turn();
  await page.clock.pauseAt(Date.now() + 60_000);
  return { person, table };
}

/** A page of a person who clicks without time between two clicks. A test can pause its clock. */
async function hastyPage(setting: Setting, link: string): Promise<{ person: Person; page: Page }> {
  const person = await world.person({ hasty: true, ...setting });
  await person.context.clock.install();
  await person.context.addInitScript(noteCalls);
  return { person, page: await person.open(link) };
}

/** A player that has clicked a choice of a form, and sees a choice of the next form at the same spot. */
async function secondForm(setting: Setting): Promise<{ person: Person; table: Table; spot: { x: number; y: number } }> {
  const { person, table } = await firstForm(setting);
  const { page } = table;
  for (;;) {
    const spot = await centreOf(table.form.locator(".choice").first());
    await table.form.evaluate((form) => form.classList.add("earlier"));
    await forgetCalls(page);
    if (setting.hasTouch) await page.touchscreen.tap(spot.x, spot.y);
    else await page.mouse.click(spot.x, spot.y);
    await page.locator("form.decision:not(.earlier)").waitFor();
    const same = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest(".choice") !== null, spot);
    if (same) return { person, table, spot };
    await page.clock.runFor(2000);
  }
}
