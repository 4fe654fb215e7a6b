/**
 * Takes the screenshots in docs: the lobby, and the table of each game on a desktop and on a phone. Takes the pictures of
 * scenes for the lobby, in src/scenes.
 *
 * Arguments: the address of a page with its server. Default: http://127.0.0.1:7400. CHROMIUM is the path of a Chromium.
 */

import { writeFileSync } from "node:fs";

import { chromium } from "playwright-core";

const [page = "http://127.0.0.1:7400"] = process.argv.slice(2);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const folder = new URL("../docs/", import.meta.url).pathname;
const scenes = new URL("../src/scenes/", import.meta.url).pathname;
const DESKTOP = { width: 1080, height: 660 };
const DECISIONS = 9;
const FIRST_SHOT = 3;
/** The size of a page with a table as wide as a picture. */
const SCENE = { width: 520, height: 900 };
const QUALITY = 0.7;
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

/** Creates a match with bots, plays a few decisions, and takes all screenshots. */
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
    if (decision >= FIRST_SHOT) await shootAll(table, game, colorScheme);
    await decide(table);
  }
  await table.close();
}

async function shootAll(table, game, colorScheme) {
  await table.waitForTimeout(700);
  await table.evaluate(() => scrollTo(0, 0));
  await table.screenshot({ path: `${folder}${game}.png` });
  await table.setViewportSize(PHONE);
  await table.waitForTimeout(400);
  await table.screenshot({ path: `${folder}${game}-phone.png` });
  await shootScene(table, game, colorScheme);
  await table.setViewportSize(DESKTOP);
}

/** Takes the picture of the shared zones of the table. */
async function shootScene(table, game, colorScheme) {
  await table.setViewportSize(SCENE);
  await table.emulateMedia({ colorScheme: "light" });
  const hidden = await table.addStyleTag({ content: ".site, .to-form { display: none !important }" });
  const clip = await table.evaluate(() => {
    const { x, width } = document.querySelector(".middle").getBoundingClientRect();
    const zone = document.querySelector(".middle .zone :is(.field, .cards, .rows)").getBoundingClientRect();
    return { x, y: zone.y + scrollY - 10, width, height: Math.round((width * 9) / 16) };
  });
  const png = await table.screenshot({ fullPage: true, clip });
  const webp = await table.evaluate(
    async ([png, quality]) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (byte) => byte.charCodeAt(0))]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext("2d").drawImage(image, 0, 0);
      const blob = await canvas.convertToBlob({ type: "image/webp", quality });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    [png.toString("base64"), QUALITY],
  );
  writeFileSync(`${scenes}${game}.webp`, Uint8Array.from(webp));
  await hidden.evaluate((style) => style.remove());
  await table.emulateMedia({ colorScheme });
}

async function decide(table) {
  const form = table.locator("form.decision").first();
  await form.waitFor();
  const choices = form.locator(".choice");
  if ((await choices.count()) > 0) await choices.first().click();
  else await form.getByRole("button", { name: "Play the default" }).click();
  await table.waitForTimeout(700);
}
