/** Pages that a browser translates, and errors that a translator can cause. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { drop, exported } from "./harness/exports.js";
import { Random } from "./harness/random.js";
import { Table } from "./harness/table.js";
import { textOf, translate } from "./harness/translator.js";
import { createMatch, finishedMatch, GAMES, returnToSeat, World } from "./harness/world.js";

const world = World.ofThisFile();
const DECISIONS = 1;

// C4
for (const game of GAMES) {
  test(`a translated match of ${game} shows the texts of a tab without translation`, async () => {
    const person = await world.person();
    const random = new Random();
    const setting = `seed ${String(random.seed)}`;
    const table = await createMatch(await person.open(`#/new/${game}`));
    await table.turn();
    const translated = await returnToSeat(person, table);
    await translated.turn();
    await translate(translated.page);
    for (let decision = 0; decision < DECISIONS && (await translated.turn()); decision++) {
      await translated.decide(random);
      await translated.turn();
      const revision = (await (await world.seatOf(table)).state())?.match?.revision ?? 0n;
      for (const each of [table, translated]) await each.reach(revision);
      await same(table.page, translated.page, `${setting}, decision ${String(decision)}`);
      // The past, and the newest state again.
      for (const { page } of [table, translated]) {
        await page.getByRole("button", { name: "Previous revision" }).click();
        await page.locator(".stage.past .notice:not(:has-text('Loading'))").waitFor();
      }
      await same(table.page, translated.page, `${setting}, the revision before`);
      for (const { page } of [table, translated]) {
        await page.getByRole("button", { name: "Live", exact: true }).click();
        await page.locator(".stage:not(.past)").waitFor();
      }
    }
    await same(table.page, translated.page, setting);
    await person.leave();
  });
}

// C4
test("the other pages show their texts also after a translation", async () => {
  const ended = await finishedMatch(world, "presents_of_mine", 8);
  const [lobby, moved] = [
    await world.api.create("jingle_brawl", { seats: 4 }),
    await world.api.create("secret_santa", { seats: 4, private: true }),
  ];
  await world.api.join(lobby.matchId, "Other");
  const person = await world.person();
  const [plain, translated] = [await person.open(), await person.open()];
  await translate(translated);
  const views: [string, (page: Page) => Promise<void>][] = [
    ["#/new/jingle_brawl", (page) => page.getByLabel("Bots", { exact: true }).fill("2")],
    ["#/rules/snowball_war", (page) => page.getByText("cards and other components").click()],
    [`#/match/${lobby.matchId}`, (page) => page.getByRole("button", { name: "Take a seat" }).waitFor()],
    [`#/match/${ended}`, (page) => page.locator(".ending summary").click()],
    [`#/match/${moved.matchId}`, (page) => page.getByText("The match is private.").waitFor()],
    [`#/code/${moved.joinCode}`, (page) => page.getByLabel("Your name").fill("Ann")],
    ["#/replay", (page) => page.getByText("Drop an exported match here").waitFor()],
    ["#/nothing", (page) => page.getByText("The link is incomplete").waitFor()],
    ["#/", (page) => page.getByRole("article").last().waitFor()],
  ];
  for (const [fragment, act] of views) {
    for (const page of [plain, translated]) {
      await page.evaluate((fragment) => {
        location.hash = fragment;
      }, fragment);
      await act(page);
    }
    await same(plain, translated, fragment);
  }
  await person.leave();
});

// C4
test("a translated lobby follows its match to the start", async () => {
  const host = await world.api.create("jingle_brawl", { seats: 4 });
  const person = await world.person();
  const link = `#/match/${host.matchId}`;
  const [plain, translated] = [await person.open(link), await person.open(link)];
  for (const page of [plain, translated]) await page.getByRole("button", { name: "Take a seat" }).waitFor();
  await translate(translated);
  for (let open = 3; open > 0; open--) {
    await host.addBot();
    for (const page of [plain, translated]) await page.getByText(`${String(open)} of 4 seats open`).waitFor();
    await same(plain, translated, `${String(open)} open`);
    await translated
      .getByTestId("live-polite")
      .getByText(`The bot Bot ${String(3 - open)} takes a seat.`)
      .waitFor();
  }
  await host.addBot();
  for (const page of [plain, translated]) await new Table(page).ending.waitFor();
  await same(plain, translated, "end");
  await person.leave();
});

// C4
test("dialogs and questions show their texts also after a translation", async () => {
  const person = await world.person();
  const { page: plain, matchId } = await createMatch(await person.open("#/new/jingle_brawl"));
  await new Table(plain).turn();
  const { page: translated } = await returnToSeat(person, new Table(plain));
  await new Table(translated).turn();
  await translate(translated);
  const both = async (act: (page: Page) => Promise<void>, state: string) => {
    for (const page of [plain, translated]) await act(page);
    await same(plain, translated, state);
  };
  const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();
  const item = (name: string) => async (page: Page) => {
    await page.getByText("Menu", { exact: true }).click();
    await button(page, name).click();
    await page.getByRole("dialog").waitFor();
  };
  const close = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  for (const name of ["Move to another device", "Forfeit", "Substitute an inactive player"]) {
    await both(item(name), name);
    await both(close, `${name}, closed`);
  }
  await plain.evaluate(() => {
    localStorage.setItem("tinsel.confirm", "yes");
  });
  for (const page of [plain, translated]) {
    await page.evaluate(() => dispatchEvent(new Event("storage")));
    await page.locator("form.decision .choice").first().click();
  }
  await both((page) => page.getByRole("dialog", { name: "Submit this decision?" }).waitFor(), "confirmation");
  await both(close, "no confirmation");
  await both(async (page) => {
    await page.getByText("Menu", { exact: true }).click();
    await button(page, "Change the seat of this tab").click();
    await page.getByRole("heading", { name: "Which seat is yours?" }).waitFor();
  }, "choice of the seat");
  await both(async (page) => {
    await button(page, "Take another seat, or watch").click();
    await button(page, "Return to the seat of Ada").waitFor();
  }, "held seats");
  const goTo = (hash: string) => (page: Page) => page.evaluate((hash) => void (location.hash = hash), hash);
  await both(async (page) => {
    await goTo(`#/seat/${matchId}/1/another`)(page);
    await button(page, "Use the seat of the link").waitFor();
  }, "seat of a link");
  await plain.evaluate(() => {
    const content = JSON.stringify({ gameId: "secret_santa", quick: false, request: {}, bots: 0 });
    const call = { content, requestId: "1", nonce: "00", time: Date.now() };
    localStorage.setItem("tinsel.call.new.secret_santa", JSON.stringify(call));
  });
  await both(async (page) => {
    await goTo("#/new/secret_santa")(page);
    await button(page, "Discard").waitFor();
  }, "request without an answer");
  await both(async (page) => {
    if (page === plain) await button(page, "Discard").click();
    await button(page, "Discard").waitFor({ state: "detached" });
  }, "no request without an answer");
  await person.leave();
});

// C4
test("an exported match shows its texts also after a translation", async () => {
  const file = exported(world, await finishedMatch(world, "jingle_brawl", 4));
  const person = await world.person();
  const [plain, translated] = [await person.open("#/replay"), await person.open("#/replay")];
  await translate(translated);
  for (const page of [plain, translated]) {
    await drop(page, "match.json", file);
    await page.locator(".ending summary").click();
    await page.getByTestId("seed-check").getByText("✓").waitFor();
  }
  await same(plain, translated, "end");
  for (const revision of ["9", "3", "12"]) {
    for (const page of [plain, translated]) {
      await page.getByLabel("Revision", { exact: true }).fill(revision);
      await page.locator(`.log > li:first-child[data-revision="${revision}"]`).waitFor();
    }
    await same(plain, translated, `revision ${revision}`);
  }
  await person.leave();
});

// C4
test("a page that an error has stopped shows how to go on, and nothing secret", async () => {
  const person = await world.person();
  const table = await createMatch(await person.open("#/new/jingle_brawl"));
  await table.turn();
  const { page } = table;
  const [token = ""] = await person.tokens(page);
  await page.evaluate((token) => {
    // An extension has moved the elements of the actions.
    const insertBefore = () => {
      throw new DOMException(`no place for ${token}`, "NotFoundError");
    };
    Object.assign(document.querySelector(".match-actions") ?? {}, { insertBefore });
  }, token);
  await page.getByText("Menu", { exact: true }).click();
  await page.getByRole("button", { name: "Leave the match" }).click();
  await page.getByRole("heading", { name: "The page has stopped" }).waitFor();
  await page.getByRole("alert").getByText("An error has stopped this page: NotFoundError.").waitFor();
  assert.ok(token !== "" && !(await page.content()).includes(token));
  await page.getByRole("button", { name: "Show the page again" }).click();
  await table.turn();
  await table.decide(new Random());
  await person.leave();
});

/** Checks that both tabs show the same, as soon as both have everything. */
async function same(plain: Page, translated: Page, state: string): Promise<void> {
  assert.ok((await translated.locator("main font").count()) > 0);
  for (let attempt = 0; attempt < 20 && (await textOf(translated)) !== (await textOf(plain)); attempt++)
    await translated.evaluate(() => new Promise(requestAnimationFrame));
  assert.equal(await textOf(translated), await textOf(plain), state);
}
