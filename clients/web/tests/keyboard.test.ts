/** Decisions with Tab, arrows, Space and Enter only. The focus is always visible. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import type { Table } from "./harness/table.js";
import { takeSeat, World } from "./harness/world.js";

const world = World.ofThisFile();
const STEPS = 300;

test("decisions are made by keyboard only, and the focus is always visible", async () => {
  const { host } = await world.match("presents_of_mine", { seats: 8, players: 0 });
  const person = await world.person();
  const table = await takeSeat(await person.open(`#/match/${host.matchId}`), "Ada");
  const { page } = table;
  await table.turn();
  const seat = await world.seatOf(table);

  // Five of ten presents.
  for (let pick = 0; pick < 5; pick++) {
    await tabTo(page, "form.decision input[type=checkbox]:not(:checked)");
    await page.keyboard.press("Space");
  }
  await submit(table);

  // A present for each of three players.
  for (let slot = 0; slot < 3; slot++) {
    await tabTo(page, `form.decision li:nth-child(${String(slot + 1)}) select`);
    await page.keyboard.press("Space");
    for (let down = 0; down <= slot; down++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  }
  // Arrow keys on a closed list choose at once. They take no option that another player has.
  const chosen = () =>
    table.form.locator("select").evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).selectedIndex));
  await table.form.locator("select").first().focus();
  await page.keyboard.press("ArrowDown");
  assert.deepEqual(await chosen(), [2, 2, 3]);
  assert.equal(await table.form.getByText("Assigned twice").count(), 2);
  await page.keyboard.press("ArrowUp");
  assert.deepEqual(await chosen(), [1, 2, 3]);
  await submit(table);

  // The default of the round that also replaces a present.
  await tabTo(page, ".default .actions button:first-child");
  await enter(table);
  const own = (await table.log()).flat().filter((sentence) => sentence === "Ada has submitted.");
  assert.equal(own.length, 3);
  await table.logIsHistoryOf(seat);
  await person.leave();
});

test("choices and the history are reached by keyboard", async () => {
  const { host } = await world.match("snowball_war", { seats: 2, players: 0 });
  const person = await world.person();
  const table = await takeSeat(await person.open(`#/match/${host.matchId}`), "Ada");
  await table.turn();
  await tabTo(table.page, "form.decision .choice");
  await table.page.keyboard.press("Enter");
  await table.page
    .locator(".log")
    .getByText(/^Ada picks|^Ada /)
    .first()
    .waitFor();
  await table.turn();
  await tabTo(table.page, "input[type=range]");
  // Decisions from another device change the form. A keyboard user stays at the history.
  const seat = await world.seatOf(table);
  const decideElsewhere = async () => {
    const { value: turn } = await seat.turns().next();
    assert.ok(turn);
    await table.reach(await turn.playDefault());
    await table.turn();
  };
  await decideElsewhere();
  assert.ok(await table.page.evaluate(() => document.activeElement?.matches("input[type=range]")));
  await tabTo(table.page, "input[type=range]:focus");
  await table.page.keyboard.press("ArrowLeft");
  await table.page.getByText(/^The table at revision \d+\./).waitFor();
  // With the mouse, the next decision begins at its top.
  const column = table.page.locator(".side");
  await table.page.getByRole("button", { name: "Live" }).click();
  await column.evaluate((column) => column.scrollTo({ top: column.scrollHeight }));
  assert.ok(await column.evaluate(({ scrollTop }) => scrollTop > 0));
  await decideElsewhere();
  assert.equal(await column.evaluate(({ scrollTop }) => scrollTop), 0);
  await person.leave();
});

test("a closed dialog returns the focus", async () => {
  const { host } = await world.match("presents_of_mine", { seats: 8, players: 0 });
  const person = await world.person();
  const { page } = await takeSeat(await person.open(`#/match/${host.matchId}`), "Ada");
  const dialog = page.getByRole("dialog");
  await tabTo(page, "form.decision button.info");
  const about = await page.evaluateHandle(() => document.activeElement);
  await page.keyboard.press("Enter");
  await dialog.waitFor();
  assert.ok(await dialog.evaluate((element) => element.contains(document.activeElement)));
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.ok(await page.evaluate((about) => document.activeElement === about, about));
  await page.keyboard.press("Enter");
  await dialog.waitFor();
  await tabTo(page, "dialog[open] header button");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  assert.ok(await page.evaluate((about) => document.activeElement === about, about));
  // A dialog that opens in the frame in which another one closes stays open.
  await page.keyboard.press("Enter");
  await dialog.waitFor();
  const stays = await page.evaluate(async (about) => {
    document.querySelector<HTMLElement>("dialog[open] header button")?.click();
    await new Promise((resolve) => setTimeout(resolve));
    (about as HTMLElement).click();
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    return document.querySelector("dialog") !== null;
  }, about);
  assert.ok(stays);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  // The menu closes before the dialog opens.
  await page.locator(".menu summary").focus();
  await page.keyboard.press("Enter");
  await tabTo(page, ".menu-items button:nth-child(2)");
  await page.keyboard.press("Enter");
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.ok(await page.evaluate(() => document.activeElement?.matches(".menu summary")));
  await person.leave();
});

/** Submits the form, which must be complete. */
async function submit(table: Table): Promise<void> {
  await tabTo(table.page, "form.decision button[type=submit]:enabled");
  await enter(table);
}

/** Presses Enter, which submits, and waits for the next form. The focus returns to the decision. */
async function enter(table: Table): Promise<void> {
  const { page } = table;
  await Promise.all([page.waitForResponse(/\/SubmitAction$/), page.keyboard.press("Enter")]);
  await page.waitForFunction(
    () =>
      document.querySelector("form.decision[aria-busy=true]") === null &&
      document.activeElement?.closest("[aria-label='Your decision']"),
  );
  await table.turn();
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let step = 0; step < STEPS; step++) {
    const { problem, reached } = await page.evaluate((selector) => {
      const element = document.activeElement;
      if (!element || element === document.body) return { problem: "", reached: false };
      const marks = (shown: Element | null): boolean => {
        if (!shown) return false;
        const style = getComputedStyle(shown);
        return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none";
      };
      const box = element.getBoundingClientRect();
      const inside = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
      // An option shows the focus of the input in it.
      const visible = inside && [element, element.closest("label"), element.closest(".option")].some(marks);
      return { problem: visible ? "" : element.outerHTML.slice(0, 200), reached: element.matches(selector) };
    }, selector);
    assert.equal(problem, "", "the focus is not visible");
    if (reached) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not reach ${selector}`);
}
