// The clients of Colyseus: its own SDK.

import { fileURLToPath } from "node:url";
import { Client } from "@colyseus/sdk";
import { freePort, start } from "../measure.js";

export const needsRedis = true;

export async function serve(_, redisPort) {
  const port = await freePort();
  const server = fileURLToPath(new URL("server.js", import.meta.url));
  const args = ["--expose-gc", server, String(port), String(redisPort)];
  const child = await start(process.execPath, args, "listening");
  return { port, pid: child.pid };
}

const clientOf = (port) => new Client(`http://127.0.0.1:${port}`);

// A room exists after a client has created it. With `keep`, the seats stay connected; without, they leave again.
export async function createMatch(port, keep) {
  const client = clientOf(port);
  const first = await client.create("peer", { seat: 0 });
  const rooms = [first, await client.joinById(first.roomId, { seat: 1 })];
  if (!keep) await Promise.all(rooms.map((room) => room.leave()));
  return { id: first.roomId, rooms };
}

// `move` ends with the message of the server that the move is stored.
export async function openSeat(_, match, seat, updated) {
  const room = match.rooms[seat];
  let done;
  room.onStateChange(updated);
  room.onMessage("done", () => done());
  room.onMessage("refused", (reason) => {
    throw new Error(reason);
  });
  return {
    move: (cell) =>
      new Promise((resolve) => {
        done = resolve;
        room.send("collect", cell);
      }),
  };
}

// Connects a spectator.
export async function watch(port, id, updated) {
  const room = await clientOf(port).joinById(id, {});
  await new Promise((resolve) => room.onStateChange.once(resolve));
  room.onStateChange(updated);
}
