/** The page of a match, as a player uses it. */

import assert from "node:assert/strict";

import { english, Seat, type Viewer } from "@tinsel/client";
import type { Frame, Locator, Page } from "playwright-core";

import type { Random } from "./random.js";

/** The sentences of one revision. */
export type LogEntry = readonly [revision: number, ...sentences: string[]];

export class Table {
  readonly form: Locator;
  readonly ending: Locator;
  readonly connection: Locator;

  /** `frame`: that of the match, if another site shows the page. */
  constructor(
    readonly page: Page,
    readonly frame: Frame = page.mainFrame(),
  ) {
    this.form = frame.getByRole("region", { name: "Your decision" }).locator("> form");
    this.ending = frame.locator(".ending");
    this.connection = frame.locator(".connection");
  }

  get matchId(): string {
    const [, id] = /#\/match\/([^/?]+)/.exec(this.frame.url()) ?? [];
    if (id === undefined) throw new Error(`${this.frame.url()} is not a match`);
    return id;
  }

  /** Waits until the seat can decide or the match has ended. Returns whether it can decide. */
  async turn(): Promise<boolean> {
    const enabled = this.form.locator(".choice:enabled, .default button:enabled, .submit button");
    await enabled
      .or(this.ending)
      .first()
      .waitFor()
      .catch(async (cause: unknown) => {
        const shown = await this.frame.locator("body").innerText();
        throw new Error(`the page shows neither a decision nor an ending: ${shown}`, { cause });
      });
    return (await this.ending.count()) === 0;
  }

  /** Decides: a random choice, or the default, filled in or directly. */
  async decide(random: Random): Promise<void> {
    const choices = this.form.locator(".choice");
    const count = await choices.count();
    if (count > 0) {
      await this.send(choices.nth(random.below(count)));
      return;
    }
    const fill = this.form.getByRole("button", { name: "Fill it in" });
    if (random.below(2) === 0) {
      await this.send(this.form.getByRole("button", { name: "Play the default" }));
    } else {
      await fill.click();
      await this.send(this.form.getByRole("button", { name: "Submit" }));
    }
  }

  /** Clicks a button that submits an answer, and checks that the server accepts it. */
  async send(button: Locator): Promise<void> {
    const [response] = await Promise.all([
      this.page.waitForResponse((response) => response.url().endsWith("/SubmitAction")),
      button.click(),
    ]);
    await response.finished();
    await this.frame.waitForFunction(() => document.querySelector("form.decision[aria-busy=true]") === null);
    assert.deepEqual(await this.form.locator(".problem").allTextContents(), []);
  }

  /** Decides until the match has ended. Reports the number of decisions. */
  async playToTheEnd(random: Random, report: (decisions: number) => void): Promise<number> {
    let decisions = 0;
    while (await this.turn()) {
      await this.decide(random);
      decisions += 1;
      if (decisions % 20 === 0) report(decisions);
    }
    return decisions;
  }

  /** The log in its order, after all its pages are loaded. */
  async log(): Promise<LogEntry[]> {
    const older = this.page.getByRole("button", { name: "Load older events" });
    while ((await older.count()) > 0) {
      const before = await this.#revisions();
      await older.click();
      await this.page.waitForFunction(
        (before) =>
          document.querySelectorAll(".log > li").length > before || !document.body.innerText.includes("Load older"),
        before,
      );
    }
    return this.page.locator(".log > li").evaluateAll((items) =>
      items.map((item): [number, ...string[]] => {
        const sentences = [...item.querySelectorAll(".sentences > p > .words")];
        return [Number(item.getAttribute("data-revision")), ...sentences.map((words) => words.textContent)];
      }),
    );
  }

  #revisions(): Promise<number> {
    return this.page.locator(".log > li").count();
  }

  /** Waits until the newest revision of the table is at least this one. */
  async reach(revision: bigint): Promise<void> {
    await this.page.waitForFunction(
      (revision) => Number(document.querySelector<HTMLInputElement>("input[aria-label=Revision]")?.max) >= revision,
      Number(revision),
    );
  }

  /** Checks that the log is exactly the history of the match for this viewer: without gap, and nothing twice. */
  async logIsHistoryOf(viewer: Viewer): Promise<void> {
    const history = await historyOf(viewer);
    const [newest] = history[0] ?? [0];
    await this.page.locator(`.log > li[data-revision="${String(newest)}"]`).waitFor();
    const log = await this.log();
    // One entry, because the difference of whole logs is unreadable.
    const at = history.findIndex((entry, index) => JSON.stringify(entry) !== JSON.stringify(log[index]));
    if (at >= 0) assert.deepEqual(log[at], history[at]);
    assert.equal(log.length, history.length);
  }
}

/** The sentences that the viewer received during the match, newest first. */
async function historyOf(viewer: Viewer): Promise<LogEntry[]> {
  const seat = viewer instanceof Seat ? viewer.number : undefined;
  const entries: LogEntry[] = [];
  for await (const { revision, events } of viewer.history(0n, true)) {
    const received = events.filter(({ toEveryone, toSeats }) => toEveryone || toSeats.some((other) => other === seat));
    const sentences = received.flatMap(({ event }) => (event?.sentence ? [english(event.sentence)] : []));
    if (sentences.length > 0) entries.push([Number(revision), ...sentences]);
  }
  return entries.reverse();
}
