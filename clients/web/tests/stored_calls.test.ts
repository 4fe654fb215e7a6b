/** Every call that changes something is stored before it is made. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { MatchService } from "@tinsel/client/gen/tinsel/v1/match_service_pb.js";
import type { Route } from "playwright-core";

import type { Person } from "./harness/browser.js";
import { messageOf } from "./harness/messages.js";
import { storedCalls } from "./harness/stored.js";
import { createMatch, takeSeat, World } from "./harness/world.js";

const world = World.ofThisFile();
const CHANGES = MatchService.methods.filter(({ input }) => input.fields.some(({ name }) => name === "request_id"));

// C1
test("each method that changes something has a stored idempotency key", async () => {
  const person = await world.person();
  const seen = await observeChanges(person);
  const form = await person.open("#/new/presents_of_mine");
  await form.getByLabel("Seats", { exact: true }).fill("8");
  await form.getByLabel("Bots", { exact: true }).fill("5");
  await form.getByLabel("I start the match when all seats are taken").check();
  const table = await createMatch(form);
  const { page } = table;
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const choose = async (item: string) => {
    await page.getByText("Menu", { exact: true }).click();
    await press(item);
  };
  // A player that never decides, so that the match does not end.
  await world.api.join(table.matchId, "Ben");
  await press("Add a bot");
  // The first one is a bot: Ben came after the bots of the creation.
  await page
    .getByRole("button", { name: /^Remove / })
    .first()
    .click();
  await press("Add a bot");
  await press("Start");
  await table.turn();
  await table.send(table.form.getByRole("button", { name: "Play the default" }));
  await choose("Let a bot play for me");
  await press("Return to the seat");
  await choose("Forfeit");
  await page.getByRole("dialog").getByRole("button", { name: "Forfeit" }).click();
  await page.getByText("You have forfeited.").waitFor();
  await choose("End the match for all");
  await page.getByRole("dialog").getByRole("button", { name: "End the match" }).click();
  await table.ending.waitFor();
  const second = await person.open("#/new/grunkle_match");
  await second.getByLabel("Bots", { exact: true }).fill("0");
  const lobby = await createMatch(second);
  await world.api.join(lobby.matchId, "Ben");
  await lobby.page.getByText("Menu", { exact: true }).click();
  await lobby.page.getByRole("button", { name: "Make another player the host" }).click();
  await lobby.page.getByRole("dialog").getByRole("button", { name: "Ben" }).click();
  await lobby.page.getByText("Ben is the host now.").waitFor();
  const { matchId } = await world.api.create("grunkle_match");
  const other = await takeSeat(await person.open(`#/match/${matchId}`), "Ada");
  await other.page.getByText("you", { exact: true }).waitFor();
  await page.goto(`${world.server.address}/#/new/jingle_brawl`);
  await press("Quick match");
  await page.getByText("you", { exact: true }).waitFor();
  await choose("Leave the match");
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await page.getByRole("button", { name: "Take a seat" }).waitFor();
  // ReissueSeatToken is for the server of a platform: it needs an API key.
  const ofThePage = CHANGES.map(({ name }) => name).filter((name) => name !== "ReissueSeatToken");
  assert.deepEqual([...seen.keys()].sort(), ofThePage.sort());
  assert.deepEqual(
    [...seen].filter(([, stored]) => !stored).map(([name]) => name),
    [],
  );
  assert.deepEqual(await storedCalls(page), [], "calls with an answer");
  await person.leave();
});

// C1
test("a decision that is made again after a lost answer and a reload is the same call", async () => {
  const person = await world.person();
  const table = await createMatch(await person.open("#/new/jingle_brawl"));
  await table.turn();
  const { page } = table;
  const keys: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/SubmitAction")) keys.push(requestIdOf("SubmitAction", request.postDataBuffer()));
  });
  // The server does not receive the first attempt.
  await page.route("**/SubmitAction", () => undefined, { times: 1 });
  await table.form.getByRole("button", { name: "Play the default" }).click();
  await page.locator("form.decision[aria-busy=true]").waitFor();
  await page.reload();
  await table.turn();
  await table.send(table.form.getByRole("button", { name: "Play the default" }));
  assert.equal(keys.length, 2);
  assert.equal(keys[0], keys[1]);
  await person.leave();
});

/** Whether the idempotency keys of all calls of a method were stored before the calls, by method. */
async function observeChanges(person: Person): Promise<Map<string, boolean>> {
  const seen = new Map<string, boolean>();
  await person.context.route("**/tinsel.v1.MatchService/*", async (route: Route) => {
    const request = route.request();
    const name = request.url().split("/").at(-1) ?? "";
    if (CHANGES.some((method) => method.name === name)) {
      // The calls of a creation have the key of the creation with an ending.
      const [key = ""] = requestIdOf(name, request.postDataBuffer()).split("-");
      const page = request.frame().page();
      const stored = await page.evaluate((key) => Object.values(localStorage).join().includes(key), key);
      seen.set(name, key !== "" && stored && (seen.get(name) ?? true));
    }
    await route.continue();
  });
  return seen;
}

function requestIdOf(name: string, body: Buffer | null): string {
  const input = CHANGES.find((method) => method.name === name)?.input;
  if (!input || !body) return "";
  return (messageOf(input, body) as unknown as { requestId: string }).requestId;
}
