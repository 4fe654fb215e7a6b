//! The beginning and the end of turns, and the end of the match (sections 2 and 5).

use tinsel_engine::{SeatIndex, SeatSet};

use super::flow::{Flow, Next};
use crate::{
    components::{GiftId, Part},
    draws,
    event::Event,
    state::{Stage, Turn},
};

impl Turn {
    /// A turn at its beginning.
    pub(crate) const fn new(part: Part, number: u8, seat: SeatIndex) -> Self {
        Self {
            part,
            number,
            seat,
            gift: None,
            context: None,
            bids: None,
            challengers: None,
            reprisals: 0,
        }
    }
}

/// Begins the next turn, or ends the match.
pub(super) fn next(flow: &mut Flow<'_>) -> Next {
    let wrapped: Vec<GiftId> = flow.game.table.wrapped().collect();
    // JB-R3, JB-R4: one seat for each gift without a holder, and only these seats are in the draw
    let bag = flow.game.table.giftless();
    match wrapped.as_slice() {
        // JB-8, JB-65
        [] if bag.is_empty() => finish(flow),
        // JB-R10: this includes an Opener who yielded the last gift
        [] => {
            open_lottery(flow, bag);
            draw(flow, Part::Lottery, bag);
            Next::Lottery
        }
        // JB-36, JB-R59
        [only] => {
            draw(flow, Part::Main, bag);
            Next::LastOpening(*only)
        }
        [_, _, ..] => {
            draw(flow, Part::Main, bag);
            flow.game.stage = Stage::Opening;
            Next::Decision
        }
    }
}

/// Adds the event that the Lottery begins, before its first draw.
// JB-65
fn open_lottery(flow: &mut Flow<'_>, bag: SeatSet) {
    if flow.game.turn.part == Part::Main {
        let pile = flow.game.table.pile.clone();
        flow.tell(Event::LotteryStarted { bag, pile });
        flow.game.turn.number = 0;
    }
}

/// Draws the seat of the turn: any seat without a gift, with equal probabilities.
// JB-16, JB-35, JB-66, JB-R6
fn draw(flow: &mut Flow<'_>, part: Part, bag: SeatSet) {
    let seat = flow.pick(draws::NAME, bag);
    let turn = flow.game.turn.number.saturating_add(1);
    flow.game.turn = Turn::new(part, turn, seat);
    flow.tell(Event::NameDrawn { part, turn, seat });
}

/// Ends the turn.
// JB-64, JB-82
pub(super) fn end(flow: &mut Flow<'_>) -> Next {
    let Turn { part, number, seat, .. } = flow.game.turn;
    // JB-15: in the Main Game a giftless Opener has already returned to the bag
    if part == Part::Lottery && flow.game.table.giftless().contains(seat) {
        flow.tell(Event::BagChanged {
            added: SeatSet::only(seat),
            removed: SeatSet::EMPTY,
        });
    }
    flow.tell(Event::TurnEnded { part, turn: number });
    next(flow)
}

fn finish(flow: &mut Flow<'_>) -> Next {
    let Turn { part, number, seat, .. } = flow.game.turn;
    flow.game.turn = Turn::new(part, number, seat);
    flow.game.stage = Stage::Finished;
    Next::Decision
}
