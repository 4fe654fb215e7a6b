//! Why an action is refused.

use std::borrow::Cow;

use tinsel_engine::RejectCode;

use crate::{
    components::{Character, Die, DieUse, Piece},
    facts::REROLL,
    state,
};

/// Why an action is refused. The sentences come from the specification; the fields contain the broken rule, and the
/// number that the action had to respect.
#[derive(Debug, Clone, PartialEq, Eq, RejectCode)]
pub enum Rejected {
    /// A required field is missing, or names an unknown character or piece.
    #[malformed(
        rule = *rule,
        field = field.clone(),
        sentence = "A field is missing, not of its type, or names no known character or piece.",
        remedy = "Set all required fields to known values."
    )]
    Malformed {
        /// The rule that defines the action.
        rule: &'static str,
        /// The field, by its path within the action.
        field: Cow<'static, str>,
    },
    /// The match is over.
    #[refused(rule = rule_of_end(*reason), sentence = "The match has ended.", remedy = "Send no more actions.")]
    MatchOver {
        /// The reason of its end.
        reason: state::EndReason,
    },
    /// The seat has no pending decision.
    #[refused(
        rule = *rule,
        sentence = "This seat has no pending decision.",
        remedy = "Wait until `awaited_seats` contains the seat."
    )]
    NoDecisionOwed {
        /// The rule of the pending decision.
        rule: &'static str,
    },
    /// The action is not valid in the current phase.
    #[refused(
        rule = *rule,
        sentence = "This action does not belong to the present phase.",
        remedy = "Send one of the legal actions."
    )]
    WrongPhase {
        /// The rule of the pending decision.
        rule: &'static str,
    },
    /// The character is not in the face-up pool.
    #[refused(
        rule = "SW-22",
        sentence = "That character is not in the face-up pool.",
        remedy = "Pick a character of the pool."
    )]
    CharacterTaken,
    /// A required character is missing, or a character is named twice or not required.
    #[refused(
        rule = *rule,
        sentence = "Name exactly the characters that are due, each once.",
        remedy = "Name exactly the required characters, each once."
    )]
    BadCharacters {
        /// The rule of the pending decision.
        rule: &'static str,
    },
    /// The base would not be completely inside the field.
    #[refused(
        rule = "SW-5",
        sentence = "The whole base must lie inside the field.",
        remedy = "Keep the distance of its centre from every edge at least its radius.",
        limit = *limit
    )]
    OutOfField {
        /// The minimum or maximum of the coordinate, in mm.
        limit: i32,
    },
    /// The centre of the snowman is more than one move from its home edge.
    #[refused(
        rule = "SW-24",
        sentence = "The snowman's centre must be within one move of your home edge.",
        remedy = "Place it nearer to the edge.",
        limit = *limit
    )]
    TooFarFromEdge {
        /// The maximum, in mm.
        limit: i32,
    },
    /// The base would overlap an obstacle.
    #[refused(
        rule = rule_of_spot(*piece),
        sentence = "The base would overlap an obstacle.",
        remedy = "Choose a free position; touching is allowed."
    )]
    OverlapsObstacle {
        /// The piece that cannot stand there.
        piece: Piece,
    },
    /// The base would overlap another piece.
    #[refused(
        rule = rule_of_spot(*piece),
        sentence = "The base would overlap another piece.",
        remedy = "Choose a free position; touching is allowed."
    )]
    OverlapsPiece {
        /// The piece that cannot stand there.
        piece: Piece,
    },
    /// The gap between the character and its snowman's base is more than `contact_gap`.
    #[refused(
        rule = "SW-25",
        sentence = "The character must stand within contact_gap of its snowman's base.",
        remedy = "Place the character nearer.",
        limit = *limit
    )]
    NotInContact {
        /// The maximum, in mm.
        limit: i32,
    },
    /// The pool has no die with that index.
    #[refused(
        rule = "SW-30",
        sentence = "There is no such die in your pool.",
        remedy = "Send indices from 0 to the pool size minus 1.",
        limit = *limit
    )]
    BadDieIndex {
        /// The last index of the pool.
        limit: usize,
    },
    /// A die is named twice.
    #[malformed(
        rule = "SW-32",
        field = format!("{REROLL}.dice[{place}]"),
        sentence = "A die is named twice.",
        remedy = "Name each die at most once."
    )]
    DuplicateDie {
        /// The index in the list of the repetition.
        place: usize,
    },
    /// A character does not get exactly two dice, or a die is not used exactly once.
    #[refused(
        rule = "SW-34",
        sentence = "Give each character exactly two dice and use every die once.",
        remedy = "Allocate two dice to each character and use every die."
    )]
    BadAllocation,
    /// The character is not on the seat's team.
    #[refused(
        rule = "SW-38",
        sentence = "That character is not on your team.",
        remedy = "Name a character of the team."
    )]
    NotYourCharacter,
    /// The acting character is not on the field.
    #[refused(
        rule = "SW-38",
        sentence = "The acting character is not on the field.",
        remedy = "Name a character on the field."
    )]
    CharacterNotInPlay,
    /// The card has no die in that slot.
    #[refused(
        rule = rule_of_slot(*action),
        sentence = "The acting card has no die in that slot (INTERCEPT: Robert's card; DODGE: the target's).",
        remedy = "Send a slot, 0 or 1, that contains a die."
    )]
    NoSuchDie {
        /// The intended use of the die.
        action: DieUse,
    },
    /// The die cannot be used as that value.
    #[refused(
        rule = rule_of_value(*character),
        sentence = "as_value must be the die's own value, or for Stephen one away from it, inside 1 to 6.",
        remedy = "Omit `as_value`, or for Stephen send a value of 1 to 6 that differs from the die by at most one.",
        limit = limit.get()
    )]
    BadValue {
        /// The character with the die.
        character: Character,
        /// The nearest possible value in use.
        limit: Die,
    },
    /// The value does not permit this action on this card.
    #[refused(
        rule = "SW-39",
        sentence = "That value does not give this action on this card.",
        remedy = "Use a die with a value that permits it."
    )]
    WrongFace,
    /// Paul does not have two dice of 4 or 5.
    #[refused(
        rule = "SW-62",
        sentence = "Paul needs both dice on his card, each showing 4 or 5.",
        remedy = "Use his ability only with two such dice."
    )]
    WrongDice,
    /// The team does not include the character with this ability.
    #[refused(
        rule = "SW-60",
        sentence = "Your team does not include the character with this ability.",
        remedy = "Send another action."
    )]
    NoSuchAbility,
    /// The piece can never be a target of this action.
    #[refused(
        rule = rule_of_action(*action),
        sentence = "That piece can never be the target of this action.",
        remedy = "Choose a target of the legal actions."
    )]
    BadTarget {
        /// The action with the target.
        action: DieUse,
    },
    /// The target is not on the field.
    #[refused(
        rule = rule_of_action(*action),
        sentence = "That character is not on the field.",
        remedy = "Choose a target on the field."
    )]
    TargetNotInPlay {
        /// The action with the target.
        action: DieUse,
    },
    /// The target is too far away.
    #[refused(
        rule = rule_of_action(*action),
        sentence = "The target is too far away.",
        remedy = "Choose a target in range.",
        limit = *limit
    )]
    OutOfRange {
        /// The action with the target.
        action: DieUse,
        /// The maximum, in mm.
        limit: i32,
    },
    /// An obstacle or a piece blocks the line of throw.
    #[refused(
        rule = "SW-10",
        sentence = "Something stands in the line of throw.",
        remedy = "Choose a target with a clear line; the legal actions list the blocking pieces and obstacles."
    )]
    NoLineOfSight,
    /// The character has no remaining die to re-roll.
    #[refused(
        rule = "SW-63",
        sentence = "That character has no remaining die to re-roll.",
        remedy = "Choose a character with a remaining die."
    )]
    TargetHasNoDice,
    /// The position is more than one move away.
    #[refused(
        rule = "SW-41",
        sentence = "The spot is more than one move away.",
        remedy = "Choose a nearer position.",
        limit = *limit
    )]
    TooFar {
        /// The maximum, in mm.
        limit: i32,
    },
    /// The target is a snowman and cannot dodge.
    #[refused(
        rule = "SW-55",
        sentence = "The target is a snowman and cannot dodge.",
        remedy = "Intercept, or take the hit."
    )]
    CannotDodge,
    /// The value has no dodge symbol on the target's card.
    #[refused(
        rule = "SW-48",
        sentence = "That value has no dodge symbol on the target's card.",
        remedy = "Use a value with a dodge symbol, or take the hit."
    )]
    NoDodge,
    /// Robert is not on the team, not in play, the target himself, or more than one move from the target.
    #[refused(
        rule = "SW-49",
        sentence = "Robert is not on your team, not in play, is the target, or is not within one move of it.",
        remedy = "Dodge, or take the hit."
    )]
    CannotIntercept,
}

/// The rule by which a match ends for this reason.
const fn rule_of_end(reason: state::EndReason) -> &'static str {
    match reason {
        state::EndReason::Knockout => "SW-54",
        state::EndReason::TurnLimit => "SW-70",
    }
}

/// The rule about the value of a die of this character.
fn rule_of_value(character: Character) -> &'static str {
    if character == Character::Stephen {
        "SW-61"
    } else {
        "SW-39"
    }
}

/// The rule about the slot of the die for this use.
const fn rule_of_slot(action: DieUse) -> &'static str {
    match action {
        DieUse::Throw | DieUse::Move | DieUse::Discard => "SW-38",
        DieUse::DoubleThrow | DieUse::ForceReroll | DieUse::Swap | DieUse::Rush | DieUse::Dodge | DieUse::Intercept => {
            rule_of_action(action)
        }
    }
}

/// The rule about this use of a die.
pub(crate) const fn rule_of_action(action: DieUse) -> &'static str {
    match action {
        DieUse::Throw => "SW-40",
        DieUse::Move => "SW-41",
        DieUse::Discard => "SW-37",
        DieUse::DoubleThrow => "SW-62",
        DieUse::ForceReroll => "SW-63",
        DieUse::Swap => "SW-64",
        DieUse::Rush => "SW-66",
        DieUse::Dodge => "SW-48",
        DieUse::Intercept => "SW-49",
    }
}

/// The rule about the position of a piece.
const fn rule_of_spot(piece: Piece) -> &'static str {
    match piece {
        Piece::Character(_) => "SW-9",
        Piece::Snowman(_) => "SW-24",
    }
}
