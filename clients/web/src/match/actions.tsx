/** The actions of a player and a host in a match. */

import { type Match, MatchPhase, Occupant, SeatControl } from "@tinsel/client/gen/tinsel/v1/match_pb.js";
import { useRef, useState } from "preact/hooks";

import type { Session } from "../net/session.js";
import { dropSeat } from "../net/tokens.js";
import { useTask } from "../ui/app_context.js";
import { useSeatName } from "../ui/book.js";
import { Confirm, Dialog } from "../ui/dialog.js";
import { addressOf } from "../ui/router.js";
import { CopyLink } from "./copy_link.js";

/** A question that is open. */
type Question = "leave" | "forfeit" | "abort" | "move" | "inactive" | undefined;

export function Actions({ session, match, onRenew }: { session: Session; match: Match; onRenew: () => void }) {
  const [question, setQuestion] = useState<Question>();
  const { busy, failure, run } = useTask();
  const { seat, host } = session;
  const control = match.seats.find((other) => other.seat === seat?.number)?.control;
  const active = match.phase === MatchPhase.ACTIVE;
  const over = match.phase === MatchPhase.FINISHED || match.phase === MatchPhase.ABORTED;
  const ask = (next: Question) => () => setQuestion(next);
  const close = () => setQuestion(undefined);
  const menu = useRef<HTMLDetailsElement>(null);
  const closeMenu = () => {
    if (menu.current) menu.current.open = false;
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    closeMenu();
    menu.current?.querySelector("summary")?.focus();
  };
  const onItem = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLButtonElement)) return;
    closeMenu();
    // A dialog returns the focus to where it was.
    menu.current?.querySelector("summary")?.focus();
  };
  if (!seat && !host) return null;
  const substituted = control === SeatControl.SUBSTITUTED;
  const playing = active && seat !== undefined && (control === SeatControl.UNSPECIFIED || substituted);
  return (
    <div class="actions match-actions">
      {failure !== "" && <span class="problem">{failure}</span>}
      {playing && substituted && (
        <button type="button" class="primary" disabled={busy} onClick={() => run(() => seat.returnToSeat())}>
          Return to the seat
        </button>
      )}
      <details class="menu" ref={menu} onKeyDown={onKey} onClick={onItem}>
        <summary class="button">Menu</summary>
        <div class="menu-items">
          {playing && !substituted && (
            <button type="button" disabled={busy} onClick={() => run(() => seat.letBotPlay())}>
              Let a bot play for me
            </button>
          )}
          <button type="button" onClick={ask("move")}>
            Move to another device
          </button>
          {seat && !over && (
            <button type="button" onClick={ask("leave")}>
              Leave the match
            </button>
          )}
          {playing && (
            <button type="button" onClick={ask("forfeit")}>
              Forfeit
            </button>
          )}
          {host && active && (
            <button type="button" onClick={ask("inactive")}>
              Substitute an inactive player
            </button>
          )}
          {host && !over && (
            <button type="button" onClick={ask("abort")}>
              End the match for all
            </button>
          )}
        </div>
      </details>
      {question === "leave" && seat && (
        <Confirm
          title="Leave the match?"
          text={
            active
              ? "You give up your seat permanently. A bot decides for it until the end."
              : "Your seat is open again for another player."
          }
          action="Leave"
          onClose={close}
          onConfirm={() => {
            run(async () => {
              await seat.leave();
              dropSeat(match.matchId);
              onRenew();
            });
          }}
        />
      )}
      {question === "forfeit" && seat && (
        <Confirm
          title="Forfeit the match?"
          text="Your seat plays only default actions, and ranks behind all players that do not forfeit."
          action="Forfeit"
          onClose={close}
          onConfirm={() => run(() => seat.forfeit())}
        />
      )}
      {question === "abort" && host && (
        <Confirm
          title="End the match for all?"
          text="The match ends without a result."
          action="End the match"
          onClose={close}
          onConfirm={() => run(() => host.abort())}
        />
      )}
      {question === "move" && (
        <Dialog title="Move to another device" onClose={close}>
          <p>
            Open the link on the other device. Keep it secret: it gives full control of{" "}
            {seat ? "your seat" : "the match"}. This device keeps the control too.
          </p>
          {seat && (
            <CopyLink label="Secret link" link={addressOf("seat", match.matchId, String(seat.number), seat.token)} />
          )}
          {host && <CopyLink label="Secret link of the host" link={addressOf("host", match.matchId, host.token)} />}
        </Dialog>
      )}
      {question === "inactive" && host && (
        <Inactive
          match={match}
          onClose={close}
          onSubstitute={(seat) => {
            close();
            run(() => host.substitute(seat));
          }}
        />
      )}
    </div>
  );
}

function Inactive(props: { match: Match; onClose: () => void; onSubstitute: (seat: number) => void }) {
  const { match, onClose, onSubstitute } = props;
  const name = useSeatName();
  const players = match.seats.filter(
    (seat) => seat.occupant === Occupant.PLAYER && seat.control === SeatControl.UNSPECIFIED,
  );
  return (
    <Dialog title="Substitute an inactive player" onClose={onClose}>
      <p>A bot decides for the player until the player returns. The server refuses it for an active player.</p>
      <div class="choices">
        {players.map(({ seat }) => (
          <button key={seat} type="button" class="choice" onClick={() => onSubstitute(seat)}>
            {name(seat)}
          </button>
        ))}
      </div>
    </Dialog>
  );
}
