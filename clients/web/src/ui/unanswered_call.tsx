/** The question what happens to a call whose answer was lost. It is shown while no tab makes the call. */

import type { ComponentChildren } from "preact";

import { useAim } from "./aim.js";

export function UnansweredCall(props: { onContinue: () => void; onDiscard: () => void; children: ComponentChildren }) {
  const { onContinue, onDiscard, children } = props;
  const aim = useAim("");
  return (
    <section class="notice" aria-label="Request without an answer" {...aim}>
      <p>{children}</p>
      <div class="actions">
        <button type="button" class="primary" onClick={onContinue}>
          Continue
        </button>
        <button type="button" onClick={onDiscard}>
          Discard
        </button>
      </div>
    </section>
  );
}
