/** Handles for the roles in a match, and the turns of a seat. */

import { create } from "@bufbuild/protobuf";
import type { CallOptions } from "@connectrpc/connect";

import { type Attempt, type Caller, callKey, requestId, type Server, type WatchOptions } from "./calls.js";
import { check } from "./check.js";
import { InvalidAnswer, NoDefault, ofDecision } from "./errors.js";
import type { GameAction, GameLegal } from "./gen/tinsel/v1/game_pb.js";
import type { Decision as PendingDecision, MatchState, Outcome } from "./gen/tinsel/v1/match_pb.js";
import type { CreateRematchResponse, HistoryEntry, WatchMatchResponse } from "./gen/tinsel/v1/match_service_pb.js";
import { type Answer, AnswerSchema, type Form, type Text, TextSchema } from "./gen/tinsel/v1/presentation_pb.js";
import { stateOf } from "./position.js";

/** An answer to a form, or a typed action. */
export type Decision = Answer | GameAction;

/** The state that a decision is for. Without a part, the server does not check it. */
export interface Expected {
  /** The revision of the match. */
  readonly revision?: bigint | undefined;
  /** The number of the decision, which actions of other seats do not change: see `Turn.number`. */
  readonly number?: number | undefined;
}

/** A caller that may read a match: a spectator, a seat or the host. */
export class Viewer {
  // Private, so that a logged handle does not contain it.
  readonly #token: string;

  constructor(
    protected readonly client: Caller,
    readonly matchId: string,
    token: string,
  ) {
    this.#token = token;
  }

  /** The bearer token; empty for a spectator of a public match. Keep it secret. */
  get token(): string {
    return this.#token;
  }

  /**
   * The newest state, as the caller may see it. With `atRevision`: only view and scene, as they were then. `form` requests the
   * form without the scene, and `legal` the legal actions.
   */
  async state(
    presentation = false,
    atRevision?: bigint,
    { form, legal }: Pick<WatchOptions, "form" | "legal"> = {},
  ): Promise<MatchState | undefined> {
    return (await this.ask((matches) => matches.getMatch, { presentation, atRevision, form, legal })).state;
  }

  /**
   * The stored revisions after this one up to the newest, oldest first. With `presentation`: each event with its sentence.
   * With `scenes`: the scene after each revision.
   */
  async *history(afterRevision = 0n, presentation = false, scenes = false): AsyncGenerator<HistoryEntry, void> {
    for (let after = afterRevision; ;) {
      const page = await this.ask((matches) => matches.listHistory, { afterRevision: after, presentation, scenes });
      yield* page.entries;
      after = page.entries.at(-1)?.revision ?? page.newestRevision;
      if (after >= page.newestRevision) return;
    }
  }

  /**
   * Snapshots and updates after the cursor of a message, or from a snapshot; until the end of the match. `afterRevision`,
   * instead of a cursor: the changes after this revision; 0n sends all changes from the first one.
   */
  watch(cursor = "", presentation = false, more: WatchOptions = {}): AsyncGenerator<WatchMatchResponse, void> {
    return this.client.watch(this.matchId, this.token, cursor, presentation, more);
  }

  /** Makes any call with the token of this handle: see `Client.call`. */
  call<T>(attempt: Attempt<T>): Promise<T> {
    return this.client.call(attempt, this.token);
  }

  /** Makes one of the calls about the match. */
  protected ask<Fields, T>(
    call: (matches: Server["matches"]) => (request: Fields & { matchId: string }, options: CallOptions) => Promise<T>,
    fields: Fields,
  ): Promise<T> {
    const request = { ...fields, matchId: this.matchId };
    return this.call(({ matches }, options) => call(matches)(request, options));
  }

  /** Makes a call that changes the match, with this idempotency key or a new one. Returns the new revision. */
  protected async change<Fields>(
    call: (
      matches: Server["matches"],
    ) => (
      request: Fields & { matchId: string; requestId: string },
      options: CallOptions,
    ) => Promise<{ revision: bigint }>,
    fields: Fields,
    key = requestId(),
  ): Promise<bigint> {
    return (await this.ask(call, { ...fields, requestId: key })).revision;
  }

  /** Asks for the rematch. */
  protected again(): Promise<CreateRematchResponse> {
    return this.ask((matches) => matches.createRematch, { nonce: callKey().nonce });
  }
}

/** The host of a match. Methods that change something take an idempotency key, and return the new revision. */
export class Host extends Viewer {
  constructor(
    client: Caller,
    matchId: string,
    token: string,
    /** The join code of a private match. */
    readonly joinCode: string,
    /** The seat that the creator took in the same step. */
    readonly seat?: Seat,
  ) {
    super(client, matchId, token);
  }

  /** Gives the first open seat to a bot. */
  addBot(displayName = "", key?: string): Promise<bigint> {
    return this.change((matches) => matches.addBot, { displayName }, key);
  }

  /** Removes the player or bot of a seat from the lobby, and opens the seat. */
  remove(seat: number, key?: string): Promise<bigint> {
    return this.change((matches) => matches.removePlayer, { seat }, key);
  }

  /** Gives the host's rights to the player of a seat. From then on, the token of that seat is the host's. */
  transfer(seat: number, key?: string): Promise<bigint> {
    return this.change((matches) => matches.transferHost, { seat }, key);
  }

  /** Starts the match. */
  start(key?: string): Promise<bigint> {
    return this.change((matches) => matches.startMatch, {}, key);
  }

  /** Ends the match early. */
  abort(key?: string): Promise<bigint> {
    return this.change((matches) => matches.abortMatch, {}, key);
  }

  /** Makes a bot decide for an inactive player. */
  substitute(seat: number, key?: string): Promise<bigint> {
    return this.change((matches) => matches.substituteSeat, { seat }, key);
  }

  /** The host of the rematch of a match that is over. The first call of a player or of the host creates the rematch. */
  async rematch(): Promise<Host> {
    const { matchId, hostToken, joinCode, seat, seatToken } = await this.again();
    const taken = seat === undefined ? seat : new Seat(this.client, matchId, seatToken, seat);
    return new Host(this.client, matchId, hostToken || seatToken, joinCode, taken);
  }
}

/** The player of a seat. Methods that change something take an idempotency key, and return the new revision. */
export class Seat extends Viewer {
  /** The result of the match, after the last turn; undefined before, and for an aborted match. */
  outcome: Outcome | undefined;

  constructor(
    client: Caller,
    matchId: string,
    token: string,
    readonly number: number,
  ) {
    super(client, matchId, token);
  }

  /** The legal actions of the newest state, as a typed message. */
  async legal(): Promise<GameLegal | undefined> {
    return (await this.ask((matches) => matches.listLegalActions, {})).legal;
  }

  /** The form of the decision that the seat can make now; also of a voluntary one, which no state contains. */
  async form(): Promise<Form | undefined> {
    return (await this.ask((matches) => matches.listLegalActions, { presentation: true })).form;
  }

  /**
   * Submits an answer to the form, or a typed action. The server refuses it if the match is not in the expected state.
   * `Turn.submit` also checks an answer before the call, and expects the decision of the turn.
   */
  async submit(decision: Decision, expected: Expected = {}, key?: string): Promise<bigint> {
    const deciding = { ...decided(decision), expectedRevision: expected.revision, expectedDecision: expected.number };
    try {
      return await this.change((matches) => matches.submitAction, deciding, key);
    } catch (error) {
      throw ofDecision(error);
    }
  }

  /** A dry run of `submit`, which changes nothing. Returns the revision of the state. */
  async validate(decision: Decision): Promise<bigint> {
    try {
      return (await this.ask((matches) => matches.validateAction, decided(decision))).revision;
    } catch (error) {
      throw ofDecision(error);
    }
  }

  /** Starts a full match that its host has not started in time. */
  start(key?: string): Promise<bigint> {
    return this.change((matches) => matches.startMatch, {}, key);
  }

  /** Leaves the seat permanently. A bot decides for it. */
  leave(key?: string): Promise<bigint> {
    return this.change((matches) => matches.leaveMatch, {}, key);
  }

  /** Forfeits the match. */
  forfeit(key?: string): Promise<bigint> {
    return this.change((matches) => matches.forfeitMatch, {}, key);
  }

  /** Makes a bot decide, until `returnToSeat`. */
  letBotPlay(key?: string): Promise<bigint> {
    return this.change((matches) => matches.substituteSeat, {}, key);
  }

  /** Ends a substitution. */
  returnToSeat(key?: string): Promise<bigint> {
    return this.change((matches) => matches.returnToSeat, {}, key);
  }

  /**
   * The seat that is reserved for the player in the rematch of a match that is over. The first call of a player or of the
   * host creates the rematch.
   */
  async rematch(): Promise<Seat> {
    const { matchId, seat, seatToken } = await this.again();
    return new Seat(this.client, matchId, seatToken, seat ?? 0);
  }

  /**
   * Each state in which the seat has a pending decision, until the end of the match. With `scenes`: with its scene. With
   * `legal`: with its legal actions, and with the typed actions of its choices.
   */
  async *turns({ scenes = false, legal = false } = {}): AsyncGenerator<Turn, void> {
    // The revision of the last accepted action. States below it are outdated.
    let decidedAt = 0n;
    for await (const message of this.watch("", scenes, { form: true, legal })) {
      const state = stateOf(message);
      const revision = state?.match?.revision ?? 0n;
      // The store can have lost the action.
      if (message.message.case === "snapshot" && revision < decidedAt) decidedAt = revision;
      this.outcome = state?.match?.outcome ?? this.outcome;
      if (state?.form && revision >= decidedAt) {
        yield new Turn(this, state, state.form, (accepted) => {
          decidedAt = accepted;
        });
      }
    }
  }
}

/** A complete answer to a form. */
export interface TurnChoice {
  /** The answer in words. */
  readonly title: Text;
  readonly answer: Answer;
  /** The answer as a typed action; undefined unless `turns` requests legal actions. */
  readonly action: GameAction | undefined;
}

/** A state in which a seat has a pending decision. */
export class Turn {
  constructor(
    private readonly seat: Seat,
    readonly state: MatchState,
    /** The decision as a form. */
    readonly form: Form,
    private readonly accepted: (revision: bigint) => void,
  ) {}

  /** The revision of the state. */
  get revision(): bigint {
    return this.state.match?.revision ?? 0n;
  }

  /** The name of the decision. */
  get decision(): string {
    return this.form.decision;
  }

  /** The number of the decision; undefined from a server of an earlier release. */
  get number(): number | undefined {
    return this.#pending?.number;
  }

  get #pending(): PendingDecision | undefined {
    return this.state.match?.pendingDecisions.find((decision) => decision.seat === this.seat.number);
  }

  /** All answers, in words. Empty if there are more than 16. */
  get choices(): readonly TurnChoice[] {
    return this.form.choices.map(({ title, answer }, index) => ({
      title: title ?? create(TextSchema),
      answer: answer ?? create(AnswerSchema),
      action: this.state.choiceActions[index],
    }));
  }

  /** The answer or action that applies if the seat does not decide in time; undefined if it is drawn at random. */
  get default(): Decision | undefined {
    return this.form.defaultAnswer ?? this.#pending?.defaultAction?.action;
  }

  /** The legal actions of the state, as a typed message; undefined unless `turns` requests them. */
  get legal(): GameLegal | undefined {
    return this.state.legal;
  }

  /**
   * Submits an answer to the form, or a typed action, for the decision of this turn. Returns the new revision.
   *
   * Rejects with `InvalidAnswer` and sends nothing if `check` finds a problem of an answer. If the server refuses a checked
   * answer, the refusal is stale: the match has changed. A typed action is not checked: if the rules refuse it, the refusal
   * is stale too. Compare the revision of `seat.state()` with `revision`: if they are equal, the action is wrong, and no new
   * turn follows.
   */
  async submit(decision: Decision): Promise<bigint> {
    const answers = decision.$typeName === "tinsel.v1.Answer";
    if (answers) required(this.form, decision);
    try {
      const revision = await this.seat.submit(decision, { number: this.number });
      this.accepted(revision);
      return revision;
    } catch (error) {
      throw ofDecision(error, answers);
    }
  }

  /** Submits the default. Returns the new revision. */
  playDefault(): Promise<bigint> {
    return this.default ? this.submit(this.default) : Promise.reject(new NoDefault());
  }
}

/** Throws `InvalidAnswer` unless the answer is one of the form's. */
function required(form: Form, answer: Answer): void {
  if (answer.decision !== form.decision) {
    const text = `The form is of the decision '${form.decision}', not of '${answer.decision}'; answer this form.`;
    throw new InvalidAnswer("decision", text);
  }
  const problem = check(form, answer);
  if (problem) throw new InvalidAnswer(problem.path, problem.text);
}

function decided(decision: Decision): { answer: Answer } | { action: GameAction } {
  return decision.$typeName === "tinsel.v1.Answer" ? { answer: decision } : { action: decision };
}
