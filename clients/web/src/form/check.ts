/** Whether the values of a form are an answer: the bounds of the fields, and the constraints across fields. */

import type { Constraint, FieldPath, FormField } from "@tinsel/client/gen/tinsel/v1/presentation_pb.js";

import { contains, type Point, squaredDistance } from "../scene/geometry.js";
import { quantity } from "../ui/duration.js";
import type { Group, Value, Values } from "./values.js";

/** A value outside its bounds. The path is as in a refusal, without `answer.`. */
export interface Problem {
  readonly path: string;
  readonly text: string;
}

/** The values outside their bounds, and the number of violated constraints. */
export interface Check {
  readonly problems: readonly Problem[];
  readonly violated: number;
}

/** Checks the values of a group and of its chosen branches. */
export function check(group: Group, values: Values, within = ""): Check {
  const fields = group.fields.map((field) =>
    checkField(field, values[field.fieldId], `${within}fields[${field.fieldId}]`),
  );
  const violated = group.constraints.filter((constraint) => !holds(constraint, values)).length;
  return {
    problems: fields.flatMap((field) => field.problems),
    violated: fields.reduce((sum, field) => sum + field.violated, violated),
  };
}

export function isValid({ problems, violated }: Check): boolean {
  return problems.length === 0 && violated === 0;
}

function checkField(field: FormField, given: Value | undefined, path: string): Check {
  const problem = (text: string, part = ""): Check => ({ problems: [{ path: path + part, text }], violated: 0 });
  const { case: kind, value } = field.kind;
  switch (kind) {
    case "pick": {
      const picked = given?.kind === "picks" ? given.options : [];
      const open = new Set(value.options.filter((option) => !option.refused).map((option) => option.optionId));
      if (!picked.every((id) => open.has(id))) return problem("A picked option is not possible now.");
      if (picked.length >= value.min && picked.length <= value.max) return NONE;
      return problem(`${pickRule(value.min, value.max)} Picked: ${String(picked.length)}.`);
    }
    case "number": {
      const number = given?.kind === "number" ? given.number : 0;
      const text = numberProblem(number, value.min, value.max, value.step);
      return text === "" ? NONE : problem(text);
    }
    case "amounts": {
      const amounts = given?.kind === "amounts" ? given.amounts : {};
      const problems = value.slots.flatMap(({ slotId, min, max }) => {
        const text = numberProblem(amounts[slotId] ?? 0, min, max, value.step);
        return text === "" ? [] : [{ path: `${path}.amounts[${slotId}]`, text }];
      });
      return { problems, violated: 0 };
    }
    case "assign": {
      const slots = given?.kind === "assignment" ? given.slots : {};
      const open = new Set(value.options.filter((option) => !option.refused).map((option) => option.optionId));
      const problems = value.slots.flatMap(({ slotId, options }) => {
        const option = slots[slotId];
        const possible = option !== undefined && options.includes(option) && open.has(option);
        return possible ? [] : [{ path: `${path}.assignment[${slotId}]`, text: "Choose one." }];
      });
      const chosen = Object.values(slots);
      const twice = !value.repeats && new Set(chosen).size < chosen.length;
      return {
        problems: twice ? [...problems, { path, text: "Assign each option at most once." }] : problems,
        violated: 0,
      };
    }
    case "place": {
      const point = given?.kind === "point" ? given.point : undefined;
      if (!point) return problem("Choose a point.");
      return contains(value.region, point) ? NONE : problem("Choose a point inside the marked region.");
    }
    case "text": {
      const bytes = new TextEncoder().encode(given?.kind === "text" ? given.text : "").length;
      const most = quantity(value.maxBytes, "bytes");
      return bytes <= value.maxBytes
        ? NONE
        : problem(`The text has ${String(bytes)} bytes; it may have at most ${most}.`);
    }
    case "branch": {
      const id = given?.kind === "branch" ? given.branch : "";
      const branch = value.branches.find((branch) => branch.branchId === id && !branch.refused);
      if (!branch) return problem("Choose one.");
      const values = given?.kind === "branch" ? (given.fields[id] ?? {}) : {};
      return check(branch, values, `${path}.branch[${id}].`);
    }
    default:
      return NONE;
  }
}

const NONE: Check = { problems: [], violated: 0 };

/** How many options to pick. */
export function pickRule(min: number, max: number): string {
  if (min === max) return `Pick ${String(min)}.`;
  return min === 0 ? `Pick at most ${String(max)}.` : `Pick ${String(min)} to ${String(max)}.`;
}

function numberProblem(number: number, min: bigint, max: bigint, step: bigint): string {
  const possible = Number.isInteger(number) && number >= Number(min) && number <= Number(max);
  if (possible && number % Number(step) === 0) return "";
  const steps = step > 1n ? ` in steps of ${String(step)}` : "";
  return `Choose ${String(min)} to ${String(max)}${steps}.`;
}

/** Whether the values satisfy a constraint. */
export function holds({ rule: { case: kind, value } }: Constraint, values: Values): boolean {
  const sum = (paths: readonly FieldPath[]) => paths.reduce((total, path) => total + numberOf(path, values), 0);
  switch (kind) {
    case "sumAtMost":
      return sum(value.paths) <= Number(value.max);
    case "countAtMost":
      return value.paths.reduce((total, path) => total + countOf(path, values), 0) <= value.max;
    case "atLeastOneOf":
      return value.paths.some((path) => isFilled(path, values));
    case "distinct": {
      const chosen = value.paths.flatMap((path) => chosenIds(path, values));
      return new Set(chosen).size === chosen.length;
    }
    case "exactlyWhen":
      return !value.path || isFilled(value.path, values) === (sum(value.paths) === Number(value.total));
    case "distance": {
      const [first, second] = [pointOf(value.first, values), pointOf(value.second, values)];
      if (!first || !second) return true;
      const distance = squaredDistance(first, second);
      return distance >= value.min ** 2 && (value.max === undefined || distance <= value.max ** 2);
    }
    // The server checks a condition of a later release.
    default:
      return true;
  }
}

function numberOf(path: FieldPath, values: Values): number {
  const value = values[path.field];
  if (path.part === "" && value?.kind === "number") return value.number;
  if (value?.kind === "amounts") {
    return path.part === ""
      ? Object.values(value.amounts).reduce((sum, n) => sum + n, 0)
      : (value.amounts[path.part] ?? 0);
  }
  if (path.part === "" && value?.kind === "picks") return value.options.length;
  if (path.part === "" && value?.kind === "assignment") return Object.keys(value.slots).length;
  return isFilled(path, values) ? 1 : 0;
}

function countOf(path: FieldPath, values: Values): number {
  const chosen = chosenIds(path, values).length;
  return chosen === 0 && isFilled(path, values) ? 1 : chosen;
}

function isFilled(path: FieldPath, values: Values): boolean {
  const value = values[path.field];
  switch (value?.kind) {
    case "number":
      return value.number !== 0;
    case "flag":
      return value.flag;
    case "text":
      return value.text !== "";
    case "point":
      return value.point !== undefined;
    case "branch":
      return path.part === "" ? value.branch !== "" : value.branch === path.part;
    case "picks":
    case "amounts":
    case "assignment":
      return chosenIds(path, values).length > 0;
    default:
      return false;
  }
}

/** The chosen IDs: picked and assigned options, and slots with a number other than 0. */
function chosenIds({ field, part }: FieldPath, values: Values): string[] {
  const value = values[field];
  const selected = (id: string) => part === "" || part === id;
  switch (value?.kind) {
    case "picks":
      return value.options.filter(selected);
    case "amounts":
      return Object.entries(value.amounts).flatMap(([slot, n]) => (n !== 0 && selected(slot) ? [slot] : []));
    case "assignment":
      return Object.entries(value.slots).flatMap(([slot, option]) => (selected(slot) ? [option] : []));
    default:
      return [];
  }
}

function pointOf(path: FieldPath | undefined, values: Values): Point | undefined {
  const value = path && values[path.field];
  return value?.kind === "point" ? value.point : undefined;
}
