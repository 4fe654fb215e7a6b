/** A private match by its join code: play or watch. */

import { useEffect } from "preact/hooks";

import { JoinForm } from "../match/lobby.js";
import { failureText } from "../net/session.js";
import { grantOf, keep, keepPlayerName } from "../net/tokens.js";
import { useApp, useTask } from "../ui/app_context.js";
import { goTo } from "../ui/router.js";
import { Main } from "../ui/main_area.js";

export function CodePage({ code }: { code: string }) {
  const { api } = useApp();
  const { busy, failure, run } = useTask(failureText);
  useEffect(() => {
    document.title = "Join a private match";
  }, []);
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
    <Main class="page narrow">
      <p class="muted">
        <a href="#/">Games</a>
      </p>
      <h1>Join a private match</h1>
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
        {failure !== "" && (
          <p class="problem" role="alert">
            {failure}
          </p>
        )}
      </section>
    </Main>
  );
}
