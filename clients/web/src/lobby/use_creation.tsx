/** Carries out the plans of a form, and offers to continue one that has no known answer. */

import { useState } from "preact/hooks";

import { HeldSeats } from "../match/held_seats.js";
import { alone, discard, unanswered, useUnanswered } from "../net/stored_calls.js";
import { chooseSeat, type SeatGrant } from "../net/tokens.js";
import { useAim } from "../ui/aim.js";
import { useApp, useTask } from "../ui/app_context.js";
import { discardDrafts } from "../ui/draft.js";
import { replaceBy } from "../ui/router.js";
import { UnansweredCall } from "../ui/unanswered_call.js";
import { callOf, carryOut, openQuickMatch, type Plan, type QuickSeat } from "./creation.js";

/** `drafts`: the entries of the form, which a match does not need any more. */
export function useCreation(gameId: string, drafts: string, describe: (error: unknown) => string) {
  const { api } = useApp();
  const { busy, failure, run } = useTask(describe);
  const [held, setHeld] = useState<QuickSeat & { readonly plan: Plan }>();
  const place = callOf(gameId);
  const lost = useUnanswered(place);
  const start = (plan: Plan, another = false) => {
    run(() =>
      alone(place, async () => {
        const before = unanswered(place);
        // The notice asks what happens to the other plan.
        if (before !== undefined && before !== JSON.stringify(plan)) return;
        const found = plan.quick && !another && before === undefined ? await openQuickMatch(api, gameId) : undefined;
        setHeld(found && { ...found, plan });
        if (found) return;
        const matchId = await carryOut(api, plan);
        discardDrafts(drafts);
        replaceBy("match", matchId);
      }),
    );
  };
  const plan = lost === undefined ? undefined : (JSON.parse(lost) as Plan);
  const notice =
    plan && !busy ? (
      <UnansweredCall onContinue={() => start(plan)} onDiscard={() => discard(place)}>
        {plan.quick ? "The answer to your quick match was lost." : "The answer to your new match was lost."} Continue to
        open the match. Discard the request if you do not want it any more.
      </UnansweredCall>
    ) : (
      held && <HeldQuickMatch held={held} busy={busy} onAnother={() => start(held.plan, true)} />
    );
  return { busy, failure, notice, start };
}

function HeldQuickMatch(props: { held: QuickSeat; busy: boolean; onAnother: () => void }) {
  const { held, busy, onAnother } = props;
  const aim = useAim(held.seat.token);
  const back = (seat: SeatGrant) => {
    chooseSeat(held.matchId, seat);
    replaceBy("match", held.matchId);
  };
  return (
    <div class="stack" {...aim}>
      <HeldSeats seats={[held.seat]} onReturn={back} />
      <button type="button" disabled={busy} onClick={onAnother}>
        Look for another match
      </button>
    </div>
  );
}
