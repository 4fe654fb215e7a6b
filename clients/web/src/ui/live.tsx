/** Messages for screen readers. */

import { signal } from "@preact/signals";

const SHOWN = 6;
const polite = signal("");
const assertive = signal("");
let even = false;

/** Announces events when the reader is idle. */
export function say(sentences: readonly string[]): void {
  const more = sentences.length - SHOWN;
  const shown = more > 0 ? [`${String(more)} more events.`, ...sentences.slice(-SHOWN)] : sentences;
  polite.value = distinct(shown.join(" "));
}

/** Announces something that the player must know now. */
export function alertNow(sentence: string): void {
  assertive.value = distinct(sentence);
}

export function LiveRegions() {
  return (
    <div class="visually-hidden">
      <div aria-live="polite" data-testid="live-polite">
        {polite}
      </div>
      <div role="alert" data-testid="live-assertive">
        {assertive}
      </div>
    </div>
  );
}

// A reader ignores a region whose text does not change.
function distinct(text: string): string {
  even = !even;
  return even ? text : `${text}\u00a0`;
}
