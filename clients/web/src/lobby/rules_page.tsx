/** The rules of a game, and its components. */

import type { GetGameResponse } from "@tinsel/client/without-games/gen/tinsel/v1/game_service_pb.js";
import type { ComponentChildren } from "preact";

import { useGame } from "../ui/app_context.js";
import { Dialog } from "../ui/dialog.js";
import { Waiting } from "../ui/loaded.js";
import { linkTo } from "../ui/router.js";
import { SmallSymbol } from "../ui/symbol.js";
import { TitledPage } from "../ui/main_area.js";

export function RulesPage({ gameId }: { gameId: string }) {
  const loaded = useGame(gameId);
  const { book } = loaded;
  const title = book?.about.game?.title ?? gameId;
  return (
    <TitledPage title={title} tab={`Rules: ${title}`}>
      <Waiting data="the game" loaded={loaded} />
      {book && (
        <Rules about={book.about}>
          <div class="actions">
            <a class="button primary" href={linkTo("new", gameId)}>
              Play
            </a>
          </div>
        </Rules>
      )}
    </TitledPage>
  );
}

/** The rules beside a match. */
export function RulesDialog({ gameId, onClose }: { gameId: string; onClose: () => void }) {
  const loaded = useGame(gameId);
  const { book } = loaded;
  return (
    <Dialog title={`Rules: ${book?.about.game?.title ?? gameId}`} onClose={onClose}>
      <Waiting data="the game" loaded={loaded} />
      {book && <Rules about={book.about} />}
    </Dialog>
  );
}

function Rules({ about, children }: { about: GetGameResponse; children?: ComponentChildren }) {
  const { game, components, rules } = about;
  return (
    <>
      <p>{game?.summary}</p>
      {children}
      <details>
        <summary>{components.length} cards and other components</summary>
        <dl class="components">
          {components.map((component) => (
            <div key={component.componentId}>
              <dt>
                <SmallSymbol component={component} />
                {component.title}
              </dt>
              <dd>{component.text}</dd>
            </div>
          ))}
        </dl>
      </details>
      <article class="rules">{markdown(rules)}</article>
    </>
  );
}

/** The blocks of a Markdown text: headings, lists, tables as they are, and paragraphs. */
function markdown(text: string): ComponentChildren {
  return text.split(/\n\s*\n/).map((block, index) => {
    const heading = /^(#+)\s+(.*)/.exec(block);
    if (heading) {
      const rest = block.split("\n").slice(1).join("\n");
      const Level = (heading[1]?.length ?? 1) <= 2 ? "h2" : "h3";
      return (
        <div key={index}>
          <Level>{inline(heading[2] ?? "")}</Level>
          {rest !== "" && markdown(rest)}
        </div>
      );
    }
    if (/^\s*\||^```/.test(block)) return <Grid key={index} block={block} />;
    const items = block.split(/\n(?=\s*(?:[-*]|\d+\.)\s)/);
    if (/^\s*(?:[-*]|\d+\.)\s/.test(block)) {
      return (
        <ul key={index}>
          {items.map((item, at) => (
            <li key={at}>{inline(item.replace(/^\s*[-*]\s+/, ""))}</li>
          ))}
        </ul>
      );
    }
    return <p key={index}>{inline(block)}</p>;
  });
}

function Grid({ block }: { block: string }) {
  if (block.startsWith("```")) return <pre>{block.replaceAll(/^```.*$/gm, "").trim()}</pre>;
  const rows = block
    .split("\n")
    .filter((row) => !/^[\s|:-]+$/.test(row))
    .map((row) =>
      row
        .trim()
        .replaceAll(/^\||\|$/g, "")
        .split("|"),
    );
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Table">
      <table>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, at) =>
                index === 0 && cell.trim() !== "" ? (
                  <th key={at} scope="col">
                    {inline(cell.trim())}
                  </th>
                ) : (
                  <td key={at}>{inline(cell.trim())}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(text: string): ComponentChildren {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part, index) => {
    if (part.startsWith("**")) return <strong key={index}>{part.slice(2, -2)}</strong>;
    return part.startsWith("`") ? <code key={index}>{part.slice(1, -1)}</code> : part;
  });
}
