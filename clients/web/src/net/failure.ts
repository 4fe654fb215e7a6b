/** Failures as sentences. */

import { type FieldViolation, Refusal, Unavailable } from "@tinsel/client/without-games";

/** Texts for players. The server's messages with these reasons are for developers of clients. */
const TEXTS: Readonly<Record<string, string>> = {
  API_KEY_MISSING: "Only invited hosts can create matches on this server. Join a match instead.",
  CONTENDED: "Too many players changed the match at once. Try again.",
  DRAINING: "The server restarts. Try again in a moment.",
  GAME_NOT_FOUND: "This server does not have the game. Choose another one.",
  HOST_ONLY: "Only the host of the match can do this.",
  HOST_TRANSFERRED: "Another player is the host of the match now. Watch it, if the match permits it.",
  JOINING_CLOSED: "Too many players have left the match, so joining is closed. Join another match.",
  JOIN_CODE_UNKNOWN: "No match has this join code, or the match has expired. Ask the host for the code again.",
  LISTING_DISABLED: "This server does not list its matches. Open a match by its link or join code.",
  MATCH_FULL: "All seats are taken. Watch the match, or join another one.",
  MATCH_NOT_FOUND: "There is no such match, or it has expired. Check the link.",
  MATCH_NOT_OVER: "The match has not ended. Play again after its end.",
  MATCH_NOT_STARTED: "The match has not started. Wait until all seats are taken.",
  MATCH_OVER: "The match has ended. Create or join another one.",
  MATCH_STARTED: "The match has started, so its seats can no longer be taken. Watch it, or join another one.",
  MATCH_UNREADABLE: "The server cannot read the match. Report the link of this page to the operator.",
  NAME_REFUSED: "This server does not permit the name. Choose another one.",
  NAME_TAKEN: "Another player of the match has this name, or a similar one. Choose another name.",
  NEWER_SCHEMA: "A newer server has changed the match. Try again in a moment.",
  NOT_SUBSTITUTED: "You decide for your seat already.",
  NO_SUCH_SEAT: "The match does not have this seat.",
  OPEN_MATCH_LIMIT_REACHED: "You have too many open matches on this server. Wait until one ends, then try again.",
  OVERLOADED: "The server is overloaded. Try again in a moment.",
  PLAYERS_ONLY: "Only its players and its host can watch this match until it has ended.",
  PLAYER_PRESENT:
    "The player is active. Wait until the player has missed a decision, has not decided for 5 minutes, or was away for a minute.",
  PRIVATE_MATCH: "The match is private. Enter its join code to watch it.",
  RATE_LIMITED: "You sent too many requests. Wait a moment, then try again.",
  REMATCH_CLOSED: "The match ended too long ago to play again. Create a new match.",
  REVISION_NOT_STORED: "The server no longer stores this revision of the match. Choose a later one.",
  SEATS_OPEN: "Some seats are open. Wait for players or add bots, then start the match.",
  SEAT_FORFEITED: "You have forfeited already. Wait for the end of the match.",
  SEAT_IS_HOST: "This player is the host already. Choose another one.",
  SEAT_LEFT:
    "You have left this seat, or were away when a quick match was full. Take an open seat, or look for another match.",
  SEAT_NOT_PLAYER_CONTROLLED: "You do not decide for this seat now. Return to the seat if a bot plays for you.",
  SEAT_OPEN: "The seat is open already.",
  SEAT_REMOVED: "The host has removed you from this match. Join another one, or watch.",
  SEAT_RESERVED:
    "The open seats are reserved for the players of the last match. Try again in a few minutes, or join another match.",
  SEAT_TAKEN: "The seat is taken. Choose another one.",
  START_RESERVED: "Only the host can start the match now. Wait for the host.",
  STORE_REFUSES_WRITES: "The server cannot store changes at present. Try again later.",
  STORE_UNAVAILABLE: "The server cannot reach its store. Try again.",
  SUBSTITUTED_TOO_OFTEN: "A bot has played for you too often in this match. Decide, leave or forfeit.",
  TIMED_OUT: "The server took too long. Try again.",
  TOKEN_FOR_OTHER_MATCH: "The secret link of this seat belongs to another match.",
  TOKEN_INVALID: "This browser's access to the match is not valid. Open the secret link of the seat again, or watch.",
  TOO_MANY_STREAMS: "You watch too many matches at once. Close another page with a match, then try again.",
  TRANSFERRED_TOO_OFTEN: "The host has changed too often in this match, and stays the same.",
};

/** The reasons that an ID of a link can have, by its field. A link that was cut has an ID that is not valid. */
const UNKNOWN: Readonly<Record<string, string>> = {
  game_id: "GAME_NOT_FOUND",
  join_code: "JOIN_CODE_UNKNOWN",
  match_id: "MATCH_NOT_FOUND",
};

const DOMAIN = "tinsel.v1";

export function failureText(error: unknown): string {
  if (error instanceof Refusal) return refusalText(error);
  if (error instanceof Unavailable) return unavailableText(error.last);
  return error instanceof Error ? error.message : "The call failed.";
}

function refusalText({ reason, domain, text, fields, traceId }: Refusal): string {
  const known = domain === DOMAIN ? TEXTS[reason] : undefined;
  if (known !== undefined) return known;
  if (reason === "INTERNAL") return `The server has an internal error. Report the trace ID ${traceId} to the operator.`;
  if (reason !== "MALFORMED_REQUEST") return sentence(text || reason);
  return fields.map(violationText).join(" ");
}

function violationText({ field, description }: FieldViolation): string {
  const unknown = TEXTS[UNKNOWN[field] ?? ""];
  return unknown ?? sentence(`${nameOf(field)}: ${description}`);
}

function unavailableText(last: Refusal): string {
  const known = last.domain === DOMAIN ? TEXTS[last.reason] : undefined;
  return known ?? "The server is unreachable. Check the connection, then try again.";
}

// The last part of a path such as `display_name`, or the option of a game in `options.values[deck].picks`.
function nameOf(field: string): string {
  const [, option] = /\[([^\]]+)\]/.exec(field) ?? [];
  return (option ?? field.split(".").at(-1) ?? field).replaceAll("_", " ");
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
