import type { Match } from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";

/** The names of the occupants by seat. */
export function namesOf(match: Match): Map<number, string> {
  return new Map(match.seats.flatMap((seat) => (seat.displayName === "" ? [] : [[seat.seat, seat.displayName]])));
}
