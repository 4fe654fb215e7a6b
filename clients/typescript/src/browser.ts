/** The client for browsers, by gRPC-Web. */

import { createGrpcWebTransport } from "@connectrpc/connect-web";

import { Client } from "./client.js";
import { checked, type Options } from "./retries.js";

export * from "./index.js";

/**
 * A client of the servers at these addresses, such as https://example.org. The browser checks their certificates. Tokens are
 * in `tinsel-token`: with an `authorization` of the page, the browser would not send the credentials of a proxy.
 */
export function connect(addresses: readonly string[], options: Partial<Options> = {}): Client {
  return new Client(
    checked(addresses).map((baseUrl) => () => createGrpcWebTransport({ baseUrl })),
    options,
    (token) => ["tinsel-token", token],
  );
}
