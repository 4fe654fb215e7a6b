/** The check of the library for the values of the page, with texts for players. */

import {
  check as checkAnswer,
  type Group,
  holds as holdsFor,
  type Problem as Fault,
} from "@tinsel/client/without-games";
import type { Constraint } from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";

import { answersOf, type Values } from "./values.js";

/** A value with a fault. The path is as in a refusal, without `answer.`. */
export type Problem = Pick<Fault, "path" | "text">;

/** The first problem of the values of a group; undefined if they are an answer. */
export function check(group: Group, values: Values): Problem | undefined {
  const fault = checkAnswer(group, { fields: answersOf(values) });
  return fault && { path: fault.path, text: textOf(fault) };
}

/** Whether the values satisfy a constraint. */
export function holds(constraint: Constraint, values: Values): boolean {
  return holdsFor(constraint, answersOf(values));
}

// The texts of the library list IDs.
function textOf({ field, text, malformed }: Fault): string {
  if (!field) return "One of the conditions above is not met.";
  const { case: kind, value } = field.kind;
  if (malformed) return text;
  if (kind === "pick") return pickRule(value.min, value.max);
  if (kind === "assign")
    return value.repeats ? "Choose one for each." : "Choose one for each, each option at most once.";
  return kind === "branch" ? "Choose one." : text;
}

/** How many options to pick. */
export function pickRule(min: number, max: number): string {
  if (min === max) return `Pick ${String(min)}.`;
  return min === 0 ? `Pick at most ${String(max)}.` : `Pick ${String(min)} to ${String(max)}.`;
}
