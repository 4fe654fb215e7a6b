/** The state of a form: the values of its fields, and the answer that they make. */

import { create } from "@bufbuild/protobuf";
import type { Group, Point } from "@tinsel/client/without-games";
import {
  type Answer,
  AnswerSchema,
  type FieldAnswer,
  FieldAnswerSchema,
  type FormField,
  type Text,
} from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";

import { isLike } from "../ui/draft.js";

/** The value of a field. */
export type Value =
  | { readonly kind: "picks"; readonly options: readonly string[] }
  | { readonly kind: "number"; readonly number: number }
  | { readonly kind: "amounts"; readonly amounts: Readonly<Record<string, number>> }
  | { readonly kind: "assignment"; readonly slots: Readonly<Record<string, string>> }
  | { readonly kind: "flag"; readonly flag: boolean }
  | { readonly kind: "point"; readonly point: Point | undefined }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "branch"; readonly branch: string; readonly fields: Readonly<Record<string, Values>> }
  | { readonly kind: "none" };

/** The values of a group of fields by the IDs of the fields. A branch keeps the values of each group. */
export type Values = Readonly<Record<string, Value>>;

/** The first values of a group: those without alternative, or else none. */
export function emptyValues(group: Group): Values {
  return Object.fromEntries(group.fields.map((field) => [field.fieldId, emptyValue(field)]));
}

function emptyValue({ kind: { case: kind, value } }: FormField): Value {
  switch (kind) {
    case "pick": {
      const open = value.options.filter((option) => !option.refused);
      const forced = open.length === value.min && value.min > 0;
      return { kind: "picks", options: forced ? open.map((option) => option.optionId) : [] };
    }
    case "number":
      return { kind: "number", number: nearestZero(Number(value.min), Number(value.max), Number(value.step)) };
    case "amounts": {
      const zero = (min: bigint, max: bigint) => nearestZero(Number(min), Number(max), Number(value.step));
      return {
        kind: "amounts",
        amounts: Object.fromEntries(value.slots.map(({ slotId, min, max }) => [slotId, zero(min, max)])),
      };
    }
    case "assign": {
      const refused = new Set(value.options.filter((option) => option.refused).map((option) => option.optionId));
      const open = value.slots.map(
        ({ slotId, options }) => [slotId, options.filter((id) => !refused.has(id))] as const,
      );
      const forced = open.flatMap(([slot, [only, ...more]]) =>
        only !== undefined && more.length === 0 ? [[slot, only] as const] : [],
      );
      return { kind: "assignment", slots: Object.fromEntries(forced) };
    }
    case "flag":
      return { kind: "flag", flag: false };
    case "place":
      return { kind: "point", point: undefined };
    case "text":
      return { kind: "text", text: "" };
    case "branch": {
      const [only, ...more] = value.branches.filter((branch) => !branch.refused);
      const fields = Object.fromEntries(value.branches.map((branch) => [branch.branchId, emptyValues(branch)]));
      return { kind: "branch", branch: only && more.length === 0 ? only.branchId : "", fields };
    }
    default:
      return { kind: "none" };
  }
}

/** The possible number that is nearest to 0. */
function nearestZero(min: number, max: number, step: number): number {
  if (min > 0) return Math.ceil(min / step) * step;
  return max < 0 ? Math.floor(max / step) * step : 0;
}

/** The values of an answer. */
export function valuesOf(group: Group, answers: readonly FieldAnswer[]): Values {
  const given = group.fields.map((field): [string, Value] => {
    const empty = emptyValue(field);
    const answer = answers.find((answer) => answer.field === field.fieldId);
    return [field.fieldId, answer ? valueOf(field, empty, answer) : empty];
  });
  return Object.fromEntries(given);
}

function valueOf(field: FormField, empty: Value, { value: { case: kind, value } }: FieldAnswer): Value {
  switch (kind) {
    case "picks":
      return { kind, options: value.options };
    case "number":
      return { kind, number: Number(value) };
    case "amounts": {
      const before = empty.kind === "amounts" ? empty.amounts : {};
      const given = value.amounts.map(({ slot, number }): [string, number] => [slot, Number(number)]);
      return { kind, amounts: { ...before, ...Object.fromEntries(given) } };
    }
    case "assignment":
      return { kind, slots: Object.fromEntries(value.slots.map(({ slot, option }) => [slot, option])) };
    case "flag":
      return { kind, flag: value };
    case "point":
      return { kind, point: { x: value.x, y: value.y } };
    case "text":
      return { kind, text: value };
    case "branch": {
      const branch = branchesOf(field).find((branch) => branch.branchId === value.branch);
      const before = empty.kind === "branch" ? empty.fields : {};
      const fields = branch ? { ...before, [value.branch]: valuesOf(branch, value.fields) } : before;
      return { kind, branch: value.branch, fields };
    }
    default:
      return empty;
  }
}

function branchesOf({ kind }: FormField) {
  return kind.case === "branch" ? kind.value.branches : [];
}

/** The values that still fit a changed group, so that a player loses no input when another seat decides. */
export function keptValues(group: Group, values: Values): Values {
  const empty = emptyValues(group);
  const kept = group.fields.map((field): [string, Value] => {
    const before = values[field.fieldId];
    const fresh: Value = empty[field.fieldId] ?? { kind: "none" };
    return [field.fieldId, before?.kind === fresh.kind ? keptValue(field, before, fresh) : fresh];
  });
  return Object.fromEntries(kept);
}

function keptValue({ kind: { case: kind, value } }: FormField, before: Value, fresh: Value): Value {
  if (kind === "pick" && before.kind === "picks") {
    const open = new Set(value.options.filter((option) => !option.refused).map((option) => option.optionId));
    const options = before.options.filter((id) => open.has(id));
    return options.length > 0 ? { kind: "picks", options } : fresh;
  }
  if (before.kind === "amounts" && fresh.kind === "amounts") {
    const amounts = Object.entries(fresh.amounts).map(([slot, number]) => {
      const entered = before.amounts[slot];
      return [slot, isLike(entered, number) ? entered : number];
    });
    return { kind: "amounts", amounts: Object.fromEntries(amounts) as Record<string, number> };
  }
  if (kind === "assign" && before.kind === "assignment") {
    const possible = (slot: string, option: string) =>
      value.slots.some(({ slotId, options }) => slotId === slot && options.includes(option));
    const slots = Object.entries(before.slots).filter(([slot, option]) => possible(slot, option));
    return { kind: "assignment", slots: Object.fromEntries(slots) };
  }
  if (kind === "branch" && before.kind === "branch") {
    const branch = value.branches.find((branch) => branch.branchId === before.branch && !branch.refused);
    if (!branch) return fresh;
    const fields = value.branches.map((branch) => [
      branch.branchId,
      keptValues(branch, before.fields[branch.branchId] ?? {}),
    ]);
    return { kind: "branch", branch: branch.branchId, fields: Object.fromEntries(fields) as Record<string, Values> };
  }
  return isLike(before, fresh) ? before : fresh;
}

/** The answer with these values. */
export function answerOf(decision: string, values: Values): Answer {
  return create(AnswerSchema, { decision, fields: answersOf(values) });
}

/** The values as answers of fields. */
export function answersOf(values: Values): FieldAnswer[] {
  return Object.entries(values).flatMap(([field, value]) => {
    const answer = fieldAnswer(value);
    return answer.case === undefined ? [] : [create(FieldAnswerSchema, { field, value: answer })];
  });
}

function fieldAnswer(value: Value): FieldAnswer["value"] {
  const made = (init: Parameters<typeof create<typeof FieldAnswerSchema>>[1]) => create(FieldAnswerSchema, init).value;
  switch (value.kind) {
    case "picks":
      return made({ value: { case: "picks", value: { options: [...value.options] } } });
    case "number":
      return { case: "number", value: BigInt(value.number) };
    case "amounts": {
      const amounts = Object.entries(value.amounts).map(([slot, number]) => ({ slot, number: BigInt(number) }));
      return made({ value: { case: "amounts", value: { amounts } } });
    }
    case "assignment": {
      const slots = Object.entries(value.slots).map(([slot, option]) => ({ slot, option }));
      return made({ value: { case: "assignment", value: { slots } } });
    }
    case "flag":
      return { case: "flag", value: value.flag };
    case "point":
      return value.point ? made({ value: { case: "point", value: value.point } }) : { case: undefined };
    case "text":
      return { case: "text", value: value.text };
    case "branch": {
      if (value.branch === "") return { case: undefined };
      const fields = answersOf(value.fields[value.branch] ?? {});
      return made({ value: { case: "branch", value: { branch: value.branch, fields } } });
    }
    case "none":
      return { case: undefined };
  }
}

/** The options of a form that cannot be chosen, with their reasons. */
export function refusedOptions(group: Group): { title: Text | undefined; reason: Text }[] {
  return group.fields.flatMap(({ kind: { case: kind, value } }) => {
    if (kind === "pick" || kind === "assign") return value.options.flatMap(refusedOption);
    if (kind !== "branch") return [];
    return value.branches.flatMap((branch) => [
      ...refusedOption(branch),
      ...(branch.refused ? [] : refusedOptions(branch)),
    ]);
  });
}

function refusedOption({ title, refused }: { title?: Text; refused?: Text }) {
  return refused ? [{ title, reason: refused }] : [];
}
