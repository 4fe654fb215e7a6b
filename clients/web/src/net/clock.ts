/** The clock of the server. */

import { type Signal, signal } from "@preact/signals";
import type { Timestamp } from "@bufbuild/protobuf/wkt";

const HEARTBEATS = 5;

/** The time of the server less that of the device, by the last response; undefined if no response has shown it. */
let difference: number | undefined;

/** Notes the time in the headers of a response. Servers round it down to seconds. */
export function noteDate(headers: Headers): void {
  const date = Date.parse(headers.get("date") ?? "");
  if (!Number.isNaN(date)) difference = date - Date.now();
}

/** Estimates the time of the server. Every time that a server sends is a lower bound of its clock at the arrival. */
export class ServerClock {
  /** The time of the server in milliseconds, updated each second. */
  readonly now: Signal<number>;
  #heartbeats: number[] = [];
  #bound = -Infinity;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor() {
    this.now = signal(this.#time());
    this.#timer = setInterval(() => {
      this.now.value = this.#time();
    }, 1000);
  }

  /** Notes the time of a heartbeat. */
  heartbeat(time: Timestamp): void {
    this.#heartbeats = [...this.#heartbeats, milliseconds(time) - Date.now()].slice(-HEARTBEATS);
    this.now.value = this.#time();
  }

  /** Notes that the server has reached a time. */
  reached(time: Timestamp): void {
    this.#bound = Math.max(this.#bound, milliseconds(time) - Date.now());
    this.now.value = this.#time();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #time(): number {
    const { length } = this.#heartbeats;
    return Date.now() + (length > 0 ? Math.max(...this.#heartbeats) : Math.max(this.#bound, difference ?? 0));
  }
}

/** A time in milliseconds since 1970. */
export function milliseconds(time: Timestamp): number {
  return Number(time.seconds) * 1000 + Math.floor(time.nanos / 1e6);
}
