//! Rounds: their start, whose turn is next, their end (A2, A3, A6 and A8 of section 5).

use std::cmp::Reverse;

use tinsel_engine::{SeatIndex, SeatSet, never};

use super::course::Course;
use crate::{
    components::{FinalGift, Phase, Special, Standing},
    event::{Event, Placed},
    state::{Round, Stage},
};

/// What Santa counts when places are given.
// SS-67, SS-R41
const SANTA_COUNTS: i8 = 13;
/// What counts for whoever only played Holly cards.
// SS-67, SS-R41
const NOTHING_COUNTS: i8 = -1;

impl Course<'_> {
    /// A2: the first active seat from `first` on leads.
    // SS-11, SS-20, SS-24, SS-R15, SS-R33, SS-R34
    pub(super) fn start_round(&mut self, first: SeatIndex) -> Stage {
        let before = &self.deal.round;
        let barred = before.named.filter(|named| !self.deal.is_out(*named));
        let number = before.number.saturating_add(1);
        self.deal.round = Round {
            number,
            barred,
            passed: barred.map_or(SeatSet::EMPTY, SeatSet::only),
            ..Round::default()
        };
        let leader = if self.deal.is_active(first) {
            Some(first)
        } else {
            self.deal.next_active(first)
        };
        let Some(leader) = leader else {
            never!("SS-R58: two seats are in, and one at most is barred");
            return self.end_deal();
        };
        self.deal.round.leader = Some(leader);
        self.events.everyone(Event::RoundStarted {
            round: number,
            leader,
            barred,
        });
        self.turn_of(leader)
    }

    /// A3: whose turn is next after that of `seat`.
    // SS-23
    pub(super) fn next_turn(&mut self, seat: SeatIndex) -> Stage {
        match self.deal.next_active(seat) {
            Some(next) => self.turn_of(next),
            None => self.end_round_on_top(),
        }
    }

    /// A3, with `first` tested first. Whoever forgot to declare misses a turn or passes by force; nobody is asked.
    // SS-23, SS-25, SS-54, SS-55, SS-56, SS-R20, SS-R37, SS-R57
    fn turn_of(&mut self, first: SeatIndex) -> Stage {
        let mut seat = first;
        loop {
            if self.deal.final_gift(seat) != FinalGift::Undeclared {
                self.owe(Phase::Turn, SeatSet::only(seat));
                return Stage::Turn { seat };
            }
            let count = self.deal.round.count();
            if count.is_some_and(|count| count > 1) {
                self.deal.round.passed = self.deal.round.passed.with(seat);
                self.events.everyone(Event::Passed { seat, forced: true });
            } else {
                let is_only = self.deal.next_active(seat) == Some(seat);
                let round_over = count.is_some() && is_only;
                self.deal.undeclared = self.deal.undeclared.without(seat);
                if round_over {
                    self.deal.round.passed = self.deal.round.passed.with(seat);
                }
                self.events.everyone(Event::TurnMissed { seat, round_over });
            }
            match self.deal.next_active(seat) {
                Some(next) => seat = next,
                None => return self.end_round_on_top(),
            }
        }
    }

    /// The round ends, and the top play wins it.
    // SS-19, SS-R58, SS-R62
    pub(super) fn end_round_on_top(&mut self) -> Stage {
        let top = self.deal.round.top().map(|play| play.seat);
        let Some(winner) = top.or(self.deal.round.leader) else {
            never!("SS-R58: a round lasts until a play stands or Santa is played");
            return self.end_deal();
        };
        self.end_round(winner)
    }

    /// A6: settles the round.
    // SS-18, SS-66, SS-71, SS-75
    pub(super) fn end_round(&mut self, winner: SeatIndex) -> Stage {
        self.deal.round.winner = Some(winner);
        self.end_declines(Standing::Round);
        let placed = self.settle();
        self.events.everyone(Event::RoundEnded {
            round: self.deal.round.number,
            winner,
            placed,
        });
        if self.deal.seats_in().len() <= 1 {
            self.clear();
            self.end_deal()
        } else {
            self.open_snow(winner)
        }
    }

    /// Gives places to those who went out in the round: the highest value first, of equal ones who was out earlier.
    // SS-66, SS-67
    fn settle(&mut self) -> Vec<Placed> {
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

    /// A8: the interlude is over.
    // SS-20, SS-62
    pub(super) fn close_snow(&mut self, winner: SeatIndex) -> Stage {
        self.clear();
        if self.deal.seats_in().len() <= 1 {
            self.end_deal()
        } else {
            self.start_round(winner)
        }
    }

    /// Everything on the table is discarded face up.
    // SS-21, SS-62
    fn clear(&mut self) {
        let table = self.deal.round.table();
        self.deal.discards.add_all(&table);
        self.deal.round.plays.clear();
        self.deal.round.specials.clear();
        self.events.everyone(Event::TableCleared);
    }
}

// SS-67, SS-R41
fn finish_value(round: &Round, seat: SeatIndex) -> i8 {
    let used = |special| {
        round
            .specials
            .iter()
            .any(|used| used.seat == seat && used.special == special)
    };
    if used(Special::Santa) {
        return SANTA_COUNTS;
    }
    let own = round.plays.iter().filter(|play| play.seat == seat);
    let values = own.filter_map(|play| i8::try_from(play.laid.value().get()).ok());
    values.max().unwrap_or(NOTHING_COUNTS)
}
