// The clients of boardgame.io: its lobby over HTTP, and its protocol over socket.io.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { io } from "socket.io-client";
import { freePort, start } from "../measure.js";

export const needsRedis = false;

// The storage is `memory` or `FlatFile`.
export async function serve(storage) {
  let where = "memory";
  if (storage !== "memory") {
    where = execFileSync("mktemp", ["-d"], { encoding: "utf8" }).trim();
    process.on("exit", () => execFileSync("rm", ["-rf", where]));
  }
  const port = await freePort();
  const server = fileURLToPath(new URL("server.js", import.meta.url));
  const child = await start(process.execPath, ["--expose-gc", server, String(port), where], "listening");
  return { port, pid: child.pid };
}

async function post(port, path, body) {
  const response = await fetch(`http://127.0.0.1:${port}/games/peer/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

// Creates a match with players in both seats, without connections of theirs.
export async function createMatch(port) {
  const { matchID } = await post(port, "create", { numPlayers: 2 });
  const credentials = [];
  for (const playerID of ["0", "1"]) {
    const joined = await post(port, `${matchID}/join`, { playerID, playerName: `Caller ${playerID}` });
    credentials.push(joined.playerCredentials);
  }
  return { id: matchID, credentials };
}

// Connects a seat. `move` ends with the update that contains the move: the protocol has no other acknowledgement.
export async function openSeat(port, match, seat, updated) {
  const [playerID, credentials] = [String(seat), match.credentials[seat]];
  let [stateID, done] = [0, undefined];
  const socket = await connect(port, match.id, playerID, credentials, (state) => {
    stateID = state._stateID;
    updated();
    done?.();
    done = undefined;
  });
  return {
    move: (cell) =>
      new Promise((resolve) => {
        done = resolve;
        const payload = { type: "collect", args: [cell], playerID, credentials };
        socket.emit("update", { type: "MAKE_MOVE", payload }, stateID, match.id, playerID);
      }),
  };
}

// Connects a spectator.
export async function watch(port, id, updated) {
  await connect(port, id, null, undefined, updated);
}

function connect(port, id, playerID, credentials, updated) {
  const socket = io(`http://127.0.0.1:${port}/peer`, { transports: ["websocket"], forceNew: true });
  socket.on("update", (_, state) => updated(state));
  return new Promise((resolve) => {
    socket.on("connect", () => socket.emit("sync", id, playerID, credentials, 2));
    socket.on("sync", () => resolve(socket));
  });
}
