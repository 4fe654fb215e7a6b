/** The decision of the viewer's seat, or the seats that the match waits for. */

import { english, isolated } from "@tinsel/client/without-games";
import { type Match, SeatControl } from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";
import type { Answer } from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { DecisionForm } from "../form/decision.js";
import { milliseconds } from "../net/clock.js";
import { OutdatedForm, type Session } from "../net/session.js";
import { Countdown } from "../scene/seat.js";
import { useSeatName } from "../ui/book.js";
import { discardDrafts } from "../ui/draft.js";
import { alertNow } from "../ui/live.js";

export function DecisionPanel({ session, match }: { session: Session; match: Match }) {
  const { seat } = session;
  const name = useSeatName();
  const panel = useRef<HTMLElement>(null);
  const [outdated, setOutdated] = useState("");
  const [arrival, setArrival] = useState(0);
  const state = session.state.value;
  const { form } = session;
  const voluntary = form ? undefined : session.voluntary.value;
  const pending = match.pendingDecisions.find((decision) => decision.seat === seat?.number);
  const submit = async (answer: Answer) => {
    const inside = panel.current?.contains(document.activeElement);
    setOutdated("");
    try {
      await session.submit(answer);
      // A voluntary decision does not change the form, so the effect below does not scroll.
      scrollColumn(panel.current);
    } catch (error) {
      if (!(error instanceof OutdatedForm)) throw error;
      // The form disappears, so the panel shows the message.
      setOutdated(error.message);
      alertNow(error.message);
    } finally {
      // The button with the focus may be disabled, or removed, so that the body has the focus. The player may have moved it.
      const focused = document.activeElement;
      const hasMoved = focused !== document.body && !panel.current?.contains(focused);
      if (inside && !hasMoved) panel.current?.focus({ preventScroll: true });
    }
  };
  // The same decision in the next step is a new one: its form starts empty.
  const decision = form ? `${form.decision} ${String(pending?.number)}` : "";
  useLayoutEffect(() => {
    // The next decision begins at its top, also if the player has scrolled down in the last one.
    scrollColumn(panel.current);
  }, [decision]);
  const place = `tinsel.form.${match.matchId}.${String(seat?.number)} `;
  const draft = form ? place + decision : voluntary ? place + voluntary.decision : undefined;
  useEffect(() => {
    // Those of decisions that are made, or that a time limit has ended.
    if (draft !== undefined) discardDrafts(place, draft);
  }, [draft]);
  if (!seat) return null;
  const toForm = () => {
    setArrival(arrival + 1);
    panel.current?.scrollIntoView({ block: "start" });
    panel.current?.focus({ preventScroll: true });
  };
  return (
    <section class={`panel ${form ? "yours" : ""}`} ref={panel} tabIndex={-1} aria-label="Your decision">
      {outdated !== "" && <p class="problem">{outdated}</p>}
      {form ? (
        <>
          <p class="turn-line">
            <strong>Your turn</strong>
            {pending?.deadline && <Countdown deadline={milliseconds(pending.deadline)} now={session.clock.now} warns />}
          </p>
          <DecisionForm
            key={decision}
            form={form}
            scene={state?.scene}
            pending={pending}
            place={place + decision}
            arrival={arrival}
            submit={submit}
          />
          <ToForm panel={panel} onClick={toForm} />
        </>
      ) : (
        <p class="muted" role="status">
          {waitingText(session, match, name)}
        </p>
      )}
      {voluntary && (
        <details>
          <summary>{english(voluntary.title)}</summary>
          <DecisionForm
            key={voluntary.decision}
            form={voluntary}
            scene={state?.scene}
            pending={undefined}
            place={place + voluntary.decision}
            arrival={0}
            submit={submit}
          />
        </details>
      )}
    </section>
  );
}

/**
 * Scrolls the column to the decision. While a keyboard user is elsewhere in the column, keeps that element in view
 * instead: a higher form can push it out.
 */
function scrollColumn(panel: HTMLElement | null): void {
  const column = panel?.parentElement;
  const focused = column?.querySelector(":focus-visible");
  if (focused && !panel?.contains(focused)) focused.scrollIntoView({ block: "nearest" });
  else column?.scrollTo({ top: 0 });
}

/** A button that leads to the form, while the form is outside the view. */
function ToForm({ panel, onClick }: { panel: RefObject<HTMLElement>; onClick: () => void }) {
  const [visible, setVisible] = useState(true);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setVisible(entry?.isIntersecting ?? true));
    if (panel.current) observer.observe(panel.current);
    return () => observer.disconnect();
  }, []);
  return visible ? null : (
    <button type="button" class="to-form primary" onClick={onClick}>
      Your turn: decide
    </button>
  );
}

function waitingText(session: Session, match: Match, nameOf: (seat: number) => string): string {
  const waits = match.pendingDecisions.flatMap(({ seat }) => (seat === undefined ? [] : [seat]));
  const shown = waits.slice(0, 4).map((seat) => isolated(nameOf(seat)));
  const more = waits.length > shown.length ? ` and ${String(waits.length - shown.length)} more` : "";
  const control = match.seats.find((other) => other.seat === session.seat?.number)?.control;
  if (control === SeatControl.SUBSTITUTED) return "A bot decides for you. Return to the seat to decide again.";
  if (control === SeatControl.FORFEITED) return "You have forfeited. The server plays your default actions.";
  if (waits.length === 0) return "No decision is pending.";
  const own = session.seat && session.decided.value.has(session.seat.number) ? "Your decision is sealed. " : "";
  return `${own}Waiting for ${shown.join(", ")}${more}.`;
}
