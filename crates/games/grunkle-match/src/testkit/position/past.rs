//! The earlier rounds: set facts, and derived ones.

use std::{collections::BTreeMap, ops::RangeInclusive};

use tinsel_engine::{BySeat, SeatIndex};

use crate::{
    action::{Named, SubmitRound},
    components::{BySlot, Garnets, Round, SEAT_COUNT, Skill, Slot},
    submission::{SkillTheft, Submission, ZeroBid},
    table::{PastRound, Table},
};

/// The bid on a slot that a seat won, unless set.
const WINNING: Garnets = Garnets::new(2);
/// The bid on slot 1 of a seat that won nothing, unless set.
const LOSING: Garnets = Garnets::new(1);

/// Maximum number of garnets that Garnet Thief takes, with Secret Book.
const THEFT_MAX: Garnets = Garnets::new(4);
/// The possible amounts of a bid, with any max bid.
const BIDS: RangeInclusive<u32> = 1..=12;

/// The set facts of the earlier rounds.
#[derive(Clone, Default)]
pub(super) struct Past {
    winners: BTreeMap<(Round, Slot), SeatIndex>,
    played: BTreeMap<(Round, SeatIndex), Played>,
}

/// An accepted submission, and whether it was a default.
type Played = (SubmitRound, bool);

impl Past {
    /// Returns the winner that was set before.
    pub(super) fn won(&mut self, round: Round, seat: SeatIndex, skill: Skill) -> Option<SeatIndex> {
        self.winners.insert((round, slot_of(round, skill)), seat)
    }

    /// Returns the submission that was set before.
    pub(super) fn played(&mut self, round: Round, seat: SeatIndex, played: Played) -> Option<Played> {
        self.played.insert((round, seat), played)
    }

    /// A thief is used after it was won, on another seat, and before the open round.
    pub(super) fn check_thefts(&self, table: &Table, rounds: &[Round]) -> Result<(), String> {
        let said = self.played.keys().map(|(round, _)| *round);
        let said = said.chain(self.winners.keys().map(|(round, _)| *round));
        let used = table.garnet_theft.map(|theft| theft.round);
        let used = used.into_iter().chain(table.skill_theft.map(|_| Round::LAST));
        if let Some(round) = said.chain(used).find(|round| !rounds.contains(round)) {
            return Err(format!("{round} is not resolved"));
        }
        if table.garnet_theft.is_some_and(|theft| theft.round == Round::FIRST) {
            return Err("Garnet Thief is won in round 1, and used later".to_owned());
        }
        let garnets = table.garnet_theft.map(|theft| (theft.thief, theft.victim));
        let skill = table.skill_theft.map(|theft| (theft.thief, theft.wanted.target));
        for (thief, victim) in garnets.into_iter().chain(skill) {
            if thief == victim || !SEAT_COUNT.has(thief) || !SEAT_COUNT.has(victim) {
                return Err(format!("{thief} cannot rob {victim}"));
            }
        }
        match table.garnet_theft {
            Some(theft) if theft.amount > THEFT_MAX => Err(format!("{} stole {}", theft.thief, theft.amount)),
            Some(_) | None => Ok(()),
        }
    }

    /// Whether some seat won `skill`, by a set winner or by its holder.
    pub(super) fn is_won(&self, table: &Table, skill: Skill) -> bool {
        let is_said = |((round, slot), _): (&(Round, Slot), _)| round.skill_in(*slot) == Some(skill);
        self.winners.iter().any(is_said) || table.skills.iter().any(|held| held.has(skill))
    }

    /// Derives winners: a seat that holds a skill, used it up, or lost it to Skill Thief won it in the first round that
    /// auctioned it and has no set winner.
    pub(super) fn infer_winners(&mut self, table: &Table, rounds: &[Round]) -> Result<(), String> {
        let zero_bids: Vec<_> = self
            .played
            .iter()
            .filter_map(|((round, seat), (sheet, _))| {
                let skill = sheet.dark_ritual_skill.and_then(Named::skill)?;
                Some((*round, *seat, skill))
            })
            .collect();
        for (round, seat, skill) in zero_bids {
            if let Some(other) = self.won(round, seat, skill).filter(|other| *other != seat) {
                return Err(format!(
                    "{other} did not win {skill} in {round}, on which {seat} made its zero bid"
                ));
            }
        }
        for (seat, skill) in SEAT_COUNT
            .iter()
            .flat_map(|seat| Skill::auctioned().map(move |skill| (seat, skill)))
        {
            let auctions = rounds.iter().filter_map(|round| Some((*round, round.slot_of(skill)?)));
            let auctions: Vec<(Round, Slot)> = auctions.collect();
            let said = auctions
                .iter()
                .filter(|auction| self.winners.get(*auction) == Some(&seat))
                .count();
            let missing = wins_of(table, seat, skill).and_then(|wins| wins.checked_sub(said));
            let missing = missing.ok_or_else(|| format!("{seat} does not hold the {skill} that it won or stole"))?;
            let open = auctions.iter().filter(|auction| !self.winners.contains_key(*auction));
            let inferred: Vec<_> = open.take(missing).map(|auction| (*auction, seat)).collect();
            if inferred.len() < missing {
                return Err(format!("{seat} holds more {skill} than it can have won"));
            }
            self.winners.extend(inferred);
        }
        Ok(())
    }

    /// The set or derived winner of `skill` in `round`.
    pub(super) fn winner(&self, round: Round, skill: Skill) -> Option<SeatIndex> {
        let slot = round.slot_of(skill)?;
        self.winners.get(&(round, slot)).copied()
    }

    /// A resolved round; an error if it is impossible.
    pub(super) fn resolved(&self, table: &Table, round: Round) -> Result<PastRound, String> {
        let mut winners = BySlot::default();
        for (slot, skill) in round.auctions() {
            if let Some(winner) = self.winner(round, skill) {
                winners.put(slot, winner);
            }
        }
        let submissions = BySeat::from_fn(SEAT_COUNT, |seat| self.submission(table, round, seat));
        for (slot, winner) in winners.iter() {
            if submissions.at(winner).price(slot).is_none() {
                return Err(format!("{winner} did not bid on {slot} of {round}, which it won"));
            }
        }
        for (seat, submission) in submissions.enumerate() {
            self.check(table, round, seat, submission)
                .map_err(|wrong| format!("{seat} in {round}: {wrong}"))?;
        }
        Ok(PastRound { submissions, winners })
    }

    /// The checks of a submission that do not need the garnets and skills of its seat at that time.
    fn check(&self, table: &Table, round: Round, seat: SeatIndex, submission: &Submission) -> Result<(), String> {
        let bids_on = |skill| round.slot_of(skill).and_then(|slot| submission.price(slot)).is_some();
        let no_bids = submission.bids.is_empty() && submission.zero_bid.is_none();
        let bids = || submission.bids.iter().map(|(slot, amount)| (slot, amount.get()));
        let default =
            submission.zero_bid.is_none() && bids().all(|bid| [(Slot::FIRST, 1), (Slot::FIRST, 2)].contains(&bid));
        for (wrong, is) in [
            (
                "a bid is 0 or above any max bid",
                bids().any(|(_, amount)| !BIDS.contains(&amount)),
            ),
            (
                "a name for Skill Nullify comes with a bid on it",
                submission.nullify_name.is_some() != bids_on(Skill::SkillNullify),
            ),
            (
                "a target of Treachery comes with a bid on it",
                submission.treachery_target.is_some() != bids_on(Skill::Treachery),
            ),
            (
                "a designation is owed with Phantom Thieves and not without",
                submission.phantom_target.is_some() != self.designates(table, round, seat),
            ),
            (
                "Overwhelming Sadness allows no bid",
                !no_bids && self.is_barred(table, round, seat),
            ),
            ("a default bids on slot 1 only", submission.by_default && !default),
        ] {
            if is {
                return Err(wrong.to_owned());
            }
        }
        Ok(())
    }

    fn submission(&self, table: &Table, round: Round, seat: SeatIndex) -> Submission {
        let submission = match self.played.get(&(round, seat)) {
            Some((sheet, by_default)) => Submission {
                by_default: *by_default,
                ..accepted(table, round, seat, sheet)
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

    fn is_barred(&self, table: &Table, round: Round, seat: SeatIndex) -> bool {
        let sadness = Skill::OverwhelmingSadness;
        let before = round.previous().and_then(|before| self.winner(before, sadness));
        before == Some(seat) && table.nullified != Some(sadness)
    }

    /// A seat that won nothing beyond slot 1, so that designating it changes no winner.
    fn harmless(&self, round: Round) -> Option<SeatIndex> {
        let beyond = |seat: SeatIndex| {
            let mut won = self.winners.iter().filter(|(_, winner)| **winner == seat);
            won.any(|((of, slot), _)| *of == round && *slot != Slot::FIRST)
        };
        SEAT_COUNT.iter().find(|seat| !beyond(*seat))
    }

    fn designates(&self, table: &Table, round: Round, seat: SeatIndex) -> bool {
        let phantom = Skill::PhantomThieves;
        let mut before = Round::ALL.into_iter().take_while(|before| *before < round);
        before.any(|before| self.winner(before, phantom) == Some(seat)) && table.nullified != Some(phantom)
    }

    /// A submission that wins exactly the auctions that its seat won.
    fn filler(&self, table: &Table, round: Round, seat: SeatIndex) -> Submission {
        let mut bids = BySlot::default();
        for (slot, skill) in round.auctions() {
            if self.winner(round, skill) == Some(seat) {
                bids.put(slot, WINNING);
            }
        }
        let bids_on = |skill| self.winner(round, skill) == Some(seat);
        if bids.is_empty() && !self.is_barred(table, round, seat) {
            bids.put(Slot::FIRST, LOSING);
        }
        Submission {
            bids,
            nullify_name: table.nullified.filter(|_| bids_on(Skill::SkillNullify)),
            treachery_target: another_than(seat).filter(|_| bids_on(Skill::Treachery)),
            phantom_target: self.harmless(round).filter(|_| self.designates(table, round, seat)),
            ..Submission::default()
        }
    }
}

/// An accepted submission of an earlier round.
fn accepted(table: &Table, round: Round, seat: SeatIndex, sheet: &SubmitRound) -> Submission {
    let mut bids = BySlot::default();
    for bid in &sheet.bids {
        let skill = bid.skill.unwrap_or_else(|| panic!("nobody bids on an unknown skill"));
        bids.put(slot_of(round, skill), Garnets::new(bid.amount));
    }
    let zero_bid = sheet.dark_ritual_skill.and_then(Named::skill);
    let theft = sheet.skill_thief.and_then(|theft| theft.target.zip(theft.skill));
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
        skill_thief: theft.map(|(target, skill)| SkillTheft { target, skill }),
        by_default: false,
    }
}

/// Number of auctions of `skill` that a seat must have won; `None` if it stole a copy that it does not hold.
fn wins_of(table: &Table, seat: SeatIndex, skill: Skill) -> Option<usize> {
    let moved = table
        .skill_theft
        .filter(|theft| theft.moved && theft.wanted.skill == skill);
    let gone = [
        table
            .garnet_theft
            .is_some_and(|theft| (theft.thief, Skill::GarnetThief) == (seat, skill)),
        table
            .skill_theft
            .is_some_and(|theft| (theft.thief, Skill::SkillThief) == (seat, skill)),
        moved.is_some_and(|theft| theft.wanted.target == seat),
    ];
    let gone = gone.into_iter().filter(|gone| *gone).count();
    let stolen = usize::from(moved.is_some_and(|theft| theft.thief == seat));
    usize::from(table.skills.at(seat).copies(skill))
        .saturating_add(gone)
        .checked_sub(stolen)
}

/// Checks that no seat holds more Grunko Pops than possible: one for each round without a win, those of Treachery, and
/// a stolen one.
pub(super) fn check_pops(table: &Table) -> Result<(), String> {
    let treachery = table.past_rounds().last().filter(|(round, _)| *round == Round::LAST);
    let winner = table.effective_winner_of(Skill::Treachery);
    let betrayed = |seat: SeatIndex| {
        let target = winner
            .zip(treachery)
            .and_then(|(winner, (_, past))| past.submissions.at(winner).treachery_target);
        winner == Some(seat) || target == Some(seat)
    };
    for (seat, held) in table.skills.enumerate() {
        let without_win = table
            .past
            .iter()
            .filter(|past| past.winners.iter().all(|(_, winner)| winner != seat));
        let stolen = table
            .skill_theft
            .filter(|theft| theft.moved && theft.wanted.skill == Skill::GrunkoPop);
        let most = without_win
            .count()
            .saturating_add(if betrayed(seat) { 2 } else { 0 })
            .saturating_add(usize::from(stolen.is_some_and(|theft| theft.thief == seat)));
        let pops = held.copies(Skill::GrunkoPop);
        if usize::from(pops) > most {
            return Err(format!("{seat} holds {pops} Grunko Pops, and can have {most}"));
        }
    }
    Ok(())
}

fn slot_of(round: Round, skill: Skill) -> Slot {
    let slot = round.slot_of(skill);
    slot.unwrap_or_else(|| panic!("{round} does not auction {skill}"))
}

fn another_than(seat: SeatIndex) -> Option<SeatIndex> {
    SEAT_COUNT.iter().find(|other| *other != seat)
}
