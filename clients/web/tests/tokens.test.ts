/** Seats and tokens of a browser: two tabs, lost answers, and a second person on the device. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { holdCalls, loseAnswer } from "./harness/answers.js";
import type { Person } from "./harness/browser.js";
import { playersOf } from "./harness/players.js";
import { Table } from "./harness/table.js";
import { takeSeat, World } from "./harness/world.js";

const world = World.ofThisFile();

// C1
test("two tabs that join at once take one seat", async () => {
  const host = await world.api.create("jingle_brawl", { seats: 4 });
  const person = await world.person();
  const [first, second] = [await person.open(link(host)), await person.open(link(host))];
  for (const [page, name] of [[first, "Ann"] as const, [second, "Bob"] as const])
    await page.getByLabel("Your name").fill(name);
  const release = await holdCalls(first, "JoinMatch");
  await first.getByRole("button", { name: "Take a seat" }).click();
  await second.getByRole("button", { name: "Take a seat" }).click();
  release();
  await first.getByText("you", { exact: true }).waitFor();
  await second.getByRole("button", { name: "Return to the seat of Ann" }).click();
  await second.getByText("you", { exact: true }).waitFor();
  assert.deepEqual(await playersOf(host), ["Ann"]);
  await person.leave();
});

// C1
test("the tab of a watcher offers the seat that another tab has taken", async () => {
  const host = await world.api.create("jingle_brawl", { seats: 4 });
  const person = await world.person();
  const watcher = await person.open(link(host));
  await watcher.getByRole("button", { name: "Take a seat" }).waitFor();
  await takeSeat(await person.open(link(host)), "Ann");
  await watcher.getByRole("button", { name: "Return to the seat of Ann" }).click();
  await watcher.getByText("you", { exact: true }).waitFor();
  assert.deepEqual(await playersOf(host), ["Ann"]);
  await person.leave();
});

// C1
for (const kind of ["public", "private"] as const) {
  test(`a tab that was loaded again before the answer to a join has the seat of a ${kind} match`, async () => {
    const host = await world.api.create("jingle_brawl", { seats: 4, private: kind === "private" });
    const person = await world.person();
    const page = await person.open(kind === "public" ? link(host) : `#/code/${host.joinCode}`);
    await page.getByLabel("Your name").fill("Ann");
    await loseAnswer(page, "JoinMatch", () => page.getByRole("button", { name: "Take a seat" }).click());
    await page.reload();
    await page.getByRole("button", { name: "Return to the seat of Ann" }).click();
    await page.getByText("you", { exact: true }).waitFor();
    assert.deepEqual(await playersOf(host), ["Ann"]);
    await person.leave();
  });
}

// C1
test("a second quick match of a browser returns to the seat that waits, or looks for another match", async () => {
  const person = await world.person();
  const [first, second] = [await quickForm(person), await quickForm(person)];
  const release = await holdCalls(first, "QuickMatch");
  await first.getByRole("button", { name: "Quick match" }).click();
  await second.getByRole("button", { name: "Quick match" }).click();
  release();
  const { matchId } = await shownMatch(first);
  await second.getByRole("button", { name: "Look for another match" }).waitFor();
  await second.getByRole("button", { name: "Return to the seat of Ann" }).click();
  assert.equal((await shownMatch(second)).matchId, matchId);
  assert.deepEqual(await playersOf(world.api.spectator(matchId)), ["Ann"]);
  await person.leave();
});

// C1
test("a tab that was loaded again before the answer to a quick match has its seat", async () => {
  const person = await world.person();
  const page = await quickForm(person, "snowball_war");
  await loseAnswer(page, "QuickMatch", () => page.getByRole("button", { name: "Quick match" }).click());
  await page.reload();
  await page.getByRole("button", { name: "Continue" }).click();
  assert.deepEqual(await playersOf(world.api.spectator((await shownMatch(page)).matchId)), ["Ann"]);
  await person.leave();
});

// C1
for (const method of ["CreateMatch", "AddBot"]) {
  test(`a match whose creation was interrupted before the answer to ${method} has its host and its seat`, async () => {
    const person = await world.person();
    const page = await person.open("#/new/secret_santa");
    await page.getByLabel("Your name").fill("Ann");
    await page.getByLabel("Bots", { exact: true }).fill("1");
    await page.getByText("Name of the match and options of the game").click();
    await page.getByLabel("Name of the match", { exact: true }).fill(`Lost ${method}`);
    await loseAnswer(page, method, () => page.getByRole("button", { name: "Create the match" }).click());
    await page.reload();
    await page.getByRole("button", { name: "Continue" }).click();
    const { matchId } = await shownMatch(page);
    await page.getByRole("button", { name: "Add a bot" }).waitFor();
    await page.getByText("you", { exact: true }).waitFor();
    const listed: string[] = [];
    for await (const match of world.api.matches())
      if (match.displayName === `Lost ${method}`) listed.push(match.matchId);
    assert.deepEqual(listed, [matchId]);
    assert.deepEqual(await playersOf(world.api.spectator(matchId)), ["Ann", "Bot 1"]);
    await person.leave();
  });
}

// C1, C3
test("a second person on the device sees the name of the seat that the browser holds, and takes another one", async () => {
  const host = await world.api.create("secret_santa", { seats: 3 });
  const person = await world.person();
  const ann = await takeSeat(await person.open(link(host)), "Ann");
  await ann.page.getByText("you", { exact: true }).waitFor();
  const page = await person.open(link(host));
  await page.getByRole("button", { name: "Return to the seat of Ann" }).waitFor();
  assert.equal(await page.getByText("you", { exact: true }).count(), 0);
  await page.getByRole("button", { name: "Take another seat, or watch" }).click();
  await page.getByLabel("Your name").fill("Bob");
  await page.getByRole("button", { name: "Take another seat" }).click();
  const bob = new Table(page);
  await page.getByText("you", { exact: true }).waitFor();
  await host.addBot();
  assert.notEqual((await world.seatOf(bob)).token, (await world.seatOf(ann)).token);
  await ann.page.getByRole("region", { name: "Your seat" }).getByRole("heading", { name: "Ann" }).waitFor();
  await page.getByRole("region", { name: "Your seat" }).getByRole("heading", { name: "Bob" }).waitFor();
  for (const [table, name] of [[ann, "Ann"] as const, [bob, "Bob"] as const]) {
    await table.page.reload();
    await table.page.getByRole("region", { name: "Your seat" }).getByRole("heading", { name }).waitFor();
  }
  // The tab changes its seat without a link.
  await page.getByText("Menu", { exact: true }).click();
  await page.getByRole("button", { name: "Change the seat of this tab" }).click();
  await page.getByRole("button", { name: "Return to the seat of Ann" }).click();
  await page.getByRole("region", { name: "Your seat" }).getByRole("heading", { name: "Ann" }).waitFor();
  await person.leave();
});

// C1
test("a link with a seat replaces no token", async () => {
  const host = await world.api.create("secret_santa", { seats: 4 });
  const other = await world.api.join(host.matchId, "Other");
  const person = await world.person();
  const table = await takeSeat(await person.open(link(host)), "Ann");
  await table.page.getByText("you", { exact: true }).waitFor();
  const { token, number } = await world.seatOf(table);
  for (const [place, given] of [[other.number, other.token] as const, [number, "another-token"] as const]) {
    await table.page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      `#/seat/${host.matchId}/${String(place)}/${given}`,
    );
    await table.page.getByRole("button", { name: "Use the seat of the link" }).click();
    await table.page.waitForURL(`**/#/match/${host.matchId}`);
  }
  const tokens = await person.tokens(table.page);
  for (const kept of [token, other.token]) assert.ok(tokens.includes(kept));
  await person.leave();
});

function link({ matchId }: { matchId: string }): string {
  return `#/match/${matchId}`;
}

async function quickForm(person: Person, game = "secret_santa"): Promise<Page> {
  const page = await person.open(`#/new/${game}`);
  await page.getByLabel("Your name").fill("Ann");
  return page;
}

async function shownMatch(page: Page): Promise<Table> {
  await page.getByText("you", { exact: true }).waitFor();
  return new Table(page);
}
