/** The rematch of a match: its players take their seats in it. */

import type { Api } from "./api.js";
import type { Session } from "./session.js";
import { chooseSeat, keep, keepSeat } from "./tokens.js";

/** Takes the seat and the host's rights of this viewer in the rematch, and returns the ID of the rematch. */
export async function joinRematch({ calls }: Api, { matchId, host, seat }: Session, gameId: string): Promise<string> {
  let rematch = matchId;
  // The host can have a token without a seat beside that of the seat.
  const tokens = [host, seat].flatMap((own) => (own ? [own.token] : []));
  for (const token of new Set(tokens)) {
    const own = await calls.host(matchId, token).rematch();
    rematch = own.matchId;
    const grant = { gameId, ...(own.joinCode === "" ? {} : { joinCode: own.joinCode }) };
    if (own.seat) {
      keepSeat(rematch, { number: own.seat.number, token: own.seat.token }, grant);
      chooseSeat(rematch, own.seat);
    } else {
      keep(rematch, { ...grant, host: own.token });
    }
  }
  return rematch;
}
