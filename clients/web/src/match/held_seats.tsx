/** The seats that this browser holds in a match, for a tab that uses none of them. */

import { useMemo } from "preact/hooks";

import { heldSeats, type JoinPlace } from "../net/joining.js";
import { storageChanges } from "../net/storage.js";
import { chooseSeat, grantOf, type SeatGrant } from "../net/tokens.js";
import { useAim } from "../ui/aim.js";
import { TitledPage } from "../ui/main_area.js";
import { goTo } from "../ui/router.js";

/** The seats that this browser holds, also if another tab takes one. */
export function useHeldSeats({ matchId, joinCode }: JoinPlace): readonly SeatGrant[] {
  const changes = storageChanges.value;
  return useMemo(() => heldSeats({ matchId, joinCode }), [matchId, joinCode, changes]);
}

/** Names the seats, and returns to one of them. */
export function HeldSeats({ seats, onReturn }: { seats: readonly SeatGrant[]; onReturn: (seat: SeatGrant) => void }) {
  const aim = useAim(seats.map(({ token }) => token).join());
  if (seats.length === 0) return null;
  return (
    <section class="notice held-seats" aria-label="Seats of this browser" {...aim}>
      <p>{seats.length === 1 ? "This browser holds a seat of the match." : "This browser holds seats of the match."}</p>
      <div class="actions">
        {seats.map((seat) => (
          <button key={seat.token} type="button" onClick={() => onReturn(seat)}>
            <span>
              Return to <SeatTitle seat={seat} />
            </span>
          </button>
        ))}
      </div>
    </section>
  );
}

/** The question which seat a tab uses. Another person can have taken the seat, so the page does not show its cards. */
export function SeatChoice({ matchId, onChosen }: { matchId: string; onChosen: () => void }) {
  const seats = useHeldSeats({ matchId });
  const choose = (choice: SeatGrant | "none") => {
    chooseSeat(matchId, choice);
    onChosen();
  };
  const another = () => {
    const { host, joinCode } = grantOf(matchId);
    if (host === undefined && joinCode !== undefined) goTo("code", joinCode);
    else choose("none");
  };
  return (
    <TitledPage title="Which seat is yours?">
      <HeldSeats seats={seats} onReturn={choose} />
      <p>Another player on this device can take a seat of their own, or watch.</p>
      <div class="actions">
        <button type="button" onClick={another}>
          Take another seat, or watch
        </button>
      </div>
    </TitledPage>
  );
}

function SeatTitle({ seat: { name, number } }: { seat: SeatGrant }) {
  return name === undefined ? (
    <>seat {number}</>
  ) : (
    <>
      the seat of <bdi>{name}</bdi>
    </>
  );
}
