/** The layout of a phone, the places of elements, and the order of texts. */

import assert from "node:assert/strict";

import type { Locator, Page } from "playwright-core";

export const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

/** The centre of an element, in view. */
export async function centreOf(locator: Locator): Promise<{ x: number; y: number }> {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  assert.ok(box, "the element is not visible");
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

/** Checks that the page does not scroll horizontally, and that no control is outside it. */
export async function fits(page: Page, state: string): Promise<void> {
  const outside = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element: Element): boolean => {
      const parent = element.parentElement;
      if (!parent) return false;
      return ["auto", "scroll"].includes(getComputedStyle(parent).overflowX) || scrolls(parent);
    };
    const controls = [
      ...document.querySelectorAll("a, button, input, select, summary, label, h1, h2, h3, p, legend, bdi, td"),
    ];
    const found = controls.filter((element) => {
      const { left, right, width: own } = element.getBoundingClientRect();
      const hidden = own <= 1 || !element.checkVisibility() || element.closest(".visually-hidden, .skip") !== null;
      return !hidden && (left < -1 || right > width + 1) && !scrolls(element);
    });
    const texts = found.map((element) => element.outerHTML.slice(0, 160));
    const { scrollWidth } = document.documentElement;
    return scrollWidth > width ? [`the page is ${String(scrollWidth)} pixels wide`, ...texts] : texts;
  });
  assert.deepEqual(outside, [], state);
}

/** Checks that every text and label isolates these names, so that they do not move the text beside them. */
export async function isolates(page: Page, names: readonly string[], state: string): Promise<void> {
  const { missing, seen } = await page.evaluate((names) => {
    const texts: [string, Element][] = [["title " + document.title, document.documentElement]];
    for (const element of document.body.querySelectorAll("*")) {
      const hidden = element.closest("script, .visually-hidden [role=alert]") !== null;
      for (const node of hidden ? [] : element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) texts.push([node.textContent ?? "", element]);
      const label = element.getAttribute("aria-label");
      if (label !== null && !names.includes(label)) texts.push([label, element]);
    }
    const found = texts.flatMap(([text, element]) =>
      names.filter((name) => text.includes(name)).map((name) => ({ text, element, name })),
    );
    const bare = found.filter(({ text, element, name }) => {
      const alone =
        element.closest("bdi")?.textContent === name || (text === name && element.closest("input") !== null);
      return !alone && text.split(name).length !== text.split(`\u2068${name}\u2069`).length;
    });
    return {
      missing: bare.map(({ text, element }) => `${element.outerHTML.slice(0, 120)}: ${text}`),
      seen: found.length,
    };
  }, names);
  assert.deepEqual(missing, [], state);
  assert.ok(seen > 0, `${state}: no name`);
}
