/** The client for Node, by gRPC. */

import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";

import { Client } from "./client.js";
import { checked, type Options } from "./retries.js";

export * from "./index.js";

/** The time without calls after which a connection is closed, also a replaced one. */
const IDLE = 60_000;

/**
 * A client of the servers at these addresses, such as http://127.0.0.1:7400 or https://example.org. `ca` contains the CA
 * certificates of https addresses as PEM; without it, Node's roots apply.
 */
export function connect(addresses: readonly string[], options: Partial<Options> & { ca?: string } = {}): Client {
  const nodeOptions = options.ca === undefined ? {} : { ca: options.ca };
  return new Client(
    checked(addresses).map((baseUrl) => ({ pingAfter, pingTimeout }, closed) => {
      const pings = { pingIntervalMs: pingAfter, pingTimeoutMs: pingTimeout, idleConnectionTimeoutMs: IDLE };
      const sessionManager = new Http2SessionManager(baseUrl, pings, nodeOptions);
      closed.addEventListener("abort", () => {
        sessionManager.abort();
      });
      return createGrpcTransport({ baseUrl, sessionManager });
    }),
    options,
  );
}
