/** The program under test of `tinsel conformance`. */

import { readFileSync } from "node:fs";

import { connect, Refusal } from "@tinsel/client";

const { TINSEL_SERVERS, TINSEL_MATCH, TINSEL_API_KEY, TINSEL_CA } = process.env;
const { TINSEL_ATTEMPT_MS, TINSEL_DEADLINE_MS, TINSEL_SILENCE_MS, TINSEL_PING_MS } = process.env;
const ping = Number(TINSEL_PING_MS);
const client = connect((TINSEL_SERVERS ?? "").split(","), {
  ...(TINSEL_API_KEY === undefined ? {} : { apiKey: TINSEL_API_KEY }),
  ...(TINSEL_CA === undefined ? {} : { ca: readFileSync(TINSEL_CA, "utf8") }),
  ...(TINSEL_ATTEMPT_MS === undefined ? {} : { attempt: Number(TINSEL_ATTEMPT_MS) }),
  ...(TINSEL_DEADLINE_MS === undefined ? {} : { deadline: Number(TINSEL_DEADLINE_MS) }),
  ...(TINSEL_SILENCE_MS === undefined ? {} : { silence: Number(TINSEL_SILENCE_MS) }),
  ...(TINSEL_PING_MS === undefined ? {} : { pingAfter: ping, pingTimeout: ping }),
});
const seat = await client.join(TINSEL_MATCH ?? "", "Tess");
for await (const turn of seat.turns()) {
  try {
    await turn.playDefault();
  } catch (error) {
    if (!(error instanceof Refusal && error.isStale)) throw error;
  }
}
process.exit(0);
