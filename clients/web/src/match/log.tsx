/** The events of a match as sentences, newest first. */

import { isolated } from "@tinsel/client/without-games";

import type { Line, LogEntry } from "../net/log.js";
import type { Session } from "../net/session.js";
import { useSeatName } from "../ui/book.js";
import { Words } from "../ui/text.js";

export function Log({ session, disclosed }: { session: Session; disclosed: boolean }) {
  const { log, past } = session;
  const entries = log.entries.value;
  const at = past.value?.revision;
  return (
    <>
      <LogList
        entries={at === undefined ? entries : entries.filter((entry) => entry.revision <= at)}
        onShow={(revision) => {
          void session.show(revision);
        }}
      />
      {log.failed.value && (
        <p class="problem">
          Some events could not be loaded.{" "}
          <button type="button" onClick={() => log.restart()}>
            Load again
          </button>
        </p>
      )}
      <div class="actions">
        {log.olderThan.value > 0 && (
          <button
            type="button"
            disabled={log.loading.value}
            onClick={() => {
              void log.loadOlder();
            }}
          >
            Load older events
          </button>
        )}
        {disclosed && (
          <button type="button" class="quiet" onClick={() => log.restart()}>
            Show hidden events
          </button>
        )}
      </div>
    </>
  );
}

/** Sentences by revision, newest first. */
export function LogList({ entries, onShow }: { entries: readonly LogEntry[]; onShow: (revision: number) => void }) {
  const shown = entries.filter((entry) => entry.lines.length > 0);
  if (shown.length === 0) return <p class="muted empty">No events yet</p>;
  return (
    <ol class="log" reversed>
      {shown
        .slice()
        .reverse()
        .map((entry) => (
          <li key={entry.revision} data-revision={entry.revision}>
            <button
              type="button"
              class="revision"
              aria-label={`Show the table at revision ${String(entry.revision)}`}
              onClick={() => onShow(entry.revision)}
            >
              {entry.revision}
            </button>
            <div class="sentences">
              {entry.lines.map((line, index) => (
                <Sentence key={index} line={line} />
              ))}
            </div>
          </li>
        ))}
    </ol>
  );
}

function Sentence({ line }: { line: Line }) {
  const name = useSeatName();
  return (
    <p>
      {line.only.length > 0 && (
        <span class="mark">only {line.only.map((seat) => isolated(name(seat))).join(", ")}</span>
      )}{" "}
      <Words text={line.text} />
    </p>
  );
}
