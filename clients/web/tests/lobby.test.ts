/** Pictures of the games, and lists and games that load slowly or not at all. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { GetGameRequestSchema, ListGamesResponseSchema } from "@tinsel/client/gen/tinsel/v1/game_service_pb.js";

import { changed } from "./harness/messages.js";
import { createMatch, GAMES, World } from "./harness/world.js";

const world = World.ofThisFile();

test("the lobby shows a scene of each game", async () => {
  const person = await world.person();
  const page = await person.open();
  const pictures = page.getByRole("article").locator("img.picture");
  await pictures.nth(GAMES.length - 1).waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>("img.picture")].every(({ complete }) => complete),
  );
  const shown = await pictures.evaluateAll((images: HTMLImageElement[]) =>
    images.map(({ src, naturalWidth }) => [src.split("/").at(-1), naturalWidth > 0]),
  );
  assert.deepEqual(
    shown,
    GAMES.map((game) => [`${game}.webp`, true]),
  );
  await person.leave();
});

test("a game without a scene shows the symbols of its components", async () => {
  const person = await world.person();
  const page = await person.context.newPage();
  const [game] = GAMES;
  await page.route("**/ListGames", async (route) => {
    const response = await route.fetch();
    const body = changed(ListGamesResponseSchema, await response.body(), ({ games }) => {
      for (const listed of games) if (listed.gameId === game) listed.gameId = "game_of_later";
    });
    await route.fulfill({ response, body });
  });
  await page.route("**/GetGame", (route) => {
    const body = changed(GetGameRequestSchema, route.request().postDataBuffer() ?? Buffer.of(), (request) => {
      if (request.gameId === "game_of_later") request.gameId = game;
    });
    return route.continue({ postData: body });
  });
  await page.goto(world.server.address);
  const { components } = await world.api.game(game);
  const symbols = components.map(({ symbol }) => symbol);
  const cards = page.locator(".emblem text");
  await cards
    .filter({ hasText: new RegExp(`^(${symbols.join("|")})$`) })
    .nth(4)
    .waitFor();
  assert.equal(await page.locator(".emblem").count(), 1);
  assert.equal(await page.locator("img.picture").count(), GAMES.length - 1);
  await person.leave();
});

test("the page of a new match shows the scene of its game", async () => {
  const person = await world.person();
  for (const game of GAMES) {
    const page = await person.open(`#/new/${game}`);
    await page.locator(`img.picture[src$="/${game}.webp"]`).waitFor();
    assert.equal(await page.locator(".emblem").count(), 0);
    await page.close();
  }
  await person.leave();
});

test("the lobby names the lists that it loads and loads again, until the server answers", async () => {
  const person = await world.person({ fails: true });
  const page = await person.context.newPage();
  let fail: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route(/\/List(Games|Matches)$/, async (route) => {
    await held;
    await route.abort();
  });
  await page.goto(world.server.address);
  const toJoin = page.getByRole("region", { name: "Matches to join" });
  await page.getByRole("status").getByText("Loading the games…").waitFor();
  await toJoin.getByText("Loading…").waitFor();
  fail();
  const failure = page.getByRole("alert").getByText("The server is unreachable.");
  await failure.waitFor();
  assert.match(await failure.innerText(), /The page tries again to load the games\./);
  const toWatch = page.getByRole("region", { name: "Matches to watch" });
  for (const list of [toJoin, toWatch])
    await list.getByText("The page loads this list again every 5 seconds.").waitFor();
  assert.equal(await page.getByText(/^Loading/).count(), 0);

  await page.unroute(/\/List(Games|Matches)$/);
  await page.getByRole("article").first().waitFor();
  await toJoin.getByText("None at present").waitFor();
  await page.locator(".problem").first().waitFor({ state: "detached" });
  await person.leave();
});

test("a match loads the components of its game again until it has them, and names them", async () => {
  const person = await world.person({ fails: true });
  const table = await createMatch(await person.open("#/new/grunkle_match"));
  await table.turn();
  const { page } = table;
  await page.route("**/GetGame", (route) => route.abort());
  await page.reload();
  await table.turn();
  await page
    .getByRole("alert")
    .getByText("The page tries again to load the rules and components of the game.")
    .waitFor();
  const requests = person.calls("GetGame");
  // The attempts of the first call have ended.
  await page.waitForTimeout(5000);
  assert.ok(person.calls("GetGame") > requests, "the page tries again by itself");
  await page.unroute("**/GetGame");
  await page.getByRole("heading", { level: 1, name: "Grunkle Match" }).waitFor();
  await page.getByRole("button", { name: "Garnet Pouch" }).first().waitFor();
  assert.equal(await page.locator(".problem").count(), 0);
  await person.leave();
});

// A4
test("host and guests see until when a match waits for players", async () => {
  const [game] = GAMES;
  const host = await world.api.create(game);
  const state = await host.state();
  const person = await world.person();
  for (const address of [`#/match/${host.matchId}`, `#/host/${host.matchId}/${host.token}`]) {
    const page = await person.open(address);
    const line = page.locator("p", { hasText: "Waiting for players until" });
    await line.waitFor();
    const until = await page.evaluate(
      (time) => new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeStyle: "short" }).format(time),
      Number(state?.match?.expireTime?.seconds) * 1000,
    );
    assert.equal(await line.innerText(), `Waiting for players until ${until}; joining extends it.`);
    await page.close();
  }
  await person.leave();
});
