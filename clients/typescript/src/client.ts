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
import { Refusal } from "./errors.js";
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
import { Position } from "./position.js";
import { DEFAULTS, type Options, Retries, Servers } from "./retries.js";

/** The setup of a new match. */
export interface Setup {
  /** Values of the game's options. An omitted option has its default. */
  values?: MessageInitShape<typeof FieldAnswerSchema>[];
  /** The number of seats. Required if the game has no default. */
  seats?: number;
  /** The time limits for decisions. Default: none, and 5 minutes for each decision in a quick match. */
  timeControl?: MessageInitShape<typeof TimeControlSchema>;
}

/**
 * A client of one deployment of Tinsel, which may have several servers.
 *
 * Calls that change something carry an idempotency key, and are retried at any server until one answers. They reject
 * with `Refusal` if a server refuses them, and with `Unavailable` if none answers in time.
 */
export class Client implements Caller {
  readonly #closed = new AbortController();
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
        const transport = server(all, this.#closed.signal);
        return { matches: createClient(MatchService, transport), games: createClient(GameService, transport) };
      }),
    );
  }

  /** Creates a match that starts as soon as it is full. A private one can be joined and watched only by its join code. */
  create(gameId: string, more: Setup & { private?: boolean } = {}, key = requestId()): Promise<Host> {
    const { values = [], seats, timeControl } = more;
    const visibility = more.private ? Visibility.PRIVATE : Visibility.PUBLIC;
    return this.createWith({ requestId: key, options: { gameId, values }, seats, timeControl, visibility });
  }

  /** Creates a match with this request. */
  async createWith(init: MessageInitShape<typeof CreateMatchRequestSchema>): Promise<Host> {
    const request = create(CreateMatchRequestSchema, init);
    request.requestId ||= requestId();
    const created = await this.call((server, options) => server.matches.createMatch(request, options));
    return new Host(this, created.matchId, created.hostToken, created.joinCode);
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

  /** The host of a match, by the token that the creation returned. */
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

  /** Closes all connections. Watches end, and calls reject. */
  close(): void {
    this.#closed.abort();
  }

  /**
   * Makes any call of the services, with the API key, this token, deadlines and retries. The attempt must send the same
   * request each time: draw its key before, with `requestId` or `callKey`.
   */
  async call<T>(attempt: Attempt<T>, token = ""): Promise<T> {
    const retries = new Retries(this.#servers, this.#options);
    const headers = this.#headers(token);
    const { signal } = this.#closed;
    for (;;) {
      const server = this.#servers.current();
      const timeoutMs = retries.attempt;
      try {
        const response = await attempt(server, { headers, timeoutMs, signal, onHeader: this.#onHeader });
        this.#servers.reached = true;
        return response;
      } catch (error) {
        const failure = new Refusal(ConnectError.from(error));
        if (signal.aborted) throw failure;
        // The remaining time of the last attempt can be too short for a response.
        const complete = timeoutMs >= this.#options.attempt;
        const silent = complete && failure.reason === "" && failure.code === Code.DeadlineExceeded;
        await retries.waitAfter(failure, server, silent);
      }
    }
  }

  /** The changes of a match after the cursor, from any server, until its end. */
  async *watch(
    matchId: string,
    token: string,
    cursor: string,
    presentation: boolean,
    more: WatchOptions = {},
  ): AsyncGenerator<WatchMatchResponse, void> {
    const position = new Position(matchId, cursor, presentation, more);
    const headers = this.#headers(token);
    let retries: Retries<Server> | undefined;
    let resumes = false;
    const ended = more.signal ? AbortSignal.any([this.#closed.signal, more.signal]) : this.#closed.signal;
    const isOver = () => position.over || ended.aborted;
    while (!isOver()) {
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
          if (isOver()) return;
          throw new ConnectError("the stream ended early", Code.Unavailable);
        }
      } catch (error) {
        if (isOver()) return;
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

function bearer(token: string): [string, string] {
  return ["authorization", `Bearer ${token}`];
}
