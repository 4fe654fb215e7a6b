//! The rounds before: what is said of them, and what follows where nothing is said.

use std::collections::BTreeMap;

use tinsel_engine::{BySeat, SeatIndex};

use crate::{
    action::{Named, Sheet},
    components::{BySlot, Garnets, Round, SEAT_COUNT, Skill, Slot},
    state::{PastRound, Table},
    submission::{Submission, Theft, ZeroBid},
};

/// What is bid on a slot that was won, if nothing else is said.
const WINNING: Garnets = Garnets::new(2);
/// What is bid on slot 1 by a seat that won nothing, if nothing else is said.
const LOSING: Garnets = Garnets::new(1);

/// What is said of the rounds before.
#[derive(Debug, Clone, Default)]
pub(super) struct Past {
    winners: BTreeMap<(Round, Slot), SeatIndex>,
    played: BTreeMap<(Round, SeatIndex), Played>,
}

#[derive(Debug, Clone)]
struct Played {
    sheet: Sheet,
    by_default: bool,
}

impl Past {
    pub(super) fn won(&mut self, round: Round, seat: SeatIndex, skill: Skill) {
        self.winners.insert((round, slot_of(round, skill)), seat);
    }

    pub(super) fn played(&mut self, round: Round, seat: SeatIndex, sheet: Sheet) {
        let zero_bid = sheet.dark_ritual_skill.and_then(Named::skill);
        if let Some(skill) = zero_bid {
            self.won(round, seat, skill);
        }
        let by_default = false;
        self.played.insert((round, seat), Played { sheet, by_default });
    }

    pub(super) fn defaulted(&mut self, round: Round, seat: SeatIndex, sheet: Sheet) {
        let by_default = true;
        self.played.insert((round, seat), Played { sheet, by_default });
    }

    /// Lets whoever holds a skill have won it, in the first rounds that auctioned it and of which nobody said who won.
    pub(super) fn infer_winners(&mut self, table: &Table, rounds: &[Round]) {
        for (seat, held) in table.skills.enumerate() {
            for (skill, copies) in held.iter() {
                let auctions = rounds.iter().filter_map(|round| Some((*round, round.slot_of(skill)?)));
                let auctions: Vec<(Round, Slot)> = auctions.collect();
                let said = auctions
                    .iter()
                    .filter(|auction| self.winners.get(*auction) == Some(&seat));
                let missing = usize::from(copies).saturating_sub(said.count());
                let open = auctions.iter().filter(|auction| !self.winners.contains_key(*auction));
                let inferred: Vec<_> = open.take(missing).map(|auction| (*auction, seat)).collect();
                self.winners.extend(inferred);
            }
        }
    }

    /// Who won `skill` in `round`, as said or inferred.
    pub(super) fn winner(&self, round: Round, skill: Skill) -> Option<SeatIndex> {
        let slot = round.slot_of(skill)?;
        self.winners.get(&(round, slot)).copied()
    }

    /// A round that is over.
    ///
    /// # Panics
    ///
    /// If a seat won what it is said not to have bid on.
    pub(super) fn resolved(&self, table: &Table, round: Round) -> PastRound {
        let mut winners = BySlot::default();
        for (slot, skill) in round.auctions() {
            if let Some(winner) = self.winner(round, skill) {
                winners.put(slot, winner);
            }
        }
        let submissions = BySeat::from_fn(SEAT_COUNT, |seat| self.submission(table, round, seat));
        for (slot, winner) in winners.iter() {
            let bid = submissions.at(winner).price(slot);
            assert!(bid.is_some(), "{winner} did not bid on {slot} of {round}");
        }
        PastRound { submissions, winners }
    }

    fn submission(&self, table: &Table, round: Round, seat: SeatIndex) -> Submission {
        let submission = match self.played.get(&(round, seat)) {
            Some(Played { sheet, by_default }) => Submission {
                by_default: *by_default,
                ..written(table, round, seat, sheet)
            },
            None => self.filler(table, round, seat),
        };
        let garnet_theft = table
            .garnet_theft
            .filter(|theft| (theft.round, theft.thief) == (round, seat));
        let skill_theft = table
            .skill_theft
            .filter(|theft| (Round::LAST, theft.thief) == (round, seat));
        Submission {
            garnet_thief_target: garnet_theft.map(|theft| theft.victim),
            skill_thief: skill_theft.map(|theft| theft.wanted),
            ..submission
        }
    }

    /// A submission that wins what its seat won, and nothing else.
    fn filler(&self, table: &Table, round: Round, seat: SeatIndex) -> Submission {
        let mut bids = BySlot::default();
        for (slot, skill) in round.auctions() {
            if self.winner(round, skill) == Some(seat) {
                bids.put(slot, WINNING);
            }
        }
        let bids_on = |skill| self.winner(round, skill) == Some(seat);
        let last_round_won = |skill| {
            let before = round.previous()?;
            (self.winner(before, skill)? == seat).then_some(())
        };
        if bids.is_empty() && last_round_won(Skill::OverwhelmingSadness).is_none() {
            bids.put(Slot::FIRST, LOSING);
        }
        let designates = Round::ALL
            .into_iter()
            .any(|before| before < round && self.winner(before, Skill::PhantomThieves) == Some(seat));
        Submission {
            bids,
            nullify_name: table.nullified.filter(|_| bids_on(Skill::SkillNullify)),
            treachery_target: another_than(seat).filter(|_| bids_on(Skill::Treachery)),
            phantom_target: designates.then_some(seat),
            ..Submission::default()
        }
    }
}

/// A submission that was accepted in a round before.
fn written(table: &Table, round: Round, seat: SeatIndex, sheet: &Sheet) -> Submission {
    let mut bids = BySlot::default();
    for bid in &sheet.bids {
        let skill = bid.skill.unwrap_or_else(|| panic!("nobody bids on an unknown skill"));
        bids.put(slot_of(round, skill), Garnets::new(bid.amount));
    }
    let zero_bid = sheet.dark_ritual_skill.and_then(Named::skill);
    let grab = sheet.skill_thief.and_then(|grab| grab.target.zip(grab.skill));
    Submission {
        bids,
        zero_bid: zero_bid.map(|skill| ZeroBid {
            slot: slot_of(round, skill),
            cost: Garnets::new(table.book(seat)),
        }),
        discards: sheet.discard_grunko_pop,
        nullify_name: sheet.nullify_name.and_then(Named::skill),
        treachery_target: sheet.treachery_target,
        phantom_target: sheet.phantom_target,
        garnet_thief_target: sheet.garnet_thief_target,
        skill_thief: grab.map(|(target, skill)| Theft { target, skill }),
        by_default: false,
    }
}

fn slot_of(round: Round, skill: Skill) -> Slot {
    let slot = round.slot_of(skill);
    slot.unwrap_or_else(|| panic!("{round} does not auction {skill}"))
}

fn another_than(seat: SeatIndex) -> Option<SeatIndex> {
    SEAT_COUNT.iter().find(|other| *other != seat)
}
