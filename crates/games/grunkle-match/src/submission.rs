//! Validated decisions: submissions and votes.

use serde::{Deserialize, Serialize};
use tinsel_engine::{SeatIndex, Wire};

use crate::{
    action::{Action, Bid, Named, RequestedTheft, SubmitRound},
    components::{BySlot, Garnets, Round, Skill, Slot},
};

tinsel_engine::redacted!(Move, Made, Submission, ZeroBid, SkillTheft, Ballot);

/// A validated decision, ready to commit.
pub struct Move {
    pub(crate) seat: SeatIndex,
    pub(crate) made: Made,
}

/// The decision, by phase.
pub(crate) enum Made {
    Submitted(Submission),
    Voted(Ballot),
}

/// A submission that passed every check of the specification, section 6.1.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Submission {
    /// The ordinary bids, by slot of the round.
    pub(crate) bids: BySlot<Option<Garnets>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) zero_bid: Option<ZeroBid>,
    /// Whether to discard a Grunko Pop.
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) discards: bool,
    /// `Some` exactly with a bid on Skill Nullify.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nullify_name: Option<Skill>,
    /// `Some` exactly with a bid on Treachery.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) treachery_target: Option<SeatIndex>,
    /// `Some` exactly with working Phantom Thieves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) phantom_target: Option<SeatIndex>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) garnet_thief_target: Option<SeatIndex>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) skill_thief: Option<SkillTheft>,
    /// Whether this is the default of an inactive seat.
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) by_default: bool,
}

/// The bid that Dark Ritual allows once.
// GM-22
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ZeroBid {
    pub(crate) slot: Slot,
    pub(crate) cost: Garnets,
}

/// A theft by Skill Thief, made or possible.
// GM-25
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Wire)]
pub struct SkillTheft {
    /// The victim.
    pub target: SeatIndex,
    /// The skill.
    pub skill: Skill,
}

/// The vote of a winner in the tie for the Elimination Candidate.
// GM-97
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Ballot {
    /// A vote for this seat.
    For(SeatIndex),
    /// No vote in time.
    Abstained,
}

impl Submission {
    /// The price of `slot`: the ordinary bid on it, or the cost of a zero bid.
    pub(crate) fn price(&self, slot: Slot) -> Option<Garnets> {
        let zero_bid = self.zero_bid.filter(|zero_bid| zero_bid.slot == slot);
        zero_bid.map(|zero_bid| zero_bid.cost).or_else(|| self.bids.at(slot))
    }

    /// Whether the zero bid is on `slot`.
    pub(crate) fn wins_outright(&self, slot: Slot) -> bool {
        self.zero_bid.is_some_and(|zero_bid| zero_bid.slot == slot)
    }

    /// The submission in its public notation, with bids in slot order (section 6.1).
    pub(crate) fn sheet(&self, round: Round) -> SubmitRound {
        let bids = self.bids.iter().map(|(slot, amount)| Bid {
            skill: round.skill_in(slot),
            amount: amount.get(),
        });
        let zero_bid = self.zero_bid.and_then(|zero_bid| round.skill_in(zero_bid.slot));
        SubmitRound {
            bids: bids.collect(),
            dark_ritual_skill: zero_bid.map(Named::Skill),
            discard_grunko_pop: self.discards,
            nullify_name: self.nullify_name.map(Named::Skill),
            treachery_target: self.treachery_target,
            phantom_target: self.phantom_target,
            garnet_thief_target: self.garnet_thief_target,
            skill_thief: self.skill_thief.map(|theft| RequestedTheft {
                target: Some(theft.target),
                skill: Some(theft.skill),
            }),
        }
    }

    /// The action that requests it.
    pub(crate) fn action(&self, round: Round) -> Action {
        Action::SubmitRound(self.sheet(round))
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
const fn is_false(mark: &bool) -> bool {
    !*mark
}
