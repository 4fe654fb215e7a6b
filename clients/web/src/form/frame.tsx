/** The frame of a field: title, help, missing values, and the reason of a refusal. */

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { FormField } from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";

import { Words } from "../ui/text.js";
import { useRefused } from "./context.js";

export function Frame(props: { field: FormField; path: string; note?: string; children: ComponentChildren }) {
  const { field, path, note = "", children } = props;
  const refused = useRefused(path);
  const help = useId();
  return (
    <fieldset class={refused.length > 0 ? "refused" : ""} aria-describedby={help} data-path={path}>
      <legend>
        <Words text={field.title} plain />
        {note !== "" && <span class="note"> {note}</span>}
      </legend>
      <div id={help} class="help">
        {refused.map((problem, index) => (
          <p key={index} class="problem">
            {problem.text}
          </p>
        ))}
        {field.help && (
          <p>
            <Words text={field.help} />
          </p>
        )}
      </div>
      {children}
    </fieldset>
  );
}
