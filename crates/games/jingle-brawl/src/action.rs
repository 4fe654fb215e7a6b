//! What a seat asks for, and what it becomes once judged.

use serde::{Deserialize, Serialize};
use tinsel_engine::SeatIndex;

use crate::{
    components::{Chips, GiftId, Method, Path, Phase, Response, Throw},
    facts,
};

tinsel_engine::redacted!(Action, Move, Made);

/// What a seat asks for. Can hold nonsense; it is judged by the checks of the specification, section 6.
///
/// A field that was left out, or that has a value which does not exist, is `None`. A gift or seat that the match does
/// not have is one beyond its last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Action {
    /// Opens a wrapped gift (JB-36).
    Open {
        /// Which.
        gift: Option<GiftId>,
    },
    /// A sealed bid (JB-37).
    Bid {
        /// How many chips; 0 for no bid.
        amount: Option<u32>,
    },
    /// The Opener's answer to two Challengers (JB-47).
    RespondToBid {
        /// Stand or yield.
        choice: Option<Response>,
    },
    /// What whoever nobody bid against does (JB-54).
    Gambit {
        /// Keep the gift, or challenge for another.
        choice: Option<GambitChoice>,
    },
    /// How the duel is to be fought (JB-24).
    ChooseMethod {
        /// One of the methods in play.
        method: Option<Method>,
    },
    /// A hidden throw (JB-28).
    Throw {
        /// Rock, paper or scissors.
        throw: Option<Throw>,
    },
    /// Who won the duel (JB-29).
    Report {
        /// One of the two duelists.
        winner: Option<SeatIndex>,
    },
    /// Who won the duel, by the Head Elf (JB-33).
    Verdict {
        /// One of the two duelists.
        winner: Option<SeatIndex>,
    },
    /// Sends one of two gifts to the Misfit pile (JB-51).
    Discard {
        /// Which.
        gift: Option<GiftId>,
    },
    /// What the loser of a duel does (JB-57).
    Reprisal {
        /// Let it be, or challenge for a gift.
        choice: Option<ReprisalChoice>,
        /// Who defends a Misfit; left out otherwise.
        defender: Option<SeatIndex>,
    },
    /// What the Active player of the Lottery goes for (JB-67).
    ChoosePath {
        /// Steal or auction.
        path: Option<Path>,
        /// What to steal; left out for an auction.
        target_gift: Option<GiftId>,
    },
    /// Whom the Active player duels for the Target Misfit (JB-72).
    ChooseDefender {
        /// Any other seat.
        defender: Option<SeatIndex>,
    },
}

/// What whoever nobody bid against does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GambitChoice {
    /// Keeps the gift.
    Keep,
    /// Challenges for this one.
    Target(GiftId),
}

/// What the loser of a duel does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReprisalChoice {
    /// Lets it be.
    Decline,
    /// Challenges for this gift.
    Target(GiftId),
}

impl Action {
    /// Its name, as the specification has it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Open { .. } => facts::OPEN,
            Self::Bid { .. } => facts::BID,
            Self::RespondToBid { .. } => facts::RESPOND_TO_BID,
            Self::Gambit { .. } => facts::GAMBIT,
            Self::ChooseMethod { .. } => facts::CHOOSE_METHOD,
            Self::Throw { .. } => facts::THROW,
            Self::Report { .. } => facts::REPORT,
            Self::Verdict { .. } => facts::VERDICT,
            Self::Discard { .. } => facts::DISCARD,
            Self::Reprisal { .. } => facts::REPRISAL,
            Self::ChoosePath { .. } => facts::CHOOSE_PATH,
            Self::ChooseDefender { .. } => facts::CHOOSE_DEFENDER,
        }
    }

    /// The phase it belongs to.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        match self {
            Self::Open { .. } => Phase::Opening,
            Self::Bid { .. } => Phase::Bidding,
            Self::RespondToBid { .. } => Phase::YieldChoice,
            Self::Gambit { .. } => Phase::GambitChoice,
            Self::ChooseMethod { .. } => Phase::DuelMethod,
            Self::Throw { .. } => Phase::DuelThrow,
            Self::Report { .. } => Phase::DuelReport,
            Self::Verdict { .. } => Phase::DuelVerdict,
            Self::Discard { .. } => Phase::DiscardChoice,
            Self::Reprisal { .. } => Phase::ReprisalChoice,
            Self::ChoosePath { .. } => Phase::PathChoice,
            Self::ChooseDefender { .. } => Phase::DefenderChoice,
        }
    }
}

/// A decision that was judged and may be committed.
pub struct Move {
    pub(crate) seat: SeatIndex,
    pub(crate) made: Made,
    /// Whether the clock decided for the seat.
    pub(crate) by_clock: bool,
}

/// What was decided, by phase.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Made {
    Opened(GiftId),
    Bid(Chips),
    Responded(Response),
    Kept,
    Gambit(Direct),
    MethodChosen(Method),
    /// `None`: chance throws.
    Threw(Option<Throw>),
    /// `None`: no report.
    Reported(Option<SeatIndex>),
    /// `None`: a coin decides.
    Ruled(Option<SeatIndex>),
    Discarded(GiftId),
    Declined,
    Reprised(Direct),
    Stole(Direct),
    Auctioned,
    Named(SeatIndex),
}

/// A direct challenge that can be made: for what, against whom, at which price.
// JB-18, JB-19
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Direct {
    pub(crate) gift: GiftId,
    pub(crate) defender: SeatIndex,
    pub(crate) cost: Chips,
    /// Whether nobody holds the gift (JB-62).
    pub(crate) misfit: bool,
}
