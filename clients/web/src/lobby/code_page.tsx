/** A private match by its join code: play or watch. */

import { HeldSeats, useHeldSeats } from "../match/held_seats.js";
import { JoinForm } from "../match/join_form.js";
import { UnansweredJoin } from "../match/unanswered_join.js";
import { matchWithCode, takeSeat } from "../net/joining.js";
import { chooseSeat, keep, type SeatGrant } from "../net/tokens.js";
import { useApp, useTask } from "../ui/app_context.js";
import { Failure } from "../ui/failure.js";
import { replaceBy } from "../ui/router.js";
import { TitledPage } from "../ui/main_area.js";

export function CodePage({ code }: { code: string }) {
  const { api } = useApp();
  const { busy, failure, run } = useTask();
  const held = useHeldSeats({ joinCode: code });
  const toMatch = (matchId: string) => replaceBy("match", matchId);
  const spectate = async () => {
    const viewer = await api.calls.spectateByCode(code);
    keep(viewer.matchId, { spectator: viewer.token, joinCode: code });
    return viewer;
  };
  const play = (name: string) => {
    run(async () => {
      // It can be a match in which this browser holds a seat from a link without the code.
      await spectate().catch(() => undefined);
      const matchId = await takeSeat(api, { joinCode: code }, name, held);
      if (matchId !== undefined) toMatch(matchId);
    });
  };
  const watch = () => {
    run(async () => {
      const { matchId } = await spectate();
      chooseSeat(matchId, "none");
      toMatch(matchId);
    });
  };
  const returnTo = (seat: SeatGrant) => {
    const matchId = matchWithCode(code)?.matchId ?? "";
    chooseSeat(matchId, seat);
    toMatch(matchId);
  };
  return (
    <TitledPage title="Join a private match">
      <HeldSeats seats={held} onReturn={returnTo} />
      <UnansweredJoin place={{ joinCode: code }} onSeat={toMatch} />
      <section class="panel" aria-label="Join">
        <p>
          Join code: <strong class="numbers">{code}</strong>
        </p>
        <JoinForm place={{ joinCode: code }} busy={busy} another={held.length > 0} onJoin={play} />
        <div class="actions">
          <button type="button" disabled={busy} onClick={watch}>
            Watch without a seat
          </button>
        </div>
        <Failure text={failure} />
      </section>
    </TitledPage>
  );
}
