/** The fields of a decision and of a new match. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { GetGameResponseSchema } from "@tinsel/client/gen/tinsel/v1/game_service_pb.js";
import { SubmitActionRequestSchema } from "@tinsel/client/gen/tinsel/v1/match_service_pb.js";

import { changed } from "./harness/messages.js";
import { Server } from "./harness/processes.js";
import { createMatch, takeSeat, World } from "./harness/world.js";

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

test("the time left is that of the server, although the clock of the device is wrong", async () => {
  const server = await Server.start(world.redis, undefined, ["--heartbeat-seconds", "1"]);
  for (const hours of [-1, 1]) {
    const person = await world.person({}, server.address);
    await person.context.addInitScript((shift) => {
      const { now } = Date;
      Date.now = () => now() + shift;
    }, hours * 3_600_000);
    const page = await person.open("#/new/grunkle_match");
    await page.getByLabel("A time for each decision").check();
    const table = await createMatch(page);
    await table.turn();
    await page
      .getByRole("region", { name: "Your decision" })
      .getByRole("timer")
      .getByText(/^(2:00|1:[45]\d)$/)
      .waitFor();
    await person.leave();
  }
  await server.stop();
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
