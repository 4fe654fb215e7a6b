//! Why an action is refused.

mod catalogue;

use std::{borrow::Cow, fmt};

use tinsel_engine::{Reason, RejectCode, RejectInfo};

use crate::components::{Garnets, Phase};

/// Why an action is refused. The sentences come from the specification.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// The match is over.
    #[error("The match has ended.")]
    MatchOver,
    /// The action belongs to another phase.
    #[error("{}", .wanted.sentence())]
    WrongPhase {
        /// The requested action.
        wanted: Wanted,
    },
    /// The seat has already submitted.
    #[error("Your submission for this round is final.")]
    AlreadySubmitted,
    /// A bid on a skill that this round does not auction.
    #[error("You can only bid on the skills auctioned this round.")]
    SkillNotOnAuction {
        /// The field that names the skill.
        field: Field,
    },
    /// Two bids on one skill.
    #[error("Give at most one bid per skill.")]
    DuplicateBid {
        /// The bid that repeats another.
        field: Field,
    },
    /// An ordinary bid of 0.
    #[error("A bid must be at least 1; leave out skills you do not bid on.")]
    BidNotPositive {
        /// The bid.
        bid: usize,
    },
    /// The action uses a skill that the seat does not hold.
    #[error("You do not hold the skill this needs.")]
    SkillNotHeld {
        /// The field that needs the skill.
        field: Field,
    },
    /// The action uses a nullified skill.
    #[error("That skill is nullified and cannot be used.")]
    SkillIsNullified {
        /// The field that needs the skill.
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
        /// Maximum number of skills that the seat may bid on.
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
    /// Bids of more garnets than the seat has.
    #[error("Your bids add up to more garnets than you have.")]
    OverBudget {
        /// The garnets that back the seat's bids.
        available: Garnets,
    },
    /// Bids of more garnets than Corrosive Greed allows.
    #[error("Corrosive Greed: your bids could leave you with too few garnets.")]
    BelowFloor {
        /// Maximum sum of all bids.
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
        /// The field that names the seat.
        field: Field,
    },
    /// The action names the seat itself, but needs another one.
    #[error("Choose another player.")]
    TargetIsSelf {
        /// The field that names the seat.
        field: Field,
    },
    /// A target without a bid on Treachery.
    #[error("Name a target only when you bid on Treachery.")]
    TreacheryTargetNotAllowed,
    /// No designation, although Phantom Thieves require one.
    #[error("Phantom Thieves: designate a player each round.")]
    PhantomTargetRequired,
    /// A theft of a skill that the target does not hold.
    #[error("That player does not hold that skill.")]
    TargetLacksSkill,
    /// A vote of a seat that is no winner.
    #[error("Only the winners break the tie.")]
    NotYourDecision,
    /// A second vote.
    #[error("Your vote is final.")]
    AlreadyVoted,
    /// A vote for a seat that is not tied.
    #[error("Vote for one of the tied seats.")]
    NotACandidate,
    /// The seat has no pending decision.
    #[error("This seat has no pending decision.")]
    NoDecisionOwed {
        /// The phase in which it owes none; `None` if the match does not have this seat.
        phase: Option<Phase>,
    },
}

/// The action in the wrong phase.
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
    /// Whether to discard a Grunko Pop.
    DiscardGrunkoPop,
    /// The kind that Skill Nullify is to nullify.
    NullifyName,
    /// The target of Treachery.
    TreacheryTarget,
    /// The target of Phantom Thieves.
    PhantomTarget,
    /// The target of Garnet Thief.
    GarnetThiefTarget,
    /// The target of Skill Thief.
    SkillThiefTarget,
}

impl Field {
    /// The rule about the values of this field.
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

/// The value of the field is wrong in any match.
fn malformed(code: &'static str, field: Field) -> RejectInfo {
    RejectInfo::malformed(code, field.rule(), field.path())
}

/// It prints the code only: its number can follow from facts that are private to the seat.
impl fmt::Debug for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl RejectCode for Rejected {
    const CATALOGUE: &'static [Reason] = catalogue::REASONS;

    fn info(&self) -> RejectInfo {
        match *self {
            Self::MatchOver => RejectInfo::refused("MATCH_OVER", "GM-R84"),
            Self::WrongPhase { wanted } => match wanted {
                Wanted::Submission => RejectInfo::refused("WRONG_PHASE", "GM-8"),
                Wanted::Vote => RejectInfo::refused("WRONG_PHASE", "GM-97"),
            },
            Self::AlreadySubmitted => RejectInfo::refused("ALREADY_SUBMITTED", "GM-8"),
            Self::SkillNotOnAuction { field } => RejectInfo::refused("SKILL_NOT_ON_AUCTION", field.rule()),
            Self::DuplicateBid { field } => malformed("DUPLICATE_BID", field),
            Self::BidNotPositive { bid } => malformed("BID_NOT_POSITIVE", Field::Amount(bid)).beyond(1_u64),
            Self::SkillNotHeld { field } => RejectInfo::refused("SKILL_NOT_HELD", field.rule()),
            Self::SkillIsNullified { field } => RejectInfo::refused("SKILL_IS_NULLIFIED", field.rule()),
            Self::DarkRitualSpent => RejectInfo::refused("DARK_RITUAL_SPENT", "GM-22"),
            Self::NoGrunkoPop => RejectInfo::refused("NO_GRUNKO_POP", "GM-21"),
            Self::CannotBidThisRound => RejectInfo::refused("CANNOT_BID_THIS_ROUND", "GM-16"),
            Self::TooManySkills { most } => RejectInfo::refused("TOO_MANY_SKILLS", "GM-15").beyond(most),
            Self::BidOverMax { max_bid } => RejectInfo::refused("BID_OVER_MAX", "GM-11").beyond(max_bid.get()),
            Self::BidNotEven => RejectInfo::refused("BID_NOT_EVEN", "GM-14"),
            Self::OverBudget { available } => RejectInfo::refused("OVER_BUDGET", "GM-12").beyond(available.get()),
            Self::BelowFloor { budget } => RejectInfo::refused("BELOW_FLOOR", "GM-13").beyond(budget.get()),
            Self::MustBid => RejectInfo::refused("MUST_BID", "GM-17"),
            Self::NullifyNameRequired => malformed("NULLIFY_NAME_REQUIRED", Field::NullifyName),
            Self::NullifyNameInvalid => malformed("NULLIFY_NAME_INVALID", Field::NullifyName),
            Self::NullifyNameNotAllowed => malformed("NULLIFY_NAME_NOT_ALLOWED", Field::NullifyName),
            Self::TreacheryTargetRequired => malformed("TREACHERY_TARGET_REQUIRED", Field::TreacheryTarget),
            Self::UnknownSeat { field } => RejectInfo::malformed("UNKNOWN_SEAT", "GM-1", field.path()),
            Self::TargetIsSelf { field } => RejectInfo::refused("TARGET_IS_SELF", field.rule()),
            Self::TreacheryTargetNotAllowed => malformed("TREACHERY_TARGET_NOT_ALLOWED", Field::TreacheryTarget),
            Self::PhantomTargetRequired => RejectInfo::refused("PHANTOM_TARGET_REQUIRED", "GM-23"),
            Self::TargetLacksSkill => RejectInfo::refused("TARGET_LACKS_SKILL", "GM-25"),
            Self::NotYourDecision => RejectInfo::refused("NOT_YOUR_DECISION", "GM-97"),
            Self::AlreadyVoted => RejectInfo::refused("ALREADY_VOTED", "GM-97"),
            Self::NotACandidate => RejectInfo::refused("NOT_A_CANDIDATE", "GM-97"),
            Self::NoDecisionOwed { phase } => match phase {
                Some(Phase::Bidding) => RejectInfo::refused("NO_DECISION_OWED", "GM-8"),
                Some(Phase::TieBreak) => RejectInfo::refused("NO_DECISION_OWED", "GM-97"),
                Some(Phase::Ended) => RejectInfo::refused("NO_DECISION_OWED", "GM-R84"),
                None => RejectInfo::refused("NO_DECISION_OWED", "GM-1"),
            },
        }
    }
}
