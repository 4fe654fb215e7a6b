/** The position of a watch over all its streams. */

import { create } from "@bufbuild/protobuf";

import type { WatchOptions } from "./calls.js";
import { type MatchState, MatchPhase } from "./gen/tinsel/v1/match_pb.js";
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
  #over = false;

  /** Begins after a cursor, or with a snapshot if it is empty. */
  constructor(matchId: string, cursor: string, presentation: boolean, { form, legal, latestOnly }: WatchOptions = {}) {
    this.#request = create(WatchMatchRequestSchema, { matchId, presentation, form, legal, latestOnly });
    this.#resumeAt(cursor);
  }

  /** Whether the match is over. */
  get over(): boolean {
    return this.#over;
  }

  /** The request of the next stream. */
  request(): WatchMatchRequest {
    this.#heard = false;
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
    }
    if (message.cursor !== "") this.#resumeAt(message.cursor);
    if (kind === "draining") return "move";
    return kind === "snapshot" || kind === "update" ? "deliver" : "ignore";
  }

  /** Notes the end of a stream. One without any change can be of a match that was over before: read it whole. */
  end(): void {
    if (!this.#heard) this.#restart();
  }

  #note(state: MatchState | undefined, revision: bigint | undefined): void {
    const phase = state?.match?.phase;
    this.#heard = true;
    this.#seen = revision;
    this.#over = phase === MatchPhase.FINISHED || phase === MatchPhase.ABORTED;
  }

  #restart(): void {
    this.#resumeAt("");
    this.#seen = undefined;
  }

  #resumeAt(cursor: string): void {
    this.#request.position = cursor === "" ? { case: undefined } : { case: "cursor", value: cursor };
  }
}

/** The state that a message contains. */
export function stateOf(message: WatchMatchResponse): MatchState | undefined {
  const { case: kind, value } = message.message;
  return kind === "snapshot" || kind === "update" ? value.state : undefined;
}
