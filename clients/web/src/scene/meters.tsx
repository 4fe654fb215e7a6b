/** Meters: numbers with a name. */

import { english } from "@tinsel/client/without-games";
import type { Meter } from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";

import { Words } from "../ui/text.js";

export function Meters({ meters }: { meters: readonly Meter[] }) {
  if (meters.length === 0) return null;
  return (
    <ul class="meters">
      {meters.map((meter) => (
        <li key={meter.meterId} class="meter">
          <span class="muted">
            <Words text={meter.title} plain />
          </span>{" "}
          <strong>
            {String(meter.value)}
            {meter.max !== undefined && <span class="muted"> / {String(meter.max)}</span>}
          </strong>
          <Unit meter={meter} />
          {meter.max !== undefined && meter.max > 0n && (
            <progress aria-hidden="true" max={Number(meter.max)} value={Number(meter.value)} />
          )}
        </li>
      ))}
    </ul>
  );
}

// A unit that the title repeats adds nothing.
function Unit({ meter }: { meter: Meter }) {
  const repeated = english(meter.title).toLowerCase().includes(meter.unit.toLowerCase());
  return meter.unit === "" || repeated ? null : <span class="muted"> {meter.unit}</span>;
}
