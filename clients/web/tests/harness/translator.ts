/** The translation of a page by a browser. */

import type { Page } from "playwright-core";

/**
 * Puts each text of the page into elements of the translator, now and later, as translators do. The words stay, so that a test
 * can compare them.
 */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const skipped = ["SCRIPT", "STYLE", "FONT"];
    const replace = (root: Node) => {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
      for (const text of texts) {
        if (text.data.trim() === "" || skipped.includes(text.parentElement?.tagName ?? "")) continue;
        const translated = document.createElement("template");
        translated.innerHTML = "<font><font></font></font>";
        const inner = translated.content.querySelector("font font");
        inner?.append(text.data);
        text.replaceWith(translated.content);
      }
    };
    replace(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.isConnected) replace(node.parentNode ?? node);
    }).observe(document.body, { childList: true, subtree: true });
  });
}

/** The text of the page, without announcements, which depend on the time of their tab. */
export function textOf(page: Page): Promise<string> {
  return page.locator("body").evaluate((body) => {
    const shown = body.cloneNode(true) as HTMLElement;
    for (const other of shown.querySelectorAll("script, [data-testid^=live-]")) other.remove();
    return shown.textContent.replaceAll(/\s+/g, " ");
  });
}
