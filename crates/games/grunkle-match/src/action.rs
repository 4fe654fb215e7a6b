//! An action as a seat requests it.

use serde::{Deserialize, Serialize};
use tinsel_engine::{SeatIndex, Wire};

use crate::components::Skill;

tinsel_engine::redacted!(Action, SubmitRound, Bid, RequestedTheft, Named);

/// An action as a seat requests it. It can be invalid: the checks of the specification, section 6, validate it.
// GM-4: there are no other actions, so no action gives garnets away
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum Action {
    /// The seat's one submission for the round.
    SubmitRound(SubmitRound),
    /// A winner's vote for one of the seats that are tied for the Elimination Candidate.
    VoteElimination {
        /// The seat voted for; `None` if the field was omitted.
        seat: Option<SeatIndex>,
    },
}

/// A submission in its public notation. It can be invalid.
///
/// A seat that the match does not have is one beyond 6.
#[derive(Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
#[serde(default)]
pub struct SubmitRound {
    /// The ordinary bids, in any order; in an accepted submission, in slot order.
    pub bids: Vec<Bid>,
    /// The skill of the zero bid (GM-22).
    pub dark_ritual_skill: Option<Named>,
    /// Whether to discard a Grunko Pop for a garnet (GM-21).
    pub discard_grunko_pop: bool,
    /// The kind that Skill Nullify is to nullify (GM-19).
    pub nullify_name: Option<Named>,
    /// The seat that shares the Grunko Pops of Treachery (GM-20).
    pub treachery_target: Option<SeatIndex>,
    /// The target of Phantom Thieves, which cancel its bids (GM-23).
    pub phantom_target: Option<SeatIndex>,
    /// The victim of Garnet Thief (GM-24).
    pub garnet_thief_target: Option<SeatIndex>,
    /// The victim of Skill Thief, and the skill to steal (GM-25).
    pub skill_thief: Option<RequestedTheft>,
}

/// An ordinary bid. It can be invalid.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub struct Bid {
    /// The skill; `None` if unset or unknown.
    pub skill: Option<Skill>,
    /// The amount; 0 if omitted.
    pub amount: u32,
}

/// A use of Skill Thief. It can be invalid.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
#[wire(as = SkillTheft)]
pub struct RequestedTheft {
    /// The victim; `None` if omitted.
    pub target: Option<SeatIndex>,
    /// The skill; `None` if unset or unknown.
    pub skill: Option<Skill>,
}

/// A skill in an optional field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Named {
    /// A skill that exists.
    Skill(Skill),
    /// A skill that does not exist.
    Unknown,
}

impl Named {
    /// The skill, if it exists.
    #[must_use]
    pub const fn skill(self) -> Option<Skill> {
        match self {
            Self::Skill(skill) => Some(skill),
            Self::Unknown => None,
        }
    }
}
