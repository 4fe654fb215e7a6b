/** Whether values satisfy the constraints of a form. */

import type { Constraint, FieldAnswer, FieldPath } from "./gen/tinsel/v1/presentation_pb.js";
import { squaredDistance } from "./region.js";

/** The values of a group of fields. */
export type Values = readonly FieldAnswer[];

/** Whether the values satisfy a constraint. Only the server checks a condition of a later release. */
export function holds({ rule: { case: kind, value } }: Constraint, values: Values): boolean {
  const sum = (paths: readonly FieldPath[]) => paths.reduce((total, path) => total + numberOf(path, values), 0n);
  switch (kind) {
    case "sumAtMost":
      return sum(value.paths) <= value.max;
    case "countAtMost":
      return value.paths.reduce((total, path) => total + countOf(path, values), 0) <= value.max;
    case "atLeastOneOf":
      return value.paths.some((path) => isFilled(path, values));
    case "distinct": {
      const chosen = value.paths.flatMap((path) => chosenIds(path, values));
      return new Set(chosen).size === chosen.length;
    }
    case "exactlyWhen":
      return !value.path || isFilled(value.path, values) === (sum(value.paths) === value.total);
    case "distance": {
      const [first, second] = [value.first, value.second].map((path) => path && valueAt(path, values));
      if (first?.case !== "point" || second?.case !== "point") return true;
      const distance = squaredDistance(first.value, second.value);
      return distance >= value.min ** 2 && (value.max === undefined || distance <= value.max ** 2);
    }
    default:
      return true;
  }
}

function valueAt({ field }: FieldPath, values: Values): FieldAnswer["value"] | undefined {
  return values.find((given) => given.field === field)?.value;
}

function numberOf(path: FieldPath, values: Values): bigint {
  const value = valueAt(path, values);
  if (value?.case === "amounts") {
    // An answer has each slot at most once.
    const amounts = value.value.amounts.filter(({ slot }) => path.part === "" || path.part === slot);
    return amounts.reduce((sum, { number }) => sum + number, 0n);
  }
  if (path.part === "" && value?.case === "number") return value.value;
  if (path.part === "" && (value?.case === "picks" || value?.case === "assignment")) {
    return BigInt(chosenIds(path, values).length);
  }
  return isFilled(path, values) ? 1n : 0n;
}

/** The number of chosen IDs; 1 for another filled value. */
function countOf(path: FieldPath, values: Values): number {
  return chosenIds(path, values).length || (isFilled(path, values) ? 1 : 0);
}

function isFilled(path: FieldPath, values: Values): boolean {
  const value = valueAt(path, values);
  switch (value?.case) {
    case "number":
    case "flag":
    case "text":
      return Boolean(value.value);
    case "point":
      return true;
    case "branch":
      return path.part === "" || value.value.branch === path.part;
    default:
      return chosenIds(path, values).length > 0;
  }
}

/** The chosen IDs: picked and assigned options, and slots with a number other than 0. */
function chosenIds(path: FieldPath, values: Values): string[] {
  const value = valueAt(path, values);
  const selected = (id: string) => path.part === "" || path.part === id;
  switch (value?.case) {
    case "picks":
      return value.value.options.filter(selected);
    case "amounts":
      return value.value.amounts.filter(({ slot, number }) => number !== 0n && selected(slot)).map(({ slot }) => slot);
    case "assignment":
      return value.value.slots.filter(({ slot }) => selected(slot)).map(({ option }) => option);
    default:
      return [];
  }
}
