//! The possessions of the seats, and the resolved rounds.

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, SeatIndex};

use crate::{
    components::{BySlot, Garnets, Round, Skill, Skills, Slot},
    submission::{SkillTheft, Submission},
};

tinsel_engine::redacted!(Table, GarnetTheft, ResolvedSkillTheft, PastRound);

/// The possessions of the seats, and the resolved rounds.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Table {
    pub(crate) garnets: BySeat<Garnets>,
    /// As after the last resolved round.
    pub(crate) skills: BySeat<Skills>,
    // GM-89: one at most
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) nullified: Option<Skill>,
    // There is one copy of each thief, which leaves the game when used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) garnet_theft: Option<GarnetTheft>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) skill_theft: Option<ResolvedSkillTheft>,
    /// The resolved rounds, round 1 first.
    pub(crate) past: Vec<PastRound>,
}

/// The use of Garnet Thief.
// GM-39
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GarnetTheft {
    pub(crate) round: Round,
    pub(crate) thief: SeatIndex,
    pub(crate) victim: SeatIndex,
    pub(crate) amount: Garnets,
}

/// The use of Skill Thief.
// GM-40
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ResolvedSkillTheft {
    pub(crate) thief: SeatIndex,
    pub(crate) wanted: SkillTheft,
    /// Whether the target still held it.
    pub(crate) moved: bool,
}

/// A resolved round: its submissions and winners. Its other results are in the table, or follow from these.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PastRound {
    pub(crate) submissions: BySeat<Submission>,
    /// By slot; `None` without a winner (GM-29).
    pub(crate) winners: BySlot<Option<SeatIndex>>,
}

impl PastRound {
    /// The auctions that `seat` won, with the prices, in slot order (GM-31).
    pub(crate) fn payments(&self, seat: SeatIndex) -> impl Iterator<Item = (Slot, Garnets)> {
        let submission = self.submissions.at(seat);
        let won = self.winners.iter().filter(move |(_, winner)| *winner == seat);
        won.filter_map(|(slot, _)| Some((slot, submission.price(slot)?)))
    }
}

impl Table {
    /// Number of copies of `skill` that work for `seat` (GM-7).
    pub(crate) fn working(&self, seat: SeatIndex, skill: Skill) -> u8 {
        if self.nullified == Some(skill) {
            0
        } else {
            self.skills.at(seat).copies(skill)
        }
    }

    /// Whether a copy of `skill` works for `seat`.
    pub(crate) fn works(&self, seat: SeatIndex, skill: Skill) -> bool {
        self.working(seat, skill) > 0
    }

    /// **b**: the number that Secret Book adds to the integers of the seat's skills.
    // GM-7, GM-82, GM-R54: it does not raise itself
    pub(crate) fn book(&self, seat: SeatIndex) -> u32 {
        u32::from(self.working(seat, Skill::SecretBook))
    }

    /// An integer written in the text of a skill of the seat, raised by its Secret Book.
    // GM-81, GM-R53, GM-R57, GM-R59: with the book of the moment when the integer counts
    pub(crate) fn raised(&self, seat: SeatIndex, written: u32) -> Garnets {
        Garnets::new(written.saturating_add(self.book(seat)))
    }

    /// The resolved rounds, in order.
    pub(crate) fn past_rounds(&self) -> impl Iterator<Item = (Round, &PastRound)> {
        Round::ALL.into_iter().zip(&self.past)
    }

    /// The resolved auction of a skill with one copy.
    pub(crate) fn auction_of(&self, skill: Skill) -> Option<(Slot, &PastRound)> {
        self.past_rounds()
            .find_map(|(round, past)| Some((round.slot_of(skill)?, past)))
    }

    /// The winner of a skill with one copy, if it was auctioned and won.
    pub(crate) fn winner_of(&self, skill: Skill) -> Option<SeatIndex> {
        let (slot, past) = self.auction_of(skill)?;
        past.winners.at(slot)
    }

    /// The winner of a skill with one copy, if it took effect: it was not nullified before or in that round.
    // GM-86: only round 3 nullifies, and no such skill was won before
    pub(crate) fn effective_winner_of(&self, skill: Skill) -> Option<SeatIndex> {
        self.winner_of(skill).filter(|_| self.nullified != Some(skill))
    }

    /// The cool baller, once round 6 is resolved.
    // GM-70, GM-R50: stealing the skill does not move the label
    pub(crate) fn cool_baller(&self) -> Option<SeatIndex> {
        self.effective_winner_of(Skill::Baller)
    }

    /// Whether Overwhelming Sadness bars `seat` from bidding in `round`.
    // GM-16
    pub(crate) fn is_barred(&self, seat: SeatIndex, round: Round) -> bool {
        let sadness = Skill::OverwhelmingSadness;
        let auctioned_before = round.previous().is_some_and(|before| before.slot_of(sadness).is_some());
        auctioned_before && self.winner_of(sadness) == Some(seat) && self.works(seat, sadness)
    }

    /// Whether `seat` has made the zero bid of Dark Ritual in a resolved round.
    // GM-38
    pub(crate) fn has_spent_zero_bid(&self, seat: SeatIndex) -> bool {
        let mut made = self.past.iter().filter_map(|past| past.submissions.get(seat));
        made.any(|submission| submission.zero_bid.is_some())
    }
}
