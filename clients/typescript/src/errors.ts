/** The errors of calls. */

import { Code, ConnectError } from "@connectrpc/connect";

import {
  BadRequestSchema,
  ErrorInfoSchema,
  RequestInfoSchema,
  RetryInfoSchema,
} from "./gen/google/rpc/error_details_pb.js";

/** An invalid field of a request. */
export interface FieldViolation {
  readonly field: string;
  readonly description: string;
}

/** The reasons of refused decisions that no newer state of the match changes. */
const PERMANENT = ["MATCH_NOT_STARTED", "TLS_REQUIRED", "WRONG_GAME"];

/**
 * A server refused a call, and nothing has changed. Decide by `reason` and `domain`; `message` is for people: the reason and
 * the `text`.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: Code;
  /** The reason, such as MATCH_FULL; empty if no server sent the status. */
  readonly reason: string;
  /** The error and its remedy, in one sentence. */
  readonly text: string;
  /** The domain of the reason: tinsel.v1, or a game's. */
  readonly domain: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly fields: readonly FieldViolation[];
  /** The milliseconds after which a retry can help; undefined if a retry does not help. */
  readonly retryAfter: number | undefined;
  /** The trace ID of the call, for operators. */
  readonly traceId: string;

  constructor(
    error: ConnectError,
    /**
     * Whether a decision is refused because the match can have changed: go on with the turn of its newest state.
     *
     * `Turn.submit` sends only answers of its form, so a refused one is late. A typed action that the rules refuse is
     * reported in the same way as a late one: compare the revision of the newest state, or print the refusal.
     */
    readonly isStale = false,
  ) {
    const info = error.findDetails(ErrorInfoSchema)[0];
    super(`${info?.reason || Code[error.code]}: ${error.rawMessage}`, { cause: error });
    const retry = error.findDetails(RetryInfoSchema)[0]?.retryDelay;
    this.code = error.code;
    this.reason = info?.reason ?? "";
    this.text = error.rawMessage;
    this.domain = info?.domain ?? "";
    this.metadata = info?.metadata ?? {};
    this.fields = error.findDetails(BadRequestSchema)[0]?.fieldViolations ?? [];
    this.retryAfter = retry && Number(retry.seconds) * 1000 + retry.nanos / 1e6;
    this.traceId = error.findDetails(RequestInfoSchema)[0]?.requestId ?? "";
  }

  /** The limit that the call exceeds. */
  get limit(): number | undefined {
    const limit = this.metadata["limit"];
    return limit === undefined ? undefined : Number(limit);
  }
}

/**
 * The error of a decision, with `isStale` if it is a refusal of a late one. `checked`: it is an answer to the form of an
 * earlier state.
 */
export function ofDecision(error: unknown, checked = false): unknown {
  if (!(error instanceof Refusal)) return error;
  const { code, reason, cause } = error;
  const changed = code === Code.Aborted || code === Code.FailedPrecondition;
  const malformed = code === Code.InvalidArgument && reason === "MALFORMED_REQUEST";
  const stale = checked ? changed || malformed : changed && !PERMANENT.includes(reason);
  return stale && cause instanceof ConnectError ? new Refusal(cause, true) : error;
}

/** The answer is not one of the form's, so it was not sent. */
export class InvalidAnswer extends Error {
  override readonly name = "InvalidAnswer";

  constructor(
    /** The value with the problem, such as `fields[bids].amounts[garnet_thief]`. */
    readonly path: string,
    /** The problem and the valid values, in one sentence. */
    readonly text: string,
  ) {
    super(path === "" ? text : `${path}: ${text}`);
  }
}

/** The client is closed. */
export class Closed extends Error {
  override readonly name = "Closed";

  constructor() {
    super("the client is closed; connect another one");
  }
}

/** The request has a text that cannot be sent. No retry helps. */
export class Unsendable extends TypeError {}

/** No server answered in time. The server may have applied the call. */
export class Unavailable extends Error {
  override readonly name = "Unavailable";

  constructor(
    /** The number of attempts. */
    readonly attempts: number,
    /** The failure of the last one. */
    readonly last: Refusal,
  ) {
    super(`no response after ${String(attempts)} attempts; the last one failed with ${last.message}`);
  }
}

/** The decision has neither a default answer nor a default action that the seat may see. */
export class NoDefault extends Error {
  override readonly name = "NoDefault";

  constructor() {
    super("the decision has no default; submit one of its choices or a typed action");
  }
}
