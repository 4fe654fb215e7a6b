/** Zones: groups of items. */

import { english } from "@tinsel/client/without-games";
import { Arrangement, type Item, type Zone } from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";
import { useId } from "preact/hooks";

import { Words } from "../ui/text.js";
import { FieldDrawing } from "./field.js";
import { Card, Row } from "./item.js";

/** A row of more cards is closed at first if nothing distinguishes them: it is for reference. */
const OPEN = 12;

/** The number of things in a zone. */
export function countOf(zone: Zone): number {
  return zone.items.reduce((sum, item) => sum + Math.max(1, item.count), 0);
}

/** A zone with its heading. `compact`: the heading is above it already. */
export function ZoneView({ zone, compact = false }: { zone: Zone; compact?: boolean }) {
  const heading = useId();
  const count = countOf(zone);
  const body = <ZoneItems zone={zone} />;
  if (zone.items.length > OPEN && isReference(zone)) {
    return (
      <details class="zone">
        <summary>
          <h3>
            <Words text={zone.title} plain />
          </h3>
          <span class="muted">{count}</span>
        </summary>
        {body}
      </details>
    );
  }
  if (compact) return body;
  return (
    <section class={`zone ${zone.arrangement === Arrangement.FIELD ? "wide" : ""}`} aria-labelledby={heading}>
      <h3 id={heading}>
        <Words text={zone.title} plain />
        {zone.arrangement !== Arrangement.LIST && count > 1 && <span class="muted"> {count}</span>}
      </h3>
      {body}
    </section>
  );
}

function isReference(zone: Zone): boolean {
  const plain = (item: Item) => item.marks.length === 0 && item.seat === undefined && !item.faceDown && !item.place;
  const cards = zone.arrangement === Arrangement.ROW || zone.arrangement === Arrangement.GRID;
  return zone.seat === undefined && cards && zone.items.every(plain);
}

function ZoneItems({ zone }: { zone: Zone }) {
  const { items, field, arrangement } = zone;
  if (arrangement === Arrangement.FIELD && field) {
    const placed = items.filter((item) => item.seat !== undefined);
    return (
      <>
        <FieldDrawing field={field} items={items} label={`${english(zone.title)}, ${String(items.length)} items`} />
        {placed.length > 0 && <Rows items={placed} />}
        {items.length > placed.length && (
          <details>
            <summary>{items.length - placed.length} other items</summary>
            <Rows items={items.filter((item) => item.seat === undefined)} />
          </details>
        )}
      </>
    );
  }
  if (items.length === 0) return <p class="muted empty">Empty</p>;
  if (arrangement === Arrangement.LIST) return <Rows items={items} />;
  const stack = arrangement === Arrangement.STACK && items.length > 3;
  const shown = stack ? items.slice(-1) : items;
  return (
    <>
      <ul class="cards">
        {shown.map((item) => (
          <li key={item.itemId}>
            <Card item={item} />
          </li>
        ))}
      </ul>
      {stack && (
        <details>
          <summary>{items.length - 1} below</summary>
          <ul class="cards">
            {items
              .slice(0, -1)
              .reverse()
              .map((item) => (
                <li key={item.itemId}>
                  <Card item={item} />
                </li>
              ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Rows({ items }: { items: readonly Item[] }) {
  return (
    <ul class="rows">
      {items.map((item) => (
        <li key={item.itemId}>
          <Row item={item} />
        </li>
      ))}
    </ul>
  );
}
