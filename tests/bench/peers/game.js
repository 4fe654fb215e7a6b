// The game of the peers: two seats take turns and collect snow from a field. It never ends.
//
// Like a Snowball War, a move is one small number, the state has about one kilobyte, and every field is public.

export const CELLS = 256;
export const SEATS = 2;
const RECENT = 12;
const REACH = 40;

export function start() {
  return {
    turn: 0,
    moves: 0,
    snow: Array.from({ length: CELLS }, (_, cell) => 1 + (cell % 9)),
    players: [0, CELLS / 2].map((position, seat) => ({ name: `Caller ${seat}`, position, collected: 0 })),
    recent: Array.from({ length: RECENT }, () => ({ move: 0, seat: 0, cell: 0 })),
  };
}

// The reason why the seat cannot collect there; undefined if it can.
export function refusal(state, seat, cell) {
  if (state.turn !== seat) return "another seat decides";
  if (!Number.isInteger(cell) || cell < 0 || cell >= CELLS) return "no such cell";
  if (distance(state.players[seat].position, cell) > REACH) return "too far";
  if (state.snow[cell] === 0) return "no snow there";
  return undefined;
}

// Makes a valid move, in place.
export function collect(state, seat, cell) {
  const player = state.players[seat];
  state.snow[cell] -= 1;
  const opposite = CELLS - 1 - cell;
  state.snow[opposite] = Math.min(9, state.snow[opposite] + 1);
  player.position = cell;
  player.collected += 1;
  state.moves += 1;
  const event = state.recent[state.moves % RECENT];
  event.move = state.moves;
  event.seat = seat;
  event.cell = cell;
  state.turn = 1 - seat;
}

// A random cell where the seat can collect.
export function randomCell(state, seat) {
  for (;;) {
    const cell = Math.floor(Math.random() * CELLS);
    if (refusal(state, seat, cell) === undefined) return cell;
  }
}

function distance(one, other) {
  const apart = Math.abs(one - other);
  return Math.min(apart, CELLS - apart);
}
