/** The keys in the storages of a page. */

import type { Page } from "playwright-core";

/** The keys with this prefix: of the browser, or of the tab. */
export function keysOf(page: Page, storage: "localStorage" | "sessionStorage", prefix: string): Promise<string[]> {
  const read = ([storage, prefix]: readonly ["localStorage" | "sessionStorage", string]) =>
    Object.keys(globalThis[storage]).filter((key) => key.startsWith(prefix));
  return page.evaluate(read, [storage, prefix] as const);
}

/** The keys of the calls without a known answer. */
export function storedCalls(page: Page): Promise<string[]> {
  return keysOf(page, "localStorage", "tinsel.call.");
}
