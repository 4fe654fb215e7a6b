/** Places on a field. The rules are those of `presentation.proto`: integers, and exact distances. */

import type { BorderedShape, Region, Shape } from "@tinsel/client/gen/tinsel/v1/presentation_pb.js";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle with a margin. A circle is a rectangle of one point. */
export interface Core {
  readonly low: Point;
  readonly high: Point;
  readonly margin: number;
}

/** The shape as a rectangle with a margin. */
export function coreOf(shape: Shape | undefined): Core | undefined {
  if (!shape) return undefined;
  const { case: kind, value } = shape.shape;
  if (kind === "circle") {
    const centre = { x: value.centre?.x ?? 0, y: value.centre?.y ?? 0 };
    return { low: centre, high: centre, margin: value.radius };
  }
  if (kind === "rectangle") {
    const low = { x: value.low?.x ?? 0, y: value.low?.y ?? 0 };
    const high = { x: value.high?.x ?? 0, y: value.high?.y ?? 0 };
    return { low, high, margin: value.margin };
  }
  return undefined;
}

/** The centre of a shape. */
export function centreOf(core: Core): Point {
  return { x: (core.low.x + core.high.x) / 2, y: (core.low.y + core.high.y) / 2 };
}

export function squaredDistance(a: Point, b: Point): number {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2;
}

/** Whether a region contains a point. */
export function contains(region: Region | undefined, point: Point): boolean {
  if (!region) return false;
  return region.inside.every((shape) => covers(shape, point)) && !region.outside.some((shape) => covers(shape, point));
}

function covers(bordered: BorderedShape, point: Point): boolean {
  const core = coreOf(bordered.shape);
  if (!core) return false;
  const { low, high, margin } = core;
  const nearest = {
    x: Math.min(Math.max(point.x, low.x), high.x),
    y: Math.min(Math.max(point.y, low.y), high.y),
  };
  const distance = squaredDistance(point, nearest);
  if (bordered.edge) return distance <= margin ** 2;
  if (margin === 0) return low.x < point.x && point.x < high.x && low.y < point.y && point.y < high.y;
  return distance < margin ** 2;
}

/** The nearest point that is accepted, at most `reach` away; otherwise the point itself. */
export function nearestAccepted(point: Point, accepts: (point: Point) => boolean, reach: number): Point {
  if (accepts(point)) return point;
  let best: Point | undefined;
  let distance = Infinity;
  for (let ring = 1; ring <= reach && ring ** 2 <= distance; ring++) {
    for (const candidate of ringAround(point, ring)) {
      const away = squaredDistance(candidate, point);
      if (away < distance && accepts(candidate)) [best, distance] = [candidate, away];
    }
  }
  return best ?? point;
}

function* ringAround({ x, y }: Point, ring: number): Generator<Point> {
  for (let along = -ring; along <= ring; along++) {
    yield { x: x + along, y: y - ring };
    yield { x: x + along, y: y + ring };
    yield { x: x - ring, y: y + along };
    yield { x: x + ring, y: y + along };
  }
}

/** A round length of which about `parts` fit into the extent. */
export function roundLength(extent: number, parts: number): number {
  const wanted = extent / parts;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, wanted)));
  return ([1, 2, 5, 10].find((factor) => factor * power >= wanted) ?? 10) * power;
}
