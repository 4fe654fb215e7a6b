/** A field for the name of a player or a match, with the reason why it is not one. */

import { useId } from "preact/hooks";

import { nameProblem } from "./name_rule.js";
import { TextField } from "./text_field.js";

/** The maximum length of the name of a player. */
const PLAYER_NAME_MAX = 40;

export function NameField(props: {
  label: string;
  value: string;
  lengthMax: number;
  autocomplete?: string;
  onChange: (value: string) => void;
}) {
  const { lengthMax, autocomplete = "off", ...field } = props;
  const id = useId();
  const problem = nameProblem(field.value, lengthMax);
  return (
    <div class="name-field">
      <TextField {...field} autocomplete={autocomplete} aria-invalid={problem !== ""} aria-describedby={id} />
      <p id={id} class={problem === "" ? "" : "problem"}>
        {problem}
      </p>
    </div>
  );
}

/** The field for the name of the player. */
export function PlayerNameField(props: { value: string; onChange: (value: string) => void }) {
  return <NameField label="Your name" lengthMax={PLAYER_NAME_MAX} autocomplete="nickname" {...props} />;
}

/** Whether the text is the name of a player. */
export function isPlayerName(text: string): boolean {
  return text.trim() !== "" && nameProblem(text, PLAYER_NAME_MAX) === "";
}
