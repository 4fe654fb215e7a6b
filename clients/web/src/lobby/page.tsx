/** The first page: games, matches to join and to watch, and the matches of this browser. */

import type { Game } from "@tinsel/client/without-games/gen/tinsel/v1/game_service_pb.js";
import { type Match, MatchPhase, Occupant } from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";
import { useEffect, useState } from "preact/hooks";
import { isolated, Refusal } from "@tinsel/client/without-games";

import { failureText } from "../net/failure.js";
import { chooseSeat, forget, ownMatches } from "../net/tokens.js";
import { useAim } from "../ui/aim.js";
import { useApp } from "../ui/app_context.js";
import { useLoaded, Waiting } from "../ui/loaded.js";
import { goTo, linkTo } from "../ui/router.js";
import { TextField } from "../ui/text_field.js";
import { Picture } from "./picture.js";
import { Main } from "../ui/main_area.js";

const REFRESH = 5000;
const LISTED = 40;
const OWN = 8;

export function LobbyPage() {
  const { api } = useApp();
  const loaded = useLoaded("games", () => api.loads.games());
  const games = loaded.value;
  useEffect(() => {
    document.title = "Tinsel";
  }, []);
  return (
    <Main class="page">
      <h1>Party games</h1>
      <section aria-label="Games">
        <Waiting data="the games" loaded={loaded} />
        <ul class="games">
          {games?.map((game) => (
            <li key={game.gameId}>
              <GameCard game={game} />
            </li>
          ))}
        </ul>
      </section>
      <div class="columns">
        <CodeForm />
        <OwnMatches games={games ?? []} />
        <Matches games={games ?? []} phase={MatchPhase.LOBBY} title="Matches to join" />
        <Matches games={games ?? []} phase={MatchPhase.ACTIVE} title="Matches to watch" />
      </div>
    </Main>
  );
}

function GameCard({ game }: { game: Game }) {
  const { seatsMin, seatsMax } = game;
  const seats = seatsMin === seatsMax ? String(seatsMin) : `${String(seatsMin)} to ${String(seatsMax)}`;
  return (
    <article class="game" aria-label={game.title}>
      <Picture gameId={game.gameId} />
      <div class="game-text">
        <h2>{game.title}</h2>
        <p class="muted">{seats} players</p>
        <p>{game.summary}</p>
        <div class="actions">
          <a class="button primary" href={linkTo("new", game.gameId)} aria-label={`Play ${game.title}`}>
            Play
          </a>
          <a class="button quiet" href={linkTo("rules", game.gameId)} aria-label={`Rules of ${game.title}`}>
            Rules
          </a>
        </div>
      </div>
    </article>
  );
}

function CodeForm() {
  const [code, setCode] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    if (code.trim() !== "") goTo("code", code.trim());
  };
  return (
    <section class="panel" aria-labelledby="by-code">
      <h2 id="by-code">Join a private match</h2>
      <form class="inline" onSubmit={submit}>
        <TextField label="Join code" value={code} placeholder="7k3m9-q2xvd" onChange={setCode} />
        <button type="submit" class="primary" disabled={code.trim() === ""}>
          Continue
        </button>
      </form>
      <p class="muted">
        Or open <a href={linkTo("replay")}>an exported match</a>.
      </p>
    </section>
  );
}

function OwnMatches({ games }: { games: readonly Game[] }) {
  const [own, setOwn] = useState(() =>
    ownMatches().filter(({ seats, grant }) => seats.length > 0 || grant.host !== undefined),
  );
  // The list moves up when a match is removed.
  const aim = useAim(String(own.length));
  if (own.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="own" {...aim}>
      <h2 id="own">Your matches</h2>
      <ul class="match-list">
        {own.slice(0, OWN).map(({ matchId, grant, seats: [seat, ...others] }) => (
          <li key={matchId}>
            <a
              href={linkTo("match", matchId)}
              onClick={() => chooseSeat(matchId, seat && others.length === 0 ? seat : "ask")}
            >
              {titleOf(games, grant.gameId ?? "") || matchId}
            </a>
            <span class="muted">
              {seat ? `player ${[seat, ...others].map(({ name = "" }) => isolated(name)).join(", ")}` : "host"},{" "}
              {new Date(grant.time ?? 0).toLocaleString()}
            </span>
            <button
              type="button"
              class="quiet"
              aria-label={`Remove match ${matchId} from this list`}
              onClick={() => {
                forget(matchId);
                setOwn(own.filter((other) => other.matchId !== matchId));
              }}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Matches({ games, phase, title }: { games: readonly Game[]; phase: MatchPhase; title: string }) {
  const { api } = useApp();
  const [matches, setMatches] = useState<readonly Match[]>();
  const [off, setOff] = useState(false);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      try {
        const found: Match[] = [];
        for await (const match of api.loads.matches({ phase })) if (found.push(match) >= LISTED) break;
        if (current) setMatches(found);
        if (current) setFailure("");
      } catch (error) {
        if (!current) return;
        if (error instanceof Refusal && error.reason === "LISTING_DISABLED") {
          setOff(true);
          return;
        }
        setFailure(failureText(error));
      }
      if (current) timer = setTimeout(next, REFRESH);
    };
    const next = () => {
      if (document.visibilityState === "visible") void load();
      else timer = setTimeout(next, REFRESH);
    };
    void load();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, []);
  if (off) return null;
  return (
    <section class="panel" aria-label={title}>
      <h2>{title}</h2>
      {!matches && failure === "" && (
        <p class="muted" role="status">
          Loading…
        </p>
      )}
      {failure !== "" && (
        <p class="problem">
          {failure} The page loads this list again every {REFRESH / 1000} seconds.
        </p>
      )}
      {matches?.length === 0 && <p class="muted">None at present</p>}
      <ul class="match-list">
        {matches?.map((match) => (
          <li key={match.matchId}>
            <a href={linkTo("match", match.matchId)}>
              <bdi>{match.displayName || titleOf(games, match.gameId)}</bdi>
            </a>
            <span class="muted">{matchText(games, match)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function matchText(games: readonly Game[], match: Match): string {
  const taken = match.seats.filter((seat) => seat.occupant !== Occupant.OPEN);
  const names = taken.slice(0, 3).map((seat) => isolated(seat.displayName));
  const more = taken.length > names.length ? " and others" : "";
  const game = match.displayName === "" ? "" : `${titleOf(games, match.gameId)}, `;
  const seats = `${String(taken.length)} of ${String(match.seats.length)} seats taken`;
  return `${game}${seats}${names.length > 0 ? `: ${names.join(", ")}${more}` : ""}`;
}

function titleOf(games: readonly Game[], gameId: string): string {
  return games.find((game) => game.gameId === gameId)?.title ?? gameId;
}
