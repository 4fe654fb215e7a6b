//! Throws and moves, the first and the second.

use tinsel_engine::{SeatIndex, never};

use super::{
    Course, astray,
    form::{DieAsked, Wanted},
};
use crate::{
    action::{Made, Spend},
    components::{Character, Die, FaceAction, Piece, Point, Slot, Symbol, Times, Use, other},
    event::Event,
    field::Field,
    reject::Rejected,
    state::{Attack, Condition, Figure, SnowballWar, Stage, Table},
};

/// As what a die of a character can be used, ascending.
// SW-39, SW-61, SW-R57
pub(crate) fn values_in_use(character: Character, die: Die) -> impl Iterator<Item = Die> {
    die.beside().filter(move |value| match character {
        Character::Stephen => true,
        Character::Paul | Character::Robert | Character::Bianca | Character::Natasha | Character::Emily => {
            *value == die
        }
    })
}

/// The die in a slot of a card.
pub(super) fn die_in(figure: &Figure, slot: u32) -> Result<(Slot, Die), Rejected> {
    let there = Slot::from_number(slot).and_then(|slot| Some((slot, figure.die(slot)?)));
    there.ok_or(Rejected::NoSuchDie)
}

/// The value that a die is to be used as.
pub(super) fn value_of(character: Character, die: Die, as_value: Option<u32>) -> Result<Die, Rejected> {
    let wanted = as_value.unwrap_or_else(|| u32::from(die.get()));
    let mut values = values_in_use(character, die);
    let value = values.find(|value| u32::from(value.get()) == wanted);
    value.ok_or(Rejected::BadValue)
}

/// A die of an own character in play.
fn own_die(game: &SnowballWar, seat: SeatIndex, asked: &DieAsked) -> Result<(Slot, Die), Rejected> {
    let figure = game.table.own(seat, asked.character);
    let figure = figure.ok_or(Rejected::NotYourCharacter)?;
    if figure.position().is_none() {
        return Err(Rejected::CharacterNotInPlay);
    }
    die_in(figure, asked.die)
}

/// A die of an own character in play that does `action`.
fn spend(game: &SnowballWar, seat: SeatIndex, asked: &DieAsked, action: FaceAction) -> Result<Spend, Rejected> {
    let (slot, die) = own_die(game, seat, asked)?;
    let value = value_of(asked.character, die, asked.as_value)?;
    // SW-39, SW-44, SW-R37
    if game.config.sheet(asked.character).face(value).action != action {
        return Err(Rejected::WrongFace);
    }
    Ok(Spend {
        character: asked.character,
        slot,
        value,
    })
}

/// Refuses a target of a throw.
// SW-40, SW-45, SW-R32
pub(crate) fn aim(
    field: &Field<'_>,
    table: &Table,
    seat: SeatIndex,
    thrower: Character,
    target: Piece,
) -> Result<(), Rejected> {
    if table.owner(target) != Some(other(seat)) {
        return Err(Rejected::BadTarget);
    }
    reach(field, field.measures.snowball_distance, thrower, target)?;
    if field.is_line_clear(thrower, target) {
        Ok(())
    } else {
        Err(Rejected::NoLineOfSight)
    }
}

/// Refuses what is not on the field, or further away than `distance`.
// SW-4
pub(crate) fn reach(field: &Field<'_>, distance: i32, from: Character, to: Piece) -> Result<(), Rejected> {
    if field.position(to).is_none() {
        return Err(Rejected::TargetNotInPlay);
    }
    if field.is_within(distance, from.into(), to) {
        Ok(())
    } else {
        Err(Rejected::OutOfRange)
    }
}

pub(super) fn throw(game: &SnowballWar, seat: SeatIndex, asked: &DieAsked, target: Piece) -> Result<Made, Rejected> {
    let spend = spend(game, seat, asked, FaceAction::Throw)?;
    aim(&Field::of(game), &game.table, seat, spend.character, target)?;
    Ok(Made::Threw(spend, target))
}

pub(super) fn walk(game: &SnowballWar, seat: SeatIndex, asked: &DieAsked, to: Point) -> Result<Made, Rejected> {
    let spend = spend(game, seat, asked, FaceAction::Move)?;
    Field::of(game).reachable(spend.character, to)?;
    Ok(Made::Moved(spend, to))
}

// SW-37, SW-R29, SW-R30, SW-R31
pub(super) fn discard(game: &SnowballWar, seat: SeatIndex, asked: &DieAsked) -> Result<Made, Rejected> {
    let (slot, _) = own_die(game, seat, asked)?;
    Ok(Made::Discarded(asked.character, slot))
}

// SW-42, SW-R35
pub(super) fn throw_again(
    game: &SnowballWar,
    seat: SeatIndex,
    character: Character,
    wanted: &Wanted<'_>,
) -> Result<Made, Rejected> {
    match wanted {
        Wanted::ThrowAgain(target) => {
            aim(&Field::of(game), &game.table, seat, character, *target)?;
            Ok(Made::ThrewAgain(*target))
        }
        Wanted::Skip => Ok(Made::Skipped),
        Wanted::Pick(_)
        | Wanted::Deploy { .. }
        | Wanted::Reroll(_)
        | Wanted::Allocate(_)
        | Wanted::Act(_)
        | Wanted::MoveAgain(_)
        | Wanted::React(_)
        | Wanted::Return(_) => Err(Rejected::WrongAction),
    }
}

// SW-42
pub(super) fn move_again(game: &SnowballWar, character: Character, wanted: &Wanted<'_>) -> Result<Made, Rejected> {
    match wanted {
        Wanted::MoveAgain(to) => {
            Field::of(game).reachable(character, *to)?;
            Ok(Made::MovedAgain(*to))
        }
        Wanted::Skip => Ok(Made::Skipped),
        Wanted::Pick(_)
        | Wanted::Deploy { .. }
        | Wanted::Reroll(_)
        | Wanted::Allocate(_)
        | Wanted::Act(_)
        | Wanted::ThrowAgain(_)
        | Wanted::React(_)
        | Wanted::Return(_) => Err(Rejected::WrongAction),
    }
}

/// Whether a character of `seat` has anything to throw at.
// SW-43
fn has_target(field: &Field<'_>, table: &Table, seat: SeatIndex, thrower: Character) -> bool {
    let mut targets = Piece::ALL.into_iter();
    targets.any(|target| aim(field, table, seat, thrower, target).is_ok())
}

impl Course<'_> {
    /// Takes a die off a card, before what it does.
    // SW-38
    pub(super) fn spend(
        &mut self,
        seat: SeatIndex,
        (character, slot): (Character, Slot),
        as_value: Option<Die>,
        spent_for: Use,
    ) {
        let figure = self.table.characters.at_mut(character);
        let Some(value) = figure.die(slot) else {
            never!("SW-37: a die that is spent was there");
            return;
        };
        figure.put(slot, None);
        self.tell(Event::DieSpent {
            seat,
            character,
            die: slot,
            value,
            as_value: as_value.unwrap_or(value),
            spent_for,
        });
    }

    fn is_double(&self, spend: Spend) -> bool {
        let face = self.config.sheet(spend.character).face(spend.value);
        face.times == Times::Twice
    }

    // SW-40
    pub(super) fn threw(&mut self, seat: SeatIndex, spend: Spend, target: Piece) -> Stage {
        self.spend(seat, (spend.character, spend.slot), Some(spend.value), Use::Throw);
        let again = self.is_double(spend);
        self.throw((spend.character, target), 1, again, false)
    }

    /// A snowball, and its hits.
    pub(super) fn throw(&mut self, (by, target): (Character, Piece), hits: u8, again: bool, second: bool) -> Stage {
        self.tell(Event::SnowballThrown {
            character: by,
            target,
            hits,
            second,
        });
        let attack = Attack {
            by,
            target,
            hits,
            again,
        };
        self.hits(attack, 1)
    }

    /// What comes after the hits of an attack.
    pub(super) fn attack_over(&mut self, attack: Attack) -> Stage {
        let Some(seat) = self.table.characters.at(attack.by).owner else {
            never!("SW-22: who attacks is in a team");
            return Stage::Finished {
                reason: crate::Reason::TurnLimit,
            };
        };
        if !attack.again {
            return self.next_action(seat);
        }
        // SW-43
        let character = attack.by;
        if has_target(&Field::on(self.config, self.table), self.table, seat, character) {
            let kind = Symbol::Throw;
            self.tell(Event::SecondDue { seat, character, kind });
            return Stage::ThrowAgain { character };
        }
        let automatic = true;
        self.tell(Event::SecondSkipped { character, automatic });
        self.next_action(seat)
    }

    // SW-41
    pub(super) fn moved(&mut self, seat: SeatIndex, spend: Spend, to: Point) -> Stage {
        let character = spend.character;
        self.spend(seat, (character, spend.slot), Some(spend.value), Use::Move);
        self.walk(character, to, false);
        if !self.is_double(spend) {
            return self.next_action(seat);
        }
        let kind = Symbol::Move;
        self.tell(Event::SecondDue { seat, character, kind });
        Stage::MoveAgain { character }
    }

    fn walk(&mut self, character: Character, to: Point, second: bool) {
        let figure = self.table.characters.at_mut(character);
        let from = figure.position().unwrap_or(to);
        figure.condition = Some(Condition::InPlay(to));
        self.tell(Event::CharacterMoved {
            character,
            from,
            to,
            second,
        });
    }

    pub(super) fn discarded(&mut self, seat: SeatIndex, character: Character, slot: Slot) -> Stage {
        self.spend(seat, (character, slot), None, Use::Discard);
        self.next_action(seat)
    }

    // SW-42
    pub(super) fn threw_again(&mut self, stage: Stage, target: Piece) -> Stage {
        let Stage::ThrowAgain { character } = stage else {
            return astray(stage);
        };
        self.throw((character, target), 1, false, true)
    }

    // SW-42
    pub(super) fn moved_again(&mut self, stage: Stage, seat: SeatIndex, to: Point) -> Stage {
        let Stage::MoveAgain { character } = stage else {
            return astray(stage);
        };
        self.walk(character, to, true);
        self.next_action(seat)
    }

    pub(super) fn skipped(&mut self, stage: Stage, seat: SeatIndex) -> Stage {
        let (Stage::ThrowAgain { character } | Stage::MoveAgain { character }) = stage else {
            return astray(stage);
        };
        let automatic = false;
        self.tell(Event::SecondSkipped { character, automatic });
        self.next_action(seat)
    }
}
