/** A real proxy in front of a server, in a process of its own. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { Daemon, freePort } from "./processes.js";

/** The samples of the repository. */
const SAMPLES = resolve("../../deploy/proxies");

/** How to start each proxy with its configuration. */
const COMMANDS = {
  nginx: (file: string, folder: string) => ["-p", folder, "-e", "stderr", "-c", file, "-g", "daemon off; pid pid;"],
  caddy: (file: string) => ["run", "--adapter", "caddyfile", "--config", file],
  envoy: (file: string) => ["--log-level", "error", "--disable-hot-restart", "-c", file],
} as const;

export type ProxyName = keyof typeof COMMANDS;

/** Whether a registry has offered the proxy. */
export function has(name: ProxyName): boolean {
  return existsSync(commandOf(name));
}

function commandOf(name: ProxyName): string {
  return resolve(`../../.tools/${name}/bin/${name}`);
}

/** What nginx stores in folders of its package, which can be absent: parts of messages, here in its own folder, and its log. */
const FOLDERS = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((use) => `${use}_temp_path ${use};`).join(" ");
const STORED = `${FOLDERS} access_log off;`;

/** The sample configuration of the repository. */
export function sample(file: string): string {
  return readFileSync(join(SAMPLES, file), "utf8");
}

export class ReverseProxy {
  private constructor(
    private readonly port: number,
    private readonly daemon: Daemon,
    private readonly folder: string,
  ) {}

  /** Starts a proxy with a configuration in which 8080, 8081 and 7400 stand for its two ports and that of the server. */
  static async start(name: ProxyName, configuration: string, server: number): Promise<ReverseProxy> {
    const [port, second] = [await freePort(), await freePort()];
    const folder = mkdtempSync(join(tmpdir(), `tinsel-${name}-`));
    const ports: Record<string, number> = { "8080": port, "8081": second, "7400": server };
    const text = configuration.replaceAll(/\b(8080|8081|7400)\b/g, (number) => String(ports[number]));
    const file = join(folder, name === "caddy" ? "Caddyfile" : name === "envoy" ? "envoy.yaml" : "nginx.conf");
    writeFileSync(file, name === "nginx" ? text.replace("http {", `http { ${STORED}`) : text);
    const daemon = Daemon.run(commandOf(name), COMMANDS[name](file, folder));
    const proxy = new ReverseProxy(port, daemon, folder);
    await proxy.#listens();
    return proxy;
  }

  get address(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }

  async stop(): Promise<void> {
    // nginx must end its other processes.
    await this.daemon.stop("SIGTERM");
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #listens(): Promise<void> {
    for (;;) {
      this.daemon.check();
      const socket = connect(this.port, "127.0.0.1");
      const open = await new Promise<boolean>((done) => {
        socket.once("connect", () => {
          done(true);
        });
        socket.once("error", () => {
          done(false);
        });
      });
      socket.destroy();
      if (open) return;
      await pause(50);
    }
  }
}
