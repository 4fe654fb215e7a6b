/** The client for browsers, by gRPC-Web. */

import { createGrpcWebTransport } from "@connectrpc/connect-web";

import { Client } from "./client.js";
import { checked, type Options } from "./retries.js";

export * from "./index.js";

/** A client of the servers at these addresses, such as https://example.org. The browser checks their certificates. */
export function connect(addresses: readonly string[], options: Partial<Options> = {}): Client {
  return new Client(
    addresses.map((address) => createGrpcWebTransport({ baseUrl: checked(address) })),
    options,
  );
}
