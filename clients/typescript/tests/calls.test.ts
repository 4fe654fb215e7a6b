/** Refused decisions, watches, histories and closed clients, with a server in this process. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Http2Server } from "node:http2";
import { after, before, test, type TestContext } from "node:test";

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";

import { ErrorInfoSchema } from "../src/gen/google/rpc/error_details_pb.js";
import { GameActionSchema } from "../src/gen/tinsel/v1/game_pb.js";
import { MatchPhase } from "../src/gen/tinsel/v1/match_pb.js";
import {
  type CreateMatchRequest,
  type CreateRematchRequest,
  MatchService,
  type WatchMatchRequest,
  type WatchMatchResponse,
  WatchMatchResponseSchema,
} from "../src/gen/tinsel/v1/match_service_pb.js";
import { type Answer, AnswerSchema } from "../src/gen/tinsel/v1/presentation_pb.js";
import {
  type Client,
  Closed,
  connect,
  type Decision,
  InvalidAnswer,
  Refusal,
  type Seat,
  stateOf,
  Unavailable,
} from "../src/node.js";

type Message = MessageInitShape<typeof WatchMatchResponseSchema>;

const FINISHED = MatchPhase.FINISHED;

/** The responses of the server. */
let script: {
  refusal: readonly [Code, string] | undefined;
  submitted: number;
  streams: Message[][];
  watched: WatchMatchRequest[];
  created: CreateMatchRequest | undefined;
  rematches: CreateRematchRequest[];
  tokens: (string | null)[];
  match: { revision: bigint; phase: MatchPhase };
};
let server: Http2Server;
let address: string;

before(async () => {
  const submit = () => {
    script.submitted += 1;
    if (!script.refusal) return { revision: 6n };
    const [code, reason] = script.refusal;
    throw new ConnectError("refused", code, undefined, [{ desc: ErrorInfoSchema, value: { reason } }]);
  };
  const note = (headers: Headers, revision: bigint) => {
    script.tokens.push(headers.get("authorization"));
    return { revision };
  };
  const handler = connectNodeAdapter({
    routes: (router) =>
      router.service(MatchService, {
        submitAction: submit,
        joinMatch: submit,
        createMatch: (request) => {
          script.created = request;
          return { matchId: "match", hostToken: "host", seat: 2, seatToken: "seat" };
        },
        transferHost: ({ seat = 0 }, { requestHeader }) => note(requestHeader, BigInt(seat)),
        startMatch: (_, { requestHeader }) => note(requestHeader, 7n),
        createRematch: (request, { requestHeader }) => {
          script.rematches.push(request);
          const isHost = requestHeader.get("authorization") === "Bearer host";
          const part = isHost ? { hostToken: "new host" } : { seat: 3, seatToken: "new seat" };
          return { matchId: "rematch", joinCode: "code", ...part };
        },
        getMatch: () => ({ state: { match: script.match } }),
        listHistory: ({ afterRevision }) => {
          const revisions = [afterRevision + 1n, afterRevision + 2n].filter((revision) => revision <= 5n);
          return { entries: revisions.map((revision) => ({ revision })), newestRevision: 5n };
        },
        // eslint-disable-next-line @typescript-eslint/require-await -- A stream is a generator.
        watchMatch: async function* (request) {
          script.watched.push(request);
          for (const message of script.streams[script.watched.length - 1] ?? script.streams.at(-1) ?? []) {
            yield create(WatchMatchResponseSchema, message);
          }
        },
      }),
  });
  server = createServer(handler).listen(0, "127.0.0.1");
  await once(server, "listening");
  const listening = server.address();
  assert.ok(listening !== null && typeof listening !== "string");
  address = `http://127.0.0.1:${String(listening.port)}`;
});

after(() => server.close());

/** A client of the server, with a script without faults. */
function connected(context: TestContext, streams = [[snapshot(5n)]]): { client: Client; seat: Seat } {
  const match = { revision: 5n, phase: FINISHED };
  const none = { refusal: undefined, created: undefined, submitted: 0 };
  script = { ...none, streams, watched: [], rematches: [], tokens: [], match };
  const client = connect([address]);
  context.after(() => {
    client.close();
  });
  return { client, seat: client.seat("match", "token", 0) };
}

function snapshot(revision: bigint): Message {
  const kind = { case: "number" as const, value: { min: 1n, max: 4n, step: 1n } };
  const form = { decision: "bid", fields: [{ fieldId: "bid", kind }] };
  const state = { match: { revision, phase: FINISHED }, form };
  return { cursor: String(revision), message: { case: "snapshot", value: { state } } };
}

function update(revision: bigint, phase = MatchPhase.ACTIVE): Message {
  const value = { revision, state: { match: { revision, phase } } };
  return { cursor: String(revision), message: { case: "update", value } };
}

function heartbeat(revision: bigint): Message {
  return { cursor: String(revision), message: { case: "heartbeat", value: { revision } } };
}

function answer(value: bigint, decision = "bid"): Answer {
  return create(AnswerSchema, { decision, fields: [{ field: "bid", value: { case: "number", value } }] });
}

/** The error of a decision at a turn. */
async function submitted(seat: Seat, decision: Decision): Promise<unknown> {
  for await (const turn of seat.turns()) {
    try {
      await turn.submit(decision);
    } catch (error) {
      return error;
    }
  }
  return undefined;
}

async function revisions(messages: AsyncIterable<WatchMatchResponse>): Promise<(bigint | undefined)[]> {
  const found = [];
  for await (const message of messages) found.push(stateOf(message)?.match?.revision);
  return found;
}

test("a creator has a seat, and gives its rights to a player", async (context) => {
  const { client } = connected(context);
  const host = await client.createWith({ takeSeat: { displayName: "Ada" } });
  assert.ok(host.seat);
  assert.equal(script.created?.takeSeat?.nonce.length, 16);
  assert.deepEqual([host.seat.number, await host.transfer(2), await host.seat.start()], [2, 2n, 7n]);
  assert.deepEqual(script.tokens, ["Bearer host", "Bearer seat"]);
});

test("a rematch has the host and the seat of the caller", async (context) => {
  const { client, seat } = connected(context);
  const next = await seat.rematch();
  assert.deepEqual([next.matchId, next.token, next.number], ["rematch", "new seat", 3]);
  const host = await client.host("match", "host").rematch();
  assert.deepEqual([host.matchId, host.token, host.joinCode, host.seat], ["rematch", "new host", "code", undefined]);
  const ofSeat = await client.host("match", "token").rematch();
  assert.deepEqual([ofSeat.token, ofSeat.seat?.number], ["new seat", 3]);
  assert.deepEqual([...new Set(script.rematches.map(({ matchId }) => matchId))], ["match"]);
  assert.equal(new Set(script.rematches.map(({ nonce }) => nonce.join())).size, 3);
});

test("a wrong answer is reported and not sent", async (context) => {
  const { seat } = connected(context);
  for (const [wrong, path, text] of [
    [answer(5n), "fields[bid]", "5 is not possible; choose 1 to 4."],
    [answer(1n, "pass"), "decision", "The form is of the decision 'bid', not of 'pass'; answer this form."],
  ] as const) {
    const error = await submitted(seat, wrong);
    assert.ok(error instanceof InvalidAnswer);
    assert.deepEqual([error.path, error.text, error.message], [path, text, `${path}: ${text}`]);
  }
  assert.equal(script.submitted, 0);
  assert.equal(await submitted(seat, answer(4n)), undefined);
  assert.equal(script.submitted, 1);
});

test("a refused answer of the form is stale, and of a typed action the code decides", async (context) => {
  const { seat } = connected(context);
  for (const [decision, code, reason, stale] of [
    [answer(1n), Code.InvalidArgument, "MALFORMED_REQUEST", true],
    [answer(1n), Code.FailedPrecondition, "ANSWER_NOT_IN_FORM", true],
    [answer(1n), Code.Aborted, "REVISION_MISMATCH", true],
    [answer(1n), Code.PermissionDenied, "SEAT_LEFT", false],
    [create(GameActionSchema), Code.InvalidArgument, "MALFORMED_REQUEST", false],
    [create(GameActionSchema), Code.FailedPrecondition, "NOT_YOUR_TURN", true],
    [create(GameActionSchema), Code.Aborted, "REVISION_MISMATCH", true],
    [create(GameActionSchema), Code.FailedPrecondition, "MATCH_NOT_STARTED", false],
    [create(GameActionSchema), Code.FailedPrecondition, "WRONG_GAME", false],
  ] as const) {
    script.refusal = [code, reason];
    const error = await submitted(seat, decision);
    assert.ok(error instanceof Refusal);
    assert.deepEqual([error.reason, error.isStale, error.message], [reason, stale, `${reason}: refused`]);
  }
});

test("only a refused decision is stale", async (context) => {
  const { client } = connected(context);
  script.refusal = [Code.FailedPrecondition, "NAME_TAKEN"];
  await assert.rejects(
    client.join("match", "Ada"),
    (error: Refusal) => error.code === Code.FailedPrecondition && !error.isStale,
  );
});

test("a watch sends all changes from the first one on request", async (context) => {
  const { seat } = connected(context, [
    [update(1n), update(2n)],
    [update(2n), update(3n, FINISHED)],
  ]);
  assert.deepEqual(await revisions(seat.watch("", false, { afterRevision: 0n })), [1n, 2n, 3n]);
  assert.deepEqual(
    script.watched.map(({ position }) => position),
    [
      { case: "afterRevision", value: 0n },
      { case: "cursor", value: "2" },
    ],
  );
  await assert.rejects(seat.watch("cursor", false, { afterRevision: 0n }).next(), /only one/);
});

test("a watch after the last message of a match ends without a repetition", async (context) => {
  const { seat } = connected(context, [[heartbeat(5n)]]);
  assert.deepEqual(await revisions(seat.watch("5")), []);
  assert.equal(script.watched.length, 1);
});

test("a stream that ends after a heartbeat resumes if the match goes on", async (context) => {
  const { seat } = connected(context, [[heartbeat(5n)], [update(6n, FINISHED)]]);
  script.match.revision = 6n;
  assert.deepEqual(await revisions(seat.watch("5")), [6n]);
  assert.deepEqual(
    script.watched.map(({ position }) => position.value),
    ["5", "5"],
  );
});

test("a stream without a message is read whole", async (context) => {
  const { seat } = connected(context, [[], [snapshot(5n)]]);
  assert.deepEqual(await revisions(seat.watch("5")), [5n]);
  assert.equal(script.watched[1]?.position.case, undefined);
});

test("the history has each revision once", async (context) => {
  const { seat } = connected(context);
  for (const after of [0n, 1n, 4n, 5n]) {
    const found = [];
    for await (const { revision } of seat.history(after)) found.push(revision);
    assert.deepEqual(
      found,
      [1n, 2n, 3n, 4n, 5n].filter((revision) => revision > after),
    );
  }
});

test("half a character is not sent", async (context) => {
  const { client, seat } = connected(context);
  await assert.rejects(client.join("match", "Ada \ud83d"), TypeError);
  await assert.rejects(seat.watch("\ud83d").next(), TypeError);
  await client.join("match", "Ada 🎁");
  assert.equal(script.submitted, 1);
  assert.equal(script.watched.length, 0);
});

test("a closed client reports that it is closed", async (context) => {
  const { client, seat } = connected(context);
  client.close();
  await assert.rejects(client.join("match", "Ada"), Closed);
  await assert.rejects(seat.watch().next(), /the client is closed/);
});

test("many calls at once cause no warning", async (context) => {
  const { client } = connected(context);
  const warnings: Error[] = [];
  const warned = (warning: Error) => warnings.push(warning);
  process.on("warning", warned);
  const calls = Array.from({ length: 40 }, () => client.join("match", "Ada"));
  const watches = Array.from({ length: 40 }, () => client.spectator("match").watch().next());
  await Promise.all([...calls, ...watches]);
  const others = connect(
    Array.from({ length: 40 }, () => "http://127.0.0.1:1"),
    { deadline: 50 },
  );
  await assert.rejects(others.games(), Unavailable);
  others.close();
  process.off("warning", warned);
  assert.deepEqual(warnings, []);
});

test("a string is no list of addresses", () => {
  const addresses: unknown = "http://127.0.0.1:1";
  assert.throws(() => connect(addresses as string[]), /give a list: \["http:\/\/127.0.0.1:1"\]/);
});
