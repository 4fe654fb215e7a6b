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

/** A server refused a call, and nothing has changed. Decide by `reason` and `domain`; `message` is for people. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: Code;
  /** The reason, such as MATCH_FULL; empty if no server sent the status. */
  readonly reason: string;
  /** The domain of the reason: tinsel.v1, or a game's. */
  readonly domain: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly fields: readonly FieldViolation[];
  /** The milliseconds after which a retry can help; undefined if a retry does not help. */
  readonly retryAfter: number | undefined;
  /** The trace ID of the call, for operators. */
  readonly traceId: string;

  constructor(error: ConnectError) {
    super(error.rawMessage, { cause: error });
    const info = error.findDetails(ErrorInfoSchema)[0];
    const retry = error.findDetails(RetryInfoSchema)[0]?.retryDelay;
    this.code = error.code;
    this.reason = info?.reason ?? "";
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

  /** Whether the match has changed: a turn of its new state follows, so go on with that. */
  get isStale(): boolean {
    return this.code === Code.Aborted || this.code === Code.FailedPrecondition;
  }
}

/** No server answered in time. The server may have applied the call. */
export class Unavailable extends Error {
  override readonly name = "Unavailable";

  constructor(
    /** The number of attempts. */
    readonly attempts: number,
    /** The failure of the last one. */
    readonly last: Refusal,
  ) {
    super(`no response after ${String(attempts)} attempts; the last one failed with ${last.reason || last.message}`);
  }
}

/** The decision has neither a default answer nor a default action that the seat may see. */
export class NoDefault extends Error {
  override readonly name = "NoDefault";

  constructor() {
    super("the decision has no default; submit one of its choices or a typed action");
  }
}
