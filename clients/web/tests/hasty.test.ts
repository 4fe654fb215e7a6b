/** Double clicks, reloads and second tabs at random moments of matches: no decision is made twice, and no seat is lost. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { toJson } from "@bufbuild/protobuf";
import { SubmitActionRequestSchema } from "@tinsel/client/gen/tinsel/v1/match_service_pb.js";
import { type Answer, AnswerSchema } from "@tinsel/client/gen/tinsel/v1/presentation_pb.js";
import type { Page, Response } from "playwright-core";

import { loseAnswer } from "./harness/answers.js";
import type { Person } from "./harness/browser.js";
import { centreOf } from "./harness/layout.js";
import { messageOf } from "./harness/messages.js";
import { Random } from "./harness/random.js";
import { decisionsOf, forgetCalls, noteCalls } from "./harness/sent.js";
import { keysOf } from "./harness/stored.js";
import { Table } from "./harness/table.js";
import { GAMES, World } from "./harness/world.js";

const world = World.ofThisFile();
/** The number of actions; make test-web-long makes more. Fewer do not find a page that accepts every click. */
const ACTIONS = Number(process.env.TINSEL_HASTY_ACTIONS ?? 20);
const REPORT = 50;

// C1, C8
test(`${String(ACTIONS)} double clicks, reloads and second tabs decide what the player saw, and lose no seat`, async () => {
  const random = new Random();
  console.log(`seed ${String(random.seed)}`);
  const person = await world.person({ hasty: true, fails: true });
  await person.context.addInitScript(installTime);
  await person.context.addInitScript(noteCalls);
  const accepted = new Accepted(person);
  const tables: { matchId: string; token: string }[] = [];
  let table: Table | undefined;
  let total = 0;
  for (let action = 0; action < ACTIONS; action++) {
    if (!table || !(await table.turn())) {
      await table?.page.close();
      table = await startMatch(person, tables.length, random);
      tables.push({ matchId: table.matchId, token: (await world.seatOf(table)).token });
      if (!(await table.turn())) continue;
    }
    accepted.forget();
    await forgetCalls(table.page);
    // The second click on the next form finds the most.
    const kind = action % 2 === 0 ? 1 : random.below(ACTS.length);
    table = (await ACTS[kind]?.(table, person, random)) ?? table;
    const decisions = await accepted.answers(table.page);
    total += decisions.length;
    const state = `seed ${String(random.seed)}, action ${String(action)}, kind ${String(kind)}`;
    assert.ok(decisions.length <= 1, `${state}: ${String(decisions.length)} decisions`);
    for (const decision of decisions) assert.ok(seen.has(decision), `${state}: ${decision} was not on the button`);
    seen.clear();
    if ((action + 1) % REPORT === 0) console.log(`${String(action + 1)} actions, ${String(tables.length)} matches`);
  }
  assert.ok(table);
  assert.ok(total >= ACTIONS / 4, `${String(total)} decisions`);
  const tokens = await person.tokens(table.page);
  for (const { matchId, token } of tables) {
    assert.ok(tokens.includes(token), "a token is lost");
    const seats = (await world.api.seat(matchId, token, 0).state())?.match?.seats ?? [];
    assert.equal(seats.filter(({ displayName }) => displayName.startsWith("Ann")).length, 1);
  }
  const stored = await keysOf(table.page, "localStorage", "tinsel.match.");
  assert.equal(stored.length, tables.length, "matches of this browser");
  await person.leave();
});

type Act = (table: Table, person: Person, random: Random) => Promise<Table | undefined>;

const ACTS: readonly Act[] = [
  // The second click of a double click comes at once.
  async (table, _, random) => {
    const { x, y } = await aim(table, random);
    await table.page.mouse.dblclick(x, y);
    return undefined;
  },
  // It comes when the next form, or none, is shown.
  async (table, _, random) => {
    const { x, y } = await aim(table, random);
    await table.page.mouse.click(x, y);
    // A form that another seat has changed meanwhile is new.
    if ((await decisionsOf(table.page)) === 0) return undefined;
    await shown(table.page);
    await pass(table.page, random.below(1400));
    await table.page.mouse.click(x, y);
    return undefined;
  },
  // The tab is loaded again before the answer.
  async (table, _, random) => {
    const { x, y } = await aim(table, random);
    await table.page.mouse.click(x, y);
    await table.page.reload();
    return undefined;
  },
  // The tab is loaded again before the click.
  async (table, _, random) => {
    await table.page.reload();
    if (!(await table.turn())) return undefined;
    const { x, y } = await aim(table, random);
    await table.page.mouse.dblclick(x, y);
    return undefined;
  },
  // Two tabs decide at once. The first is closed.
  async (table, person, random) => {
    const other = await secondTab(person, table);
    if (!(await other.turn()) || !(await table.turn())) return undefined;
    const spots = [await aim(table, random), await aim(other, random)] as const;
    await Promise.all([table.page.mouse.click(spots[0].x, spots[0].y), other.page.mouse.click(spots[1].x, spots[1].y)]);
    await shown(table.page);
    await shown(other.page);
    await table.page.close();
    return other;
  },
];

/** Creates a match by a double click. For every second match, the tab is loaded again before the answer. */
async function startMatch(person: Person, number: number, random: Random): Promise<Table> {
  const page = await person.open(`#/new/${GAMES[(number + 1) % GAMES.length] ?? ""}`);
  await page.getByLabel("Your name").fill(`Ann ${String(random.below(1000))}`);
  await pass(page, 2000);
  const { x, y } = await centreOf(page.getByRole("button", { name: "Create the match" }));
  if (number % 2 === 0) {
    await loseAnswer(page, "CreateMatch", () => page.mouse.dblclick(x, y));
    await page.reload();
    await page.getByRole("button", { name: "Continue" }).press("Enter");
  } else await page.mouse.dblclick(x, y);
  await page.waitForURL(/#\/match\//);
  return new Table(page);
}

async function secondTab(person: Person, table: Table): Promise<Table> {
  const page = await person.open(`#/match/${table.matchId}`);
  await page.getByRole("button", { name: /^Return to / }).press("Enter");
  return new Table(page);
}

/** The answers of the buttons that the player has aimed at. */
const seen = new Set<string>();

/** Waits until a decision is deliberate. Returns the spot of one of its buttons. */
async function aim(table: Table, random: Random): Promise<{ x: number; y: number }> {
  await pass(table.page, 2000);
  const choices = table.form.locator(".choice");
  const count = await choices.count();
  const choice = random.below(Math.max(count, 1));
  const form = await (await world.seatOf(table)).form();
  const answer = count > 0 ? form?.choices[choice]?.answer : form?.defaultAnswer;
  if (answer) seen.add(textOf(answer));
  return centreOf(count > 0 ? choices.nth(choice) : table.form.getByRole("button", { name: "Play the default" }));
}

function textOf(answer: Answer): string {
  return JSON.stringify(toJson(AnswerSchema, answer));
}

/** Waits until the page sends no decision. */
async function shown(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector("form.decision[aria-busy=true]") === null);
}

/** Replaces the clock of the page by one that only the test moves on: a slow machine takes no time. */
function installTime(): void {
  const passed = { milliseconds: performance.now() };
  performance.now = () => passed.milliseconds;
  Object.defineProperty(Event.prototype, "timeStamp", { get: () => passed.milliseconds });
  Object.assign(globalThis, { passed });
}

function pass(page: Page, milliseconds: number): Promise<void> {
  return page.evaluate((milliseconds) => {
    (globalThis as unknown as { passed: { milliseconds: number } }).passed.milliseconds += milliseconds;
  }, milliseconds);
}

/** The decisions that the server has accepted. */
class Accepted {
  #answers = new Map<string, string>();
  #reads: Promise<void>[] = [];

  constructor(person: Person) {
    person.context.on("response", (response) => {
      if (response.url().endsWith("/SubmitAction")) this.#reads.push(this.#read(response));
    });
  }

  forget(): void {
    this.#answers = new Map();
    this.#reads = [];
  }

  async answers(page: Page): Promise<string[]> {
    await shown(page);
    await Promise.all(this.#reads);
    return [...this.#answers.values()];
  }

  async #read(response: Response): Promise<void> {
    // A tab that was loaded again has no body.
    const body = await response.body().catch(() => Buffer.of());
    const request = response.request().postDataBuffer();
    if (!request || !/grpc-status: ?0/.test(body.toString("latin1"))) return;
    const { requestId, answer } = messageOf(SubmitActionRequestSchema, request);
    this.#answers.set(requestId, answer ? textOf(answer) : "");
  }
}
