/** The servers of a client, and the decision which failures to retry. */

import { Code } from "@connectrpc/connect";

import { type Refusal, Unavailable } from "./errors.js";

/** The options of a client. Durations are in milliseconds. */
export interface Options {
  readonly apiKey?: string;
  /** The maximum duration of one attempt. Default: 10 seconds. */
  readonly attempt: number;
  /** The maximum duration of all attempts together. Default: 30 seconds. */
  readonly deadline: number;
  /** The first wait before a retry; each further wait is twice as long. Default: 50 milliseconds. */
  readonly backoff: number;
  /** The maximum wait before a retry. Default: 2 seconds. */
  readonly backoffMax: number;
  /** The maximum silence of a stream before it resumes on a new connection. Default: 45 seconds. */
  readonly silence: number;
  /** The time without a byte after which a connection with an open call is pinged, in Node. Default: 10 seconds. */
  readonly pingAfter: number;
  /** The maximum time for the answer to a ping before the connection is closed, in Node. Default: 5 seconds. */
  readonly pingTimeout: number;
  /** Receives the headers of each response that is not an error, such as `Date`. */
  readonly onHeaders?: (headers: Headers) => void;
}

/** The addresses of servers. Throws if one is none: retries would not help. */
export function checked(addresses: readonly string[]): readonly string[] {
  // A caller without types can give a string.
  const given: unknown = addresses;
  if (typeof given === "string") throw new TypeError(`the addresses are a string; give a list: ["${given}"]`);
  return addresses.map(checkedAddress);
}

function checkedAddress(address: string): string {
  if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address)) {
    throw new TypeError(`not the address of a server: "${address}"; give one such as http://127.0.0.1:7400`);
  }
  return address;
}

export const DEFAULTS: Options = {
  attempt: 10_000,
  deadline: 30_000,
  backoff: 50,
  backoffMax: 2000,
  silence: 45_000,
  pingAfter: 10_000,
  pingTimeout: 5000,
};

/** The servers of a client, beginning with a random one, so that clients spread over all servers. */
export class Servers<S> {
  readonly #servers: S[];
  #current: number;
  /** Whether any server has responded. */
  reached = false;

  /** Takes a function that connects to it for each server. */
  constructor(readonly connect: readonly (() => S)[]) {
    if (connect.length === 0) throw new TypeError("there is no address; give one such as http://127.0.0.1:7400");
    this.#servers = connect.map((server) => server());
    this.#current = Math.floor(Math.random() * connect.length);
  }

  /** The server for the next call. */
  current(): S {
    return this.#servers[this.#current] as S;
  }

  /** Selects the next server, unless another call has left this one already. */
  moveOn(server: S): void {
    if (server === this.current()) this.#current = (this.#current + 1) % this.connect.length;
  }

  /** Makes later calls use a new connection. Those of the silent one go on, because it may be alive. */
  replace(silent: S): void {
    const index = this.#servers.indexOf(silent);
    const connect = this.connect[index];
    if (connect) this.#servers[index] = connect();
  }
}

/** The retries of one call, or of one stream since its first failure after a message. */
export class Retries<S> {
  /** The number of failed attempts. */
  failures = 0;
  #wrongAddresses = 0;
  readonly #until: number;

  constructor(
    private readonly servers: Servers<S>,
    private readonly options: Options,
  ) {
    this.#until = performance.now() + options.deadline;
  }

  /** The maximum duration of the next attempt. */
  get attempt(): number {
    const left = this.failures === 0 ? this.options.deadline : this.#until - performance.now();
    return Math.max(1, Math.ceil(Math.min(this.options.attempt, left)));
  }

  /**
   * Waits for the next attempt. Throws if a retry cannot help, or if there is no time left for it. A silent connection is
   * replaced.
   */
  async waitAfter(failure: Refusal, server: S, silent: boolean): Promise<void> {
    this.failures += 1;
    if (isWrongAddress(failure)) this.#wrongAddresses += 1;
    if (failure.reason !== "") this.servers.reached = true;
    const same = ["CONTENDED", "RATE_LIMITED", "STORE_REFUSES_WRITES"].includes(failure.reason);
    if (!same) {
      if (!helpsElsewhere(failure)) throw failure;
      this.servers.moveOn(server);
    }
    if (silent) this.servers.replace(server);
    const rounds = Math.floor(this.failures / this.servers.connect.length);
    const backoff =
      rounds === 0 ? 0 : Math.min(this.options.backoff * 2 ** Math.min(rounds - 1, 30), this.options.backoffMax);
    const wait = Math.max(backoff * (0.5 + Math.random() / 2), failure.retryAfter ?? 0);
    // If every server failed twice in this way and none has ever responded, the addresses are probably wrong.
    const hopeless = rounds >= 2 && this.#wrongAddresses === this.failures && !this.servers.reached;
    if (hopeless || performance.now() + wait >= this.#until) throw new Unavailable(this.failures, failure);
    // A timer can fire one millisecond early.
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, Math.ceil(wait) + 1));
  }
}

// Every status of a server has a reason; a status with one of these codes and no reason is of a broken connection.
const BROKEN = [Code.Canceled, Code.DeadlineExceeded, Code.Aborted, Code.Internal, Code.Unknown];

/** Whether the port is closed, or TLS fails: the server does not use it, or its certificate is not accepted. */
function isWrongAddress(failure: Refusal): boolean {
  for (let cause = failure.cause; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && /^ECONNREFUSED$|^ERR_(SSL|TLS)_|CERT|^UNABLE_TO_/.test(String(cause.code))) return true;
  }
  return false;
}

function helpsElsewhere(failure: Refusal): boolean {
  if (failure.reason === "OPEN_MATCH_LIMIT_REACHED") return false;
  if (failure.code === Code.Unavailable || failure.retryAfter !== undefined) return true;
  return failure.reason === "" && BROKEN.includes(failure.code);
}
