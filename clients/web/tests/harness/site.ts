/** A web site that shows the page in a frame. Its host is another site than that of the page. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer, type OutgoingHttpHeaders, type Server } from "node:http";

import type { Frame, Page } from "playwright-core";

import type { Person } from "./browser.js";
import { listen } from "./processes.js";
import { Table } from "./table.js";

/** The example of the README. */
const EXAMPLE = readFileSync("tests/embedding.html", "utf8");

/** A message of the page to the site. */
export interface Message {
  readonly tinsel: number;
  readonly message: string;
  readonly [field: string]: unknown;
}

export class Site {
  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  /** A site with these headers. Its pages are the example, which `change` can change. */
  static async start(headers: OutgoingHttpHeaders = {}, change = (html: string) => html): Promise<Site> {
    const server = createServer((request, response) => {
      const isPage = request.url?.startsWith("/?");
      response.writeHead(isPage ? 200 : 204, { "content-type": "text/html; charset=utf-8", ...headers });
      response.end(isPage ? change(EXAMPLE) : undefined);
    });
    return new Site(server, `http://localhost:${String(await listen(server))}`);
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  /** Opens the site. It shows a match on the page with this address. */
  async open(person: Pick<Person, "context">, page: string, match: string, name = ""): Promise<Page> {
    const opened = await person.context.newPage();
    await opened.addInitScript(noteMessages);
    await opened.goto(this.address(page, match, name));
    return opened;
  }

  address(page: string, match: string, name = ""): string {
    return `${this.origin}/?${new URLSearchParams({ page: `${page}/`, match, name }).toString()}`;
  }
}

/** The frame of the match. */
export async function frameOf(site: Page): Promise<Frame> {
  const frame = await (await site.waitForSelector("iframe")).contentFrame();
  if (!frame) throw new Error("the site has no frame");
  return frame;
}

/** Notes all messages to a site, also those that the example ignores. */
function noteMessages(): void {
  const noted = Object.assign(globalThis, { messages: [] as unknown[] });
  addEventListener("message", ({ data }) => noted.messages.push(data));
}

/** The messages that a site has received. */
export function messagesOf(site: Page): Promise<Message[]> {
  return site.evaluate(() => (globalThis as unknown as { messages: Message[] }).messages);
}

/** Waits until a site has received a message with these fields. */
export async function received(site: Page, fields: Readonly<Record<string, unknown>>): Promise<Message> {
  const found = await site.waitForFunction((fields) => {
    const { messages } = globalThis as unknown as { messages: Message[] };
    return messages.find((message) => Object.entries(fields).every(([name, value]) => message[name] === value));
  }, fields);
  return (await found.jsonValue()) as Message;
}

/** The fields of each message. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  ready: ["tinsel", "message"],
  turn: ["tinsel", "message", "match", "seat", "revision", "pending", "deadline"],
  end: ["tinsel", "message", "match", "outcome", "ranks"],
};

/** Replaces `config.json`, as the operator of a web server does. */
export async function configure(person: Person, config: object): Promise<void> {
  await person.context.route("**/config.json", (route) => route.fulfill({ json: config }));
}

/** The seat that the frame uses, by its secret link: Chromium blocks the storage of frames in private windows. */
export async function seatOf(frame: Frame): Promise<{ number: number; token: string }> {
  await frame.getByText("Menu", { exact: true }).click();
  await frame.getByRole("button", { name: "Move to another device" }).click();
  const link = await frame.getByLabel("Secret link", { exact: true }).inputValue();
  await frame.getByRole("button", { name: "Close" }).click();
  const [number = "", token = ""] = link.split("/").slice(-2);
  return { number: Number(number), token };
}

/** Checks that messages have the documented fields, and none of these texts. */
export function check(messages: readonly Message[], secrets: readonly string[]): void {
  for (const message of messages) {
    assert.deepEqual(Object.keys(message), FIELDS[message.message]);
    for (const secret of secrets) assert.ok(!JSON.stringify(message).includes(secret));
  }
}

export function style(frame: Frame, selector: string, property: string): Promise<string> {
  return frame
    .locator(selector)
    .first()
    .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), property);
}

export function links(frame: Frame): Promise<(string | null)[]> {
  return frame.locator("a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
}

/** Takes a seat with the name that the site has set. */
export async function join(page: Page): Promise<Table> {
  const frame = await frameOf(page);
  await frame.getByRole("button", { name: "Take a seat" }).click();
  return new Table(page, frame);
}
