/** Taking a seat. A browser takes a second seat of a match only if its user wants one. */

import { type Match, Visibility } from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";

import type { Api } from "./api.js";
import { alone, once, unanswered } from "./stored_calls.js";
import { chooseSeat, grantOf, keepPlayerName, keepSeat, ownMatches, type SeatGrant, seatsOf } from "./tokens.js";

/** The match that a player joins: by its ID, or by its join code. */
export interface JoinPlace {
  readonly matchId?: string | undefined;
  readonly joinCode?: string | undefined;
}

/** The seats that this browser holds in the match. */
export function heldSeats({ matchId, joinCode }: JoinPlace): SeatGrant[] {
  if (matchId !== undefined) return seatsOf(matchId);
  return matchWithCode(joinCode ?? "")?.seats.slice() ?? [];
}

/** The match of this browser with a join code. */
export function matchWithCode(joinCode: string) {
  const own = ownMatches().filter(({ grant }) => plainCode(grant.joinCode) === plainCode(joinCode));
  return own.find(({ seats }) => seats.length > 0) ?? own[0];
}

/** How this browser joins a match that it shows. */
export function placeOf({ matchId, visibility }: Pick<Match, "matchId" | "visibility">): JoinPlace {
  const { joinCode } = grantOf(matchId);
  return visibility === Visibility.PRIVATE && joinCode !== undefined ? { joinCode } : { matchId };
}

/** Where the call is stored. Its content is the name of the player. */
export function callOf({ matchId, joinCode }: JoinPlace): string {
  return `join.${matchId ?? plainCode(joinCode)}`;
}

/**
 * Takes a seat for this tab, and returns the ID of the match. Takes none if this browser holds a seat that is not among the
 * `known` ones: another tab has taken it. An unanswered call is repeated with its own name.
 */
export function takeSeat(
  api: Api,
  place: JoinPlace,
  name: string,
  known: readonly SeatGrant[],
): Promise<string | undefined> {
  const tokens = known.map(({ token }) => token);
  return alone(callOf(place), async () => {
    const before = unanswered(callOf(place));
    if (before === undefined && heldSeats(place).some(({ token }) => !tokens.includes(token))) return undefined;
    return chosen(await join(api, place, before ?? name));
  });
}

/** Repeats the unanswered join for this browser, and returns its seat. Returns undefined if the join has an answer. */
export function continueJoin(api: Api, place: JoinPlace): Promise<Joined | undefined> {
  return alone(callOf(place), () => {
    const name = unanswered(callOf(place));
    return name === undefined ? undefined : join(api, place, name);
  });
}

/** Repeats the unanswered join of a player, or returns the seat that it has taken meanwhile. */
export async function continueJoinOf(api: Api, place: JoinPlace, name: string): Promise<Joined | undefined> {
  const joined = await continueJoin(api, place);
  const seat = joined?.seat ?? heldSeats(place).find((held) => held.name === name);
  const matchId = joined?.matchId ?? place.matchId ?? matchWithCode(place.joinCode ?? "")?.matchId;
  return seat && matchId !== undefined ? { matchId, seat } : undefined;
}

/** Lets this tab use the seat. */
export function chosen({ matchId, seat }: Joined): string {
  chooseSeat(matchId, seat);
  return matchId;
}

interface Joined {
  readonly matchId: string;
  readonly seat: SeatGrant;
}

function join({ calls }: Api, place: JoinPlace, name: string): Promise<Joined> {
  return once(callOf(place), name, async (key) => {
    const { matchId = "", joinCode } = place;
    const { number, token, ...taken } = await (joinCode === undefined
      ? calls.join(matchId, name, key)
      : calls.joinByCode(joinCode, name, key));
    const seat = { number, token, name };
    keepPlayerName(name);
    keepSeat(taken.matchId, seat, joinCode === undefined ? {} : { joinCode });
    return { matchId: taken.matchId, seat };
  });
}

// The server ignores case, spaces and hyphens.
function plainCode(code = ""): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, "");
}
