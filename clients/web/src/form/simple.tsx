/** Yes or no, and a text. */

import { english } from "@tinsel/client/without-games";

import type { FieldProps } from "./context.js";
import { Frame } from "./frame.js";

export function FlagInput({ field, value, path, onChange }: FieldProps<"flag", "flag">) {
  return (
    <Frame field={field} path={path}>
      <label class="switch">
        <input
          type="checkbox"
          checked={value.flag}
          aria-label={english(field.title)}
          onChange={(event) => onChange({ kind: "flag", flag: event.currentTarget.checked })}
        />
        {value.flag ? "Yes" : "No"}
      </label>
    </Frame>
  );
}

export function TextInput({ field, kind, value, path, onChange }: FieldProps<"text", "text">) {
  const bytes = new TextEncoder().encode(value.text).length;
  return (
    <Frame field={field} path={path} note={`${String(bytes)} of ${String(kind.maxBytes)} bytes`}>
      <input
        type="text"
        value={value.text}
        aria-label={english(field.title)}
        autocomplete="off"
        onInput={(event) => onChange({ kind: "text", text: event.currentTarget.value })}
      />
    </Frame>
  );
}
