// Measures one peer: starts its server, plays matches, and prints one line `peer {JSON}`.
//
// usage: node load.js SIDE STORAGE MATCHES ROUNDS SPECTATORS FANOUT_MOVES IDLE_MATCHES

import { randomCell, collect, start as startGame } from "./game.js";
import { cpu, growth, now, pause, progress, quantile, resident, settle, start, startRedis, wire } from "./measure.js";

const CALLERS = 64;
const [name, storage, ...numbers] = process.argv.slice(2);
const [matchCount, rounds, spectators, fanOutMoves, idleMatches] = numbers.map(Number);
const side = await import(`./${name}/side.js`);

const redis = side.needsRedis ? await startRedis() : {};
const server = await side.serve(storage, redis.port);
const result = { side: `${name} ${storage}`, matches: matchCount, callers: CALLERS, rounds, spectators };

await measureIdleMatches();
await measureMoves();
await measureFanOut();
console.log(`peer ${JSON.stringify(result)}`);
process.exit();

async function measureIdleMatches() {
  progress(`${idleMatches} idle matches`);
  // The first matches also load code.
  await createIdle(Math.min(50, idleMatches));
  const before = await memory();
  await createIdle(idleMatches);
  const after = await memory();
  result.server_bytes_per_idle_match = Math.round((after.server - before.server) / idleMatches);
  result.redis_bytes_per_idle_match = Math.round((after.redis - before.redis) / idleMatches);
}

async function createIdle(count) {
  for (let created = 0; created < count; created += 10) {
    await Promise.all(Array.from({ length: Math.min(10, count - created) }, () => side.createMatch(server.port, false)));
  }
}

async function memory() {
  await settle(server.pid);
  return { server: resident(server.pid), redis: resident(redis.pid) };
}

// A match with both seats connected. `onUpdate` is called for each update of each seat.
async function openMatch(onUpdate) {
  const created = await side.createMatch(server.port, true);
  const seats = [];
  for (const seat of [0, 1]) seats.push(await side.openSeat(server.port, created, seat, onUpdate));
  return { id: created.id, seats, state: startGame() };
}

function makeMove(match) {
  const seat = match.state.turn;
  const cell = randomCell(match.state, seat);
  collect(match.state, seat, cell);
  return match.seats[seat].move(cell);
}

async function measureMoves() {
  progress(`${rounds} rounds of ${matchCount} matches`);
  let updates = 0;
  const matches = [];
  while (matches.length < matchCount) matches.push(await openMatch(() => (updates += 1)));
  const round = async (latencies) => {
    const before = updates;
    let next = 0;
    const caller = async () => {
      while (next < matches.length) {
        const match = matches[next++];
        const began = now();
        await makeMove(match);
        latencies.push(now() - began);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
    // Both seats have seen every move.
    while (updates - before < 2 * matches.length) await pause(0);
  };
  // Not counted: the first rounds of a process are slower.
  for (let warmup = 0; warmup < Math.min(10, rounds); warmup += 1) await round([]);
  const before = [server.pid, redis.pid, process.pid].map(cpu);
  const bytes = wire(server.port);
  const [latencies, began] = [[], now()];
  for (let number = 0; number < rounds; number += 1) await round(latencies);
  const elapsed = now() - began;
  const after = [server.pid, redis.pid, process.pid].map(cpu);
  const each = (total) => total / latencies.length;
  [result.server_us, result.redis_us, result.load_us] = after.map((value, index) => each(value - before[index]));
  result.wire_bytes = each(growth(bytes, wire(server.port)));
  result.moves = latencies.length;
  result.moves_per_s = (1000 * latencies.length) / elapsed;
  result.p50_ms = quantile(latencies, 0.5);
  result.p99_ms = quantile(latencies, 0.99);
  result.state_json_bytes = JSON.stringify(matches[0].state).length;
}

async function measureFanOut() {
  progress(`${spectators} spectators of a match`);
  const match = await openMatch(() => {});
  let arrived;
  const before = await memory();
  const watcher = new URL("watch.js", import.meta.url).pathname;
  await start(process.execPath, [watcher, name, server.port, match.id, spectators].map(String), "ready", (line) => arrived(Number(line)));
  result.server_bytes_per_idle_stream = Math.round(((await memory()).server - before.server) / spectators);
  const [ofMove, ofAcknowledgement] = [[], []];
  const cpuBefore = cpu(server.pid);
  for (let number = 0; number < fanOutMoves; number += 1) {
    const last = new Promise((resolve) => (arrived = resolve));
    const began = now();
    await makeMove(match);
    const acknowledged = now();
    const at = await last;
    ofMove.push(at - began);
    ofAcknowledgement.push(Math.max(0, at - acknowledged));
    // The next move begins when nothing of this one is left to do.
    await pause(5);
  }
  result.server_us_per_update = (cpu(server.pid) - cpuBefore) / (fanOutMoves * spectators);
  result.fan_out_moves = fanOutMoves;
  result.sent_to_last_p50_ms = quantile(ofMove, 0.5);
  result.sent_to_last_p99_ms = quantile(ofMove, 0.99);
  result.ack_to_last_p50_ms = quantile(ofAcknowledgement, 0.5);
  result.ack_to_last_p99_ms = quantile(ofAcknowledgement, 0.99);
}
