/** Calls that change something. Each is stored before it is made, so that a tab can repeat it after a lost answer or a reload. */

import { type CallKey, callKey, Refusal } from "@tinsel/client/without-games";
import { useEffect, useState } from "preact/hooks";

import { hex } from "./hex.js";
import { keysWith, parsed, read, remove, storageChanges, write } from "./storage.js";

/** A call without a known answer. */
interface StoredCall {
  /** The request of the user. Another content is another call. */
  readonly content: string;
  readonly requestId: string;
  /** Hexadecimal digits. */
  readonly nonce: string;
  readonly time: number;
}

const CALL = "tinsel.call.";
/** Servers store responses at least while a match is played, and delete a match without players after a day. */
const KEPT_HOURS = 24;
/** The time in which the user still waits for a call, so that the page repeats it without a question. */
const AWAITED_MS = 3 * 60_000;
/** The server may have applied a call that failed for these reasons. No reason: no server sent the failure. */
const UNCERTAIN = ["", "INTERNAL", "STORE_UNAVAILABLE", "TIMED_OUT"];

/** The content of the call of this place that has no known answer. */
export function unanswered(place: string): string | undefined {
  return storedCall(place)?.content;
}

/** The content of the call of this place without a known answer, while no tab makes the call. */
export function useUnanswered(place: string): string | undefined {
  const [content, setContent] = useState<string>();
  const changes = storageChanges.value;
  useEffect(() => {
    let current = true;
    void alone(place, () => {
      if (current) setContent(unanswered(place));
    });
    return () => {
      current = false;
    };
  }, [place, changes]);
  // The call can have been answered since.
  return unanswered(place) === content ? content : undefined;
}

/** Whether the user still waits for the unanswered call of this place. */
export function isAwaited(place: string): boolean {
  return Date.now() - (storedCall(place)?.time ?? 0) < AWAITED_MS;
}

export function discard(place: string): void {
  remove(CALL + place);
}

function storeCall(place: string, content: string, { requestId, nonce }: CallKey): void {
  const call: StoredCall = { content, requestId, nonce: hex(nonce), time: Date.now() };
  write(CALL + place, JSON.stringify(call));
}

/**
 * Makes a call once for this place and content. A call with the same content as the unanswered one is its retry, also in
 * another tab. `call` stores the result before it returns.
 */
export async function once<T>(place: string, content: string, call: (key: CallKey) => Promise<T>): Promise<T> {
  if (unanswered(place) !== content) storeCall(place, content, callKey());
  const { requestId = "", nonce = "" } = storedCall(place) ?? {};
  const answered = () => {
    if (storedCall(place)?.requestId === requestId) discard(place);
  };
  try {
    const result = await call({ requestId, nonce: bytes(nonce) });
    answered();
    return result;
  } catch (error) {
    if (error instanceof Refusal && !UNCERTAIN.includes(error.reason)) answered();
    throw error;
  }
}

/** The last tasks of this tab by name, for browsers without locks. */
const tasks = new Map<string, Promise<unknown>>();

/** Runs a task while no other tab runs one of the same name. */
export async function alone<T>(name: string, task: () => T | Promise<T>): Promise<T> {
  // Absent in an insecure context.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return aloneInTab(name, task);
  const state = { started: false };
  const start = () => {
    state.started = true;
    return task();
  };
  try {
    return await locks.request(`tinsel.${name}`, start);
  } catch (error) {
    if (state.started) throw error;
    // A browser that blocks storage also refuses locks.
    return aloneInTab(name, task);
  }
}

function aloneInTab<T>(name: string, task: () => T | Promise<T>): Promise<T> {
  const before = tasks.get(name) ?? Promise.resolve();
  const result = before.then(task, task);
  tasks.set(name, result);
  return result;
}

/** Forgets old calls. */
export function discardOldCalls(): void {
  for (const place of keysWith(CALL)) if (!storedCall(place)) discard(place);
}

function storedCall(place: string): StoredCall | undefined {
  const { time = 0, ...call } = parsed(read(CALL + place)) as Partial<StoredCall>;
  const old = Date.now() - time > KEPT_HOURS * 3_600_000;
  return old ? undefined : ({ ...call, time } as StoredCall);
}

function bytes(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
