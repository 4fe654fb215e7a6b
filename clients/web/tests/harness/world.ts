/** Shared by the tests of a file: Redis, a server, a Chromium, and clients of the API. */

import { after, before } from "node:test";

import { type Client, connect, type Host, type Seat } from "@tinsel/client";
import type { Browser, Page } from "playwright-core";

import { launch, Person, type Setting } from "./browser.js";
import { Redis, Server } from "./processes.js";
import { Table } from "./table.js";

export const GAMES = ["grunkle_match", "jingle_brawl", "presents_of_mine", "secret_santa", "snowball_war"] as const;

const nothing: (world: World) => Promise<void> = () => Promise.resolve();

export class World {
  redis!: Redis;
  server!: Server;
  browser!: Browser;
  api!: Client;

  /** A world that exists while the tests of this file run. `start` and `stop`: of more that the file needs. */
  static ofThisFile(start = nothing, stop = nothing): World {
    const world = new World();
    before(async () => {
      world.redis = await Redis.start();
      world.server = await Server.start(world.redis);
      world.browser = await launch();
      world.api = connect([world.server.address]);
      await start(world);
    });
    after(async () => {
      await stop(world);
      await world.browser.close();
      await world.server.stop();
      await world.redis.stop();
    });
    return world;
  }

  /** A person with a browser that uses the server, or another address of it. */
  person(setting: Setting = {}, address = this.server.address): Promise<Person> {
    return Person.at(address, this.browser, setting);
  }

  /** The seat of a person in the match that the page shows, for calls beside those of the page. */
  async seatOf({ page, matchId }: Table): Promise<Seat> {
    const { number, token } = await chosenSeat(page, matchId);
    return this.api.seat(matchId, token, number);
  }

  /** A match with one open seat, players that are clients of the API, and bots in the other seats. */
  async match(gameId: string, setting: { seats: number; players?: number }): Promise<{ host: Host; others: Seat[] }> {
    const { seats, players = 1 } = setting;
    const host = await this.api.create(gameId, { seats });
    const others: Seat[] = [];
    for (let other = 0; other < players; other++)
      others.push(await this.api.join(host.matchId, `Other ${String(other)}`));
    for (let bot = players + 1; bot < seats; bot++) await host.addBot();
    return { host, others };
  }
}

/** The seat that the tab uses. */
async function chosenSeat(page: Page, matchId: string): Promise<{ number: number; token: string }> {
  const stored = await page.evaluate((matchId) => {
    const token = sessionStorage.getItem(`tinsel.viewer.${matchId}`) ?? "";
    return localStorage.getItem(`tinsel.seat.${matchId}.${token}`);
  }, matchId);
  if (stored === null) throw new Error("the tab has no seat");
  return JSON.parse(stored) as { number: number; token: string };
}

/** Opens a match in which the browser holds one seat, and returns to the seat. */
export async function returnToSeat(person: Person, { matchId }: Table): Promise<Table> {
  const page = await person.open(`#/match/${matchId}`);
  await page.getByRole("button", { name: /^Return to / }).click();
  return new Table(page);
}

/** Creates a match on the page, with bots in the other seats. */
export async function createMatch(page: Page, options: Record<string, number> = {}): Promise<Table> {
  await page.getByLabel("Your name").fill("Ada");
  const names = Object.entries(options);
  if (names.length > 0) await page.getByText("Name of the match and options of the game").click();
  for (const [label, number] of names) await page.getByLabel(label, { exact: true }).fill(String(number));
  await page.getByRole("button", { name: "Create the match" }).click();
  await page.waitForURL(/#\/match\//);
  return new Table(page);
}

/** Takes a seat of a public match on the page. */
export async function takeSeat(page: Page, name: string): Promise<Table> {
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Take a seat" }).click();
  return new Table(page);
}

/** Plays a match with bots only. Returns its ID. */
export async function finishedMatch(world: World, gameId: string, seats: number): Promise<string> {
  const host = await world.api.create(gameId, { seats });
  for (let bot = 0; bot < seats; bot++) await host.addBot();
  const changes = host.watch();
  // The stream ends with the match.
  while (!(await changes.next()).done);
  return host.matchId;
}
