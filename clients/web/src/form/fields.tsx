/** A group of fields with its constraints. */

import type { Group } from "@tinsel/client/without-games";
import type { FormField } from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";

import { Words } from "../ui/text.js";
import { AssignInput } from "./assign.js";
import { BranchInput } from "./branch.js";
import { holds } from "./check.js";
import { AmountsInput, NumberInput } from "./number.js";
import { PickInput } from "./pick.js";
import { PlaceInputs } from "./place.js";
import { FlagInput, TextInput } from "./simple.js";
import type { Value, Values } from "./values.js";

export function Fields(props: {
  group: Group;
  values: Values;
  /** The path of the group, such as `fields[turn].branch[throw].`. */
  within: string;
  onChange: (values: Values) => void;
}) {
  const { group, values, within, onChange } = props;
  const places = group.fields.filter((field) => field.kind.case === "place");
  return (
    <>
      {group.fields.map((field) => {
        // One drawing of the field has the points of all fields.
        if (field === places[0]) {
          return (
            <PlaceInputs
              key="places"
              group={group}
              places={places}
              values={values}
              within={within}
              onChange={onChange}
            />
          );
        }
        return places.includes(field) ? null : (
          <FieldInput
            key={field.fieldId}
            field={field}
            value={values[field.fieldId] ?? { kind: "none" }}
            path={`${within}fields[${field.fieldId}]`}
            onChange={(value) => onChange({ ...values, [field.fieldId]: value })}
          />
        );
      })}
      {group.constraints.length > 0 && (
        <ul class="constraints">
          {group.constraints.map((constraint, index) => {
            const met = holds(constraint, values);
            return (
              <li key={index} class={met ? "met" : "unmet"}>
                <span aria-hidden="true">{met ? "✓" : "•"}</span>
                <span>
                  <Words text={constraint.text} />
                  <span class="visually-hidden">{met ? " (met)" : " (not met)"}</span>
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

function FieldInput(props: { field: FormField; value: Value; path: string; onChange: (value: Value) => void }) {
  const { field, value, path, onChange } = props;
  const { kind } = field;
  const shared = { field, path, onChange };
  if (kind.case === "pick" && value.kind === "picks") return <PickInput {...shared} kind={kind.value} value={value} />;
  if (kind.case === "number" && value.kind === "number")
    return <NumberInput {...shared} kind={kind.value} value={value} />;
  if (kind.case === "amounts" && value.kind === "amounts") {
    return <AmountsInput {...shared} kind={kind.value} value={value} />;
  }
  if (kind.case === "assign" && value.kind === "assignment") {
    return <AssignInput {...shared} kind={kind.value} value={value} />;
  }
  if (kind.case === "flag" && value.kind === "flag") return <FlagInput {...shared} kind={kind.value} value={value} />;
  if (kind.case === "text" && value.kind === "text") return <TextInput {...shared} kind={kind.value} value={value} />;
  if (kind.case === "branch" && value.kind === "branch")
    return <BranchInput {...shared} kind={kind.value} value={value} />;
  return null;
}
