//! The meaning of each reason, for any match.

use tinsel_engine::Reason;

use crate::config::{
    DEALS_OUT_OF_RANGE, ELVES_OUT_OF_RANGE, FIRST_DEALER_OUT_OF_RANGE, PLAYERS_OUT_OF_RANGE, SPECIAL_DUPLICATE,
    SPECIAL_NOT_FOR_THREE, SPECIAL_UNKNOWN,
};

/// Every reason, options first, then in the order of section 6.
pub(super) const REASONS: &[Reason] = &[
    Reason::malformed(
        PLAYERS_OUT_OF_RANGE,
        "Secret Santa is played by 3 to 8 players, and the request must contain their number.",
    ),
    Reason::malformed(DEALS_OUT_OF_RANGE, "A match has 1 to 20 deals."),
    Reason::malformed(ELVES_OUT_OF_RANGE, "The deck has 0 to 8 Elves."),
    Reason::malformed(
        SPECIAL_UNKNOWN,
        "A listed special card is unset, unknown, or Elves; their number is a separate option.",
    ),
    Reason::malformed(
        SPECIAL_DUPLICATE,
        "A special card is listed twice, and there is one of each.",
    ),
    Reason::malformed(
        SPECIAL_NOT_FOR_THREE,
        "With three players, the only special cards are Santa, Tree and Fruitcake, besides the Elves.",
    ),
    Reason::malformed(
        FIRST_DEALER_OUT_OF_RANGE,
        "The first dealer must be a seat of the match; omit it for a random one.",
    ),
    Reason::refused("MATCH_OVER", "The match has ended and accepts no more actions."),
    Reason::refused(
        "NOT_YOUR_DECISION",
        "The seat has no pending decision, or has already submitted it; wait for the next one.",
    ),
    Reason::refused(
        "WRONG_PHASE",
        "The action does not belong to the pending decision of the seat; the legal actions contain those that do.",
    ),
    Reason::refused("SEAT_UNKNOWN", "The seat is missing, or is not a seat of the match."),
    Reason::refused("SELF_TARGET", "The seat names itself where another one is needed."),
    Reason::malformed("VALUE_OUT_OF_RANGE", "A gift has a value of 1 to 12."),
    Reason::malformed(
        "GIFT_REQUIRED",
        "A play of gifts holds at least one real gift; Elves only copy one.",
    ),
    Reason::refused("COUNT_OUT_OF_RANGE", "The request contains more Elves than the deck."),
    Reason::refused("CARD_NOT_IN_HAND", "The seat does not hold all cards of the request."),
    Reason::refused(
        "WRONG_COUNT",
        "Each later play of a round has the same number of cards, gifts and Elves together, as the first one.",
    ),
    Reason::refused(
        "VALUE_TOO_LOW",
        "Each later play has a value above that of the top play; an equal value does not beat it.",
    ),
    Reason::malformed("EMPTY_PLAY", "A play of zeros names at least one card."),
    Reason::malformed(
        "NOT_A_SPECIAL",
        "A play of zeros names special cards only; this one is unset or unknown.",
    ),
    Reason::refused("NOT_LEADING", "Zeros beat nothing, so they can only be led."),
    Reason::refused(
        "GIFTS_STILL_HELD",
        "Special cards are played as gifts only by a seat without any gift card in hand.",
    ),
    Reason::refused(
        "MUST_LEAD",
        "A seat that leads plays at least one card and cannot pass.",
    ),
    Reason::refused(
        "NOTHING_IN_PLAY",
        "The Mouse needs a play on the table; the seat of that play wins.",
    ),
    Reason::refused(
        "NO_GIFT_JUST_PLAYED",
        "The Ghost is played after a turn that was a play which still stands.",
    ),
    Reason::malformed(
        "BAD_DIRECTION",
        "The Tree is dealt beginning with its player or with the seat to the left; the request contains neither.",
    ),
    Reason::refused("TARGET_OUT", "Scrooge names a seat that is out of this deal."),
    Reason::refused(
        "TARGET_NOT_A_MISER",
        "Scrooge names a seat that passed in the round just ended without having played gift cards in it.",
    ),
    Reason::refused(
        "FINAL_GIFT_NOT_DUE",
        "A Final Gift is declared with an action that leaves exactly one card, and with no other.",
    ),
    Reason::refused(
        "SCOPE_NOT_ALLOWED",
        "Only Holly cards can be declined for a round or a deal; elsewhere the scope is this window, or omitted.",
    ),
    Reason::refused("NO_STANDING_DECLINE", "There is no standing decline to withdraw."),
];
