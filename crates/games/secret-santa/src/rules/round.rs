//! Events of a seat in a round, and the parts of the end of a round (A3, A6 and A8).

use std::cmp::Reverse;

use tinsel_engine::SeatIndex;

use super::commit::Commit;
use crate::{
    components::Special,
    event::{Event, Placed},
    state::Round,
};

/// The value of Santa when seats get places.
// SS-67, SS-R41
const SANTA_COUNTS: i8 = 13;
/// The value of a seat that only played Holly cards.
// SS-67, SS-R41
const NOTHING_COUNTS: i8 = -1;

impl Commit<'_> {
    /// An `UNDECLARED` seat misses its turn; if this ends the round, the seat has also passed.
    // SS-55, SS-R37
    pub(super) fn miss_turn(&mut self, seat: SeatIndex, round_over: bool) {
        self.deal.undeclared = self.deal.undeclared.without(seat);
        if round_over {
            self.deal.round.passed = self.deal.round.passed.with(seat);
        }
        self.events.everyone(Event::TurnMissed { seat, round_over });
    }

    /// A seat passes, by choice or by force.
    // SS-16, SS-56, SS-R37
    pub(super) fn mark_passed(&mut self, seat: SeatIndex, forced: bool) {
        self.deal.round.passed = self.deal.round.passed.with(seat);
        self.events.everyone(Event::Passed { seat, forced });
    }

    /// Gives places to the seats that went out in the round: the highest value first; with equal values, the seat that
    /// was out earlier.
    // SS-66, SS-67
    pub(super) fn settle(&mut self) -> Vec<Placed> {
        let mut gone = std::mem::take(&mut self.deal.round.gone);
        gone.sort_by_key(|seat| Reverse(finish_value(&self.deal.round, *seat)));
        let seats = gone.into_iter();
        seats
            .map(|seat| Placed {
                seat,
                place: self.place(seat),
            })
            .collect()
    }

    /// Discards all cards on the table face up.
    // SS-21, SS-62
    pub(super) fn clear(&mut self) {
        let table = self.deal.round.table();
        self.deal.discards.add_all(&table);
        self.deal.round.plays.clear();
        self.deal.round.specials.clear();
        self.events.everyone(Event::TableCleared);
    }
}

// SS-67, SS-R41
fn finish_value(round: &Round, seat: SeatIndex) -> i8 {
    let mut used = round.specials.iter().filter(|used| used.seat == seat);
    if used.any(|used| used.special == Special::Santa) {
        return SANTA_COUNTS;
    }
    let own = round.plays.iter().filter(|play| play.seat == seat);
    let values = own.filter_map(|play| i8::try_from(play.laid.value().get()).ok());
    values.max().unwrap_or(NOTHING_COUNTS)
}
