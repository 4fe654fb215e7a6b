/**
 * Plays a match with bots to its end. Arguments: SERVERS GAME_ID [--step]
 *
 * With --step it prints a line before each turn, and waits for a line on standard input.
 */

import { createInterface } from "node:readline/promises";

import { connect, Refusal } from "@tinsel/client";

const [servers = "", gameId = "", step] = process.argv.slice(2);
const client = connect(servers.split(","));
const about = await client.game(gameId);
const seats = about.game?.seatsMin ?? 2;
// A short match, where the game offers one.
const deals = { field: "deals", value: { case: "number" as const, value: 1n } };
const values = about.options.some((option) => option.name === "deals") ? [deals] : [];
const host = await client.create(gameId, { values, seats });
const seat = await client.join(host.matchId, "Tess");
for (let bot = 1; bot < seats; bot++) await host.addBot();

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
let count = 0;
for await (const turn of seat.turns()) {
  count += 1;
  if (step !== undefined) {
    console.log(`turn ${String(count)}`);
    await lines.next();
  }
  const choice = turn.choices[Math.floor(Math.random() * turn.choices.length)];
  try {
    await (choice ? turn.submit(choice.answer) : turn.playDefault());
  } catch (error) {
    if (!(error instanceof Refusal && error.isStale)) throw error;
  }
}
console.log(`ended: ${String(count)} turns`);
const names = new Map((await seat.state())?.match?.seats.map((each) => [each.seat, each.displayName]));
for (const standing of seat.outcome?.standings ?? []) {
  console.log(`${String(standing.rank)}. ${names.get(standing.seat) ?? ""}`);
}
process.exit(0);
