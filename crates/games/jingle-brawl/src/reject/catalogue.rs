//! The meaning of each reason, for any match.

use tinsel_engine::Reason;

use crate::config::{
    DUEL_METHOD_UNKNOWN, DUEL_METHODS_DUPLICATE, GIFT_NAME_INVALID, GIFT_NAMES_COUNT, HEAD_ELF_SEAT_OUT_OF_RANGE,
    PLAYERS_OUT_OF_RANGE, RPS_MAX_ROUNDS_OUT_OF_RANGE, SCORING_UNKNOWN, STARTING_CHIPS_OUT_OF_RANGE,
};

/// Every reason, options first, then in the order of the checks (sections 4 and 6).
pub(super) const REASONS: &[Reason] = &[
    Reason::malformed(PLAYERS_OUT_OF_RANGE, "Jingle Brawl is played by 3 to 20 players."),
    Reason::malformed(
        STARTING_CHIPS_OUT_OF_RANGE,
        "Starting chips are 0, for the amount of the rulebook, or 1 to 99.",
    ),
    Reason::malformed(
        GIFT_NAMES_COUNT,
        "Gift names are omitted, or contain one name for each player.",
    ),
    Reason::malformed(
        GIFT_NAME_INVALID,
        "A gift name has 1 to 80 characters after trimming, and no control characters.",
    ),
    Reason::malformed(
        HEAD_ELF_SEAT_OUT_OF_RANGE,
        "The Head Elf is one of the seats of the match.",
    ),
    Reason::malformed(DUEL_METHOD_UNKNOWN, "A duel method is unset or unknown."),
    Reason::malformed(
        DUEL_METHODS_DUPLICATE,
        "A duel method is listed twice; list each at most once.",
    ),
    Reason::malformed(
        RPS_MAX_ROUNDS_OUT_OF_RANGE,
        "Rounds of rock-paper-scissors are 1 to 20, or 0 for the default 5.",
    ),
    Reason::malformed(SCORING_UNKNOWN, "The scoring is unknown."),
    Reason::refused("MATCH_FINISHED", "The match is over and accepts no more actions."),
    Reason::refused(
        "NOT_A_SEAT",
        "Only a seat of the match can act. No call returns it: a token always belongs to a seat of its match, and a \
         spectator receives SEAT_ONLY.",
    ),
    Reason::malformed(
        "MALFORMED_ACTION",
        "A field that the action needs is unset or unknown, or fields exclude each other.",
    ),
    Reason::refused(
        "WRONG_PHASE",
        "The action belongs to another phase; send the one that the seat's pending decision names.",
    ),
    Reason::refused(
        "ALREADY_SUBMITTED",
        "The seat's bid, its throw of this round or its report is final.",
    ),
    Reason::refused("NOT_YOUR_DECISION", "The seat has no pending decision in this phase."),
    Reason::refused(
        "UNKNOWN_GIFT",
        "There is no gift with this number; gifts have numbers from 0, one for each player.",
    ),
    Reason::refused("UNKNOWN_SEAT", "The Defender is not a seat of the match."),
    Reason::refused("GIFT_NOT_WRAPPED", "The gift is already open."),
    Reason::refused("BID_OUT_OF_RANGE", "A bid is above the seat's chips; 0 is no bid."),
    Reason::refused("TARGET_WRAPPED", "A wrapped gift cannot be challenged for."),
    Reason::refused("TARGET_OWN_GIFT", "The seat holds the gift itself."),
    Reason::refused(
        "TARGET_NOT_HELD",
        "A Gambit or a Steal challenges for a gift that a seat holds, not for a Misfit.",
    ),
    Reason::refused(
        "TARGET_EXCLUDED",
        "A Reprisal cannot be for the gift that was contested in the duel just lost.",
    ),
    Reason::refused(
        "CANNOT_AFFORD",
        "The challenge costs 1 plus the gift's Naughty Level, more than the seat has.",
    ),
    Reason::refused("METHOD_NOT_ENABLED", "The duel method is not an option of this match."),
    Reason::refused(
        "WINNER_NOT_A_DUELIST",
        "A report or a verdict names one of the two duelists.",
    ),
    Reason::refused(
        "GIFT_NOT_YOURS",
        "A discard is one of the two gifts that the seat holds.",
    ),
    Reason::refused(
        "DEFENDER_REQUIRED",
        "A Reprisal for a Misfit names the seat that defends it.",
    ),
    Reason::refused(
        "DEFENDER_NOT_ALLOWED",
        "A Reprisal for a gift that a seat holds names no Defender: the holder is.",
    ),
    Reason::refused("DEFENDER_IS_SELF", "A seat cannot be its own Defender."),
];
