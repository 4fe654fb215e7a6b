//! Why an action is refused.

mod catalogue;

use std::borrow::Cow;

use tinsel_engine::{Fault, Reason, RejectCode};

/// Why an action is refused. The sentences are the specification's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
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
    SkillNotOnAuction,
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
    TooManySkills,
    /// A bid above the seat's max bid.
    #[error("A bid exceeds your maximum bid.")]
    BidOverMax,
    /// An odd bid with Even Steven.
    #[error("Even Steven: you can only bid even amounts.")]
    BidNotEven,
    /// More bid than the seat has.
    #[error("Your bids add up to more garnets than you have.")]
    OverBudget,
    /// More bid than Corrosive Greed leaves.
    #[error("Corrosive Greed: your bids could leave you with too few garnets.")]
    BelowFloor,
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
    NoDecisionOwed,
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
    /// The skill of the zero bid.
    DarkRitualSkill,
    /// Whether a Grunko Pop is discarded.
    DiscardGrunkoPop,
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
            Self::Bid(_) => "GM-9",
            Self::DarkRitualSkill => "GM-22",
            Self::DiscardGrunkoPop => "GM-21",
            Self::TreacheryTarget => "GM-20",
            Self::PhantomTarget => "GM-23",
            Self::GarnetThiefTarget => "GM-24",
            Self::SkillThiefTarget => "GM-25",
        }
    }

    fn path(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Bid(index) => return Cow::Owned(format!("submit_round.bids[{index}].skill")),
            Self::DarkRitualSkill => "submit_round.dark_ritual_skill",
            Self::DiscardGrunkoPop => "submit_round.discard_grunko_pop",
            Self::TreacheryTarget => "submit_round.treachery_target",
            Self::PhantomTarget => "submit_round.phantom_target",
            Self::GarnetThiefTarget => "submit_round.garnet_thief_target",
            Self::SkillThiefTarget => "submit_round.skill_thief.target",
        })
    }
}

impl RejectCode for Rejected {
    const CATALOGUE: &'static [Reason] = catalogue::REASONS;

    fn code(&self) -> &'static str {
        match self {
            Self::MatchOver => "MATCH_OVER",
            Self::WrongPhase { .. } => "WRONG_PHASE",
            Self::AlreadySubmitted => "ALREADY_SUBMITTED",
            Self::SkillNotOnAuction => "SKILL_NOT_ON_AUCTION",
            Self::DuplicateBid { .. } => "DUPLICATE_BID",
            Self::BidNotPositive { .. } => "BID_NOT_POSITIVE",
            Self::SkillNotHeld { .. } => "SKILL_NOT_HELD",
            Self::SkillIsNullified { .. } => "SKILL_IS_NULLIFIED",
            Self::DarkRitualSpent => "DARK_RITUAL_SPENT",
            Self::NoGrunkoPop => "NO_GRUNKO_POP",
            Self::CannotBidThisRound => "CANNOT_BID_THIS_ROUND",
            Self::TooManySkills => "TOO_MANY_SKILLS",
            Self::BidOverMax => "BID_OVER_MAX",
            Self::BidNotEven => "BID_NOT_EVEN",
            Self::OverBudget => "OVER_BUDGET",
            Self::BelowFloor => "BELOW_FLOOR",
            Self::MustBid => "MUST_BID",
            Self::NullifyNameRequired => "NULLIFY_NAME_REQUIRED",
            Self::NullifyNameInvalid => "NULLIFY_NAME_INVALID",
            Self::NullifyNameNotAllowed => "NULLIFY_NAME_NOT_ALLOWED",
            Self::TreacheryTargetRequired => "TREACHERY_TARGET_REQUIRED",
            Self::UnknownSeat { .. } => "UNKNOWN_SEAT",
            Self::TargetIsSelf { .. } => "TARGET_IS_SELF",
            Self::TreacheryTargetNotAllowed => "TREACHERY_TARGET_NOT_ALLOWED",
            Self::PhantomTargetRequired => "PHANTOM_TARGET_REQUIRED",
            Self::TargetLacksSkill => "TARGET_LACKS_SKILL",
            Self::NotYourDecision => "NOT_YOUR_DECISION",
            Self::AlreadyVoted => "ALREADY_VOTED",
            Self::NotACandidate => "NOT_A_CANDIDATE",
            Self::NoDecisionOwed => "NO_DECISION_OWED",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::MatchOver => "GM-46",
            Self::WrongPhase { wanted } => match wanted {
                Wanted::Submission => "GM-8",
                Wanted::Vote => "GM-97",
            },
            Self::AlreadySubmitted | Self::NoDecisionOwed => "GM-8",
            Self::SkillNotOnAuction | Self::DuplicateBid { .. } | Self::BidNotPositive { .. } => "GM-9",
            Self::SkillNotHeld { field } | Self::SkillIsNullified { field } | Self::TargetIsSelf { field } => {
                field.rule()
            }
            Self::DarkRitualSpent => "GM-22",
            Self::NoGrunkoPop => "GM-21",
            Self::CannotBidThisRound => "GM-16",
            Self::TooManySkills => "GM-15",
            Self::BidOverMax => "GM-11",
            Self::BidNotEven => "GM-14",
            Self::OverBudget => "GM-12",
            Self::BelowFloor => "GM-13",
            Self::MustBid => "GM-17",
            Self::NullifyNameRequired | Self::NullifyNameInvalid | Self::NullifyNameNotAllowed => "GM-19",
            Self::TreacheryTargetRequired | Self::TreacheryTargetNotAllowed => "GM-20",
            Self::UnknownSeat { .. } => "GM-1",
            Self::PhantomTargetRequired => "GM-23",
            Self::TargetLacksSkill => "GM-25",
            Self::NotYourDecision | Self::AlreadyVoted | Self::NotACandidate => "GM-97",
        }
    }

    fn fault(&self) -> Fault {
        let malformed = |field: Cow<'static, str>| Fault::Malformed { field };
        match self {
            Self::DuplicateBid { field } | Self::UnknownSeat { field } => malformed(field.path()),
            Self::BidNotPositive { bid } => malformed(Cow::Owned(format!("submit_round.bids[{bid}].amount"))),
            Self::NullifyNameRequired | Self::NullifyNameInvalid | Self::NullifyNameNotAllowed => {
                malformed(Cow::Borrowed("submit_round.nullify_name"))
            }
            Self::TreacheryTargetRequired | Self::TreacheryTargetNotAllowed => {
                malformed(Cow::Borrowed("submit_round.treachery_target"))
            }
            Self::MatchOver
            | Self::WrongPhase { .. }
            | Self::AlreadySubmitted
            | Self::SkillNotOnAuction
            | Self::SkillNotHeld { .. }
            | Self::SkillIsNullified { .. }
            | Self::DarkRitualSpent
            | Self::NoGrunkoPop
            | Self::CannotBidThisRound
            | Self::TooManySkills
            | Self::BidOverMax
            | Self::BidNotEven
            | Self::OverBudget
            | Self::BelowFloor
            | Self::MustBid
            | Self::TargetIsSelf { .. }
            | Self::PhantomTargetRequired
            | Self::TargetLacksSkill
            | Self::NotYourDecision
            | Self::AlreadyVoted
            | Self::NotACandidate
            | Self::NoDecisionOwed => Fault::Refused,
        }
    }
}
