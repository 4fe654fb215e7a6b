/** The tokens of this browser, by match. They are secrets: never log them, and never put them into a path or query. */

import { keysWith, parsed, read, readTab, remove, write, writeTab } from "./storage.js";

/** A seat that this browser holds. */
export interface SeatGrant {
  readonly number: number;
  readonly token: string;
  /** The name of its player; absent until this browser has seen the match. */
  readonly name?: string;
  /** Matchmaking found the seat, and the match had not ended when the page asked last. */
  readonly quick?: boolean;
}

/** What this browser may do in a match, beside its seats. */
export interface Grant {
  readonly host?: string;
  /** Another player has the host's rights, which can return: watch without the host's token until then. */
  readonly watches?: boolean;
  readonly spectator?: string;
  readonly joinCode?: string;
  readonly gameId?: string;
  /** The seed commitment that this browser saw first, as hexadecimal digits. */
  readonly commitment?: string;
  /** The time of the last change, in milliseconds since 1970. */
  readonly time?: number;
}

/** What a tab may do in a match. */
export interface Access extends Grant {
  readonly seat?: SeatGrant | undefined;
}

const MATCH = "tinsel.match.";
const SEAT = "tinsel.seat.";
const VIEWER = "tinsel.viewer.";
const NAME = "tinsel.name";
/** The choice of a tab to use no seat. */
const NO_SEAT = "none";
/** Older grants are dropped: a server deletes a finished match after a week. */
const KEPT = 200;

export function grantOf(matchId: string): Grant {
  return parsed(read(MATCH + matchId));
}

/** Adds to the grant of a match. */
export function keep(matchId: string, more: Grant): void {
  write(MATCH + matchId, JSON.stringify({ ...grantOf(matchId), ...more, time: Date.now() }));
  for (const { matchId: old } of ownMatches().slice(KEPT)) forget(old);
}

/** The seats that this browser holds in a match. */
export function seatsOf(matchId: string): SeatGrant[] {
  const seats = keysWith(`${SEAT}${matchId}.`).map((token) => parsed(read(`${SEAT}${matchId}.${token}`)) as SeatGrant);
  return seats.sort((a, b) => a.number - b.number);
}

/** Stores a seat. Each has a key of its own, so that no tab can replace the token of another seat. */
export function keepSeat(matchId: string, seat: SeatGrant, more: Grant = {}): void {
  changeSeat(matchId, seat);
  keep(matchId, more);
}

/** Stores a change of a seat. The order of the matches stays the same. */
export function changeSeat(matchId: string, seat: SeatGrant): void {
  write(`${SEAT}${matchId}.${seat.token}`, JSON.stringify(seat));
}

/** The seat that this tab uses; undefined: none. "ask" if the browser holds seats, and the tab has not chosen. */
export function chosenSeat(matchId: string): SeatGrant | "ask" | undefined {
  const choice = readTab(VIEWER + matchId);
  if (choice === NO_SEAT) return undefined;
  const seats = seatsOf(matchId);
  return seats.find(({ token }) => token === choice) ?? (seats.length > 0 ? "ask" : undefined);
}

/** Chooses the seat that this tab uses: by its token, none, or a choice of the user later. */
export function chooseSeat(matchId: string, choice: { token: string } | "none" | "ask"): void {
  const stored = choice === "ask" ? undefined : choice === "none" ? NO_SEAT : choice.token;
  writeTab(VIEWER + matchId, stored);
}

/** Lets a tab that has not chosen use the seat of this player, if the browser holds one. */
export function chooseSeatOf(matchId: string, name: string): void {
  if (chosenSeat(matchId) !== "ask") return;
  const [own, ...others] = seatsOf(matchId).filter((seat) => seat.name === name);
  if (own && others.length === 0) chooseSeat(matchId, own);
}

/** Removes a token that the server does not accept any more. */
export function dropToken(matchId: string, token: string): void {
  remove(`${SEAT}${matchId}.${token}`);
  const others = Object.entries(grantOf(matchId)).filter(([, value]: [string, unknown]) => value !== token);
  write(MATCH + matchId, JSON.stringify(Object.fromEntries(others)));
}

/** Removes everything about a match. */
export function forget(matchId: string): void {
  remove(MATCH + matchId);
  for (const token of keysWith(`${SEAT}${matchId}.`)) remove(`${SEAT}${matchId}.${token}`);
}

/** A match in which this browser has tokens. */
export interface OwnMatch {
  readonly matchId: string;
  readonly grant: Grant;
  readonly seats: readonly SeatGrant[];
}

/** The matches of this browser, newest first. */
export function ownMatches(): OwnMatch[] {
  const all = keysWith(MATCH).map((matchId) => ({ matchId, grant: grantOf(matchId), seats: seatsOf(matchId) }));
  return all.sort((a, b) => (b.grant.time ?? 0) - (a.grant.time ?? 0));
}

/** The name that the player used last. */
export function playerName(): string {
  return read(NAME) ?? "";
}

export function keepPlayerName(name: string): void {
  write(NAME, name);
}
