/**
 * Takes the screenshots in docs: the lobby, and the table of each game on a desktop and on a phone.
 *
 * Arguments: the address of a page with its server. Default: http://127.0.0.1:7400. CHROMIUM is the path of a Chromium.
 */

import { chromium } from "playwright-core";

const [page = "http://127.0.0.1:7400"] = process.argv.slice(2);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const folder = new URL("../docs/", import.meta.url).pathname;
const DESKTOP = { width: 1080, height: 660 };
const DECISIONS = 9;
const FIRST_SHOT = 3;
const PHONE = { width: 360, height: 640 };

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const lobby = await browser.newPage({ viewport: DESKTOP });
  await lobby.goto(page);
  await lobby
    .getByRole("link", { name: /^Play / })
    .first()
    .waitFor();
  await lobby.waitForTimeout(1000);
  await lobby.screenshot({ path: `${folder}lobby.png` });
  const links = await lobby.getByRole("link", { name: /^Play / }).evaluateAll((all) => all.map((link) => link.href));
  for (const [index, link] of links.entries()) await shoot(link, index % 2 === 1 ? "dark" : "light");
} finally {
  await browser.close();
}

/** Creates a match with bots, plays a few decisions, and takes both screenshots. */
async function shoot(link, colorScheme) {
  const game = link.split("/").pop();
  const table = await browser.newPage({ viewport: DESKTOP, colorScheme });
  await table.goto(link);
  await table.getByLabel("Your name").fill("Ada");
  await table.getByRole("button", { name: "Create the match" }).click();
  // A match can end before the last of these decisions. The screenshots before it remain.
  for (let decision = 0; decision < DECISIONS; decision++) {
    await table.locator("form.decision, .ending").first().waitFor();
    if ((await table.locator(".ending").count()) > 0) break;
    if (decision >= FIRST_SHOT) await shootBoth(table, game);
    await decide(table);
  }
  await table.close();
}

async function shootBoth(table, game) {
  await table.waitForTimeout(700);
  await table.evaluate(() => scrollTo(0, 0));
  await table.screenshot({ path: `${folder}${game}.png` });
  await table.setViewportSize(PHONE);
  await table.waitForTimeout(400);
  await table.screenshot({ path: `${folder}${game}-phone.png` });
  await table.setViewportSize(DESKTOP);
}

async function decide(table) {
  const form = table.locator("form.decision").first();
  await form.waitFor();
  const choices = form.locator(".choice");
  if ((await choices.count()) > 0) await choices.first().click();
  else await form.getByRole("button", { name: "Play the default" }).click();
  await table.waitForTimeout(700);
}
