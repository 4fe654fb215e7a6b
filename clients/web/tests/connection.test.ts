/** Cut connections and replaced servers. The page resumes without a reload. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Code } from "@connectrpc/connect";
import { english } from "@tinsel/client";
import { WatchMatchRequestSchema, WatchMatchResponseSchema } from "@tinsel/client/gen/tinsel/v1/match_service_pb.js";
import type { Page } from "playwright-core";

import { announcements } from "./harness/announcements.js";
import type { Person } from "./harness/browser.js";
import { messageOf, streamOf } from "./harness/messages.js";
import { Server } from "./harness/processes.js";
import { Proxy } from "./harness/proxy.js";
import { Random } from "./harness/random.js";
import { Table } from "./harness/table.js";
import { takeSeat, World } from "./harness/world.js";

const world = World.ofThisFile();

test("a page resumes after its connection was cut in the middle of a sealed decision", async () => {
  const { host, others } = await world.match("presents_of_mine", { seats: 8 });
  const proxy = await Proxy.to(world.server.port);
  const person = await world.person({ fails: true }, proxy.address);
  const table = await takeSeat(await person.open(`#/match/${host.matchId}`), "Ada");
  await table.turn();
  await neverLoadedAgain(table.page);
  const announced = await announcements(table.page);
  const [other] = others;
  assert.ok(other);
  await everyBotHasDecided(table, 2);

  proxy.cut();
  await table.connection.getByText("Reconnecting…").waitFor();
  // The other player decides while the page is not connected; the player of the page is still undecided.
  const form = await other.form();
  assert.ok(form?.defaultAnswer);
  await other.submit(form.defaultAnswer);
  assert.equal(await table.form.isVisible(), true, "the form stays during the interruption");
  proxy.mend();

  await table.connection.getByText("Live", { exact: true }).waitFor();
  const seat = await world.seatOf(table);
  const revision = (await seat.state())?.match?.revision ?? 0n;
  await table.reach(revision);
  assert.ok(cursorOf(person) !== "", "the second stream begins at the cursor of the first");
  // Events that arrive together are announced a moment later.
  await table.page.getByTestId("live-polite").getByText("Other 0 has submitted.").waitFor();
  assert.equal(announced.filter((sentence) => sentence.includes("Other 0 has submitted.")).length, 1);
  await table.logIsHistoryOf(seat);
  const title = english((await seat.form())?.title);
  assert.equal(await table.form.getByRole("heading").first().innerText(), title);
  await table.decide(new Random());
  await table.page.waitForFunction(
    (before) => document.querySelector("form.decision h2")?.textContent !== before,
    title,
  );
  await table.logIsHistoryOf(seat);
  assert.ok(await isSameDocument(table.page), "the page was not loaded again");
  await person.leave();
  await proxy.close();
});

test("a decision that is sent while the connection is cut is applied once", async () => {
  const { host } = await world.match("presents_of_mine", { seats: 8 });
  const proxy = await Proxy.to(world.server.port);
  const person = await world.person({ fails: true }, proxy.address);
  const table = await takeSeat(await person.open(`#/match/${host.matchId}`), "Ada");
  await table.turn();
  const seat = await world.seatOf(table);
  proxy.cut();
  await table.connection.getByText("Reconnecting…").waitFor();
  await table.form.getByRole("button", { name: "Play the default" }).click();
  await table.page.locator("form.decision[aria-busy=true]").waitFor();
  proxy.mend();
  await table.page.getByText("Your decision is sealed.").waitFor();
  await table.connection.getByText("Live", { exact: true }).waitFor();
  await table.logIsHistoryOf(seat);
  assert.equal((await table.log()).flat().filter((sentence) => sentence === "Ada has submitted.").length, 1);
  await person.leave();
  await proxy.close();
});

test("a page reconnects although a network answers in place of the server", async () => {
  const { host } = await world.match("grunkle_match", { seats: 7, players: 0 });
  const person = await world.person({ fails: true });
  const table = await takeSeat(await person.open(`#/match/${host.matchId}`), "Ada");
  await table.turn();
  await table.page.route("**/WatchMatch", (route) =>
    route.fulfill({ body: "<html></html>", contentType: "text/html" }),
  );
  // The computer has slept.
  await table.page.evaluate(() => {
    const now = Date.now() + 60_000;
    Date.now = () => now;
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await table.connection.getByText("Reconnecting…").waitFor();
  await table.page.unroute("**/WatchMatch");
  await table.connection.getByText("Live", { exact: true }).waitFor();
  await table.decide(new Random());
  await person.leave();
});

test("a page continues while its server is replaced", async () => {
  const first = await Server.start(world.redis);
  const { host, others } = await world.match("jingle_brawl", { seats: 4 });
  const person = await world.person({ fails: true }, first.address);
  const table = await takeSeat(await person.open(`#/match/${host.matchId}`), "Ada");
  const [other] = others;
  assert.ok(other);
  await table.page.getByRole("region", { name: "Your seat" }).waitFor();
  await neverLoadedAgain(table.page);
  const random = new Random();
  const seat = await world.seatOf(table);
  await decideBoth();

  await first.stop();
  await table.connection.getByText("Reconnecting…").waitFor();
  const second = await Server.start(world.redis, first.port);
  await table.connection.getByText("Live", { exact: true }).waitFor();
  await decideBoth();
  await table.logIsHistoryOf(seat);
  assert.ok(await isSameDocument(table.page), "the page was not loaded again");
  await person.leave();
  await second.stop();

  /** Decides for both players until the player of the page has decided. */
  async function decideBoth(): Promise<void> {
    for (let decided = false; !decided;) {
      const state = await seat.state(true);
      const waits = state?.match?.pendingDecisions.map((decision) => decision.seat ?? 0) ?? [];
      if (waits.includes(seat.number)) {
        await table.turn();
        await table.decide(random);
        decided = true;
      } else if (other && waits.includes(other.number)) {
        const form = await other.form();
        const answer = form?.choices[0]?.answer ?? form?.defaultAnswer;
        if (answer) await other.submit(answer);
      } else await table.reach((state?.match?.revision ?? 0n) + 1n);
    }
  }
});

test("after a reconnection a repeated update is shown and announced once, and new ones together", async () => {
  const { host, others } = await world.match("presents_of_mine", { seats: 8, players: 3 });
  await world.api.join(host.matchId, "Ada");
  const viewer = world.api.spectator(host.matchId);
  const stream = viewer.watch("", true);
  const messages = [(await stream.next()).value];
  for (const other of others) {
    const form = await other.form();
    assert.ok(form?.defaultAnswer);
    await other.submit(form.defaultAnswer);
    messages.push((await stream.next()).value);
  }
  const [snapshot, first, second, third] = messages;
  assert.ok(snapshot && first && second && third?.message.case === "update");
  await stream.return();

  const person = await world.person({ fails: true });
  const page = await person.open();
  const announced = await announcements(page);
  const contentType = "application/grpc-web+proto";
  const bodies = [streamOf(WatchMatchResponseSchema, [snapshot, first], Code.Unavailable)];
  await page.route("**/WatchMatch", async (route) => {
    const body = bodies.shift();
    await (body ? route.fulfill({ body, contentType }) : route.abort());
  });
  await page.goto(`${world.server.address}/#/match/${host.matchId}`);
  const table = new Table(page);
  await table.connection.getByText("Reconnecting…").waitFor();
  bodies.push(streamOf(WatchMatchResponseSchema, [first, second, third], 0));
  await table.reach(third.message.value.revision);
  await table.logIsHistoryOf(viewer);
  // One text, so that a screen reader does not interrupt one message by the next.
  await page.getByTestId("live-polite").getByText("Other 1 has submitted. Other 2 has submitted.").waitFor();
  assert.equal(announced.join().split("Other 0 has submitted.").length - 1, 1);
  await person.leave();
});

test("a page removes the events that the store has lost, and asks for the lost decision again", async () => {
  const { host } = await world.match("presents_of_mine", { seats: 8 });
  const person = await world.person({ fails: true });
  const table = await takeSeat(await person.open(`#/match/${host.matchId}`), "Ada");
  const { page } = table;
  await table.turn();
  await everyBotHasDecided(table, 2);
  const seat = await world.seatOf(table);
  const kept = (await seat.state())?.match?.revision ?? 0n;
  await world.redis.save();
  await table.send(table.form.getByRole("button", { name: "Play the default" }));
  await page.getByText("Your decision is sealed.").waitFor();
  await page.locator(".log").getByText("Ada has submitted.").waitFor();

  await world.redis.crash();
  await page
    .getByText(`The server lost the changes after revision ${String(kept)}.`)
    .first()
    .waitFor();
  await table.turn();
  await table.logIsHistoryOf(seat);
  assert.equal(await page.locator(".log").getByText("Ada has submitted.").count(), 0);

  await table.send(table.form.getByRole("button", { name: "Play the default" }));
  await table.reach(kept + 1n);
  await table.logIsHistoryOf(seat);
  await person.leave();
});

/** Waits until only this number of seats is undecided. */
async function everyBotHasDecided(table: Table, undecided: number): Promise<void> {
  const seat = await world.seatOf(table);
  for await (const message of seat.watch()) {
    const { case: kind, value } = message.message;
    const state = kind === "snapshot" || kind === "update" ? value.state : undefined;
    if (state?.match?.pendingDecisions.length !== undecided) continue;
    await table.reach(state.match.revision);
    return;
  }
}

/** The cursor of the newest stream. */
function cursorOf(person: Person): string {
  const body = person.streams.at(-1);
  assert.ok(body && person.streams.length > 1);
  const { position } = messageOf(WatchMatchRequestSchema, body);
  return position.case === "cursor" ? position.value : "";
}

async function neverLoadedAgain(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
}

function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => "sameDocument" in globalThis);
}
