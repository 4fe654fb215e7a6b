// boardgame.io with its own server. usage: node server.js PORT memory|DIRECTORY

import { createRequire } from "node:module";
import { collect, refusal, start } from "../game.js";

const require = createRequire(import.meta.url);
const { FlatFile, Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const peer = {
  name: "peer",
  setup: start,
  // One move ends a turn. An undo would store every earlier state of the turn.
  turn: { minMoves: 1, maxMoves: 1 },
  disableUndo: true,
  moves: {
    collect: ({ G, playerID }, cell) => {
      if (refusal(G, Number(playerID), cell) !== undefined) return INVALID_MOVE;
      collect(G, Number(playerID), cell);
      return undefined;
    },
  },
};

const [port, storage] = process.argv.slice(2);
const db = storage === "memory" ? {} : { db: new FlatFile({ dir: storage }) };
process.on("SIGUSR2", () => globalThis.gc());
await Server({ games: [peer], origins: ["*"], ...db }).run({ port: Number(port), callback: () => console.log("listening") });
