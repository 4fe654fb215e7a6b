/** A Chromium, and what its pages do. */

import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from "playwright-core";

const INSTALLED = "../../.tools/chromium/bin/chromium";
/** A folder with a page that replaces the one in the binary, for changes of the page without building the server. */
const PAGE = process.env.TINSEL_PAGE;
/** Only a hung test reaches it. */
const PATIENCE = 60_000;

/** `textSize`: the size of texts that the user has set in the browser, in pixels. */
export async function launch(textSize = 16): Promise<Browser> {
  return chromium.launch(options(`--blink-settings=defaultFontSize=${String(textSize)}`));
}

function options(...more: string[]): LaunchOptions {
  const executablePath = resolve(process.env.CHROMIUM ?? INSTALLED);
  // A sandbox needs privileges that containers do not have.
  return { executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage", ...more] };
}

/** A window that permits the storage of a frame of another site. Private windows, as in the other tests, block it. */
export async function ordinaryWindow(): Promise<{ context: BrowserContext; leave: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "tinsel-chromium-"));
  mkdirSync(join(folder, "Default"));
  // Debian changes the default of this setting.
  const profile = { block_third_party_cookies: false, cookie_controls_mode: 0 };
  writeFileSync(join(folder, "Default", "Preferences"), JSON.stringify({ profile }));
  const context = await chromium.launchPersistentContext(folder, options());
  await context.addInitScript(takeTime);
  await replacePage(context);
  const leave = async () => {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { context, leave };
}

export interface Setting extends BrowserContextOptions {
  /** The connection fails in this test, so that the browser reports failed requests. */
  readonly fails?: boolean;
  /** The person clicks without time between two clicks. Otherwise each click is deliberate: 2 seconds pass before it. */
  readonly hasty?: boolean;
  /** The browser refuses storage and locks, as Chromium does if its user blocks all cookies. */
  readonly blocksStorage?: boolean;
  /** The addresses of sites that show the page in a frame. */
  readonly sites?: readonly string[];
}

/** A browser with a storage of its own, which belongs to one person. */
export class Person {
  /** The URLs of all requests. */
  readonly requests: string[] = [];
  /** The bodies of the requests of streams. */
  readonly streams: Buffer[] = [];
  readonly #problems: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    private readonly address: string,
    private readonly fails: boolean,
    /** The addresses of the sites that the person visits. */
    private readonly visited: readonly string[],
  ) {}

  static async at(address: string, browser: Browser, setting: Setting = {}): Promise<Person> {
    const { fails = false, hasty = false, blocksStorage = false, sites = [], ...options } = setting;
    const context = await browser.newContext({ viewport: { width: 1120, height: 740 }, ...options });
    context.setDefaultTimeout(PATIENCE);
    const person = new Person(context, address, fails, [address, ...sites]);
    context.on("request", (request) => {
      // The credentials of a proxy belong to no other origin.
      person.requests.push(request.url().replace(/^(https?:\/\/)[^/@]*@/, "$1"));
      if (request.url().endsWith("/WatchMatch")) person.streams.push(request.postDataBuffer() ?? Buffer.of());
    });
    context.on("page", (page) => {
      person.#observe(page);
    });
    if (!hasty) await context.addInitScript(takeTime);
    if (blocksStorage) await context.addInitScript(refuseStorage);
    await replacePage(context);
    return person;
  }

  /** Opens a page by its fragment. */
  async open(fragment = "#/"): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(`${this.address}/${fragment}`);
    return page;
  }

  /** The calls of a method. */
  calls(method: string): number {
    return this.requests.filter((url) => url.endsWith(`/${method}`)).length;
  }

  /** The tokens in the storage of the browser. */
  async tokens(page: Page): Promise<string[]> {
    const grants = await page.evaluate(() => {
      try {
        return Object.keys(localStorage).map((key) => localStorage.getItem(key) ?? "");
      } catch {
        // The browser blocks storage.
        return [];
      }
    });
    const tokens = grants.flatMap((grant) => [...grant.matchAll(/"(?:token|host|spectator)":"([^"]+)"/g)]);
    return tokens.map(([, token = ""]) => token);
  }

  /** Checks that no page had an error or called another origin, and that no URL has a token. Closes all pages. */
  async leave(): Promise<void> {
    const [page] = this.context.pages();
    const tokens = page ? await this.tokens(page) : [];
    // Requests of a page that is closed have no answer.
    for (const routed of [this.context, ...this.context.pages()]) await routed.unrouteAll({ behavior: "ignoreErrors" });
    await this.context.close();
    assert.deepEqual(this.#problems, []);
    const isOwn = (url: string) => url.startsWith("blob:") || this.visited.some((site) => url.startsWith(`${site}/`));
    const foreign = this.requests.filter((url) => !isOwn(url));
    assert.deepEqual(foreign, [], "requests to other origins");
    for (const token of tokens) {
      const leaks = this.requests.filter((url) => url.includes(token) || url.includes(encodeURIComponent(token)));
      assert.deepEqual(leaks, [], "requests with a token in their URL");
    }
  }

  #observe(page: Page): void {
    page.on("pageerror", (error) => this.#problems.push(`error: ${error.stack ?? error.message}`));
    page.on("console", (message) => {
      const text = message.text();
      const expected = this.fails && text.startsWith("Failed to load resource");
      if (["error", "warning"].includes(message.type()) && !expected) this.#problems.push(`console: ${text}`);
    });
  }
}

/** Moves the clock of the page on before each press. */
function takeTime(): void {
  const now = performance.now.bind(performance);
  let passed = 0;
  performance.now = () => now() + passed;
  Object.defineProperty(Event.prototype, "timeStamp", { get: () => performance.now() });
  addEventListener("pointerdown", () => (passed += 2000), { capture: true });
}

function refuseStorage(): void {
  const refusal = () => new DOMException("Access is denied for this document.", "SecurityError");
  Object.defineProperty(globalThis, "localStorage", {
    get: () => {
      throw refusal();
    },
  });
  // Absent on the empty first page.
  if ("locks" in navigator) navigator.locks.request = () => Promise.reject(refusal());
}

/** Replaces the page of the binary, if a variable names another one. */
export async function replacePage(context: BrowserContext): Promise<void> {
  if (PAGE === undefined) return;
  const folder = resolve(PAGE);
  await context.route(/\/[a-z_.A-Z]*$/, async (route) => {
    const name = basename(new URL(route.request().url()).pathname) || "index.html";
    const file = join(folder, name);
    // The configuration is that of the server.
    if (route.request().method() !== "GET" || name === "config.json" || !existsSync(file)) {
      await route.fallback();
      return;
    }
    // The headers stay those of the server.
    const response = await route.fetch();
    await route.fulfill({ response, body: readFileSync(file) });
  });
}
