/** Messages for screen readers. */

import { type Signal, signal } from "@preact/signals";

const SHOWN = 12;
/** Milliseconds within which updates arrive together. */
const TOGETHER = 100;
let waiting: string[] = [];
const polite = signal("");
const assertive = signal("");

/** Announces events when the reader is idle. Events that arrive together are one message. */
export function announceEvents(sentences: readonly string[]): void {
  if (waiting.length === 0) setTimeout(announce, TOGETHER);
  waiting.push(...sentences);
}

function announce(): void {
  const more = waiting.length - SHOWN;
  const shown = more > 0 ? [`${String(more)} earlier events.`, ...waiting.slice(-SHOWN)] : waiting;
  fill(polite, shown.join(" "));
  waiting = [];
}

/** Announces something that the player must know now. */
export function alertNow(sentence: string): void {
  fill(assertive, sentence);
}

export function LiveRegions() {
  return (
    <div class="visually-hidden">
      <div aria-live="polite" data-testid="live-polite">
        {polite.value}
      </div>
      <div role="alert" data-testid="live-assertive">
        {assertive.value}
      </div>
    </div>
  );
}

// A reader ignores a region whose text does not change.
function fill(region: Signal<string>, text: string): void {
  region.value = region.peek() === text ? `${text}\u00a0` : text;
}
