/** The end of a match: ranking, the way to its rematch, and the verification of the random results. */

import type { GetGameResponse } from "@tinsel/client/without-games/gen/tinsel/v1/game_service_pb.js";
import { ScoreOrder } from "@tinsel/client/without-games/gen/tinsel/v1/game_service_pb.js";
import { type Match, MatchPhase, type Standing } from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

import { hex } from "../net/hex.js";
import { grantOf } from "../net/tokens.js";
import { useBook, useSeatName } from "../ui/book.js";
import { SeatName, words } from "../ui/text.js";

export function Ending(props: {
  match: Match;
  about: GetGameResponse | undefined;
  exported?: boolean;
  children?: ComponentChildren;
}) {
  const { match, about, exported = false, children } = props;
  const aborted = match.phase === MatchPhase.ABORTED;
  return (
    <section class="ending" aria-label="Result">
      <h2>{aborted ? "The match was ended early" : "Final ranking"}</h2>
      {match.outcome && <Ranking standings={match.outcome.standings} about={about} />}
      {aborted && <p>There is no result.</p>}
      {children}
      <Verification match={match} exported={exported} />
    </section>
  );
}

function Ranking({ standings, about }: { standings: readonly Standing[]; about: GetGameResponse | undefined }) {
  const name = useSeatName();
  const { own } = useBook();
  const sorted = [...standings].sort((a, b) => a.rank - b.rank || a.seat - b.seat);
  const unit = about?.game?.scoreUnit ?? "";
  const scored = unit !== "" && sorted.some((standing) => standing.score !== undefined);
  const labels = [...new Set(sorted.flatMap((standing) => standing.labels))];
  const meanings = about?.labels.filter(({ label }) => labels.includes(label)) ?? [];
  const lowest = about?.game?.scoreOrder === ScoreOrder.LOWER_IS_BETTER;
  return (
    <>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Rank</th>
              <th scope="col">Player</th>
              {scored && (
                <th scope="col">
                  {unit.slice(0, 1).toUpperCase() + unit.slice(1)}
                  {lowest ? " (lowest is best)" : ""}
                </th>
              )}
              {labels.length > 0 && <th scope="col">Result</th>}
            </tr>
          </thead>
          <tbody>
            {sorted.map((standing) => (
              <tr key={standing.seat} class={standing.seat === own ? "mine" : ""}>
                <td class="numbers">{standing.rank}</td>
                <td>
                  <SeatName seat={standing.seat} name={name(standing.seat)} />
                </td>
                {scored && <td class="numbers">{standing.score === undefined ? "" : String(standing.score)}</td>}
                {labels.length > 0 && <td>{standing.labels.map(words).join(", ")}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {meanings.length > 0 && (
        <dl class="meanings">
          {meanings.map(({ label, meaning }) => (
            <div key={label}>
              <dt>{words(label)}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

type Result = "checking" | "matches" | "differs" | "absent" | "unavailable";

/** The check of the seed, and the commands that verify the whole match. */
function Verification({ match, exported }: { match: Match; exported: boolean }) {
  const [result, setResult] = useState<Result>("checking");
  const { fairness } = match;
  const [commitment, seed] = [hex(fairness?.seedCommitment), hex(fairness?.serverSeed)];
  const seen = grantOf(match.matchId).commitment;
  useEffect(() => {
    void seedResult(fairness?.serverSeed, commitment).then(setResult);
  }, [commitment, seed]);
  const texts: Record<Result, string> = {
    checking: "Checking the seed…",
    matches: "The seed of the server matches its commitment: the server did not change it during the match.",
    differs: "The seed of the server does not match its commitment. Report the match to the operator.",
    absent: "There is no seed of the server to check.",
    unavailable: "This browser cannot check the seed here. It needs https or a loopback address.",
  };
  return (
    <details class="verification">
      <summary>Verification</summary>
      <p data-testid="seed-check" class={result === "differs" ? "problem" : ""}>
        {result === "matches" && "✓ "}
        {texts[result]}
      </p>
      {seen !== undefined && (
        <p class={seen === commitment ? "" : "problem"}>
          {seen === commitment
            ? "✓ The commitment is the one that this browser saw at the start."
            : "The commitment is not the one that this browser saw at the start."}
        </p>
      )}
      <p>These commands verify the whole match: every decision, every event and the hash chain.</p>
      <pre>
        {exported ? "" : `tinsel export ${match.matchId} --out match.json\n`}
        tinsel verify match.json
      </pre>
      <dl class="hashes">
        <dt>Seed commitment</dt>
        <dd>
          <code>{commitment}</code>
        </dd>
        <dt>Seed of the server</dt>
        <dd>
          <code>{seed}</code>
        </dd>
      </dl>
    </details>
  );
}

async function seedResult(seed: Uint8Array | undefined, commitment: string): Promise<Result> {
  if (!seed || seed.length === 0) return "absent";
  // Absent in an insecure context.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return "unavailable";
  const digest = await subtle.digest("SHA-256", new Uint8Array(seed));
  return hex(new Uint8Array(digest)) === commitment ? "matches" : "differs";
}
