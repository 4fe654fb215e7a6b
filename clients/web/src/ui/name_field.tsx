/** A field for the name of a player or a match, with the reason why it is not one. */

import { useId } from "preact/hooks";

import { useDraft } from "./draft.js";
import { nameProblem } from "./name_rule.js";
import { fixedName } from "./router.js";
import { TextField } from "./text_field.js";

/** The maximum length of the name of a player. */
const PLAYER_NAME_MAX = 40;

export function NameField(props: {
  label: string;
  value: string;
  lengthMax: number;
  autocomplete?: string;
  /** Why the name cannot be changed; empty or absent: it can. */
  fixed?: string;
  onChange: (value: string) => void;
}) {
  const { lengthMax, autocomplete = "off", fixed = "", ...field } = props;
  const id = useId();
  const problem = nameProblem(field.value, lengthMax);
  return (
    <div class="name-field">
      <TextField
        {...field}
        readOnly={fixed !== ""}
        autocomplete={autocomplete}
        aria-invalid={problem !== ""}
        aria-describedby={id}
      />
      <p id={id} class={problem === "" ? "note" : "problem"}>
        {[problem, fixed].filter((text) => text !== "").join(" ")}
      </p>
    </div>
  );
}

/** The field for the name of the player. */
export function PlayerNameField(props: { value: string; onChange: (value: string) => void }) {
  const fixed = fixedName.value === "" ? "" : "The site around this page sets your name.";
  return <NameField label="Your name" lengthMax={PLAYER_NAME_MAX} autocomplete="nickname" fixed={fixed} {...props} />;
}

/** The name of the player: the one that the site sets, or an entry of a form. */
export function usePlayerName(draft: string, initial: () => string): [string, (name: string) => void] {
  const [entry, setEntry] = useDraft(draft, initial);
  return [fixedName.value || entry, setEntry];
}

/** Whether the text is the name of a player. */
export function isPlayerName(text: string): boolean {
  return text.trim() !== "" && nameProblem(text, PLAYER_NAME_MAX) === "";
}
