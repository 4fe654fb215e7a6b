/** A match in this tab: its newest state, its log, and the actions of the viewer. */

import { toJson } from "@bufbuild/protobuf";
import { batch, type Signal, signal } from "@preact/signals";
import { english, Host, Refusal, Seat, stateOf, type Viewer } from "@tinsel/client/without-games";
import { type Match, MatchPhase, type MatchState } from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";
import type { WatchMatchResponse } from "@tinsel/client/without-games/gen/tinsel/v1/match_service_pb.js";
import {
  type Answer,
  AnswerSchema,
  type Form,
  type Scene,
} from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";

import { reportState } from "../embed/messages.js";
import { alertNow, announceEvents } from "../ui/live.js";
import type { Api } from "./api.js";
import { milliseconds, ServerClock } from "./clock.js";
import { failureText } from "./failure.js";
import { hex } from "./hex.js";
import { MatchLog } from "./log.js";
import { SharedWatch, type WatchStatus } from "./shared_watch.js";
import { once } from "./stored_calls.js";
import { type Access, keep, keepSeat } from "./tokens.js";

/** A scene of a past revision. */
export interface Past {
  readonly revision: number;
  /** The scene; while it is loading, that of the revision before it on the page. */
  readonly scene: Scene | undefined;
  readonly loading: boolean;
  readonly failure: string;
}

/** The decision of a form is not pending any more. The seat has decided on another device, or its time is over. */
export class OutdatedForm extends Error {
  constructor() {
    super("This decision was already made, on another device or by a time limit. Your answer was not used.");
  }
}

/** The number of past scenes that a tab keeps. */
const SCENES = 100;

export class Session {
  readonly seat: Seat | undefined;
  readonly viewer: Viewer;
  readonly log: MatchLog;
  readonly clock = new ServerClock();
  readonly state: Signal<MatchState | undefined> = signal(undefined);
  readonly status: Signal<WatchStatus> = signal("connecting");
  readonly refusal: Signal<Refusal | undefined> = signal(undefined);
  /** A message about lost writes. */
  readonly notice = signal("");
  /** The seats that have decided in the present step, as far as this tab has seen it. */
  readonly decided: Signal<ReadonlySet<number>> = signal(new Set());
  /** A voluntary decision, such as the withdrawal of an answer. */
  readonly voluntary: Signal<Form | undefined> = signal(undefined);
  /** The past revision that the page shows; undefined: the newest. */
  readonly past: Signal<Past | undefined> = signal(undefined);
  /** The revision after the last accepted answer. */
  readonly #accepted = signal(0n);
  readonly #creator: Host | undefined;
  /** The host with the token of the seat. */
  readonly #ofSeat: Host | undefined;
  readonly #role: string;
  readonly #watch: SharedWatch;
  readonly #scenes = new Map<number, Scene | undefined>();
  #announced = "";
  #kept = false;
  #watches: boolean;
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(
    api: Api,
    readonly matchId: string,
    grant: Access,
  ) {
    const { calls } = api;
    this.seat = grant.seat && calls.seat(matchId, grant.seat.token, grant.seat.number);
    this.#creator = grant.host === undefined ? undefined : calls.host(matchId, grant.host);
    this.#ofSeat = grant.seat && calls.host(matchId, grant.seat.token);
    const spectator = calls.spectator(matchId, grant.spectator);
    this.#watches = grant.watches === true;
    const watching = this.#watches ? undefined : this.#creator;
    this.viewer = this.seat ?? watching ?? spectator;
    this.log = new MatchLog(this.viewer);
    this.#role = grant.seat ? `seat${String(grant.seat.number)}` : watching ? "host" : "spectator";
    this.#watch = new SharedWatch(api.streams, this.viewer, this.#role, {
      message: (message) => {
        batch(() => this.#receive(message, grant));
      },
      status: (status) => {
        this.status.value = status;
      },
      refused: (refusal) => {
        this.refusal.value = refusal;
      },
    });
  }

  /** The host, if this viewer is: by the token of the creation, or by that of its seat. */
  get host(): Host | undefined {
    const hostSeat = this.state.value?.match?.hostSeat;
    if (hostSeat === undefined) return this.#creator;
    return hostSeat === this.seat?.number ? this.#ofSeat : undefined;
  }

  retry(): void {
    this.#watch.retry();
  }

  /** Looks for a rematch. The stream has ended with the match. */
  lookForRematch(): void {
    // The next attempt can succeed.
    this.#watch.lookAgain().catch(() => undefined);
  }

  close(): void {
    this.#watch.close();
    this.clock.stop();
    this.#timers.forEach(clearTimeout);
  }

  /**
   * Submits an answer to the pending form, or to a voluntary one. Rejects with `OutdatedForm` if the decision of the form is
   * not pending any more: the next decision can have an equal form, so the server would accept the answer for that one.
   */
  async submit(answer: Answer): Promise<void> {
    const { seat } = this;
    const match = this.state.peek()?.match;
    if (!seat || !match) return;
    const number = this.#numberOf(match);
    const content = JSON.stringify(["submit", number, toJson(AnswerSchema, answer)]);
    try {
      this.#accepted.value = await this.act(content, (key) => seat.submit(answer, { number }, key));
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== "DECISION_MISMATCH") throw error;
      this.#accepted.value = (await seat.state())?.match?.revision ?? this.#accepted.peek();
      // The stream can be slow, or closed without notice.
      this.#watch.retry();
      throw new OutdatedForm();
    }
  }

  /**
   * Makes a call of this viewer that changes the match. A call with the same content, for the same state of the match, is a
   * retry if its answer was lost.
   */
  act<T>(content: string, call: (key: string) => Promise<T>): Promise<T> {
    const seen = JSON.stringify([content, String(this.state.peek()?.match?.revision)]);
    return once(`act.${this.matchId}.${this.#role}`, seen, ({ requestId }) => call(requestId));
  }

  /** The number of the pending decision; undefined while only a voluntary one is possible. */
  #numberOf(match: Match): number | undefined {
    return match.pendingDecisions.find((decision) => decision.seat === this.seat?.number)?.number;
  }

  /** The pending decision. A state from before the last accepted answer still contains the decided one. */
  get form(): Form | undefined {
    const state = this.state.value;
    return (state?.match?.revision ?? 0n) >= this.#accepted.value ? state?.form : undefined;
  }

  /** Shows a past revision, or the newest state again. */
  async show(revision: number | undefined): Promise<void> {
    if (revision === undefined) {
      this.past.value = undefined;
      return;
    }
    void this.log.loadBackTo(revision);
    const known = this.#scenes.has(revision);
    const scene = known ? this.#scenes.get(revision) : this.past.value?.scene;
    this.past.value = { revision, scene, loading: !known, failure: "" };
    if (known) return;
    let past: Past;
    try {
      const scene = (await this.viewer.state(true, BigInt(revision)))?.scene;
      if (this.#scenes.size >= SCENES) this.#scenes.clear();
      this.#scenes.set(revision, scene);
      past = { revision, scene, loading: false, failure: "" };
    } catch (error) {
      past = { revision, scene: undefined, loading: false, failure: failureText(error) };
    }
    // Another revision can have been selected meanwhile.
    if (this.past.peek()?.revision === revision) this.past.value = past;
  }

  #receive(message: WatchMatchResponse, grant: Access): void {
    const { case: kind, value } = message.message;
    if (kind === "heartbeat" && value.serverTime) this.clock.heartbeat(value.serverTime);
    if (kind === "update") {
      const lines = this.log.add(Number(value.revision), value.events);
      if (lines.length > 0) announceEvents(lines.map((line) => english(line.text)));
    }
    const state = stateOf(message);
    if (!state?.match) return;
    const lost = kind === "snapshot" && this.log.reach(Number(state.match.revision));
    // A stream that resumes sends a snapshot if it cannot continue: the same revisions can be other changes now. The states
    // of a tab that polls have no cursor.
    const restarted = kind === "snapshot" && message.cursor !== "" && this.state.peek() !== undefined;
    if (lost || restarted) {
      this.log.restart();
      this.#scenes.clear();
      // The store can have lost the answer.
      this.#accepted.value = 0n;
    }
    if (lost) {
      this.notice.value = `The server lost the changes after revision ${String(state.match.revision)}. The match continues from there.`;
      alertNow(this.notice.value);
    }
    this.#apply(state, grant);
  }

  #apply(state: MatchState, grant: Access): void {
    const match = state.match;
    for (const decision of match?.pendingDecisions ?? []) if (decision.since) this.clock.reached(decision.since);
    this.decided.value = decidedSeats(this.state.peek(), state, this.decided.peek());
    this.state.value = state;
    const commitment = hex(match?.fairness?.seedCommitment);
    if (!this.#kept && match && (grant.seat ?? grant.host)) {
      this.#kept = true;
      const seen = { commitment: grant.commitment ?? commitment, gameId: match.gameId };
      const name = match.seats.find(({ seat }) => seat === grant.seat?.number)?.displayName;
      if (grant.seat && name !== undefined) keepSeat(match.matchId, { ...grant.seat, name }, seen);
      else keep(match.matchId, seen);
    }
    if (this.#watches && match && match.hostSeat === undefined) {
      // The rights have returned: the next session uses the host's token.
      this.#watches = false;
      keep(match.matchId, { watches: false });
    }
    this.#announceTurn(state);
    reportState(state, this.seat?.number);
    this.#askForVoluntary(state);
  }

  // The next decision can have the same title.
  #announceTurn({ form, match }: MatchState): void {
    const title = form ? english(form.title) : "";
    const turn = `${title} ${String(match && this.#numberOf(match))}`;
    if (title !== "" && turn !== this.#announced) alertNow(`Your turn: ${title}`);
    this.#announced = form ? turn : "";
  }

  // A state contains no voluntary decision, so the page asks for it when the seat has nothing else to decide.
  #askForVoluntary(state: MatchState): void {
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
    this.voluntary.value = undefined;
    const { seat } = this;
    const waits = state.match?.phase === MatchPhase.ACTIVE && state.match.pendingDecisions.length > 0;
    if (!seat || state.form || !waits) return;
    const ask = () => {
      seat.form().then(
        (form) => {
          if (this.state.peek() === state) this.voluntary.value = form;
        },
        () => undefined,
      );
    };
    this.#timers = [setTimeout(ask, 400)];
  }
}

/** The seats that have decided in the step that other seats still decide in. */
function decidedSeats(
  before: MatchState | undefined,
  after: MatchState,
  known: ReadonlySet<number>,
): ReadonlySet<number> {
  const step = (state: MatchState | undefined) =>
    new Map(state?.match?.pendingDecisions.map(({ seat, since }) => [seat ?? 0, since && milliseconds(since)]));
  const [old, pending] = [step(before), step(after)];
  const same = [...pending].some(([seat, since]) => old.get(seat) === since);
  if (!same) return new Set();
  const done = [...old.keys()].filter((seat) => !pending.has(seat));
  return new Set([...known, ...done].filter((seat) => !pending.has(seat)));
}
