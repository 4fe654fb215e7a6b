/** Exported matches. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "playwright-core";

import { tinsel } from "./processes.js";
import type { World } from "./world.js";

/** The file of a match. */
export function exported(world: World, matchId: string): string {
  const folder = mkdtempSync(join(tmpdir(), "tinsel-web-"));
  const file = join(folder, "match.json");
  tinsel("export", matchId, "--server", world.server.address, "--presentation", "--out", file);
  const text = readFileSync(file, "utf8");
  rmSync(folder, { recursive: true });
  return text;
}

/** Drops a file on the page, as a file manager does. */
export async function drop(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ({ name, text }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name, { type: "application/json" }));
      return transfer;
    },
    { name, text },
  );
  await page.dispatchEvent("main", "dragover", { dataTransfer });
  await page.dispatchEvent("main", "drop", { dataTransfer });
}
