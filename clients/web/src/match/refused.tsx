/** A match that the server does not show to this viewer, and how to see it. */

import type { Refusal, Viewer } from "@tinsel/client/without-games";
import { useState } from "preact/hooks";

import { hasLobby } from "../embed/embedding.js";
import { failureText } from "../net/failure.js";
import { dropToken, grantOf, keep } from "../net/tokens.js";
import { useApp, useTask } from "../ui/app_context.js";
import { Failure } from "../ui/failure.js";
import { TitledPage } from "../ui/main_area.js";
import { goTo } from "../ui/router.js";
import { TextField } from "../ui/text_field.js";

/** Reasons for which a viewer without this token can still watch. */
const WITHOUT_TOKEN = ["HOST_TRANSFERRED", "SEAT_LEFT", "SEAT_REMOVED", "TOKEN_INVALID", "TOKEN_FOR_OTHER_MATCH"];

/** Reasons for which a spectator cannot watch, although the host can. */
const NOT_FOR_SPECTATORS = ["PLAYERS_ONLY", "PRIVATE_MATCH"];

export function Refused(props: {
  refusal: Refusal;
  /** The refused viewer. */
  viewer: Viewer;
  onRenew: () => void;
}) {
  const { refusal, viewer, onRenew } = props;
  const { matchId } = viewer;
  const { api } = useApp();
  const { busy, failure, run } = useTask();
  const [code, setCode] = useState("");
  const asSpectator = () => {
    run(async () => {
      const { joinCode, spectator } = grantOf(matchId);
      if (joinCode !== undefined && spectator === undefined) {
        const given = await api.calls.spectateByCode(joinCode);
        keep(matchId, { spectator: given.token });
      }
      if (refusal.reason === "HOST_TRANSFERRED") keep(matchId, { watches: true });
      else dropToken(matchId, viewer.token);
      onRenew();
    });
  };
  const retry = () => {
    // The host's rights can have returned.
    if (NOT_FOR_SPECTATORS.includes(refusal.reason) && grantOf(matchId).watches) keep(matchId, { watches: false });
    onRenew();
  };
  const withCode = (event: Event) => {
    event.preventDefault();
    run(async () => {
      const given = await api.calls.spectateByCode(code);
      if (!hasLobby.value && given.matchId !== matchId) throw new Error("The join code belongs to another match.");
      keep(given.matchId, { spectator: given.token, joinCode: code });
      if (given.matchId === matchId) onRenew();
      else goTo("match", given.matchId);
    });
  };
  return (
    <TitledPage title="The match cannot be shown">
      <p class="problem">{failureText(refusal)}</p>
      {WITHOUT_TOKEN.includes(refusal.reason) && (
        <>
          <button type="button" disabled={busy} onClick={asSpectator}>
            Watch without a seat
          </button>
          <Failure text={failure} />
        </>
      )}
      {refusal.reason === "PRIVATE_MATCH" && (
        <form class="inline" onSubmit={withCode}>
          <TextField label="Join code" value={code} onChange={setCode} />
          <button type="submit" class="primary" disabled={busy || code === ""}>
            Watch
          </button>
          <Failure text={failure} />
        </form>
      )}
      <div class="actions">
        <button type="button" onClick={retry}>
          Try again
        </button>
      </div>
    </TitledPage>
  );
}
