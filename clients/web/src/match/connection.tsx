/** Whether the page is connected. */

import type { Session } from "../net/session.js";

export function ConnectionStatus({ session }: { session: Session }) {
  const status = session.status.value;
  const texts = {
    connecting: "Connecting…",
    live: "Live",
    polling: "Live, every 5 seconds",
    buffered: "Live, every 5 seconds: a proxy before the server buffers its messages",
    reconnecting: "Reconnecting…",
    over: "Over",
  };
  return (
    <p class={`connection ${status}`} role="status">
      <span class="dot" aria-hidden="true" />
      {texts[status]}
      {status === "reconnecting" && (
        <button type="button" class="quiet" onClick={() => session.retry()}>
          Retry now
        </button>
      )}
    </p>
  );
}
