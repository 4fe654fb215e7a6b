/** The rules of axe-core, in light and dark. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";

import { english } from "@tinsel/client";

import { announcements } from "./harness/announcements.js";
import { isAccessible } from "./harness/axe.js";
import { tinsel } from "./harness/processes.js";
import { Random } from "./harness/random.js";
import { createMatch, finishedMatch, GAMES, World } from "./harness/world.js";

const world = World.ofThisFile();

for (const colorScheme of ["light", "dark"] as const) {
  test(`no page violates a rule of axe-core in ${colorScheme}`, async () => {
    const person = await world.person({ colorScheme });
    const page = await person.open();
    await page
      .getByRole("article")
      .nth(GAMES.length - 1)
      .waitFor();
    await isAccessible(page, "lobby");
    for (const game of GAMES) {
      await page.goto(`${world.server.address}/#/new/${game}`);
      await page.getByText("Name of the match and options of the game").click();
      await page.getByLabel("A time for the whole match").check();
      await page.getByText("Other times in phases of the game").click();
      await isAccessible(page, `new match of ${game}`);
      await page.getByLabel("No time limit").check();
      const table = await createMatch(page);
      const random = new Random();
      for (const state of ["first form", "second form"]) {
        if (!(await table.turn())) break;
        await isAccessible(page, `${game}, ${state}, seed ${String(random.seed)}`);
        await table.decide(random);
      }
    }
    const matchId = await finishedMatch(world, "presents_of_mine", 8);
    await page.goto(`${world.server.address}/#/match/${matchId}`);
    await page.locator(".ending summary").click();
    await page.getByTestId("seed-check").getByText("✓").waitFor();
    await isAccessible(page, "ended match");
    const folder = mkdtempSync(join(tmpdir(), "tinsel-web-"));
    const file = join(folder, "match.json");
    tinsel("export", matchId, "--server", world.server.address, "--presentation", "--out", file);
    await page.goto(`${world.server.address}/#/replay`);
    await isAccessible(page, "replay without a file");
    await page.getByLabel("Exported match").setInputFiles(file);
    await page.locator(".ending h2").getByText("Final ranking").waitFor();
    await isAccessible(page, "replay");
    rmSync(folder, { recursive: true });
    await person.leave();
  });
}

for (const [reducedMotion, moves] of [
  ["reduce", false],
  ["no-preference", true],
] as const) {
  test(`elements ${moves ? "move" : "do not move"} with prefers-reduced-motion: ${reducedMotion}`, async () => {
    const person = await world.person({ reducedMotion });
    const table = await createMatch(await person.open("#/new/grunkle_match"));
    await table.turn();
    const moving = await table.page.evaluate(
      () =>
        [...document.querySelectorAll("*")].filter((element) => {
          const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(element);
          return animationName !== "none" || transitionDuration !== "0s" || scrollBehavior !== "auto";
        }).length,
    );
    assert.equal(moving > 0, moves, `${String(moving)} elements`);
    await person.leave();
  });
}

test("events that arrive together are announced, each once and in order", async () => {
  const person = await world.person();
  const table = await createMatch(await person.open("#/new/jingle_brawl"));
  await table.turn();
  const seat = await world.seatOf(table);
  const before = (await seat.state())?.match?.revision ?? 0n;
  await table.reach(before);
  const announced = await announcements(table.page);
  await table.send(table.form.locator(".choice").first());
  await table.turn();
  const events = [];
  for await (const entry of seat.history(before, true)) events.push(...entry.events);
  const sentences = events.flatMap(({ event }) => (event?.sentence ? [english(event.sentence)] : []));
  await table.page
    .getByTestId("live-polite")
    .getByText(sentences.at(-1) ?? "")
    .waitFor();
  let rest = sentences;
  for (const text of announced) {
    // A long message begins with the number of the events that it omits.
    const [, omitted = "0", shown = ""] = /^(?:(\d+) earlier events\. )?(.*)$/s.exec(text.trim()) ?? [];
    rest = rest.slice(Number(omitted));
    const count = rest.findIndex((_, index) => rest.slice(0, index + 1).join(" ") === shown) + 1;
    assert.ok(count > 0, `not the next sentences: ${shown}`);
    rest = rest.slice(count);
  }
  assert.deepEqual(rest, []);
  await person.leave();
});

test("each turn is announced, also if it has the title of the one before", async () => {
  const person = await world.person();
  const table = await createMatch(await person.open("#/new/presents_of_mine"));
  await table.turn();
  const announced = await announcements(table.page, "assertive");
  const seat = await world.seatOf(table);
  const titles: string[] = [];
  for (let decision = 0; decision < 3; decision++) {
    // If the player decides last, no state without a form is between two decisions.
    let state = await seat.state(true);
    while (state?.match?.pendingDecisions.length !== 1) state = await seat.state(true);
    const { revision } = state.match;
    await table.reach(revision);
    await table.send(table.form.getByRole("button", { name: "Play the default" }));
    while (!state?.form || (state.match?.revision ?? 0n) <= revision) state = await seat.state(true);
    titles.push(english(state.form.title));
    await table.reach(state.match?.revision ?? 0n);
  }
  assert.equal(titles[1], titles[2]);
  assert.deepEqual(
    announced.map((text) => text.trim()),
    titles.map((title) => `Your turn: ${title}`),
  );
  await person.leave();
});
