/** A number, and a number for each of several slots. */

import { english } from "@tinsel/client/without-games";

import { useBook } from "../ui/book.js";
import { quantity } from "../ui/duration.js";
import { SmallSymbol } from "../ui/symbol.js";
import { SlotTitle } from "../ui/text.js";
import { type FieldProps, useRefused } from "./context.js";
import { Frame } from "./frame.js";

export function NumberInput({ field, kind, value, path, onChange }: FieldProps<"number", "number">) {
  const change = (number: number) => onChange({ kind: "number", number });
  return (
    <Frame field={field} path={path} note={range(kind.min, kind.max, kind.unit)}>
      <Stepper
        {...bounds(kind.min, kind.max, kind.step)}
        label={english(field.title)}
        value={value.number}
        onChange={change}
      />
    </Frame>
  );
}

export function AmountsInput({ field, kind, value, path, onChange }: FieldProps<"amounts", "amounts">) {
  const refused = useRefused(path);
  const { components } = useBook();
  const total = Object.values(value.amounts).reduce((sum, number) => sum + number, 0);
  return (
    <Frame field={field} path={path} note={`Total: ${quantity(total, kind.unit)}.`}>
      <ul class="slots">
        {kind.slots.map((slot) => {
          const problems = refused.filter((problem) => problem.path === `${path}.amounts[${slot.slotId}]`);
          return (
            <li key={slot.slotId} class={problems.length > 0 ? "refused" : ""}>
              <SmallSymbol component={components.get(slot.component)} />
              <span class="title">
                <SlotTitle slot={slot} />
                <span class="muted"> {range(slot.min, slot.max, "")}</span>
              </span>
              <Stepper
                {...bounds(slot.min, slot.max, kind.step)}
                label={english(slot.title)}
                value={value.amounts[slot.slotId] ?? 0}
                onChange={(number) =>
                  onChange({ kind: "amounts", amounts: { ...value.amounts, [slot.slotId]: number } })
                }
              />
            </li>
          );
        })}
      </ul>
    </Frame>
  );
}

function range(min: bigint, max: bigint, unit: string): string {
  return min === max ? quantity(min, unit) : `${String(min)} to ${quantity(max, unit)}`;
}

function bounds(min: bigint, max: bigint, step: bigint) {
  return { min: Number(min), max: Number(max), step: Number(step) };
}

/** A number with buttons for one step less and one step more. */
export function Stepper(props: {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
}) {
  const { label, step, value, onChange } = props;
  // A number is a multiple of the step. Browsers count steps from the minimum, so it must be a multiple too.
  const [min, max] = [Math.ceil(props.min / step) * step, Math.floor(props.max / step) * step];
  const move = (steps: number) => {
    const next = (Math.round(value / step) + steps) * step;
    onChange(Math.min(Math.max(next, min), max));
  };
  return (
    <span class="stepper">
      <button type="button" aria-label={`Less: ${label}`} disabled={value <= min} onClick={() => move(-1)}>
        −
      </button>
      <input
        type="number"
        inputMode="numeric"
        aria-label={label}
        min={min}
        max={max}
        step={step}
        value={value}
        onInput={(event) => onChange(Math.trunc(event.currentTarget.valueAsNumber) || 0)}
      />
      <button type="button" aria-label={`More: ${label}`} disabled={value >= max} onClick={() => move(1)}>
        +
      </button>
    </span>
  );
}
