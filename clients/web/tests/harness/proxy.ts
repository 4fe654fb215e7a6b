/** A network between the browser and a server, which a test can cut or freeze. */

import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

import { listen } from "./processes.js";

export class Proxy {
  readonly #sockets = new Set<Socket>();
  #cut = false;

  private constructor(
    private readonly server: Server,
    private readonly port: number,
  ) {}

  static async to(port: number): Promise<Proxy> {
    const server = createServer();
    const proxy = new Proxy(server, await listen(server));
    server.on("connection", (client) => {
      proxy.#connect(client, port);
    });
    return proxy;
  }

  get address(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }

  /** Closes all connections, and each new one. */
  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Accepts connections again. */
  mend(): void {
    this.#cut = false;
  }

  /** Present connections stay open, and no byte passes any more. New ones work. */
  freeze(): void {
    for (const socket of this.#sockets) {
      socket.unpipe();
      socket.pause();
    }
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, "close");
  }

  #connect(client: Socket, port: number): void {
    if (this.#cut) {
      client.destroy();
      return;
    }
    const upstream = connect(port, "127.0.0.1");
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
