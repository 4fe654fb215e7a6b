/** Real servers, a real Redis and a real Chromium for the tests of the page. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { chromium } from "playwright-core";

export const BINARY = process.env.TINSEL_BINARY ?? new URL("../../../target/debug/tinsel", import.meta.url).pathname;
const REDIS = process.env.TINSEL_TEST_REDIS_SERVER ?? "redis-server";
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** The games of the service. The page itself has no list of them. */
export const GAMES = ["grunkle_match", "jingle_brawl", "presents_of_mine", "secret_santa", "snowball_war"];

/** A free port of the loopback address. */
async function freePort() {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Resolves when the process prints a line with this text to one of its outputs. Rejects if it ends before. */
async function printed(child, output, text) {
  const lines = createInterface({ input: output });
  const seen = [];
  for await (const line of lines) {
    seen.push(line);
    if (line.includes(text)) {
      output.resume();
      return;
    }
  }
  throw new Error(`${child.spawnfile} ended without "${text}":\n${seen.join("\n")}`);
}

/** A Redis with servers on it, each a process. */
export class Deployment {
  #folder = mkdtempSync(join(tmpdir(), "tinsel-web-"));
  #children = new Set();

  static async start() {
    const deployment = new Deployment();
    deployment.redis = await freePort();
    const args = ["--port", deployment.redis, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    const child = deployment.#spawn(REDIS, [...args.map(String), "--dir", deployment.#folder]);
    await printed(child, child.stdout, "Ready to accept connections");
    deployment.port = await freePort();
    await deployment.startServer();
    return deployment;
  }

  #spawn(command, args) {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    this.#children.add(child);
    child.once("exit", () => this.#children.delete(child));
    return child;
  }

  /** Starts a server on the port of the deployment. */
  async startServer() {
    const limits = ["--caller-calls-per-second", "0", "--address-calls-per-second", "0", "--open-matches-max", "0"];
    const args = ["serve", "--listen", `127.0.0.1:${this.port}`, "--store", `redis://127.0.0.1:${this.redis}`];
    const secret = ["--token-secret", "the secret of the tests of the page"];
    this.server = this.#spawn(BINARY, [...args, ...secret, ...limits, "--log-format", "json"]);
    await printed(this.server, this.server.stderr, '"ready":true');
  }

  /** Stops the server gracefully. */
  async stopServer() {
    this.server.kill("SIGTERM");
    await once(this.server, "exit");
  }

  /** The address of the page. */
  get url() {
    return `http://127.0.0.1:${this.port}/`;
  }

  /** Exports a finished match to a file, and returns its path. */
  export(matchId) {
    const path = join(this.#folder, "match.json");
    const args = ["export", matchId, "--server", this.url, "--presentation", "--out", path];
    const done = spawnSync(BINARY, args, { encoding: "utf8" });
    if (done.status !== 0) throw new Error(done.stdout + done.stderr);
    return path;
  }

  async stop() {
    const ended = [...this.#children].map((child) => once(child, "exit"));
    for (const child of this.#children) child.kill("SIGKILL");
    await Promise.all(ended);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A proxy in front of a port, whose connections can be cut. */
export class Proxy {
  #sockets = new Set();
  #cut = false;

  static async start(target) {
    const proxy = new Proxy();
    proxy.server = net.createServer((client) => {
      if (proxy.#cut) {
        client.destroy();
        return;
      }
      const server = net.connect(target, "127.0.0.1");
      for (const [socket, other] of [
        [client, server],
        [server, client],
      ]) {
        proxy.#sockets.add(socket);
        socket.on("error", () => other.destroy());
        socket.on("close", () => {
          proxy.#sockets.delete(socket);
          other.destroy();
        });
        socket.pipe(other);
      }
    });
    proxy.server.listen(0, "127.0.0.1");
    await once(proxy.server, "listening");
    proxy.url = `http://127.0.0.1:${proxy.server.address().port}/`;
    return proxy;
  }

  /** Cuts all connections, and refuses new ones. */
  cut() {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Accepts connections again. */
  restore() {
    this.#cut = false;
  }

  stop() {
    this.cut();
    this.server.close();
  }
}

/** Starts Chromium. */
export function startBrowser() {
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
}

/** Opens a page in a context of its own, which fails the test on an error of a script. */
export async function openPage(browser, errors, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  page.on("pageerror", (error) => errors.push(error));
  return page;
}

/** Creates a match of a game with the form of the page. The seats that `bots` leaves are open. */
export async function createMatch(page, url, game, setting = {}) {
  const { name = "Ada", seats, bots, title, isPrivate = false } = setting;
  await page.goto(`${url}#/new/${game}`);
  await page.getByLabel("Your name").fill(name);
  if (seats !== undefined) await page.getByRole("spinbutton", { name: "Seats" }).fill(String(seats));
  if (bots !== undefined) await page.getByRole("spinbutton", { name: "Bots" }).fill(String(bots));
  if (isPrivate) await page.getByLabel("Private").check();
  if (title !== undefined) {
    await page.getByText("Name of the match and options of the game").click();
    await page.getByLabel("Name of the match", { exact: true }).fill(title);
  }
  await page.getByRole("button", { name: "Create the match" }).click();
  await page.waitForURL(/#\/match\//);
  return page.url().split("#/match/")[1];
}

/** The form of the pending decision. */
export const decision = (page) => page.locator(".panel.yours > form.decision");

/** Waits for a pending decision or the end of the match. Returns whether a decision is pending. */
export async function isPending(page) {
  const ending = page.getByRole("heading", { name: "Final ranking" });
  await page.locator(".panel.yours > form.decision[aria-busy=false]").or(ending).first().waitFor();
  return !(await ending.isVisible());
}

/** The newest revision that the page shows. */
export async function revision(page) {
  const text = await page.getByRole("group", { name: "History" }).locator(".numbers").innerText();
  return Number(text.split("/")[1]);
}

/** Makes the pending decision: the default, or one of the choices. Waits until the page shows its revision. */
export async function decide(page, random = Math.random) {
  const before = await revision(page);
  const form = decision(page);
  const choices = form.locator("button.choice");
  const count = await choices.count();
  if (count > 0) await choices.nth(Math.floor(random() * count)).click();
  else await form.getByRole("button", { name: "Play the default" }).click();
  await page.waitForFunction((before) => {
    const shown = document.querySelector(".scrubber .numbers")?.textContent ?? "";
    const over = document.querySelector(".ending") !== null;
    return over || Number(shown.split("/")[1]) > before;
  }, before);
}

/** Plays to the end, and reports each tenth decision. Returns the number of decisions. */
export async function playToTheEnd(page, report = () => undefined) {
  let decisions = 0;
  while (await isPending(page)) {
    await decide(page);
    decisions += 1;
    if (decisions % 10 === 0) report(`${decisions} decisions`);
  }
  return decisions;
}

/** The revisions of the lines of the log, newest first. Fails if one is shown twice, or out of order. */
export async function loggedRevisions(page) {
  const revisions = await page
    .locator("li[data-revision]")
    .evaluateAll((lines) => lines.map((line) => Number(line.getAttribute("data-revision"))));
  const sorted = [...new Set(revisions)].sort((a, b) => b - a);
  if (String(sorted) !== String(revisions)) throw new Error(`lines twice or out of order: ${revisions}`);
  return revisions;
}
