/** Entries of forms in the storage of a tab. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { keysOf } from "./harness/stored.js";
import { createMatch, World } from "./harness/world.js";

const world = World.ofThisFile();

// P15
test("stored entries of another shape do not stop the page", async () => {
  const person = await world.person();
  const page = await person.open("#/new/jingle_brawl");
  await page.getByLabel("Your name").fill("Ann");
  for (const broken of ["null", "5", "{", '{"kind":"bank","phases":{"AUCTION":7}}', '{"deck":{"kind":"picks"}}']) {
    await page.evaluate((broken) => {
      sessionStorage.setItem("tinsel.new.jingle_brawl.time", broken);
      sessionStorage.setItem("tinsel.new.jingle_brawl.options", broken);
      sessionStorage.setItem("tinsel.new.jingle_brawl.bots", `"${broken}`);
    }, broken);
    await page.reload();
    await page.getByRole("button", { name: "Create the match" }).waitFor();
    assert.ok(await page.getByLabel("No time limit").isChecked(), broken);
    assert.equal(await page.getByLabel("Your name").inputValue(), "Ann");
  }
  await person.leave();
});

// P15
test("a page that an error has stopped discards the entries of its forms", async () => {
  const person = await world.person();
  const page = await person.open("#/new/jingle_brawl");
  await page.getByLabel("Name of the match", { exact: true }).evaluate((field) => {
    field.closest("details")?.setAttribute("open", "");
  });
  await page.getByLabel("Name of the match", { exact: true }).fill("The cause");
  await page.evaluate(() => {
    const insertBefore = () => {
      throw new DOMException("", "NotFoundError");
    };
    Object.assign(document.querySelector(".new-match") ?? {}, { insertBefore });
  });
  await page.getByText("A time for each decision").click();
  await page.getByRole("heading", { name: "The page has stopped" }).waitFor();
  await page.getByRole("button", { name: "Show the page again" }).click();
  await page.getByText("Name of the match and options of the game").click();
  assert.equal(await page.getByLabel("Name of the match", { exact: true }).inputValue(), "");
  assert.ok(await page.getByLabel("No time limit").isChecked());
  await person.leave();
});

// P15
test("a tab stores only what its user has entered, and nothing after the form is gone", async () => {
  const person = await world.person();
  const page = await person.open("#/new/jingle_brawl");
  assert.deepEqual(await drafts(page), []);
  await page.getByLabel("Your name").fill("Ann");
  await page.getByLabel("I start the match when all seats are taken").check();
  assert.notDeepEqual(await drafts(page), []);
  const table = await createMatch(page);
  await page.getByRole("button", { name: "Start" }).waitFor();
  assert.deepEqual(await drafts(page), [], "after the creation");
  await page.getByRole("button", { name: "Start" }).click();
  await table.turn();
  assert.deepEqual(await drafts(page), [], "a form without entries");
  // An entry of a decision that has ended without the form.
  await page.evaluate((id) => {
    sessionStorage.setItem(`tinsel.form.${id}.0 seal_bid 1.2`, "{}");
  }, table.matchId);
  await page.reload();
  await table.turn();
  assert.deepEqual(await drafts(page), [], "a decision that is over");
  const other = await world.api.create("jingle_brawl", { seats: 4 });
  await page.goto(`${world.server.address}/#/match/${other.matchId}`);
  await page.getByLabel("Your name").fill("Bob");
  const third = await world.api.create("jingle_brawl", { seats: 4 });
  await page.goto(`${world.server.address}/#/match/${third.matchId}`);
  await page.getByRole("button", { name: "Take a seat" }).waitFor();
  assert.equal(await page.getByLabel("Your name").inputValue(), "Ada", "a name for another match");
  await person.leave();
});

// P14
test("each open tab follows the setting that confirms decisions", async () => {
  const person = await world.person();
  const table = await createMatch(await person.open("#/new/jingle_brawl"));
  await table.turn();
  const other = await person.open(`#/match/${table.matchId}`);
  await other.getByRole("button", { name: /^Return to / }).click();
  await other.getByText("Menu", { exact: true }).click();
  await other.getByLabel("Confirm each decision").check();
  await table.page.getByText("Menu", { exact: true }).click();
  assert.ok(await table.page.getByLabel("Confirm each decision").isChecked());
  await person.leave();
});

/** The keys of the stored entries. */
async function drafts(page: Page): Promise<string[]> {
  const keys = await keysOf(page, "sessionStorage", "tinsel.");
  return keys.filter((key) => !key.startsWith("tinsel.viewer."));
}
