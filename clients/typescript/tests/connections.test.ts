/** When a client replaces a connection, and where it sends tokens. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { test } from "node:test";

import type { Transport } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";

import { Client, connect, type Options, Unavailable } from "../src/browser.js";
import { connect as inNode } from "../src/node.js";

/** The number of connections that a call opens to a server that accepts them and never sends a byte. */
async function connectionsOf(options: Partial<Options>): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on("error", () => undefined)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address !== "string");
  const baseUrl = `http://127.0.0.1:${String(address.port)}`;
  let connections = 0;
  const open = (): Transport => {
    connections += 1;
    return createGrpcTransport({ baseUrl });
  };
  await assert.rejects(new Client([open], options).games(), Unavailable);
  for (const socket of sockets) socket.destroy();
  server.close();
  return connections;
}

test("only an attempt with its whole time limit replaces the connection", async () => {
  assert.ok((await connectionsOf({ attempt: 100, deadline: 350 })) > 1);
  assert.ok((await connectionsOf({ attempt: 100, deadline: 100 })) > 1);
  assert.equal(await connectionsOf({ deadline: 100 }), 1);
});

test("an address with the wrong scheme is reported after two attempts", async () => {
  const server = createServer((socket) => socket.on("error", () => undefined).end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address !== "string");
  const client = inNode([`https://127.0.0.1:${String(address.port)}`]);
  await assert.rejects(client.games(), (error) => error instanceof Unavailable && error.attempts === 2);
  client.close();
  server.close();
});

test("a browser sends tokens beside the credentials of a proxy", async (context) => {
  let headers = new Headers();
  context.mock.method(globalThis, "fetch", (_: unknown, init?: RequestInit) => {
    headers = new Headers(init?.headers);
    return Promise.reject(new TypeError("no network"));
  });
  const client = connect(["http://127.0.0.1:1"], { deadline: 50 });
  await assert.rejects(client.spectator("match", "token").state(), Unavailable);
  assert.equal(headers.get("tinsel-token"), "token");
  assert.equal(headers.get("authorization"), null);
});
