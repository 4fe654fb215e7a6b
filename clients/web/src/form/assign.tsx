/** One option for each of several slots. */

import { english } from "@tinsel/client/without-games";
import { useId } from "preact/hooks";
import type { AssignField, AssignSlot } from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";

import { SlotTitle } from "../ui/text.js";
import { type FieldProps, useRefused } from "./context.js";
import { Frame } from "./frame.js";

export function AssignInput({ field, kind, value, path, onChange }: FieldProps<"assign", "assignment">) {
  const refused = useRefused(path);
  const rule = kind.repeats ? "Several can have the same." : "Each option at most once.";
  return (
    <Frame field={field} path={path} note={kind.slots.length > 1 ? rule : ""}>
      <ul class="slots">
        {kind.slots.map((slot) => {
          const { [slot.slotId]: option = "", ...others } = value.slots;
          const problem = refused.some(({ path: at }) => at === `${path}.assignment[${slot.slotId}]`);
          // Another slot keeps its option: arrow keys on a closed list choose each option on the way.
          const twice = !kind.repeats && Object.values(others).includes(option);
          return (
            <li key={slot.slotId} class={problem || twice ? "refused" : ""}>
              <SlotInput
                kind={kind}
                slot={slot}
                chosen={option}
                twice={twice}
                onChange={(next) =>
                  onChange({ kind: "assignment", slots: next === "" ? others : { ...others, [slot.slotId]: next } })
                }
              />
            </li>
          );
        })}
      </ul>
    </Frame>
  );
}

function SlotInput(props: {
  kind: AssignField;
  slot: AssignSlot;
  chosen: string;
  /** Another slot has the same option, although each option can be assigned once. */
  twice: boolean;
  onChange: (option: string) => void;
}) {
  const { kind, slot, chosen, twice, onChange } = props;
  const id = useId();
  const options = kind.options.filter((option) => slot.options.includes(option.optionId));
  return (
    <>
      <label class="title" for={id}>
        <SlotTitle slot={slot} plain />
        {twice && <span class="problem"> Assigned twice</span>}
      </label>
      <select id={id} value={chosen} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">Choose…</option>
        {options.map((option) => (
          <option key={option.optionId} value={option.optionId} disabled={option.refused !== undefined}>
            {english(option.title)}
            {option.refused ? ` (${english(option.refused)})` : ""}
          </option>
        ))}
      </select>
    </>
  );
}
