/** The tokens of this browser, by match. They are secrets: never log them, and never put them into a path or query. */

import { type Signal, signal } from "@preact/signals";

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

const storage = browserStorage();
/** Data that the browser does not store. The page loses them when its tab is closed or reloaded. */
const unstored = new Map<string, string>();
/** Why the browser does not store data for this page. */
export const storageProblem: Signal<"blocked" | "full" | undefined> = signal(storage ? undefined : "blocked");

function browserStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    // The browser blocks storage.
    return undefined;
  }
}

function read(key: string): string | undefined {
  return unstored.get(key) ?? storage?.getItem(key) ?? undefined;
}

function write(key: string, value: string): void {
  unstored.set(key, value);
  if (!storage) return;
  try {
    storage.setItem(key, value);
    unstored.delete(key);
  } catch {
    // The quota is used up.
  }
  storageProblem.value = unstored.size > 0 ? "full" : undefined;
}

/** The grant of a match. */
export function grantOf(matchId: string): Grant {
  return parse(read(PREFIX + matchId));
}

/** Adds to the grant of a match. */
export function keep(matchId: string, more: Grant): void {
  write(PREFIX + matchId, JSON.stringify({ ...grantOf(matchId), ...more, time: Date.now() }));
  for (const [old] of grants().slice(KEPT)) forget(old);
}

/** Removes the token of a seat. */
export function dropSeat(matchId: string): void {
  write(PREFIX + matchId, JSON.stringify({ ...grantOf(matchId), seat: undefined }));
}

/** Removes the token with which the page reads a match: that of the seat, else of the host, else of the spectator. */
export function dropReader(matchId: string): void {
  const { seat, host, spectator, ...others } = grantOf(matchId);
  const kept = seat ? { ...others, host, spectator } : host === undefined ? others : { ...others, spectator };
  write(PREFIX + matchId, JSON.stringify(kept));
}

/** Removes everything about a match. */
export function forget(matchId: string): void {
  unstored.delete(PREFIX + matchId);
  storage?.removeItem(PREFIX + matchId);
}

/** The matches of this browser, newest first. */
export function grants(): [string, Grant][] {
  const keys = new Set([...unstored.keys(), ...Object.keys(storage ?? {})]);
  const ids = [...keys].filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  const all = ids.map((id): [string, Grant] => [id, grantOf(id)]);
  return all.sort(([, a], [, b]) => (b.time ?? 0) - (a.time ?? 0));
}

/** The name that the player used last. */
export function playerName(): string {
  return read(NAME) ?? "";
}

export function keepPlayerName(name: string): void {
  write(NAME, name);
}

function parse(json = "{}"): Grant {
  try {
    return JSON.parse(json) as Grant;
  } catch {
    return {};
  }
}
