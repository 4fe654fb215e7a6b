/** The shared data of the fields of a form. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { FormField, Scene } from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";

import type { Problem } from "./check.js";
import type { Value } from "./values.js";

interface FormShared {
  /** The problems of the server's last refusal. */
  readonly refusals: readonly Problem[];
  /** The scene of the same revision, for points on its field. */
  readonly scene: Scene | undefined;
}

export const FormContext = createContext<FormShared>({ refusals: [], scene: undefined });

/** The properties of the component of a kind of field. */
export interface FieldProps<Kind extends FormField["kind"]["case"], V extends Value["kind"]> {
  readonly field: FormField;
  readonly kind: Extract<FormField["kind"], { case: Kind }>["value"];
  readonly value: Extract<Value, { kind: V }>;
  readonly path: string;
  readonly onChange: (value: Value) => void;
}

/** The refusals at a path, and at the parts of the value that no field of their own shows. */
export function useRefused(path: string): readonly Problem[] {
  const { refusals } = useContext(FormContext);
  return refusals.filter(
    (problem) =>
      problem.path === path ||
      (problem.path.startsWith(`${path}.`) && !problem.path.slice(path.length).includes(".fields[")),
  );
}
