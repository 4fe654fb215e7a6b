//! Why an action is refused.

use std::borrow::Cow;

use tinsel_engine::{Fault, Reason, RejectCode};

use crate::config::{
    DEATH_MATCH_INFO_TOO_LONG, STARTING_GARNETS_ALL_ZERO, STARTING_GARNETS_OUT_OF_RANGE, STARTING_GARNETS_WRONG_LENGTH,
    WRONG_SEAT_COUNT,
};

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
    SkillNotHeld,
    /// A skill is used that works no more.
    #[error("That skill is nullified and cannot be used.")]
    SkillIsNullified,
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
    TargetIsSelf,
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
    /// The seat that acts.
    Caller,
    /// The skill of an ordinary bid.
    Bid(usize),
    /// The skill of the zero bid.
    DarkRitualSkill,
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
    fn path(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Caller => "seat",
            Self::Bid(index) => return Cow::Owned(format!("submit_round.bids[{index}].skill")),
            Self::DarkRitualSkill => "submit_round.dark_ritual_skill",
            Self::TreacheryTarget => "submit_round.treachery_target",
            Self::PhantomTarget => "submit_round.phantom_target",
            Self::GarnetThiefTarget => "submit_round.garnet_thief_target",
            Self::SkillThiefTarget => "submit_round.skill_thief.target",
        })
    }
}

impl RejectCode for Rejected {
    const CATALOGUE: &'static [Reason] = CATALOGUE;

    fn code(&self) -> &'static str {
        match self {
            Self::MatchOver => "MATCH_OVER",
            Self::WrongPhase { .. } => "WRONG_PHASE",
            Self::AlreadySubmitted => "ALREADY_SUBMITTED",
            Self::SkillNotOnAuction => "SKILL_NOT_ON_AUCTION",
            Self::DuplicateBid { .. } => "DUPLICATE_BID",
            Self::BidNotPositive { .. } => "BID_NOT_POSITIVE",
            Self::SkillNotHeld => "SKILL_NOT_HELD",
            Self::SkillIsNullified => "SKILL_IS_NULLIFIED",
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
            Self::TargetIsSelf => "TARGET_IS_SELF",
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
            Self::SkillNotHeld => "GM-7",
            Self::SkillIsNullified => "GM-87",
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
            Self::TargetIsSelf => "GM-20",
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
            | Self::SkillNotHeld
            | Self::SkillIsNullified
            | Self::DarkRitualSpent
            | Self::NoGrunkoPop
            | Self::CannotBidThisRound
            | Self::TooManySkills
            | Self::BidOverMax
            | Self::BidNotEven
            | Self::OverBudget
            | Self::BelowFloor
            | Self::MustBid
            | Self::TargetIsSelf
            | Self::PhantomTargetRequired
            | Self::TargetLacksSkill
            | Self::NotYourDecision
            | Self::AlreadyVoted
            | Self::NotACandidate
            | Self::NoDecisionOwed => Fault::Refused,
        }
    }
}

const fn malformed(code: &'static str, meaning: &'static str) -> Reason {
    Reason {
        code,
        malformed: true,
        meaning,
    }
}

const fn refusal(code: &'static str, meaning: &'static str) -> Reason {
    Reason {
        code,
        malformed: false,
        meaning,
    }
}

const CATALOGUE: &[Reason] = &[
    malformed(
        WRONG_SEAT_COUNT,
        "Grunkle Match is played by exactly 7 players; nothing was created.",
    ),
    malformed(
        STARTING_GARNETS_OUT_OF_RANGE,
        "Starting garnets are 1 to 1000 for all, or 0 to 1000 seat by seat; nothing was created.",
    ),
    malformed(
        STARTING_GARNETS_WRONG_LENGTH,
        "Starting garnets seat by seat are left out or given for each of the 7 seats; nothing was created.",
    ),
    malformed(
        STARTING_GARNETS_ALL_ZERO,
        "At least one seat must start with a garnet; nothing was created.",
    ),
    malformed(
        DEATH_MATCH_INFO_TOO_LONG,
        "The text about the Death Match may have at most 2000 Unicode code points; nothing was created.",
    ),
    refusal("MATCH_OVER", "The match has ended and accepts no more actions."),
    refusal(
        "WRONG_PHASE",
        "The action belongs to another phase; send the one that the seat's pending decision names.",
    ),
    refusal(
        "ALREADY_SUBMITTED",
        "The seat's submission for this round is in and final; wait for the next round.",
    ),
    refusal(
        "SKILL_NOT_ON_AUCTION",
        "A bid or zero bid names something else than the skills on this round's list.",
    ),
    malformed(
        "DUPLICATE_BID",
        "A skill is bid on twice; give at most one bid, ordinary or zero, per skill.",
    ),
    malformed(
        "BID_NOT_POSITIVE",
        "An ordinary bid is 0; bids are at least 1, and skills not bid on are left out.",
    ),
    refusal(
        "SKILL_NOT_HELD",
        "The submission uses a skill that the seat did not hold when the round opened.",
    ),
    refusal(
        "SKILL_IS_NULLIFIED",
        "The submission uses a skill that is nullified and does nothing.",
    ),
    refusal(
        "DARK_RITUAL_SPENT",
        "The seat made the one zero bid of Dark Ritual in an earlier round.",
    ),
    refusal(
        "NO_GRUNKO_POP",
        "The submission discards a Grunko Pop and the seat holds none.",
    ),
    refusal(
        "CANNOT_BID_THIS_ROUND",
        "The seat won Overwhelming Sadness in the round before; submit without any bid.",
    ),
    refusal(
        "TOO_MANY_SKILLS",
        "With Eyes on the Prize fewer skills may be bid on; the legal actions say how many.",
    ),
    refusal(
        "BID_OVER_MAX",
        "A bid, or the cost of the zero bid, is above the seat's max bid; the legal actions say what that is.",
    ),
    refusal(
        "BID_NOT_EVEN",
        "With Even Steven every bid, and the cost of the zero bid, must be even.",
    ),
    refusal(
        "OVER_BUDGET",
        "All bids together, lost ones included, may not be more than the garnets the seat has available.",
    ),
    refusal(
        "BELOW_FLOOR",
        "With Corrosive Greed all bids together must leave the seat its floor; the legal actions say what that is.",
    ),
    refusal(
        "MUST_BID",
        "A seat that is able to bid must make at least one bid; a zero bid counts.",
    ),
    malformed(
        "NULLIFY_NAME_REQUIRED",
        "A bid on Skill Nullify comes with the name of the skill to nullify.",
    ),
    malformed(
        "NULLIFY_NAME_INVALID",
        "What is to be nullified is one of the 30 auctioned kinds; not Grunko Pop, nor an unknown value.",
    ),
    malformed(
        "NULLIFY_NAME_NOT_ALLOWED",
        "A skill to nullify is named only together with a bid on Skill Nullify.",
    ),
    malformed(
        "TREACHERY_TARGET_REQUIRED",
        "A bid on Treachery, ordinary or zero, comes with another seat as its target.",
    ),
    malformed(
        "UNKNOWN_SEAT",
        "A seat is named that is not one of the match's seven, 0 to 6.",
    ),
    refusal("TARGET_IS_SELF", "A seat names itself where another seat is needed."),
    malformed(
        "TREACHERY_TARGET_NOT_ALLOWED",
        "A target of Treachery is named only together with a bid on Treachery.",
    ),
    refusal(
        "PHANTOM_TARGET_REQUIRED",
        "A seat with Phantom Thieves must designate a seat each round, itself if it likes.",
    ),
    refusal(
        "TARGET_LACKS_SKILL",
        "The seat to be stolen from did not hold that skill when the round opened.",
    ),
    refusal(
        "NOT_YOUR_DECISION",
        "Only the winners vote on a tie for the Elimination Candidate.",
    ),
    refusal("ALREADY_VOTED", "The seat's vote is in and final."),
    refusal(
        "NOT_A_CANDIDATE",
        "A vote names one of the seats that are tied for the Elimination Candidate.",
    ),
    refusal(
        "NO_DECISION_OWED",
        "The seat owes no decision, so there is no default to submit for it.",
    ),
];
