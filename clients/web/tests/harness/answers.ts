/** Answers that do not reach the page. */

import { JoinMatchRequestSchema } from "@tinsel/client/gen/tinsel/v1/match_service_pb.js";
import type { Page, Route } from "playwright-core";

import { changed } from "./messages.js";

/** Lets the server apply the first call of a method in this act, and never answers it. */
export async function loseAnswer(page: Page, method: string, act: () => Promise<void>): Promise<void> {
  let lost = false;
  const applied = new Promise<void>((resolve) => {
    // The route stays: without one, the browser would send the held request.
    void page.route(`**/${method}`, async (route) => {
      if (lost) return route.continue();
      lost = true;
      await route.fetch();
      resolve();
    });
  });
  await act();
  await applied;
}

/** Holds the calls of a method until the returned function is called. */
export async function holdCalls(page: Page, method: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/${method}`, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Makes the server refuse the names of players. */
export async function refusesNames(page: Page): Promise<void> {
  await page.route("**/JoinMatch", (route) => {
    const body = changed(JoinMatchRequestSchema, route.request().postDataBuffer() ?? Buffer.of(), (request) => {
      request.displayName = "A\u200bda";
    });
    return route.continue({ postData: body });
  });
}

/** Lets the server apply the first call of a method, and loses all answers until the returned function is called. */
export async function loseAnswers(page: Page, method: string): Promise<() => Promise<void>> {
  let applied: Promise<unknown> | undefined;
  const lose = async (route: Route) => {
    await (applied ??= route.fetch());
    await route.abort();
    await page.evaluate(passTime);
  };
  await page.route(`**/${method}`, lose);
  return () => page.unroute(`**/${method}`, lose);
}

/** Ends the retries of the page, whose clock moves on with each press. */
function passTime(): void {
  for (let press = 0; press < 20; press++) dispatchEvent(new PointerEvent("pointerdown"));
}
