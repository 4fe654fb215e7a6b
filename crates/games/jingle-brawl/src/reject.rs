//! Refusals (section 6).

use tinsel_engine::{RejectCode, SeatIndex};

use crate::components::{Chips, GiftId, Part, Phase};

/// Why an action is refused.
#[derive(Debug, Clone, PartialEq, Eq, RejectCode)]
pub enum Rejected {
    /// The match is over.
    #[refused(rule = rule_of_end(*part), sentence = "The match is over; no action is possible.", remedy = "Send no more actions.")]
    MatchOver {
        /// The part after which the match ended.
        part: Part,
    },
    /// The acting seat is not a seat of the match.
    #[refused(
        rule = "JB-1",
        sentence = "Only a seat of this match can act.",
        remedy = "No call is answered with it."
    )]
    NotASeat,
    /// A required field of the action is missing or unknown, or two fields exclude each other.
    #[malformed(
        rule = field.rule(),
        field = field.path(),
        sentence = "Fill exactly the fields this action needs.",
        remedy = "Set exactly the fields that the action requires."
    )]
    MalformedAction {
        /// The field.
        field: Field,
    },
    /// The action belongs to another phase.
    #[refused(
        rule = decided_by(*asked),
        sentence = "This action is not possible now; see the phase and your legal actions.",
        remedy = "Send the action that the pending decision of the seat names."
    )]
    WrongPhase {
        /// The phase that the action belongs to.
        asked: Phase,
    },
    /// The seat has already submitted its bid, its report, or its throw of this round, and cannot change it.
    #[refused(
        rule = decided_by(*phase),
        sentence = "You have already submitted; it cannot be changed.",
        remedy = "Wait for the other seats."
    )]
    AlreadySubmitted {
        /// The phase of the action.
        phase: Phase,
    },
    /// The seat has no pending decision in this phase.
    #[refused(
        rule = decided_by(*phase),
        sentence = "You have no pending decision.",
        remedy = "Wait until `awaited_seats` contains the seat."
    )]
    NoDecisionOwed {
        /// The phase of the action.
        phase: Phase,
    },
    /// The match has no gift with that number.
    #[refused(
        rule = "JB-4",
        sentence = "gift must be 0 to the number of players minus 1.",
        remedy = "Send a gift number from 0 to the number of seats minus 1.",
        limit = last.get()
    )]
    UnknownGift {
        /// The last gift that the match has.
        last: GiftId,
    },
    /// The defender is not a seat of the match.
    #[refused(
        rule = field.rule(),
        sentence = "defender must be a seat of this match.",
        remedy = "Name a seat of the match.",
        limit = last.get()
    )]
    UnknownSeat {
        /// The field.
        field: Field,
        /// The last seat that the match has.
        last: SeatIndex,
    },
    /// The gift to open is already open.
    #[refused(
        rule = Field::OpenGift.rule(),
        sentence = "That gift is already open; choose a wrapped one.",
        remedy = "Choose a wrapped gift."
    )]
    GiftNotWrapped,
    /// The bid is higher than the chips of the seat.
    #[refused(
        rule = Field::BidAmount.rule(),
        sentence = "Bid 0 (no bid) up to the chips you have.",
        remedy = "Bid 0 up to the chips of the seat.",
        limit = chips.get()
    )]
    BidOutOfRange {
        /// The seat's chips.
        chips: Chips,
    },
    /// The target is a wrapped gift.
    #[refused(
        rule = field.target_rule(),
        sentence = "A wrapped gift cannot be challenged for.",
        remedy = "Challenge for an opened gift."
    )]
    TargetWrapped {
        /// The field.
        field: Field,
    },
    /// The seat itself holds the target.
    #[refused(
        rule = field.target_rule(),
        sentence = "You hold that gift yourself.",
        remedy = "Challenge for another gift."
    )]
    TargetOwnGift {
        /// The field.
        field: Field,
    },
    /// The target has no holder, and a Gambit or a Steal needs one.
    #[refused(
        rule = field.target_rule(),
        sentence = "Only a gift held by a player can be challenged for here.",
        remedy = "Challenge for a gift that another seat holds."
    )]
    TargetNotHeld {
        /// The field.
        field: Field,
    },
    /// The target was contested in the duel that the seat has just lost.
    #[refused(
        rule = "JB-59",
        sentence = "That gift was contested in the duel you just lost.",
        remedy = "Challenge for another gift, or decline."
    )]
    TargetExcluded,
    /// The Minimum Cost of the target is higher than the chips of the seat.
    #[refused(
        rule = "JB-20",
        sentence = "The challenge costs 1 plus the gift's Naughty Level, more than you have.",
        remedy = "Choose one of the targets in the legal actions.",
        limit = chips.get()
    )]
    CannotAfford {
        /// The seat's chips.
        chips: Chips,
    },
    /// The duel method is not enabled in this match.
    #[refused(
        rule = Field::Method.rule(),
        sentence = "That duel method is not enabled in this match.",
        remedy = "Choose one of the methods in the legal actions."
    )]
    MethodNotEnabled,
    /// The named winner is not one of the duelists.
    #[refused(rule = field.rule(), sentence = "Name one of the two duelists.", remedy = "Name one of the two duelists.")]
    WinnerNotADuelist {
        /// The field.
        field: Field,
    },
    /// The gift to discard is not one of the two gifts of the seat.
    #[refused(
        rule = Field::DiscardGift.rule(),
        sentence = "Choose one of the two gifts you hold.",
        remedy = "Name one of the two."
    )]
    GiftNotYours,
    /// A Reprisal for a Misfit names no defender.
    #[refused(
        rule = Field::ReprisalDefender.rule(),
        sentence = "No player holds that Misfit; name the seat that defends it.",
        remedy = "Set `defender` to any other seat."
    )]
    DefenderRequired,
    /// A Reprisal for a held gift names a defender, but the holder defends it.
    #[refused(
        rule = Field::ReprisalDefender.rule(),
        sentence = "That gift has a holder, who defends it; leave defender empty.",
        remedy = "Do not set `defender`."
    )]
    DefenderNotAllowed,
    /// The seat names itself as its Defender.
    #[refused(rule = field.rule(), sentence = "You cannot be your own Defender.", remedy = "Name another seat.")]
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

/// The rule that ends a match after this part.
const fn rule_of_end(part: Part) -> &'static str {
    match part {
        Part::Main => "JB-8",
        Part::Lottery => decided_by(Phase::Finished),
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
