/** Time limits in words. */

import type { TimeControl } from "@tinsel/client/gen/tinsel/v1/match_pb.js";

import { duration } from "../ui/duration.js";

export function timeControlText(control: TimeControl | undefined): string {
  if (control?.control.case === "perDecision") {
    return `Each decision has ${duration(Number(control.control.value.seconds))}.`;
  }
  if (control?.control.case !== "bank") return "There is no time limit.";
  const { value } = control.control;
  const increment = Number(value.increment?.seconds ?? 0n);
  const gain = increment > 0 ? `, and gains ${duration(increment)} with each decision` : "";
  return `Each seat has ${duration(Number(value.initial?.seconds ?? 0n))} in total${gain}.`;
}
