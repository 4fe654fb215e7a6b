/** Cut connections, replaced servers, and several tabs. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import {
  createMatch,
  decide,
  decision,
  Deployment,
  isPending,
  loggedRevisions,
  openPage,
  playToTheEnd,
  Proxy,
  revision,
  startBrowser,
} from "./support.js";

let deployment, browser, proxy;
const errors = [];
before(async () => {
  [deployment, browser] = await Promise.all([Deployment.start(), startBrowser()]);
  proxy = await Proxy.start(deployment.port);
});
after(async () => {
  proxy?.stop();
  await browser?.close();
  await deployment?.stop();
});

/** Marks the document, so that a reload is noticed. */
const mark = (page) => page.evaluate(() => (window.marked = true));
const isMarked = (page) => page.evaluate(() => window.marked === true);

test("two browsers play a private match, and each sees its own hand only", async () => {
  const [ada, ben] = [await openPage(browser, errors), await openPage(browser, errors)];
  await createMatch(ada, deployment.url, "secret_santa", { seats: 3, bots: 1, isPrivate: true });
  const link = await ada.getByLabel(/Link with the join code/).inputValue();
  assert.match(link, /#\/code\//);
  await ben.goto(link);
  await ben.getByLabel("Your name").fill("Ben");
  await ben.getByRole("button", { name: "Take a seat" }).click();
  const handOf = async (page) => {
    const cards = page.locator(".own .card:not(.back)");
    await cards.first().waitFor();
    return cards.allInnerTexts();
  };
  const [ofAda, ofBen] = [await handOf(ada), await handOf(ben)];
  assert.notDeepEqual(ofAda, ofBen);
  // A third browser has no access to the private match by its ID.
  const other = await openPage(browser, errors);
  await other.goto(ada.url());
  await other.getByRole("heading", { name: "The match cannot be shown" }).waitFor();

  let [more, turns] = [true, 0];
  while (more && turns < 12) {
    const form = ".panel.yours > form.decision[aria-busy=false]";
    const ending = ada.getByRole("heading", { name: "Final ranking" });
    const due = await Promise.race(
      [ada, ben].map((page) =>
        page
          .locator(form)
          .waitFor()
          .then(() => page)
          .catch(() => undefined),
      ),
    );
    if (due) await decide(due);
    more = !(await ending.isVisible());
    turns += 1;
  }
  for (const page of [ada, ben]) {
    await loggedRevisions(page);
    await page.context().close();
  }
  await other.context().close();
  assert.deepEqual(errors, []);
});

test("the page resumes after a cut in the middle of a sealed decision", async () => {
  const [ada, ben] = [await openPage(browser, errors), await openPage(browser, errors)];
  const matchId = await createMatch(ada, proxy.url, "presents_of_mine", { bots: 6 });
  await ben.goto(`${deployment.url}#/match/${matchId}`);
  await ben.getByLabel("Your name").fill("Ben");
  await ben.getByRole("button", { name: "Take a seat" }).click();
  await mark(ada);
  await decision(ada).waitFor();
  await decision(ben).waitFor();
  await decide(ada);
  await ada.getByText("Your decision is sealed.").waitFor();
  proxy.cut();
  await ada.getByText("Reconnecting…").waitFor();
  // The step is completed while the first browser is cut off.
  await decide(ben);
  const newest = await revision(ben);
  assert.ok((await revision(ada)) < newest);
  proxy.restore();
  await decision(ada).waitFor();
  await ada.waitForFunction(
    (newest) => Number(document.querySelector(".scrubber .numbers").textContent.split("/")[1]) >= newest,
    newest,
  );
  assert.ok(await isMarked(ada), "the page was not loaded again");
  assert.deepEqual(await loggedRevisions(ada), await loggedRevisions(ben));
  await decide(ada);
  await decide(ben);
  await isPending(ada);
  assert.deepEqual(errors, []);
  for (const page of [ada, ben]) await page.context().close();
});

test("the page plays on after its server was replaced", async () => {
  const page = await openPage(browser, errors);
  await createMatch(page, deployment.url, "jingle_brawl", { seats: 3, bots: 2 });
  await mark(page);
  await isPending(page);
  await decide(page);
  await deployment.stopServer();
  await deployment.startServer();
  await playToTheEnd(page);
  assert.ok(await isMarked(page), "the page was not loaded again");
  await loggedRevisions(page);
  assert.deepEqual(errors, []);
  await page.context().close();
});

test("tabs share one stream, and the next tab takes it over", async () => {
  const first = await openPage(browser, errors);
  let streams = 0;
  first.context().on("request", (request) => {
    if (request.url().endsWith("/WatchMatch")) streams += 1;
  });
  await createMatch(first, deployment.url, "grunkle_match");
  await decision(first).waitFor();
  const second = await first.context().newPage();
  await second.goto(first.url());
  await decision(second).waitFor();
  assert.equal(streams, 1);
  // Both tabs show what one of them decides.
  await decide(first);
  const newest = await revision(first);
  await second.waitForFunction(
    (newest) => Number(document.querySelector(".scrubber .numbers").textContent.split("/")[1]) >= newest,
    newest,
  );
  await first.close();
  await decision(second).waitFor();
  await decide(second);
  assert.equal(streams, 2);
  await loggedRevisions(second);
  assert.deepEqual(errors, []);
  await second.context().close();
});
