/** One option for each of several slots. */

import { english } from "@tinsel/client";
import { useId } from "preact/hooks";
import type { AssignField, AssignSlot } from "@tinsel/client/gen/tinsel/v1/presentation_pb.js";

import { SeatName, Words } from "../ui/text.js";
import { type FieldProps, useProblems } from "./context.js";
import { Frame } from "./frame.js";

type Slots = Readonly<Record<string, string>>;

export function AssignInput({ field, kind, value, path, onChange }: FieldProps<"assign", "assignment">) {
  const { refused } = useProblems(path);
  const rule = kind.repeats ? "Several can have the same." : "Each option at most once.";
  return (
    <Frame field={field} path={path} note={kind.slots.length > 1 ? rule : ""}>
      <ul class="slots">
        {kind.slots.map((slot) => {
          const problem = refused.some(({ path: at }) => at === `${path}.assignment[${slot.slotId}]`);
          return (
            <li key={slot.slotId} class={problem ? "refused" : ""}>
              <SlotInput
                kind={kind}
                slot={slot}
                chosen={value.slots[slot.slotId] ?? ""}
                onChange={(option) => {
                  onChange({ kind: "assignment", slots: assigned(kind, value.slots, slot.slotId, option) });
                }}
              />
            </li>
          );
        })}
      </ul>
    </Frame>
  );
}

// If each option can be assigned once, the slot that has it gets the present option of this slot.
function assigned(kind: AssignField, slots: Slots, slot: string, option: string): Slots {
  const { [slot]: before, ...others } = slots;
  if (option === "") return others;
  const next: Record<string, string> = { ...slots, [slot]: option };
  const holder = Object.keys(others).find((other) => others[other] === option);
  if (kind.repeats || holder === undefined) return next;
  const possible = kind.slots.find((other) => other.slotId === holder)?.options ?? [];
  if (before !== undefined && possible.includes(before)) return { ...next, [holder]: before };
  return Object.fromEntries(Object.entries(next).filter(([id]) => id !== holder));
}

function SlotInput(props: { kind: AssignField; slot: AssignSlot; chosen: string; onChange: (option: string) => void }) {
  const { kind, slot, chosen, onChange } = props;
  const id = useId();
  const options = kind.options.filter((option) => slot.options.includes(option.optionId));
  return (
    <>
      <label class="title" for={id}>
        {slot.seat === undefined ? (
          <Words text={slot.title} plain />
        ) : (
          <SeatName seat={slot.seat} name={english(slot.title)} />
        )}
      </label>
      <select
        id={id}
        value={chosen}
        onChange={(event) => {
          onChange(event.currentTarget.value);
        }}
      >
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
