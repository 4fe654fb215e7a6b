//! Why an action is refused.

use std::fmt;

use tinsel_engine::RejectCode;

use crate::{
    components::{Garnets, Phase},
    facts::SUBMIT_ROUND,
};

/// Why an action is refused. The sentences come from the specification.
#[derive(Clone, Copy, PartialEq, Eq, RejectCode)]
pub enum Rejected {
    /// The match is over.
    #[refused(rule = "GM-R84", sentence = "The match has ended.", remedy = "Send no more actions.")]
    MatchOver,
    /// The action belongs to the other phase.
    #[refused(
        rule = wanted.rule(),
        sentence("{}", wanted.sentence()),
        remedy = "Send the action that the pending decision of the seat names."
    )]
    WrongPhase {
        /// The requested action.
        wanted: Wanted,
    },
    /// The seat has already submitted in this round, and the submission is final.
    #[refused(
        rule = "GM-8",
        sentence = "Your submission for this round is final.",
        remedy = "Wait for the next round."
    )]
    AlreadySubmitted,
    /// A bid, or the zero bid, is on a skill that this round does not auction.
    #[refused(
        rule = field.rule(),
        sentence = "You can only bid on the skills auctioned this round.",
        remedy = "Bid only on the skills of this round."
    )]
    SkillNotOnAuction {
        /// The field that names the skill.
        field: Field,
    },
    /// Two bids are on the same skill, the zero bid included.
    #[malformed(
        rule = field.rule(),
        field = field.path(),
        sentence = "Give at most one bid per skill.",
        remedy = "Bid at most once on each skill."
    )]
    DuplicateBid {
        /// The bid that repeats another.
        field: Field,
    },
    /// The amount of an ordinary bid is below 1.
    #[malformed(
        rule = Field::Amount(*bid).rule(),
        field = Field::Amount(*bid).path(),
        sentence = "A bid must be at least 1; leave out skills you do not bid on.",
        remedy = "Omit the skills without a bid.",
        limit = 1_u64
    )]
    BidNotPositive {
        /// The bid.
        bid: usize,
    },
    /// The seat does not hold the skill that this requires.
    #[refused(
        rule = field.rule(),
        sentence = "You do not hold the skill this needs.",
        remedy = "Submit only legal actions."
    )]
    SkillNotHeld {
        /// The field that needs the skill.
        field: Field,
    },
    /// The skill that this requires is nullified.
    #[refused(
        rule = field.rule(),
        sentence = "That skill is nullified and cannot be used.",
        remedy = "Submit only legal actions."
    )]
    SkillIsNullified {
        /// The field that needs the skill.
        field: Field,
    },
    /// The seat has already made the only zero bid of Dark Ritual.
    #[refused(
        rule = "GM-22",
        sentence = "Your Dark Ritual zero bid has been used.",
        remedy = "Submit without a zero bid."
    )]
    DarkRitualSpent,
    /// The seat has no Grunko Pop to discard.
    #[refused(
        rule = "GM-21",
        sentence = "You have no Grunko Pop to discard.",
        remedy = "Submit without a discard."
    )]
    NoGrunkoPop,
    /// Overwhelming Sadness bars the seat from bidding in this round.
    #[refused(
        rule = "GM-16",
        sentence = "Overwhelming Sadness: you cannot bid this round.",
        remedy = "Submit without bids."
    )]
    CannotBidThisRound,
    /// The seat bids on more skills than Eyes on the Prize permits.
    #[refused(
        rule = "GM-15",
        sentence = "Eyes on the Prize limits how many skills you may bid on.",
        remedy = "Bid on at most `max_skills` of the legal actions.",
        limit = *most
    )]
    TooManySkills {
        /// Maximum number of skills that the seat may bid on.
        most: u8,
    },
    /// A bid, or the cost of the zero bid, is above the seat's max bid.
    #[refused(
        rule = "GM-11",
        sentence = "A bid exceeds your maximum bid.",
        remedy = "Bid at most `max_bid` of the legal actions.",
        limit = max_bid.get()
    )]
    BidOverMax {
        /// The seat's max bid.
        max_bid: Garnets,
    },
    /// Even Steven forbids an odd bid or an odd cost of the zero bid.
    #[refused(
        rule = "GM-14",
        sentence = "Even Steven: you can only bid even amounts.",
        remedy = "Make every bid even."
    )]
    BidNotEven,
    /// The sum of the bids is higher than the garnets of the seat.
    #[refused(
        rule = "GM-12",
        sentence = "Your bids add up to more garnets than you have.",
        remedy = "Bid less.",
        limit = available.get()
    )]
    OverBudget {
        /// The garnets that back the seat's bids.
        available: Garnets,
    },
    /// The bids leave fewer garnets than Corrosive Greed requires.
    #[refused(
        rule = "GM-13",
        sentence = "Corrosive Greed: your bids could leave you with too few garnets.",
        remedy = "Bid less.",
        limit = budget.get()
    )]
    BelowFloor {
        /// Maximum sum of all bids.
        budget: Garnets,
    },
    /// The seat is able to bid, but the submission has no bid.
    #[refused(
        rule = "GM-17",
        sentence = "You can bid, so you must bid on at least one skill.",
        remedy = "Bid on at least one skill."
    )]
    MustBid,
    /// A bid on Skill Nullify names no skill.
    #[malformed(
        rule = Field::NullifyName.rule(),
        field = Field::NullifyName.path(),
        sentence = "Name the skill to nullify.",
        remedy = "Set `nullify_name`."
    )]
    NullifyNameRequired,
    /// The skill in `nullify_name` is unknown, or is Grunko Pop.
    #[malformed(
        rule = Field::NullifyName.rule(),
        field = Field::NullifyName.path(),
        sentence = "You can name any auctioned skill, but not Grunko Pop.",
        remedy = "Name any other skill."
    )]
    NullifyNameInvalid,
    /// The submission sets `nullify_name` without a bid on Skill Nullify.
    #[malformed(
        rule = Field::NullifyName.rule(),
        field = Field::NullifyName.path(),
        sentence = "Name a skill only when you bid on Skill Nullify.",
        remedy = "Do not set `nullify_name`."
    )]
    NullifyNameNotAllowed,
    /// A bid on Treachery names no seat.
    #[malformed(
        rule = Field::TreacheryTarget.rule(),
        field = Field::TreacheryTarget.path(),
        sentence = "Name the player targeted by Treachery.",
        remedy = "Set `treachery_target` to another seat."
    )]
    TreacheryTargetRequired,
    /// The match has no seat with this number.
    #[malformed(
        rule = "GM-1",
        field = field.path(),
        sentence = "There is no such seat.",
        remedy = "Name one of the seats 0 to 6."
    )]
    UnknownSeat {
        /// The field that names the seat.
        field: Field,
    },
    /// The target is the seat itself.
    #[refused(rule = field.rule(), sentence = "Choose another player.", remedy = "Name another seat.")]
    TargetIsSelf {
        /// The field that names the seat.
        field: Field,
    },
    /// The submission sets `treachery_target` without a bid on Treachery.
    #[malformed(
        rule = Field::TreacheryTarget.rule(),
        field = Field::TreacheryTarget.path(),
        sentence = "Name a target only when you bid on Treachery.",
        remedy = "Do not set `treachery_target`."
    )]
    TreacheryTargetNotAllowed,
    /// The seat holds Phantom Thieves of Hearts but designates no seat.
    #[refused(
        rule = "GM-23",
        sentence = "Phantom Thieves: designate a player each round.",
        remedy = "Set `phantom_target` in each round."
    )]
    PhantomTargetRequired,
    /// The target does not hold the skill to steal.
    #[refused(
        rule = "GM-25",
        sentence = "That player does not hold that skill.",
        remedy = "Name one of the skills in the legal actions."
    )]
    TargetLacksSkill,
    /// Only the winners break the tie.
    #[refused(
        rule = "GM-97",
        sentence = "Only the winners break the tie.",
        remedy = "Wait for the result."
    )]
    NotYourDecision,
    /// The seat has already voted, and the vote is final.
    #[refused(rule = "GM-97", sentence = "Your vote is final.", remedy = "Wait for the result.")]
    AlreadyVoted,
    /// The vote is for a seat that is not tied.
    #[refused(
        rule = "GM-97",
        sentence = "Vote for one of the tied seats.",
        remedy = "Vote for one of the tied seats in the legal actions."
    )]
    NotACandidate,
    /// The seat has no pending decision, so it has no default action.
    #[refused(
        rule = rule_of(*phase),
        sentence = "This seat has no pending decision.",
        remedy = "No call is answered with it."
    )]
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
    const fn rule(self) -> &'static str {
        match self {
            Self::Submission => "GM-8",
            Self::Vote => "GM-97",
        }
    }

    const fn sentence(self) -> &'static str {
        match self {
            Self::Submission => "No auction is open now; check the phase.",
            Self::Vote => "There is no tie to break now.",
        }
    }
}

/// The rule by which no seat, or only some, owe a decision in this phase.
const fn rule_of(phase: Option<Phase>) -> &'static str {
    match phase {
        Some(Phase::Bidding) => "GM-8",
        Some(Phase::TieBreak) => "GM-97",
        Some(Phase::Ended) => "GM-R84",
        None => "GM-1",
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

    fn path(self) -> String {
        let field = match self {
            Self::Bid(index) => return format!("{SUBMIT_ROUND}.bids[{index}].skill"),
            Self::Amount(index) => return format!("{SUBMIT_ROUND}.bids[{index}].amount"),
            Self::DarkRitualSkill => "dark_ritual_skill",
            Self::DiscardGrunkoPop => "discard_grunko_pop",
            Self::NullifyName => "nullify_name",
            Self::TreacheryTarget => "treachery_target",
            Self::PhantomTarget => "phantom_target",
            Self::GarnetThiefTarget => "garnet_thief_target",
            Self::SkillThiefTarget => "skill_thief.target",
        };
        format!("{SUBMIT_ROUND}.{field}")
    }
}

/// It prints the code only: its number can follow from facts that are private to the seat.
impl fmt::Debug for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}
