/** Settings of the page, which the browser remembers. */

import { computed } from "@preact/signals";

import { read, storageChanges, write } from "../net/storage.js";

const CONFIRM = "tinsel.confirm";

/** Whether the page asks before it submits a decision. Another tab can change the setting. */
export const confirmsDecisions = computed(() => storageChanges.value >= 0 && read(CONFIRM) === "yes");

export function confirmDecisions(confirms: boolean): void {
  write(CONFIRM, confirms ? "yes" : "no");
}
