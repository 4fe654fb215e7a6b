/** Points on a field. All points of a group are on one drawing. */

import { contains, coreOf, english, type Group, holds, type Point } from "@tinsel/client/without-games";
import { useContext, useId, useState } from "preact/hooks";
import type {
  Field,
  FormField,
  PlaceField,
  Scene,
} from "@tinsel/client/without-games/gen/tinsel/v1/presentation_pb.js";

import { FieldDrawing, ShapeDrawing } from "../scene/field.js";
import { nearestAccepted } from "../scene/geometry.js";
import { initials } from "../ui/symbol.js";
import { Words } from "../ui/text.js";
import { check } from "./check.js";
import { FormContext, useRefused } from "./context.js";
import { Stepper } from "./number.js";
import { answersOf, type Value, type Values } from "./values.js";

/** A click selects the nearest possible point within this part of the width of the field. */
const REACH = 0.12;
const SUGGESTIONS = 6;

export function PlaceInputs(props: {
  group: Group;
  places: readonly FormField[];
  values: Values;
  within: string;
  onChange: (values: Values) => void;
}) {
  const { group, places, values, within, onChange } = props;
  const { scene } = useContext(FormContext);
  const name = useId();
  const [active, setActive] = useState(places[0]?.fieldId ?? "");
  const field = fieldOf(scene);
  const current = places.find((place) => place.fieldId === active) ?? places[0];
  const set = (place: FormField, point: Point) => onChange({ ...values, [place.fieldId]: { kind: "point", point } });
  // The next field without a point becomes active, so that one click for each point is enough.
  const click = (point: Point) => {
    if (!current) return;
    set(current, snapped(group, values, current, point, (field?.width ?? 0) * REACH));
    const next = places.find((place) => place !== current && pointOf(values[place.fieldId]) === undefined);
    if (next) setActive(next.fieldId);
  };
  return (
    <div class="places">
      {field && current && (
        <PlaceDrawing field={field} scene={scene} places={places} current={current} values={values} onPoint={click} />
      )}
      {places.map((place) => (
        <PlaceInput
          key={place.fieldId}
          place={place}
          name={name}
          several={places.length > 1}
          active={place === current}
          point={pointOf(values[place.fieldId])}
          path={`${within}fields[${place.fieldId}]`}
          possible={(point) => isPossible(group, values, place, point)}
          onActivate={() => setActive(place.fieldId)}
          onPoint={(point) => set(place, point)}
        />
      ))}
    </div>
  );
}

function PlaceInput(props: {
  place: FormField;
  /** The name of the group of radio buttons, one for each place. */
  name: string;
  several: boolean;
  active: boolean;
  point: Point | undefined;
  path: string;
  possible: (point: Point) => boolean;
  onActivate: () => void;
  onPoint: (point: Point) => void;
}) {
  const { place, name, several, active, point, path, possible, onActivate, onPoint } = props;
  const refused = useRefused(path);
  const kind = kindOf(place);
  if (!kind) return null;
  const title = english(place.title);
  const problem = point && check({ fields: [place], constraints: [] }, { [place.fieldId]: { kind: "point", point } });
  const suggestions = kind.suggestions.filter(possible).slice(0, SUGGESTIONS);
  const start = point ?? suggestions[0] ?? kind.suggestions[0] ?? { x: 0, y: 0 };
  const limit = { min: -100_000, max: 100_000, step: 1 };
  return (
    <fieldset class={`place ${active ? "active" : ""} ${refused.length > 0 ? "refused" : ""}`} data-path={path}>
      <legend>
        {several ? (
          <label>
            <input
              type="radio"
              name={name}
              checked={active}
              onChange={onActivate}
              aria-label={`Select ${title} on the field`}
            />{" "}
            <Words text={place.title} plain />
          </label>
        ) : (
          <Words text={place.title} plain />
        )}
        <span class="note"> {point ? `${String(point.x)}, ${String(point.y)} ${kind.unit}` : "no point yet"}</span>
      </legend>
      {refused.map((problem, index) => (
        <p key={index} class="problem">
          {problem.text}
        </p>
      ))}
      {place.help && (
        <p class="help">
          <Words text={place.help} />
        </p>
      )}
      {active && (
        <>
          <div class="coordinates">
            <label>
              x
              <Stepper {...limit} label={`${title}: x`} value={start.x} onChange={(x) => onPoint({ x, y: start.y })} />
            </label>
            <label>
              y
              <Stepper {...limit} label={`${title}: y`} value={start.y} onChange={(y) => onPoint({ x: start.x, y })} />
            </label>
          </div>
          {problem && <p class="help">{problem.text}</p>}
          {suggestions.length > 0 && (
            <div class="chips" role="group" aria-label={`Suggested points: ${title}`}>
              {suggestions.map(({ x, y }) => (
                <button key={`${String(x)},${String(y)}`} type="button" onClick={() => onPoint({ x, y })}>
                  {x}, {y}
                </button>
              ))}
            </div>
          )}
        </>
      )}
    </fieldset>
  );
}

function PlaceDrawing(props: {
  field: Field;
  scene: Scene | undefined;
  places: readonly FormField[];
  current: FormField;
  values: Values;
  onPoint: (point: Point) => void;
}) {
  const { field, scene, places, current, values, onPoint } = props;
  const items = scene?.zones.find((zone) => zone.field === field)?.items ?? [];
  const { height, width } = field;
  const select = (event: MouseEvent) => {
    const svg = event.currentTarget instanceof Element ? event.currentTarget.querySelector("svg") : null;
    const matrix = svg?.getScreenCTM()?.inverse();
    if (!matrix) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    onPoint({ x: Math.round(at.x), y: Math.round(height - at.y) });
  };
  return (
    <div class="place-drawing" onClick={select}>
      <FieldDrawing field={field} items={items} label={`Field: select ${english(current.title)}`}>
        <RegionDrawing place={current} field={field} />
        {places.map((place) => {
          const point = pointOf(values[place.fieldId]);
          if (!point) return null;
          const size = width / 40;
          return (
            <g key={place.fieldId} class={`chosen ${place === current ? "active" : ""}`}>
              <circle cx={point.x} cy={height - point.y} r={size * 0.8} />
              <text x={point.x} y={height - point.y + size * 0.35} font-size={size} text-anchor="middle">
                {initials(english(place.title))}
              </text>
            </g>
          );
        })}
      </FieldDrawing>
    </div>
  );
}

/** The region of a point: inside all shapes of one set, and outside all shapes of another. */
function RegionDrawing({ place, field }: { place: FormField; field: Field }) {
  const id = useId();
  const region = kindOf(place)?.region;
  if (!region) return null;
  const { width, height } = field;
  const cores = region.inside.flatMap((bordered) => coreOf(bordered.shape) ?? []);
  const area = cores.reduce(
    (drawn, core, index) => {
      const clip = `${id}-${String(index)}`;
      return (
        <g clip-path={`url(#${clip})`}>
          <clipPath id={clip}>
            <ShapeDrawing core={core} height={height} />
          </clipPath>
          {drawn}
        </g>
      );
    },
    <rect class="region" x={-width} y={-height} width={3 * width} height={3 * height} mask={`url(#${id}-out)`} />,
  );
  return (
    <g>
      <mask id={`${id}-out`} maskUnits="userSpaceOnUse" x={-width} y={-height} width={3 * width} height={3 * height}>
        <rect x={-width} y={-height} width={3 * width} height={3 * height} fill="#fff" />
        <g fill="#000">
          {region.outside.map((bordered, index) => {
            const core = coreOf(bordered.shape);
            return core && <ShapeDrawing key={index} core={core} height={height} />;
          })}
        </g>
      </mask>
      {area}
    </g>
  );
}

function kindOf(place: FormField): PlaceField | undefined {
  return place.kind.case === "place" ? place.kind.value : undefined;
}

function pointOf(value: Value | undefined): Point | undefined {
  return value?.kind === "point" ? value.point : undefined;
}

function fieldOf(scene: Scene | undefined): Field | undefined {
  return scene?.zones.find((zone) => zone.field)?.field;
}

function withPoint(values: Values, place: FormField, point: Point): Values {
  return { ...values, [place.fieldId]: { kind: "point", point } };
}

/** Whether a point is in the region of its field and satisfies the constraints that name the field. */
function isPossible(group: Group, values: Values, place: FormField, point: Point): boolean {
  if (!contains(kindOf(place)?.region, point)) return false;
  const [before, next] = [answersOf(values), answersOf(withPoint(values, place, point))];
  const distances = group.constraints.filter(({ rule }) => rule.case === "distance");
  return distances.every((constraint) => holds(constraint, next) || !holds(constraint, before));
}

// A point that satisfies the distances to the other points is better than one that is only in the region.
function snapped(group: Group, values: Values, place: FormField, point: Point, reach: number): Point {
  const region = kindOf(place)?.region;
  const satisfies = (at: Point) => {
    if (!contains(region, at)) return false;
    const answers = answersOf(withPoint(values, place, at));
    return group.constraints.every((constraint) => holds(constraint, answers));
  };
  const best = nearestAccepted(point, satisfies, reach);
  return satisfies(best) ? best : nearestAccepted(point, (at) => contains(region, at), reach);
}
