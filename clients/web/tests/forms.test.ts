/** The fields of a decision and of a new match. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { stateOf } from "@tinsel/client";
import { GetGameResponseSchema } from "@tinsel/client/gen/tinsel/v1/game_service_pb.js";
import { SubmitActionRequestSchema, WatchMatchResponseSchema } from "@tinsel/client/gen/tinsel/v1/match_service_pb.js";
import type { Locator } from "playwright-core";

import type { Person } from "./harness/browser.js";
import { changed, streamOf } from "./harness/messages.js";
import { Server } from "./harness/processes.js";
import { Proxy } from "./harness/proxy.js";
import { Table } from "./harness/table.js";
import { createMatch, returnToSeat, takeSeat, World } from "./harness/world.js";

const world = World.ofThisFile();
const SEALED = /^Ada has submitted\.$|^Round 1 /;

test("the next decision of the same kind begins with an empty form", async () => {
  const { host } = await world.match("grunkle_match", { seats: 7, players: 0 });
  const person = await world.person();
  const table = await takeSeat(await person.open(`#/match/${host.matchId}`), "Ada");
  await table.turn();
  // Both rounds have this skill.
  const bid = table.form.getByLabel("Garnet Pouch", { exact: true });
  await bid.fill("3");
  // Another device of the same player decides, so the next form replaces this one directly.
  const seat = await world.seatOf(table);
  const form = await seat.form();
  assert.ok(form?.defaultAnswer);
  await seat.submit(form.defaultAnswer);
  await table.form.getByRole("heading", { name: /^Round 2:/ }).waitFor();
  assert.equal(await bid.inputValue(), "0");
  await person.leave();
});

test("a refusal is shown and announced at its field, and the focus stays in the decision", async () => {
  const { host } = await world.match("grunkle_match", { seats: 7, players: 0 });
  const person = await world.person();
  const table = await takeSeat(await person.open(`#/match/${host.matchId}`), "Ada");
  const { page } = table;
  await table.turn();
  await table.form.getByLabel("Garnet Pouch", { exact: true }).fill("3");
  await page.route("**/SubmitAction", (route) => {
    const body = changed(SubmitActionRequestSchema, route.request().postDataBuffer() ?? Buffer.of(), (request) => {
      const answer = request.answer?.fields[0]?.value;
      for (const amount of answer?.case === "amounts" ? answer.value.amounts : [])
        if (amount.number === 3n) amount.number = 999n;
    });
    return route.continue({ postData: body });
  });
  const submit = table.form.getByRole("button", { name: "Submit" });
  await submit.focus();
  await page.keyboard.press("Enter");
  const refused = table.form.locator("li.refused");
  await refused.getByText("Garnet Pouch").waitFor();
  assert.equal(await refused.count(), 1);
  const reason = await table.form.locator("> .problem").innerText();
  assert.ok((await page.getByTestId("live-assertive").innerText()).includes(reason), reason);
  assert.ok(await page.getByRole("region", { name: "Your decision" }).evaluate((panel) => panel.matches(":focus")));
  await page.unroute("**/SubmitAction");
  await table.send(submit);
  await page.locator(".log").getByText(SEALED).first().waitFor();
  await person.leave();
});

test("a number is a multiple of its step, also if its minimum is not", async () => {
  const person = await world.person();
  const page = await person.context.newPage();
  await page.route("**/GetGame", async (route) => {
    const response = await route.fetch();
    const body = changed(GetGameResponseSchema, await response.body(), ({ optionSpecs }) => {
      const kind = optionSpecs.find(({ field }) => field?.fieldId === "starting_garnets")?.field?.kind;
      if (kind?.case === "number") Object.assign(kind.value, { min: 3n, step: 5n });
    });
    await route.fulfill({ response, body });
  });
  await page.goto(`${world.server.address}/#/new/grunkle_match`);
  await page.getByText("Name of the match and options of the game").click();
  const garnets = page.getByLabel("Starting garnets of each player", { exact: true });
  await garnets.fill("5");
  const less = page.getByRole("button", { name: "Less: Starting garnets of each player" });
  assert.ok(await less.isDisabled());
  await garnets.press("ArrowUp");
  assert.equal(await garnets.inputValue(), "10");
  const table = await createMatch(page);
  const config = (await (await world.seatOf(table)).state())?.match?.config?.game;
  assert.equal(config?.case === "grunkleMatch" && config.value.startingGarnets, 10);
  await person.leave();
});

const TWO_MINUTES = /^(2:00|1:[45]\d)$/;

for (const hours of [-1, 1]) {
  test(`a device clock that is ${String(hours)} h off is corrected by heartbeats`, async () => {
    const server = await Server.start(world.redis, undefined, ["--heartbeat-seconds", "1"]);
    const person = await world.person({}, server.address);
    // A server of another origin that does not expose its Date header.
    await person.context.addInitScript(() => {
      Date.parse = () => NaN;
    });
    const timer = await timerWithClock(person, hours);
    await timer.getByText(TWO_MINUTES).waitFor();
    await person.leave();
    await server.stop();
  });

  test(`a device clock that is ${String(hours)} h off is corrected before the first heartbeat`, async () => {
    const server = await Server.start(world.redis, undefined, ["--heartbeat-seconds", "30"]);
    const person = await world.person({}, server.address);
    const timer = await timerWithClock(person, hours);
    assert.match(await timer.innerText(), TWO_MINUTES);
    const second = await returnToSeat(person, new Table(timer.page()));
    await second.turn();
    assert.match(await second.page.getByRole("timer").first().innerText(), TWO_MINUTES);
    await person.leave();
    await server.stop();
  });
}

/** The time left of the first decision in a match with two minutes for each, on a device with a wrong clock. */
async function timerWithClock(person: Person, hours: number): Promise<Locator> {
  await person.context.addInitScript((shift) => {
    const { now } = Date;
    Date.now = () => now() + shift;
  }, hours * 3_600_000);
  const page = await person.open("#/new/grunkle_match");
  await page.getByLabel("A time for each decision").check();
  const table = await createMatch(page);
  await table.turn();
  return page.getByRole("region", { name: "Your decision" }).getByRole("timer");
}

test("a form from before the accepted decision is not shown again", async () => {
  const { host } = await world.match("grunkle_match", { seats: 7, players: 0 });
  const seat = await world.api.join(host.matchId, "Ada");
  const stream = seat.watch("", true);
  let newest = (await stream.next()).value;
  while (newest && !stateOf(newest)?.form) newest = (await stream.next()).value;
  await stream.return();
  const state = newest && stateOf(newest);
  assert.ok(newest && state);
  const snapshot = create(WatchMatchResponseSchema, {
    message: { case: "snapshot", value: { state } },
    cursor: newest.cursor,
  });
  const person = await world.person({ fails: true });
  const page = await person.context.newPage();
  const bodies = [streamOf(WatchMatchResponseSchema, [snapshot], Code.Unavailable)];
  await page.route("**/WatchMatch", async (route) => {
    const body = bodies.shift();
    await (body ? route.fulfill({ body, contentType: "application/grpc-web+proto" }) : route.abort());
  });
  await page.goto(`${world.server.address}/#/seat/${host.matchId}/${String(seat.number)}/${seat.token}`);
  const table = new Table(page);
  await table.turn();
  await table.form.getByRole("button", { name: "Play the default" }).click();
  // No newer state arrives.
  await table.form.waitFor({ state: "detached" });
  await table.connection.getByText("Reconnecting…").waitFor();
  assert.equal(await table.form.count(), 0);
  await page.unroute("**/WatchMatch");
  await table.form.getByRole("heading", { name: /^Round 2:/ }).waitFor();
  await person.leave();
});

test("a form that another device has answered is refused, also if the next decision has an equal form", async () => {
  const { host } = await world.match("grunkle_match", { seats: 7, players: 0 });
  const proxy = await Proxy.to(world.server.port);
  const here = await world.person({ fails: true }, proxy.address);
  const table = await takeSeat(await here.open(`#/match/${host.matchId}`), "Ada");
  await table.turn();
  const { page } = table;
  const seat = await world.seatOf(table);
  const there = await world.person();
  const other = new Table(await there.open(`#/seat/${host.matchId}/${String(seat.number)}/${seat.token}`));
  await other.turn();
  // Both rounds have this skill. The first device has lost its stream, and does not receive the second round.
  await table.form.getByLabel("Garnet Pouch", { exact: true }).fill("3");
  await loseStream(table, proxy);
  await other.send(other.form.getByRole("button", { name: "Play the default" }));
  await other.form.getByRole("heading", { name: /^Round 2:/ }).waitFor();

  await table.form.getByRole("button", { name: "Submit" }).click();
  const message = "This decision was already made, on another device or by a time limit. Your answer was not used.";
  const panel = page.getByRole("region", { name: "Your decision" });
  await panel.getByText(message).waitFor();
  assert.ok((await page.getByTestId("live-assertive").innerText()).includes(message));
  assert.equal(await table.form.count(), 0);
  const pending = (await seat.state())?.match?.pendingDecisions.map((decision) => decision.seat ?? 0);
  assert.ok(pending?.includes(seat.number), "the answer is not that of the second round");

  await page.unroute("**/WatchMatch");
  await table.form.getByRole("heading", { name: /^Round 2:/ }).waitFor();
  assert.ok(await panel.getByText(message).isVisible());
  await table.send(table.form.getByRole("button", { name: "Play the default" }));
  assert.equal(await panel.getByText(message).count(), 0);
  await here.leave();
  await there.leave();
  await proxy.close();
});

/** Cuts the stream of the page. Its other calls succeed again. */
async function loseStream({ page, connection }: Table, proxy: Proxy): Promise<void> {
  await page.route("**/WatchMatch", (route) => route.abort());
  proxy.cut();
  await connection.getByText("Reconnecting…").waitFor();
  proxy.mend();
}

test("a form is valid although another seat has changed the match meanwhile", async () => {
  const { host, others } = await world.match("presents_of_mine", { seats: 8 });
  const proxy = await Proxy.to(world.server.port);
  const person = await world.person({ fails: true }, proxy.address);
  const table = await takeSeat(await person.open(`#/match/${host.matchId}`), "Ada");
  await table.turn();
  await loseStream(table, proxy);
  const [other] = others;
  const form = await other?.form();
  assert.ok(other && form?.defaultAnswer);
  await other.submit(form.defaultAnswer);
  const before = person.calls("SubmitAction");
  await table.form.getByRole("button", { name: "Play the default" }).click();
  await table.form.waitFor({ state: "detached" });
  assert.equal(person.calls("SubmitAction") - before, 1);
  await table.page.unroute("**/WatchMatch");
  const seat = await world.seatOf(table);
  await table.page.locator(".log").getByText("Ada has submitted.").first().waitFor();
  await table.logIsHistoryOf(seat);
  await person.leave();
  await proxy.close();
});

test("a player that has decided is marked until the next step", async () => {
  const { host, others } = await world.match("presents_of_mine", { seats: 8 });
  const person = await world.person();
  const table = await takeSeat(await person.open(`#/match/${host.matchId}`), "Ada");
  await table.turn();
  const [other] = others;
  const form = await other?.form();
  assert.ok(other && form?.defaultAnswer);
  const mark = table.page.getByRole("article", { name: "Other 0" }).getByText("decided, sealed");
  assert.equal(await mark.count(), 0);
  await table.page.getByRole("article", { name: "Other 0" }).getByText("deciding").waitFor();
  await other.submit(form.defaultAnswer);
  await mark.waitFor();
  await table.send(table.form.getByRole("button", { name: "Play the default" }));
  await mark.waitFor({ state: "detached" });
  await person.leave();
});

test("a phase of the game can have another time for each decision", async () => {
  const person = await world.person();
  const page = await person.open("#/new/grunkle_match");
  await page.getByLabel("Bots", { exact: true }).fill("0");
  await page.getByLabel("A time for the whole match").check();
  await page.getByText("Other times in phases of the game").click();
  await page.getByLabel(/^tie break: /).check();
  await page.getByLabel("Time for each decision, tie break", { exact: true }).fill("45");
  await page.getByLabel("Unit: Time for each decision, tie break").selectOption("seconds");
  const table = await createMatch(page);
  await page.getByText("Each decision in these phases has another time: tie break 45 seconds.").waitFor();
  const control = (await (await world.seatOf(table)).state())?.match?.timeControl;
  assert.equal(control?.control.case, "bank");
  assert.deepEqual(
    control.phases.map(({ phase, duration }) => [phase, duration?.seconds]),
    [["TIE_BREAK", 45n]],
  );
  await person.leave();
});
