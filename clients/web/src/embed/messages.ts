/**
 * Messages about the match for the site that shows the page in a frame. They contain only public data of the match, and
 * whether the seat of the player has a pending decision. The page accepts no message.
 */

import { type MatchState, MatchPhase } from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";

import { milliseconds } from "../net/clock.js";
import { embedding } from "./embedding.js";

/** The version of the messages. A later version can have other fields. */
const VERSION = 1;

type Message =
  | { message: "ready" }
  | {
      message: "turn";
      match: string;
      /** The seat of the player; null: the player has no seat, or not any more. */
      seat: number | null;
      revision: number;
      /** Whether the seat has a pending decision. */
      pending: boolean;
      /** The deadline of the decision as in RFC 3339; null: it has none. */
      deadline: string | null;
    }
  | {
      message: "end";
      match: string;
      outcome: "finished" | "aborted";
      /** The ranks by seat; empty if the match was aborted. */
      ranks: { seat: number; rank: number }[];
    };

/** The turn of a spectator, which is not sent. */
const NO_TURN = JSON.stringify([null, false, null, undefined]);

/** The match of the last messages, the turn that they contained, and whether they reported its end. */
let sent = { match: "", turn: NO_TURN, over: false };

/** Reports that the page has started. */
export function reportReady(): void {
  send({ message: "ready" });
}

/** Reports the turn and the end of the match if they differ from the last messages. */
export function reportState({ match, form }: MatchState, own: number | undefined): void {
  if (!match || !embedding.peek()) return;
  const { matchId } = match;
  if (sent.match !== matchId) sent = { match: matchId, turn: NO_TURN, over: false };
  const seat = own ?? null;
  const pending = seat !== null && form !== undefined;
  const decision = pending ? match.pendingDecisions.find((decision) => decision.seat === own) : undefined;
  const deadline = decision?.deadline ? new Date(milliseconds(decision.deadline)).toISOString() : null;
  // The next decision can have the same deadline.
  const since = decision?.since && milliseconds(decision.since);
  const turn = JSON.stringify([seat, pending, deadline, since]);
  if (sent.turn !== turn)
    send({ message: "turn", match: matchId, seat, revision: Number(match.revision), pending, deadline });
  const over = match.phase === MatchPhase.FINISHED || match.phase === MatchPhase.ABORTED;
  if (over && !sent.over) {
    const ranks = (match.outcome?.standings ?? []).map(({ seat, rank }) => ({ seat, rank }));
    const outcome = match.phase === MatchPhase.FINISHED ? "finished" : "aborted";
    send({ message: "end", match: matchId, outcome, ranks });
  }
  sent = { match: matchId, turn, over };
}

function send(message: Message): void {
  // The browser delivers a message only to a parent of the given origin.
  for (const origin of parents()) window.parent.postMessage({ tinsel: VERSION, ...message }, origin);
}

/** The configured origins, or only that of the parent if the browser reports it: others would be errors in its console. */
function parents(): readonly string[] {
  const configured = embedding.peek()?.parents ?? [];
  // Absent in Firefox.
  const ancestors = location.ancestorOrigins as DOMStringList | undefined;
  const parent = ancestors?.[0];
  // A frame with a referrer policy can hide the origin.
  return parent === undefined || parent === "null" ? configured : configured.filter((origin) => origin === parent);
}
