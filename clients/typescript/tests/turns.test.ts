/** Legal actions of another revision, and closed clients. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http2";
import { test } from "node:test";

import { create } from "@bufbuild/protobuf";

import type { Caller } from "../src/calls.js";
import { type WatchMatchResponse, WatchMatchResponseSchema } from "../src/gen/tinsel/v1/match_service_pb.js";
import { connect, Refusal, Seat } from "../src/node.js";

/** A match whose seat must decide at revision 5. Legal actions are of this revision. */
class Server implements Caller {
  constructor(private readonly revision: bigint) {}

  call<T>(): Promise<T> {
    return Promise.resolve({ revision: this.revision, legal: {} } as T);
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- A watch is a generator.
  async *watch(): AsyncGenerator<WatchMatchResponse, void> {
    const snapshot = { state: { match: { revision: 5n }, form: { decision: "bid" } } };
    yield create(WatchMatchResponseSchema, { message: { case: "snapshot", value: snapshot } });
  }
}

test("legal actions of another revision make a turn stale", async () => {
  for await (const turn of new Seat(new Server(5n), "match", "token", 0).turns()) assert.ok(await turn.legal());
  for await (const turn of new Seat(new Server(6n), "match", "token", 0).turns()) {
    await assert.rejects(turn.legal(), (error) => {
      assert.ok(error instanceof Refusal && error.isStale);
      assert.equal(error.reason, "REVISION_MISMATCH");
      assert.equal(error.metadata["revision"], "6");
      return true;
    });
  }
});

test("a closed client has no connection, call or watch", async () => {
  const server = createServer().on("stream", (stream) => stream.on("error", () => undefined));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address !== "string");
  const client = connect([`http://127.0.0.1:${String(address.port)}`]);
  const called = once(server, "stream");
  const call = assert.rejects(client.games(), Refusal);
  const watch = client.spectator("match").watch().next();
  await called;
  client.close();
  await call;
  assert.deepEqual(await watch, { value: undefined, done: true });
  await assert.rejects(client.games(), Refusal);
  // Waits until all connections have ended.
  server.close();
  await once(server, "close");
});
