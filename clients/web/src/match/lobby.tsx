/** A match before its start: seats, joining, inviting, and the actions of the host. */

import { type Match, Occupant, StartPolicy, Visibility } from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";

import { hasLobby } from "../embed/embedding.js";
import type { GameBook } from "../net/catalog.js";
import { milliseconds } from "../net/clock.js";
import { placeOf, takeSeat } from "../net/joining.js";
import type { Session } from "../net/session.js";
import { grantOf, keep } from "../net/tokens.js";
import { useApp, useTask } from "../ui/app_context.js";
import { useAim } from "../ui/aim.js";
import { Failure } from "../ui/failure.js";
import { addressOf } from "../ui/router.js";
import { initials, seatHue } from "../ui/symbol.js";
import { CopyLink } from "./copy_link.js";
import { useHeldSeats } from "./held_seats.js";
import { JoinForm } from "./join_form.js";
import { timeControlText } from "./time_control.js";
import { Log } from "./log.js";

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeStyle: "short" });

export function Lobby(props: { session: Session; match: Match; book: GameBook | undefined; onRenew: () => void }) {
  const { session, match, book, onRenew } = props;
  const { api } = useApp();
  const { busy, failure, run } = useTask();
  const { host, seat } = session;
  const open = match.seats.filter((other) => other.occupant === Occupant.OPEN).length;
  const isPrivate = match.visibility === Visibility.PRIVATE;
  const { joinCode } = grantOf(match.matchId);
  const held = useHeldSeats({ matchId: match.matchId });
  const place = placeOf(match);
  const join = (name: string) => {
    run(async () => {
      if ((await takeSeat(api, place, name, held)) === undefined) return;
      keep(match.matchId, { gameId: match.gameId });
      onRenew();
    });
  };
  const joins = !seat && open > 0 && (!isPrivate || joinCode !== undefined);
  const byHost = match.startPolicy === StartPolicy.BY_HOST;
  const names = match.seats.map(({ displayName }) => displayName);
  const addBots = (number: number) => {
    run(async () => {
      for (let left = open; left > open - number; left--)
        await session.act(`bot ${String(left)}`, (key) => host?.addBot("", key) ?? Promise.resolve(0n));
    });
  };
  const remove = (number: number) => {
    run(() => session.act(`remove ${String(number)}`, (key) => host?.remove(number, key) ?? Promise.resolve(0n)));
  };
  // From this time on, players may start a full match that its host has not started.
  const startTime = match.startWithoutHostTime && milliseconds(match.startWithoutHostTime);
  const waitsForHost = startTime !== undefined && session.clock.now.value < startTime;
  const isOverdue = startTime !== undefined && !waitsForHost && !host;
  const starter = host ?? (startTime === undefined ? undefined : seat);
  // Everything that adds, removes or moves a button.
  const roles = [joins, host !== undefined, starter !== undefined, byHost, waitsForHost];
  const aim = useAim([match.phase, match.hostSeat, ...names, held.length, ...roles, busy, failure].join());
  const link = joinCode === undefined ? addressOf("match", match.matchId) : addressOf("code", joinCode);
  return (
    <div class="lobby-table" {...aim}>
      <section class="panel" aria-labelledby="seats">
        <h2 id="seats">
          {open === 0 ? "All seats are taken" : `${String(open)} of ${String(match.seats.length)} seats open`}
        </h2>
        <ol class="seat-list">
          {match.seats.map((other) => (
            <li
              key={other.seat}
              class={other.occupant === Occupant.OPEN ? "open" : ""}
              style={{ "--hue": String(seatHue(other.seat)) }}
            >
              <span class="avatar" aria-hidden="true">
                {other.displayName === "" ? other.seat : initials(other.displayName)}
              </span>
              <bdi>{other.displayName || "Open"}</bdi>
              {other.seat === seat?.number && <span class="badge">you</span>}
              {other.occupant === Occupant.BOT && <span class="badge">bot</span>}
              {other.seat === match.hostSeat && <span class="badge">host</span>}
              {host && other.occupant !== Occupant.OPEN && other.seat !== seat?.number && (
                <button
                  type="button"
                  disabled={busy}
                  aria-label={`Remove ${other.displayName}`}
                  title="Remove"
                  onClick={() => remove(other.seat)}
                >
                  ✕
                </button>
              )}
            </li>
          ))}
        </ol>
        <p class="muted">
          {byHost ? "The match starts when the host starts it." : "The match starts when the last seat is taken."}{" "}
          {isOverdue && "Any player can start it now. "}
          {waitsForHost && !host && (
            <>
              From <bdi>{DATE.format(startTime)}</bdi> on, any player can start it.{" "}
            </>
          )}
          {timeControlText(match.timeControl)}
        </p>
        {match.expireTime && (
          <p class="muted">
            {open > 0 ? "Waiting for players until " : "The match can start until "}
            <bdi>{DATE.format(milliseconds(match.expireTime))}</bdi>
            {open > 0 ? "; joining extends it." : "."}
          </p>
        )}
        <Failure text={failure} />
        {joins && <JoinForm place={place} busy={busy} another={held.length > 0} onJoin={join} />}
        {starter && (
          <div class="actions">
            {host && open > 0 && (
              <button type="button" disabled={busy} onClick={() => addBots(1)}>
                Add a bot
              </button>
            )}
            {host && open > 1 && (
              <button type="button" disabled={busy} onClick={() => addBots(open)}>
                Fill with bots
              </button>
            )}
            {byHost && (
              <button
                type="button"
                class="primary"
                disabled={busy || open > 0 || (!host && waitsForHost)}
                onClick={() => run(() => session.act("start", (key) => starter.start(key)))}
              >
                Start
              </button>
            )}
          </div>
        )}
      </section>
      <section class="panel" aria-labelledby={hasLobby.value ? "invite" : "events"}>
        {hasLobby.value && (
          <>
            <h2 id="invite">Invite</h2>
            <CopyLink
              label={joinCode === undefined ? "Link to the match" : `Link with the join code ${joinCode}`}
              link={link}
            />
            {isPrivate && joinCode === undefined && <p class="muted">Only the host knows the join code.</p>}
          </>
        )}
        {book?.about.game && <p class="muted">{book.about.game.summary}</p>}
        <h2 id="events">Events</h2>
        <Log session={session} disclosed={false} />
      </section>
    </div>
  );
}
