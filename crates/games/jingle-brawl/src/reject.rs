//! Refusals (section 6).

mod catalogue;

use std::borrow::Cow;

use tinsel_engine::{Fault, Reason, RejectCode};

/// Why an action is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// An action after the end.
    #[error("The match is over; no action is possible.")]
    MatchFinished,
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
    WrongPhase,
    /// A second bid, throw or report.
    #[error("You have already submitted; it cannot be changed.")]
    AlreadySubmitted,
    /// An action of a seat that is not asked.
    #[error("You owe no decision now.")]
    NotYourDecision,
    /// A gift that the match does not have.
    #[error("gift must be 0 to the number of players minus 1.")]
    UnknownGift,
    /// A Defender that the match does not have.
    #[error("defender must be a seat of this match.")]
    UnknownSeat,
    /// Opening an opened gift.
    #[error("That gift is already open; choose a wrapped one.")]
    GiftNotWrapped,
    /// A bid above the seat's chips.
    #[error("Bid 0 (no bid) up to the chips you have.")]
    BidOutOfRange,
    /// A challenge for a wrapped gift.
    #[error("A wrapped gift cannot be challenged for.")]
    TargetWrapped,
    /// A challenge for the seat's own gift.
    #[error("You hold that gift yourself.")]
    TargetOwnGift,
    /// A Gambit or Steal for a Misfit.
    #[error("Only a gift held by a player can be challenged for here.")]
    TargetNotHeld,
    /// A Reprisal for the gift that was just lost.
    #[error("That gift was contested in the duel you just lost.")]
    TargetExcluded,
    /// A challenge that costs too much.
    #[error("The challenge costs 1 plus the gift's Naughty Level, more than you have.")]
    CannotAfford,
    /// A duel method that is not in play.
    #[error("That duel method is not enabled in this match.")]
    MethodNotEnabled,
    /// A winner who did not fight.
    #[error("Name one of the two duelists.")]
    WinnerNotADuelist,
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
    DefenderIsSelf,
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
            Self::OpenGift => "JB-36",
            Self::BidAmount => "JB-37",
            Self::ResponseChoice => "JB-47",
            Self::GambitChoice => "JB-54",
            Self::Method => "JB-24",
            Self::Throw => "JB-28",
            Self::ReportWinner => "JB-29",
            Self::VerdictWinner => "JB-33",
            Self::DiscardGift => "JB-51",
            Self::ReprisalChoice => "JB-57",
            Self::ReprisalDefender => "JB-62",
            Self::Path => "JB-67",
            Self::PathTarget => "JB-68",
            Self::Defender => "JB-72",
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
            Self::MatchFinished => "MATCH_FINISHED",
            Self::NotASeat => "NOT_A_SEAT",
            Self::Malformed { .. } => "MALFORMED_ACTION",
            Self::WrongPhase => "WRONG_PHASE",
            Self::AlreadySubmitted => "ALREADY_SUBMITTED",
            Self::NotYourDecision => "NOT_YOUR_DECISION",
            Self::UnknownGift => "UNKNOWN_GIFT",
            Self::UnknownSeat => "UNKNOWN_SEAT",
            Self::GiftNotWrapped => "GIFT_NOT_WRAPPED",
            Self::BidOutOfRange => "BID_OUT_OF_RANGE",
            Self::TargetWrapped => "TARGET_WRAPPED",
            Self::TargetOwnGift => "TARGET_OWN_GIFT",
            Self::TargetNotHeld => "TARGET_NOT_HELD",
            Self::TargetExcluded => "TARGET_EXCLUDED",
            Self::CannotAfford => "CANNOT_AFFORD",
            Self::MethodNotEnabled => "METHOD_NOT_ENABLED",
            Self::WinnerNotADuelist => "WINNER_NOT_A_DUELIST",
            Self::GiftNotYours => "GIFT_NOT_YOURS",
            Self::DefenderRequired => "DEFENDER_REQUIRED",
            Self::DefenderNotAllowed => "DEFENDER_NOT_ALLOWED",
            Self::DefenderIsSelf => "DEFENDER_IS_SELF",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::MatchFinished => "JB-82",
            Self::NotASeat => "JB-1",
            Self::Malformed { field } => field.rule(),
            Self::WrongPhase => "JB-8",
            Self::AlreadySubmitted | Self::BidOutOfRange => "JB-37",
            Self::NotYourDecision => "JB-R59",
            Self::UnknownGift => "JB-4",
            Self::UnknownSeat | Self::DefenderIsSelf => "JB-23",
            Self::GiftNotWrapped => "JB-36",
            Self::TargetWrapped | Self::TargetOwnGift => "JB-R41",
            Self::TargetNotHeld => "JB-54",
            Self::TargetExcluded => "JB-59",
            Self::CannotAfford => "JB-20",
            Self::MethodNotEnabled => "JB-24",
            Self::WinnerNotADuelist => "JB-29",
            Self::GiftNotYours => "JB-51",
            Self::DefenderRequired | Self::DefenderNotAllowed => "JB-62",
        }
    }

    fn fault(&self) -> Fault {
        match self {
            Self::Malformed { field } => Fault::Malformed {
                field: Cow::Borrowed(field.path()),
            },
            Self::MatchFinished
            | Self::NotASeat
            | Self::WrongPhase
            | Self::AlreadySubmitted
            | Self::NotYourDecision
            | Self::UnknownGift
            | Self::UnknownSeat
            | Self::GiftNotWrapped
            | Self::BidOutOfRange
            | Self::TargetWrapped
            | Self::TargetOwnGift
            | Self::TargetNotHeld
            | Self::TargetExcluded
            | Self::CannotAfford
            | Self::MethodNotEnabled
            | Self::WinnerNotADuelist
            | Self::GiftNotYours
            | Self::DefenderRequired
            | Self::DefenderNotAllowed
            | Self::DefenderIsSelf => Fault::Refused,
        }
    }
}
