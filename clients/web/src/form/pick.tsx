/** Some of the options. */

import { useId } from "preact/hooks";

import { pickRule } from "./check.js";
import type { FieldProps } from "./context.js";
import { Frame } from "./frame.js";
import { OptionCard } from "./option.js";

export function PickInput({ field, kind, value, path, onChange }: FieldProps<"pick", "picks">) {
  const name = useId();
  const { min, max, ordered, options } = kind;
  const single = max === 1 && min === 1;
  const picked = value.options;
  const change = (id: string, checked: boolean) => {
    const others = picked.filter((other) => other !== id);
    // If one option is allowed, a second tap replaces it.
    const next = checked ? [...(max === 1 ? [] : others), id] : others;
    onChange({ kind: "picks", options: next });
  };
  const order = ordered ? " The order matters." : "";
  const note = single ? "" : `${pickRule(min, max)}${order} ${String(picked.length)} picked.`;
  return (
    <Frame field={field} path={path} note={note}>
      <div class="options">
        {options.map((option) => (
          <OptionCard
            key={option.optionId}
            type={single ? "radio" : "checkbox"}
            name={name}
            title={option.title}
            component={option.component}
            seat={option.seat}
            refused={option.refused}
            checked={picked.includes(option.optionId)}
            place={ordered ? picked.indexOf(option.optionId) : undefined}
            onChange={(checked) => change(option.optionId, checked)}
          />
        ))}
      </div>
    </Frame>
  );
}
