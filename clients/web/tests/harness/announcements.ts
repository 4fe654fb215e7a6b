/** The announcements of a screen reader. */

import type { Page } from "playwright-core";

/** The texts of a region that a screen reader reads, as they appear. */
export async function announcements(page: Page, live: "polite" | "assertive" = "polite"): Promise<string[]> {
  const texts: string[] = [];
  await page.exposeFunction("announced", (text: string) => texts.push(text));
  await page.evaluate((live) => {
    const region = document.querySelector(`[data-testid=live-${live}]`);
    const { announced } = globalThis as unknown as { announced: (text: string) => void };
    const observer = new MutationObserver(() => {
      announced(region?.textContent ?? "");
    });
    if (region) observer.observe(region, { characterData: true, childList: true, subtree: true });
  }, live);
  return texts;
}
