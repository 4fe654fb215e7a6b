//! The meaning of each reason, for any match.

use tinsel_engine::Reason;

use crate::config::{
    DEATH_MATCH_INFO_TOO_LONG, STARTING_GARNETS_ALL_ZERO, STARTING_GARNETS_OUT_OF_RANGE, STARTING_GARNETS_WRONG_LENGTH,
    WRONG_SEAT_COUNT,
};

/// Every reason, options first, then in the order of the checks (sections 4 and 6).
pub(super) const REASONS: &[Reason] = &[
    Reason::malformed(WRONG_SEAT_COUNT, "Grunkle Match is played by exactly 7 players."),
    Reason::malformed(
        STARTING_GARNETS_OUT_OF_RANGE,
        "Starting garnets are 1 to 1000 for all seats together, or 0 to 1000 for each seat.",
    ),
    Reason::malformed(
        STARTING_GARNETS_WRONG_LENGTH,
        "Starting garnets for each seat are omitted, or contain 7 entries.",
    ),
    Reason::malformed(STARTING_GARNETS_ALL_ZERO, "At least one seat must start with a garnet."),
    Reason::malformed(
        DEATH_MATCH_INFO_TOO_LONG,
        "The text about the Death Match may have at most 2000 Unicode code points.",
    ),
    Reason::refused("MATCH_OVER", "The match has ended and accepts no more actions."),
    Reason::refused(
        "WRONG_PHASE",
        "The action belongs to another phase; send the one that the seat's pending decision names.",
    ),
    Reason::refused(
        "ALREADY_SUBMITTED",
        "The seat's submission for this round is final; wait for the next round.",
    ),
    Reason::refused(
        "SKILL_NOT_ON_AUCTION",
        "A bid or zero bid is on a skill that is not on this round's list.",
    ),
    Reason::malformed(
        "DUPLICATE_BID",
        "A skill is bid on twice; give at most one bid, ordinary or zero, per skill.",
    ),
    Reason::malformed(
        "BID_NOT_POSITIVE",
        "An ordinary bid is 0; bids are at least 1; omit skills without a bid.",
    ),
    Reason::refused(
        "SKILL_NOT_HELD",
        "The submission uses a skill that the seat did not hold at the beginning of the round.",
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
        "Eyes on the Prize limits the number of skills with a bid; the legal actions contain the limit.",
    ),
    Reason::refused(
        "BID_OVER_MAX",
        "A bid, or the cost of the zero bid, is above the seat's max bid; the legal actions contain it.",
    ),
    Reason::refused(
        "BID_NOT_EVEN",
        "With Even Steven every bid, and the cost of the zero bid, must be even.",
    ),
    Reason::refused(
        "OVER_BUDGET",
        "The sum of all bids, including lost ones, exceeds the available garnets of the seat.",
    ),
    Reason::refused(
        "BELOW_FLOOR",
        "With Corrosive Greed all bids together must leave the seat its floor; the legal actions contain it.",
    ),
    Reason::refused(
        "MUST_BID",
        "A seat that is able to bid must make at least one bid; a zero bid counts.",
    ),
    Reason::malformed(
        "NULLIFY_NAME_REQUIRED",
        "A bid on Skill Nullify requires the skill to nullify.",
    ),
    Reason::malformed(
        "NULLIFY_NAME_INVALID",
        "The skill to nullify is one of the 30 auctioned kinds: neither Grunko Pop nor an unknown value.",
    ),
    Reason::malformed(
        "NULLIFY_NAME_NOT_ALLOWED",
        "A skill to nullify is named only together with a bid on Skill Nullify.",
    ),
    Reason::malformed(
        "TREACHERY_TARGET_REQUIRED",
        "A bid on Treachery, ordinary or zero, requires another seat as its target.",
    ),
    Reason::malformed(
        "UNKNOWN_SEAT",
        "The request contains a seat that is not one of the seven, 0 to 6.",
    ),
    Reason::refused("TARGET_IS_SELF", "A seat names itself where another seat is needed."),
    Reason::malformed(
        "TREACHERY_TARGET_NOT_ALLOWED",
        "A target of Treachery is named only together with a bid on Treachery.",
    ),
    Reason::refused(
        "PHANTOM_TARGET_REQUIRED",
        "A seat with Phantom Thieves must designate a seat in each round, which may be itself.",
    ),
    Reason::refused(
        "TARGET_LACKS_SKILL",
        "The seat of the theft did not hold that skill at the beginning of the round.",
    ),
    Reason::refused(
        "NOT_YOUR_DECISION",
        "Only the winners vote on a tie for the Elimination Candidate.",
    ),
    Reason::refused("ALREADY_VOTED", "The seat's vote is final."),
    Reason::refused(
        "NOT_A_CANDIDATE",
        "A vote names one of the seats that are tied for the Elimination Candidate.",
    ),
    Reason::refused(
        "NO_DECISION_OWED",
        "The seat has no pending decision, so it has no default action either.",
    ),
];
