/** Failures as sentences for players. */

import { test } from "node:test";

import { refusesNames } from "./harness/answers.js";
import { Table } from "./harness/table.js";
import { World } from "./harness/world.js";

const world = World.ofThisFile();

test("refusals have texts for players", async () => {
  const open = await world.api.create("grunkle_match");
  await world.api.join(open.matchId, "Ada");
  const secret = await world.api.create("grunkle_match", { private: true });
  const person = await world.person();
  const page = await person.open();
  const goTo = async (link: string) => {
    await page.goto(`${world.server.address}/${link}`);
  };
  const shows = (text: string) => page.locator(".problem").getByText(text, { exact: true }).waitFor();

  await goTo("#/match/nothing");
  await shows("There is no such match, or it has expired. Check the link.");
  await goTo(`#/match/${secret.matchId}`);
  await shows("The match is private. Enter its join code to watch it.");
  await goTo("#/code/7k3m9-q2xvd");
  await page.getByRole("button", { name: "Watch without a seat" }).click();
  await shows("No match has this join code, or the match has expired. Ask the host for the code again.");
  await goTo(`#/match/${open.matchId}`);
  await page.getByLabel("Your name").fill("Ada");
  await page.getByRole("button", { name: "Take a seat" }).click();
  await shows("Another player of the match has this name, or a similar one. Choose another name.");
  // The page has its own text for a name that it refuses.
  await refusesNames(page);
  await page.getByLabel("Your name").fill("Ben");
  await page.getByRole("button", { name: "Take a seat" }).click();
  await page
    .locator(".problem")
    .getByText(/^Display name: /)
    .waitFor();
  await person.leave();
});

test("an error of the server without a text for players is shown in its own words", async () => {
  const person = await world.person({ fails: true });
  const page = await person.open("#/new/grunkle_match");
  await page.route("**/CreateMatch", (route) =>
    route.fulfill({
      contentType: "application/grpc-web+proto",
      headers: { "grpc-status": "9", "grpc-message": "the north pole is closed" },
      body: "",
    }),
  );
  await page.getByLabel("Your name").fill("Ada");
  await page.getByRole("button", { name: "Create the match" }).click();
  await page.getByRole("alert").getByText("The north pole is closed.").waitFor();
  await page.unroute("**/CreateMatch");
  await page.getByRole("button", { name: "Continue" }).click();
  await new Table(page).turn();
  await person.leave();
});
