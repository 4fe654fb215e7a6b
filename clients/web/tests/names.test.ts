/** Long names, and names from right to left. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import type { Host, Refusal, Seat } from "@tinsel/client";
import { MatchPhase } from "@tinsel/client/gen/tinsel/v1/match_pb.js";
import type { Page } from "playwright-core";

import { fits, isolates, PHONE } from "./harness/layout.js";
import { Random } from "./harness/random.js";
import { GAMES, takeSeat, World } from "./harness/world.js";

const world = World.ofThisFile();
const DECISIONS = 3;
const SEATS = { grunkle_match: 7, jingle_brawl: 6, presents_of_mine: 8, secret_santa: 6, snowball_war: 2 };
const OWN = `${"ש".repeat(36)} 123`;
const OTHERS = ["W".repeat(40), "ض".repeat(40), `${"م".repeat(20)}-${"W".repeat(19)}`];
const MATCH = "ש".repeat(80);
/** The names of the test of the server. */
const FIXTURE = JSON.parse(readFileSync("../../tests/fixtures/names.json", "utf8")) as {
  accepted: { name: string; length: number }[];
  refused: { name: string; reason: string }[];
};
let match: Promise<Host> | undefined;
const NAMES = [OWN, MATCH, ...OTHERS.slice(1)];

// C6
for (const game of GAMES) {
  test(`the longest names do not break ${game}, and names from right to left stay in their places`, async () => {
    const seats = SEATS[game];
    const host = await world.api.createWith({ options: { gameId: game }, seats, displayName: MATCH });
    const others: Seat[] = [];
    for (const name of OTHERS.slice(0, seats - 1)) others.push(await world.api.join(host.matchId, name));
    for (let bot = others.length + 1; bot < seats; bot++) await host.addBot();
    const person = await world.person(PHONE);
    const page = await person.open(`#/match/${host.matchId}`);
    await page.getByRole("button", { name: "Take a seat" }).waitFor();
    await check(page, "lobby");
    const table = await takeSeat(page, OWN);
    await page.getByRole("region", { name: "Your seat" }).waitFor();
    const random = new Random();
    for (let decision = 0; decision < DECISIONS; decision++) {
      const state = `decision ${String(decision)}, seed ${String(random.seed)}`;
      await page.evaluate(() => {
        for (const details of document.querySelectorAll<HTMLDetailsElement>("details:not(.menu)")) details.open = true;
      });
      await check(page, state);
      await decideUntilTurn(others, await world.seatOf(table));
      if (await table.turn()) await table.decide(random);
    }
    await page.evaluate((hash) => (location.hash = hash), `#/host/${host.matchId}/${host.token}`);
    await page.getByText("Menu", { exact: true }).click();
    await page.getByRole("button", { name: "Substitute an inactive player" }).click();
    await page.getByRole("dialog").getByRole("button", { name: OTHERS[0] }).waitFor();
    await check(page, "inactive players");
    await host.abort();
    await person.leave();
  });
}

// C6
test("lists, seats and ends show the longest names", async () => {
  const person = await world.person(PHONE);
  const lobby = await world.api.createWith({ options: { gameId: "jingle_brawl" }, seats: 3, displayName: MATCH });
  await world.api.join(lobby.matchId, OTHERS[1] ?? "");
  const page = await person.open(`#/match/${lobby.matchId}`);
  await takeSeat(page, OWN);
  await page.getByText("you", { exact: true }).waitFor();
  const again = await person.open(`#/match/${lobby.matchId}`);
  await again.getByRole("button", { name: "Take another seat, or watch" }).waitFor();
  await check(again, "choice of a seat");
  await again.getByRole("button", { name: "Take another seat, or watch" }).click();
  await again.getByRole("button", { name: "Take another seat" }).waitFor();
  await check(again, "lobby of another player");
  await again.goto(world.server.address);
  await again.getByRole("region", { name: "Your matches" }).getByText("player").waitFor();
  await again.getByRole("region", { name: "Matches to join" }).getByText(MATCH).waitFor();
  await check(again, "list of matches");
  await lobby.addBot();
  await page.getByText("Menu", { exact: true }).click();
  await page.getByRole("button", { name: "Forfeit" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Forfeit" }).click();
  await lobby.abort();
  await page.locator(".ending").waitFor();
  await check(page, "end");
  await person.leave();
});

async function check(page: Page, state: string): Promise<void> {
  await fits(page, state);
  await isolates(page, NAMES, state);
}

/** Decides for the other players until the seat can decide. */
async function decideUntilTurn(others: readonly Seat[], own: Seat): Promise<void> {
  for (;;) {
    const match = (await own.state())?.match;
    const pending = match?.pendingDecisions.map(({ seat }) => seat) ?? [];
    if (match?.phase !== MatchPhase.ACTIVE || pending.includes(own.number)) return;
    for (const other of others.filter(({ number }) => pending.includes(number))) {
      const form = await other.form();
      const answer = form?.defaultAnswer ?? form?.choices[0]?.answer;
      if (answer) await other.submit(answer);
    }
  }
}

// C5
test("the page accepts the names that the server accepts", async () => {
  const person = await world.person();
  const page = await person.open("#/new/jingle_brawl");
  const submit = page.getByRole("button", { name: "Create the match" });
  const problem = page.locator(".name-field .problem");
  for (const { name, length } of FIXTURE.accepted) {
    await page.getByLabel("Your name").fill(name);
    assert.ok(await submit.isEnabled(), `${JSON.stringify(name)} ${(await problem.allTextContents()).join()}`);
    // One character more than a name may have.
    const longer = `${name}-${"x".repeat(40 - length)}`;
    await page.getByLabel("Your name").fill(longer);
    assert.match((await problem.textContent()) ?? "", /^The name has 41 characters/, JSON.stringify(name));
    await refusedByServer(longer);
  }
  for (const { name, reason } of FIXTURE.refused.filter(({ name }) => name.trim() === name && !/[\n\r]/.test(name))) {
    await page.getByLabel("Your name").fill(name);
    assert.ok(await submit.isDisabled(), `${JSON.stringify(name)}: ${reason}`);
    await refusedByServer(name);
  }
  await person.leave();
});

// C5
test("players with joined emoji, flags and joined letters play a match", async () => {
  const names = [
    "👩\u200d👩\u200d👧\u200d👦",
    "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} ❤\ufe0f",
    "می\u200cخواهم",
    "ශ්\u200dරී",
  ];
  const host = await world.api.create("jingle_brawl", { seats: names.length });
  for (const name of names) {
    const person = await world.person();
    const page = await person.open(`#/match/${host.matchId}`);
    await takeSeat(page, name);
    await page.getByRole("main").getByText(name).first().waitFor();
    await person.leave();
  }
  const seats = (await host.state())?.match?.seats.map(({ displayName }) => displayName);
  assert.deepEqual(seats, names);
  await host.abort();
});

async function refusedByServer(name: string): Promise<void> {
  const joining = (match ??= world.api.create("jingle_brawl", { seats: 20 })).then(({ matchId }) =>
    world.api.join(matchId, name),
  );
  await assert.rejects(joining, ({ fields }: Refusal) => fields[0]?.field === "display_name", JSON.stringify(name));
}
