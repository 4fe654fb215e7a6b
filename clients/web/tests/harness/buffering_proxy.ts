/** An HTTP proxy that can begin to buffer streams. */

import { once } from "node:events";
import { createServer, request, type Server, type ServerResponse } from "node:http";

import { listen } from "./processes.js";

export class BufferingProxy {
  readonly #streams = new Set<ServerResponse>();
  #buffers = false;

  private constructor(
    private readonly server: Server,
    private readonly port: number,
  ) {}

  static async to(port: number): Promise<BufferingProxy> {
    const server = createServer();
    const proxy = new BufferingProxy(server, await listen(server));
    server.on("request", (received, response) => {
      const { method = "", url = "", headers } = received;
      const forwarded = request({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        // The headers pass at once.
        response.flushHeaders();
        const stream = url.endsWith("/WatchMatch");
        if (stream) proxy.#streams.add(response);
        if (stream && proxy.#buffers) answer.resume();
        else answer.pipe(response);
      });
      forwarded.on("error", () => response.destroy());
      response.on("close", () => {
        proxy.#streams.delete(response);
        forwarded.destroy();
      });
      received.pipe(forwarded);
    });
    return proxy;
  }

  get address(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }

  /** Ends all streams. The bodies of later ones are buffered. */
  buffer(): void {
    this.#buffers = true;
    for (const stream of this.#streams) stream.destroy();
  }

  /** Passes on the bodies of later streams. */
  pass(): void {
    this.#buffers = false;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }
}
