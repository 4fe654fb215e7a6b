//! Refusals (section 6).

mod catalogue;

use std::borrow::Cow;

use tinsel_engine::{Fault, Reason, RejectCode, SeatIndex};

use crate::components::{Chips, GiftId, Part, Phase};

/// Why an action is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// An action after the end.
    #[error("The match is over; no action is possible.")]
    MatchFinished {
        /// The part after which it ended.
        part: Part,
    },
    /// A seat that the match does not have.
    #[error("Only a seat of this match can act.")]
    NotASeat,
    /// Fields that are missing, unknown, or exclude each other.
    #[error("Fill exactly the fields this action needs.")]
    Malformed {
        /// Which field.
        field: Field,
    },
    /// An action of another phase.
    #[error("This action is not possible now; see the phase and your legal actions.")]
    WrongPhase {
        /// The phase that the action belongs to.
        asked: Phase,
    },
    /// A second bid, throw or report.
    #[error("You have already submitted; it cannot be changed.")]
    AlreadySubmitted {
        /// The phase, which is the action's.
        phase: Phase,
    },
    /// An action of a seat that is not asked.
    #[error("You owe no decision now.")]
    NotYourDecision {
        /// The phase, which is the action's.
        phase: Phase,
    },
    /// A gift that the match does not have.
    #[error("gift must be 0 to the number of players minus 1.")]
    UnknownGift {
        /// The last one that it has.
        last: GiftId,
    },
    /// A Defender that the match does not have.
    #[error("defender must be a seat of this match.")]
    UnknownSeat {
        /// Which field.
        field: Field,
        /// The last one that it has.
        last: SeatIndex,
    },
    /// Opening an opened gift.
    #[error("That gift is already open; choose a wrapped one.")]
    GiftNotWrapped,
    /// A bid above the seat's chips.
    #[error("Bid 0 (no bid) up to the chips you have.")]
    BidOutOfRange {
        /// Those chips.
        chips: Chips,
    },
    /// A challenge for a wrapped gift.
    #[error("A wrapped gift cannot be challenged for.")]
    TargetWrapped {
        /// Which field.
        field: Field,
    },
    /// A challenge for the seat's own gift.
    #[error("You hold that gift yourself.")]
    TargetOwnGift {
        /// Which field.
        field: Field,
    },
    /// A Gambit or Steal for a Misfit.
    #[error("Only a gift held by a player can be challenged for here.")]
    TargetNotHeld {
        /// Which field.
        field: Field,
    },
    /// A Reprisal for the gift that was just lost.
    #[error("That gift was contested in the duel you just lost.")]
    TargetExcluded,
    /// A challenge that costs too much.
    #[error("The challenge costs 1 plus the gift's Naughty Level, more than you have.")]
    CannotAfford {
        /// The seat's chips.
        chips: Chips,
    },
    /// A duel method that is not in play.
    #[error("That duel method is not enabled in this match.")]
    MethodNotEnabled,
    /// A winner who did not fight.
    #[error("Name one of the two duelists.")]
    WinnerNotADuelist {
        /// Which field.
        field: Field,
    },
    /// Discarding something else than one of the two gifts.
    #[error("Choose one of the two gifts you hold.")]
    GiftNotYours,
    /// A Reprisal for a Misfit that names nobody.
    #[error("Nobody holds that Misfit; name the seat that defends it.")]
    DefenderRequired,
    /// A Reprisal for a held gift that names a Defender.
    #[error("That gift has a holder, who defends it; leave defender empty.")]
    DefenderNotAllowed,
    /// A Defender who is the Challenger.
    #[error("You cannot be your own Defender.")]
    DefenderIsSelf {
        /// Which field.
        field: Field,
    },
}

/// The rule that assigns the decision of a phase; for a finished match the rule that ends it.
const fn decided_by(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "JB-36",
        Phase::Bidding => "JB-37",
        Phase::YieldChoice => "JB-47",
        Phase::GambitChoice => "JB-54",
        Phase::PathChoice => "JB-67",
        Phase::DefenderChoice => "JB-72",
        Phase::DuelMethod => "JB-24",
        Phase::DuelThrow => "JB-28",
        Phase::DuelReport => "JB-29",
        Phase::DuelVerdict => "JB-33",
        Phase::DiscardChoice => "JB-51",
        Phase::ReprisalChoice => "JB-57",
        Phase::Finished => "JB-82",
    }
}

/// A field of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// What is opened.
    OpenGift,
    /// How much is bid.
    BidAmount,
    /// Stand or yield.
    ResponseChoice,
    /// Keep, or a target.
    GambitChoice,
    /// How a duel is fought.
    Method,
    /// Rock, paper or scissors.
    Throw,
    /// Who won by a report.
    ReportWinner,
    /// Who won by a verdict.
    VerdictWinner,
    /// What is discarded.
    DiscardGift,
    /// Decline, or a target.
    ReprisalChoice,
    /// Who defends against a Reprisal.
    ReprisalDefender,
    /// Steal or auction.
    Path,
    /// What is stolen.
    PathTarget,
    /// Who defends the Target Misfit.
    Defender,
}

impl Field {
    /// The rule that says what must stand there.
    const fn rule(self) -> &'static str {
        match self {
            Self::OpenGift => decided_by(Phase::Opening),
            Self::BidAmount => decided_by(Phase::Bidding),
            Self::ResponseChoice => decided_by(Phase::YieldChoice),
            Self::GambitChoice => decided_by(Phase::GambitChoice),
            Self::Method => decided_by(Phase::DuelMethod),
            Self::Throw => decided_by(Phase::DuelThrow),
            Self::ReportWinner => decided_by(Phase::DuelReport),
            Self::VerdictWinner => decided_by(Phase::DuelVerdict),
            Self::DiscardGift => decided_by(Phase::DiscardChoice),
            Self::ReprisalChoice => decided_by(Phase::ReprisalChoice),
            Self::ReprisalDefender => "JB-62",
            Self::Path => decided_by(Phase::PathChoice),
            Self::PathTarget => "JB-68",
            Self::Defender => decided_by(Phase::DefenderChoice),
        }
    }

    /// The rule about the gifts that can be challenged for in this field.
    const fn target_rule(self) -> &'static str {
        if matches!(self, Self::ReprisalChoice) {
            "JB-R41"
        } else {
            self.rule()
        }
    }

    const fn path(self) -> &'static str {
        match self {
            Self::OpenGift => "open.gift",
            Self::BidAmount => "bid.amount",
            Self::ResponseChoice => "respond_to_bid.choice",
            Self::GambitChoice => "gambit.choice",
            Self::Method => "choose_method.method",
            Self::Throw => "throw.throw",
            Self::ReportWinner => "report.winner",
            Self::VerdictWinner => "verdict.winner",
            Self::DiscardGift => "discard.gift",
            Self::ReprisalChoice => "reprisal.choice",
            Self::ReprisalDefender => "reprisal.defender",
            Self::Path => "choose_path.path",
            Self::PathTarget => "choose_path.target_gift",
            Self::Defender => "choose_defender.defender",
        }
    }
}

impl RejectCode for Rejected {
    const CATALOGUE: &'static [Reason] = catalogue::REASONS;

    fn code(&self) -> &'static str {
        match self {
            Self::MatchFinished { .. } => "MATCH_FINISHED",
            Self::NotASeat => "NOT_A_SEAT",
            Self::Malformed { .. } => "MALFORMED_ACTION",
            Self::WrongPhase { .. } => "WRONG_PHASE",
            Self::AlreadySubmitted { .. } => "ALREADY_SUBMITTED",
            Self::NotYourDecision { .. } => "NOT_YOUR_DECISION",
            Self::UnknownGift { .. } => "UNKNOWN_GIFT",
            Self::UnknownSeat { .. } => "UNKNOWN_SEAT",
            Self::GiftNotWrapped => "GIFT_NOT_WRAPPED",
            Self::BidOutOfRange { .. } => "BID_OUT_OF_RANGE",
            Self::TargetWrapped { .. } => "TARGET_WRAPPED",
            Self::TargetOwnGift { .. } => "TARGET_OWN_GIFT",
            Self::TargetNotHeld { .. } => "TARGET_NOT_HELD",
            Self::TargetExcluded => "TARGET_EXCLUDED",
            Self::CannotAfford { .. } => "CANNOT_AFFORD",
            Self::MethodNotEnabled => "METHOD_NOT_ENABLED",
            Self::WinnerNotADuelist { .. } => "WINNER_NOT_A_DUELIST",
            Self::GiftNotYours => "GIFT_NOT_YOURS",
            Self::DefenderRequired => "DEFENDER_REQUIRED",
            Self::DefenderNotAllowed => "DEFENDER_NOT_ALLOWED",
            Self::DefenderIsSelf { .. } => "DEFENDER_IS_SELF",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::MatchFinished { part: Part::Main } => "JB-8",
            Self::MatchFinished { part: Part::Lottery } => decided_by(Phase::Finished),
            Self::NotASeat => "JB-1",
            Self::Malformed { field }
            | Self::UnknownSeat { field, .. }
            | Self::WinnerNotADuelist { field }
            | Self::DefenderIsSelf { field } => field.rule(),
            Self::WrongPhase { asked: phase } | Self::AlreadySubmitted { phase } | Self::NotYourDecision { phase } => {
                decided_by(*phase)
            }
            Self::UnknownGift { .. } => "JB-4",
            Self::GiftNotWrapped => Field::OpenGift.rule(),
            Self::BidOutOfRange { .. } => Field::BidAmount.rule(),
            Self::TargetWrapped { field } | Self::TargetOwnGift { field } | Self::TargetNotHeld { field } => {
                field.target_rule()
            }
            Self::TargetExcluded => "JB-59",
            Self::CannotAfford { .. } => "JB-20",
            Self::MethodNotEnabled => Field::Method.rule(),
            Self::GiftNotYours => Field::DiscardGift.rule(),
            Self::DefenderRequired | Self::DefenderNotAllowed => Field::ReprisalDefender.rule(),
        }
    }

    fn limit(&self) -> Option<u64> {
        match self {
            Self::BidOutOfRange { chips } | Self::CannotAfford { chips } => Some(chips.get().into()),
            Self::UnknownGift { last } => Some(last.get().into()),
            Self::UnknownSeat { last, .. } => Some(last.get().into()),
            Self::MatchFinished { .. }
            | Self::NotASeat
            | Self::Malformed { .. }
            | Self::WrongPhase { .. }
            | Self::AlreadySubmitted { .. }
            | Self::NotYourDecision { .. }
            | Self::GiftNotWrapped
            | Self::TargetWrapped { .. }
            | Self::TargetOwnGift { .. }
            | Self::TargetNotHeld { .. }
            | Self::TargetExcluded
            | Self::MethodNotEnabled
            | Self::WinnerNotADuelist { .. }
            | Self::GiftNotYours
            | Self::DefenderRequired
            | Self::DefenderNotAllowed
            | Self::DefenderIsSelf { .. } => None,
        }
    }

    fn fault(&self) -> Fault {
        if let Self::Malformed { field } = self {
            Fault::Malformed {
                field: Cow::Borrowed(field.path()),
            }
        } else {
            Fault::Refused
        }
    }
}
