/** One stream for all tabs of the browser that show the same match as the same viewer. */

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type Client, Refusal, stateOf, type Viewer } from "@tinsel/client/without-games";
import type { MatchState } from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";
import {
  type WatchMatchResponse,
  WatchMatchResponseSchema,
} from "@tinsel/client/without-games/gen/tinsel/v1/match_service_pb.js";

/** How a tab receives the changes of a match. */
export type WatchStatus = "connecting" | "live" | "polling" | "buffered" | "reconnecting" | "over";

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
/** Servers send the first message of a new stream at once. */
const FIRST = 5000;
/** The time after which a stream that a proxy has buffered is tried again. */
const BUFFERED = 60_000;
/** A single stream without a message can be of a lost network. */
const BUFFERED_STREAMS = 2;

/** The watch of a match. The tab that holds the lock of the match opens the stream and forwards its messages. */
export class SharedWatch {
  readonly #channel: BroadcastChannel | undefined;
  readonly #stop = new AbortController();
  /** Ends the current stream, read or pause, so that a stream is tried. */
  #retry = new AbortController();
  /** The number of streams in a row without a message although the server answers other calls. */
  #silentStreams = 0;
  #cursor = "";
  #state: MatchState | undefined;
  #seen: bigint | undefined;
  #leading = false;
  #status: WatchStatus = "connecting";
  #heard = Date.now();

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
    this.#retry.abort();
  };

  close(): void {
    removeEventListener("online", this.#check);
    document.removeEventListener("visibilitychange", this.#check);
    this.#stop.abort();
    this.#retry.abort();
    this.#channel?.close();
  }

  /** Receives the changes after the end of the match, which has ended the stream. */
  async lookAgain(): Promise<void> {
    const { matchId, token } = this.viewer;
    const match = (await this.viewer.state())?.match;
    if (match?.revision === this.#state?.match?.revision) return;
    const changes = this.streams.watch(matchId, token, this.#cursor, true, { signal: this.#stop.signal });
    for await (const message of changes) this.#deliver(message);
  }

  // A computer that wakes up does not notice by itself that its connections are closed. The visible tab checks it, because
  // the tab with the stream can be hidden.
  readonly #check = (): void => {
    const silent = Date.now() - this.#heard > SILENCE;
    if (document.visibilityState === "visible" && (silent || this.#status === "reconnecting")) this.retry();
  };

  async #lead(): Promise<void> {
    while (!this.#ended) {
      this.#retry = new AbortController();
      if (!(await this.#inSlot(() => this.#watch()))) await this.#poll();
    }
  }

  /** Reads the state once, because all streams of the browser are in use, and waits. */
  async #poll(): Promise<void> {
    if (this.#ended) return;
    const answered = await this.#read(this.viewer);
    if (answered) this.#report("polling");
    await this.#pause(answered ? POLL : RECONNECT);
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
      this.#retry = new AbortController();
      if (await this.#streamIsSilent()) await this.#readInstead();
    }
  }

  /** Receives the messages of one stream. Returns whether it was open without a message for too long. */
  async #streamIsSilent(): Promise<boolean> {
    const { signal } = this.#retry;
    const silence = new AbortController();
    const silent = () => {
      silence.abort();
    };
    let timer = setTimeout(silent, FIRST);
    let received = false;
    // The client also opens streams by itself, if one has failed.
    const onOpen = () => {
      this.#heard = Date.now();
      received = false;
      if (this.#cursor === "") return;
      // Without a change meanwhile, the first message is a heartbeat.
      clearTimeout(timer);
      timer = setTimeout(silent, SILENCE);
      this.#report("live");
    };
    const more = { latestOnly: true, heartbeats: true, signal: AbortSignal.any([signal, silence.signal]), onOpen };
    const { matchId, token } = this.viewer;
    try {
      for await (const message of this.streams.watch(matchId, token, this.#cursor, true, more)) {
        clearTimeout(timer);
        timer = setTimeout(silent, SILENCE);
        received = true;
        this.#silentStreams = 0;
        this.#report("live");
        this.#deliver(message);
      }
      if (!more.signal.aborted) this.#report("over");
    } catch (error) {
      if (this.#isFinal(error)) this.#refused(error);
      else {
        this.#silentStreams = 0;
        this.#report("reconnecting");
        await this.#pause(RECONNECT);
      }
    } finally {
      clearTimeout(timer);
    }
    return silence.signal.aborted && !signal.aborted && !received;
  }

  /** Reads the state after a silent stream; for a while if the one before was silent, too: a proxy buffers streams. */
  async #readInstead(): Promise<void> {
    // A stream without a cursor begins with a message, so that a silent one is noticed early.
    this.#cursor = "";
    const { matchId, token } = this.viewer;
    // Without many retries: if the network was interrupted, the stream is tried again at once.
    const reader = token === "" ? this.streams.spectator(matchId) : this.streams.host(matchId, token);
    if (!(await this.#read(reader))) {
      this.#silentStreams = 0;
      return;
    }
    this.#silentStreams += 1;
    if (this.#silentStreams < BUFFERED_STREAMS) return;
    const { signal } = this.#retry;
    const until = Date.now() + BUFFERED;
    do {
      this.#report("buffered");
      await this.#pause(POLL);
    } while (!signal.aborted && Date.now() < until && (await this.#read(reader)));
  }

  /** Reads the state. Returns false if the server does not answer, or if a retry comes first. */
  async #read(reader: Viewer): Promise<boolean> {
    const { signal } = this.#retry;
    try {
      const state = await Promise.race([reader.state(true), aborted(signal)]);
      if (signal.aborted) return false;
      this.#heard = Date.now();
      if (state && state.match?.revision !== this.#state?.match?.revision) {
        this.#deliver(
          create(WatchMatchResponseSchema, { message: { case: "snapshot", value: { state } }, cursor: "" }),
        );
      }
      return true;
    } catch (error) {
      if (this.#isFinal(error)) this.#refused(error);
      else this.#report("reconnecting");
      return false;
    }
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
    this.#retry.abort();
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

  /** Waits, unless a retry comes first. */
  async #pause(duration: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const elapsed = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, duration);
    });
    await Promise.race([elapsed, aborted(this.#retry.signal)]);
    clearTimeout(timer);
  }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const done = () => {
      resolve(undefined);
    };
    if (signal.aborted) done();
    else signal.addEventListener("abort", done, { once: true });
  });
}
