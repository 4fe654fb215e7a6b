/** How the page starts: links, hosts with another configuration, and browsers that store nothing. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { isAccessible } from "./harness/axe.js";
import { Table } from "./harness/table.js";
import { createMatch, takeSeat, World } from "./harness/world.js";

const world = World.ofThisFile();

test("a browser that blocks storage plays, and the page warns that it stores no token", async () => {
  const person = await world.person({ blocksStorage: true });
  const table = await createMatch(await person.open("#/new/presents_of_mine"));
  await table.turn();
  await table.page.getByText("This browser stores no data for this page").waitFor();
  await table.send(table.form.getByRole("button", { name: "Play the default" }));
  await table.turn();
  await person.leave();
});

test("with full storage a host keeps the match in this tab, and a secret link moves it to another device", async () => {
  const [person, other] = [await world.person(), await world.person()];
  const page = await person.open("#/new/presents_of_mine");
  await page.evaluate(fillStorage);
  await page.getByLabel("Bots", { exact: true }).fill("0");
  const { matchId } = await createMatch(page);
  await page
    .getByText("The storage of this browser is full, so your newest seats and matches are not stored.")
    .waitFor();
  await isAccessible(page, "full storage");
  assert.equal(await page.evaluate((id) => localStorage.getItem(`tinsel.match.${id}`), matchId), null);
  // The tab still has both tokens after the next page.
  await page.getByRole("link", { name: "Games" }).first().click();
  await page.getByRole("region", { name: "Your matches" }).getByRole("link").first().click();
  await page.getByRole("button", { name: "Add a bot" }).waitFor();
  await page.getByText("Menu", { exact: true }).click();
  await page.getByRole("button", { name: "Move to another device" }).click();
  const seat = new URL(await page.getByLabel("Secret link", { exact: true }).inputValue()).hash;
  const host = new URL(await page.getByLabel("Secret link of the host").inputValue()).hash;

  const there = await other.open(host);
  await there.getByRole("button", { name: "Add a bot" }).waitFor();
  assert.equal(new URL(there.url()).hash, `#/match/${matchId}`);
  await there.evaluate((link) => {
    location.hash = link;
  }, seat);
  await there.locator(".seat-list").getByText("you").waitFor();
  await there.getByRole("button", { name: "Fill with bots" }).click();
  assert.ok(await new Table(there).turn());
  // A link does not replace the token of the host.
  await there.evaluate((link) => {
    location.hash = link;
  }, `#/host/${matchId}/other-token`);
  await there.waitForURL(`**/#/match/${matchId}`);
  assert.deepEqual((await other.tokens(there)).sort(), [host, seat].map((link) => link.split("/").at(-1)).sort());
  await person.leave();
  await other.leave();
});

/** Uses the whole quota of the storage. */
function fillStorage(): void {
  let text = "";
  for (let size = 2 ** 23; size >= 1; size /= 2) {
    try {
      localStorage.setItem("other data", text + "x".repeat(size));
      text += "x".repeat(size);
    } catch {
      // The rest is smaller.
    }
  }
}

test("a config.json that is wrong is reported", async () => {
  const person = await world.person();
  const files = {
    '{ "servers": ["play.example.org"] }': 'config.json: not the address of a server: "play.example.org"',
    '{ "servers": "https://play.example.org" }': "config.json is not a list of servers",
    "<html></html>": "config.json is not a list of servers",
  };
  for (const [body, message] of Object.entries(files)) {
    const page = await person.context.newPage();
    await page.route("**/config.json", (route) => route.fulfill({ body, contentType: "application/json" }));
    await page.goto(world.server.address);
    await page.getByRole("alert").getByText(message).waitFor();
  }
  await person.leave();
});

test("a config.json that cannot be loaded is requested again, and only an absent one has the defaults", async () => {
  const person = await world.person({ fails: true });
  for (const [status, reason] of [
    [503, "HTTP status 503"],
    [429, "HTTP status 429"],
    [403, "HTTP status 403"],
    [0, "the server is unreachable"],
  ] as const) {
    let [fails, requests] = [true, 0];
    const page = await person.context.newPage();
    await page.route("**/config.json", (route) => {
      requests++;
      if (!fails) return route.fulfill({ json: { servers: [world.server.address] } });
      return status === 0 ? route.abort() : route.fulfill({ status, body: "Try later." });
    });
    await page.goto(world.server.address);
    await page.getByRole("heading", { level: 1, name: "The page cannot start" }).waitFor();
    const problem = `config.json cannot be loaded: ${reason}. The page tries again to load its configuration.`;
    await page.getByRole("alert").getByText(problem).waitFor();
    assert.equal(await page.getByRole("link", { name: "Play Jingle Brawl" }).count(), 0);
    if (status === 503) await isAccessible(page, "a configuration that cannot be loaded");
    fails = false;
    await page.getByRole("link", { name: "Play Jingle Brawl" }).waitFor();
    assert.ok(requests >= 2, String(requests));
    assert.equal(await page.getByRole("heading", { name: "The page cannot start" }).count(), 0);
  }
  const page = await person.context.newPage();
  await page.route("**/config.json", (route) => route.fulfill({ status: 404, body: "{}" }));
  await page.goto(world.server.address);
  await page.getByRole("link", { name: "Play Jingle Brawl" }).waitFor();
  await person.leave();
});

test("a page whose address has the credentials of a proxy reads its config.json", async () => {
  const person = await world.person();
  const page = await person.context.newPage();
  let requests = 0;
  await page.route("**/config.json", (route) => {
    requests++;
    return route.fulfill({ json: { servers: [] } });
  });
  await page.goto(`${world.server.address.replace("//", "//ada:party@")}/`);
  await page.getByRole("link", { name: "Play Jingle Brawl" }).waitFor();
  assert.equal(requests, 1);
  await person.leave();
});

test("a link that was cut shows the error of the server", async () => {
  const person = await world.person();
  const page = await person.open("#/code/%");
  await page.getByRole("button", { name: "Watch without a seat" }).click();
  await page
    .locator(".problem[role=alert]")
    .getByText(/join code/i)
    .waitFor();
  await person.leave();
});

test("a link without a page has its own title", async () => {
  const person = await world.person();
  for (const [link, title] of [
    ["#/nothing", "No such page"],
    ["#/seat//0/token", "No such page"],
    ["#/match/nothing", "The match cannot be shown"],
  ] as const) {
    const page = await person.open(link);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    assert.equal(await page.title(), title);
  }
  await person.leave();
});

test("a game that cannot be loaded is reported", async () => {
  const person = await world.person();
  for (const page of ["new", "rules"]) {
    const opened = await person.open(`#/${page}/chess`);
    await opened.getByRole("alert").getByText("This server does not have the game. Choose another one.").waitFor();
    assert.equal(await opened.getByRole("link", { name: "Play", exact: true }).count(), 0);
  }
  await person.leave();
});

test("a match whose creation fails halfway is shown, so that its host can continue", async () => {
  const person = await world.person();
  const page = await person.open("#/new/grunkle_match");
  await page.getByLabel("Bots", { exact: true }).fill("1");
  // The server creates the match, and no bot.
  const headers = { "grpc-status": "9", "grpc-message": "the north pole is closed" };
  const refusal = { contentType: "application/grpc-web+proto", headers, body: "" };
  await page.route("**/AddBot", (route) => route.fulfill(refusal));
  const table = await createMatch(page);
  await page.getByText("you", { exact: true }).waitFor();
  await page.unroute("**/AddBot");
  await page.getByRole("button", { name: "Fill with bots" }).click();
  assert.ok(await table.turn());
  await person.leave();
});

test("a link with another seat of the same match is used only after a question", async () => {
  const { host, others } = await world.match("grunkle_match", { seats: 7 });
  const [other] = others;
  assert.ok(other);
  const person = await world.person();
  const table = await takeSeat(await person.open(`#/match/${host.matchId}`), "Ada");
  await table.turn();
  const { page } = table;
  const hand = (name: string) => page.getByRole("region", { name: "Your seat" }).getByRole("heading", { name });
  const link = `#/seat/${host.matchId}/${String(other.number)}/${other.token}`;
  for (const [answer, owner] of [
    ["Return to the seat of Ada", "Ada"],
    ["Use the seat of the link", "Other 0"],
  ] as const) {
    await page.evaluate((link) => {
      location.hash = link;
    }, link);
    await page.getByRole("heading", { name: "Use another seat?" }).waitFor();
    assert.equal(await page.title(), "Use another seat?");
    assert.ok(await page.evaluate(() => document.activeElement?.matches("main")), "a reader continues at the question");
    assert.ok(!page.url().includes(other.token));
    await page.getByRole("button", { name: answer }).click();
    await hand(owner).waitFor();
    assert.equal((await world.seatOf(new Table(page))).token === other.token, owner === "Other 0");
  }
  await person.leave();
});

test("a link with a token that is not valid does not exclude a browser from a public match", async () => {
  const { host } = await world.match("grunkle_match", { seats: 7, players: 0 });
  const person = await world.person();
  for (const link of [`#/host/${host.matchId}/no-token`, `#/seat/${host.matchId}/0/no-token`]) {
    const page = await person.open(link);
    await page.getByRole("heading", { name: "The match cannot be shown" }).waitFor();
    await page.getByRole("button", { name: "Watch without a seat" }).click();
    await page.getByRole("button", { name: "Take a seat" }).waitFor();
    assert.deepEqual(await person.tokens(page), []);
    await page.close();
  }
  await person.leave();
});
