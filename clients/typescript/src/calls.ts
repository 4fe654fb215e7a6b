/** What the handles of a match need of their client. */

import type { CallOptions, Client as Calls } from "@connectrpc/connect";

import type { GameService } from "./gen/tinsel/v1/game_service_pb.js";
import type { MatchService, WatchMatchResponse } from "./gen/tinsel/v1/match_service_pb.js";

/** The connection to one server. */
export interface Server {
  readonly matches: Calls<typeof MatchService>;
  readonly games: Calls<typeof GameService>;
}

/** A call of one server. */
export type Attempt<T> = (server: Server, options: CallOptions) => Promise<T>;

/** How to watch a match. */
export interface WatchOptions {
  /** Receive the form of each state without scene and sentences. */
  readonly form?: boolean;
  /** Receive the legal actions of each state and, with a form, its choices as typed actions. */
  readonly legal?: boolean;
  /**
   * The last revision that the caller has, instead of a cursor: the watch has the changes after it, and cannot detect lost
   * writes. 0 sends all changes from the first one.
   */
  readonly afterRevision?: bigint;
  /** Receive new states at most every 250 ms. */
  readonly latestOnly?: boolean;
  /** Yield heartbeats too. They contain the time of the server. */
  readonly heartbeats?: boolean;
  /** Called when a server has accepted a stream, before its first message. */
  readonly onOpen?: () => void;
  /** Ends the watch. */
  readonly signal?: AbortSignal;
}

/** Makes calls and watches, with retries. */
export interface Caller {
  call<T>(attempt: Attempt<T>, token?: string): Promise<T>;
  watch(
    matchId: string,
    token: string,
    cursor: string,
    presentation: boolean,
    more?: WatchOptions,
  ): AsyncGenerator<WatchMatchResponse, void>;
}

/** What makes a call repeatable. A caller that stores it before the call can repeat the call after a crash. */
export interface CallKey {
  /** The idempotency key. It is a secret: it must not be guessable. */
  readonly requestId: string;
  /** The part of the seat in the seed of the match, so that no other participant can choose the seed. */
  readonly nonce: Uint8Array<ArrayBuffer>;
}

/** Draws the key of a new call, which every retry keeps. */
export function callKey(): CallKey {
  return { requestId: requestId(), nonce: random() };
}

/** Draws an idempotency key. */
export function requestId(): string {
  return Array.from(random(), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function random(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(16));
}
