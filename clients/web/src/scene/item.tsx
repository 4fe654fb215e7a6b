/** Items: cards, tokens and rows. */

import { coreOf, english } from "@tinsel/client/without-games";
import type { Item } from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";

import { useBook } from "../ui/book.js";
import { cardStyle, initials, seatHue, SmallSymbol, symbolOf } from "../ui/symbol.js";
import { SeatName, Words } from "../ui/text.js";
import { centreOf } from "./geometry.js";

/** The title of an item: its own, or that of its component. */
export function useItemTitle(): (item: Item) => string {
  const { components } = useBook();
  return (item) => (item.title ? english(item.title) : (components.get(item.component)?.title ?? "?"));
}

/** The seat that an item belongs to or stands for; also if only its title names the seat. */
export function seatOf(item: Item): number | undefined {
  const [only, ...more] = item.title?.runs ?? [];
  return item.seat ?? (only?.subject.case === "seat" && more.length === 0 ? only.subject.value : undefined);
}

/** An item as a card. It opens the description of its component. */
export function Card({ item }: { item: Item }) {
  const { components, open, names } = useBook();
  const component = components.get(item.component);
  const title = useItemTitle()(item);
  const { seat } = item;
  const person = component ? undefined : seatOf(item);
  const body = (
    <>
      <span class={person === undefined ? "symbol" : "avatar"} aria-hidden="true">
        {item.faceDown ? "❄" : person === undefined ? symbolOf(component, title) : initials(title)}
      </span>
      <span class="title">{item.title ? <Words text={item.title} plain /> : title}</span>
      {item.count > 1 && <span class="count">×{item.count}</span>}
      {item.faceDown && <span class="mark">face down</span>}
      {item.marks.map((mark, index) => (
        <span class="mark" key={index}>
          <Words text={mark} plain />
        </span>
      ))}
      {seat !== undefined && !item.title && <SeatBadge seat={seat} name={names.get(seat) ?? ""} />}
    </>
  );
  const name = `card${item.faceDown ? " back" : ""}${item.marks.length > 0 ? " marked" : ""}`;
  const style = person === undefined ? cardStyle(component?.kind ?? "") : { "--hue": String(seatHue(person)) };
  if (!component) {
    return (
      <span class={name} style={style}>
        {body}
      </span>
    );
  }
  const show = () => open(component);
  return (
    <button type="button" class={name} style={style} onClick={show}>
      {body}
    </button>
  );
}

function SeatBadge({ seat, name }: { seat: number; name: string }) {
  return (
    <bdi class="owner" style={{ "--hue": String(seatHue(seat)) }}>
      {name}
    </bdi>
  );
}

/** An item as a row with its marks. */
export function Row({ item }: { item: Item }) {
  const { components, open, names } = useBook();
  const component = components.get(item.component);
  const title = useItemTitle()(item);
  const core = coreOf(item.place);
  const { seat } = item;
  const show = () => {
    if (component) open(component);
  };
  return (
    <div class="row">
      {component ? (
        <button type="button" class="term strong" onClick={show}>
          <SmallSymbol component={component} />
          {title}
        </button>
      ) : (
        <span>
          <Words text={item.title} />
        </span>
      )}
      {item.count > 1 && <span class="count">×{item.count}</span>}
      {seat !== undefined && !item.title && <SeatName seat={seat} name={names.get(seat) ?? ""} />}
      {item.faceDown && <span class="mark">face down</span>}
      {item.marks.map((mark, index) => (
        <span class="mark" key={index}>
          <Words text={mark} />
        </span>
      ))}
      {core && (
        <span class="mark numbers">
          {Math.round(centreOf(core).x)}, {Math.round(centreOf(core).y)}
        </span>
      )}
    </div>
  );
}
