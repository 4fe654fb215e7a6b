/** The page inside another site: the sites that can show it, the messages to a site, and the configuration of the frame. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { refusesNames } from "./harness/answers.js";
import { isAccessible } from "./harness/axe.js";
import { ordinaryWindow, type Person, replacePage, type Setting } from "./harness/browser.js";
import { freePort, Server, tinsel } from "./harness/processes.js";
import { Proxy } from "./harness/proxy.js";
import { Random } from "./harness/random.js";
import { check, configure, frameOf, join, links, messagesOf, received, seatOf, Site, style } from "./harness/site.js";
import { Table } from "./harness/table.js";
import { World } from "./harness/world.js";

const OPTION = "--web-frame-ancestors";
/** A configured site, another one, and a server that knows the first. */
let site: Site;
let other: Site;
let server: Server;
let admin: string; // of its AdminService

const world = World.ofThisFile(
  async ({ redis }) => {
    [site, other] = [await Site.start(), await Site.start()];
    const listen = `127.0.0.1:${String(await freePort())}`;
    admin = `http://${listen}`;
    server = await Server.start(redis, undefined, [OPTION, site.origin, "--admin-listen", listen]);
  },
  async () => {
    await server.stop();
    site.stop();
    other.stop();
  },
);

test("a site receives ready, each turn and the end of a whole match, and nothing that is secret", async () => {
  const { host } = await world.match("jingle_brawl", { seats: 4, players: 0 });
  const person = await visitor();
  const page = await site.open(person, server.address, host.matchId, "Ada");
  await received(page, { message: "ready" });
  assert.deepEqual(await messagesOf(page), [{ tinsel: 1, message: "ready" }]);
  const table = await join(page);
  const random = new Random();
  await table.turn();
  const seat = await seatOf(table.frame);
  let decisions = 0;
  for (; await table.turn(); decisions++) {
    await page.getByText("your turn", { exact: true }).waitFor();
    assert.equal(await page.title(), "Your turn");
    await table.decide(random);
  }
  await received(page, { message: "end" });
  await page.getByText("finished", { exact: true }).waitFor();

  const match = (await host.state())?.match;
  const messages = await messagesOf(page);
  const turns = messages.filter(({ message }) => message === "turn");
  assert.equal(turns.filter(({ pending }) => pending === true).length, decisions, `seed ${String(random.seed)}`);
  for (const turn of turns) assert.deepEqual([turn.seat, turn.deadline], [seat.number, null]);
  const revisions = turns.map(({ revision }) => Number(revision));
  assert.deepEqual(
    revisions,
    [...revisions].sort((a, b) => a - b),
  );
  const ranks = match?.outcome?.standings.map(({ seat, rank }) => ({ seat, rank }));
  assert.deepEqual(messages.at(-1), { tinsel: 1, message: "end", match: host.matchId, outcome: "finished", ranks });
  assert.deepEqual(messages.at(-2), { ...turns.at(-1), pending: false });
  assert.equal(await page.locator("#ranking li").count(), 4);
  check(messages, [seat.token, host.token, "Ada"]);
  // A new document of the page reports the present state once, here without the seat, which was only in memory.
  await page.reload();
  await received(page, { message: "end" });
  assert.deepEqual(
    (await messagesOf(page)).map(({ message }) => message),
    ["ready", "end"],
  );
  await person.leave();
});

test("a turn has the deadline of the decision, and a spectator receives no turn", async () => {
  const host = await world.api.createWith({
    options: { gameId: "grunkle_match" },
    seats: 7,
    timeControl: { control: { case: "perDecision", value: { seconds: 3600n } } },
  });
  for (let bot = 1; bot < 7; bot++) await host.addBot();
  const [person, spectator] = [await visitor(), await visitor()];
  const watched = await site.open(spectator, server.address, host.matchId);
  const page = await site.open(person, server.address, host.matchId, "Ada");
  const table = await join(page);
  await table.turn();
  const seat = await seatOf(table.frame);
  const turn = await received(page, { message: "turn", pending: true });
  const state = await world.api.seat(host.matchId, seat.token, seat.number).state();
  const pending = state?.match?.pendingDecisions.find((decision) => decision.seat === seat.number);
  const { seconds = 0n, nanos = 0 } = pending?.deadline ?? {};
  assert.equal(turn.deadline, new Date(Number(seconds) * 1000 + Math.floor(nanos / 1e6)).toISOString());
  await page.getByText(/your turn until /).waitFor();
  // The operator extends the deadline of the same decision.
  tinsel("doctor", host.matchId, "--extend", "60", "--admin", admin, "--operator", "Ada", "--reason", "a test");
  const later = new Date(Date.parse(turn.deadline) + 60_000).toISOString();
  const extended = await received(page, { message: "turn", deadline: later });
  assert.deepEqual(extended, { ...turn, revision: extended.revision, deadline: later });
  await host.abort();
  const end = await received(page, { message: "end" });
  assert.deepEqual([end.outcome, end.ranks], ["aborted", []]);
  await received(watched, { message: "end" });
  assert.deepEqual(
    (await messagesOf(watched)).map(({ message }) => message),
    ["ready", "end"],
  );
  await person.leave();
  await spectator.leave();
});

test("a player that gives up the seat is reported as a spectator", async () => {
  const host = await world.api.create("jingle_brawl", { seats: 4 });
  const person = await visitor();
  const page = await site.open(person, server.address, host.matchId, "Ada");
  const { frame } = await join(page);
  await received(page, { message: "turn", seat: 0, pending: false });
  await frame.getByText("Menu", { exact: true }).click();
  await frame.getByRole("button", { name: "Leave the match" }).click();
  await frame.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await received(page, { message: "turn", seat: null, pending: false });
  await page.getByText("watching", { exact: true }).waitFor();
  await person.leave();
});

test("a cut connection repeats no message", async () => {
  const { host } = await world.match("jingle_brawl", { seats: 4, players: 0 });
  const proxy = await Proxy.to(server.port);
  const person = await visitor({ fails: true }, proxy.address);
  const page = await site.open(person, proxy.address, host.matchId, "Ada");
  const table = await join(page);
  await table.turn();
  await received(page, { message: "turn", pending: true });
  const messages = await messagesOf(page);
  for (let cut = 0; cut < 2; cut++) {
    proxy.cut();
    await table.connection.getByText("Reconnecting…").waitFor();
    proxy.mend();
    await table.connection.getByText("Live", { exact: true }).waitFor();
  }
  assert.deepEqual(await messagesOf(page), messages);
  await table.decide(new Random());
  await page.waitForFunction(
    (known) => (globalThis as unknown as { messages: unknown[] }).messages.length > known,
    messages.length,
  );
  await person.leave();
  await proxy.close();
});

test("a site that is not configured cannot show the page, and receives no message", async () => {
  const { host } = await world.match("jingle_brawl", { seats: 4, players: 0 });
  for (const [shown, by] of [
    [server, other],
    [world.server, site],
    [world.server, other],
  ] as const) {
    const { page, problems, leave } = await bare();
    await page.goto(by.address(shown.address, host.matchId, "Ada"));
    await page.waitForTimeout(1000);
    const frame = await frameOf(page);
    assert.ok(!frame.url().startsWith(shown.address), frame.url());
    assert.equal(await page.locator("#status").textContent(), "loading");
    assert.match(problems.join(), /frame-ancestors/);
    await leave();
  }
});

test("every site around the frame must be configured", async () => {
  const { host } = await world.match("jingle_brawl", { seats: 4, players: 0 });
  const inner = site.address(server.address, host.matchId, "Ada");
  for (const [outer, shows] of [
    [site, true],
    [other, false],
  ] as const) {
    const { page, problems, leave } = await bare();
    await page.goto(`${outer.origin}/?page=${encodeURIComponent(server.address)}/&match=none`);
    await page.setContent("<iframe></iframe>");
    await page.locator("iframe").evaluate((frame, to) => frame.setAttribute("src", to), inner);
    const middle = await frameOf(page);
    await middle.waitForURL(inner);
    if (shows) await middle.getByText("ready", { exact: true }).waitFor();
    else {
      await page.waitForTimeout(1000);
      assert.equal(await middle.locator("#status").textContent(), "loading");
    }
    assert.equal(/frame-ancestors/.test(problems.join()), !shows);
    await leave();
  }
});

test("a page on a web server that permits all sites sends messages only to the configured ones", async () => {
  const { host } = await world.match("jingle_brawl", { seats: 4, players: 0 });
  for (const [parents, receives] of [
    [[other.origin], false],
    [[other.origin, site.origin], true],
    [[], false],
  ] as const) {
    const person = await visitor();
    await configure(person, { embed: { parents } });
    const page = await site.open(person, server.address, host.matchId);
    const frame = await frameOf(page);
    await frame.getByRole("button", { name: "Take a seat" }).waitFor();
    assert.deepEqual(
      (await messagesOf(page)).map(({ message }) => message),
      receives ? ["ready"] : [],
    );
    await person.leave();
  }
});

test("a browser does not use a stored page with the sites of an earlier start", async () => {
  const { host } = await world.match("jingle_brawl", { seats: 4, players: 0 });
  let served = await Server.start(world.redis, undefined, [OPTION, site.origin]);
  const { page, leave } = await bare();
  for (const [options, shows] of [
    [[OPTION, site.origin], true],
    [[], false],
    [[OPTION, `${other.origin},${site.origin}`], true],
    [[OPTION, other.origin], false],
  ] as const) {
    const { port } = served;
    await served.stop();
    served = await Server.start(world.redis, port, options);
    await page.goto(site.address(served.address, host.matchId));
    if (shows) await page.getByText("ready", { exact: true }).waitFor();
    else {
      await page.waitForTimeout(1000);
      const frame = await frameOf(page);
      assert.ok(!frame.url().startsWith(served.address), frame.url());
    }
  }
  await leave();
  await served.stop();
});

test("a site sets theme and name, and shows only its match", async () => {
  const { host } = await world.match("jingle_brawl", { seats: 4, players: 0 });
  const theme = { "--accent": "#0fb", "--ground": "rgb(1 2 3)", "--ink": "light-dark(#111, #eee)", "--radius": "0" };
  const person = await visitor({ colorScheme: "light" });
  await configure(person, { embed: { parents: [site.origin], lobby: false, scheme: "dark", theme } });
  const name = "Ada & Bob/?#+%C3 <b>";
  const page = await site.open(person, server.address, host.matchId, name);
  const frame = await frameOf(page);
  const take = frame.getByRole("button", { name: "Take a seat" });
  await take.waitFor();
  const field = frame.getByLabel("Your name");
  assert.equal(await field.inputValue(), name);
  assert.equal(await field.isEditable(), false);
  await frame.getByText("The site around this page sets your name.").waitFor();
  assert.equal(await style(frame, ".primary", "background-color"), "rgb(0, 255, 187)");
  assert.equal(await style(frame, "body", "background-color"), "rgb(1, 2, 3)");
  assert.equal(await style(frame, "body", "color"), "rgb(238, 238, 238)");
  assert.equal(await style(frame, ".panel", "border-top-left-radius"), "0px");
  // The other variables are those of the scheme.
  assert.equal(await style(frame, ".panel", "background-color"), "rgb(26, 35, 38)");
  await isAccessible(frame, "a frame");
  assert.deepEqual(await links(frame), []);
  // The link to the match leads outside the site.
  assert.equal(await frame.getByText("Invite").count(), 0);
  assert.ok(!(await frame.content()).includes(`${server.address}/#/match/`));
  await frame.getByRole("region", { name: "Events" }).waitFor();
  await take.click();
  await frame.getByRole("region", { name: "Your seat" }).getByRole("heading", { name }).waitFor();
  assert.deepEqual(await links(frame), []);
  await new Table(page, frame).turn();
  for (const route of ["", "new/jingle_brawl", "rules/jingle_brawl", "rules/grunkle_match", "replay"]) {
    await show(page, `#/${route}`);
    await frame.getByRole("heading", { name: "No match" }).waitFor();
    assert.deepEqual(await links(frame), [`#/match/${host.matchId}`]);
  }
  await frame.getByRole("link", { name: "Back to the match" }).click();
  await new Table(page, frame).turn();

  // The same page outside a frame.
  const alone = await person.context.newPage();
  await alone.goto(`${server.address}/#/match/${host.matchId}?name=Eve`);
  await alone.getByRole("link", { name: "Games" }).first().waitFor();
  assert.equal(await style(alone.mainFrame(), "body", "background-color"), "rgb(244, 241, 234)");
  await person.leave();
});

test("the rules are beside the match, which reports its turns, and a reload shows the match", async () => {
  const host = await world.api.create("jingle_brawl", { seats: 4 });
  const person = await visitor();
  await configure(person, { embed: { parents: [site.origin], lobby: false } });
  const page = await site.open(person, server.address, host.matchId, "Ada");
  const { frame } = await join(page);
  await received(page, { message: "turn", seat: 0, pending: false });
  await frame.getByRole("button", { name: "Rules" }).click();
  const rules = frame.getByRole("dialog", { name: "Rules: Jingle Brawl" });
  await rules.locator(".rules h2, .rules h3").first().waitFor();
  await isAccessible(frame, "the rules in a frame");
  assert.deepEqual(await links(frame), []);
  for (let bot = 1; bot < 4; bot++) await host.addBot();
  await received(page, { message: "turn", pending: true });
  assert.ok(await rules.isVisible());
  await rules.getByRole("button", { name: "Close" }).click();
  await new Table(page, frame).turn();
  await frame.getByRole("button", { name: "Rules" }).click();
  await rules.waitFor();
  assert.equal(new URL(frame.url()).hash, `#/match/${host.matchId}?name=Ada`);
  await frame.evaluate(() => {
    location.reload();
  });
  await frame.getByRole("heading", { level: 1, name: "Jingle Brawl" }).waitFor();
  assert.equal(await rules.count(), 0);
  await person.leave();
});

test("the links of the page keep the name, and an address without a name lets the player choose it", async () => {
  const host = await world.api.create("jingle_brawl", { seats: 4 });
  const person = await visitor();
  const page = await site.open(person, server.address, host.matchId, "Ada Ö.");
  const frame = await frameOf(page);
  const field = frame.getByLabel("Your name");
  const address = `#/match/${host.matchId}`;
  const named = "?name=Ada+%C3%96.";
  const isFixed = async (name: string) => {
    await frame.getByText("The site around this page sets your name.").waitFor();
    assert.equal(await field.inputValue(), name);
    assert.equal(await field.isEditable(), false);
  };
  const isFree = async (name: string) => {
    await frame.getByText("The site around this page sets your name.").waitFor({ state: "detached" });
    assert.equal(await field.inputValue(), name);
    await field.fill(name);
  };
  await isFixed("Ada Ö.");
  assert.deepEqual([...new Set((await links(frame)).map((link) => link?.split("?")[1]))], [named.slice(1)]);
  await frame.getByRole("link", { name: "Games" }).first().click();
  await frame.getByRole("link", { name: "Play Jingle Brawl" }).click();
  await isFixed("Ada Ö.");
  assert.equal(new URL(frame.url()).hash, `#/new/jingle_brawl${named}`);
  await frame.getByRole("link", { name: "Games" }).first().click();
  await frame.getByRole("link", { name: "Jingle Brawl" }).last().waitFor();
  assert.equal(new URL(frame.url()).hash, `#/${named}`);
  // The site changes the address of the frame.
  for (const [query, name] of [
    ["", ""],
    ["?name=Bob", "Bob"],
    ["?name=", ""],
    ["?name=Cem", "Cem"],
    ["?other=1", ""],
  ] as const) {
    await show(page, address + query);
    if (name === "") await isFree("");
    else await isFixed(name);
    assert.equal(new URL(frame.url()).hash, address + query);
  }
  assert.deepEqual(
    (await links(frame)).filter((link) => link?.includes("?")),
    [],
  );
  // The link to invite others does not contain the name.
  await show(page, `${address}?name=Ada`);
  await isFixed("Ada");
  assert.equal(await frame.getByLabel("Link to the match").inputValue(), `${server.address}/${address}`);
  await person.leave();
});

test("a name of the site follows the rules of names, and refusals are shown", async () => {
  const host = await world.api.create("jingle_brawl", { seats: 4 });
  await world.api.join(host.matchId, "Bob");
  for (const [name, problem] of [
    ["A\u200bda", "The name has an invisible character."],
    ["x".repeat(41), "The name has 41 characters; it may have at most 40."],
  ] as const) {
    const person = await visitor();
    const frame = await frameOf(await site.open(person, server.address, host.matchId, name));
    await frame.locator(".problem").getByText(problem).waitFor();
    assert.ok(await frame.getByRole("button", { name: "Take a seat" }).isDisabled());
    await person.leave();
  }
  for (const [name, refusal] of [
    ["Bob", "Another player of the match has this name"],
    ["Ada", "invisible"],
  ] as const) {
    const person = await visitor({ fails: true });
    const page = await site.open(person, server.address, host.matchId, name);
    if (name === "Ada") await refusesNames(page);
    const frame = await frameOf(page);
    await frame.getByRole("button", { name: "Take a seat" }).click();
    await frame.locator(".problem[role=alert]").getByText(refusal).waitFor();
    await person.leave();
  }
  // Without a name, the player chooses one.
  const person = await visitor();
  const frame = await frameOf(await site.open(person, server.address, host.matchId));
  await frame.getByLabel("Your name").fill("Cem");
  await frame.getByRole("button", { name: "Take a seat" }).click();
  await frame.getByText("you", { exact: true }).waitFor();
  await person.leave();
});

test("a wrong part embed of config.json is reported in a frame, and has no effect outside", async () => {
  const files: [unknown, string][] = [
    [[], "embed must be an object"],
    [null, "embed must be an object"],
    [{ parent: [] }, "embed has no field parent; the fields are parents, lobby, scheme, theme"],
    [{ lobby: "no" }, "embed.lobby must be true or false"],
    [{ scheme: "blue" }, 'embed.scheme must be "light" or "dark"'],
    [{ theme: "dark" }, "embed.theme must be an object"],
    [{ theme: { "--acent": "#0a7" } }, "embed.theme has no variable --acent; the variables are --ground, --paper"],
    ...["*", "site.example", "https://site.example/", "https://site.example:443", "http://site.example", "null", 7].map(
      (parent): [unknown, string] => [{ parents: [parent] }, "embed.parents must be a list of origins"],
    ),
    ...[7, null].map((accent): [unknown, string] => [
      { theme: { "--accent": accent } },
      "embed.theme --accent must be a text",
    ]),
  ];
  const person = await visitor();
  let body = "";
  await person.context.route("**/config.json", (route) => route.fulfill({ body, contentType: "application/json" }));
  const page = await person.context.newPage();
  const alone = await person.open();
  for (const [embed, message] of files) {
    body = JSON.stringify({ servers: [], embed });
    await page.goto(site.address(server.address, "none"));
    const frame = await frameOf(page);
    await frame.getByRole("alert").getByText(`config.json: ${message}`).waitFor();
    await alone.reload();
    await alone.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(await alone.getByText("The page is not set up correctly").count(), 0);
  }
  await person.leave();
});

test("a value of the theme that the browser does not support is ignored and logged", async () => {
  const values: [string, string][] = [
    ...["", "red; x: y", "url(a.png)", "var(--ink)", "inherit", "#0a7 !important", "color-of-2099(red)"].map(
      (value): [string, string] => ["--accent", value],
    ),
    ["--radius", "red"],
  ];
  const { page, problems, leave } = await bare();
  let theme = {};
  await page.route("**/config.json", (route) => route.fulfill({ json: { embed: { theme } } }));
  for (const [name, value] of values) {
    theme = { "--ground": "rgb(1 2 3)", [name]: value, "--line": "#456" };
    problems.length = 0;
    await page.goto(site.address(server.address, "none"));
    const frame = await frameOf(page);
    await frame.getByRole("heading", { name: "The match cannot be shown" }).waitFor();
    const property = name === "--radius" ? "border-top-left-radius" : "color";
    const warning = `config.json: embed.theme: not a ${property} in this browser: ${name}: ${value}`;
    assert.deepEqual(
      problems.filter((text) => text.startsWith("config.json")),
      [warning],
    );
    assert.equal(await style(frame, "body", "background-color"), "rgb(1, 2, 3)");
    assert.equal(await style(frame, ":root", "--line"), "#456");
    assert.equal(await style(frame, ":root", name), name === "--radius" ? ".75rem" : "#0b5d4f");
  }
  await leave();
});

test("a message of the site changes nothing", async () => {
  // Nothing else changes a match that waits for players.
  const host = await world.api.create("jingle_brawl", { seats: 4 });
  const person = await visitor();
  const page = await site.open(person, server.address, host.matchId, "Ada");
  const table = await join(page);
  await received(page, { message: "turn", seat: 0, pending: false });
  await table.connection.getByText("Live", { exact: true }).waitFor();
  await page.waitForTimeout(1000);
  const shown = () => table.frame.evaluate(() => document.body.innerHTML + location.href);
  const [before, messages, calls] = [await shown(), await messagesOf(page), person.requests.length];
  const sent: unknown[] = ["ready", null, { kind: "ask" }, { kind: "retry" }];
  for (const message of ["ready", "turn", "end", "submit", "leave", "name", "theme"])
    sent.push({ tinsel: 1, message, match: host.matchId, seat: 0, name: "Eve", theme: { "--ink": "red" } });
  await page.evaluate((sent) => {
    const frame = document.querySelector("iframe")?.contentWindow;
    for (const message of sent) frame?.postMessage(message, "*");
  }, sent);
  // The messages have arrived.
  await table.frame.waitForFunction(
    (count) => (globalThis as unknown as { messages: unknown[] }).messages.length === count,
    sent.length,
  );
  await page.waitForTimeout(1000);
  assert.equal(await shown(), before);
  assert.deepEqual(await messagesOf(page), messages);
  assert.equal(person.requests.length, calls);
  await person.leave();
});

// Chromium blocks the storage of a frame of another site in private windows, such as those of these tests.
test("a link with a seat plays in a frame without storage", async () => {
  const { host, others } = await world.match("jingle_brawl", { seats: 4, players: 1 });
  const [own] = others;
  assert.ok(own);
  await host.addBot();
  const person = await visitor();
  const page = await site.open(person, server.address, "none");
  await show(page, `#/seat/${host.matchId}/${String(own.number)}/${own.token}`);
  const frame = await frameOf(page);
  const table = new Table(page, frame);
  assert.ok(await table.turn());
  await received(page, { message: "turn", seat: own.number, pending: true });
  assert.equal(new URL(frame.url()).hash, `#/match/${host.matchId}`);
  await frame.getByText("This browser stores no data for this page").waitFor();
  await table.decide(new Random());
  await table.turn();
  check(await messagesOf(page), [own.token]);
  await person.leave();
});

test("a frame of a browser that permits its storage keeps its seat", async () => {
  const { host } = await world.match("jingle_brawl", { seats: 4, players: 0 });
  const { context, leave } = await ordinaryWindow();
  const page = await context.newPage();
  await page.goto(site.address(server.address, host.matchId, "Ada"));
  const { frame } = await join(page);
  await frame.getByRole("region", { name: "Your seat" }).getByRole("heading", { name: "Ada" }).waitFor();
  assert.equal(await frame.getByText("This browser stores no data").count(), 0);
  await page.reload();
  const again = await frameOf(page);
  await again.getByRole("region", { name: "Your seat" }).getByRole("heading", { name: "Ada" }).waitFor();
  // Another tab uses the seat of the player that the site names.
  const other = await site.open({ context }, server.address, host.matchId, "Ada");
  await other.getByText(/^(your turn|waiting)$/).waitFor();
  assert.deepEqual(
    (await messagesOf(other)).slice(0, 2).map(({ message }) => message),
    ["ready", "turn"],
  );
  const there = await frameOf(other);
  await there.getByText("Menu", { exact: true }).click();
  await there.getByRole("button", { name: "Change the seat of this tab" }).click();
  await there.getByRole("heading", { name: "Which seat is yours?" }).waitFor();
  // For another player, and without a name, it asks.
  for (const name of ["Bob", ""]) {
    const asks = await context.newPage();
    await asks.goto(site.address(server.address, host.matchId, name));
    const asked = await frameOf(asks);
    await asked.getByRole("heading", { name: "Which seat is yours?" }).waitFor();
    await asked.getByRole("button", { name: "Return to the seat of Ada" }).waitFor();
  }
  await leave();
});

test("a frame with a sandbox plays, and an isolated site shows the page", async () => {
  const sandbox = "allow-scripts allow-same-origin allow-forms";
  const sites = [
    await Site.start({}, (html) => html.replace('frame.title = "', `frame.sandbox = "${sandbox}"; frame.title = "`)),
    await Site.start({ "cross-origin-embedder-policy": "require-corp", "cross-origin-opener-policy": "same-origin" }),
    await Site.start({
      "content-security-policy":
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-src http://127.0.0.1:*",
    }),
  ];
  const origins = sites.map(({ origin }) => origin);
  const served = await Server.start(world.redis, undefined, [OPTION, origins.join(",")]);
  for (const strict of sites) {
    const { host } = await world.match("jingle_brawl", { seats: 4, players: 0 });
    const person = await world.person({ sites: origins }, served.address);
    const page = await strict.open(person, served.address, host.matchId, "Ada");
    const table = await join(page);
    await table.turn();
    await table.decide(new Random());
    await received(page, { message: "turn", pending: true });
    await person.leave();
    strict.stop();
  }
  await served.stop();
});

/** A person that visits the site. */
function visitor(setting: Setting = {}, address = server.address): Promise<Person> {
  return world.person({ sites: [site.origin], ...setting }, address);
}

/** A browser whose problems are no failures. */
async function bare() {
  const context = await world.browser.newContext();
  await replacePage(context);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => problems.push(message.text()));
  return { page, problems, leave: () => context.close() };
}

/** Changes the fragment of the frame, as a site does. */
async function show(page: Page, hash: string): Promise<void> {
  const to = `${server.address}/${hash}`;
  await page.locator("iframe").evaluate((frame, to) => frame.setAttribute("src", to), to);
}
