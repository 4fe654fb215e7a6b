/** The page of a match: lobby, play, end. */

import { english, Refusal } from "@tinsel/client";
import { type Match, MatchPhase, SeatControl } from "@tinsel/client/gen/tinsel/v1/match_pb.js";
import type { Answer } from "@tinsel/client/gen/tinsel/v1/presentation_pb.js";
import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { DecisionForm } from "../form/decision.js";
import { milliseconds } from "../net/clock.js";
import { failureText, Session } from "../net/session.js";
import { dropSeat, grantOf, keep } from "../net/tokens.js";
import { Countdown } from "../scene/seat.js";
import { Facts, SceneHeading, Table } from "../scene/table.js";
import { useApp, useGame, useTask } from "../ui/app_context.js";
import { BookProvider } from "../ui/book.js";
import { Actions } from "./actions.js";
import { Ending } from "./ending.js";
import { History } from "./history.js";
import { Lobby } from "./lobby.js";
import { Log } from "./log.js";
import { Main } from "../ui/main_area.js";

export function MatchPage({ matchId }: { matchId: string }) {
  const { api } = useApp();
  const [version, setVersion] = useState(0);
  const session = useMemo(() => new Session(api, matchId, grantOf(matchId)), [matchId, version]);
  useEffect(
    () => () => {
      session.close();
    },
    [session],
  );
  const renew = () => {
    setVersion((version) => version + 1);
  };
  const refusal = session.refusal.value;
  const state = session.state.value;
  if (refusal) return <Refused refusal={refusal} matchId={matchId} onRenew={renew} />;
  if (!state?.match) {
    return (
      <Main class="page">
        <h1>Match</h1>
        <p role="status">{session.status.value === "reconnecting" ? "Reconnecting…" : "Loading the match…"}</p>
      </Main>
    );
  }
  return <MatchView session={session} match={state.match} onRenew={renew} />;
}

function MatchView({ session, match, onRenew }: { session: Session; match: Match; onRenew: () => void }) {
  const book = useGame(match.gameId);
  const own = session.seat?.number;
  const names = useMemo(() => namesOf(match), [match]);
  const title = book?.about.game?.title ?? match.gameId;
  const form = session.state.value?.form;
  useEffect(() => {
    document.title = `${form ? "Your turn: " : ""}${match.displayName || title}`;
  }, [form === undefined, match.displayName, title]);
  return (
    <BookProvider components={book?.components ?? NO_COMPONENTS} names={names} own={own}>
      <Main class="match">
        <header class="match-head">
          <div>
            <p class="muted">
              <a href="#/">Games</a> / <a href={`#/rules/${match.gameId}`}>Rules</a>
              {match.displayName !== "" && ` / ${title}`}
            </p>
            <h1>{match.displayName || title}</h1>
          </div>
          <ConnectionStatus session={session} />
          <Actions session={session} match={match} onRenew={onRenew} />
        </header>
        {session.notice.value !== "" && <p class="notice">{session.notice.value}</p>}
        {match.phase === MatchPhase.LOBBY ? (
          <Lobby session={session} match={match} book={book} onRenew={onRenew} />
        ) : (
          <Play session={session} match={match} />
        )}
      </Main>
    </BookProvider>
  );
}

const NO_COMPONENTS = new Map<never, never>();

function Play({ session, match }: { session: Session; match: Match }) {
  const state = session.state.value;
  const past = session.past.value;
  const own = session.seat?.number;
  const book = useGame(match.gameId);
  const over = match.phase === MatchPhase.FINISHED || match.phase === MatchPhase.ABORTED;
  const scene = past ? past.scene : state?.scene;
  return (
    <div class="play">
      <section class={`stage ${past ? "past" : ""}`} aria-label="Table">
        {over && !past && <Ending match={match} about={book?.about} />}
        {past && (
          <p class="notice">
            {past.failure === "" ? `The table at revision ${String(past.revision)}.` : past.failure}
            {past.failure === "" && !past.scene && " The match had not started."}
          </p>
        )}
        <SceneHeading scene={scene} />
        <Table
          match={match}
          scene={scene}
          own={own}
          decided={past || over ? NOBODY : session.decided.value}
          now={past || over ? undefined : session.clock.now}
        />
      </section>
      <div class="side">
        {!over && <DecisionPanel session={session} match={match} />}
        <section class="events" aria-labelledby="events">
          <h2 id="events">Events</h2>
          <History session={session} newest={Number(match.revision)} />
          <Log session={session} disclosed={over && book?.about.game?.disclosesEverything === true} />
        </section>
      </div>
      <Facts scene={scene} />
    </div>
  );
}

const NOBODY: ReadonlySet<number> = new Set();

function DecisionPanel({ session, match }: { session: Session; match: Match }) {
  const { seat } = session;
  const panel = useRef<HTMLElement>(null);
  const state = session.state.value;
  const { form } = session;
  const voluntary = form ? undefined : session.voluntary.value;
  const pending = match.pendingDecisions.find((decision) => decision.seat === seat?.number);
  const submit = async (answer: Answer) => {
    const inside = panel.current?.contains(document.activeElement);
    await session.submit(answer);
    panel.current?.parentElement?.scrollTo({ top: 0 });
    // The button that had the focus is gone.
    if (inside) panel.current?.focus({ preventScroll: true });
  };
  const title = form ? english(form.title) : "";
  useEffect(() => {
    // The next decision begins at its top, also if the player has scrolled down in the last one.
    panel.current?.parentElement?.scrollTo({ top: 0 });
  }, [title]);
  if (!seat) return null;
  const toForm = () => {
    panel.current?.scrollIntoView({ block: "start" });
    panel.current?.focus({ preventScroll: true });
  };
  return (
    <section class={`panel ${form ? "yours" : ""}`} ref={panel} tabIndex={-1} aria-label="Your decision">
      {form ? (
        <>
          <p class="turn-line">
            <strong>Your turn</strong>
            {pending?.deadline && <Countdown deadline={milliseconds(pending.deadline)} now={session.clock.now} warns />}
          </p>
          <DecisionForm key={form.decision} form={form} scene={state?.scene} pending={pending} submit={submit} />
          <ToForm panel={panel} onClick={toForm} />
        </>
      ) : (
        <p class="muted" role="status">
          {waitingText(session, match)}
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
            submit={submit}
          />
        </details>
      )}
    </section>
  );
}

/** A button that leads to the form, while the form is outside the view. */
function ToForm({ panel, onClick }: { panel: RefObject<HTMLElement>; onClick: () => void }) {
  const [visible, setVisible] = useState(true);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      setVisible(entry?.isIntersecting ?? true);
    });
    if (panel.current) observer.observe(panel.current);
    return () => {
      observer.disconnect();
    };
  }, []);
  return visible ? null : (
    <button type="button" class="to-form primary" onClick={onClick}>
      Your turn: decide
    </button>
  );
}

function waitingText(session: Session, match: Match): string {
  const waits = match.pendingDecisions.flatMap(({ seat }) => (seat === undefined ? [] : [seat]));
  const names = namesOf(match);
  const shown = waits.slice(0, 4).map((seat) => names.get(seat) ?? `Seat ${String(seat)}`);
  const more = waits.length > shown.length ? ` and ${String(waits.length - shown.length)} more` : "";
  const control = match.seats.find((other) => other.seat === session.seat?.number)?.control;
  if (control === SeatControl.SUBSTITUTED) return "A bot decides for you. Return to the seat to decide again.";
  if (control === SeatControl.FORFEITED) return "You have forfeited. The server plays your default actions.";
  if (waits.length === 0) return "No decision is pending.";
  const own = session.seat && session.decided.value.has(session.seat.number) ? "Your decision is sealed. " : "";
  return `${own}Waiting for ${shown.join(", ")}${more}.`;
}

/** The names of the occupants by seat. */
export function namesOf(match: Match): Map<number, string> {
  return new Map(match.seats.flatMap((seat) => (seat.displayName === "" ? [] : [[seat.seat, seat.displayName]])));
}

function ConnectionStatus({ session }: { session: Session }) {
  const status = session.status.value;
  const texts = {
    connecting: "Connecting…",
    live: "Live",
    polling: "Live, every 5 seconds",
    reconnecting: "Reconnecting…",
    over: "Over",
  };
  return (
    <p class={`connection ${status}`} role="status">
      <span class="dot" aria-hidden="true" />
      {texts[status]}
      {status === "reconnecting" && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            session.retry();
          }}
        >
          Retry now
        </button>
      )}
    </p>
  );
}

/** Reasons for which a viewer without the seat's token can still watch. */
const WITHOUT_SEAT = ["SEAT_LEFT", "TOKEN_INVALID", "TOKEN_FOR_OTHER_MATCH"];

function Refused({ refusal, matchId, onRenew }: { refusal: Refusal; matchId: string; onRenew: () => void }) {
  const { api } = useApp();
  const { busy, failure, run } = useTask(failureText);
  const [code, setCode] = useState("");
  const asSpectator = () => {
    dropSeat(matchId);
    onRenew();
  };
  const withCode = (event: Event) => {
    event.preventDefault();
    run(async () => {
      const viewer = await api.calls.spectateByCode(code);
      keep(viewer.matchId, { spectator: viewer.token, joinCode: code });
      if (viewer.matchId === matchId) onRenew();
      else location.hash = `#/match/${viewer.matchId}`;
    });
  };
  return (
    <Main class="page narrow">
      <h1>The match cannot be shown</h1>
      <p class="problem">{failureText(refusal)}</p>
      {WITHOUT_SEAT.includes(refusal.reason) && (
        <button type="button" onClick={asSpectator}>
          Watch without a seat
        </button>
      )}
      {refusal.reason === "PRIVATE_MATCH" && (
        <form class="inline" onSubmit={withCode}>
          <label>
            Join code
            <input
              value={code}
              autocomplete="off"
              onInput={(event) => {
                setCode(event.currentTarget.value);
              }}
            />
          </label>
          <button type="submit" class="primary" disabled={busy || code === ""}>
            Watch
          </button>
          {failure !== "" && <p class="problem">{failure}</p>}
        </form>
      )}
      <div class="actions">
        <button type="button" onClick={onRenew}>
          Try again
        </button>
        <a class="button" href="#/">
          All games
        </a>
      </div>
    </Main>
  );
}
