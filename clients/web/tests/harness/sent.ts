/** The calls that a page sends. */

import type { Page } from "playwright-core";

/** Notes the calls that the page sends, in the page. */
export function noteCalls(): void {
  const { fetch } = globalThis;
  const noted = Object.assign(globalThis, { calls: [] as string[] });
  noted.fetch = (...request) => {
    const [to] = request;
    noted.calls.push(String(to instanceof Request ? to.url : to));
    return fetch(...request);
  };
}

/** The number of noted calls of a method, including those of the events that the page has handled. */
export function sent(page: Page, method: string): Promise<number> {
  return page.evaluate(async (end) => {
    // Each call waits for its lock, and the browser grants locks in the order of their requests.
    await navigator.locks.request("tests", () => undefined);
    const { calls } = globalThis as unknown as { calls: string[] };
    return calls.filter((url) => url.endsWith(end)).length;
  }, `/${method}`);
}

export function decisionsOf(page: Page): Promise<number> {
  return sent(page, "SubmitAction");
}

export async function forgetCalls(page: Page): Promise<void> {
  await page.evaluate(() => {
    (globalThis as unknown as { calls: string[] }).calls.length = 0;
  });
}
