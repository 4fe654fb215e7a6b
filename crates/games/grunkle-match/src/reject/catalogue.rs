//! The meaning of each reason, for any match.

use tinsel_engine::Reason;

use crate::config::{
    DEATH_MATCH_INFO_TOO_LONG, STARTING_GARNETS_ALL_ZERO, STARTING_GARNETS_OUT_OF_RANGE, STARTING_GARNETS_WRONG_LENGTH,
    WRONG_SEAT_COUNT,
};

/// Every reason, options first, then in the order of the checks (sections 4 and 6).
pub(super) const REASONS: &[Reason] = &[
    Reason::malformed(
        WRONG_SEAT_COUNT,
        "Grunkle Match is played by exactly 7 players; nothing was created.",
    ),
    Reason::malformed(
        STARTING_GARNETS_OUT_OF_RANGE,
        "Starting garnets are 1 to 1000 for all, or 0 to 1000 seat by seat; nothing was created.",
    ),
    Reason::malformed(
        STARTING_GARNETS_WRONG_LENGTH,
        "Starting garnets seat by seat are left out or given for each of the 7 seats; nothing was created.",
    ),
    Reason::malformed(
        STARTING_GARNETS_ALL_ZERO,
        "At least one seat must start with a garnet; nothing was created.",
    ),
    Reason::malformed(
        DEATH_MATCH_INFO_TOO_LONG,
        "The text about the Death Match may have at most 2000 Unicode code points; nothing was created.",
    ),
    Reason::refused("MATCH_OVER", "The match has ended and accepts no more actions."),
    Reason::refused(
        "WRONG_PHASE",
        "The action belongs to another phase; send the one that the seat's pending decision names.",
    ),
    Reason::refused(
        "ALREADY_SUBMITTED",
        "The seat's submission for this round is in and final; wait for the next round.",
    ),
    Reason::refused(
        "SKILL_NOT_ON_AUCTION",
        "A bid or zero bid names something else than the skills on this round's list.",
    ),
    Reason::malformed(
        "DUPLICATE_BID",
        "A skill is bid on twice; give at most one bid, ordinary or zero, per skill.",
    ),
    Reason::malformed(
        "BID_NOT_POSITIVE",
        "An ordinary bid is 0; bids are at least 1, and skills not bid on are left out.",
    ),
    Reason::refused(
        "SKILL_NOT_HELD",
        "The submission uses a skill that the seat did not hold when the round opened.",
    ),
    Reason::refused(
        "SKILL_IS_NULLIFIED",
        "The submission uses a skill that is nullified and does nothing.",
    ),
    Reason::refused(
        "DARK_RITUAL_SPENT",
        "The seat made the one zero bid of Dark Ritual in an earlier round.",
    ),
    Reason::refused(
        "NO_GRUNKO_POP",
        "The submission discards a Grunko Pop and the seat holds none.",
    ),
    Reason::refused(
        "CANNOT_BID_THIS_ROUND",
        "The seat won Overwhelming Sadness in the round before; submit without any bid.",
    ),
    Reason::refused(
        "TOO_MANY_SKILLS",
        "With Eyes on the Prize fewer skills may be bid on; the legal actions say how many.",
    ),
    Reason::refused(
        "BID_OVER_MAX",
        "A bid, or the cost of the zero bid, is above the seat's max bid; the legal actions say what that is.",
    ),
    Reason::refused(
        "BID_NOT_EVEN",
        "With Even Steven every bid, and the cost of the zero bid, must be even.",
    ),
    Reason::refused(
        "OVER_BUDGET",
        "All bids together, lost ones included, may not be more than the garnets the seat has available.",
    ),
    Reason::refused(
        "BELOW_FLOOR",
        "With Corrosive Greed all bids together must leave the seat its floor; the legal actions say what that is.",
    ),
    Reason::refused(
        "MUST_BID",
        "A seat that is able to bid must make at least one bid; a zero bid counts.",
    ),
    Reason::malformed(
        "NULLIFY_NAME_REQUIRED",
        "A bid on Skill Nullify comes with the name of the skill to nullify.",
    ),
    Reason::malformed(
        "NULLIFY_NAME_INVALID",
        "What is to be nullified is one of the 30 auctioned kinds; not Grunko Pop, nor an unknown value.",
    ),
    Reason::malformed(
        "NULLIFY_NAME_NOT_ALLOWED",
        "A skill to nullify is named only together with a bid on Skill Nullify.",
    ),
    Reason::malformed(
        "TREACHERY_TARGET_REQUIRED",
        "A bid on Treachery, ordinary or zero, comes with another seat as its target.",
    ),
    Reason::malformed(
        "UNKNOWN_SEAT",
        "A seat is named that is not one of the match's seven, 0 to 6.",
    ),
    Reason::refused("TARGET_IS_SELF", "A seat names itself where another seat is needed."),
    Reason::malformed(
        "TREACHERY_TARGET_NOT_ALLOWED",
        "A target of Treachery is named only together with a bid on Treachery.",
    ),
    Reason::refused(
        "PHANTOM_TARGET_REQUIRED",
        "A seat with Phantom Thieves must designate a seat each round, itself if it likes.",
    ),
    Reason::refused(
        "TARGET_LACKS_SKILL",
        "The seat to be stolen from did not hold that skill when the round opened.",
    ),
    Reason::refused(
        "NOT_YOUR_DECISION",
        "Only the winners vote on a tie for the Elimination Candidate.",
    ),
    Reason::refused("ALREADY_VOTED", "The seat's vote is in and final."),
    Reason::refused(
        "NOT_A_CANDIDATE",
        "A vote names one of the seats that are tied for the Elimination Candidate.",
    ),
    Reason::refused(
        "NO_DECISION_OWED",
        "The seat owes no decision, so there is nothing to submit for it, by default or otherwise.",
    ),
];
