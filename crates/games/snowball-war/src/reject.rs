//! Why an action is refused.

mod catalogue;

use std::borrow::Cow;

use tinsel_engine::{Fault, Reason, RejectCode};

use crate::{
    components::{Character, Die, Phase, Piece, Use},
    state,
};

/// Why an action is refused. The sentences are the specification's; the fields say which rule is broken, and the number
/// that the action had to respect.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// The action can be no action.
    #[error("A field is missing, not of its type, or names no known character or piece.")]
    Malformed {
        /// The field, by its path within the action.
        field: Cow<'static, str>,
    },
    /// The match is over.
    #[error("The match has ended.")]
    MatchOver {
        /// Why it is over.
        reason: state::Reason,
    },
    /// The seat has nothing to decide.
    #[error("This seat owes no decision now.")]
    NotYourDecision {
        /// The phase in which it came.
        phase: Phase,
    },
    /// The phase expects something else.
    #[error("This action does not belong to the present phase.")]
    WrongAction {
        /// The phase in which it came.
        phase: Phase,
    },
    /// A character that was picked before.
    #[error("That character is not in the face-up pool.")]
    CharacterTaken,
    /// Others than those that are due, or one of them twice.
    #[error("Name exactly the characters that are due, each once.")]
    BadCharacters {
        /// The phase in which it came.
        phase: Phase,
    },
    /// A spot at which the base would hang over the edge.
    #[error("The whole base must lie inside the field.")]
    OutOfField {
        /// The least or the most that the coordinate may be, in mm.
        limit: i32,
    },
    /// A snowman too far out.
    #[error("The snowman's centre must be within one move of your home edge.")]
    TooFarFromEdge {
        /// The most that is allowed, in mm.
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
    /// A character away from its snowman.
    #[error("The character must stand within contact_gap of its snowman's base.")]
    NotInContact {
        /// The most that is allowed, in mm.
        limit: i32,
    },
    /// An index that the pool does not have.
    #[error("There is no such die in your pool.")]
    BadDieIndex {
        /// The last index of the pool.
        limit: usize,
    },
    /// An index that is there twice.
    #[error("A die is named twice.")]
    DuplicateDie {
        /// The place in the list that repeats another.
        place: usize,
    },
    /// Not two dice each, or not every die once.
    #[error("Give each character exactly two dice and use every die once.")]
    BadAllocation,
    /// Somebody else's character.
    #[error("That character is not on your team.")]
    NotYourCharacter,
    /// A character that has run away.
    #[error("The acting character is not on the field.")]
    CharacterNotInPlay,
    /// A slot without a die.
    #[error("The acting card has no die in that slot (INTERCEPT: Robert's card; DODGE: the target's).")]
    NoSuchDie {
        /// What the die was to be spent for.
        action: Use,
    },
    /// A value that the die cannot be used as.
    #[error("as_value must be the die's own value, or for Stephen one away from it, inside 1 to 6.")]
    BadValue {
        /// Whose die it is.
        character: Character,
        /// The nearest value that it can be used as.
        limit: Die,
    },
    /// A value that does something else.
    #[error("That value does not give this action on this card.")]
    WrongFace,
    /// Dice with which Paul cannot throw twice at once.
    #[error("Paul needs both dice on his card, each showing 4 or 5.")]
    WrongDice,
    /// An ability of somebody who is not in the team.
    #[error("Your team does not include the character with this ability.")]
    NoSuchAbility,
    /// A piece that this action never aims at.
    #[error("That piece can never be the target of this action.")]
    BadTarget {
        /// What the target is for.
        action: Use,
    },
    /// A target that has run away.
    #[error("That character is not on the field.")]
    TargetNotInPlay {
        /// What the target is for.
        action: Use,
    },
    /// A target beyond reach.
    #[error("The target is too far away.")]
    OutOfRange {
        /// What the target is for.
        action: Use,
        /// The most that is allowed, in mm.
        limit: i32,
    },
    /// Something in between.
    #[error("Something stands in the line of throw.")]
    NoLineOfSight,
    /// Nothing to roll again.
    #[error("That character has no remaining die to re-roll.")]
    TargetHasNoDice,
    /// A spot beyond reach.
    #[error("The spot is more than one move away.")]
    TooFar {
        /// The most that is allowed, in mm.
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

/// The facts of a reason for a client: its code, the rule that it comes from, and the number that it is about.
struct Row {
    code: &'static str,
    rule: &'static str,
    limit: Option<u64>,
}

const fn row(code: &'static str, rule: &'static str) -> Row {
    Row {
        code,
        rule,
        limit: None,
    }
}

/// The same, because of a number. None of them is negative.
fn beyond(code: &'static str, rule: &'static str, limit: impl TryInto<u64>) -> Row {
    Row {
        limit: limit.try_into().ok(),
        ..row(code, rule)
    }
}

impl Rejected {
    fn row(&self) -> Row {
        match self {
            Self::Malformed { field } => row("MALFORMED", rule_of_field(field)),
            Self::MatchOver { reason } => match reason {
                state::Reason::Knockout => row("MATCH_OVER", "SW-54"),
                state::Reason::TurnLimit => row("MATCH_OVER", "SW-70"),
            },
            Self::NotYourDecision { phase: Phase::Action } => row("NOT_YOUR_DECISION", "SW-36"),
            Self::NotYourDecision { phase } => row("NOT_YOUR_DECISION", rule_of_phase(*phase)),
            Self::WrongAction { phase } => row("WRONG_ACTION", rule_of_phase(*phase)),
            Self::CharacterTaken => row("CHARACTER_TAKEN", "SW-22"),
            Self::BadCharacters { phase } => row("BAD_CHARACTERS", rule_of_phase(*phase)),
            Self::OutOfField { limit } => beyond("OUT_OF_FIELD", "SW-5", *limit),
            Self::TooFarFromEdge { limit } => beyond("TOO_FAR_FROM_EDGE", "SW-24", *limit),
            Self::OverlapsObstacle { piece } => row("OVERLAPS_OBSTACLE", rule_of_spot(*piece)),
            Self::OverlapsPiece { piece } => row("OVERLAPS_PIECE", rule_of_spot(*piece)),
            Self::NotInContact { limit } => beyond("NOT_IN_CONTACT", "SW-25", *limit),
            Self::BadDieIndex { limit } => beyond("BAD_DIE_INDEX", "SW-30", *limit),
            Self::DuplicateDie { .. } => row("DUPLICATE_DIE", "SW-32"),
            Self::BadAllocation => row("BAD_ALLOCATION", "SW-34"),
            Self::NotYourCharacter => row("NOT_YOUR_CHARACTER", "SW-38"),
            Self::CharacterNotInPlay => row("CHARACTER_NOT_IN_PLAY", "SW-38"),
            Self::NoSuchDie {
                action: Use::Throw | Use::Move | Use::Discard,
            } => row("NO_SUCH_DIE", "SW-38"),
            Self::NoSuchDie { action } => row("NO_SUCH_DIE", rule_of_action(*action)),
            Self::BadValue { character, limit } => {
                let is_changed = *character == Character::Stephen;
                beyond("BAD_VALUE", if is_changed { "SW-61" } else { "SW-39" }, limit.get())
            }
            Self::WrongFace => row("WRONG_FACE", "SW-39"),
            Self::WrongDice => row("WRONG_DICE", "SW-62"),
            Self::NoSuchAbility => row("NO_SUCH_ABILITY", "SW-60"),
            Self::BadTarget { action } => row("BAD_TARGET", rule_of_action(*action)),
            Self::TargetNotInPlay { action } => row("TARGET_NOT_IN_PLAY", rule_of_action(*action)),
            Self::OutOfRange { action, limit } => beyond("OUT_OF_RANGE", rule_of_action(*action), *limit),
            Self::NoLineOfSight => row("NO_LINE_OF_SIGHT", "SW-10"),
            Self::TargetHasNoDice => row("TARGET_HAS_NO_DICE", "SW-63"),
            Self::TooFar { limit } => beyond("TOO_FAR", "SW-41", *limit),
            Self::CannotDodge => row("CANNOT_DODGE", "SW-55"),
            Self::NoDodge => row("NO_DODGE", "SW-48"),
            Self::CannotIntercept => row("CANNOT_INTERCEPT", "SW-49"),
        }
    }
}

impl RejectCode for Rejected {
    const CATALOGUE: &'static [Reason] = catalogue::REASONS;

    fn code(&self) -> &'static str {
        self.row().code
    }

    fn rule(&self) -> &'static str {
        self.row().rule
    }

    fn limit(&self) -> Option<u64> {
        self.row().limit
    }

    fn fault(&self) -> Fault {
        if let Self::Malformed { field } = self {
            Fault::Malformed { field: field.clone() }
        } else if let Self::DuplicateDie { place } = self {
            Fault::Malformed {
                field: Cow::Owned(format!("reroll.dice[{place}]")),
            }
        } else {
            Fault::Refused
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
        ("throw", _) => "SW-40",
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
        ("return", _) => "SW-74",
        _ => "SW-38",
    }
}

/// The rule that says what a phase asks for.
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

/// The rule that says what a die is spent for.
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

/// The rule that says where a piece may stand.
const fn rule_of_spot(piece: Piece) -> &'static str {
    match piece {
        Piece::Character(_) => "SW-9",
        Piece::Snowman(_) => "SW-24",
    }
}
