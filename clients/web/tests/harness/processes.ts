/** Redis and servers, each in a process of its own, on free ports. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server as TcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const BINARY = resolve(process.env.TINSEL_BINARY ?? "../../target/debug/tinsel");
const REDIS = process.env.TINSEL_TEST_REDIS_SERVER ?? "redis-server";
const STARTED = 30_000;

/** A port that no process listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, "close");
  return port;
}

/** Lets a server listen on a free port. Returns the port. */
export async function listen(server: TcpServer): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the socket has no port");
  return address.port;
}

/** A process that serves. */
export class Daemon {
  private constructor(
    private readonly child: ChildProcess,
    private readonly lines: readonly string[] = [],
  ) {}

  /** Starts a process that does not report when it serves. */
  static run(command: string, args: readonly string[]): Daemon {
    const child = spawn(command, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env.PATH, HOME: tmpdir() },
    });
    const kill = () => child.kill("SIGKILL");
    process.once("exit", kill);
    child.once("exit", () => process.removeListener("exit", kill));
    const lines: string[] = [];
    for (const output of [child.stdout, child.stderr]) {
      createInterface({ input: output }).on("line", (line) => {
        if (lines.length < 50) lines.push(line);
      });
    }
    return new Daemon(child, lines);
  }

  /** Fails if the process has ended. */
  check(): void {
    if (this.child.exitCode === null && this.child.signalCode === null) return;
    throw new Error(`the process ended with ${String(this.child.exitCode)}\n${this.lines.join("\n")}`);
  }

  static async start(command: string, args: readonly string[], output: "stdout" | "stderr", ready: RegExp) {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], env: { PATH: process.env.PATH } });
    const kill = () => child.kill("SIGKILL");
    process.once("exit", kill);
    child.once("exit", () => process.removeListener("exit", kill));
    const lines: string[] = [];
    await new Promise<void>((done, failed) => {
      const fail = (why: string) => {
        child.kill("SIGKILL");
        failed(new Error(`${command} ${why}\n${lines.join("\n")}`));
      };
      const timer = setTimeout(() => {
        fail("does not start");
      }, STARTED);
      child.once("error", (error) => {
        fail(error.message);
      });
      child.once("exit", (code) => {
        fail(`ended with ${String(code)}`);
      });
      for (const name of ["stdout", "stderr"] as const) {
        createInterface({ input: child[name] }).on("line", (line) => {
          if (lines.length < 50) lines.push(line);
          if (name !== output || !ready.test(line)) return;
          clearTimeout(timer);
          done();
        });
      }
    });
    return new Daemon(child);
  }

  async stop(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, "exit");
    this.child.kill(signal);
    await exit;
  }
}

/** A Redis that stores nothing on disk, except on request. */
export class Redis {
  private constructor(
    private readonly port: number,
    private daemon: Daemon,
    private readonly folder: string,
  ) {}

  static async start(): Promise<Redis> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), "tinsel-web-"));
    return new Redis(port, await Redis.#run(port, folder), folder);
  }

  static #run(port: number, folder: string): Promise<Daemon> {
    const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder];
    return Daemon.start(REDIS, args, "stdout", /Ready to accept connections/);
  }

  get url(): string {
    return `redis://127.0.0.1:${String(this.port)}/0`;
  }

  /** Stores everything on disk. */
  async save(): Promise<void> {
    const socket = connect(this.port, "127.0.0.1");
    socket.write("SAVE\r\n");
    const [reply] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    if (!reply.toString().startsWith("+OK")) throw new Error(`SAVE: ${reply.toString()}`);
  }

  /** Crashes, and starts again with the data on disk. */
  async crash(): Promise<void> {
    await this.daemon.stop("SIGKILL");
    this.daemon = await Redis.#run(this.port, this.folder);
  }

  async stop(): Promise<void> {
    await this.daemon.stop("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** `tinsel serve`. */
export class Server {
  private constructor(
    readonly port: number,
    private readonly daemon: Daemon,
  ) {}

  static async start(redis: Redis, port?: number, options: readonly string[] = []): Promise<Server> {
    const listen = port ?? (await freePort());
    const args = ["serve", "--listen", `127.0.0.1:${String(listen)}`, "--store", redis.url, "--log-format", "json"];
    args.push("--token-secret", "the secret of the browser tests", ...options);
    return new Server(listen, await Daemon.start(BINARY, args, "stderr", /"message":"serving"/));
  }

  get address(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }

  /** Shuts the server down, as an orchestrator does. */
  async stop(): Promise<void> {
    await this.daemon.stop("SIGTERM");
  }
}

/** Runs a command of `tinsel` to its end. */
export function tinsel(...args: string[]): void {
  const { status, stderr } = spawnSync(BINARY, args, { encoding: "utf8", env: { PATH: process.env.PATH } });
  if (status !== 0) throw new Error(`tinsel ${args.join(" ")}: ${stderr}`);
}
