//! The beginning and the end of turns, and the end of the match (sections 2 and 5).

use tinsel_engine::{SeatIndex, SeatSet};

use super::commit::{Commit, Next};
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
pub(super) fn next(commit: &mut Commit<'_>) -> Next {
    let wrapped: Vec<GiftId> = commit.game.table.wrapped().collect();
    // JB-R3, JB-R4: one seat for each gift without a holder, and only these seats are in the draw
    let bag = commit.game.table.giftless();
    match wrapped.as_slice() {
        // JB-8, JB-65
        [] if bag.is_empty() => finish(commit),
        // JB-R10: this includes an Opener who yielded the last gift
        [] => {
            open_lottery(commit, bag);
            draw(commit, Part::Lottery, bag);
            Next::Lottery
        }
        // JB-36, JB-R59
        [only] => {
            draw(commit, Part::Main, bag);
            Next::LastOpening(*only)
        }
        [_, _, ..] => {
            draw(commit, Part::Main, bag);
            commit.game.stage = Stage::Opening;
            Next::Decision
        }
    }
}

/// Adds the event that the Lottery begins, before its first draw.
// JB-65
fn open_lottery(commit: &mut Commit<'_>, bag: SeatSet) {
    if commit.game.turn.part == Part::Main {
        let pile = commit.game.table.pile.clone();
        commit.everyone(Event::LotteryStarted { bag, pile });
        commit.game.turn.number = 0;
    }
}

/// Draws the seat of the turn: any seat without a gift, with equal probabilities.
// JB-16, JB-35, JB-66, JB-R6
fn draw(commit: &mut Commit<'_>, part: Part, bag: SeatSet) {
    let seat = commit.pick(draws::NAME, bag);
    let turn = commit.game.turn.number.saturating_add(1);
    commit.game.turn = Turn::new(part, turn, seat);
    commit.everyone(Event::NameDrawn { part, turn, seat });
}

/// Ends the turn.
// JB-64, JB-82
pub(super) fn end(commit: &mut Commit<'_>) -> Next {
    let Turn { part, number, seat, .. } = commit.game.turn;
    // JB-15: in the Main Game a giftless Opener has already returned to the bag
    if part == Part::Lottery && commit.game.table.giftless().contains(seat) {
        commit.everyone(Event::BagChanged {
            added: SeatSet::only(seat),
            removed: SeatSet::EMPTY,
        });
    }
    commit.everyone(Event::TurnEnded { part, turn: number });
    next(commit)
}

fn finish(commit: &mut Commit<'_>) -> Next {
    let Turn { part, number, seat, .. } = commit.game.turn;
    commit.game.turn = Turn::new(part, number, seat);
    commit.game.stage = Stage::Finished;
    Next::Decision
}
