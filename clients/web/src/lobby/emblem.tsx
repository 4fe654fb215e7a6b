/** A picture of a game, made from the symbols of its components. */

import type { Component } from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";

import { hueOf, symbolOf } from "../ui/symbol.js";

const CARDS = 5;

/** A fan of cards on a table. Without components it shows backs of cards. */
export function Emblem({ gameId, components }: { gameId: string; components: readonly Component[] }) {
  const cards = sample(components);
  const hue = hueOf(gameId);
  return (
    <svg class="emblem" viewBox="0 0 320 150" aria-hidden="true" style={{ "--hue": String(hue) }}>
      <rect class="sky" width={320} height={150} />
      <ellipse class="board" cx={160} cy={170} rx={210} ry={92} />
      {FLAKES.map(([x, y, r]) => (
        <circle key={x} class="flake" cx={x} cy={y} r={r} />
      ))}
      {Array.from({ length: CARDS }, (_, index) => {
        const from = index - (CARDS - 1) / 2;
        const component = cards[index];
        return (
          <g
            key={index}
            transform={`translate(${String(160 + from * 50)} ${String(88 + from * from * 4)}) rotate(${String(from * 9)})`}
            style={{ "--hue": String(component ? hueOf(component.kind) : hue) }}
          >
            <rect class="paper" x={-26} y={-38} width={52} height={76} rx={7} />
            <rect class="band" x={-26} y={-38} width={52} height={9} rx={4} />
            <text
              y={14}
              text-anchor="middle"
              font-size={component && Array.from(symbolOf(component)).length > 1 ? 22 : 30}
            >
              {component ? symbolOf(component) : "?"}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

const FLAKES = [
  [24, 30, 3],
  [70, 14, 2],
  [118, 26, 2.5],
  [206, 16, 2],
  [252, 34, 3],
  [298, 18, 2.5],
] as const;

/** Components of as many kinds as possible, evenly from the list. */
function sample(components: readonly Component[]): Component[] {
  const kinds = [...new Set(components.map((component) => component.kind))];
  const groups = kinds.map((kind) => components.filter((component) => component.kind === kind));
  const widest = [...groups].sort((a, b) => b.length - a.length);
  const chosen: Component[] = [];
  for (let round = 0; chosen.length < Math.min(CARDS, components.length); round++) {
    for (const group of widest) {
      const component = group[Math.floor((round * group.length) / CARDS)];
      if (component && !chosen.includes(component) && chosen.length < CARDS) chosen.push(component);
    }
    if (round > CARDS * 2) break;
  }
  return chosen;
}
