//! A running match as a value.

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, SeatIndex, SeatSet, Wire};

use crate::{
    components::{ByCharacter, Card, Character, DiceSet, Die, Obstacle, Phase, Piece, Point, SEAT_COUNT, Slot, Symbol},
    config::Config,
};

/// A running match of Snowball War.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SnowballWar {
    pub(crate) config: Config,
    pub(crate) table: Table,
    pub(crate) stage: Stage,
}

/// The stage of the match, with the data that exists only in this stage.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Stage {
    /// A seat picks.
    Draft { picker: SeatIndex },
    /// A seat deploys.
    Deploy { seat: SeatIndex },
    /// Seats with dice choose the dice to re-roll; a choice is secret until the last one.
    Reroll {
        pools: BySeat<Pool>,
        chosen: BySeat<Option<DiceSet>>,
    },
    /// Seats allocate their dice; an allocation is secret until the last one. A seat with one character in play owes
    /// none.
    Allocate {
        pools: BySeat<Pool>,
        allocated: BySeat<Option<Vec<Card>>>,
    },
    /// A seat acts.
    Action { active: SeatIndex },
    /// The owner of the target reacts to a hit.
    Reaction { attack: Attack, hit: u8 },
    /// After the first throw of a double symbol, the second is pending.
    ThrowAgain { character: Character },
    /// After the first move of a double symbol, the second is pending.
    MoveAgain { character: Character },
    /// A seat brings its returning characters back.
    Return { seat: SeatIndex },
    /// It is over.
    Finished { reason: EndReason },
}

/// The reason of a match's end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
pub enum EndReason {
    /// A snowman was knocked out (SW-54).
    Knockout,
    /// The last turn was played (SW-70).
    TurnLimit,
}

impl EndReason {
    /// The name in the specification, such as `TURN_LIMIT`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Knockout => "KNOCKOUT",
            Self::TurnLimit => "TURN_LIMIT",
        }
    }
}

tinsel_engine::redacted!(SnowballWar, Stage);

/// A seat's dice that are on no card yet, by index.
pub(crate) type Pool = Vec<Die>;

/// A throw, or a use of an ability, while its hits are being resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Attack {
    pub(crate) by: Character,
    pub(crate) target: Piece,
    /// Number of hits.
    pub(crate) hits: u8,
    /// Whether a second throw follows.
    pub(crate) again: bool,
}

/// All pieces and cards on the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Table {
    pub(crate) first_picker: SeatIndex,
    /// In the order of their ids.
    pub(crate) obstacles: Vec<Obstacle>,
    pub(crate) characters: ByCharacter<Figure>,
    pub(crate) snowmen: BySeat<Snowman>,
    /// The number of the turn; 0 before the first.
    pub(crate) turn: u8,
    /// The re-rolled dice of this turn, for each seat that had dice.
    pub(crate) rerolled: BySeat<Option<DiceSet>>,
    /// The start of the latest turn with a starter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) opening: Option<Opening>,
}

/// A character and its card.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Figure {
    /// The seat of its team, once it is picked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) owner: Option<SeatIndex>,
    /// Its condition, once it is deployed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) condition: Option<Condition>,
    pub(crate) tokens: u8,
    /// The dice on its card, by slot.
    pub(crate) dice: [Option<Die>; 2],
}

/// The condition of a deployed character.
// SW-28
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Condition {
    /// On the field, at this point.
    InPlay(Point),
    /// Off the field, with tokens.
    RunAway,
    /// Off the field without tokens; it must return now.
    Returning,
}

/// A snowman.
// SW-R66: it has tokens, and no card or dice
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Snowman {
    /// Its position, once it is deployed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<Point>,
    pub(crate) tokens: u8,
}

/// The beginning of a turn's action phase.
// SW-35
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Wire)]
pub struct Opening {
    /// Of which turn.
    pub turn: u8,
    /// The seat that acted first.
    pub starter: SeatIndex,
    /// The sum of each seat's dice; 0 without dice.
    pub sums: BySeat<u8>,
}

impl Figure {
    /// Its position, if it is in play.
    pub(crate) const fn position(&self) -> Option<Point> {
        match self.condition {
            Some(Condition::InPlay(at)) => Some(at),
            Some(Condition::RunAway | Condition::Returning) | None => None,
        }
    }

    /// The die in a slot.
    pub(crate) const fn die(&self, slot: Slot) -> Option<Die> {
        let [first, second] = self.dice;
        match slot {
            Slot::First => first,
            Slot::Second => second,
        }
    }

    pub(crate) const fn put(&mut self, slot: Slot, die: Option<Die>) {
        let [first, second] = &mut self.dice;
        match slot {
            Slot::First => *first = die,
            Slot::Second => *second = die,
        }
    }

    /// Its dice with their slots.
    pub(crate) fn dice(&self) -> impl Iterator<Item = (Slot, Die)> {
        let figure = *self;
        Slot::ALL
            .into_iter()
            .filter_map(move |slot| figure.die(slot).map(|die| (slot, die)))
    }
}

impl Table {
    /// The characters of a seat, in canonical order.
    pub(crate) fn team(&self, seat: SeatIndex) -> impl Iterator<Item = (Character, &Figure)> {
        self.characters
            .iter()
            .filter(move |(_, figure)| figure.owner == Some(seat))
    }

    /// The characters of a seat that are in play, in canonical order, with their positions.
    pub(crate) fn in_play(&self, seat: SeatIndex) -> impl Iterator<Item = (Character, Point)> {
        self.team(seat)
            .filter_map(|(character, figure)| Some((character, figure.position()?)))
    }

    /// The characters of a seat that must return now, in canonical order.
    pub(crate) fn returning(&self, seat: SeatIndex) -> impl Iterator<Item = Character> {
        self.team(seat)
            .filter(|(_, figure)| figure.condition == Some(Condition::Returning))
            .map(|(character, _)| character)
    }

    /// The cards that are face up, in canonical order.
    pub(crate) fn face_up(&self) -> impl Iterator<Item = Character> {
        self.characters
            .iter()
            .filter(|(_, figure)| figure.owner.is_none())
            .map(|(character, _)| character)
    }

    /// The character, if it is in the team of this seat.
    pub(crate) fn own(&self, seat: SeatIndex, character: Character) -> Option<&Figure> {
        Some(self.characters.at(character)).filter(|figure| figure.owner == Some(seat))
    }

    /// The seat that owns a piece, if one does.
    pub(crate) const fn owner(&self, piece: Piece) -> Option<SeatIndex> {
        match piece {
            Piece::Character(character) => self.characters.at(character).owner,
            Piece::Snowman(seat) => Some(seat),
        }
    }

    /// The position of a piece, if it is on the field.
    pub(crate) fn position(&self, piece: Piece) -> Option<Point> {
        match piece {
            Piece::Character(character) => self.characters.at(character).position(),
            Piece::Snowman(seat) => self.snowmen.get(seat)?.at,
        }
    }

    /// Whether a seat has a die left on a card.
    pub(crate) fn has_dice(&self, seat: SeatIndex) -> bool {
        self.team(seat).any(|(_, figure)| figure.dice().next().is_some())
    }
}

impl SnowballWar {
    /// The phase of the match.
    pub(crate) const fn phase(&self) -> Phase {
        match &self.stage {
            Stage::Draft { .. } => Phase::Draft,
            Stage::Deploy { .. } => Phase::Deploy,
            Stage::Reroll { .. } => Phase::Reroll,
            Stage::Allocate { .. } => Phase::Allocate,
            Stage::Action { .. } => Phase::Action,
            Stage::Reaction { .. } => Phase::Reaction,
            Stage::ThrowAgain { .. } => Phase::ThrowAgain,
            Stage::MoveAgain { .. } => Phase::MoveAgain,
            Stage::Return { .. } => Phase::Return,
            Stage::Finished { .. } => Phase::Finished,
        }
    }

    /// The seats that owe a decision.
    // Section 5; SW-76
    pub(crate) fn owing(&self) -> SeatSet {
        match &self.stage {
            Stage::Draft { picker: seat }
            | Stage::Deploy { seat }
            | Stage::Action { active: seat }
            | Stage::Return { seat } => SeatSet::only(*seat),
            Stage::Reroll { pools, chosen } => yet_to_choose(pools, chosen),
            Stage::Allocate { allocated, .. } => self.table.yet_to_allocate(allocated),
            Stage::Reaction { attack, .. } => self.table.owner(attack.target).into_iter().collect(),
            Stage::ThrowAgain { .. } | Stage::MoveAgain { .. } => self.active().into_iter().collect(),
            Stage::Finished { .. } => SeatSet::EMPTY,
        }
    }

    /// The seats that have made their secret choice of this step.
    // SW-R72: a seat with an automatic allocation makes no choice
    pub(crate) fn committed(&self) -> SeatSet {
        if let Stage::Reroll { chosen, .. } = &self.stage {
            SEAT_COUNT.iter().filter(|seat| chosen.at(*seat).is_some()).collect()
        } else if let Stage::Allocate { allocated, .. } = &self.stage {
            SEAT_COUNT.iter().filter(|seat| allocated.at(*seat).is_some()).collect()
        } else {
            SeatSet::EMPTY
        }
    }

    /// The seat of the current action.
    pub(crate) const fn active(&self) -> Option<SeatIndex> {
        let acting = if let Stage::Reaction { attack, .. } = &self.stage {
            attack.by
        } else if let Stage::ThrowAgain { character } | Stage::MoveAgain { character } = &self.stage {
            *character
        } else if let Stage::Action { active } = &self.stage {
            return Some(*active);
        } else {
            return None;
        };
        self.table.characters.at(acting).owner
    }

    /// The pending second throw or move, with its character.
    pub(crate) const fn second(&self) -> Option<(Character, Symbol)> {
        if let Stage::Reaction { attack, .. } = &self.stage {
            if attack.again {
                Some((attack.by, Symbol::Throw))
            } else {
                None
            }
        } else if let Stage::ThrowAgain { character } = &self.stage {
            Some((*character, Symbol::Throw))
        } else if let Stage::MoveAgain { character } = &self.stage {
            Some((*character, Symbol::Move))
        } else {
            None
        }
    }
}

/// The seats with dice that have not chosen the dice to re-roll.
// SW-32, SW-76
pub(crate) fn yet_to_choose(pools: &BySeat<Pool>, chosen: &BySeat<Option<DiceSet>>) -> SeatSet {
    let owes = |seat: &SeatIndex| !pools.at(*seat).is_empty() && chosen.at(*seat).is_none();
    SEAT_COUNT.iter().filter(owes).collect()
}

impl Table {
    /// The seats that have two or more characters in play, and have not allocated their dice.
    // SW-34, SW-76
    pub(crate) fn yet_to_allocate(&self, allocated: &BySeat<Option<Vec<Card>>>) -> SeatSet {
        let owes = |seat: &SeatIndex| self.in_play(*seat).nth(1).is_some() && allocated.at(*seat).is_none();
        SEAT_COUNT.iter().filter(owes).collect()
    }
}
