/** A private match by its join code: play or watch. */

import { JoinForm } from "../match/lobby.js";
import { grantOf, keep, keepPlayerName } from "../net/tokens.js";
import { useApp, useTask } from "../ui/app_context.js";
import { Failure } from "../ui/failure.js";
import { goTo } from "../ui/router.js";
import { TitledPage } from "../ui/main_area.js";

export function CodePage({ code }: { code: string }) {
  const { api } = useApp();
  const { busy, failure, run } = useTask();
  const play = (name: string) => {
    run(async () => {
      const { matchId } = await api.calls.spectateByCode(code).catch(() => ({ matchId: "" }));
      // A browser that has a seat already returns to it.
      if (matchId === "" || !grantOf(matchId).seat) {
        const seat = await api.calls.joinByCode(code, name);
        keepPlayerName(name);
        keep(seat.matchId, { seat: { number: seat.number, token: seat.token }, joinCode: code });
        goTo("match", seat.matchId);
      } else goTo("match", matchId);
    });
  };
  const watch = () => {
    run(async () => {
      const viewer = await api.calls.spectateByCode(code);
      keep(viewer.matchId, { spectator: viewer.token, joinCode: code });
      goTo("match", viewer.matchId);
    });
  };
  return (
    <TitledPage title="Join a private match">
      <section class="panel" aria-label="Join">
        <p>
          Join code: <strong class="numbers">{code}</strong>
        </p>
        <JoinForm busy={busy} onJoin={play} />
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
