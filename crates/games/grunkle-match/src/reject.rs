//! Why an action is refused.

mod catalogue;

use std::{borrow::Cow, fmt};

use tinsel_engine::{Fault, Reason, RejectCode};

use crate::components::{Garnets, Phase};

/// Why an action is refused. The sentences are the specification's.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// The match is over.
    #[error("The match has ended.")]
    MatchOver,
    /// The action belongs to another phase.
    #[error("{}", .wanted.sentence())]
    WrongPhase {
        /// What was asked for.
        wanted: Wanted,
    },
    /// The seat's submission is in.
    #[error("Your submission for this round is final.")]
    AlreadySubmitted,
    /// A bid on something else than this round's skills.
    #[error("You can only bid on the skills auctioned this round.")]
    SkillNotOnAuction {
        /// Where the skill was named.
        field: Field,
    },
    /// Two bids on one skill.
    #[error("Give at most one bid per skill.")]
    DuplicateBid {
        /// The bid that repeats another.
        field: Field,
    },
    /// An ordinary bid of nothing.
    #[error("A bid must be at least 1; leave out skills you do not bid on.")]
    BidNotPositive {
        /// Which bid.
        bid: usize,
    },
    /// A skill is used that the seat does not hold.
    #[error("You do not hold the skill this needs.")]
    SkillNotHeld {
        /// What needs it.
        field: Field,
    },
    /// A skill is used that works no more.
    #[error("That skill is nullified and cannot be used.")]
    SkillIsNullified {
        /// What needs it.
        field: Field,
    },
    /// A second zero bid.
    #[error("Your Dark Ritual zero bid has been used.")]
    DarkRitualSpent,
    /// A discard without a Grunko Pop.
    #[error("You have no Grunko Pop to discard.")]
    NoGrunkoPop,
    /// A bid in the round after Overwhelming Sadness.
    #[error("Overwhelming Sadness: you cannot bid this round.")]
    CannotBidThisRound,
    /// More skills than Eyes on the Prize allows.
    #[error("Eyes on the Prize limits how many skills you may bid on.")]
    TooManySkills {
        /// The most skills that the seat may bid on.
        most: u8,
    },
    /// A bid above the seat's max bid.
    #[error("A bid exceeds your maximum bid.")]
    BidOverMax {
        /// The seat's max bid.
        max_bid: Garnets,
    },
    /// An odd bid with Even Steven.
    #[error("Even Steven: you can only bid even amounts.")]
    BidNotEven,
    /// More bid than the seat has.
    #[error("Your bids add up to more garnets than you have.")]
    OverBudget {
        /// The garnets that back the seat's bids.
        available: Garnets,
    },
    /// More bid than Corrosive Greed leaves.
    #[error("Corrosive Greed: your bids could leave you with too few garnets.")]
    BelowFloor {
        /// The most that all bids together may be.
        budget: Garnets,
    },
    /// No bid from a seat that can bid.
    #[error("You can bid, so you must bid on at least one skill.")]
    MustBid,
    /// A bid on Skill Nullify without a name.
    #[error("Name the skill to nullify.")]
    NullifyNameRequired,
    /// A name that cannot be nullified.
    #[error("You can name any auctioned skill, but not Grunko Pop.")]
    NullifyNameInvalid,
    /// A name without a bid on Skill Nullify.
    #[error("Name a skill only when you bid on Skill Nullify.")]
    NullifyNameNotAllowed,
    /// A bid on Treachery without a target.
    #[error("Name the player targeted by Treachery.")]
    TreacheryTargetRequired,
    /// A seat that the match does not have.
    #[error("There is no such seat.")]
    UnknownSeat {
        /// Where it was named.
        field: Field,
    },
    /// The seat itself, where another one is needed.
    #[error("Choose another player.")]
    TargetIsSelf {
        /// Where it was named.
        field: Field,
    },
    /// A target without a bid on Treachery.
    #[error("Name a target only when you bid on Treachery.")]
    TreacheryTargetNotAllowed,
    /// No designation though one is owed.
    #[error("Phantom Thieves: designate a player each round.")]
    PhantomTargetRequired,
    /// A theft of a skill that the target does not hold.
    #[error("That player does not hold that skill.")]
    TargetLacksSkill,
    /// A vote of a seat that did not win.
    #[error("Only the winners break the tie.")]
    NotYourDecision,
    /// A second vote.
    #[error("Your vote is final.")]
    AlreadyVoted,
    /// A vote for a seat that is not tied.
    #[error("Vote for one of the tied seats.")]
    NotACandidate,
    /// The seat has nothing to decide.
    #[error("This seat owes no decision.")]
    NoDecisionOwed {
        /// The phase in which it owes none; `None` if it is no seat of the match.
        phase: Option<Phase>,
    },
}

/// What was asked for in the wrong phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// A submission.
    Submission,
    /// A vote.
    Vote,
}

impl Wanted {
    const fn sentence(self) -> &'static str {
        match self {
            Self::Submission => "No auction is open now; check the phase.",
            Self::Vote => "There is no tie to break now.",
        }
    }
}

/// A field of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// The skill of an ordinary bid.
    Bid(usize),
    /// The amount of an ordinary bid.
    Amount(usize),
    /// The skill of the zero bid.
    DarkRitualSkill,
    /// Whether a Grunko Pop is discarded.
    DiscardGrunkoPop,
    /// What Skill Nullify is to nullify.
    NullifyName,
    /// Whom Treachery names.
    TreacheryTarget,
    /// Whom the Phantom Thieves designate.
    PhantomTarget,
    /// From whom Garnet Thief takes.
    GarnetThiefTarget,
    /// From whom Skill Thief takes.
    SkillThiefTarget,
}

impl Field {
    /// The rule that says what may stand there.
    const fn rule(self) -> &'static str {
        match self {
            Self::Bid(_) | Self::Amount(_) => "GM-9",
            Self::DarkRitualSkill => "GM-22",
            Self::DiscardGrunkoPop => "GM-21",
            Self::NullifyName => "GM-19",
            Self::TreacheryTarget => "GM-20",
            Self::PhantomTarget => "GM-23",
            Self::GarnetThiefTarget => "GM-24",
            Self::SkillThiefTarget => "GM-25",
        }
    }

    fn path(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Bid(index) => return Cow::Owned(format!("submit_round.bids[{index}].skill")),
            Self::Amount(index) => return Cow::Owned(format!("submit_round.bids[{index}].amount")),
            Self::DarkRitualSkill => "submit_round.dark_ritual_skill",
            Self::DiscardGrunkoPop => "submit_round.discard_grunko_pop",
            Self::NullifyName => "submit_round.nullify_name",
            Self::TreacheryTarget => "submit_round.treachery_target",
            Self::PhantomTarget => "submit_round.phantom_target",
            Self::GarnetThiefTarget => "submit_round.garnet_thief_target",
            Self::SkillThiefTarget => "submit_round.skill_thief.target",
        })
    }
}

/// The facts of a reason for a client: its code, the rule that it comes from, the number that it is about, and the field that
/// can never be right.
struct Row {
    code: &'static str,
    rule: &'static str,
    limit: Option<u64>,
    malformed: Option<Field>,
}

/// The action is well formed, and refused by the match as it is.
const fn refused(code: &'static str, rule: &'static str) -> Row {
    Row {
        code,
        rule,
        limit: None,
        malformed: None,
    }
}

/// The same, because of a number.
fn beyond(code: &'static str, rule: &'static str, limit: impl Into<u64>) -> Row {
    Row {
        limit: Some(limit.into()),
        ..refused(code, rule)
    }
}

/// The field is wrong in any match.
const fn malformed(code: &'static str, field: Field) -> Row {
    Row {
        malformed: Some(field),
        ..refused(code, field.rule())
    }
}

impl Rejected {
    fn row(self) -> Row {
        match self {
            Self::MatchOver => refused("MATCH_OVER", "GM-R84"),
            Self::WrongPhase { wanted } => match wanted {
                Wanted::Submission => refused("WRONG_PHASE", "GM-8"),
                Wanted::Vote => refused("WRONG_PHASE", "GM-97"),
            },
            Self::AlreadySubmitted => refused("ALREADY_SUBMITTED", "GM-8"),
            Self::SkillNotOnAuction { field } => refused("SKILL_NOT_ON_AUCTION", field.rule()),
            Self::DuplicateBid { field } => malformed("DUPLICATE_BID", field),
            Self::BidNotPositive { bid } => Row {
                limit: Some(1),
                ..malformed("BID_NOT_POSITIVE", Field::Amount(bid))
            },
            Self::SkillNotHeld { field } => refused("SKILL_NOT_HELD", field.rule()),
            Self::SkillIsNullified { field } => refused("SKILL_IS_NULLIFIED", field.rule()),
            Self::DarkRitualSpent => refused("DARK_RITUAL_SPENT", "GM-22"),
            Self::NoGrunkoPop => refused("NO_GRUNKO_POP", "GM-21"),
            Self::CannotBidThisRound => refused("CANNOT_BID_THIS_ROUND", "GM-16"),
            Self::TooManySkills { most } => beyond("TOO_MANY_SKILLS", "GM-15", most),
            Self::BidOverMax { max_bid } => beyond("BID_OVER_MAX", "GM-11", max_bid.get()),
            Self::BidNotEven => refused("BID_NOT_EVEN", "GM-14"),
            Self::OverBudget { available } => beyond("OVER_BUDGET", "GM-12", available.get()),
            Self::BelowFloor { budget } => beyond("BELOW_FLOOR", "GM-13", budget.get()),
            Self::MustBid => refused("MUST_BID", "GM-17"),
            Self::NullifyNameRequired => malformed("NULLIFY_NAME_REQUIRED", Field::NullifyName),
            Self::NullifyNameInvalid => malformed("NULLIFY_NAME_INVALID", Field::NullifyName),
            Self::NullifyNameNotAllowed => malformed("NULLIFY_NAME_NOT_ALLOWED", Field::NullifyName),
            Self::TreacheryTargetRequired => malformed("TREACHERY_TARGET_REQUIRED", Field::TreacheryTarget),
            Self::UnknownSeat { field } => Row {
                rule: "GM-1",
                ..malformed("UNKNOWN_SEAT", field)
            },
            Self::TargetIsSelf { field } => refused("TARGET_IS_SELF", field.rule()),
            Self::TreacheryTargetNotAllowed => malformed("TREACHERY_TARGET_NOT_ALLOWED", Field::TreacheryTarget),
            Self::PhantomTargetRequired => refused("PHANTOM_TARGET_REQUIRED", "GM-23"),
            Self::TargetLacksSkill => refused("TARGET_LACKS_SKILL", "GM-25"),
            Self::NotYourDecision => refused("NOT_YOUR_DECISION", "GM-97"),
            Self::AlreadyVoted => refused("ALREADY_VOTED", "GM-97"),
            Self::NotACandidate => refused("NOT_A_CANDIDATE", "GM-97"),
            Self::NoDecisionOwed { phase } => match phase {
                Some(Phase::Bidding) => refused("NO_DECISION_OWED", "GM-8"),
                Some(Phase::TieBreak) => refused("NO_DECISION_OWED", "GM-97"),
                Some(Phase::Ended) => refused("NO_DECISION_OWED", "GM-R84"),
                None => refused("NO_DECISION_OWED", "GM-1"),
            },
        }
    }
}

/// The code only: its number can follow from facts that are private to the seat.
impl fmt::Debug for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl RejectCode for Rejected {
    const CATALOGUE: &'static [Reason] = catalogue::REASONS;

    fn code(&self) -> &'static str {
        self.row().code
    }

    fn rule(&self) -> &'static str {
        self.row().rule
    }

    fn limit(&self) -> Option<u64> {
        self.row().limit
    }

    fn fault(&self) -> Fault {
        match self.row().malformed {
            Some(field) => Fault::Malformed { field: field.path() },
            None => Fault::Refused,
        }
    }
}
