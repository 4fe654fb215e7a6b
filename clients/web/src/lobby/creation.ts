/** The creation of a match, and matchmaking. A tab can continue them after a lost answer or a reload. */

import { create, fromJson, type JsonValue } from "@bufbuild/protobuf";
import { type CallKey, Refusal, type Seat } from "@tinsel/client/without-games";
import { MatchPhase } from "@tinsel/client/without-games/gen/tinsel/v1/match_pb.js";
import {
  CreateMatchRequestSchema,
  TakeSeatSchema,
} from "@tinsel/client/without-games/gen/tinsel/v1/match_service_pb.js";

import type { Api } from "../net/api.js";
import { chosen } from "../net/joining.js";
import { once } from "../net/stored_calls.js";
import { changeSeat, keep, keepPlayerName, keepSeat, ownMatches, type SeatGrant } from "../net/tokens.js";

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
  const { gameId, name, bots } = plan;
  if (name !== undefined) request.takeSeat = create(TakeSeatSchema, { displayName: name, nonce: key.nonce });
  const host = await api.calls.createWith(request);
  const { matchId, joinCode } = host;
  keep(matchId, { host: host.token, gameId, ...(joinCode === "" ? {} : { joinCode }) });
  if (host.seat && name !== undefined) keepNewSeat(host.seat, name);
  try {
    for (let bot = 0; bot < bots; bot++) await host.addBot("", `${key.requestId}-bot${String(bot)}`);
  } catch {
    // The page of the match shows its open seats.
  }
  return matchId;
}

/** Stores a new seat of this browser, and lets the tab use it. Returns the ID of the match. */
function keepNewSeat({ matchId, number, token }: Seat, name: string, more: Partial<SeatGrant> = {}): string {
  const seat = { number, token, name, ...more };
  keepPlayerName(name);
  keepSeat(matchId, seat);
  return chosen({ matchId, seat });
}

async function quickMatch(api: Api, plan: Plan, key: CallKey): Promise<string> {
  const { gameId, name = "" } = plan;
  const { options, seats, timeControl } = fromJson(CreateMatchRequestSchema, plan.request);
  const more = { values: options?.values ?? [], ...(seats === undefined ? {} : { seats }) };
  const found = await api.calls.quickMatch(gameId, name, timeControl ? { ...more, timeControl } : more, key);
  keep(found.matchId, { gameId });
  return keepNewSeat(found, name, { quick: true });
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
