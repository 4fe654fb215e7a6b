/** Files that are dropped on any page. */

import { signal } from "@preact/signals";

import { hasLobby } from "../embed/embedding.js";
import { goTo } from "../ui/router.js";

/** The file that was dropped last. */
export const dropped = signal<File | undefined>(undefined);

/** True while a file is dragged over the page. */
export const dragging = signal(false);

/** Opens each dropped file as a replay. */
export function acceptDrops(): void {
  addEventListener("dragover", (event) => {
    event.preventDefault();
    dragging.value = hasLobby.value;
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) dragging.value = false;
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    dragging.value = false;
    const file = event.dataTransfer?.files[0];
    // A frame without a lobby ignores the file. The browser would show it in place of the match.
    if (!file || !hasLobby.value) return;
    dropped.value = file;
    goTo("replay");
  });
}
