/** Two browsers in one private match, and several tabs of one browser. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { english, type Seat } from "@tinsel/client";

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

async function seatAtStart(table: Table): Promise<Seat> {
  await table.page.getByRole("region", { name: "Your seat" }).waitFor();
  return world.seatOf(table);
}

/** Checks that a table shows the hand of its own seat, and of the other seat only what that table may show. */
async function assertHand(table: Table, own: Seat, other: Seat): Promise<void> {
  const [mine, theirs] = [await handOf(own, own.number), await handOf(own, other.number)];
  const secret = await handOf(other, other.number);
  assert.ok(mine.length > 0 && secret.length > 0);
  assert.deepEqual(theirs, [], "the API hides the other hand");
  const hand = table.page.getByRole("region", { name: "Your seat" });
  for (const title of new Set(mine)) await hand.getByText(title, { exact: true }).first().waitFor();
  const name = (await own.state())?.match?.seats[other.number]?.displayName ?? "";
  const panel = table.page.getByRole("region", { name: "Other players" }).getByRole("article", { name });
  const shown = await panel.locator(".item, .card").allInnerTexts();
  for (const title of secret) assert.ok(!shown.includes(title), `${title} of ${name} is shown`);
}

/** The titles of the cards in the zones of a seat, as a viewer may see them. */
async function handOf(viewer: Seat, seat: number): Promise<string[]> {
  const scene = (await viewer.state(true))?.scene;
  const zones = scene?.zones.filter((zone) => zone.seat === seat) ?? [];
  return zones.flatMap((zone) => zone.items.filter((item) => item.component !== "").map((item) => english(item.title)));
}
