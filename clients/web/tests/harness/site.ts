/** A web site that shows the page in a frame. Its host is another site than that of the page. */

import { readFileSync } from "node:fs";
import { createServer, type OutgoingHttpHeaders, type Server } from "node:http";

import type { Frame, Page } from "playwright-core";

import type { Person } from "./browser.js";
import { listen } from "./processes.js";

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
