/** An exported match: the same table, from a file. */

import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import { type Match, MatchPhase } from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";
import { type MatchExport, MatchExportSchema } from "@tinsel/client/without-games/gen/tinsel/v1/match_service_pb.js";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { Scrubber } from "../match/history.js";
import { LogList } from "../match/log.js";
import { namesOf } from "../match/names.js";
import { Ending } from "../match/ending.js";
import { entryOf } from "../net/log.js";
import { Facts, SceneHeading, Table } from "../scene/table.js";
import { useGame } from "../ui/app_context.js";
import { BookProvider } from "../ui/book.js";
import { Failure } from "../ui/failure.js";
import { Waiting } from "../ui/loaded.js";
import { dragging, dropped } from "./dropped.js";
import { Main, TitledPage } from "../ui/main_area.js";
import { linkTo } from "../ui/router.js";

export function ReplayPage() {
  const [loaded, setLoaded] = useState<MatchExport>();
  const [failure, setFailure] = useState("");
  // Files can be read in another order than they were opened. The last opened one is shown.
  const opened = useRef<File>();
  const open = async (file: File | undefined) => {
    opened.current = file;
    if (!file) return;
    const read = await file
      .text()
      .then(exportOf)
      .catch(() => undefined);
    if (opened.current !== file) return;
    setLoaded(read);
    if (read) setFailure("");
    else {
      setFailure(
        `${file.name} is not an exported match. Export one with: tinsel export MATCH --presentation --out match.json`,
      );
    }
  };
  const file = dropped.value;
  useEffect(() => {
    void open(file);
  }, [file]);
  const close = () => {
    opened.current = undefined;
    dropped.value = undefined;
    setLoaded(undefined);
  };
  if (loaded?.match) {
    return <Replay key={loaded.match.matchId} loaded={loaded} match={loaded.match} onClose={close} />;
  }
  return (
    <TitledPage title="Replay">
      <section class={`panel drop ${dragging.value ? "over" : ""}`} aria-label="Exported file">
        <p>Drop an exported match here, or choose its file. The file stays in your browser.</p>
        <label class="field">
          Exported match
          <input
            type="file"
            accept=".json,application/json"
            onChange={(event) => {
              void open(event.currentTarget.files?.[0]);
            }}
          />
        </label>
        <pre>tinsel export MATCH --presentation --out match.json</pre>
        <Failure text={failure} />
      </section>
    </TitledPage>
  );
}

function exportOf(text: string): MatchExport {
  const read = fromJson(MatchExportSchema, JSON.parse(text) as JsonValue, { ignoreUnknownFields: true });
  if (!read.match || read.entries.length === 0) throw new Error("no match");
  return read;
}

function Replay({ loaded, match, onClose }: { loaded: MatchExport; match: Match; onClose: () => void }) {
  const game = useGame(match.gameId);
  const { book } = game;
  const newest = loaded.entries.length;
  const [at, setAt] = useState<number>();
  // A second file of the same match can have fewer revisions.
  const shown = Math.min(at ?? newest, newest);
  const names = useMemo(() => namesOf(match), [match]);
  const log = useMemo(() => loaded.entries.map(entryOf), [loaded]);
  const entry = loaded.entries[shown - 1];
  const presented = loaded.entries.some((other) => other.scene !== undefined);
  const over = match.phase === MatchPhase.FINISHED || match.phase === MatchPhase.ABORTED;
  const title = match.displayName || (book?.about.game?.title ?? match.gameId);
  return (
    <BookProvider components={book?.components} names={names} own={undefined}>
      <Main class="match">
        <header class="match-head">
          <div>
            <p class="muted">
              <a href={linkTo()}>Games</a> / Replay
            </p>
            <h1>
              <bdi>{title}</bdi>
            </h1>
          </div>
          <button type="button" onClick={onClose}>
            Open another file
          </button>
        </header>
        {game.failure !== "" && <Waiting data="the rules and components of the game" loaded={game} />}
        {!presented && (
          <p class="notice">The file has no scenes. Export it again with the option --presentation to see the table.</p>
        )}
        <div class="play">
          <section class="stage" aria-label="Table">
            {shown === newest && over && <Ending match={match} about={book?.about} exported />}
            <SceneHeading scene={entry?.scene} />
            <Table match={match} scene={entry?.scene} own={undefined} />
          </section>
          <div class="side">
            <section class="events" aria-labelledby="events">
              <h2 id="events">Events</h2>
              <Scrubber newest={newest} revision={at === undefined ? at : shown} live="End" onShow={setAt} />
              <LogList entries={log.slice(0, shown)} onShow={setAt} />
            </section>
          </div>
          <Facts scene={entry?.scene} />
        </div>
      </Main>
    </BookProvider>
  );
}
