/** The contents of a turn, and closed clients. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http2";
import { test } from "node:test";

import { create } from "@bufbuild/protobuf";

import type { Caller, WatchOptions } from "../src/calls.js";
import { type WatchMatchResponse, WatchMatchResponseSchema } from "../src/gen/tinsel/v1/match_service_pb.js";
import { Closed, connect, Seat, Unavailable } from "../src/node.js";

const action = { game: { case: "secretSanta" as const, value: {} } };

/** A match in which a seat must decide at revision 5. The watch selects the parts of the state. */
class Server implements Caller {
  call<T>(): Promise<T> {
    return Promise.reject(new Error("a turn makes no call"));
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- A watch is a generator.
  async *watch(
    _match: string,
    _token: string,
    _cursor: string,
    presentation: boolean,
    more: WatchOptions,
  ): AsyncGenerator<WatchMatchResponse, void> {
    const choices = [{ answer: { decision: "bid" } }, { answer: { decision: "pass" } }];
    const state = {
      match: { revision: 5n },
      ...(presentation ? { scene: {} } : {}),
      ...(more.form ? { form: { decision: "bid", choices } } : {}),
      ...(more.legal ? { legal: {}, choiceActions: [action, action] } : {}),
    };
    yield create(WatchMatchResponseSchema, { message: { case: "snapshot", value: { state } } });
  }
}

test("a turn has its form, and legal actions and the scene on request", async () => {
  const seat = new Seat(new Server(), "match", "token", 0);
  let count = 0;
  for await (const turn of seat.turns()) {
    assert.deepEqual([turn.revision, turn.decision, turn.state.scene, turn.legal], [5n, "bid", undefined, undefined]);
    const choices = turn.choices.map(({ answer, action }) => [answer.decision, action]);
    assert.deepEqual(choices, [
      ["bid", undefined],
      ["pass", undefined],
    ]);
    count += 1;
  }
  for await (const turn of seat.turns({ scenes: true, legal: true })) {
    assert.ok(turn.state.scene && turn.legal);
    assert.deepEqual(
      turn.choices.map(({ action }) => action?.game.case),
      ["secretSanta", "secretSanta"],
    );
    count += 1;
  }
  assert.equal(count, 2);
});

test("a closed client has no connection, call or watch", async () => {
  const server = createServer().on("stream", (stream) => stream.on("error", () => undefined));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address !== "string");
  const client = connect([`http://127.0.0.1:${String(address.port)}`]);
  const called = once(server, "stream");
  const call = assert.rejects(client.games(), Unavailable);
  const watch = client.spectator("match").watch().next();
  await called;
  client.close();
  await call;
  assert.deepEqual(await watch, { value: undefined, done: true });
  await assert.rejects(client.games(), Closed);
  // Waits until all connections have ended.
  server.close();
  await once(server, "close");
});
