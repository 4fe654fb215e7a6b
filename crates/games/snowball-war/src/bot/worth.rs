//! The values of hits, dice and places for a seat.

use tinsel_engine::SeatIndex;

use crate::{
    components::{Character, Die, Face, FaceAction, Piece, Slot, Times, other},
    field::Field,
    rules::values_in_use,
    view::View,
};

/// A seat's view, with the values that the bot derives from it.
#[derive(Debug)]
pub(super) struct Worth<'a> {
    view: &'a View,
    pub(super) field: Field<'a>,
    pub(super) seat: SeatIndex,
}

impl<'a> Worth<'a> {
    /// The value of a throw with a target.
    pub(super) const THROW: i64 = 12;
    /// The value of a dodge.
    const DODGE: i64 = 9;
    /// The value of a move.
    const MOVE: i64 = 6;
    /// The value of a hit that decides the match.
    const VICTORY: i64 = 100_000;

    pub(super) fn of(view: &'a View, seat: SeatIndex) -> Self {
        Self {
            view,
            field: Field::seen(view),
            seat,
        }
    }

    /// The seat's characters in play.
    pub(super) fn team(&self) -> impl Iterator<Item = Character> {
        self.in_play(self.seat)
    }

    /// The other seat's characters in play.
    pub(super) fn enemies(&self) -> impl Iterator<Item = Character> {
        self.in_play(other(self.seat))
    }

    fn in_play(&self, seat: SeatIndex) -> impl Iterator<Item = Character> {
        Character::ALL.into_iter().filter(move |character| {
            let piece = Piece::Character(*character);
            self.view.owner(piece) == Some(seat) && self.view.position(piece).is_some()
        })
    }

    pub(super) fn enemy_snowman(&self) -> Piece {
        Piece::Snowman(other(self.seat))
    }

    fn tokens(&self, piece: Piece) -> u8 {
        match piece {
            Piece::Character(character) => self.view.characters.at(character).tokens,
            Piece::Snowman(seat) => self.view.snowmen.get(seat).map_or(0, |snowman| snowman.tokens),
        }
    }

    fn dice(&self, character: Character) -> impl Iterator<Item = Die> {
        self.view.characters.at(character).dice.into_iter().flatten()
    }

    fn has_dice(&self, character: Character) -> bool {
        self.dice(character).next().is_some()
    }

    /// The value of a hit on a piece for the thrower.
    pub(super) fn hit(&self, piece: Piece) -> i64 {
        let next = self.tokens(piece).saturating_add(1);
        match piece {
            Piece::Snowman(_) if next >= self.view.snowman_limit => Self::VICTORY,
            Piece::Snowman(_) => i64::from(next).saturating_mul(10).saturating_add(80),
            Piece::Character(character) if next >= self.view.sheets.at(character).scarf => {
                let dice = i64::try_from(self.dice(character).count()).unwrap_or(0);
                dice.saturating_mul(12).saturating_add(45)
            }
            Piece::Character(_) => 24,
        }
    }

    /// The value of a throw at a piece, reduced by the possible reactions.
    pub(super) fn throw_at(&self, piece: Piece) -> i64 {
        let hit = self.hit(piece);
        let dodges = piece.character().is_some_and(|character| {
            let mut dice = self.dice(character);
            dice.any(|die| self.faces(character, die).any(|face| face.dodge))
        });
        if dodges { hit.div_euclid(3) } else { hit }
    }

    fn faces(&self, character: Character, die: Die) -> impl Iterator<Item = Face> {
        let sheet = *self.view.sheets.at(character);
        values_in_use(character, die).map(move |value| sheet.face(value))
    }

    /// The highest value of a die for a character on its own turn.
    pub(super) fn offence(&self, character: Character, die: Die) -> i64 {
        let sees = self.sees_something(character);
        let worth = self.faces(character, die).map(|face| {
            let once = match face.action {
                FaceAction::Throw if sees => Self::THROW,
                FaceAction::Throw => Self::MOVE,
                FaceAction::Move => Self::MOVE,
                FaceAction::Nothing => 0,
            };
            match face.times {
                Times::Once => once,
                Times::Twice => once.saturating_mul(2),
            }
        });
        worth.max().unwrap_or(0)
    }

    /// The value of a die on a character's card.
    pub(super) fn die(&self, character: Character, die: Die) -> i64 {
        let dodges = self.faces(character, die).any(|face| face.dodge);
        let defence = if dodges { Self::DODGE } else { 0 };
        let rushes = character == Character::Emily && self.is_near_enemy_snowman(character);
        let ability = if rushes { 3 * Self::THROW } else { 0 };
        self.offence(character, die).max(defence).max(ability)
    }

    /// The value of two dice on a character's card together.
    pub(super) fn pair(&self, character: Character, one: Die, two: Die) -> i64 {
        let each = self.die(character, one).saturating_add(self.die(character, two));
        let both = [one, two].iter().all(|die| [4, 5].contains(&die.get()));
        if both && character == Character::Paul {
            each.saturating_add(4)
        } else {
            each
        }
    }

    /// The loss by spending a die, apart from the effect that it is spent for.
    pub(super) fn kept(&self, character: Character, die: Die) -> i64 {
        let dodges = self.faces(character, die).any(|face| face.dodge);
        if dodges && self.is_threatened(character) {
            Self::DODGE.saturating_mul(2)
        } else {
            self.die(character, die).div_euclid(2)
        }
    }

    /// As [`Worth::kept`], of the die in a slot.
    pub(super) fn kept_in(&self, character: Character, slot: Slot) -> i64 {
        let [first, second] = self.view.characters.at(character).dice;
        let die = match slot {
            Slot::First => first,
            Slot::Second => second,
        };
        die.map_or(0, |die| self.kept(character, die))
    }

    /// The gain of a forced re-roll: enemies lose good dice, team-mates lose bad ones.
    pub(super) fn spoiled(&self, target: Character) -> i64 {
        let dice: i64 = self
            .dice(target)
            .map(|die| self.die(target, die).saturating_sub(Self::MOVE))
            .sum();
        if self.view.owner(target.into()) == Some(self.seat) {
            dice.saturating_neg()
        } else {
            dice
        }
    }

    fn sees_something(&self, character: Character) -> bool {
        let seat = self.view.owner(character.into()).unwrap_or(self.seat);
        let mut targets = self
            .field
            .standing()
            .filter(|(piece, _)| self.view.owner(*piece) == Some(other(seat)));
        targets.any(|(target, _)| self.field.can_throw(character, target))
    }

    fn is_near_enemy_snowman(&self, character: Character) -> bool {
        let distance = self.field.measures.move_distance;
        self.field.is_within(distance, character.into(), self.enemy_snowman())
    }

    /// Whether an enemy with dice could throw at it.
    fn is_threatened(&self, character: Character) -> bool {
        self.enemies()
            .any(|enemy| self.has_dice(enemy) && self.field.can_throw(enemy, character.into()))
    }

    /// Whether Robert should take a hit on `target` himself.
    pub(super) fn is_worth_taking(&self, target: Piece) -> bool {
        self.hit(target) > self.hit(Character::Robert.into())
    }

    /// The value of a position for a character: the targets from there, the distance to the snowman, and the enemies
    /// that could hit it.
    pub(super) fn place(&self, character: Character, at: crate::Point) -> i64 {
        let mut field = self.field.clone();
        field.put(character.into(), at);
        self.standing(&field, character)
    }

    /// The gain of a swap of two characters.
    pub(super) fn swapped(&self, one: Character, other: Character) -> i64 {
        let places = self.field.position(one.into()).zip(self.field.position(other.into()));
        let Some((here, there)) = places else { return 0 };
        let mut field = self.field.clone();
        field.put(one.into(), there);
        field.put(other.into(), here);
        let gain = |who| {
            self.standing(&field, who)
                .saturating_sub(self.standing(&self.field, who))
        };
        gain(one).saturating_add(gain(other))
    }

    fn standing(&self, field: &Field<'_>, character: Character) -> i64 {
        let snowman = self.enemy_snowman();
        let distance = field.distance_squared(character.into(), snowman).unwrap_or(0);
        let near = distance.unsigned_abs().isqrt().div_euclid(8);
        let mut worth = i64::try_from(near).unwrap_or(0).saturating_neg();
        if field.can_throw(character, snowman) {
            worth = worth.saturating_add(40);
        }
        let rushing = field.measures.move_distance;
        if character == Character::Emily && field.is_within(rushing, character.into(), snowman) {
            worth = worth.saturating_add(60);
        }
        for enemy in self.enemies() {
            if field.can_throw(character, enemy.into()) {
                worth = worth.saturating_add(4);
            }
            if self.has_dice(enemy) && field.can_throw(enemy, character.into()) {
                worth = worth.saturating_sub(8);
            }
        }
        worth
    }
}
