/** Calls that must not type-check, each with a comment, among calls that must. */

import { check, connect, create, fill, InvalidAnswer, Refusal } from "@tinsel/client";
import { GameActionSchema } from "@tinsel/client/gen/tinsel/v1/game_pb.js";
import * as withoutGames from "@tinsel/client/without-games";

const client = connect(["http://127.0.0.1:7400"], { apiKey: "key" });
connect("http://127.0.0.1:7400"); // wrong
connect([], { retries: 3 }); // wrong
const seat = await client.quickMatch("secret_santa", "Ada", { seats: 4 });
await client.quickMatch("secret_santa", "Ada", { seats: "4" }); // wrong
await client.create(); // wrong
seat.turns({ presentation: true }); // wrong
for await (const turn of seat.turns({ scenes: true, legal: true })) {
  const answer = fill(turn.form);
  if (answer && check(turn.form, answer) === undefined) await turn.submit(answer);
  await turn.submit(answer); // wrong
  await turn.submit("nonsense"); // wrong
  await turn.submit(turn.state); // wrong
  await turn.submit(create(GameActionSchema, { game: { case: "presentsOfMine", value: {} } }));
  create(GameActionSchema, { game: { case: "noGame", value: {} } }); // wrong
  const revision: bigint = turn.revision;
  const number: number = turn.revision; // wrong
  for (const { title, answer, action } of turn.choices) console.log(title.key, await turn.submit(action ?? answer));
  await turn.submit(turn.choices[0]); // wrong
  const { legal } = turn;
  turn.legal?.(); // wrong
  if (legal?.game.case === "secretSanta") console.log(legal.game.value.decision, revision, number);
  console.log(legal.game); // wrong
  const newest = await seat.legal();
  console.log(newest?.game.case);
}
const { optionSpecs } = await client.game("jingle_brawl");
const fields = optionSpecs.flatMap(({ field }) => (field && field.kind.case !== "typed" ? field : []));
await client.create("jingle_brawl", { values: fill({ fields, constraints: [] })?.fields });
fill({ fields }); // wrong
await client.spectator("match", "token").watch("", false, { latestOnly: true, form: true, legal: true }).next();
client.spectator("match").watch("", false, { afterRevision: 0n });
client.spectator("match").watch("", false, { afterRevision: 0 }); // wrong
for await (const { revision } of seat.history(0n, true)) console.log(revision + 1n);
await client.spectator("match").state(false, 3n, { form: true, legal: true });
await client.spectator("match").submit(); // wrong
await client.call((server, options) => server.matches.listHistory({ matchId: "match", scenes: true }, options));
await client.call((server, options) => server.matches.listHistory({ match: "match" }, options)); // wrong
const error: unknown = new Error();
if (error instanceof Refusal) console.log(error.isStale, error.text, error.reason.length, error.limit?.toFixed());
if (error instanceof InvalidAnswer) console.log(error.path, error.text);
client.close();
const timeControl = { control: { case: "perDecision" as const, value: { seconds: 60n } } };
await withoutGames.connect([]).create("jingle_brawl", { seats: 3, private: true, timeControl }, "key");
