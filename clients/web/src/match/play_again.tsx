/** The way to the rematch of a match that is over. */

import type { Match } from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";
import { useEffect } from "preact/hooks";

import { joinRematch } from "../net/rematch.js";
import type { Session } from "../net/session.js";
import { useAim } from "../ui/aim.js";
import { useApp, useTask } from "../ui/app_context.js";
import { Failure } from "../ui/failure.js";
import { goTo, linkTo } from "../ui/router.js";

const REFRESH = 5000;
/** The number of times that a visible tab looks for a rematch: for 10 minutes. */
const LOOKS = 120;

export function PlayAgain({ session, match }: { session: Session; match: Match }) {
  const { api } = useApp();
  const { busy, failure, run } = useTask();
  const { matchId, gameId, rematch } = match;
  useEffect(() => {
    if (rematch !== "") return;
    let looks = 0;
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible") return;
      looks += 1;
      if (looks === LOOKS) clearInterval(timer);
      session.lookForRematch();
    }, REFRESH);
    return () => clearInterval(timer);
  }, [matchId, rematch]);
  const plays = session.seat !== undefined || session.host !== undefined;
  // Another player can have taken the seat of this one.
  const watches = rematch !== "" && (!plays || failure !== "");
  const aim = useAim([watches, failure].join());
  if (!plays && !watches) return null;
  return (
    <div class="stack" {...aim}>
      <Failure text={failure} />
      <div class="actions">
        {plays && (
          <button
            type="button"
            class="primary"
            disabled={busy}
            onClick={() => run(async () => goTo("match", await joinRematch(api, session, gameId)))}
          >
            Play again
          </button>
        )}
        {watches && <a href={linkTo("match", rematch)}>Watch the rematch</a>}
      </div>
    </div>
  );
}
