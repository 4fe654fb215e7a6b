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

/** Whether the browser stores data for this page. Otherwise the page loses all grants when its tab is closed or reloaded. */
export const isStored = canStore();
const storage: Partial<Record<string, string>> = isStored ? localStorage : {};

function canStore(): boolean {
  try {
    const probe = "tinsel.probe";
    localStorage.setItem(probe, "");
    localStorage.removeItem(probe);
    return true;
  } catch {
    return false;
  }
}

/** The grant of a match. */
export function grantOf(matchId: string): Grant {
  return parse(storage[PREFIX + matchId]);
}

/** Adds to the grant of a match. */
export function keep(matchId: string, more: Grant): void {
  storage[PREFIX + matchId] = JSON.stringify({ ...grantOf(matchId), ...more, time: Date.now() });
  for (const [old] of grants().slice(KEPT)) forget(old);
}

/** Removes the token of a seat. */
export function dropSeat(matchId: string): void {
  storage[PREFIX + matchId] = JSON.stringify({ ...grantOf(matchId), seat: undefined });
}

/** Removes everything about a match. */
export function forget(matchId: string): void {
  Reflect.deleteProperty(storage, PREFIX + matchId);
}

/** The matches of this browser, newest first. */
export function grants(): [string, Grant][] {
  const keys = Object.keys(storage).filter((key) => key.startsWith(PREFIX));
  const all = keys.map((key): [string, Grant] => [key.slice(PREFIX.length), parse(storage[key])]);
  return all.sort(([, a], [, b]) => (b.time ?? 0) - (a.time ?? 0));
}

/** The name that the player used last. */
export function playerName(): string {
  return storage[NAME] ?? "";
}

export function keepPlayerName(name: string): void {
  storage[NAME] = name;
}

function parse(json = "{}"): Grant {
  try {
    return JSON.parse(json) as Grant;
  } catch {
    return {};
  }
}
