/** Two browsers in one private match. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { english, type Seat } from "@tinsel/client";
import { StartPolicy } from "@tinsel/client/gen/tinsel/v1/match_pb.js";
import type { Locator, Page } from "playwright-core";

import { Random } from "./harness/random.js";
import { Table } from "./harness/table.js";
import { createMatch, takeSeat, World } from "./harness/world.js";

const world = World.ofThisFile();

test("two browsers play a private match, and each sees only its own hand", async () => {
  const [ada, ben] = [await world.person(), await world.person()];
  const lobby = await ada.open("#/new/secret_santa");
  await lobby.getByLabel("Bots", { exact: true }).fill("1");
  await lobby.getByLabel("Private: only with a join code").check();
  const first = await createMatch(lobby);
  const link = await lobby.getByLabel(/^Link with the join code/).inputValue();
  assert.match(link, /#\/code\/[0-9a-z-]+$/);
  const second = await takeSeat(await ben.open(new URL(link).hash), "Ben");
  const tables = [first, second];
  const seats = [await seatAtStart(first), await seatAtStart(second)];
  for (const [index, table] of tables.entries()) {
    const [own, other] = [seats[index], seats[1 - index]];
    assert.ok(own && other);
    await assertHand(table, own, other);
  }
  const random = new Random();
  for (const table of tables) if (await table.form.isVisible()) await table.decide(random);
  for (const [index, table] of tables.entries()) {
    const seat = seats[index];
    assert.ok(seat);
    await table.logIsHistoryOf(seat);
  }
  await ada.leave();
  await ben.leave();
});

test("the host removes a guest, who sees the reason and can watch", async () => {
  const host = await world.api.create("grunkle_match");
  const [ada, ben] = [await world.person(), await world.person()];
  const lobby = await ada.open(`#/host/${host.matchId}/${host.token}`);
  const { page } = await takeSeat(await ben.open(`#/match/${host.matchId}`), "Ben");
  await page.getByText("you", { exact: true }).waitFor();
  await lobby.getByRole("button", { name: "Remove Ben" }).click();
  await page.getByText("The host has removed you from this match.").waitFor();
  await page.getByRole("button", { name: "Watch without a seat" }).click();
  await page.getByText("The host removes Ben; the seat is open again.").waitFor();
  assert.equal(await lobby.getByRole("button", { name: /^Remove/ }).count(), 0);
  await ada.leave();
  await ben.leave();
});

test("another player becomes the host, and only that player has the buttons of the host", async () => {
  const [ada, ben] = [await world.person(), await world.person()];
  const form = await ada.open("#/new/grunkle_match");
  await form.getByLabel("Bots", { exact: true }).fill("0");
  const { page: first, matchId } = await createMatch(form);
  const { page: second } = await takeSeat(await ben.open(`#/match/${matchId}`), "Ben");
  await first.getByRole("button", { name: "Remove Ben" }).waitFor();
  await first.getByText("Menu", { exact: true }).click();
  await first.getByRole("button", { name: "Make another player the host" }).click();
  assert.equal(await first.getByRole("dialog").getByRole("button", { name: "Ada" }).count(), 0);
  await first.getByRole("dialog").getByRole("button", { name: "Ben" }).click();
  await second.getByRole("button", { name: "Remove Ada" }).waitFor();
  await first.getByRole("button", { name: "Add a bot" }).waitFor({ state: "detached" });
  await second.getByRole("button", { name: "Fill with bots" }).click();
  await second.getByRole("region", { name: "Your seat" }).waitFor();
  await ada.leave();
  await ben.leave();
});

test("a player starts the match of an absent host after its time", async () => {
  const person = await world.person();
  const startWithoutHostAfter = { seconds: 8n, nanos: 0 };
  const host = await world.api.createWith({
    options: { gameId: "grunkle_match" },
    startPolicy: StartPolicy.BY_HOST,
    startWithoutHostAfter,
  });
  const { page } = await takeSeat(await person.open(`#/match/${host.matchId}`), "Ben");
  const start = page.getByRole("button", { name: "Start", exact: true });
  await page.getByText("you", { exact: true }).waitFor();
  assert.equal(await start.count(), 0);
  for (let bot = 0; bot < 6; bot++) await host.addBot();
  await page.getByText("on, any player can start it.").waitFor();
  assert.ok(await start.isDisabled());
  await page.getByText("Any player can start it now.").waitFor();
  await start.click();
  await page.getByRole("region", { name: "Your seat" }).waitFor();
  await person.leave();
});

test("a host without a seat gives its rights away, watches a private match, and gets them again", async () => {
  const host = await world.api.create("grunkle_match", { private: true });
  const ben = await world.api.joinByCode(host.joinCode, "Ben");
  const person = await world.person();
  const page = await person.open(`#/host/${host.matchId}/${host.token}`);
  await page.evaluate(
    ([matchId, joinCode]) => {
      const key = `tinsel.match.${matchId ?? ""}`;
      const grant = JSON.parse(localStorage.getItem(key) ?? "{}") as object;
      localStorage.setItem(key, JSON.stringify({ ...grant, joinCode }));
    },
    [host.matchId, host.joinCode],
  );
  await page.getByText("Menu", { exact: true }).click();
  await page.getByRole("button", { name: "Make another player the host" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Ben" }).click();
  await page.getByText("Another player is the host of the match now. Watch it, if the match permits it.").waitFor();
  await page.getByRole("button", { name: "Watch without a seat" }).click();
  await page.getByText("Ben is the host now.").waitFor();
  await ben.leave();
  await page.getByRole("button", { name: "Add a bot" }).waitFor();
  const grant = await page.evaluate((matchId) => localStorage.getItem(`tinsel.match.${matchId}`), host.matchId);
  assert.equal((JSON.parse(grant ?? "{}") as { watches?: boolean }).watches, false, "the next session is the host's");
  await person.leave();
});

test("players play again, each in the next seat, and a spectator watches", async () => {
  const [ada, ben, eve] = [await world.person(), await world.person(), await world.person()];
  const form = await ada.open("#/new/jingle_brawl");
  await form.getByLabel("Seats", { exact: true }).fill("4");
  await form.getByLabel("Bots", { exact: true }).fill("2");
  await form.getByLabel("I start the match when all seats are taken").check();
  const first = await createMatch(form);
  const { matchId } = first;
  const { page: second } = await takeSeat(await ben.open(`#/match/${matchId}`), "Ben");
  const third = await eve.open(`#/match/${matchId}`);
  await first.page.getByText("All seats are taken").waitFor();
  const players = await seatsIn(first.page);
  await first.page.getByRole("button", { name: "Start", exact: true }).click();
  await first.page.getByText("Menu", { exact: true }).click();
  await first.page.getByRole("button", { name: "End the match for all" }).click();
  await first.page.getByRole("dialog").getByRole("button", { name: "End the match" }).click();
  const again = (page: Page) => page.getByRole("button", { name: "Play again" });
  const watch = third.getByRole("link", { name: "Watch the rematch" });
  for (const page of [first.page, second, third]) await page.getByText("The match was ended early").waitFor();
  assert.equal((await again(third).count()) + (await watch.count()), 0, "a spectator without a rematch");

  await again(first.page).click();
  await first.page.getByText("1 of 4 seats open").waitFor();
  const rematch = first.matchId;
  assert.notEqual(rematch, matchId);
  for (const page of [second, third]) await page.locator(".log").getByText("The match has a rematch.").waitFor();
  await again(second).click();
  await second.waitForURL(new RegExp(`#/match/${rematch}$`));
  await watch.click();
  const rotated = [...players.slice(-1), ...players.slice(0, -1)];
  for (const [page, own] of [
    [first.page, 1],
    [second, 0],
    [third, undefined],
  ] as const) {
    await page.getByText("All seats are taken").waitFor();
    assert.deepEqual(await seatsIn(page), rotated);
    const marks = await page
      .locator(".seat-list li")
      .evaluateAll((seats) =>
        seats.map((seat) => [...seat.querySelectorAll(".badge")].some(({ textContent }) => textContent === "you")),
      );
    assert.equal(marks.indexOf(true), own ?? -1);
  }
  // The button leads to the same seat again.
  const number = (await world.seatOf(new Table(second))).number;
  await second.goBack();
  await again(second).click();
  await second.waitForURL(new RegExp(`#/match/${rematch}$`));
  assert.equal((await world.seatOf(new Table(second))).number, number);
  // The host is the same.
  await first.page.getByRole("button", { name: "Start", exact: true }).click();
  for (const page of [first.page, second]) await page.getByRole("region", { name: "Your seat" }).waitFor();
  for (const person of [ada, ben, eve]) await person.leave();
});

test("a player without a seat in the rematch sees the reason, and can watch", async () => {
  const { host } = await world.match("jingle_brawl", { seats: 4 });
  const person = await world.person();
  const { page } = await takeSeat(await person.open(`#/match/${host.matchId}`), "Ada");
  await page.getByRole("region", { name: "Your seat" }).waitFor();
  await host.abort();
  const rematch = await host.rematch();
  await page.route("**/CreateRematch", (route) =>
    route.fulfill({
      contentType: "application/grpc-web+proto",
      headers: { "grpc-status": "9", "grpc-message": "the seat is taken" },
      body: "",
    }),
  );
  await page.locator(".log").getByText("The match has a rematch.").waitFor();
  await page.getByRole("button", { name: "Play again" }).click();
  await page.getByRole("alert").getByText("The seat is taken.").waitFor();
  await page.getByRole("link", { name: "Watch the rematch" }).click();
  await page.waitForURL(new RegExp(`#/match/${rematch.matchId}$`));
  await person.leave();
});

test("a link is selected if the browser cannot copy it", async () => {
  const host = await world.api.create("grunkle_match");
  const person = await world.person();
  await person.context.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  });
  const page = await person.open(`#/match/${host.matchId}`);
  await page.getByRole("button", { name: "Copy" }).click();
  const selected = await page
    .getByLabel("Link to the match")
    .evaluate((field: HTMLInputElement) => field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0));
  assert.equal(selected, page.url());
  await person.leave();
});

/** The names in the list of the seats of a lobby. */
function seatsIn(page: Page): Promise<string[]> {
  return page.locator(".seat-list bdi").allTextContents();
}

async function seatAtStart(table: Table): Promise<Seat> {
  await table.page.getByRole("region", { name: "Your seat" }).waitFor();
  return world.seatOf(table);
}

/** Checks that a table shows its own hand, and only the public part of the other one. */
async function assertHand(table: Table, own: Seat, other: Seat): Promise<void> {
  const visible = await cardsOf(own, own.number);
  assert.ok(visible.length > 0);
  assert.deepEqual(await shownIn(table.page.getByRole("region", { name: "Your seat" })), visible);
  const name = (await own.state())?.match?.seats[other.number]?.displayName ?? "";
  const others = table.page.getByRole("region", { name: "Other players" });
  assert.deepEqual(await shownIn(others.getByRole("article", { name })), await cardsOf(own, other.number));
  assert.notDeepEqual(await cardsOf(own, other.number), await cardsOf(other, other.number));
}

/** The titles of the cards on the page. */
async function shownIn(panel: Locator): Promise<string[]> {
  return (await panel.locator("button.card:not(.back) > .title").allTextContents()).sort();
}

/** The titles of the cards in the zones of a seat, as a viewer may see them. */
async function cardsOf(viewer: Seat, seat: number): Promise<string[]> {
  const { components } = await world.api.game("secret_santa");
  const zones = (await viewer.state(true))?.scene?.zones.filter((zone) => zone.seat === seat) ?? [];
  const items = zones.flatMap((zone) => zone.items.filter((item) => item.component !== "" && !item.faceDown));
  const titleOf = (id: string) => components.find(({ componentId }) => componentId === id)?.title ?? id;
  return items.map((item) => english(item.title) || titleOf(item.component)).sort();
}
