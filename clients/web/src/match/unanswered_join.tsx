/** A join whose answer was lost. The server can have given the seat to this browser, also if the match has started. */

import { useEffect } from "preact/hooks";

import { callOf, chosen, continueJoin, continueJoinOf, type JoinPlace } from "../net/joining.js";
import { discard, isAwaited, useUnanswered } from "../net/stored_calls.js";
import { useApp, useTask } from "../ui/app_context.js";
import { Failure } from "../ui/failure.js";
import { UnansweredCall } from "../ui/unanswered_call.js";

/** Repeats the join once while its user waits for it; later only if a user wants it. */
export function UnansweredJoin({ place, onSeat }: { place: JoinPlace; onSeat: (matchId: string) => void }) {
  const { api } = useApp();
  const { busy, failure, run } = useTask();
  const call = callOf(place);
  const name = useUnanswered(call);
  useEffect(() => {
    // The tab does not choose the seat: another player can use the device now.
    if (isAwaited(call)) run(() => continueJoin(api, place));
  }, []);
  const proceed = (name: string) => {
    run(async () => {
      const joined = await continueJoinOf(api, place, name);
      if (joined) onSeat(chosen(joined));
    });
  };
  return (
    <>
      {name !== undefined && !busy && (
        <UnansweredCall onContinue={() => proceed(name)} onDiscard={() => discard(call)}>
          The answer to the request for a seat of <bdi>{name}</bdi> was lost. Continue to take the seat. Discard the
          request if you do not want it any more.
        </UnansweredCall>
      )}
      <Failure text={failure} />
    </>
  );
}
