/** A link that brings a seat to a browser that has another seat in the same match. */

import { HeldSeats, useHeldSeats } from "../match/held_seats.js";
import { chooseSeat, keepSeat, type SeatGrant } from "../net/tokens.js";
import { TitledPage } from "../ui/main_area.js";
import { show } from "../ui/router.js";

export function SeatPage({ matchId, seat }: { matchId: string; seat: { number: number; token: string } }) {
  const held = useHeldSeats({ matchId });
  const use = (chosen: SeatGrant) => {
    chooseSeat(matchId, chosen);
    show({ page: "match", matchId });
  };
  const add = () => {
    keepSeat(matchId, seat);
    use(seat);
  };
  return (
    <TitledPage title="Use another seat?">
      <HeldSeats seats={held} onReturn={use} />
      <p>The link contains a token for seat {seat.number}. Use it only if you made the link yourself.</p>
      <div class="actions">
        <button type="button" onClick={add}>
          Use the seat of the link
        </button>
      </div>
    </TitledPage>
  );
}
