/** Points and regions of a field: integers, and exact distances. */

import type { BorderedShape, Region, Shape } from "./gen/tinsel/v1/presentation_pb.js";

/** A point of a field. */
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

/** The square of the distance of two points. */
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

/** The corners of a rectangle that contains a region. */
export function boundsOf(region: Region | undefined): [low: Point, high: Point] {
  const cores = region?.inside.flatMap(({ shape }) => coreOf(shape) ?? []) ?? [];
  const inner = (side: (core: Core) => number) => Math.max(...cores.map(side));
  return [
    { x: inner(({ low, margin }) => low.x - margin), y: inner(({ low, margin }) => low.y - margin) },
    { x: -inner(({ high, margin }) => -high.x - margin), y: -inner(({ high, margin }) => -high.y - margin) },
  ];
}
