// Colyseus with its own WebSocket transport. usage: node server.js PORT REDIS_PORT

import { Room, Server } from "@colyseus/core";
import { ArraySchema, schema } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { Redis } from "ioredis";
import { SEATS, collect, refusal, start } from "../game.js";

const [port, redisPort] = process.argv.slice(2).map(Number);
const redis = new Redis({ port: redisPort, host: "127.0.0.1" });

const Player = schema({ name: "string", position: "uint16", collected: "uint32" });
const Event = schema({ move: "uint32", seat: "uint8", cell: "uint16" });
const State = schema({ turn: "uint8", moves: "uint32", snow: ["uint8"], players: [Player], recent: [Event] });

function initialState() {
  const { snow, players, recent, ...rest } = start();
  return new State({
    ...rest,
    snow: new ArraySchema(...snow),
    players: new ArraySchema(...players.map((player) => new Player(player))),
    recent: new ArraySchema(...recent.map((event) => new Event(event))),
  });
}

class Peer extends Room {
  // Without patches at intervals: each move sends its own.
  patchRate = 0;
  autoDispose = false;
  maxClients = 100_000;

  onCreate() {
    this.state = initialState();
    this.seats = [];
    this.onMessage("collect", (client, cell) => this.move(client, cell));
  }

  onJoin(client, options) {
    if (options.seat < SEATS) this.seats[options.seat] = client.sessionId;
  }

  async move(client, cell) {
    const seat = this.seats.indexOf(client.sessionId);
    const refused = refusal(this.state, seat, cell);
    if (refused !== undefined) return client.send("refused", refused);
    collect(this.state, seat, cell);
    // First stored, then shown.
    await redis.set(`match:${this.roomId}`, JSON.stringify(this.state));
    this.broadcastPatch();
    return client.send("done");
  }
}

process.on("SIGUSR2", () => globalThis.gc());
const server = new Server({ transport: new WebSocketTransport(), greet: false, gracefullyShutdown: false });
server.define("peer", Peer);
await server.listen(port, "127.0.0.1");
console.log("listening");
