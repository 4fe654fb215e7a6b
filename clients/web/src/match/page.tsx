/** The page of a match: lobby, play, end. */

import { isolated } from "@tinsel/client/without-games";
import { type Match, MatchPhase } from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";
import { useEffect, useMemo, useState } from "preact/hooks";

import { embedding, hasLobby, lastMatch } from "../embed/embedding.js";
import { RulesDialog } from "../lobby/rules_page.js";
import type { GameBook } from "../net/catalog.js";
import { placeOf } from "../net/joining.js";
import { type Past, Session } from "../net/session.js";
import { chosenSeat, chooseSeat, grantOf, type Access } from "../net/tokens.js";
import { Facts, SceneHeading, Table } from "../scene/table.js";
import { useApp, useGame } from "../ui/app_context.js";
import { BookProvider } from "../ui/book.js";
import { Waiting } from "../ui/loaded.js";
import { Main } from "../ui/main_area.js";
import { linkTo } from "../ui/router.js";
import { Actions } from "./actions.js";
import { ConnectionStatus } from "./connection.js";
import { DecisionPanel } from "./decision_panel.js";
import { Ending } from "./ending.js";
import { HeldSeats, SeatChoice, useHeldSeats } from "./held_seats.js";
import { History } from "./history.js";
import { Lobby } from "./lobby.js";
import { Log } from "./log.js";
import { namesOf } from "./names.js";
import { PlayAgain } from "./play_again.js";
import { Refused } from "./refused.js";
import { UnansweredJoin } from "./unanswered_join.js";

export function MatchPage({ matchId }: { matchId: string }) {
  const [version, setVersion] = useState(0);
  const renew = () => setVersion((version) => version + 1);
  const seat = useMemo(() => chosenSeat(matchId), [matchId, version]);
  if (seat === "ask") return <SeatChoice matchId={matchId} onChosen={renew} />;
  return <SessionPage key={version} matchId={matchId} access={{ ...grantOf(matchId), seat }} onRenew={renew} />;
}

function SessionPage({ matchId, access, onRenew }: { matchId: string; access: Access; onRenew: () => void }) {
  const { api } = useApp();
  const session = useMemo(() => new Session(api, matchId, access), []);
  useEffect(() => () => session.close(), [session]);
  const refusal = session.refusal.value;
  const state = session.state.value;
  if (refusal) return <Refused refusal={refusal} viewer={session.viewer} onRenew={onRenew} />;
  if (!state?.match) {
    return (
      <Main class="page">
        <h1>Match</h1>
        <p role="status">{session.status.value === "reconnecting" ? "Reconnecting…" : "Loading the match…"}</p>
      </Main>
    );
  }
  return <MatchView session={session} match={state.match} onRenew={onRenew} />;
}

function MatchView({ session, match, onRenew }: { session: Session; match: Match; onRenew: () => void }) {
  const game = useGame(match.gameId);
  const [reading, setReading] = useState(false);
  const { book } = game;
  const own = session.seat?.number;
  const names = useMemo(() => namesOf(match), [match]);
  const title = book?.about.game?.title ?? match.gameId;
  const form = session.state.value?.form;
  const held = useHeldSeats({ matchId: match.matchId });
  const returnTo = (seat: { token: string }) => {
    chooseSeat(match.matchId, seat);
    onRenew();
  };
  useEffect(() => {
    document.title = `${form ? "Your turn: " : ""}${isolated(match.displayName || title)}`;
  }, [form === undefined, match.displayName, title]);
  useEffect(() => {
    lastMatch.value = match.matchId;
  }, [match.matchId]);
  return (
    <BookProvider components={book?.components} names={names} own={own}>
      <Main class="match">
        <header class="match-head">
          <div>
            <p class="muted">
              {hasLobby.value && (
                <>
                  <a href={linkTo()}>Games</a> /{" "}
                </>
              )}
              {embedding.value ? (
                // The site receives messages about the match only while the page shows it.
                <button type="button" class="term" aria-haspopup="dialog" onClick={() => setReading(true)}>
                  Rules
                </button>
              ) : (
                <a href={linkTo("rules", match.gameId)}>Rules</a>
              )}
              {match.displayName !== "" && ` / ${title}`}
            </p>
            <h1>
              <bdi>{match.displayName || title}</bdi>
            </h1>
          </div>
          {reading && <RulesDialog gameId={match.gameId} onClose={() => setReading(false)} />}
          <ConnectionStatus session={session} />
          <Actions session={session} match={match} onRenew={onRenew} />
        </header>
        {game.failure !== "" && <Waiting data="the rules and components of the game" loaded={game} />}
        {!session.seat && <HeldSeats seats={held} onReturn={returnTo} />}
        <UnansweredJoin place={placeOf(match)} onSeat={onRenew} />
        {session.notice.value !== "" && <p class="notice">{session.notice.value}</p>}
        {match.phase === MatchPhase.LOBBY ? (
          <Lobby session={session} match={match} book={book} onRenew={onRenew} />
        ) : (
          <Play session={session} match={match} book={book} />
        )}
      </Main>
    </BookProvider>
  );
}

function Play({ session, match, book }: { session: Session; match: Match; book: GameBook | undefined }) {
  const state = session.state.value;
  const past = session.past.value;
  const own = session.seat?.number;
  const over = match.phase === MatchPhase.FINISHED || match.phase === MatchPhase.ABORTED;
  const scene = past ? past.scene : state?.scene;
  return (
    <div class="play">
      <section class={`stage ${past ? "past" : ""}`} aria-label="Table">
        {over && !past && (
          <Ending match={match} about={book?.about}>
            {hasLobby.value && <PlayAgain session={session} match={match} />}
          </Ending>
        )}
        {past && <p class="notice">{pastText(past)}</p>}
        <SceneHeading scene={scene} />
        <Table
          match={match}
          scene={scene}
          own={own}
          decided={past || over ? undefined : session.decided.value}
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

function pastText({ revision, scene, loading, failure }: Past): string {
  if (failure !== "") return failure;
  if (loading) return `Loading the table at revision ${String(revision)}…`;
  return `The table at revision ${String(revision)}.${scene ? "" : " The match had not started."}`;
}
