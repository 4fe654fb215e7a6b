/** Measures the page: bytes, time to the visible lobby, and the heap after a whole match. Run: npm run measure */

import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

import type { Page } from "playwright-core";

import { launch, Person } from "./harness/browser.js";
import { Redis, Server } from "./harness/processes.js";
import { Random } from "./harness/random.js";
import { createMatch, GAMES } from "./harness/world.js";

const VIEWS = 10;

const gzipped = (name: string) => gzipSync(readFileSync(`dist/${name}`), { level: 9 }).length;
const bytes = readdirSync("dist").reduce((sum, name) => sum + gzipped(name), 0);
console.log(`page: ${String(bytes)} bytes gzipped, app.js ${String(gzipped("app.js"))}`);

const redis = await Redis.start();
const server = await Server.start(redis);
const browser = await launch();
try {
  const times: number[] = [];
  for (let view = 0; view < VIEWS; view++) times.push(await firstView());
  times.sort((a, b) => a - b);
  const median = ((times[VIEWS / 2 - 1] ?? 0) + (times[VIEWS / 2] ?? 0)) / 2;
  console.log(
    `first view: ${median.toFixed(0)} ms (median of ${String(VIEWS)}), at most ${times.at(-1)?.toFixed(0) ?? ""} ms`,
  );
  await heapAfterMatch();
} finally {
  await browser.close();
  await server.stop();
  await redis.stop();
}

/** From the navigation, in a browser without cache, to the text of the last game. */
async function firstView(): Promise<number> {
  const person = await Person.at(server.address, browser);
  const page = await person.context.newPage();
  const began = performance.now();
  await page.goto(server.address, { waitUntil: "commit" });
  await page
    .getByRole("article")
    .nth(GAMES.length - 1)
    .waitFor();
  const time = performance.now() - began;
  await person.leave();
  return time;
}

async function heapAfterMatch(): Promise<void> {
  const person = await Person.at(server.address, browser);
  const page = await person.open("#/new/secret_santa");
  await page.getByLabel("Seats", { exact: true }).fill("8");
  await page.getByLabel("Bots", { exact: true }).fill("7");
  const table = await createMatch(page);
  await table.turn();
  console.log(`heap at the first decision: ${await heap(page)}`);
  const decisions = await table.playToTheEnd(new Random(), (count) => {
    console.log(`${String(count)} decisions`);
  });
  const revisions = await page.getByLabel("Revision", { exact: true }).getAttribute("max");
  console.log(`heap after ${String(decisions)} decisions, ${revisions ?? ""} revisions: ${await heap(page)}`);
  await person.leave();
}

async function heap(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  return `${(usedSize / 2 ** 20).toFixed(1)} MiB`;
}
