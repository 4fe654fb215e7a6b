/** Places on a field. */

import { type Core, type Point, squaredDistance } from "@tinsel/client/without-games";

/** The centre of a shape. */
export function centreOf(core: Core): Point {
  return { x: (core.low.x + core.high.x) / 2, y: (core.low.y + core.high.y) / 2 };
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
