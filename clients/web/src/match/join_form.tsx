/** The name of a player, and a button that takes a seat. */

import { callOf, type JoinPlace } from "../net/joining.js";
import { useUnanswered } from "../net/stored_calls.js";
import { playerName } from "../net/tokens.js";
import { discardDrafts } from "../ui/draft.js";
import { isPlayerName, PlayerNameField, usePlayerName } from "../ui/name_field.js";

export function JoinForm(props: {
  place: JoinPlace;
  busy: boolean;
  /** Whether this browser holds a seat already. */
  another: boolean;
  /** Takes a seat for the player with this name. */
  onJoin: (name: string) => void;
}) {
  const { place, busy, another, onJoin } = props;
  const call = callOf(place);
  const lost = useUnanswered(call);
  const draft = `tinsel.${call}.`;
  const [name, setName] = usePlayerName(`${draft}${another ? "another" : "name"}`, () => (another ? "" : playerName()));
  // The page asks about the other request first.
  if (lost !== undefined && !busy) return null;
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isPlayerName(name)) return;
    discardDrafts(draft);
    onJoin(name.trim());
  };
  return (
    <form class="inline" onSubmit={submit}>
      <PlayerNameField value={name} onChange={setName} />
      <button type="submit" class="primary" disabled={busy || !isPlayerName(name)}>
        {another ? "Take another seat" : "Take a seat"}
      </button>
    </form>
  );
}
