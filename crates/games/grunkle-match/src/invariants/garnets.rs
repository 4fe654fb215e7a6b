//! GM-I1 and GM-I2: garnets.

use tinsel_engine::{Addressed, Audience, BySeat, SeatIndex, SeatSet};
use tinsel_engine_testkit::{Change, Verdict};

use super::{equal, hold};
use crate::{components::Garnets, event::Event, state::GrunkleMatch};

/// Maximum number of garnets that a seat can gain in a match.
const GAINED_MAX: i64 = 210;

// GM-I1
/// GM-I1: garnets are not negative, and at most 210 more than at the start.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn garnets_are_bounded(game: &GrunkleMatch) -> Verdict {
    for (seat, garnets) in game.table.garnets.enumerate() {
        let (start, now) = (count(game.config.starting(seat)), count(*garnets));
        hold((0..=start.saturating_add(GAINED_MAX)).contains(&now), || {
            format!("{seat} started with {start} garnets and has {now}")
        })?;
    }
    Ok(())
}

// GM-I2
/// GM-I2: the garnets in the events of a round add up: seat by seat, and in total without the thefts.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn garnets_add_up(change: Change<'_, GrunkleMatch>) -> Verdict {
    let after = change.after;
    let Some(before) = change.before else {
        let starting = after.table.garnets.map(|seat, _| after.config.starting(seat));
        return equal("garnets at the start", &after.table.garnets, &starting);
    };
    let mut ledger = Ledger {
        purses: before.table.garnets.map(|_, garnets| count(*garnets)),
        supplied: 0,
    };
    for addressed in change.events.iter() {
        ledger.book(addressed);
    }
    let purses = after.table.garnets.map(|_, garnets| count(*garnets));
    equal("garnets", &purses, &ledger.purses)?;
    let sum = |game: &GrunkleMatch| -> i64 { game.table.garnets.iter().map(|garnets| count(*garnets)).sum() };
    let expected = sum(before).saturating_add(ledger.supplied);
    equal("the sum of garnets", &sum(after), &expected)
}

/// The garnets of every seat, and those from the supply; a return to the supply counts negatively.
struct Ledger {
    purses: BySeat<i64>,
    supplied: i64,
}

impl Ledger {
    fn book(&mut self, addressed: &Addressed<Event>) {
        match &addressed.event {
            Event::GrunkoPopDiscarded { seat, .. } => self.supply(*seat, 1),
            Event::BidPaid { amount, .. } => {
                for seat in only(addressed.to).iter() {
                    self.supply(seat, count(*amount).saturating_neg());
                }
            }
            Event::MorphogeneticsGain { amount } => {
                for seat in only(addressed.to).iter() {
                    self.supply(seat, count(*amount));
                }
            }
            Event::GarnetsEarned { seats, each, .. } => {
                for seat in seats.iter() {
                    self.supply(seat, count(*each));
                }
            }
            Event::GarnetsForfeited { seat } => {
                let all = *self.purses.at(*seat);
                self.supply(*seat, all.saturating_neg());
            }
            Event::GarnetsStolen {
                thief, victim, amount, ..
            } => {
                self.put(*thief, count(*amount));
                self.put(*victim, count(*amount).saturating_neg());
            }
            Event::MatchStarted { .. } | Event::RoundOpened { .. } | Event::RoundClosed { .. } => {}
            Event::SubmissionReceived { .. } | Event::SubmissionRecorded { .. } | Event::AuctionResult { .. } => {}
            Event::SkillUsed { .. } | Event::SkillStolen { .. } | Event::SkillTheftFailed { .. } => {}
            Event::SkillNullified { .. } | Event::DeathMatchInfo { .. } | Event::CoolBaller { .. } => {}
            Event::GrunkoPopsGained { .. } | Event::Balance { .. } | Event::MatchScored(_) => {}
            Event::TieBreakOpened { .. } | Event::VoteReceived { .. } => {}
            Event::TieBreakResolved { .. } | Event::MatchEnded(_) => {}
        }
    }

    fn supply(&mut self, seat: SeatIndex, amount: i64) {
        self.put(seat, amount);
        self.supplied = self.supplied.saturating_add(amount);
    }

    fn put(&mut self, seat: SeatIndex, amount: i64) {
        let purse = self.purses.at_mut(seat);
        *purse = purse.saturating_add(amount);
    }
}

fn only(audience: Audience) -> SeatSet {
    match audience {
        Audience::Everyone => SeatSet::EMPTY,
        Audience::Only(seats) => seats,
    }
}

fn count(garnets: Garnets) -> i64 {
    i64::from(garnets.get())
}
