//! Why an action is refused.

mod catalogue;

use std::borrow::Cow;

use tinsel_engine::{Fault, Reason, RejectCode};

/// Why an action is refused. The sentences are the specification's.
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
    MatchOver,
    /// The seat has nothing to decide.
    #[error("This seat owes no decision now.")]
    NotYourDecision,
    /// The phase expects something else.
    #[error("This action does not belong to the present phase.")]
    WrongAction,
    /// A character that was picked before.
    #[error("That character is not in the face-up pool.")]
    CharacterTaken,
    /// Others than those that are due, or one of them twice.
    #[error("Name exactly the characters that are due, each once.")]
    BadCharacters,
    /// A spot at which the base would hang over the edge.
    #[error("The whole base must lie inside the field.")]
    OutOfField,
    /// A snowman too far out.
    #[error("The snowman's centre must be within one move of your home edge.")]
    TooFarFromEdge,
    /// A spot in an obstacle.
    #[error("The base would overlap an obstacle.")]
    OverlapsObstacle,
    /// A spot on another piece.
    #[error("The base would overlap another piece.")]
    OverlapsPiece,
    /// A character away from its snowman.
    #[error("The character must stand within contact_gap of its snowman's base.")]
    NotInContact,
    /// An index that the pool does not have.
    #[error("There is no such die in your pool.")]
    BadDieIndex,
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
    NoSuchDie,
    /// A value that the die cannot be used as.
    #[error("as_value must be the die's own value, or for Stephen one away from it, inside 1 to 6.")]
    BadValue,
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
    BadTarget,
    /// A target that has run away.
    #[error("That character is not on the field.")]
    TargetNotInPlay,
    /// A target beyond reach.
    #[error("The target is too far away.")]
    OutOfRange,
    /// Something in between.
    #[error("Something stands in the line of throw.")]
    NoLineOfSight,
    /// Nothing to roll again.
    #[error("That character has no remaining die to re-roll.")]
    TargetHasNoDice,
    /// A spot beyond reach.
    #[error("The spot is more than one move away.")]
    TooFar,
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

    fn code(&self) -> &'static str {
        match self {
            Self::Malformed { .. } => "MALFORMED",
            Self::MatchOver => "MATCH_OVER",
            Self::NotYourDecision => "NOT_YOUR_DECISION",
            Self::WrongAction => "WRONG_ACTION",
            Self::CharacterTaken => "CHARACTER_TAKEN",
            Self::BadCharacters => "BAD_CHARACTERS",
            Self::OutOfField => "OUT_OF_FIELD",
            Self::TooFarFromEdge => "TOO_FAR_FROM_EDGE",
            Self::OverlapsObstacle => "OVERLAPS_OBSTACLE",
            Self::OverlapsPiece => "OVERLAPS_PIECE",
            Self::NotInContact => "NOT_IN_CONTACT",
            Self::BadDieIndex => "BAD_DIE_INDEX",
            Self::DuplicateDie { .. } => "DUPLICATE_DIE",
            Self::BadAllocation => "BAD_ALLOCATION",
            Self::NotYourCharacter => "NOT_YOUR_CHARACTER",
            Self::CharacterNotInPlay => "CHARACTER_NOT_IN_PLAY",
            Self::NoSuchDie => "NO_SUCH_DIE",
            Self::BadValue => "BAD_VALUE",
            Self::WrongFace => "WRONG_FACE",
            Self::WrongDice => "WRONG_DICE",
            Self::NoSuchAbility => "NO_SUCH_ABILITY",
            Self::BadTarget => "BAD_TARGET",
            Self::TargetNotInPlay => "TARGET_NOT_IN_PLAY",
            Self::OutOfRange => "OUT_OF_RANGE",
            Self::NoLineOfSight => "NO_LINE_OF_SIGHT",
            Self::TargetHasNoDice => "TARGET_HAS_NO_DICE",
            Self::TooFar => "TOO_FAR",
            Self::CannotDodge => "CANNOT_DODGE",
            Self::NoDodge => "NO_DODGE",
            Self::CannotIntercept => "CANNOT_INTERCEPT",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::Malformed { .. } | Self::WrongAction | Self::CharacterNotInPlay | Self::NotYourCharacter => "SW-38",
            Self::MatchOver => "SW-54",
            Self::NotYourDecision => "SW-36",
            Self::CharacterTaken => "SW-22",
            Self::BadCharacters => "SW-23",
            Self::OutOfField => "SW-5",
            Self::TooFarFromEdge => "SW-24",
            Self::OverlapsObstacle | Self::OverlapsPiece => "SW-9",
            Self::NotInContact => "SW-25",
            Self::BadDieIndex => "SW-30",
            Self::DuplicateDie { .. } => "SW-32",
            Self::BadAllocation => "SW-34",
            Self::NoSuchDie => "SW-37",
            Self::BadValue => "SW-61",
            Self::WrongFace => "SW-39",
            Self::WrongDice => "SW-62",
            Self::NoSuchAbility => "SW-60",
            Self::BadTarget => "SW-45",
            Self::TargetNotInPlay => "SW-40",
            Self::OutOfRange => "SW-4",
            Self::NoLineOfSight => "SW-10",
            Self::TargetHasNoDice => "SW-63",
            Self::TooFar => "SW-41",
            Self::CannotDodge => "SW-55",
            Self::NoDodge => "SW-48",
            Self::CannotIntercept => "SW-49",
        }
    }

    fn fault(&self) -> Fault {
        match self {
            Self::Malformed { field } => Fault::Malformed { field: field.clone() },
            Self::DuplicateDie { place } => Fault::Malformed {
                field: Cow::Owned(format!("reroll.dice[{place}]")),
            },
            Self::MatchOver
            | Self::NotYourDecision
            | Self::WrongAction
            | Self::CharacterTaken
            | Self::BadCharacters
            | Self::OutOfField
            | Self::TooFarFromEdge
            | Self::OverlapsObstacle
            | Self::OverlapsPiece
            | Self::NotInContact
            | Self::BadDieIndex
            | Self::BadAllocation
            | Self::NotYourCharacter
            | Self::CharacterNotInPlay
            | Self::NoSuchDie
            | Self::BadValue
            | Self::WrongFace
            | Self::WrongDice
            | Self::NoSuchAbility
            | Self::BadTarget
            | Self::TargetNotInPlay
            | Self::OutOfRange
            | Self::NoLineOfSight
            | Self::TargetHasNoDice
            | Self::TooFar
            | Self::CannotDodge
            | Self::NoDodge
            | Self::CannotIntercept => Fault::Refused,
        }
    }
}
