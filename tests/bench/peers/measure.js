// Measurements of processes and sockets on Linux, and the helpers that all load generators share.

import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { createInterface } from "node:readline";

export const now = () => Number(process.hrtime.bigint()) / 1e6;

// The CPU time of all threads of a process in microseconds.
export function cpu(pid) {
  if (pid === undefined) return 0;
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    return sum + Number(nanoseconds) / 1000;
  }, 0);
}

// The resident memory of a process in bytes.
export function resident(pid) {
  if (pid === undefined) return 0;
  return 1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]);
}

// The bytes that the server on this port has sent and received on each open connection, by its peer, without TCP and IP headers.
export function wire(port) {
  const text = execFileSync("ss", ["-tinHO", "state", "established", `sport = :${port}`], { encoding: "utf8" });
  const connections = text.split("\n").filter((line) => line !== "");
  const sum = (line) => [...line.matchAll(/\bbytes_(?:sent|received):(\d+)/g)].reduce((all, [, bytes]) => all + Number(bytes), 0);
  return new Map(connections.map((line) => [line.trim().split(/\s+/)[3], sum(line)]));
}

// The bytes between two readings. A connection that was closed between them does not count.
export function growth(before, after) {
  return [...after].reduce((all, [peer, bytes]) => all + Math.max(0, bytes - (before.get(peer) ?? 0)), 0);
}

// The value in sorted numbers that this share of them does not exceed.
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const children = [];
process.on("exit", () => children.forEach((child) => child.kill("SIGKILL")));

// Starts a process and waits for a line that contains `mark`. `lines` receives the further lines.
export function start(command, args, mark, lines = () => {}) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  return new Promise((resolve, reject) => {
    let started = false;
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`${command} ${args[0]} has ended with ${code}`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (started) lines(line);
      else if ((started = line.includes(mark))) resolve(child);
    });
  });
}

// Starts Redis with the same persistence as for Tinsel.
export async function startRedis() {
  const port = await freePort();
  const dir = execFileSync("mktemp", ["-d"], { encoding: "utf8" }).trim();
  process.on("exit", () => execFileSync("rm", ["-rf", dir]));
  const args = ["--port", port, "--bind", "127.0.0.1", "--dir", dir, "--save", "", "--appendonly", "yes", "--appendfsync", "everysec"];
  const program = process.env.TINSEL_TEST_REDIS_SERVER ?? "redis-server";
  const child = await start(program, args.map(String), "Ready to accept");
  return { port, pid: child.pid };
}

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// Lets a Node server collect its garbage, so that its resident memory contains what it needs.
export async function settle(pid) {
  for (let times = 0; times < 2; times += 1) {
    process.kill(pid, "SIGUSR2");
    await pause(700);
  }
}

// Shows progress on one line of standard error.
export function progress(text) {
  process.stderr.write(`  ${text}\n`);
}
