/** Random answers. */

import { clone, create, type MessageInitShape } from "@bufbuild/protobuf";

import { checkBounds, type Group, openOptions } from "./check.js";
import {
  type Answer,
  AnswerSchema,
  type Constraint,
  type FieldAnswer,
  FieldAnswerSchema,
  type Form,
  type FormField,
  type PlaceField,
} from "./gen/tinsel/v1/presentation_pb.js";
import { boundsOf, contains, type Point } from "./region.js";
import { holds, type Values } from "./rule.js";

/** A random number from 0, and below 1. */
type Chance = () => number;

type Init = MessageInitShape<typeof FieldAnswerSchema>["value"];

/** The maximum number of attempts to satisfy constraints, and to find a point of a region. */
const [ATTEMPTS, POINTS] = [256, 16];

/**
 * A random answer of a form that `check` accepts, or values of options. Each field is drawn by itself. If the attempts find
 * none, or if a field is of a later release, it is the default answer; undefined if the form has none.
 */
export function fill(
  form: Group & Partial<Pick<Form, "decision" | "defaultAnswer">>,
  chance: Chance = Math.random,
): Answer | undefined {
  const fields = fillGroup(form, chance);
  return fields
    ? create(AnswerSchema, { decision: form.decision ?? "", fields })
    : form.defaultAnswer && clone(AnswerSchema, form.defaultAnswer);
}

function fillGroup(group: Group, chance: Chance): FieldAnswer[] | undefined {
  const { fields, constraints } = group;
  for (let attempt = 0; attempt < (constraints.length > 0 ? ATTEMPTS : 1); attempt++) {
    let values: FieldAnswer[] = [];
    for (const field of fields) values = [...values, ...near(field, values, constraints, chance)];
    if (values.length === fields.length && checkBounds(group, values, "") === undefined) return values;
  }
  return undefined;
}

/** The value of a field, if it has one. A point is drawn again while it has a wrong distance to those before it. */
function near(field: FormField, before: Values, constraints: readonly Constraint[], chance: Chance): Values {
  const distances = constraints.filter(({ rule }) => rule.case === "distance");
  let values: Values = [];
  for (let attempt = 0; attempt < POINTS; attempt++) {
    const value = fillField(field, chance);
    values = value ? [create(FieldAnswerSchema, { field: field.fieldId, value })] : [];
    const drawn = [...before, ...values];
    if (field.kind.case !== "place" || distances.every((constraint) => holds(constraint, drawn))) break;
  }
  return values;
}

function fillField({ kind: { case: kind, value } }: FormField, chance: Chance): Init {
  switch (kind) {
    case "pick": {
      const open = value.options.filter(({ refused }) => !refused).map(({ optionId }) => optionId);
      const count = value.min + below(value.max - value.min + 1, chance);
      return { case: "picks", value: { options: shuffled(open, chance).slice(0, count) } };
    }
    case "number":
      return { case: "number", value: multiple(value.min, value.max, value.step, chance) };
    case "amounts": {
      const amounts = value.slots.map(({ slotId: slot, min, max }) => {
        return { slot, number: flip(chance) ? multiple(min, max, value.step, chance) : min };
      });
      return { case: "amounts", value: { amounts } };
    }
    case "flag":
      return { case: "flag", value: flip(chance) };
    case "assign": {
      const slots: { slot: string; option: string }[] = [];
      for (const { slotId: slot, options } of value.slots) {
        const taken = value.repeats ? [] : slots.map(({ option }) => option);
        const option = one(
          openOptions(options, value.options).filter((id) => !taken.includes(id)),
          chance,
        );
        if (option === undefined) return undefined;
        slots.push({ slot, option });
      }
      return { case: "assignment", value: { slots } };
    }
    case "place": {
      const point = fillPoint(value, chance);
      return point && { case: "point", value: point };
    }
    case "text":
      return { case: "text", value: "text".slice(0, value.maxBytes) };
    case "branch": {
      const branch = one(
        value.branches.filter(({ refused }) => !refused),
        chance,
      );
      const fields = branch && fillGroup(branch, chance);
      return fields && { case: "branch", value: { branch: branch.branchId, fields } };
    }
    default:
      return undefined;
  }
}

/** A random point of the region if a few attempts find one, or a suggestion. */
function fillPoint({ region, suggestions }: PlaceField, chance: Chance): Point | undefined {
  const [low, high] = boundsOf(region);
  const drawn = Array.from({ length: POINTS }, () => ({
    x: low.x + below(high.x - low.x + 1, chance),
    y: low.y + below(high.y - low.y + 1, chance),
  }));
  const possible = (point: Point) => contains(region, point);
  const random = drawn.find(possible);
  const suggested = one(suggestions.filter(possible), chance);
  return flip(chance) ? (random ?? suggested) : (suggested ?? random);
}

/** A multiple of `step` within bounds. */
function multiple(min: bigint, max: bigint, anyStep: bigint, chance: Chance): bigint {
  const step = anyStep > 1n ? anyStep : 1n;
  const [first, last] = [ceiling(min, step), -ceiling(-max, step)];
  return (first + BigInt(below(Number(last - first) + 1, chance))) * step;
}

function ceiling(number: bigint, step: bigint): bigint {
  return number / step + (number > 0n && number % step !== 0n ? 1n : 0n);
}

function flip(chance: Chance): boolean {
  return chance() < 0.5;
}

/** A number from 0, and below this one; 0 if that is not above 0. */
function below(count: number, chance: Chance): number {
  return Math.floor(chance() * Math.max(count, 1));
}

function one<T>(all: readonly T[], chance: Chance): T | undefined {
  return all[below(all.length, chance)];
}

function shuffled<T>(all: readonly T[], chance: Chance): T[] {
  const keyed = all.map((each) => ({ each, key: chance() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ each }) => each);
}
