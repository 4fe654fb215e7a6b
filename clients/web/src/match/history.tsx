/** Scroll back through the revisions of a match. */

import { useLayoutEffect, useState } from "preact/hooks";

import type { Session } from "../net/session.js";

/** The wait after the last change of the slider, so that the server does not replay each revision on the way. */
const SETTLE = 150;

export function History({ session, newest }: { session: Session; newest: number }) {
  const past = session.past.value?.revision;
  return (
    <Scrubber
      newest={newest}
      revision={past}
      onShow={(revision) => {
        void session.show(revision);
      }}
    />
  );
}

/** A slider over all revisions. `revision` undefined: the newest, which is followed. */
export function Scrubber(props: {
  newest: number;
  revision: number | undefined;
  /** The label of the button that returns to the newest revision. */
  live?: string;
  onShow: (revision: number | undefined) => void;
}) {
  const { newest, revision, live = "Live", onShow } = props;
  const [draft, setDraft] = useState<number>();
  const shown = draft ?? revision ?? newest;
  // Not useEffect: between the input and its paint, the timer of the input before would replace it.
  useLayoutEffect(() => {
    if (draft === undefined) return;
    const timer = setTimeout(() => {
      setDraft(undefined);
      onShow(draft);
    }, SETTLE);
    return () => clearTimeout(timer);
  }, [draft]);
  const step = (by: number) => setDraft(Math.min(newest, Math.max(1, shown + by)));
  return (
    <div class="scrubber" role="group" aria-label="History">
      <button type="button" aria-label="Previous revision" disabled={shown <= 1} onClick={() => step(-1)}>
        ◀
      </button>
      <input
        type="range"
        aria-label="Revision"
        min={1}
        max={newest}
        value={shown}
        onInput={(event) => setDraft(event.currentTarget.valueAsNumber)}
      />
      <button type="button" aria-label="Next revision" disabled={shown >= newest} onClick={() => step(1)}>
        ▶
      </button>
      <span class="numbers muted">
        {shown}/{newest}
      </span>
      <button
        type="button"
        class={revision === undefined ? "live on" : "live"}
        aria-pressed={revision === undefined}
        onClick={() => {
          setDraft(undefined);
          onShow(undefined);
        }}
      >
        {live}
      </button>
    </div>
  );
}
