/** One stream for all tabs of the browser that show the same match as the same viewer. */

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type Client, Refusal, stateOf, type Viewer } from "@tinsel/client";
import type { MatchState } from "@tinsel/client/gen/tinsel/v1/match_pb.js";
import { type WatchMatchResponse, WatchMatchResponseSchema } from "@tinsel/client/gen/tinsel/v1/match_service_pb.js";

/** How a tab receives the changes of a match. */
export type WatchStatus = "connecting" | "live" | "polling" | "reconnecting" | "over";

/** The receiver of the messages of a watch. */
export interface Listener {
  message(message: WatchMatchResponse): void;
  status(status: WatchStatus): void;
  refused(refusal: Refusal): void;
}

/** A message between tabs. An answer is the newest state, for a tab that has asked. A retry is for the tab with the stream. */
type Note =
  | { kind: "ask" }
  | { kind: "retry" }
  | { kind: "message" | "answer"; bytes: Uint8Array }
  | { kind: "status"; status: WatchStatus };

/** Browsers open at most six connections to a host over HTTP/1.1. Two remain for calls. */
const STREAMS = 4;
const POLL = 5000;
const RECONNECT = 2000;
/** Servers send a heartbeat every 15 seconds. */
const SILENCE = 20_000;

/** The watch of a match. The tab that holds the lock of the match opens the stream and forwards its messages. */
export class SharedWatch {
  readonly #channel: BroadcastChannel | undefined;
  readonly #stop = new AbortController();
  #stream = new AbortController();
  #cursor = "";
  #state: MatchState | undefined;
  #seen: bigint | undefined;
  #leading = false;
  #status: WatchStatus = "connecting";
  #heard = Date.now();
  #wake: () => void = () => undefined;

  constructor(
    private readonly streams: Client,
    private readonly viewer: Viewer,
    /** The role of the viewer, which is part of the name of the lock. */
    role: string,
    private readonly listener: Listener,
  ) {
    const name = `tinsel.watch.${viewer.matchId}.${role}`;
    addEventListener("online", this.#check);
    document.addEventListener("visibilitychange", this.#check);
    if (!("locks" in navigator) || !("BroadcastChannel" in globalThis)) {
      this.#alone();
      return;
    }
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = (event: MessageEvent<Note>) => this.#receive(event.data);
    this.#post({ kind: "ask" });
    const lead = async () => {
      this.#leading = true;
      await this.#lead();
      this.#leading = false;
    };
    navigator.locks.request(name, { signal: this.#stop.signal }, lead).catch(() => {
      // A browser that blocks storage also refuses locks.
      this.#alone();
    });
  }

  #alone(): void {
    this.#leading = true;
    void this.#watch();
  }

  /** Tries to reconnect now. */
  readonly retry = (): void => {
    if (!this.#leading) this.#post({ kind: "retry" });
    this.#stream.abort();
    this.#wake();
  };

  close(): void {
    removeEventListener("online", this.#check);
    document.removeEventListener("visibilitychange", this.#check);
    this.#stop.abort();
    this.#stream.abort();
    this.#wake();
    this.#channel?.close();
  }

  // A computer that wakes up does not notice by itself that its connections are closed. The visible tab checks it, because
  // the tab with the stream can be hidden.
  readonly #check = (): void => {
    const silent = Date.now() - this.#heard > SILENCE;
    if (document.visibilityState === "visible" && (silent || this.#status === "reconnecting")) this.retry();
  };

  async #lead(): Promise<void> {
    while (!this.#ended) {
      const streamed = await this.#inSlot(() => this.#watch());
      if (!streamed) await this.#poll();
    }
  }

  /** Runs a task while it holds one of the streams of the browser. Returns false if all are in use. */
  async #inSlot(task: () => Promise<void>): Promise<boolean> {
    for (let slot = 0; slot < STREAMS; slot++) {
      const lock = `tinsel.stream.${String(slot)}`;
      const held = await navigator.locks.request(lock, { ifAvailable: true }, async (free) => {
        if (free) await task();
        return free !== null;
      });
      if (held) return true;
    }
    return false;
  }

  async #watch(): Promise<void> {
    while (!this.#ended) {
      this.#stream = new AbortController();
      const onOpen = () => {
        this.#heard = Date.now();
        this.#report("live");
      };
      const more = { latestOnly: true, heartbeats: true, signal: this.#stream.signal, onOpen };
      const { matchId, token } = this.viewer;
      try {
        for await (const message of this.streams.watch(matchId, token, this.#cursor, true, more)) {
          this.#deliver(message);
        }
        if (!this.#stream.signal.aborted) this.#report("over");
      } catch (error) {
        if (this.#isFinal(error)) this.#refused(error);
        else {
          this.#report("reconnecting");
          await this.#pause(RECONNECT);
        }
      }
    }
  }

  async #poll(): Promise<void> {
    try {
      const state = await this.viewer.state(true);
      this.#report("polling");
      if (state && state.match?.revision !== this.#state?.match?.revision) {
        this.#deliver(
          create(WatchMatchResponseSchema, { message: { case: "snapshot", value: { state } }, cursor: "" }),
        );
      }
    } catch (error) {
      if (this.#isFinal(error)) this.#refused(error);
      else this.#report("reconnecting");
    }
    if (!this.#ended) await this.#pause(POLL);
  }

  get #ended(): boolean {
    return this.#stop.signal.aborted || this.#status === "over";
  }

  // A refusal without a reason is not from a Tinsel server. After a reconnection it can be from the login page of a network.
  #isFinal(error: unknown): error is Refusal {
    return error instanceof Refusal && (error.reason !== "" || this.#seen === undefined);
  }

  #refused(refusal: Refusal): void {
    this.#stop.abort();
    this.listener.refused(refusal);
  }

  #report(status: WatchStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.listener.status(status);
    if (this.#leading) this.#post({ kind: "status", status });
  }

  #deliver(message: WatchMatchResponse): void {
    this.#post({ kind: "message", bytes: toBinary(WatchMatchResponseSchema, message) });
    this.#note(message);
  }

  #note(message: WatchMatchResponse): void {
    const { case: kind, value } = message.message;
    this.#heard = Date.now();
    if (message.cursor !== "") this.#cursor = message.cursor;
    if (kind === "snapshot") this.#seen = value.state?.match?.revision;
    if (kind === "update") this.#seen = value.revision;
    this.#state = stateOf(message) ?? this.#state;
    this.listener.message(message);
  }

  #receive(note: Note): void {
    if (note.kind === "ask") {
      if (this.#leading) this.#answer();
    } else if (note.kind === "retry") {
      if (this.#leading) this.retry();
    } else if (note.kind === "status") {
      if (!this.#leading) this.#report(note.status);
    } else if (!this.#leading) {
      this.#follow(fromBinary(WatchMatchResponseSchema, note.bytes), note.kind === "answer");
    }
  }

  #answer(): void {
    const state = this.#state;
    this.#post({ kind: "status", status: this.#status });
    if (!state) return;
    const answer = create(WatchMatchResponseSchema, {
      message: { case: "snapshot", value: { state } },
      cursor: this.#cursor,
    });
    this.#post({ kind: "answer", bytes: toBinary(WatchMatchResponseSchema, answer) });
  }

  #follow(message: WatchMatchResponse, answer: boolean): void {
    const { case: kind, value } = message.message;
    const seen = this.#seen;
    if (kind === "snapshot" && answer && seen !== undefined && (value.state?.match?.revision ?? 0n) <= seen) return;
    if (kind === "update") {
      if (seen !== undefined && value.revision <= seen) return;
      if (seen === undefined || value.revision > seen + 1n) {
        this.#post({ kind: "ask" });
        return;
      }
    }
    this.#note(message);
  }

  #post(note: Note): void {
    if (!this.#stop.signal.aborted) this.#channel?.postMessage(note);
  }

  #pause(duration: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, duration);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
