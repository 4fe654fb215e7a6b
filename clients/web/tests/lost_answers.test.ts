/** Calls whose answers were lost: they are continued, and none is made without its user. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { SeatControl } from "@tinsel/client/gen/tinsel/v1/match_pb.js";
import type { Page } from "playwright-core";

import { loseAnswer, loseAnswers } from "./harness/answers.js";
import type { Person } from "./harness/browser.js";
import { playersOf } from "./harness/players.js";
import { storedCalls } from "./harness/stored.js";
import { Table } from "./harness/table.js";
import { takeSeat, World } from "./harness/world.js";

const world = World.ofThisFile();

// C1
test("the lobby continues a join whose answer was lost, also beside another seat", async () => {
  const person = await world.person({ fails: true });
  const { matchId } = await world.api.create("secret_santa", { seats: 4 });
  const page = await person.open(`#/match/${matchId}`);
  const restore = await loseAnswers(page, "JoinMatch");
  await takeSeat(page, "Ann");
  await page.locator(".problem[role=alert]").waitFor();
  const bob = await world.api.join(matchId, "Bob");
  const other = await person.open(`#/seat/${matchId}/${String(bob.number)}/${bob.token}`);
  await other.getByText("you", { exact: true }).waitFor();
  await restore();
  const back = page.getByRole("button", { name: "Return to the seat of Ann" });
  const proceed = page.getByRole("button", { name: "Continue" });
  // The page also continues the join by itself, so each of the three can be there.
  const seated = page.getByText("you", { exact: true });
  await back.or(proceed).or(seated).first().click();
  await seated.waitFor();
  assert.deepEqual(await playersOf(world.api.spectator(matchId)), ["Ann", "Bob"]);
  assert.deepEqual(await storedCalls(page), []);
  await person.leave();
});

// C1
test("a match that has started has the seat of a join whose answer was lost", async () => {
  const { host } = await world.match("secret_santa", { seats: 3, players: 2 });
  const person = await world.person();
  const page = await person.open(`#/match/${host.matchId}`);
  await loseAnswer(page, "JoinMatch", async () => {
    await takeSeat(page, "Ann");
  });
  await page.reload();
  await page.getByRole("button", { name: "Return to the seat of Ann" }).click();
  await page.getByRole("region", { name: "Your seat" }).getByRole("heading", { name: "Ann" }).waitFor();
  await person.leave();
});

// C1
for (const kind of ["public", "private"] as const) {
  test(`an old join of a ${kind} match whose answer was lost is made only if its user wants it`, async () => {
    const host = await world.api.create("secret_santa", { seats: 4, private: kind === "private" });
    const link = kind === "public" ? `#/match/${host.matchId}` : `#/code/${host.joinCode}`;
    const [first, second] = [await lostJoin(link), await lostJoin(link)];
    assert.deepEqual(await playersOf(host), []);
    await first.page.getByRole("button", { name: "Discard" }).click();
    await first.page.getByRole("button", { name: "Take a seat" }).waitFor();
    assert.deepEqual(await storedCalls(first.page), []);
    await second.page.getByRole("button", { name: "Continue" }).click();
    await second.page.getByText("you", { exact: true }).waitFor();
    assert.deepEqual(await playersOf(host), ["Ann"]);
    for (const { person } of [first, second]) await person.leave();
  });
}

// C1
test("the same action in another state of the match is another call", async () => {
  const person = await world.person({ fails: true });
  // The other player never decides, so the match does not end.
  const { host } = await world.match("secret_santa", { seats: 3 });
  const table = await takeSeat(await person.open(`#/match/${host.matchId}`), "Ann");
  const { page } = table;
  await page.getByRole("region", { name: "Your seat" }).waitFor();
  const seat = await world.seatOf(table);
  const control = async () =>
    (await seat.state())?.match?.seats.find(({ seat: number }) => number === seat.number)?.control;
  const substitute = async () => {
    await page.getByText("Menu", { exact: true }).click();
    await page.getByRole("button", { name: "Let a bot play for me" }).click();
  };
  const restore = await loseAnswers(page, "SubstituteSeat");
  await substitute();
  await page.getByRole("button", { name: "Return to the seat" }).waitFor();
  await page.locator(".match-actions .problem").waitFor();
  await restore();
  // On another device.
  await seat.returnToSeat();
  await page.getByRole("button", { name: "Return to the seat" }).waitFor({ state: "detached" });
  await Promise.all([page.waitForResponse(/\/SubstituteSeat$/), substitute()]);
  await page.getByRole("button", { name: "Return to the seat" }).waitFor();
  assert.equal(await control(), SeatControl.SUBSTITUTED);
  await person.leave();
});

// C1
test("a quick match does not ask about ended matches again, and an error does not count as an end", async () => {
  const person = await world.person({ fails: true });
  const page = await person.open("#/new/secret_santa");
  const quick = async () => {
    await page.getByLabel("Your name").fill("Ann");
    await page.getByRole("button", { name: "Quick match" }).click();
  };
  for (let match = 0; match < 6; match++) {
    await quick();
    const another = page.getByRole("button", { name: "Look for another match" });
    const seated = page.getByText("you", { exact: true });
    await seated.or(another).first().waitFor();
    if (await another.isVisible()) await another.click();
    await seated.waitFor();
    await (await world.seatOf(new Table(page))).leave();
    await page.goto(`${world.server.address}/#/`);
    await page.goto(`${world.server.address}/#/new/secret_santa`);
  }
  const asked = () => person.calls("GetMatch");
  const before = asked();
  await quick();
  await page.getByText("you", { exact: true }).waitFor();
  assert.ok(asked() - before <= 4, `${String(asked() - before)} calls`);
  await page.goto(`${world.server.address}/#/`);
  await page.goto(`${world.server.address}/#/new/secret_santa`);
  const headers = { "grpc-status": "9", "grpc-message": "the north pole is closed" };
  const fail = { contentType: "application/grpc-web+proto", headers, body: "" };
  await page.route("**/GetMatch", (route) => route.fulfill(fail));
  await quick();
  await page.getByRole("alert").getByText("The north pole is closed.").waitFor();
  await page.unroute("**/GetMatch");
  await quick();
  await page.getByRole("button", { name: "Return to the seat of Ann" }).click();
  await page.getByText("you", { exact: true }).waitFor();
  await person.leave();
});

/** A browser with an old request for a seat that the server has not received. */
async function lostJoin(link: string): Promise<{ person: Person; page: Page }> {
  const person = await world.person();
  const page = await person.open(link);
  await page.route("**/JoinMatch", () => undefined, { times: 1 });
  const sent = page.waitForRequest(/\/JoinMatch$/);
  await takeSeat(page, "Ann");
  await sent;
  const [stored = ""] = await storedCalls(page);
  await page.evaluate((key) => {
    const call = JSON.parse(localStorage.getItem(key) ?? "{}") as { time: number };
    localStorage.setItem(key, JSON.stringify({ ...call, time: call.time - 600_000 }));
  }, stored);
  await page.reload();
  await page.getByRole("button", { name: "Continue" }).waitFor();
  return { person, page };
}
