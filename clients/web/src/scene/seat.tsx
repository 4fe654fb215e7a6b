/** A seat at the table: its player, its pending decision, its meters and its zones. */

import type { ReadonlySignal } from "@preact/signals";
import { english } from "@tinsel/client/without-games";
import { useEffect } from "preact/hooks";
import {
  type Decision,
  Occupant,
  type Seat,
  SeatControl,
} from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";
import {
  Arrangement,
  type Meter,
  type Text,
  type Zone,
} from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";

import { milliseconds } from "../net/clock.js";
import { useSeatName } from "../ui/book.js";
import { countdown } from "../ui/duration.js";
import { alertNow } from "../ui/live.js";
import { initials, seatHue } from "../ui/symbol.js";
import { Words } from "../ui/text.js";
import { Meters } from "./meters.js";
import { countOf, ZoneView } from "./zone.js";

const CONTROL: Record<SeatControl, string> = {
  [SeatControl.UNSPECIFIED]: "",
  [SeatControl.SUBSTITUTED]: "a bot decides",
  [SeatControl.LEFT]: "left, a bot decides",
  [SeatControl.FORFEITED]: "forfeited",
};

export function SeatPanel(props: {
  seat: Seat | undefined;
  number: number;
  own: boolean;
  /** The marks of the seat in the scene; undefined if the scene has none for any seat. */
  marks: readonly Text[] | undefined;
  meters: readonly Meter[];
  zones: readonly Zone[];
  decision: Decision | undefined;
  decided: boolean;
  now: ReadonlySignal<number> | undefined;
}) {
  const { seat, number, own, marks, meters, zones, decision, decided, now } = props;
  const name = useSeatName()(number);
  const control = seat ? CONTROL[seat.control] : "";
  const pending = decision !== undefined;
  return (
    <article
      class={`seat ${own ? "mine" : ""} ${pending ? "pending" : ""}`}
      style={{ "--hue": String(seatHue(number)) }}
      aria-label={name}
    >
      <header>
        <span class="avatar" aria-hidden="true">
          {initials(name)}
        </span>
        <div class="seat-heading">
          <h3>
            <bdi>{name}</bdi>
            {own && <span class="badge">you</span>}
            {seat?.occupant === Occupant.BOT && <span class="badge">bot</span>}
          </h3>
          <p class="facts">
            {pending && !marks && <span class="mark turn">deciding</span>}
            {decided && !pending && !marks && <span class="mark done">decided, sealed</span>}
            {control !== "" && <span class="mark warn">{control}</span>}
            {marks?.map((mark, index) => (
              <span class="mark" key={index}>
                <Words text={mark} plain />
              </span>
            ))}
          </p>
        </div>
        <SeatClock seat={seat} decision={decision} now={now} />
      </header>
      <Meters meters={meters} />
      <SeatZones zones={zones} own={own} />
    </article>
  );
}

function SeatZones({ zones, own }: { zones: readonly Zone[]; own: boolean }) {
  if (own) {
    return (
      <div class="zones">
        {zones.map((zone) => (
          <ZoneView key={zone.zoneId} zone={zone} />
        ))}
      </div>
    );
  }
  const shown = zones.filter((zone) => zone.items.length > 0 || zone.arrangement === Arrangement.FIELD);
  if (shown.length === 0) return null;
  return (
    <details class="seat-zones" open={isWide()}>
      <summary>{shown.map((zone) => `${english(zone.title)} ${String(countOf(zone))}`).join(", ")}</summary>
      <div class="zones small">
        {shown.map((zone) => (
          <ZoneView key={zone.zoneId} zone={zone} compact={shown.length === 1} />
        ))}
      </div>
    </details>
  );
}

// On a phone the cards of other players would move the table out of the view.
function isWide(): boolean {
  return matchMedia("(min-width: 40rem)").matches;
}

function SeatClock(props: {
  seat: Seat | undefined;
  decision: Decision | undefined;
  now: ReadonlySignal<number> | undefined;
}) {
  const { seat, decision, now } = props;
  if (decision?.deadline && now) return <Countdown deadline={milliseconds(decision.deadline)} now={now} />;
  if (!seat?.bankLeft || !now) return null;
  return <span class="clock numbers">{countdown(Number(seat.bankLeft.seconds) * 1000)}</span>;
}

/** The seconds before a deadline at which a player hears a warning. */
const WARNINGS = [10, 30];

/** The time until a deadline, by the clock of the server. */
export function Countdown(props: {
  deadline: number;
  now: ReadonlySignal<number>;
  /** Whether it announces that little time is left. */
  warns?: boolean;
}) {
  const { deadline, now, warns = false } = props;
  const left = deadline - now.value;
  const warning = WARNINGS.find((seconds) => left <= seconds * 1000);
  useEffect(() => {
    if (warns && warning !== undefined && left > 0) alertNow(`${String(warning)} seconds left`);
  }, [warning, deadline]);
  return (
    <span class={`clock numbers ${left < 15_000 ? "urgent" : ""}`} role="timer" aria-label="Time left">
      {countdown(left)}
    </span>
  );
}
