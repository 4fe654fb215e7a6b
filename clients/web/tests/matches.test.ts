/** A whole match of each game: one seat in the browser, bots in the others. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Random } from "./harness/random.js";
import { createMatch, GAMES, World } from "./harness/world.js";

const world = World.ofThisFile();

/** Options that make long matches short, by their labels. */
const SHORT: Record<string, Record<string, number>> = {
  secret_santa: { "Number of deals": 1 },
  snowball_war: { "Maximum number of turns": 8 },
};

for (const game of GAMES) {
  test(`a whole match of ${game} is played in the browser`, async () => {
    const random = new Random();
    const began = Date.now();
    const report = (decisions: number) => {
      console.log(`${game}, seed ${String(random.seed)}: ${String(decisions)} decisions`);
    };
    report(0);
    const person = await world.person();
    const table = await createMatch(await person.open(`#/new/${game}`), SHORT[game]);
    const decisions = await table.playToTheEnd(random, report);
    const seat = await world.seatOf(table);
    const match = (await seat.state())?.match;
    console.log(
      `${game}: ${String(decisions)} decisions, ${String(match?.revision)} revisions, ${String(Date.now() - began)} ms`,
    );
    assert.ok(decisions > 0);
    await table.ending.getByRole("heading", { name: "Final ranking" }).waitFor();
    assert.equal(await table.ending.locator("tbody tr").count(), match?.seats.length);
    await table.ending.getByText("Verification").click();
    const check = table.page.getByTestId("seed-check");
    await check.getByText("✓").waitFor();
    assert.match(await check.innerText(), /matches its commitment/);
    await table.ending.getByText("✓ The commitment is the one that this browser saw at the start.").waitFor();
    await table.logIsHistoryOf(seat);
    await person.leave();
  });
}
