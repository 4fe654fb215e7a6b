/** Streams that are open although no message arrives. The time of the page is controlled. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import type { Person } from "./harness/browser.js";
import { BufferingProxy } from "./harness/buffering_proxy.js";
import { Proxy } from "./harness/proxy.js";
import { Random } from "./harness/random.js";
import type { Table } from "./harness/table.js";
import { createMatch, World } from "./harness/world.js";

const world = World.ofThisFile();

/** The longest silence of a stream with messages, and of a new stream, in milliseconds. */
const SILENCE = 20_000;
const FIRST = 5000;
const BUFFERED = "a proxy before the server buffers its messages";

// B1
test("a page with a frozen connection resumes on a new one, and names no proxy", async () => {
  const proxy = await Proxy.to(world.server.port);
  const { person, table, statuses } = await playing(proxy.address);
  for (let freezes = 0; freezes < 2; freezes++) {
    proxy.freeze();
    const streams = person.calls("WatchMatch");
    const revision = await elsewhereDecided(table);
    await table.page.clock.fastForward(SILENCE);
    await newStream(person, streams);
    await table.reach(revision);
    // The new stream works, too.
    await table.reach(await elsewhereDecided(table));
  }
  await live(table);
  await table.logIsHistoryOf(await world.seatOf(table));
  assert.ok(!statuses.join().includes(BUFFERED), statuses.join());
  await person.leave();
  await proxy.close();
});

// B2
test("a page behind a proxy that passes on headers and buffers messages reads the match instead", async () => {
  const proxy = await BufferingProxy.to(world.server.port);
  const { person, table, statuses } = await playing(proxy.address);
  const streams = person.calls("WatchMatch");
  proxy.buffer();
  // The stream resumes at its cursor: without changes, its first message would be a heartbeat.
  await table.page.clock.fastForward(2000);
  await newStream(person, streams);
  const revision = await elsewhereDecided(table);
  const reads = person.calls("GetMatch");
  await table.page.clock.fastForward(SILENCE);
  await table.reach(revision);
  assert.equal(person.calls("GetMatch"), reads + 1, "the first silent stream causes one read");
  assert.ok(!statuses.join().includes(BUFFERED), "a single silent stream does not prove a proxy");
  await newStream(person, streams + 1);
  await table.page.clock.fastForward(FIRST);
  await table.connection.getByText(BUFFERED).waitFor();

  // A retry ends the reading.
  proxy.pass();
  await wake(table.page);
  await newStream(person, streams + 2);
  await live(table);
  await table.decide(new Random());
  await table.turn();
  await table.logIsHistoryOf(await world.seatOf(table));
  await person.leave();
  await proxy.close();
});

test("a retry before the first message opens another stream at once, and reads nothing", async () => {
  const person = await world.person();
  const page = await person.open("#/new/jingle_brawl");
  await page.clock.install();
  await page.route("**/WatchMatch", () => undefined);
  const first = page.waitForRequest(/\/WatchMatch$/);
  const table = await createMatch(page);
  await first;
  const reads = person.calls("GetMatch");
  await page.unroute("**/WatchMatch");
  await wake(page);
  await live(table);
  assert.equal(person.calls("WatchMatch"), 2);
  assert.equal(person.calls("GetMatch"), reads);
  await person.leave();
});

/** A person at a turn, whose time is controlled, and the texts of the connection. */
async function playing(address: string): Promise<{ person: Person; table: Table; statuses: string[] }> {
  const person = await world.person({ fails: true }, address);
  const page = await person.open("#/new/jingle_brawl");
  await page.clock.install();
  const table = await createMatch(page);
  await live(table);
  await table.turn();
  const statuses: string[] = [];
  await page.exposeFunction("reported", (text: string) => statuses.push(text));
  await page.evaluate(() => {
    const { reported } = globalThis as unknown as { reported: (text: string) => void };
    const line = document.querySelector(".connection");
    if (!line) throw new Error("the page shows no state of its connection");
    const observer = new MutationObserver(() => {
      reported(line.textContent);
    });
    observer.observe(line, { characterData: true, childList: true, subtree: true });
  });
  return { person, table, statuses };
}

/** The player decides by another client. Returns the revision. */
async function elsewhereDecided(table: Table): Promise<bigint> {
  for await (const turn of (await world.seatOf(table)).turns()) {
    const [choice] = turn.choices;
    return choice?.answer ? turn.submit(choice.answer) : turn.playDefault();
  }
  throw new Error("the match is over");
}

async function live(table: Table): Promise<void> {
  await table.connection.getByText("Live", { exact: true }).waitFor();
}

/** Waits until the page has opened another stream. */
async function newStream(person: Person, before: number): Promise<void> {
  while (person.calls("WatchMatch") <= before) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** The computer has slept. */
async function wake(page: Page): Promise<void> {
  await page.evaluate((duration) => {
    const now = Date.now() + duration;
    Date.now = () => now;
    document.dispatchEvent(new Event("visibilitychange"));
  }, 60_000);
}
