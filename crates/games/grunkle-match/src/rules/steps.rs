//! The twelve steps that resolve a round (section 2.4), in the order of the specification.

use tinsel_engine::{BySeat, Events, SeatSet, never};

use super::{auction, commit::Commit, effects};
use crate::{
    components::{BySlot, Garnets, Round, SEAT_COUNT, Skill},
    event::{self, Event, PopCause},
    limits::DISCARDED,
    state::GrunkleMatch,
    submission::Submission,
    table::{GarnetTheft, PastRound, ResolvedSkillTheft},
};

/// Number of garnets that Garnet Thief takes.
// GM-52
const THIEF_TAKES: u32 = 3;
/// Number of garnets that a copy of Garnet Replenish earns.
// GM-51
const REPLENISH: u32 = 1;

/// Resolves a round, without interruption.
// GM-34
pub(super) fn resolve(
    game: &mut GrunkleMatch,
    round: Round,
    submissions: BySeat<Submission>,
    events: &mut Events<Event>,
) {
    let mut commit = Commit {
        config: &game.config,
        round,
        table: &mut game.table,
        submissions: &submissions,
        winners: BySlot::default(),
        events,
    };
    commit.discard(); // 1
    commit.find_winners(); // 2 and 3
    commit.pay(); // 4
    // GM-R21: a theft can no longer make a sealed bid unpayable
    commit.steal_garnets(); // 5
    commit.steal_skills(); // 6
    // GM-R22: the winners get all skills before any takes effect
    commit.hand_over(); // 7
    commit.nullify(); // 8
    effects::on_winning(&mut commit); // 9
    commit.hand_out_grunko_pops(); // 10
    commit.replenish(); // 11
    let winners = commit.winners;
    game.table.past.push(PastRound { submissions, winners });
    event::round_closed(round, &game.table, events); // 12
}

impl Commit<'_> {
    // GM-35, GM-58, GM-R35
    fn discard(&mut self) {
        let round = self.round;
        for (seat, _) in self
            .submissions
            .enumerate()
            .filter(|(_, submission)| submission.discards)
        {
            if !self.table.skills.at_mut(seat).take(Skill::GrunkoPop) {
                never!("GM-21: a seat that discards holds a Grunko Pop");
                continue;
            }
            self.give(seat, DISCARDED);
            self.events.everyone(Event::GrunkoPopDiscarded { round, seat });
        }
    }

    // GM-36, GM-37
    fn find_winners(&mut self) {
        let round = self.round;
        self.winners = auction::winners(round, self.submissions);
        for (slot, skill) in round.auctions() {
            let winner = self.winners.at(slot);
            self.events.everyone(Event::AuctionResult { round, skill, winner });
        }
    }

    // GM-31, GM-38, GM-R20
    fn pay(&mut self) {
        let round = self.round;
        for (slot, skill) in round.auctions() {
            let Some(winner) = self.winners.at(slot) else { continue };
            let Some(price) = self.submissions.at(winner).price(slot) else {
                never!("GM-28: a winner has bid");
                continue;
            };
            // GM-R19: the seat's garnets cover all its bids together
            let garnets = self.table.garnets.at_mut(winner);
            *garnets = garnets.less(price);
            event::paid(winner, (round, skill, price), self.events);
        }
    }

    // GM-39, GM-52, GM-R26, GM-R29
    fn steal_garnets(&mut self) {
        for (thief, submission) in self.submissions.enumerate() {
            // GM-R62: it worked when the seat submitted it
            let Some(victim) = submission.garnet_thief_target else {
                continue;
            };
            let most = self.table.raised(thief, THIEF_TAKES);
            let had = self.table.garnets.at_mut(victim);
            let amount = most.min(*had);
            *had = had.less(amount);
            self.give(thief, amount);
            self.table.skills.at_mut(thief).take(Skill::GarnetThief);
            let theft = GarnetTheft {
                round: self.round,
                thief,
                victim,
                amount,
            };
            event::garnets_stolen(&theft, self.events);
            self.table.garnet_theft = Some(theft);
        }
    }

    // GM-40, GM-69, GM-R68
    fn steal_skills(&mut self) {
        for (thief, submission) in self.submissions.enumerate() {
            let Some(wanted) = submission.skill_thief else { continue };
            let moved = self.table.skills.at_mut(wanted.target).take(wanted.skill);
            let own = self.table.skills.at_mut(thief);
            if moved {
                // GM-85, GM-R69: from now on it works for the thief
                own.add(wanted.skill, 1);
            }
            own.take(Skill::SkillThief);
            let theft = ResolvedSkillTheft { thief, wanted, moved };
            event::skill_theft(self.round, &theft, self.events);
            self.table.skill_theft = Some(theft);
        }
    }

    // GM-41
    fn hand_over(&mut self) {
        for (slot, skill) in self.round.auctions() {
            if let Some(winner) = self.winners.at(slot) {
                self.table.skills.at_mut(winner).add(skill, 1);
            }
        }
    }

    // GM-42, GM-63, GM-86, GM-R61
    fn nullify(&mut self) {
        let slot = self.round.slot_of(Skill::SkillNullify);
        let winner = slot.and_then(|slot| self.winners.at(slot));
        let named = winner.and_then(|winner| self.submissions.at(winner).nullify_name);
        if let Some(skill) = named {
            self.table.nullified = Some(skill);
            self.events.everyone(Event::SkillNullified { skill });
        }
    }

    // GM-33, GM-44, GM-R11, GM-R18
    fn hand_out_grunko_pops(&mut self) {
        let winners: SeatSet = self.winners.iter().map(|(_, winner)| winner).collect();
        for seat in SEAT_COUNT.iter() {
            if !winners.contains(seat) && !self.table.is_barred(seat, self.round) {
                self.give_grunko_pops(seat, 1, PopCause::NoWin);
            }
        }
    }

    // GM-45, GM-51, GM-R25
    fn replenish(&mut self) {
        let cause = Skill::GarnetReplenish;
        for seat in SEAT_COUNT.iter() {
            let copies = u32::from(self.table.working(seat, cause));
            let each = self.table.raised(seat, REPLENISH).get();
            let earned = Garnets::new(copies.saturating_mul(each));
            if earned > Garnets::ZERO {
                self.earn(SeatSet::only(seat), earned, cause);
            }
        }
    }
}
