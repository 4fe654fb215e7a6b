/** The tokens of this browser, by match. They are secrets: never log them, and never put them into a path or query. */

/** What this browser may do in a match. */
export interface Grant {
  readonly seat?: { readonly number: number; readonly token: string };
  readonly host?: string;
  readonly spectator?: string;
  readonly joinCode?: string;
  readonly gameId?: string;
  /** The seed commitment that this browser saw first, as hexadecimal digits. */
  readonly commitment?: string;
  /** The time of the last change, in milliseconds since 1970. */
  readonly time?: number;
}

const PREFIX = "tinsel.match.";
const NAME = "tinsel.name";
/** Older grants are dropped: a server deletes a finished match after a week. */
const KEPT = 200;

/** The grant of a match. */
export function grantOf(matchId: string): Grant {
  return parse(localStorage.getItem(PREFIX + matchId));
}

/** Adds to the grant of a match. */
export function keep(matchId: string, more: Grant): void {
  localStorage.setItem(PREFIX + matchId, JSON.stringify({ ...grantOf(matchId), ...more, time: Date.now() }));
  for (const [old] of grants().slice(KEPT)) localStorage.removeItem(PREFIX + old);
}

/** Removes the token of a seat. */
export function dropSeat(matchId: string): void {
  localStorage.setItem(PREFIX + matchId, JSON.stringify({ ...grantOf(matchId), seat: undefined }));
}

/** Removes everything about a match. */
export function forget(matchId: string): void {
  localStorage.removeItem(PREFIX + matchId);
}

/** The matches of this browser, newest first. */
export function grants(): [string, Grant][] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  const all = keys.map((key): [string, Grant] => [key.slice(PREFIX.length), parse(localStorage.getItem(key))]);
  return all.sort(([, a], [, b]) => (b.time ?? 0) - (a.time ?? 0));
}

/** The name that the player used last. */
export function playerName(): string {
  return localStorage.getItem(NAME) ?? "";
}

export function keepPlayerName(name: string): void {
  localStorage.setItem(NAME, name);
}

function parse(json: string | null): Grant {
  try {
    return json === null ? {} : (JSON.parse(json) as Grant);
  } catch {
    return {};
  }
}
