//! The meaning of each reason, for any match.

use tinsel_engine::Reason;

use crate::config::INVALID_CONFIG;

/// Every reason, options first, then in the order of the specification (sections 4 and 6).
pub(super) const REASONS: &[Reason] = &[
    Reason::malformed(
        INVALID_CONFIG,
        "An option is outside its range. The message contains the valid range.",
    ),
    Reason::malformed(
        "MALFORMED",
        "A field is missing, has the wrong type, or contains an unknown character or piece; only as_value is \
         optional.",
    ),
    Reason::refused("MATCH_OVER", "The match has ended and accepts no more actions."),
    Reason::refused(
        "NOT_YOUR_DECISION",
        "The seat has no pending decision; wait for the next one.",
    ),
    Reason::refused(
        "WRONG_ACTION",
        "The action does not belong to the current phase; the legal actions contain those that do.",
    ),
    Reason::refused(
        "CHARACTER_TAKEN",
        "The character has been picked; pick one of the face-up pool.",
    ),
    Reason::refused(
        "BAD_CHARACTERS",
        "A character is missing, repeated, or not required; send each character of the legal actions exactly once.",
    ),
    Reason::refused(
        "OUT_OF_FIELD",
        "The base would not lie wholly inside the field; keep its centre a radius away from every edge.",
    ),
    Reason::refused(
        "TOO_FAR_FROM_EDGE",
        "The snowman's centre must be within one move of the seat's own home edge.",
    ),
    Reason::refused(
        "OVERLAPS_OBSTACLE",
        "The base would overlap an obstacle; it may touch it.",
    ),
    Reason::refused(
        "OVERLAPS_PIECE",
        "The base would overlap another piece; it may touch it.",
    ),
    Reason::refused(
        "NOT_IN_CONTACT",
        "A character is deployed within contact_gap of its snowman's base.",
    ),
    Reason::refused(
        "BAD_DIE_INDEX",
        "The pool has no die with this index; indexes begin at 0.",
    ),
    Reason::malformed(
        "DUPLICATE_DIE",
        "A die of the pool is repeated; send each die to roll again once.",
    ),
    Reason::refused(
        "BAD_ALLOCATION",
        "Every character in play is given exactly two dice of the pool, and every die is used once.",
    ),
    Reason::refused("NOT_YOUR_CHARACTER", "The character is not on the seat's team."),
    Reason::refused(
        "CHARACTER_NOT_IN_PLAY",
        "The acting character is not on the field; it has run away.",
    ),
    Reason::refused("NO_SUCH_DIE", "The card has no die in this slot; slots are 0 and 1."),
    Reason::refused(
        "BAD_VALUE",
        "as_value is the die's own value, or for Stephen one higher or lower, from 1 to 6.",
    ),
    Reason::refused(
        "WRONG_FACE",
        "The value does not give this action on this card; the sheets list the action of each value.",
    ),
    Reason::refused(
        "WRONG_DICE",
        "Paul's ability needs both dice on his card, each showing 4 or 5.",
    ),
    Reason::refused(
        "NO_SUCH_ABILITY",
        "The character with this ability is not on the seat's team.",
    ),
    Reason::refused(
        "BAD_TARGET",
        "The action never aims at that piece: a throw aims at enemies, a forced re-roll at characters, a swap at \
         Natasha's team-mates.",
    ),
    Reason::refused("TARGET_NOT_IN_PLAY", "The target has run away and is not on the field."),
    Reason::refused(
        "OUT_OF_RANGE",
        "The target is further away than the action reaches, measured from centre to centre.",
    ),
    Reason::refused(
        "NO_LINE_OF_SIGHT",
        "An obstacle or a piece blocks the line of the throw; the legal actions contain it.",
    ),
    Reason::refused("TARGET_HAS_NO_DICE", "The character has no die to roll again."),
    Reason::refused(
        "TOO_FAR",
        "The spot is more than one move away, measured from centre to centre.",
    ),
    Reason::refused("CANNOT_DODGE", "The target is a snowman, and snowmen do not dodge."),
    Reason::refused("NO_DODGE", "The value has no dodge symbol on the target's card."),
    Reason::refused(
        "CANNOT_INTERCEPT",
        "Robert is not on the seat's team, not in play, the target himself, or more than one move away from it.",
    ),
];
