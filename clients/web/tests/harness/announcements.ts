/** What a screen reader announces. */

import type { Page } from "playwright-core";

/** The texts of the region that a screen reader reads, as they appear. */
export async function announcements(page: Page): Promise<string[]> {
  const said: string[] = [];
  await page.exposeFunction("announced", (text: string) => said.push(text));
  await page.evaluate(() => {
    const region = document.querySelector("[data-testid=live-polite]");
    const { announced } = globalThis as unknown as { announced: (text: string) => void };
    const observer = new MutationObserver(() => {
      announced(region?.textContent ?? "");
    });
    if (region) observer.observe(region, { characterData: true, childList: true, subtree: true });
  });
  return said;
}
