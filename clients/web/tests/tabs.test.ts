/** Several tabs of one browser. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Person } from "./harness/browser.js";
import { Random } from "./harness/random.js";
import type { Table } from "./harness/table.js";
import { createMatch, returnToSeat, World } from "./harness/world.js";

const world = World.ofThisFile();

test("two tabs of a match share one stream, and the second takes over", async () => {
  const person = await world.person();
  const random = new Random();
  const [first, second] = await twoTabs(person);
  const seat = await world.seatOf(first);
  for (const table of [first, second, first]) {
    await table.turn();
    await table.decide(random);
  }
  const revision = (await seat.state())?.match?.revision ?? 0n;
  for (const table of [first, second]) {
    await table.reach(revision);
    await table.logIsHistoryOf(seat);
  }
  assert.equal(person.calls("WatchMatch"), 1, "streams of two tabs");
  await first.page.close();
  await second.turn();
  await second.decide(random);
  await second.turn();
  await second.logIsHistoryOf(seat);
  assert.equal(person.calls("WatchMatch"), 2, "streams after the first tab was closed");
  await person.leave();
});

test("a visible tab renews the silent stream of another tab", async () => {
  const person = await world.person();
  const [first, second] = await twoTabs(person);
  // The computer has slept, and only the second tab is visible afterwards.
  await first.page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden" });
  });
  const renewed = first.page.waitForRequest(/\/WatchMatch$/);
  await second.page.evaluate(() => {
    const now = Date.now() + 60_000;
    Date.now = () => now;
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await renewed;
  await first.decide(new Random());
  await second.turn();
  await second.logIsHistoryOf(await world.seatOf(first));
  await person.leave();
});

test("a tab ignores states and updates of other tabs that it has already", async () => {
  const person = await world.person();
  const random = new Random();
  const [first, second] = await twoTabs(person);
  const seat = await world.seatOf(first);
  const name = `tinsel.watch.${first.matchId}.seat${String(seat.number)}`;
  // The messages between the tabs, as the second one receives them.
  await second.page.evaluate(
    (name) => {
      const channel = new BroadcastChannel(name);
      const notes: { kind: string }[] = [];
      channel.onmessage = (event: MessageEvent<{ kind: string }>) => notes.push(event.data);
      Object.assign(globalThis, { channel, notes });
    },
    `tinsel.watch.${first.matchId}.seat${String(seat.number)}`,
  );
  // Only the last update of a decision contains the state.
  for (let decision = 0; decision < 2; decision++) {
    await first.turn();
    await first.decide(random);
  }
  await first.turn();
  const revision = (await seat.state())?.match?.revision ?? 0n;
  for (const table of [first, second]) await table.reach(revision);
  const histories = person.calls("ListHistory");

  // A third tab asks for the state. The answer reaches the second one too.
  const third = await returnToSeat(person, first);
  await third.reach(revision);
  await third.logIsHistoryOf(seat);
  // The same updates arrive again, late.
  const shown = await second.page.evaluate(async (name) => {
    const { channel, notes } = globalThis as unknown as { channel: BroadcastChannel; notes: { kind: string }[] };
    // The oldest is the last one.
    const late = notes.filter(({ kind }) => kind === "message").reverse();
    // It is younger than the channel of the page, so it receives each note after it.
    const echo = new BroadcastChannel(name);
    const received = new Promise<void>((done) => {
      let missing = late.length;
      echo.onmessage = () => {
        missing -= 1;
        if (missing === 0) done();
      };
    });
    for (const note of late) channel.postMessage(note);
    await received;
    await new Promise(requestAnimationFrame);
    return document.querySelector<HTMLInputElement>("input[aria-label=Revision]")?.max;
  }, name);
  assert.equal(shown, String(revision));
  assert.equal(person.calls("ListHistory"), histories + 1, "only the third tab loads the log");
  await second.logIsHistoryOf(seat);
  await person.leave();
});

/** A match of this person in two tabs, in both of which it is the person's turn. */
async function twoTabs(person: Person): Promise<[Table, Table]> {
  const first = await createMatch(await person.open("#/new/jingle_brawl"));
  await first.turn();
  const second = await returnToSeat(person, first);
  await second.turn();
  return [first, second];
}
