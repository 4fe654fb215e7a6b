/** Spectators, and exported matches. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { english } from "@tinsel/client";
import { drop, exported } from "./harness/exports.js";
import { Random } from "./harness/random.js";
import { Table } from "./harness/table.js";
import { createMatch, finishedMatch, World } from "./harness/world.js";

const world = World.ofThisFile();

test("a spectator finds a public match in the lobby, and watches it to the end", async () => {
  const [ada, zoe] = [await world.person(), await world.person()];
  const played = await createMatch(await ada.open("#/new/presents_of_mine"));
  await played.turn();
  const lobby = await zoe.open();
  await lobby.getByRole("region", { name: "Matches to watch" }).getByRole("link").first().click();
  const watched = new Table(lobby);
  await lobby.getByRole("region", { name: "Table" }).waitFor();
  assert.equal(watched.matchId, played.matchId);
  assert.equal(await watched.form.count(), 0);
  const viewer = world.api.spectator(played.matchId);
  await watched.logIsHistoryOf(viewer);
  await played.playToTheEnd(new Random(), () => undefined);
  await watched.ending.getByRole("heading", { name: "Final ranking" }).waitFor();
  assert.deepEqual(
    await watched.ending.locator("tbody tr").allInnerTexts(),
    await played.ending.locator("tbody tr").allInnerTexts(),
  );
  await watched.ending.locator("summary").click();
  await watched.page.getByTestId("seed-check").getByText("✓").waitFor();
  await watched.logIsHistoryOf(viewer);
  await ada.leave();
  await zoe.leave();
});

test("a spectator scrolls back to any revision of a long match", async () => {
  const matchId = await finishedMatch(world, "jingle_brawl", 12);
  const viewer = world.api.spectator(matchId);
  const newest = (await viewer.state())?.match?.revision ?? 0n;
  assert.ok(newest > 120n, "more revisions than two pages of the log have");
  const person = await world.person();
  const page = await person.open(`#/match/${matchId}`);
  await page.locator(".ending h2").waitFor();
  const titles = new Set<string>();
  for (const revision of [newest - 100n, 30n, newest - 20n]) {
    const scene = (await viewer.state(true, revision))?.scene;
    const { value: entry } = await viewer.history(revision - 1n, true).next();
    const sentences = entry?.events.flatMap(({ event }) => event?.sentence ?? []) ?? [];
    await page.getByLabel("Revision", { exact: true }).fill(String(revision));
    await page.getByText(`The table at revision ${String(revision)}.`).waitFor();
    assert.equal(await page.locator(".scene-heading h2").innerText(), english(scene?.title));
    // The page has loaded the log back to this revision, and shows nothing later.
    const first = page.locator(".log > li").first();
    await page.locator(`.log > li[data-revision="${String(revision)}"]`).waitFor();
    assert.deepEqual(await first.locator(".sentences > p > .words").allTextContents(), sentences.map(english));
    assert.equal(await page.locator(".ending").count(), 0);
    titles.add(english(scene?.title));
  }
  assert.ok(titles.size > 1);
  await page.getByRole("button", { name: "Live", exact: true }).click();
  await page.locator(".ending h2").waitFor();
  const revisions = (await new Table(page).log()).map(([revision]) => revision);
  assert.deepEqual(
    revisions,
    [...new Set(revisions)].sort((a, b) => b - a),
  );
  await person.leave();
});

interface Export {
  readonly entries: readonly { readonly scene?: { readonly title: { readonly runs: readonly { text: string }[] } } }[];
}

test("an exported file that is dropped on the page shows each revision", async () => {
  const matchId = await finishedMatch(world, "jingle_brawl", 4);
  const text = exported(world, matchId);
  const { entries } = JSON.parse(text) as Export;
  const person = await world.person();
  const page = await person.open();
  await page.getByRole("article").first().waitFor();
  await drop(page, "notes.txt", "not a match");
  await page
    .getByRole("alert")
    .getByText(/^notes\.txt is not an exported match/)
    .waitFor();
  await drop(page, "match.json", text);
  await page.locator(".ending h2").getByText("Final ranking").waitFor();
  await page.locator(".ending summary").click();
  await page.getByTestId("seed-check").getByText("✓").waitFor();
  const table = new Table(page);
  const all = await table.log();
  assert.ok(entries.length > 20);
  console.log(`${String(entries.length)} revisions`);
  const slider = page.getByLabel("Revision", { exact: true });
  for (let revision = entries.length - 1; revision >= 1; revision--) {
    const title = entries[revision - 1]?.scene?.title.runs.map((run) => run.text).join("");
    const newest = all.find(([at]) => at <= revision)?.[0] ?? 0;
    await slider.fill(String(revision));
    await page.waitForFunction(
      ({ title, newest, position }) =>
        (document.querySelector(".scene-heading h2")?.textContent ?? "") === (title ?? "") &&
        Number(document.querySelector(".log > li")?.getAttribute("data-revision")) === newest &&
        document.querySelector(".scrubber .numbers")?.textContent === position,
      { title, newest, position: `${String(revision)}/${String(entries.length)}` },
    );
    assert.equal(await page.locator(".ending").count(), 0);
  }
  await page.getByRole("button", { name: "End", exact: true }).click();
  await page.locator(".ending h2").getByText("Final ranking").waitFor();
  assert.deepEqual(await table.log(), all);
  await person.leave();
});

test("each dropped file is checked, also a changed one of the same match and one without a result", async () => {
  const file = exported(world, await finishedMatch(world, "grunkle_match", 7));
  const person = await world.person();
  const page = await person.open("#/replay");
  const check = page.getByTestId("seed-check");
  await drop(page, "match.json", file);
  await page.locator(".ending summary").click();
  await check.getByText(/^✓ /).waitFor();
  const [, seed = ""] = /"serverSeed": *"(.*?)"/.exec(file) ?? [];
  assert.ok(seed !== "");
  await drop(page, "match.json", file.replace(seed, Buffer.alloc(32, 1).toString("base64")));
  await check.getByText("does not match its commitment").waitFor();
  await drop(page, "match.json", file.replace(seed, ""));
  await check.getByText("There is no seed of the server to check.").waitFor();

  const host = await world.api.create("grunkle_match");
  await host.abort();
  await drop(page, "match.json", exported(world, host.matchId));
  await page.locator(".ending").getByText("The match was ended early").waitFor();
  await check.getByText("✓").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Open another file" }).click();
  await page.getByLabel("Exported match").waitFor();
  await person.leave();
});

test("of two files that are opened quickly one after the other, the last one is shown", async () => {
  const [first, last] = [await finishedMatch(world, "grunkle_match", 7), await finishedMatch(world, "jingle_brawl", 3)];
  const files = [exported(world, first), exported(world, last)] as const;
  const person = await world.person();
  const page = await person.open("#/replay");
  await page.getByLabel("Exported match").waitFor();
  // The browser reads the first file slowly.
  await page.evaluate(() => {
    const text = Reflect.get<Blob, "text">(Blob.prototype, "text");
    Blob.prototype.text = async function () {
      if (this instanceof File && this.name === "first.json") {
        await new Promise<void>((resolve) => Object.assign(globalThis, { readFirst: resolve }));
      }
      return text.call(this);
    };
  });
  await drop(page, "first.json", files[0]);
  await page.waitForFunction(() => "readFirst" in globalThis);
  await drop(page, "last.json", files[1]);
  const title = page.getByRole("heading", { level: 1 });
  await title.getByText("Jingle Brawl").waitFor();
  await page.evaluate(async () => {
    (globalThis as unknown as { readFirst: () => void }).readFirst();
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  assert.equal(await title.innerText(), "Jingle Brawl");
  await person.leave();
});

test("the slider keeps its last position, also if the one before is due at the same time", async () => {
  const person = await world.person();
  await person.context.clock.install();
  const page = await person.open("#/replay");
  await drop(page, "match.json", exported(world, await finishedMatch(world, "jingle_brawl", 4)));
  const slider = page.getByLabel("Revision", { exact: true });
  await slider.waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  // The page waits 150 ms. It can need up to 100 ms until it has painted an input.
  for (let wait = 130; wait <= 270; wait += 5) {
    await slider.fill("9");
    await page.clock.runFor(wait);
    await slider.fill("3");
    await page.clock.runFor(1000);
    assert.equal(await slider.inputValue(), "3", `${String(wait)} ms`);
  }
  await person.leave();
});
