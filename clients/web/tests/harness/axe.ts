/** Accessibility rules of axe-core. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { AxeResults } from "axe-core";
import type { Frame, Page } from "playwright-core";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Checks that a page violates no rule. */
export async function isAccessible(shown: Page | Frame, state: string): Promise<void> {
  const page = "mainFrame" in shown ? shown.mainFrame() : shown;
  // Colours that still change have a contrast of their own.
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== "running"));
  await page.evaluate(SOURCE);
  const results = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  const found = results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html.slice(0, 200)} (${any.map(({ message }) => message).join("; ")})`),
  );
  assert.deepEqual(found, [], state);
}
