/** Whole matches: one seat in the browser, bots in the others. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { createMatch, Deployment, GAMES, loggedRevisions, openPage, playToTheEnd, startBrowser } from "./support.js";

let deployment, browser;
const errors = [];
before(async () => {
  [deployment, browser] = await Promise.all([Deployment.start(), startBrowser()]);
});
after(async () => {
  await browser?.close();
  await deployment?.stop();
});

for (const game of GAMES) {
  test(`a match of ${game} is played to its end`, async (context) => {
    const page = await openPage(browser, errors);
    const foreign = [];
    page.on("request", (request) => {
      if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(deployment.url)) foreign.push(request.url());
    });
    const matchId = await createMatch(page, deployment.url, game);
    const decisions = await playToTheEnd(page, (progress) => context.diagnostic(`${game}: ${progress}`));
    context.diagnostic(`${game}: the end after ${decisions} decisions`);
    assert.ok(decisions > 0);
    assert.ok((await page.getByRole("table").getByText("Ada").count()) > 0, "the ranking names the player");
    await loggedRevisions(page);
    // The newest revision has the end of the match.
    assert.match(await page.locator("li[data-revision]").first().innerText(), /\d/);

    await page.getByText("Verification").click();
    await page.getByTestId("seed-check").getByText("✓").waitFor();
    assert.ok(await page.getByText("the one that this browser saw at the start").isVisible());
    assert.ok(await page.getByText(`tinsel export ${matchId}`).isVisible());

    const session = await page.context().newCDPSession(page);
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    context.diagnostic(`${game}: ${(usedSize / 1e6).toFixed(1)} MB of JavaScript heap at the end`);
    assert.deepEqual(foreign, [], "the page calls only its own server");
    assert.deepEqual(errors, []);
    await page.context().close();
  });
}
