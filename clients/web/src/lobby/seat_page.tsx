/** A link that brings a seat to a browser that has another seat in the same match. */

import { keep } from "../net/tokens.js";
import { TitledPage } from "../ui/main_area.js";
import { show } from "../ui/router.js";

export function SeatPage({ matchId, seat }: { matchId: string; seat: { number: number; token: string } }) {
  return (
    <TitledPage title="Replace your seat?">
      <p>
        This browser already has a seat in the match. The link contains a token for seat {seat.number}. Accept it only
        if you made the link yourself: this browser then forgets its present seat.
      </p>
      <div class="actions">
        <button type="button" class="primary" onClick={() => show({ page: "match", matchId })}>
          Keep the present seat
        </button>
        <button
          type="button"
          onClick={() => {
            keep(matchId, { seat });
            show({ page: "match", matchId });
          }}
        >
          Replace it
        </button>
      </div>
    </TitledPage>
  );
}
