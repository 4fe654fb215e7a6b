/** Whether an answer keeps to the bounds and constraints of its form, as the server checks it. */

import type {
  AmountsField,
  Answer,
  AssignField,
  BranchField,
  Constraint,
  FieldAnswer,
  FormField,
  PickField,
} from "./gen/tinsel/v1/presentation_pb.js";
import { contains } from "./region.js";
import { holds, type Values } from "./rule.js";
import { english } from "./text.js";

/** A group of fields: a form, a branch, or the options of a game without constraints. */
export interface Group {
  readonly fields: readonly FormField[];
  readonly constraints: readonly Constraint[];
}

/** A value that the server would refuse. */
export interface Problem {
  /** The path of the value as in a refusal, without `answer.`: `fields[bids].amounts[garnet_thief]`. */
  readonly path: string;
  /** The fault and the valid values, in one sentence. */
  readonly text: string;
  /** True if the answer is wrong in every state, such as one with an unknown field. */
  readonly malformed: boolean;
  /** The field with the fault; undefined for a violated constraint and for an unknown field. */
  readonly field?: FormField;
}

/** The first problem of an answer; undefined if the server would accept it. */
export function check(form: Group, answer: Pick<Answer, "fields">): Problem | undefined {
  return checkKinds(form, answer.fields, "") ?? checkBounds(form, answer.fields, "");
}

function checkKinds({ fields }: Group, values: Values, within: string): Problem | undefined {
  return first(values, ({ field: id, value }, index) => {
    const field = fields.find(({ fieldId }) => fieldId === id);
    if (!field) {
      const known = listed(fields.map(({ fieldId }) => fieldId));
      const text = `The form has no such field. Its fields: ${known}.`;
      return { path: `${within}fields[${named(id, index)}]`, text, malformed: true };
    }
    const path = `${within}fields[${id}]`;
    const wrong = (text: string): Problem => ({ path, text, malformed: true, field });
    if (values.findIndex((earlier) => earlier.field === id) < index) {
      return wrong("The answer has this field twice; set each field once.");
    }
    const { kind } = field;
    if (kind.case === undefined) return undefined; // of a later release
    if (value.case !== KINDS[kind.case]) return wrong(`The field needs a value of the kind ${KINDS[kind.case]}.`);
    if (kind.case === "text" && value.case === "text") {
      const [bytes, max] = [new TextEncoder().encode(value.value).length, kind.value.maxBytes];
      if (bytes > max) return wrong(`The text has ${String(bytes)} bytes; it may have at most ${String(max)}.`);
    }
    if (kind.case === "branch" && value.case === "branch") {
      const { branch: chosen, fields: inner } = value.value;
      const branch = kind.value.branches.find(({ branchId }) => branchId === chosen);
      return branch && checkKinds(branch, inner, `${path}.branch[${chosen}].`);
    }
    return undefined;
  });
}

/** The kinds of values by the kinds of fields. */
const KINDS: Record<NonNullable<FormField["kind"]["case"]>, string> = {
  pick: "picks",
  number: "number",
  amounts: "amounts",
  flag: "flag",
  assign: "assignment",
  place: "point",
  text: "text",
  branch: "branch",
  typed: "typed",
};

/** The first problem of the values of each field, then of the constraints. */
export function checkBounds({ fields, constraints }: Group, values: Values, within: string): Problem | undefined {
  return (
    first(fields, (field) => {
      const value = values.find((given) => given.field === field.fieldId)?.value;
      return checkField(field, value ?? { case: undefined }, `${within}fields[${field.fieldId}]`);
    }) ??
    first(constraints, (constraint) => {
      if (holds(constraint, values)) return undefined;
      const at = pointedAt(constraint);
      const path = at === undefined ? "" : `${within}fields[${at}]`;
      return { path, text: english(constraint.text), malformed: false };
    })
  );
}

/** The field to which the refusal of a constraint points. */
function pointedAt({ rule: { case: kind, value } }: Constraint): string | undefined {
  if (kind === "exactlyWhen") return value.path?.field;
  return kind === "distance" ? value.second?.field : value?.paths[0]?.field;
}

function checkField(field: FormField, value: FieldAnswer["value"], path: string): Problem | undefined {
  const outside = (text: string, part = ""): Problem => ({ path: path + part, text, malformed: false, field });
  const { kind } = field;
  switch (kind.case) {
    case "pick":
      return checkPicks(kind.value, value.case === "picks" ? value.value.options : [], outside);
    case "number":
      return numberFault(value.case === "number" ? value.value : 0n, kind.value, outside);
    case "amounts":
      return checkAmounts(kind.value, value.case === "amounts" ? value.value.amounts : [], outside);
    case "assign":
      return checkAssignment(kind.value, value.case === "assignment" ? value.value.slots : [], outside);
    case "place": {
      const point = value.case === "point" ? value.value : undefined;
      if (point && contains(kind.value.region, point)) return undefined;
      const fault = point ? "The point is outside the region" : "A point is missing";
      return outside(`${fault}; choose a point of the form's region, in ${kind.value.unit}.`);
    }
    case "branch":
      return checkBranch(kind.value, value, path, outside);
    default:
      return undefined;
  }
}

type Outside = (text: string, part?: string) => Problem;

function checkPicks({ options, min, max }: PickField, picks: readonly string[], outside: Outside): Problem | undefined {
  const open = options.filter(({ refused }) => !refused).map(({ optionId }) => optionId);
  const wrong = first(picks, (pick, index) => {
    const part = `.picks[${named(pick, index)}]`;
    const option = options.find(({ optionId }) => optionId === pick);
    if (!option) return outside(oneOf(open), part);
    if (option.refused) return outside(english(option.refused), part);
    if (picks.indexOf(pick) === index) return undefined;
    return outside(`${english(option.title)} is picked twice; pick each option at most once.`, part);
  });
  if (wrong || (picks.length >= min && picks.length <= max)) return wrong;
  const needed = min === max ? `exactly ${String(min)}` : `${String(min)} to ${String(max)}`;
  return outside(`${String(picks.length)} picked; pick ${needed} of ${listed(open)}.`);
}

function checkAmounts(
  { slots, step }: AmountsField,
  amounts: readonly { slot: string; number: bigint }[],
  outside: Outside,
): Problem | undefined {
  return (
    checkSlots("amounts", slots, amounts, outside) ??
    first(slots, ({ slotId, min, max }) => {
      const amount = amounts.find(({ slot }) => slot === slotId)?.number ?? 0n;
      return numberFault(amount, { min, max, step }, outside, `.amounts[${slotId}]`);
    })
  );
}

/** Checks that each value is of a slot, and each slot has one value. */
function checkSlots<V extends { slot: string }>(
  kind: string,
  slots: readonly { slotId: string }[],
  values: readonly V[],
  outside: Outside,
  more: (value: V, earlier: readonly V[]) => string | undefined = () => undefined,
): Problem | undefined {
  const ids = slots.map(({ slotId }) => slotId);
  return first(values, (value, index) => {
    const { slot } = value;
    const earlier = values.slice(0, index);
    const twice = earlier.some((other) => other.slot === slot);
    const fault = ids.includes(slot)
      ? twice
        ? `${slot} has two values; set each slot once.`
        : more(value, earlier)
      : oneOf(ids);
    return fault === undefined ? undefined : outside(fault, `.${kind}[${named(slot, index)}]`);
  });
}

function numberFault(
  number: bigint,
  { min, max, step }: { min: bigint; max: bigint; step: bigint },
  outside: Outside,
  part?: string,
): Problem | undefined {
  if (number >= min && number <= max && (step === 0n || number % step === 0n)) return undefined;
  const steps = step > 1n ? ` in steps of ${String(step)}` : "";
  return outside(`${String(number)} is not possible; choose ${String(min)} to ${String(max)}${steps}.`, part);
}

function checkAssignment(
  { slots, options, repeats }: AssignField,
  assigned: readonly { slot: string; option: string }[],
  outside: Outside,
): Problem | undefined {
  return (
    checkSlots("assignment", slots, assigned, outside, ({ option }, earlier) =>
      !repeats && earlier.some((other) => other.option === option)
        ? `${option} is assigned twice; assign each option at most once.`
        : undefined,
    ) ??
    first(slots, (slot) => {
      const open = openOptions(slot.options, options);
      const given = assigned.find((each) => each.slot === slot.slotId);
      return given && open.includes(given.option) ? undefined : outside(oneOf(open), `.assignment[${slot.slotId}]`);
    })
  );
}

/** The options of a slot that are not refused. */
export function openOptions(ids: readonly string[], options: AssignField["options"]): string[] {
  return ids.filter((id) => options.some(({ optionId, refused }) => optionId === id && !refused));
}

function checkBranch({ branches }: BranchField, value: FieldAnswer["value"], path: string, outside: Outside) {
  const { branch: chosen, fields } = value.case === "branch" ? value.value : { branch: undefined, fields: [] };
  const branch = branches.find(({ branchId }) => branchId === chosen);
  if (!branch) return outside(oneOf(branches.filter(({ refused }) => !refused).map(({ branchId }) => branchId)));
  if (branch.refused) return outside(english(branch.refused));
  return checkBounds(branch, fields, `${path}.branch[${branch.branchId}].`);
}

/** The first problem that a check of each of these finds. */
function first<T>(all: readonly T[], problem: (each: T, index: number) => Problem | undefined): Problem | undefined {
  for (const [index, each] of all.entries()) {
    const found = problem(each, index);
    if (found) return found;
  }
  return undefined;
}

/** An ID as the caller wrote it, if it can be one; otherwise its index. */
function named(id: string, index: number): string {
  return /^[A-Za-z0-9_.-]{1,64}$/.test(id) ? id : String(index);
}

function oneOf(ids: readonly string[]): string {
  return `Choose one of ${listed(ids)}.`;
}

/** The first of these IDs, and the number of the others. */
function listed(ids: readonly string[]): string {
  const more = ids.length - SHOWN;
  return (ids.slice(0, SHOWN).join(", ") || "none") + (more > 0 ? ` and ${String(more)} more` : "");
}

const SHOWN = 24;
