/** The clock of the server. */

import { type Signal, signal } from "@preact/signals";
import type { Timestamp } from "@bufbuild/protobuf/wkt";

const HEARTBEATS = 5;

/** Estimates the time of the server. Every time that a server sends is a lower bound of its clock at the arrival. */
export class ServerClock {
  /** The time of the server in milliseconds, updated each second. */
  readonly now: Signal<number>;
  #heartbeats: number[] = [];
  #bound = 0;
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
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #time(): number {
    return Date.now() + (this.#heartbeats.length > 0 ? Math.max(...this.#heartbeats) : this.#bound);
  }
}

/** A time in milliseconds since 1970. */
export function milliseconds(time: Timestamp): number {
  return Number(time.seconds) * 1000 + Math.floor(time.nanos / 1e6);
}
