//! What a seat asks for.

use serde::{Deserialize, Serialize};
use tinsel_engine::SeatIndex;

use crate::components::Skill;

tinsel_engine::redacted!(Action, Sheet, Bid, Grab, Named);

/// What a seat asks for. Can hold nonsense; it is judged by the checks of the specification, section 6.
// GM-4: nothing else can be asked for, so that no garnets are given away
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Action {
    /// The seat's one submission for the round.
    SubmitRound(Sheet),
    /// A winner's vote for one of the seats that are tied for the Elimination Candidate.
    VoteElimination {
        /// The seat voted for; `None` if the field was left out.
        seat: Option<SeatIndex>,
    },
}

/// A submission as it is written down. Can hold nonsense.
///
/// A seat that is no seat of the match is one beyond 6.
#[derive(Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Sheet {
    /// The ordinary bids, in any order; of a submission that was accepted, in slot order.
    pub bids: Vec<Bid>,
    /// The skill of the zero bid (GM-22).
    pub dark_ritual_skill: Option<Named>,
    /// Whether a Grunko Pop is discarded for a garnet (GM-21).
    pub discard_grunko_pop: bool,
    /// What Skill Nullify is to nullify (GM-19).
    pub nullify_name: Option<Named>,
    /// Who is to share the Grunko Pops of Treachery (GM-20).
    pub treachery_target: Option<SeatIndex>,
    /// Whose bids the Phantom Thieves make ignored (GM-23).
    pub phantom_target: Option<SeatIndex>,
    /// From whom Garnet Thief takes (GM-24).
    pub garnet_thief_target: Option<SeatIndex>,
    /// What Skill Thief takes, and from whom (GM-25).
    pub skill_thief: Option<Grab>,
}

/// An ordinary bid. Can hold nonsense.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bid {
    /// On what; `None` if unset or unknown.
    pub skill: Option<Skill>,
    /// How much; 0 if left out.
    pub amount: u32,
}

/// A use of Skill Thief. Can hold nonsense.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Grab {
    /// From whom; `None` if left out.
    pub target: Option<SeatIndex>,
    /// What; `None` if unset or unknown.
    pub skill: Option<Skill>,
}

/// A skill that was named where naming one is optional.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Named {
    /// This one.
    Skill(Skill),
    /// One that does not exist.
    Unknown,
}

impl Named {
    /// The skill, if there is such a one.
    #[must_use]
    pub const fn skill(self) -> Option<Skill> {
        match self {
            Self::Skill(skill) => Some(skill),
            Self::Unknown => None,
        }
    }
}
