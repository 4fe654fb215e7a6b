/** The position of a watch over all its streams. */

import { create } from "@bufbuild/protobuf";

import type { WatchOptions } from "./calls.js";
import { type Match, MatchPhase, type MatchState } from "./gen/tinsel/v1/match_pb.js";
import {
  type WatchMatchRequest,
  WatchMatchRequestSchema,
  type WatchMatchResponse,
} from "./gen/tinsel/v1/match_service_pb.js";

/** What to do after a message: `move` reopens the stream at another server. */
export type Next = "deliver" | "ignore" | "reopen" | "move";

/** What a watch has received. */
export class Position {
  readonly #request: WatchMatchRequest;
  #seen: bigint | undefined;
  #heard = false;
  /** The revision up to which a heartbeat has confirmed that the stream has sent everything. */
  confirmed: bigint | undefined;
  /** Whether the match is over. */
  over = false;

  /** Begins after a cursor or revision, or with a snapshot. */
  constructor(matchId: string, cursor: string, presentation: boolean, more: WatchOptions = {}) {
    const { form, legal, latestOnly, afterRevision } = more;
    this.#request = create(WatchMatchRequestSchema, { matchId, presentation, form, legal, latestOnly });
    this.#resumeAt(cursor);
    if (afterRevision === undefined) return;
    if (cursor !== "") throw new TypeError("the watch has a cursor and afterRevision; give only one of them");
    this.#request.position = { case: "afterRevision", value: afterRevision };
    this.#seen = afterRevision;
  }

  /** The request of the next stream. */
  request(): WatchMatchRequest {
    this.#heard = false;
    this.confirmed = undefined;
    return this.#request;
  }

  /** Notes a message. */
  receive(message: WatchMatchResponse): Next {
    const { case: kind, value } = message.message;
    if (kind === "snapshot") {
      this.#note(value.state, value.state?.match?.revision);
    } else if (kind === "update") {
      if (this.#seen !== undefined && value.revision <= this.#seen) return "ignore";
      if (this.#seen !== undefined && value.revision > this.#seen + 1n) {
        this.#restart();
        return "reopen";
      }
      this.#note(value.state, value.revision);
    } else if (kind === "heartbeat") {
      this.confirmed = value.revision;
    }
    if (message.cursor !== "") this.#resumeAt(message.cursor);
    if (kind === "draining") return "move";
    return kind === "snapshot" || kind === "update" ? "deliver" : "ignore";
  }

  /** Notes the end of a stream. One without any message can be of a match that was over before: read it whole. */
  end(): void {
    if (!this.#heard && this.confirmed === undefined) this.#restart();
  }

  #note(state: MatchState | undefined, revision: bigint | undefined): void {
    this.#heard = true;
    this.confirmed = undefined;
    this.#seen = revision;
    this.over = isOver(state?.match);
  }

  #restart(): void {
    this.#resumeAt("");
    this.#seen = undefined;
  }

  #resumeAt(cursor: string): void {
    this.#request.position = cursor === "" ? { case: undefined } : { case: "cursor", value: cursor };
  }
}

/** Whether the match is finished or aborted. */
export function isOver(match: Match | undefined): boolean {
  return match?.phase === MatchPhase.FINISHED || match?.phase === MatchPhase.ABORTED;
}

/** The state that a message contains. */
export function stateOf(message: WatchMatchResponse): MatchState | undefined {
  const { case: kind, value } = message.message;
  return kind === "snapshot" || kind === "update" ? value.state : undefined;
}
