/** The players of a match. */

import type { Viewer } from "@tinsel/client";
import { Occupant } from "@tinsel/client/gen/tinsel/v1/match_pb.js";

/** The names of the taken seats. */
export async function playersOf(viewer: Viewer): Promise<string[]> {
  const seats = (await viewer.state())?.match?.seats ?? [];
  return seats.filter(({ occupant }) => occupant !== Occupant.OPEN).map(({ displayName }) => displayName);
}
