/** Headers, texts of other players, and tokens. */

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";

import { Table } from "./harness/table.js";
import { createMatch, World } from "./harness/world.js";

const world = World.ofThisFile();
const MARKUP = `<img src=x onerror="n=1">`;
const POLICY: Record<string, string> = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "connect-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
};

test("every file of the page has the headers of security", async () => {
  for (const file of readdirSync("dist").map((name) => (name === "index.html" ? "" : name))) {
    const response = await fetch(`${world.server.address}/${file}`);
    assert.equal(response.status, 200, file);
    const header = (name: string) => response.headers.get(name) ?? "";
    const directives = header("content-security-policy").split(";");
    const policy = new Map(directives.map((directive) => directive.trim().split(/ (.*)/) as [string, string]));
    for (const [name, value] of Object.entries(POLICY)) assert.equal(policy.get(name), value, `${file}: ${name}`);
    assert.doesNotMatch(header("content-security-policy"), /unsafe|\*|https?:/, file);
    assert.equal(header("x-content-type-options"), "nosniff", file);
    assert.equal(header("referrer-policy"), "no-referrer", file);
    assert.match(
      header("content-type"),
      /^(text\/(html|css|plain|javascript)|application\/json|image\/(svg|webp))/,
      file,
    );
  }
});

test("names are shown as text", async () => {
  const person = await world.person();
  const page = await person.open("#/new/jingle_brawl");
  await page.getByLabel("Your name").fill(MARKUP);
  await page.getByText("Name of the match and options of the game").click();
  await page.getByLabel("Name of the match", { exact: true }).fill(`Match ${MARKUP}`);
  await page.getByLabel("Bots", { exact: true }).fill("4");
  await page.getByRole("button", { name: "Create the match" }).click();
  await page.getByRole("heading", { level: 1, name: `Match ${MARKUP}` }).waitFor();
  await page.locator(".seat-list").getByText(MARKUP).waitFor();
  await page.locator(".log").getByText(`${MARKUP} takes a seat.`).waitFor();
  const other = await world.person();
  const lobby = await other.open();
  const listed = lobby.getByRole("region", { name: "Matches to join" });
  await listed.getByRole("link", { name: `Match ${MARKUP}` }).waitFor();
  await listed.getByText(MARKUP).first().waitFor();
  await page.getByRole("button", { name: "Add a bot" }).click();
  const table = new Table(page);
  await table.turn();
  await page.getByRole("region", { name: "Your seat" }).getByRole("heading", { name: MARKUP }).waitFor();
  for (const shown of [page, lobby]) assert.equal(await shown.locator("img[src=x]").count(), 0);
  await person.leave();
  await other.leave();
});

test("a link moves a seat to another device, and no token stays in the address", async () => {
  const [here, there] = [await world.person(), await world.person()];
  const first = await createMatch(await here.open("#/new/presents_of_mine"));
  await first.turn();
  const [token = ""] = await here.tokens(first.page);
  assert.ok(!first.page.url().includes(token));
  const { page } = first;
  await page.getByText("Menu", { exact: true }).click();
  await page.getByRole("button", { name: "Move to another device" }).click();
  const link = new URL(await page.getByLabel("Secret link", { exact: true }).inputValue());
  const seat = await world.seatOf(first);
  assert.equal(link.hash, `#/seat/${first.matchId}/${String(seat.number)}/${seat.token}`);

  const second = new Table(await there.open(link.hash));
  await second.turn();
  assert.equal(new URL(second.page.url()).hash, `#/match/${first.matchId}`);
  await second.send(second.form.getByRole("button", { name: "Play the default" }));
  await second.page.goto(`${world.server.address}/#/`);
  await second.page.goBack();
  await second.turn();
  while (!second.page.url().startsWith("about:")) {
    assert.ok(!second.page.url().includes(seat.token), "a token in the history of the browser");
    await second.page.goBack();
  }
  await second.page.goto(world.server.address);
  await here.leave();
  await there.leave();
});
