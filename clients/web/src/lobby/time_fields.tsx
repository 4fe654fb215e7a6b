/** The time limits of a new match. */

import type { MessageInitShape } from "@bufbuild/protobuf";
import type { GamePhase } from "@tinsel/client/without-games/gen/tinsel/v1/game_service_pb.js";
import type { TimeControlSchema } from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";
import { useId } from "preact/hooks";

import { Stepper } from "../form/number.js";
import { isLike } from "../ui/draft.js";
import { words } from "../ui/text.js";
import { Check } from "../ui/check.js";

/** A time as a number of units. The unit is in seconds. */
interface Time {
  readonly number: number;
  readonly unit: number;
}

export interface TimeSetting {
  readonly kind: "none" | "decision" | "bank";
  readonly perDecision: Time;
  readonly bankMinutes: number;
  readonly incrementSeconds: number;
  /** The time for each decision in a phase, if it differs. */
  readonly phases: Readonly<Record<string, Time | undefined>>;
}

const TWO_MINUTES: Time = { number: 2, unit: 60 };

export const emptyTime: TimeSetting = {
  kind: "none",
  perDecision: TWO_MINUTES,
  bankMinutes: 10,
  incrementSeconds: 10,
  phases: {},
};

/** The stored value if it is a setting. */
export function storedTime(stored: unknown): TimeSetting | undefined {
  const isTime = (own: unknown) => own === undefined || isLike(own, TWO_MINUTES);
  return isLike(stored, emptyTime) && Object.values(stored.phases).every(isTime) ? stored : undefined;
}

const UNITS = [
  [1, "seconds"],
  [60, "minutes"],
  [3600, "hours"],
  [86400, "days"],
] as const;

export function timeControlOf(time: TimeSetting): MessageInitShape<typeof TimeControlSchema> | undefined {
  if (time.kind === "none") return undefined;
  const seconds = (number: number) => ({ seconds: BigInt(number) });
  const lasting = ({ number, unit }: Time) => seconds(number * unit);
  const bank = { initial: seconds(time.bankMinutes * 60), increment: seconds(time.incrementSeconds) };
  return {
    control:
      time.kind === "bank" ? { case: "bank", value: bank } : { case: "perDecision", value: lasting(time.perDecision) },
    phases: Object.entries(time.phases).flatMap(([phase, own]) => (own ? [{ phase, duration: lasting(own) }] : [])),
  };
}

export function TimeFields(props: {
  phases: readonly GamePhase[];
  value: TimeSetting;
  onChange: (value: TimeSetting) => void;
}) {
  const { phases, value, onChange } = props;
  const name = useId();
  const kinds = [
    ["none", "No time limit"],
    ["decision", "A time for each decision"],
    ["bank", "A time for the whole match"],
  ] as const;
  return (
    <fieldset>
      <legend>Time</legend>
      <div class="segments">
        {kinds.map(([kind, label]) => (
          <label key={kind}>
            <input
              type="radio"
              name={name}
              checked={value.kind === kind}
              onChange={() => onChange({ ...value, kind })}
            />
            {label}
          </label>
        ))}
      </div>
      {value.kind === "decision" && (
        <TimeInput
          label="Time for each decision"
          value={value.perDecision}
          onChange={(perDecision) => onChange({ ...value, perDecision })}
        />
      )}
      {value.kind === "bank" && (
        <ul class="slots">
          <li>
            <span class="title">Minutes for each seat</span>
            <Stepper
              label="Minutes for each seat"
              min={1}
              max={1440}
              step={1}
              value={value.bankMinutes}
              onChange={(bankMinutes) => onChange({ ...value, bankMinutes })}
            />
          </li>
          <li>
            <span class="title">Seconds more with each decision</span>
            <Stepper
              label="Seconds more with each decision"
              min={0}
              max={3600}
              step={5}
              value={value.incrementSeconds}
              onChange={(incrementSeconds) => onChange({ ...value, incrementSeconds })}
            />
          </li>
        </ul>
      )}
      {value.kind !== "none" && phases.length > 0 && (
        <details>
          <summary>Other times in phases of the game</summary>
          <ul>
            {phases.map(({ name, meaning }) => {
              const own = value.phases[name];
              const change = (time: Time | undefined) =>
                onChange({ ...value, phases: { ...value.phases, [name]: time } });
              return (
                <li key={name}>
                  <Check
                    label={`${words(name)}: ${meaning}`}
                    value={own !== undefined}
                    onChange={(checked) => change(checked ? TWO_MINUTES : undefined)}
                  />
                  {own && <TimeInput label={`Time for each decision, ${words(name)}`} value={own} onChange={change} />}
                </li>
              );
            })}
          </ul>
        </details>
      )}
    </fieldset>
  );
}

function TimeInput({ label, value, onChange }: { label: string; value: Time; onChange: (value: Time) => void }) {
  return (
    <div class="inline">
      <Stepper
        label={label}
        min={1}
        max={mostOf(value.unit)}
        step={1}
        value={value.number}
        onChange={(number) => onChange({ ...value, number })}
      />
      <select
        aria-label={`Unit: ${label}`}
        value={String(value.unit)}
        onChange={(event) => {
          const unit = Number(event.currentTarget.value);
          onChange({ number: Math.min(value.number, mostOf(unit)), unit });
        }}
      >
        {UNITS.map(([size, unit]) => (
          <option key={size} value={String(size)}>
            {unit}
          </option>
        ))}
      </select>
    </div>
  );
}

// 30 days are the longest time for a decision.
function mostOf(unit: number): number {
  return unit === 86400 ? 30 : 600;
}
