/** Texts of the presentation. */

import { english } from "@tinsel/client/without-games";
import type { Text } from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";

import { useBook } from "./book.js";
import { seatHue } from "./symbol.js";

/** A text. A part that names a component opens its description, unless the text is inside a control. */
export function Words({ text, plain = false }: { text: Text | undefined; plain?: boolean }) {
  const { components, open } = useBook();
  const runs = text?.runs.map((run, index) => {
    const { subject } = run;
    if (subject.case === "seat") return <SeatName key={index} seat={subject.value} name={run.text} />;
    const component = subject.case === "component" ? components.get(subject.value) : undefined;
    if (!component || plain) return run.text;
    const show = () => open(component);
    return (
      <button key={index} type="button" class="term" onClick={show}>
        {run.text}
      </button>
    );
  });
  return <span class="words">{runs}</span>;
}

/** The name of a seat with its colour. */
export function SeatName({ seat, name }: { seat: number; name: string }) {
  return (
    <bdi class="seat-name" style={{ "--hue": String(seatHue(seat)) }}>
      {name}
    </bdi>
  );
}

/** The title of a slot: the name of a seat, or a text. */
export function SlotTitle({ slot, plain = false }: { slot: { seat?: number; title?: Text }; plain?: boolean }) {
  const { seat, title } = slot;
  return seat === undefined ? <Words text={title} plain={plain} /> : <SeatName seat={seat} name={english(title)} />;
}

/** An identifier such as MISFIT_LOTTERY in words. */
export function words(identifier: string): string {
  return identifier.toLowerCase().replaceAll("_", " ");
}
