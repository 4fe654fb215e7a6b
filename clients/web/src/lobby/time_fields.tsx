/** The time limits of a new match. */

import type { MessageInitShape } from "@bufbuild/protobuf";
import type { TimeControlSchema } from "@tinsel/client/gen/tinsel/v1/match_pb.js";
import { useId } from "preact/hooks";

import { Stepper } from "../form/number.js";

/** Durations are in the unit of the setting. */
export interface TimeSetting {
  readonly kind: "none" | "decision" | "bank";
  readonly perDecision: number;
  readonly unit: number;
  readonly bankMinutes: number;
  readonly incrementSeconds: number;
}

export const emptyTime: TimeSetting = { kind: "none", perDecision: 2, unit: 60, bankMinutes: 10, incrementSeconds: 10 };

const UNITS = [
  [1, "seconds"],
  [60, "minutes"],
  [3600, "hours"],
  [86400, "days"],
] as const;

export function timeControlOf(time: TimeSetting): MessageInitShape<typeof TimeControlSchema> | undefined {
  const seconds = (number: number) => ({ seconds: BigInt(number) });
  if (time.kind === "decision")
    return { control: { case: "perDecision", value: seconds(time.perDecision * time.unit) } };
  if (time.kind === "none") return undefined;
  const value = { initial: seconds(time.bankMinutes * 60), increment: seconds(time.incrementSeconds) };
  return { control: { case: "bank", value } };
}

export function TimeFields({ value, onChange }: { value: TimeSetting; onChange: (value: TimeSetting) => void }) {
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
              onChange={() => {
                onChange({ ...value, kind });
              }}
            />
            {label}
          </label>
        ))}
      </div>
      {value.kind === "decision" && (
        <div class="inline">
          <Stepper
            label="Time for each decision"
            min={1}
            max={value.unit === 86400 ? 30 : 600}
            step={1}
            value={value.perDecision}
            onChange={(perDecision) => {
              onChange({ ...value, perDecision });
            }}
          />
          <select
            aria-label="Unit of the time"
            value={String(value.unit)}
            onChange={(event) => {
              onChange({ ...value, unit: Number(event.currentTarget.value) });
            }}
          >
            {UNITS.map(([size, unit]) => (
              <option key={size} value={String(size)}>
                {unit}
              </option>
            ))}
          </select>
        </div>
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
              onChange={(bankMinutes) => {
                onChange({ ...value, bankMinutes });
              }}
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
              onChange={(incrementSeconds) => {
                onChange({ ...value, incrementSeconds });
              }}
            />
          </li>
        </ul>
      )}
    </fieldset>
  );
}
