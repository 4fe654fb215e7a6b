//! Refusals (section 6).

mod catalogue;

use tinsel_engine::{Reason, RejectCode, RejectInfo, SeatIndex};

use crate::components::{Chips, GiftId, Part, Phase};

/// Why an action is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// An action after the end.
    #[error("The match is over; no action is possible.")]
    MatchFinished {
        /// The part after which the match ended.
        part: Part,
    },
    /// A seat that the match does not have.
    #[error("Only a seat of this match can act.")]
    NotASeat,
    /// Fields that are missing, unknown, or exclude each other.
    #[error("Fill exactly the fields this action needs.")]
    Malformed {
        /// The field.
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
        /// The phase of the action.
        phase: Phase,
    },
    /// An action of a seat that has no pending decision.
    #[error("You have no pending decision.")]
    NotYourDecision {
        /// The phase of the action.
        phase: Phase,
    },
    /// A gift that the match does not have.
    #[error("gift must be 0 to the number of players minus 1.")]
    UnknownGift {
        /// The last gift that the match has.
        last: GiftId,
    },
    /// A Defender that the match does not have.
    #[error("defender must be a seat of this match.")]
    UnknownSeat {
        /// The field.
        field: Field,
        /// The last seat that the match has.
        last: SeatIndex,
    },
    /// Opening an opened gift.
    #[error("That gift is already open; choose a wrapped one.")]
    GiftNotWrapped,
    /// A bid above the seat's chips.
    #[error("Bid 0 (no bid) up to the chips you have.")]
    BidOutOfRange {
        /// The seat's chips.
        chips: Chips,
    },
    /// A challenge for a wrapped gift.
    #[error("A wrapped gift cannot be challenged for.")]
    TargetWrapped {
        /// The field.
        field: Field,
    },
    /// A challenge for the seat's own gift.
    #[error("You hold that gift yourself.")]
    TargetOwnGift {
        /// The field.
        field: Field,
    },
    /// A Gambit or Steal for a Misfit.
    #[error("Only a gift held by a player can be challenged for here.")]
    TargetNotHeld {
        /// The field.
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
    /// A winner that did not fight.
    #[error("Name one of the two duelists.")]
    WinnerNotADuelist {
        /// The field.
        field: Field,
    },
    /// A discard of a gift other than the seat's two.
    #[error("Choose one of the two gifts you hold.")]
    GiftNotYours,
    /// A Reprisal for a Misfit without a Defender.
    #[error("No player holds that Misfit; name the seat that defends it.")]
    DefenderRequired,
    /// A Reprisal for a held gift with a Defender.
    #[error("That gift has a holder, who defends it; leave defender empty.")]
    DefenderNotAllowed,
    /// A Defender that is also the Challenger.
    #[error("You cannot be your own Defender.")]
    DefenderIsSelf {
        /// The field.
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
    /// The gift to open.
    OpenGift,
    /// The amount of a bid.
    BidAmount,
    /// Stand or yield.
    ResponseChoice,
    /// Keep, or a target.
    GambitChoice,
    /// The method of a duel.
    Method,
    /// Rock, paper or scissors.
    Throw,
    /// The winner in a report.
    ReportWinner,
    /// The winner in a verdict.
    VerdictWinner,
    /// The gift to discard.
    DiscardGift,
    /// Decline, or a target.
    ReprisalChoice,
    /// The Defender of a Reprisal.
    ReprisalDefender,
    /// Steal or auction.
    Path,
    /// The gift to steal.
    PathTarget,
    /// The Defender of the Target Misfit.
    Defender,
}

impl Field {
    /// The rule about the values of this field.
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

    /// The rule about the possible target gifts of this field.
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
            Self::Throw => "make_throw.shape",
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

    fn info(&self) -> RejectInfo {
        let of = |code, field: &Field| RejectInfo::refused(code, field.rule());
        let target = |code, field: &Field| RejectInfo::refused(code, field.target_rule());
        match self {
            Self::MatchFinished { part: Part::Main } => RejectInfo::refused("MATCH_FINISHED", "JB-8"),
            Self::MatchFinished { part: Part::Lottery } => {
                RejectInfo::refused("MATCH_FINISHED", decided_by(Phase::Finished))
            }
            Self::NotASeat => RejectInfo::refused("NOT_A_SEAT", "JB-1"),
            Self::Malformed { field } => RejectInfo::malformed("MALFORMED_ACTION", field.rule(), field.path()),
            Self::WrongPhase { asked } => RejectInfo::refused("WRONG_PHASE", decided_by(*asked)),
            Self::AlreadySubmitted { phase } => RejectInfo::refused("ALREADY_SUBMITTED", decided_by(*phase)),
            Self::NotYourDecision { phase } => RejectInfo::refused("NOT_YOUR_DECISION", decided_by(*phase)),
            Self::UnknownGift { last } => RejectInfo::refused("UNKNOWN_GIFT", "JB-4").beyond(last.get()),
            Self::UnknownSeat { field, last } => of("UNKNOWN_SEAT", field).beyond(last.get()),
            Self::GiftNotWrapped => of("GIFT_NOT_WRAPPED", &Field::OpenGift),
            Self::BidOutOfRange { chips } => of("BID_OUT_OF_RANGE", &Field::BidAmount).beyond(chips.get()),
            Self::TargetWrapped { field } => target("TARGET_WRAPPED", field),
            Self::TargetOwnGift { field } => target("TARGET_OWN_GIFT", field),
            Self::TargetNotHeld { field } => target("TARGET_NOT_HELD", field),
            Self::TargetExcluded => RejectInfo::refused("TARGET_EXCLUDED", "JB-59"),
            Self::CannotAfford { chips } => RejectInfo::refused("CANNOT_AFFORD", "JB-20").beyond(chips.get()),
            Self::MethodNotEnabled => of("METHOD_NOT_ENABLED", &Field::Method),
            Self::WinnerNotADuelist { field } => of("WINNER_NOT_A_DUELIST", field),
            Self::GiftNotYours => of("GIFT_NOT_YOURS", &Field::DiscardGift),
            Self::DefenderRequired => of("DEFENDER_REQUIRED", &Field::ReprisalDefender),
            Self::DefenderNotAllowed => of("DEFENDER_NOT_ALLOWED", &Field::ReprisalDefender),
            Self::DefenderIsSelf { field } => of("DEFENDER_IS_SELF", field),
        }
    }
}
