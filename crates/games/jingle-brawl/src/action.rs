//! Actions as seats request them, and as validation returns them.

use serde::{Deserialize, Serialize};
use tinsel_engine::{SeatIndex, Wire};

use crate::{
    components::{Chips, GiftId, Method, Path, Phase, Response, Throw},
    facts,
};

tinsel_engine::redacted!(Action, Move, Made);

/// An action as a seat requests it. It can be invalid: the checks of the specification, section 6, validate it.
///
/// A field is `None` if it is omitted or has a value that does not exist. A gift or seat that the match does not have
/// is one beyond its last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub enum Action {
    /// Opens a wrapped gift (JB-36).
    Open {
        /// The gift.
        gift: Option<GiftId>,
    },
    /// A sealed bid (JB-37).
    #[wire(message = PlaceBid)]
    Bid {
        /// The number of chips; 0 for no bid.
        amount: Option<u32>,
    },
    /// The Opener's answer to two Challengers (JB-47).
    RespondToBid {
        /// Stand or yield.
        choice: Option<Response>,
    },
    /// The Opener's choice if no seat bid (JB-54).
    Gambit {
        /// Keep the gift, or challenge for another.
        choice: Option<GambitChoice>,
    },
    /// The method of the duel (JB-24).
    ChooseMethod {
        /// One of the methods in play.
        method: Option<Method>,
    },
    /// A hidden throw (JB-28).
    #[wire(as = MakeThrow)]
    Throw {
        /// Rock, paper or scissors.
        #[wire(as = shape)]
        throw: Option<Throw>,
    },
    /// A duelist's report of the winner (JB-29).
    Report {
        /// One of the two duelists.
        winner: Option<SeatIndex>,
    },
    /// The Head Elf's verdict on the winner (JB-33).
    Verdict {
        /// One of the two duelists.
        winner: Option<SeatIndex>,
    },
    /// Sends one of two gifts to the Misfit pile (JB-51).
    Discard {
        /// The gift.
        gift: Option<GiftId>,
    },
    /// The choice of the loser of a duel (JB-57).
    Reprisal {
        /// Decline, or challenge for a gift.
        choice: Option<ReprisalChoice>,
        /// The Defender of a Misfit; omitted otherwise.
        defender: Option<SeatIndex>,
    },
    /// The path that the Active player of the Lottery takes (JB-67).
    ChoosePath {
        /// Steal or auction.
        path: Option<Path>,
        /// The gift to steal; omitted for an auction.
        target_gift: Option<GiftId>,
    },
    /// The seat that the Active player duels for the Target Misfit (JB-72).
    ChooseDefender {
        /// Any other seat.
        defender: Option<SeatIndex>,
    },
}

/// The Opener's choice if no seat bid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
#[wire(oneof = gambit::Choice)]
pub enum GambitChoice {
    /// Keeps the gift.
    Keep,
    /// Challenges for this gift.
    #[wire(as = TargetGift)]
    Target(GiftId),
}

/// The choice of the loser of a duel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
#[wire(oneof = reprisal::Choice)]
pub enum ReprisalChoice {
    /// Declines to challenge.
    Decline,
    /// Challenges for this gift.
    #[wire(as = TargetGift)]
    Target(GiftId),
}

impl Action {
    /// Its name in the specification.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Open { .. } => facts::OPEN,
            Self::Bid { .. } => facts::BID,
            Self::RespondToBid { .. } => facts::RESPOND_TO_BID,
            Self::Gambit { .. } => facts::GAMBIT,
            Self::ChooseMethod { .. } => facts::CHOOSE_METHOD,
            Self::Throw { .. } => facts::MAKE_THROW,
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

/// A validated decision, ready to commit.
pub struct Move {
    pub(crate) seat: SeatIndex,
    pub(crate) made: Made,
    /// Whether the clock decided for the seat.
    pub(crate) by_default: bool,
}

/// The decision, by phase.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Made {
    Opened(GiftId),
    Bid(Chips),
    Responded(Response),
    Kept,
    Gambit(Direct),
    MethodChosen(Method),
    /// `None`: the throw is drawn.
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

/// A possible direct challenge: the gift, the Defender, and the price.
// JB-18, JB-19
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Direct {
    pub(crate) gift: GiftId,
    pub(crate) defender: SeatIndex,
    pub(crate) cost: Chips,
    /// Whether the gift is a Misfit, which no seat holds (JB-62).
    pub(crate) misfit: bool,
}
