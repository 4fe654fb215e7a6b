/** The client for Node, by gRPC. */

import { createGrpcTransport } from "@connectrpc/connect-node";

import { Client } from "./client.js";
import { checked, type Options } from "./retries.js";

export * from "./index.js";

/**
 * A client of the servers at these addresses, such as http://127.0.0.1:7400 or https://example.org. `ca` contains the CA
 * certificates of https addresses as PEM; without it, Node's roots apply.
 */
export function connect(addresses: readonly string[], options: Partial<Options> & { ca?: string } = {}): Client {
  const nodeOptions = options.ca === undefined ? {} : { ca: options.ca };
  return new Client(
    addresses.map((address) => createGrpcTransport({ baseUrl: checked(address), nodeOptions })),
    options,
  );
}
