/** A match before its start: seats, joining, inviting, and the actions of the host. */

import { type Match, Occupant, StartPolicy, Visibility } from "@tinsel/client/gen/tinsel/v1/match_pb.js";
import { useState } from "preact/hooks";

import type { GameBook } from "../net/catalog.js";
import { milliseconds } from "../net/clock.js";
import type { Session } from "../net/session.js";
import { grantOf, keep, keepPlayerName, playerName } from "../net/tokens.js";
import { useApp, useTask } from "../ui/app_context.js";
import { Failure } from "../ui/failure.js";
import { addressOf } from "../ui/router.js";
import { initials, seatHue } from "../ui/symbol.js";
import { TextField } from "../ui/text_field.js";
import { CopyLink } from "./copy_link.js";
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
  const join = (name: string) => {
    run(async () => {
      const joined = await (isPrivate && joinCode !== undefined
        ? api.calls.joinByCode(joinCode, name)
        : api.calls.join(match.matchId, name));
      keepPlayerName(name);
      keep(match.matchId, { seat: { number: joined.number, token: joined.token }, gameId: match.gameId });
      onRenew();
    });
  };
  const link = joinCode === undefined ? addressOf("match", match.matchId) : addressOf("code", joinCode);
  const byHost = match.startPolicy === StartPolicy.BY_HOST;
  return (
    <div class="lobby-table">
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
              {other.displayName || "Open"}
              {other.seat === seat?.number && <span class="badge">you</span>}
              {other.occupant === Occupant.BOT && <span class="badge">bot</span>}
            </li>
          ))}
        </ol>
        <p class="muted">
          {byHost ? "The match starts when the host starts it." : "The match starts when the last seat is taken."}{" "}
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
        {!seat && open > 0 && (!isPrivate || joinCode !== undefined) && <JoinForm busy={busy} onJoin={join} />}
        {host && (
          <div class="actions">
            {open > 0 && (
              <button type="button" disabled={busy} onClick={() => run(() => host.addBot())}>
                Add a bot
              </button>
            )}
            {open > 1 && (
              <button
                type="button"
                disabled={busy}
                onClick={() => {
                  run(async () => {
                    for (let bot = 0; bot < open; bot++) await host.addBot();
                  });
                }}
              >
                Fill with bots
              </button>
            )}
            {byHost && (
              <button type="button" class="primary" disabled={busy || open > 0} onClick={() => run(() => host.start())}>
                Start
              </button>
            )}
          </div>
        )}
      </section>
      <section class="panel" aria-labelledby="invite">
        <h2 id="invite">Invite</h2>
        <CopyLink
          label={joinCode === undefined ? "Link to the match" : `Link with the join code ${joinCode}`}
          link={link}
        />
        {isPrivate && joinCode === undefined && <p class="muted">Only the host knows the join code.</p>}
        {book?.about.game && <p class="muted">{book.about.game.summary}</p>}
        <h2>Events</h2>
        <Log session={session} disclosed={false} />
      </section>
    </div>
  );
}

/** The name of a player, and a button that takes a seat. */
export function JoinForm(props: { busy: boolean; action?: string; onJoin: (name: string) => void }) {
  const { busy, action = "Take a seat", onJoin } = props;
  const [name, setName] = useState(playerName);
  const submit = (event: Event) => {
    event.preventDefault();
    if (name.trim() !== "") onJoin(name.trim());
  };
  return (
    <form class="inline" onSubmit={submit}>
      <TextField label="Your name" value={name} maxLength={40} required autocomplete="nickname" onChange={setName} />
      <button type="submit" class="primary" disabled={busy || name.trim() === ""}>
        {action}
      </button>
    </form>
  );
}
