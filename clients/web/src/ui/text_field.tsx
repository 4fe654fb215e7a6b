/** A line of text with its label. */

import type { InputHTMLAttributes } from "preact";

interface TextFieldProps extends Omit<InputHTMLAttributes, "onChange" | "value"> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function TextField({ label, value, onChange, autocomplete = "off", ...more }: TextFieldProps) {
  return (
    <label class="field">
      {label}
      <input
        {...more}
        value={value}
        autocomplete={autocomplete}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
