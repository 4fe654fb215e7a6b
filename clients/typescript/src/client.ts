/** The client: its servers, calls and watches. */

import { create } from "@bufbuild/protobuf";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";

import {
  type Attempt,
  type Caller,
  callKey,
  type CallKey,
  requestId,
  type Server,
  type WatchOptions,
} from "./calls.js";
import { Closed, Refusal, Unavailable, Unsendable } from "./errors.js";
import { type Game, GameService, type GetGameResponse } from "./gen/tinsel/v1/game_service_pb.js";
import { type Match, type TimeControlSchema, Visibility } from "./gen/tinsel/v1/match_pb.js";
import {
  CreateMatchRequestSchema,
  type JoinMatchResponse,
  type MatchFilterSchema,
  MatchService,
  type QuickMatchResponse,
  type WatchMatchResponse,
} from "./gen/tinsel/v1/match_service_pb.js";
import type { FieldAnswerSchema } from "./gen/tinsel/v1/presentation_pb.js";
import { Host, Seat, Viewer } from "./handles.js";
import { isOver, Position } from "./position.js";
import { DEFAULTS, type Options, Retries, Servers } from "./retries.js";
import { isWellFormed } from "./text.js";

/** The setup of a new match. */
export interface Setup {
  /** Values of the game's options. An omitted option has its default. */
  values?: MessageInitShape<typeof FieldAnswerSchema>[] | undefined;
  /** The number of seats. Required if the game has no default. */
  seats?: number | undefined;
  /** The time limits for decisions. Default: none, and 5 minutes for each decision in a quick match. */
  timeControl?: MessageInitShape<typeof TimeControlSchema> | undefined;
}

/**
 * A client of one deployment of Tinsel, which may have several servers.
 *
 * Calls that change something carry an idempotency key, and are retried at any server until one answers. They reject
 * with `Refusal` if a server refuses them, with `Unavailable` if none answers in time, and with `Closed` after `close`.
 */
export class Client implements Caller {
  #closed = false;
  // One for each connection, call and watch, because many listeners of one signal are slow, and Node warns of them.
  readonly #open = new Set<AbortController>();
  readonly #servers: Servers<Server>;
  readonly #options: Options;

  /**
   * Takes a function that connects to it for each server, and one that returns the header with a token. The signal ends the
   * connection.
   */
  constructor(
    connect: readonly ((options: Options, closed: AbortSignal) => Transport)[],
    options: Partial<Options> = {},
    private readonly tokenHeader = bearer,
  ) {
    const given = Object.entries<unknown>(options).filter(([, value]) => value !== undefined);
    const all = { ...DEFAULTS, ...Object.fromEntries(given) };
    this.#options = all;
    this.#servers = new Servers(
      connect.map((server) => () => {
        const transport = checking(server(all, this.#opened().signal));
        return { matches: createClient(MatchService, transport), games: createClient(GameService, transport) };
      }),
    );
  }

  /** Creates a match that starts as soon as it is full. A private one can be joined and watched only by its join code. */
  create(gameId: string, more: Setup & { private?: boolean | undefined } = {}, key = requestId()): Promise<Host> {
    const { values = [], seats, timeControl } = more;
    const visibility = more.private ? Visibility.PRIVATE : Visibility.PUBLIC;
    return this.createWith({ requestId: key, options: { gameId, values }, seats, timeControl, visibility });
  }

  /** Creates a match with this request. With `takeSeat`, the caller gets a seat in the same step: see `Host.seat`. */
  async createWith(init: MessageInitShape<typeof CreateMatchRequestSchema>): Promise<Host> {
    const request = create(CreateMatchRequestSchema, init);
    if (!request.requestId) {
      const key = callKey();
      request.requestId = key.requestId;
      if (request.takeSeat?.nonce.length === 0) request.takeSeat.nonce = key.nonce;
    }
    const { matchId, hostToken, joinCode, seat, seatToken } = await this.call((server, options) =>
      server.matches.createMatch(request, options),
    );
    const taken = seat === undefined ? undefined : this.seat(matchId, seatToken, seat);
    return new Host(this, matchId, hostToken, joinCode, taken);
  }

  /** Takes the first open seat of a match. */
  join(matchId: string, displayName: string, key = callKey()): Promise<Seat> {
    return this.#join({ matchId, displayName, ...key });
  }

  /** Takes the first open seat of the match with this join code. */
  joinByCode(joinCode: string, displayName: string, key = callKey()): Promise<Seat> {
    return this.#join({ joinCode, displayName, ...key });
  }

  #join(request: { matchId?: string; joinCode?: string; displayName: string } & CallKey): Promise<Seat> {
    return this.#seated((server, options) => server.matches.joinMatch(request, options));
  }

  /**
   * The seat that a user of your platform took with this reference, with a new token, which replaces the old one. It needs the
   * API key with which the user took the seat.
   */
  async reissueSeat(matchId: string, playerRef: string): Promise<Seat> {
    const request = { matchId, playerRef, requestId: requestId() };
    const { seatToken, seat } = await this.call((server, options) => server.matches.reissueSeatToken(request, options));
    return new Seat(this, matchId, seatToken, seat ?? 0);
  }

  /** Takes a seat by matchmaking, with players who ask for the same setup. The match starts when it is full. */
  quickMatch(gameId: string, displayName: string, more: Setup = {}, key = callKey()): Promise<Seat> {
    const { values = [], seats, timeControl } = more;
    const request = { options: { gameId, values }, seats, timeControl, displayName, ...key };
    return this.#seated((server, options) => server.matches.quickMatch(request, options));
  }

  async #seated(attempt: Attempt<JoinMatchResponse | QuickMatchResponse>): Promise<Seat> {
    const seated = await this.call(attempt);
    return new Seat(this, seated.matchId, seated.seatToken, seated.seat ?? 0);
  }

  /** The host of a match, by the token that the creation returned, or by that of the host's seat. */
  host(matchId: string, token: string): Host {
    return new Host(this, matchId, token, "");
  }

  /** The player of a seat, by the token that joining returned. */
  seat(matchId: string, token: string, number: number): Seat {
    return new Seat(this, matchId, token, number);
  }

  /** A spectator of a public match, or of a private one by the token that `spectateByCode` returned. */
  spectator(matchId: string, token = ""): Viewer {
    return new Viewer(this, matchId, token);
  }

  /** A spectator of the private match with this join code. */
  async spectateByCode(joinCode: string): Promise<Viewer> {
    const given = await this.call((server, options) => server.matches.spectateMatch({ joinCode }, options));
    return new Viewer(this, given.matchId, given.spectatorToken);
  }

  /** A game with its options and components. */
  game(gameId: string): Promise<GetGameResponse> {
    return this.call((server, options) => server.games.getGame({ gameId, presentation: true }, options));
  }

  /** All games. */
  async games(): Promise<Game[]> {
    return (await this.call((server, options) => server.games.listGames({}, options))).games;
  }

  /** The public matches that meet the filter; without one, those that can be joined. */
  async *matches(filter?: MessageInitShape<typeof MatchFilterSchema>): AsyncGenerator<Match, void> {
    let pageToken = "";
    do {
      const request = { filter, pageToken };
      const page = await this.call((server, options) => server.matches.listMatches(request, options));
      yield* page.matches;
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
  }

  /** Closes all connections. Watches end, and calls reject with `Unavailable` or `Closed`. */
  close(): void {
    this.#closed = true;
    for (const open of this.#open) open.abort();
    this.#open.clear();
  }

  #opened(): AbortController {
    const opened = new AbortController();
    if (this.#closed) opened.abort();
    else this.#open.add(opened);
    return opened;
  }

  /**
   * Makes any call of the services, with the API key, this token, deadlines and retries. The attempt must send the same
   * request each time: draw its key before, with `requestId` or `callKey`.
   */
  async call<T>(attempt: Attempt<T>, token = ""): Promise<T> {
    const retries = new Retries(this.#servers, this.#options);
    const headers = this.#headers(token);
    for (;;) {
      if (this.#closed) throw new Closed();
      const server = this.#servers.current();
      const timeoutMs = retries.attempt;
      const open = this.#opened();
      try {
        const { signal } = open;
        const response = await attempt(server, { headers, timeoutMs, signal, onHeader: this.#onHeader });
        this.#servers.reached = true;
        return response;
      } catch (error) {
        if (error instanceof Unsendable) throw error;
        const failure = new Refusal(ConnectError.from(error));
        if (open.signal.aborted) throw new Unavailable(retries.failures + 1, failure);
        // The remaining time of the last attempt can be too short for a response.
        const complete = timeoutMs >= this.#options.attempt;
        const silent = complete && failure.reason === "" && failure.code === Code.DeadlineExceeded;
        await retries.waitAfter(failure, server, silent);
      } finally {
        this.#open.delete(open);
      }
    }
  }

  /** The changes of a match after the cursor or revision, from any server, until its end. */
  async *watch(
    matchId: string,
    token: string,
    cursor: string,
    presentation: boolean,
    more: WatchOptions = {},
  ): AsyncGenerator<WatchMatchResponse, void> {
    if (this.#closed) throw new Closed();
    const position = new Position(matchId, cursor, presentation, more);
    checkTexts(position.request());
    const headers = this.#headers(token);
    const closed = this.#opened();
    const ended = more.signal ? AbortSignal.any([closed.signal, more.signal]) : closed.signal;
    try {
      yield* this.#watched(position, headers, ended, matchId, token, more);
    } finally {
      this.#open.delete(closed);
    }
  }

  async *#watched(
    position: Position,
    headers: Headers,
    ended: AbortSignal,
    matchId: string,
    token: string,
    more: WatchOptions,
  ): AsyncGenerator<WatchMatchResponse, void> {
    let retries: Retries<Server> | undefined;
    let resumes = false;
    const isEnded = () => position.over || ended.aborted;
    while (!isEnded()) {
      const server = this.#servers.current();
      const stop = new AbortController();
      const silent = () => {
        stop.abort(new ConnectError("the stream is silent", Code.DeadlineExceeded));
      };
      let timer = setTimeout(silent, this.#options.silence);
      let next: ReturnType<Position["receive"]> = "ignore";
      try {
        const signal = AbortSignal.any([stop.signal, ended]);
        const onHeader = (received: Headers) => {
          this.#onHeader(received);
          more.onOpen?.();
        };
        const options = { headers, signal, onHeader };
        for await (const message of server.matches.watchMatch(position.request(), options)) {
          clearTimeout(timer);
          retries = undefined;
          resumes = this.#servers.reached = true;
          next = position.receive(message);
          const heartbeat = more.heartbeats && message.message.case === "heartbeat";
          if (next === "deliver" || heartbeat) yield message;
          if (next === "reopen" || next === "move") break;
          timer = setTimeout(silent, this.#options.silence);
        }
        if (next === "move") this.#servers.moveOn(server);
        if (next !== "move" && next !== "reopen") {
          position.end();
          if (isEnded() || (await this.#isOver(matchId, token, position.confirmed))) return;
          throw new ConnectError("the stream ended early", Code.Unavailable);
        }
      } catch (error) {
        if (isEnded()) return;
        if (error instanceof Refusal || error instanceof Unavailable || error instanceof Closed) throw error;
        const failure = new Refusal(ConnectError.from(error));
        // The server may still count the stream that has failed.
        if (failure.reason === "TOO_MANY_STREAMS" && !resumes) throw failure;
        retries ??= new Retries(this.#servers, this.#options);
        await retries.waitAfter(failure, server, stop.signal.aborted);
      } finally {
        clearTimeout(timer);
        stop.abort();
      }
    }
  }

  /** Whether the match is over at the revision that a heartbeat has confirmed: the watch has all changes. */
  async #isOver(matchId: string, token: string, confirmed: bigint | undefined): Promise<boolean> {
    if (confirmed === undefined) return false;
    const { state } = await this.call((server, options) => server.matches.getMatch({ matchId }, options), token);
    return isOver(state?.match) && state?.match?.revision === confirmed;
  }

  readonly #onHeader = (received: Headers): void => {
    this.#options.onHeaders?.(received);
  };

  #headers(token: string): Headers {
    const headers = new Headers();
    if (token !== "") headers.set(...this.tokenHeader(token));
    if (this.#options.apiKey !== undefined) headers.set("x-api-key", this.#options.apiKey);
    return headers;
  }
}

/** Throws if a text of the request has half a character: it would arrive as another character. */
function checkTexts(request: object): void {
  if (!isWellFormed(request)) throw new Unsendable("a text of the request has half a character (a lone surrogate)");
}

/** A transport that checks the texts of each request with one response. */
function checking(transport: Transport): Transport {
  return {
    unary(method, signal, timeoutMs, header, request, context) {
      checkTexts(request);
      return transport.unary(method, signal, timeoutMs, header, request, context);
    },
    stream: transport.stream.bind(transport),
  };
}

function bearer(token: string): [string, string] {
  return ["authorization", `Bearer ${token}`];
}
