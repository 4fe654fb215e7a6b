/** A field to scale: named areas, items at their places, coordinates and a scale bar. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Core, coreOf, english, isolated } from "@tinsel/client/without-games";
import type { Field, Item, NamedArea } from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";

import { useBook } from "../ui/book.js";
import { seatHue, symbolOf } from "../ui/symbol.js";
import { centreOf, roundLength } from "./geometry.js";
import { useItemTitle } from "./item.js";

/** The size of the texts in pixels. */
const LETTER = 11;

export function FieldDrawing(props: {
  field: Field;
  items: readonly Item[];
  label: string;
  children?: ComponentChildren;
}) {
  const { field, items, label, children } = props;
  const { width, height, unit } = field;
  const step = roundLength(width, 8);
  const columns = ticks(width, step);
  const rows = ticks(height, step);
  const up = (y: number) => height - y;
  const drawing = useRef<SVGSVGElement>(null);
  const [pixels, setPixels] = useState(700);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setPixels(Math.max(200, entry.contentRect.width));
    });
    if (drawing.current) observer.observe(drawing.current);
    return () => observer.disconnect();
  }, []);
  // The texts have the same size on every screen.
  const size = (LETTER * width) / (pixels - 4 * LETTER);
  const viewBox = [-2.6 * size, -0.6 * size, width + 4 * size, height + 4 * size].join(" ");
  return (
    <svg ref={drawing} class="field" viewBox={viewBox} role="img" aria-label={label}>
      <rect class="ground" x={0} y={0} width={width} height={height} />
      {columns.map((x) => (
        <g key={`x${String(x)}`}>
          <line class="grid" x1={x} x2={x} y1={0} y2={height} />
          <text class="tick" x={x} y={height + size * 1.4} font-size={size} text-anchor="middle">
            {x}
          </text>
        </g>
      ))}
      {rows.map((y) => (
        <g key={`y${String(y)}`}>
          <line class="grid" x1={0} x2={width} y1={up(y)} y2={up(y)} />
          <text class="tick" x={-size * 0.5} y={up(y) + size * 0.35} font-size={size} text-anchor="end">
            {y}
          </text>
        </g>
      ))}
      {field.areas.map((area) => (
        <AreaDrawing key={area.areaId} area={area} height={height} size={size} />
      ))}
      {items.map((item) => (
        <ItemOnField key={item.itemId} item={item} height={height} size={size} />
      ))}
      {children}
      <g class="scale">
        <path
          d={`M0 ${String(height + size * 2.1)}v${String(size * 0.5)}h${String(step)}v${String(-size * 0.5)}`}
          stroke-width={size / 8}
        />
        <text x={step + size * 0.5} y={height + size * 2.8} font-size={size}>
          {`${String(step)} ${unit}`}
        </text>
      </g>
    </svg>
  );
}

function AreaDrawing({ area, height, size }: { area: NamedArea; height: number; size: number }) {
  const core = coreOf(area.shape);
  if (!core) return null;
  const { low, high, margin } = core;
  const title = english(area.title);
  const narrow = high.x - low.x < title.length * size * 0.6;
  const centre = centreOf(core);
  const [x, y] = narrow ? [centre.x, height - centre.y] : [centre.x, height - high.y - margin + size * 1.4];
  const turned = narrow ? { transform: `rotate(-90 ${String(x)} ${String(y)})` } : {};
  return (
    <g class="area">
      <ShapeDrawing core={core} height={height} />
      <text x={x} y={y} font-size={size} text-anchor="middle" {...turned}>
        {title}
      </text>
    </g>
  );
}

function ticks(extent: number, step: number): number[] {
  return Array.from({ length: Math.floor(extent / step) + 1 }, (_, index) => index * step);
}

function ItemOnField({ item, height, size }: { item: Item; height: number; size: number }) {
  const { components, names } = useBook();
  const title = useItemTitle()(item);
  const core = coreOf(item.place);
  if (!core) return null;
  const centre = centreOf(core);
  const { seat } = item;
  const owner = seat === undefined ? "" : `, ${isolated(names.get(seat) ?? "")}`;
  const symbol = symbolOf(components.get(item.component), title);
  const radius = Math.max(core.margin, size * 0.7);
  return (
    <g class={seat === undefined ? "thing" : "piece"} style={{ "--hue": String(seatHue(seat ?? 0)) }}>
      <title>{`${title}${owner}`}</title>
      <ShapeDrawing core={core} height={height} />
      {seat !== undefined && (
        <text
          x={centre.x}
          y={height - centre.y + radius * 0.36}
          font-size={radius * (symbol.length > 1 ? 0.85 : 1.1)}
          text-anchor="middle"
        >
          {symbol}
        </text>
      )}
    </g>
  );
}

/** A shape with rounded corners. `height` is the height of the field, because y grows upwards. */
export function ShapeDrawing({ core, height, class: name }: { core: Core; height: number; class?: string }) {
  const { low, high, margin } = core;
  return (
    <rect
      class={name}
      x={low.x - margin}
      y={height - high.y - margin}
      width={Math.max(1, high.x - low.x + 2 * margin)}
      height={Math.max(1, high.y - low.y + 2 * margin)}
      rx={margin}
    />
  );
}
