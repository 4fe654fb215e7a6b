/** The table: the other players above, the shared zones in the middle, the viewer's own zones below. */

import type { Match } from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";
import {
  Arrangement,
  type Item,
  type Scene,
  type Text,
  type Zone,
} from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";
import type { ReadonlySignal } from "@preact/signals";

import { Words } from "../ui/text.js";
import { seatOf } from "./item.js";
import { Meters } from "./meters.js";
import { SeatPanel } from "./seat.js";
import { ZoneView } from "./zone.js";

export interface TableProps {
  readonly match: Match;
  readonly scene: Scene | undefined;
  readonly own: number | undefined;
  /** The seats that have decided in the present step; absent in a replay and in the past. */
  readonly decided?: ReadonlySet<number> | undefined;
  /** The time of the server; absent in a replay and in the past. */
  readonly now?: ReadonlySignal<number> | undefined;
}

export function Table(props: TableProps) {
  const { match, scene, own, decided, now } = props;
  const zones = scene?.zones ?? [];
  const players = zones.find((zone) => isSeatList(zone, match.seats.length));
  const shared = zones.filter((zone) => zone.seat === undefined && zone !== players && !isFacts(zone));
  const order = players?.items.map((item) => seatOf(item) ?? 0) ?? match.seats.map((seat) => seat.seat);
  const others = around(order, own);
  const marks = new Map(players?.items.map((item): [number, readonly Text[]] => [seatOf(item) ?? 0, item.marks]));
  const panel = (seat: number) => (
    <SeatPanel
      key={seat}
      seat={match.seats.find((other) => other.seat === seat)}
      number={seat}
      own={seat === own}
      marks={marks.get(seat)}
      meters={scene?.meters.filter((meter) => meter.seat === seat) ?? []}
      zones={zones.filter((zone) => zone.seat === seat)}
      decision={now && match.pendingDecisions.find((decision) => decision.seat === seat)}
      decided={decided?.has(seat) ?? false}
      now={now}
    />
  );
  return (
    <div class="table">
      <section
        class={`seats ${others.length > 8 ? "many" : others.length < 5 ? "few" : ""}`}
        aria-label={own === undefined ? "Players" : "Other players"}
      >
        {others.map(panel)}
      </section>
      <div class="middle">
        <Meters meters={scene?.meters.filter((meter) => meter.seat === undefined) ?? []} />
        <div class="zones">
          {shared.map((zone) => (
            <ZoneView key={zone.zoneId} zone={zone} />
          ))}
        </div>
      </div>
      {own !== undefined && order.includes(own) && (
        <section class="own" aria-label="Your seat">
          {panel(own)}
        </section>
      )}
    </div>
  );
}

/** The title and the status of a scene. */
export function SceneHeading({ scene }: { scene: Scene | undefined }) {
  if (!scene) return <h2 class="visually-hidden">Table</h2>;
  return (
    <div class="scene-heading">
      <h2>
        <Words text={scene.title} />
      </h2>
      <p>
        <Words text={scene.status} />
      </p>
    </div>
  );
}

/** Zones with facts only, for reference. */
export function Facts({ scene }: { scene: Scene | undefined }) {
  const zones = scene?.zones.filter((zone) => isFacts(zone) && zone.items.length > 0) ?? [];
  if (zones.length === 0) return null;
  return (
    <section class="reference" aria-label="Facts">
      {zones.map((zone) => (
        <ZoneView key={zone.zoneId} zone={zone} />
      ))}
    </section>
  );
}

function isFacts(zone: Zone): boolean {
  const fact = (item: Item) => item.component === "" && seatOf(item) === undefined && !item.place;
  return zone.arrangement === Arrangement.LIST && zone.seat === undefined && zone.items.every(fact);
}

// Such a list is shown as part of the seats.
function isSeatList(zone: Zone, seats: number): boolean {
  const of = new Set(zone.items.map(seatOf));
  const simple = zone.items.every((item) => seatOf(item) !== undefined && item.component === "" && !item.place);
  const list = zone.arrangement === Arrangement.LIST && zone.seat === undefined;
  return list && simple && of.size === seats && zone.items.length === seats;
}

/** The other seats in the order of the table, beginning after the own seat. */
function around(order: readonly number[], own: number | undefined): number[] {
  const at = order.findIndex((seat) => seat === own);
  return at === -1 ? [...order] : [...order.slice(at + 1), ...order.slice(0, at)];
}
