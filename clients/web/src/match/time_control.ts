/** Time limits in words. */

import type { TimeControl } from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";

import { duration } from "../ui/duration.js";
import { words } from "../ui/text.js";

export function timeControlText(control: TimeControl | undefined): string {
  const phases = control?.phases.map(({ phase, duration: time }) => `${words(phase)} ${secondsText(time)}`) ?? [];
  const others = phases.length > 0 ? ` Each decision in these phases has another time: ${phases.join(", ")}.` : "";
  return ruleText(control) + others;
}

function ruleText(control: TimeControl | undefined): string {
  if (control?.control.case === "perDecision") return `Each decision has ${secondsText(control.control.value)}.`;
  if (control?.control.case !== "bank") return "There is no time limit.";
  const { initial, increment } = control.control.value;
  const gain = increment && increment.seconds > 0n ? `, and gains ${secondsText(increment)} with each decision` : "";
  return `Each seat has ${secondsText(initial)} in total${gain}.`;
}

function secondsText(time: { readonly seconds: bigint } | undefined): string {
  return duration(Number(time?.seconds ?? 0n));
}
