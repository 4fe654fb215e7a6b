/** An option as a card with a radio button or a checkbox. */

import { useId } from "preact/hooks";
import type { Text } from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";

import { About, useBook } from "../ui/book.js";
import { cardStyle, seatHue, symbolOf } from "../ui/symbol.js";
import { Words } from "../ui/text.js";

export function OptionCard(props: {
  type: "radio" | "checkbox";
  name: string;
  title: Text | undefined;
  help?: Text | undefined;
  component: string;
  seat?: number | undefined;
  refused: Text | undefined;
  checked: boolean;
  /** The position among the picked options, if their order matters. */
  place?: number | undefined;
  onChange: (checked: boolean) => void;
}) {
  const { type, name, title, help, seat, refused, checked, place, onChange } = props;
  const { components } = useBook();
  const component = components.get(props.component);
  const details = useId();
  const style = seat === undefined ? cardStyle(component?.kind ?? "") : { "--hue": String(seatHue(seat)) };
  return (
    <div class={`option ${component ? "with-symbol" : ""}`} style={style}>
      <label>
        <input
          type={type}
          name={name}
          checked={checked}
          disabled={refused !== undefined}
          aria-describedby={details}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {component && (
          <span class="symbol" aria-hidden="true">
            {symbolOf(component)}
          </span>
        )}
        {seat !== undefined && <span class="dot" aria-hidden="true" />}
        <span class="title">
          <Words text={title} plain />
          <span class="reason" id={details}>
            <Words text={refused ?? help} plain />
          </span>
        </span>
        {place !== undefined && place >= 0 && <span class="order">{place + 1}</span>}
      </label>
      <About component={component} />
    </div>
  );
}
