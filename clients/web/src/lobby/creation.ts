/** The creation of a match, and matchmaking. A tab can continue them after a lost answer or a reload. */

import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import { type CallKey, type Host, Refusal, type Seat } from "@tinsel/client/without-games";
import { MatchPhase } from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";
import { CreateMatchRequestSchema } from "@tinsel/client/without-games/gen/tinsel/v1/match_service_pb.js";

import type { Api } from "../net/api.js";
import { chosen, continueJoin, type JoinPlace, storeJoin } from "../net/joining.js";
import { once } from "../net/stored_calls.js";
import { changeSeat, grantOf, keep, keepPlayerName, keepSeat, ownMatches, type SeatGrant } from "../net/tokens.js";

/** A request of the user. */
export interface Plan {
  readonly gameId: string;
  /** Matchmaking with the options, seats and time of the request. */
  readonly quick: boolean;
  /** A CreateMatchRequest. */
  readonly request: JsonValue;
  /** The name of the player; absent if the host does not play. */
  readonly name?: string;
  readonly bots: number;
}

/** Where the call is stored. */
export function callOf(gameId: string): string {
  return `new.${gameId}`;
}

/** Carries out a plan once, and returns the ID of the match. */
export function carryOut(api: Api, plan: Plan): Promise<string> {
  const steps = plan.quick ? quickMatch : createMatch;
  return once(callOf(plan.gameId), JSON.stringify(plan), (key) => steps(api, plan, key));
}

async function createMatch(api: Api, plan: Plan, key: CallKey): Promise<string> {
  const request = fromJson(CreateMatchRequestSchema, plan.request);
  request.requestId = key.requestId;
  const host = await api.calls.createWith(request);
  const place = storeMatch(host, plan, key);
  try {
    const joined = await continueJoin(api, place);
    if (joined) chosen(joined);
    for (let bot = 0; bot < plan.bots; bot++) await host.addBot("", `${key.requestId}-bot${String(bot)}`);
  } catch {
    // The page of the match shows its open seats, and continues a join without an answer.
  }
  return host.matchId;
}

/** Stores a new match together with the join of its host. */
function storeMatch({ matchId, token, joinCode }: Host, { gameId, name }: Plan, key: CallKey): JoinPlace {
  const isNew = grantOf(matchId).host === undefined;
  keep(matchId, { host: token, gameId, ...(joinCode === "" ? {} : { joinCode }) });
  const place = joinCode === "" ? { matchId } : { joinCode };
  if (isNew && name !== undefined) storeJoin(place, name, { requestId: `${key.requestId}-join`, nonce: key.nonce });
  return place;
}

async function quickMatch(api: Api, plan: Plan, key: CallKey): Promise<string> {
  const { gameId, name = "" } = plan;
  const { options, seats, timeControl } = fromJson(CreateMatchRequestSchema, plan.request);
  const more = { values: options?.values ?? [], ...(seats === undefined ? {} : { seats }) };
  const found = await api.calls.quickMatch(gameId, name, timeControl ? { ...more, timeControl } : more, key);
  const seat = { number: found.number, token: found.token, name, quick: true };
  keepPlayerName(name);
  keepSeat(found.matchId, seat, { gameId });
  return chosen({ matchId: found.matchId, seat });
}

/** A seat that matchmaking has found for this browser. */
export interface QuickSeat {
  readonly matchId: string;
  readonly seat: SeatGrant;
}

/** The number of quick matches that the page asks for. Older ones have usually ended. */
const ASKED = 4;
/** The player has left the seat, or the match has expired. */
const GONE = ["MATCH_NOT_FOUND", "SEAT_LEFT", "TOKEN_INVALID"];

/** The newest quick match of the game that has not ended. */
export async function openQuickMatch({ calls }: Api, gameId: string): Promise<QuickSeat | undefined> {
  const held = ownMatches().flatMap(({ matchId, grant, seats }) =>
    grant.gameId === gameId ? seats.filter(({ quick }) => quick).map((seat) => ({ matchId, seat })) : [],
  );
  const isOpen = async ({ matchId, seat }: QuickSeat) => {
    const phase = await phaseOf(calls.seat(matchId, seat.token, seat.number));
    const open = phase === MatchPhase.LOBBY || phase === MatchPhase.ACTIVE;
    if (!open) changeSeat(matchId, { ...seat, quick: false });
    return open;
  };
  const newest = held.slice(0, ASKED);
  const open = await Promise.all(newest.map(isOpen));
  return newest.find((_, index) => open[index]);
}

async function phaseOf(seat: Seat): Promise<MatchPhase | undefined> {
  try {
    return (await seat.state())?.match?.phase;
  } catch (error) {
    if (error instanceof Refusal && GONE.includes(error.reason)) return undefined;
    throw error;
  }
}
