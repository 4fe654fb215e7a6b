//! Why an action is refused.

mod catalogue;

use std::borrow::Cow;

use tinsel_engine::{Reason, RejectCode, RejectInfo};

use crate::{
    components::{Character, Die, Phase, Piece, Use},
    state,
};

/// Why an action is refused. The sentences come from the specification; the fields contain the broken rule, and the
/// number that the action had to respect.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// The action is malformed.
    #[error("A field is missing, not of its type, or names no known character or piece.")]
    Malformed {
        /// The field, by its path within the action.
        field: Cow<'static, str>,
    },
    /// The match is over.
    #[error("The match has ended.")]
    MatchOver {
        /// The reason of its end.
        reason: state::Reason,
    },
    /// The seat has no pending decision.
    #[error("This seat has no pending decision.")]
    NotYourDecision {
        /// The phase of the match.
        phase: Phase,
    },
    /// The phase expects another action.
    #[error("This action does not belong to the present phase.")]
    WrongAction {
        /// The phase of the match.
        phase: Phase,
    },
    /// A character that is already in a team.
    #[error("That character is not in the face-up pool.")]
    CharacterTaken,
    /// Other characters than the due ones, or one of them twice.
    #[error("Name exactly the characters that are due, each once.")]
    BadCharacters {
        /// The phase of the match.
        phase: Phase,
    },
    /// A spot at which the base would extend over the edge.
    #[error("The whole base must lie inside the field.")]
    OutOfField {
        /// The minimum or maximum of the coordinate, in mm.
        limit: i32,
    },
    /// A snowman too far from its edge.
    #[error("The snowman's centre must be within one move of your home edge.")]
    TooFarFromEdge {
        /// The maximum, in mm.
        limit: i32,
    },
    /// A spot in an obstacle.
    #[error("The base would overlap an obstacle.")]
    OverlapsObstacle {
        /// The piece that cannot stand there.
        piece: Piece,
    },
    /// A spot on another piece.
    #[error("The base would overlap another piece.")]
    OverlapsPiece {
        /// The piece that cannot stand there.
        piece: Piece,
    },
    /// A character without contact to its snowman.
    #[error("The character must stand within contact_gap of its snowman's base.")]
    NotInContact {
        /// The maximum, in mm.
        limit: i32,
    },
    /// An index that the pool does not have.
    #[error("There is no such die in your pool.")]
    BadDieIndex {
        /// The last index of the pool.
        limit: usize,
    },
    /// An index that occurs twice.
    #[error("A die is named twice.")]
    DuplicateDie {
        /// The index in the list of the repetition.
        place: usize,
    },
    /// Not two dice each, or not every die once.
    #[error("Give each character exactly two dice and use every die once.")]
    BadAllocation,
    /// A character of the other seat.
    #[error("That character is not on your team.")]
    NotYourCharacter,
    /// A character that has run away.
    #[error("The acting character is not on the field.")]
    CharacterNotInPlay,
    /// A slot without a die.
    #[error("The acting card has no die in that slot (INTERCEPT: Robert's card; DODGE: the target's).")]
    NoSuchDie {
        /// The intended use of the die.
        action: Use,
    },
    /// A value that this die cannot be used as.
    #[error("as_value must be the die's own value, or for Stephen one away from it, inside 1 to 6.")]
    BadValue {
        /// The character with the die.
        character: Character,
        /// The nearest possible value in use.
        limit: Die,
    },
    /// A value with another effect.
    #[error("That value does not give this action on this card.")]
    WrongFace,
    /// Dice that do not allow Paul's double throw.
    #[error("Paul needs both dice on his card, each showing 4 or 5.")]
    WrongDice,
    /// An ability of a character that is not in the team.
    #[error("Your team does not include the character with this ability.")]
    NoSuchAbility,
    /// A piece that this action never aims at.
    #[error("That piece can never be the target of this action.")]
    BadTarget {
        /// The action with the target.
        action: Use,
    },
    /// A target that has run away.
    #[error("That character is not on the field.")]
    TargetNotInPlay {
        /// The action with the target.
        action: Use,
    },
    /// A target out of range.
    #[error("The target is too far away.")]
    OutOfRange {
        /// The action with the target.
        action: Use,
        /// The maximum, in mm.
        limit: i32,
    },
    /// A blocked line.
    #[error("Something stands in the line of throw.")]
    NoLineOfSight,
    /// A forced re-roll of a character without dice.
    #[error("That character has no remaining die to re-roll.")]
    TargetHasNoDice,
    /// A spot too far away.
    #[error("The spot is more than one move away.")]
    TooFar {
        /// The maximum, in mm.
        limit: i32,
    },
    /// A dodge of a snowman.
    #[error("The target is a snowman and cannot dodge.")]
    CannotDodge,
    /// A value that does not dodge.
    #[error("That value has no dodge symbol on the target's card.")]
    NoDodge,
    /// Robert cannot take this hit.
    #[error("Robert is not on your team, not in play, is the target, or is not within one move of it.")]
    CannotIntercept,
}

impl RejectCode for Rejected {
    const CATALOGUE: &'static [Reason] = catalogue::REASONS;

    fn info(&self) -> RejectInfo {
        match self {
            Self::Malformed { field } => RejectInfo::malformed("MALFORMED", rule_of_field(field), field.clone()),
            Self::MatchOver { reason } => match reason {
                state::Reason::Knockout => RejectInfo::refused("MATCH_OVER", "SW-54"),
                state::Reason::TurnLimit => RejectInfo::refused("MATCH_OVER", "SW-70"),
            },
            Self::NotYourDecision { phase: Phase::Action } => RejectInfo::refused("NOT_YOUR_DECISION", "SW-36"),
            Self::NotYourDecision { phase } => RejectInfo::refused("NOT_YOUR_DECISION", rule_of_phase(*phase)),
            Self::WrongAction { phase } => RejectInfo::refused("WRONG_ACTION", rule_of_phase(*phase)),
            Self::CharacterTaken => RejectInfo::refused("CHARACTER_TAKEN", "SW-22"),
            Self::BadCharacters { phase } => RejectInfo::refused("BAD_CHARACTERS", rule_of_phase(*phase)),
            Self::OutOfField { limit } => RejectInfo::refused("OUT_OF_FIELD", "SW-5").beyond(*limit),
            Self::TooFarFromEdge { limit } => RejectInfo::refused("TOO_FAR_FROM_EDGE", "SW-24").beyond(*limit),
            Self::OverlapsObstacle { piece } => RejectInfo::refused("OVERLAPS_OBSTACLE", rule_of_spot(*piece)),
            Self::OverlapsPiece { piece } => RejectInfo::refused("OVERLAPS_PIECE", rule_of_spot(*piece)),
            Self::NotInContact { limit } => RejectInfo::refused("NOT_IN_CONTACT", "SW-25").beyond(*limit),
            Self::BadDieIndex { limit } => RejectInfo::refused("BAD_DIE_INDEX", "SW-30").beyond(*limit),
            Self::DuplicateDie { place } => {
                RejectInfo::malformed("DUPLICATE_DIE", "SW-32", format!("reroll.dice[{place}]"))
            }
            Self::BadAllocation => RejectInfo::refused("BAD_ALLOCATION", "SW-34"),
            Self::NotYourCharacter => RejectInfo::refused("NOT_YOUR_CHARACTER", "SW-38"),
            Self::CharacterNotInPlay => RejectInfo::refused("CHARACTER_NOT_IN_PLAY", "SW-38"),
            Self::NoSuchDie {
                action: Use::Throw | Use::Move | Use::Discard,
            } => RejectInfo::refused("NO_SUCH_DIE", "SW-38"),
            Self::NoSuchDie { action } => RejectInfo::refused("NO_SUCH_DIE", rule_of_action(*action)),
            Self::BadValue { character, limit } => {
                let is_changed = *character == Character::Stephen;
                RejectInfo::refused("BAD_VALUE", if is_changed { "SW-61" } else { "SW-39" }).beyond(limit.get())
            }
            Self::WrongFace => RejectInfo::refused("WRONG_FACE", "SW-39"),
            Self::WrongDice => RejectInfo::refused("WRONG_DICE", "SW-62"),
            Self::NoSuchAbility => RejectInfo::refused("NO_SUCH_ABILITY", "SW-60"),
            Self::BadTarget { action } => RejectInfo::refused("BAD_TARGET", rule_of_action(*action)),
            Self::TargetNotInPlay { action } => RejectInfo::refused("TARGET_NOT_IN_PLAY", rule_of_action(*action)),
            Self::OutOfRange { action, limit } => {
                RejectInfo::refused("OUT_OF_RANGE", rule_of_action(*action)).beyond(*limit)
            }
            Self::NoLineOfSight => RejectInfo::refused("NO_LINE_OF_SIGHT", "SW-10"),
            Self::TargetHasNoDice => RejectInfo::refused("TARGET_HAS_NO_DICE", "SW-63"),
            Self::TooFar { limit } => RejectInfo::refused("TOO_FAR", "SW-41").beyond(*limit),
            Self::CannotDodge => RejectInfo::refused("CANNOT_DODGE", "SW-55"),
            Self::NoDodge => RejectInfo::refused("NO_DODGE", "SW-48"),
            Self::CannotIntercept => RejectInfo::refused("CANNOT_INTERCEPT", "SW-49"),
        }
    }
}

/// The rule of the action to which a field belongs, by the field's path.
fn rule_of_field(path: &str) -> &'static str {
    let mut names = path.split(['.', '[']);
    match (names.next().unwrap_or_default(), names.next().unwrap_or_default()) {
        ("pick_character", _) => "SW-22",
        ("deploy", _) => "SW-23",
        ("reroll", _) => "SW-32",
        ("allocate", _) => "SW-34",
        ("throw_snowball", _) => "SW-40",
        ("move", _) => "SW-41",
        ("discard_die", _) => "SW-37",
        ("double_throw", _) => "SW-62",
        ("force_reroll", _) => "SW-63",
        ("swap_places", _) => "SW-64",
        ("rush_snowman", _) => "SW-66",
        ("throw_again" | "move_again", _) => "SW-42",
        ("react", "dodge") => "SW-48",
        ("react", "intercept") => "SW-49",
        ("react", _) => "SW-47",
        ("return_characters", _) => "SW-74",
        _ => "SW-38",
    }
}

/// The rule that defines the decision of a phase.
const fn rule_of_phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Draft => "SW-22",
        Phase::Deploy => "SW-23",
        Phase::Reroll => "SW-32",
        Phase::Allocate => "SW-34",
        Phase::Action => "SW-38",
        Phase::Reaction => "SW-47",
        Phase::ThrowAgain | Phase::MoveAgain => "SW-42",
        Phase::Return => "SW-74",
        Phase::Finished => "SW-54",
    }
}

/// The rule about this use of a die.
const fn rule_of_action(action: Use) -> &'static str {
    match action {
        Use::Throw => "SW-40",
        Use::Move => "SW-41",
        Use::Discard => "SW-37",
        Use::DoubleThrow => "SW-62",
        Use::ForceReroll => "SW-63",
        Use::Swap => "SW-64",
        Use::Rush => "SW-66",
        Use::Dodge => "SW-48",
        Use::Intercept => "SW-49",
    }
}

/// The rule about the position of a piece.
const fn rule_of_spot(piece: Piece) -> &'static str {
    match piece {
        Piece::Character(_) => "SW-9",
        Piece::Snowman(_) => "SW-24",
    }
}
