/** The actions of a player and a host in a match. */

import {
  type Match,
  MatchPhase,
  Occupant,
  SeatControl,
  type Seat as SeatOfMatch,
} from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";
import { useRef, useState } from "preact/hooks";

import { Check } from "../ui/check.js";
import type { Session } from "../net/session.js";
import { chooseSeat, dropToken } from "../net/tokens.js";
import { useAim } from "../ui/aim.js";
import { useTask } from "../ui/app_context.js";
import { useSeatName } from "../ui/book.js";
import { Confirm, Dialog } from "../ui/dialog.js";
import { addressOf } from "../ui/router.js";
import { confirmDecisions, confirmsDecisions } from "../ui/settings.js";
import { CopyLink } from "./copy_link.js";

/** The controls of seats whose players can be the host. */
const CAN_ACT = [SeatControl.UNSPECIFIED, SeatControl.SUBSTITUTED];

/** A question that is open. */
type Question = "leave" | "forfeit" | "abort" | "move" | "inactive" | "host" | undefined;

export function Actions({ session, match, onRenew }: { session: Session; match: Match; onRenew: () => void }) {
  const [question, setQuestion] = useState<Question>();
  const { busy, failure, run } = useTask();
  const { seat, host } = session;
  const control = match.seats.find((other) => other.seat === seat?.number)?.control;
  const active = match.phase === MatchPhase.ACTIVE;
  const over = match.phase === MatchPhase.FINISHED || match.phase === MatchPhase.ABORTED;
  const players = match.seats.filter(({ occupant }) => occupant === Occupant.PLAYER);
  const heirs = players.filter(
    (other) => ![match.hostSeat, seat?.number].includes(other.seat) && CAN_ACT.includes(other.control),
  );
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
    if (!(event.target instanceof Element && event.target.closest("button"))) return;
    closeMenu();
    // A dialog returns the focus to where it was.
    menu.current?.querySelector("summary")?.focus();
  };
  // Everything that adds, removes or moves an item of the menu.
  const aim = useAim([match.phase, control, host !== undefined, heirs.length > 0].join());
  if (!seat && !host) return null;
  const substituted = control === SeatControl.SUBSTITUTED;
  const playing = active && seat !== undefined && (control === SeatControl.UNSPECIFIED || substituted);
  return (
    <div class="actions match-actions" {...aim}>
      {failure !== "" && <span class="problem">{failure}</span>}
      {playing && substituted && (
        <button
          type="button"
          class="primary"
          disabled={busy}
          onClick={() => run(() => session.act("return", (key) => seat.returnToSeat(key)))}
        >
          Return to the seat
        </button>
      )}
      <details class="menu" ref={menu} onKeyDown={onKey} onClick={onItem}>
        <summary class="button">Menu</summary>
        <div class="menu-items">
          {playing && !substituted && (
            <button
              type="button"
              disabled={busy}
              onClick={() => run(() => session.act("substitute me", (key) => seat.letBotPlay(key)))}
            >
              Let a bot play for me
            </button>
          )}
          <button type="button" onClick={ask("move")}>
            Move to another device
          </button>
          {seat && (
            <button
              type="button"
              onClick={() => {
                chooseSeat(match.matchId, "ask");
                onRenew();
              }}
            >
              Change the seat of this tab
            </button>
          )}
          {seat && !over && (
            <Check label="Confirm each decision" value={confirmsDecisions.value} onChange={confirmDecisions} />
          )}
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
          {host && !over && heirs.length > 0 && (
            <button type="button" onClick={ask("host")}>
              Make another player the host
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
              await session.act("leave", (key) => seat.leave(key));
              dropToken(match.matchId, seat.token);
              chooseSeat(match.matchId, "ask");
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
          onConfirm={() => run(() => session.act("forfeit", (key) => seat.forfeit(key)))}
        />
      )}
      {question === "abort" && host && (
        <Confirm
          title="End the match for all?"
          text="The match ends without a result."
          action="End the match"
          onClose={close}
          onConfirm={() => run(() => session.act("abort", (key) => host.abort(key)))}
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
          {host && host.token !== seat?.token && (
            <CopyLink label="Secret link of the host" link={addressOf("host", match.matchId, host.token)} />
          )}
        </Dialog>
      )}
      {question === "inactive" && host && (
        <PlayerChoice
          title="Substitute an inactive player"
          text="A bot decides for the player until the player returns. The server refuses it for an active player."
          players={players.filter(({ control }) => control === SeatControl.UNSPECIFIED)}
          onClose={close}
          onChoose={(seat) => {
            close();
            run(() => session.act(`substitute ${String(seat)}`, (key) => host.substitute(seat, key)));
          }}
        />
      )}
      {question === "host" && host && heirs.length > 0 && (
        <PlayerChoice
          title="Make another player the host"
          text="You will no longer be the host."
          players={heirs}
          onClose={close}
          onChoose={(seat) => {
            close();
            run(() => session.act(`host ${String(seat)}`, (key) => host.transfer(seat, key)));
          }}
        />
      )}
    </div>
  );
}

function PlayerChoice(props: {
  title: string;
  text: string;
  players: readonly SeatOfMatch[];
  onClose: () => void;
  onChoose: (seat: number) => void;
}) {
  const { title, text, players, onClose, onChoose } = props;
  const name = useSeatName();
  return (
    <Dialog title={title} view={players.map(({ seat }) => name(seat)).join()} onClose={onClose}>
      <p>{text}</p>
      <div class="choices">
        {players.map(({ seat }) => (
          <button key={seat} type="button" class="choice" onClick={() => onChoose(seat)}>
            <bdi>{name(seat)}</bdi>
          </button>
        ))}
      </div>
    </Dialog>
  );
}
