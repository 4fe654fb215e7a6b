//! The conversions to and from messages that no derive can write.

use tinsel_engine::SeatIndex;
use tinsel_wire::{Enumerated, Origin, Wire, required};

pub(crate) use tinsel_messages::games::snowball_war::v1 as messages;

use crate::{
    ByCharacter, Card, Character, CharacterView, Condition, DiceSet, Die, Piece, Point, Sheet, Slot, Symbol, Target,
    Times,
};

impl Wire<u32> for Slot {
    fn write(&self) -> u32 {
        self.number().into()
    }

    fn read(number: &u32, _: Origin) -> Option<Self> {
        Self::from_number(*number)
    }
}

impl Wire<u32> for Times {
    fn write(&self) -> u32 {
        self.number().into()
    }

    fn read(number: &u32, _: Origin) -> Option<Self> {
        [Self::Once, Self::Twice]
            .into_iter()
            .find(|times| u32::from(times.number()) == *number)
    }
}

required!(u32 as Times);

/// Characters have the same numbers as pieces. A snowman of a seat that the match does not have is no piece.
impl Wire<i32> for Piece {
    fn write(&self) -> i32 {
        match self {
            Self::Character(of) => of.write(),
            Self::Snowman(seat) => match seat.get() {
                0 => messages::Piece::Snowman0.into(),
                1 => messages::Piece::Snowman1.into(),
                _ => messages::Piece::Unspecified.into(),
            },
        }
    }

    fn read(number: &i32, origin: Origin) -> Option<Self> {
        match messages::Piece::try_from(*number).ok()? {
            messages::Piece::Unspecified => None,
            messages::Piece::Snowman0 => Some(Self::Snowman(SeatIndex::new(0))),
            messages::Piece::Snowman1 => Some(Self::Snowman(SeatIndex::new(1))),
            messages::Piece::Stephen
            | messages::Piece::Paul
            | messages::Piece::Robert
            | messages::Piece::Bianca
            | messages::Piece::Natasha
            | messages::Piece::Emily => Character::read(number, origin).map(Self::Character),
        }
    }
}

impl Enumerated for Piece {}

impl Wire<Vec<u32>> for DiceSet {
    fn write(&self) -> Vec<u32> {
        self.iter().map(u32::from).collect()
    }

    fn read(dice: &Vec<u32>, origin: Origin) -> Option<Self> {
        dice.iter().map(|index| u8::read(index, origin)).collect()
    }
}

impl Wire<messages::DiceSet> for DiceSet {
    fn write(&self) -> messages::DiceSet {
        messages::DiceSet { dice: self.write() }
    }

    fn read(dice: &messages::DiceSet, origin: Origin) -> Option<Self> {
        Self::read(&dice.dice, origin)
    }
}

/// One value for each character, from a list in canonical order.
fn each<M, T>(list: &[M], read: impl Fn(&M) -> Option<(Character, T)>) -> Option<ByCharacter<T>> {
    let in_order = |(character, entry): (Character, &M)| {
        let (of, value) = read(entry)?;
        (of == character).then_some(value)
    };
    let complete = list.len() == Character::ALL.len();
    let values: Option<Vec<T>> = Character::ALL.into_iter().zip(list).map(in_order).collect();
    values?.try_into().ok().map(ByCharacter).filter(|_| complete)
}

impl Wire<Vec<messages::Sheet>> for ByCharacter<Sheet> {
    fn write(&self) -> Vec<messages::Sheet> {
        let sheet = |(character, sheet): (Character, &Sheet)| messages::Sheet {
            character: character.write(),
            scarf: sheet.scarf.write(),
            faces: sheet.faces.write(),
        };
        self.iter().map(sheet).collect()
    }

    fn read(sheets: &Vec<messages::Sheet>, origin: Origin) -> Option<Self> {
        each(sheets, |sheet| {
            let read = Sheet {
                scarf: u8::read(&sheet.scarf, origin)?,
                faces: Wire::read(&sheet.faces, origin)?,
            };
            Some((Character::read(&sheet.character, origin)?, read))
        })
    }
}

impl Wire<Vec<messages::CharacterView>> for ByCharacter<CharacterView> {
    fn write(&self) -> Vec<messages::CharacterView> {
        let shown = |(character, shown): (Character, &CharacterView)| {
            let (condition, at) = match shown.condition {
                None => (messages::ConditionKind::Unspecified, None),
                Some(Condition::InPlay(at)) => (messages::ConditionKind::InPlay, Some(at)),
                Some(Condition::RunAway) => (messages::ConditionKind::RunAway, None),
                Some(Condition::Returning) => (messages::ConditionKind::Returning, None),
            };
            let dice = (0u32..).zip(shown.dice);
            messages::CharacterView {
                character: character.write(),
                seat: shown.owner.write(),
                condition: condition.into(),
                at: at.write(),
                tokens: shown.tokens.write(),
                dice: dice
                    .filter_map(|(die, value)| {
                        let value = value?.write();
                        Some(messages::CardDie { die, value })
                    })
                    .collect(),
            }
        };
        self.iter().map(shown).collect()
    }

    fn read(characters: &Vec<messages::CharacterView>, origin: Origin) -> Option<Self> {
        each(characters, |shown| {
            let condition = match messages::ConditionKind::try_from(shown.condition).ok()? {
                messages::ConditionKind::Unspecified => None,
                messages::ConditionKind::InPlay => Some(Condition::InPlay(Point::read(&shown.at, origin)?)),
                messages::ConditionKind::RunAway => Some(Condition::RunAway),
                messages::ConditionKind::Returning => Some(Condition::Returning),
            };
            let mut dice = [None, None];
            for die in &shown.dice {
                let slot = dice.get_mut(usize::try_from(die.die).ok()?)?;
                *slot = Some(Die::read(&die.value, origin)?);
            }
            let read = CharacterView {
                owner: Wire::read(&shown.seat, origin)?,
                condition,
                tokens: u8::read(&shown.tokens, origin)?,
                dice,
            };
            Some((Character::read(&shown.character, origin)?, read))
        })
    }
}

/// Characters, and the points where they stand.
pub(crate) mod placed {
    use super::{Character, Origin, Point, Wire, messages};

    pub(crate) fn write(characters: &[(Character, Point)]) -> Vec<messages::CharacterAt> {
        let placed = |(character, at): &(Character, Point)| messages::CharacterAt {
            character: character.write(),
            at: at.write(),
        };
        characters.iter().map(placed).collect()
    }

    pub(crate) fn read(characters: &[messages::CharacterAt], origin: Origin) -> Option<Vec<(Character, Point)>> {
        let placed = |placed: &messages::CharacterAt| {
            Some((
                Character::read(&placed.character, origin)?,
                Point::read(&placed.at, origin)?,
            ))
        };
        characters.iter().map(placed).collect()
    }
}

/// The second throw or move that is due.
pub(crate) mod second {
    use super::{Character, Origin, Symbol, Wire, messages};

    pub(crate) fn write(second: &Option<(Character, Symbol)>) -> Option<messages::PendingSecond> {
        second.map(|(character, kind)| messages::PendingSecond {
            character: character.write(),
            kind: kind.write(),
        })
    }

    pub(crate) fn read(
        second: &Option<messages::PendingSecond>,
        origin: Origin,
    ) -> Option<Option<(Character, Symbol)>> {
        let Some(second) = second else { return Some(None) };
        let character = Character::read(&second.character, origin)?;
        Some(Some((character, Symbol::read(&second.kind, origin)?)))
    }
}

/// A secret allocation, if there is one.
pub(crate) mod allocation {
    use super::{Card, Origin, Wire, messages};

    pub(crate) fn write(cards: &Option<Vec<Card>>) -> Option<messages::AllocationView> {
        let cards = cards.as_ref()?.write();
        Some(messages::AllocationView { cards })
    }

    pub(crate) fn read(view: &Option<messages::AllocationView>, origin: Origin) -> Option<Option<Vec<Card>>> {
        Wire::read(&view.as_ref().map(|view| view.cards.clone()), origin)
    }
}

/// The targets of a double throw, which only Paul has.
pub(crate) mod double_throw {
    use super::{Character, Origin, Target, Wire, messages};

    pub(crate) fn write(targets: &Option<Vec<Target>>) -> Option<messages::LegalThrow> {
        targets.as_ref().map(|targets| messages::LegalThrow {
            character: Character::Paul.write(),
            targets: targets.write(),
        })
    }

    pub(crate) fn read(throw: &Option<messages::LegalThrow>, origin: Origin) -> Option<Option<Vec<Target>>> {
        Wire::read(&throw.as_ref().map(|throw| throw.targets.clone()), origin)
    }
}

/// Parts of an edge.
pub(crate) mod free {
    use super::{Origin, messages};

    pub(crate) fn write(free: &[(i32, i32)]) -> Vec<messages::Stretch> {
        let stretch = |&(min_y, max_y): &(i32, i32)| messages::Stretch { min_y, max_y };
        free.iter().map(stretch).collect()
    }

    pub(crate) fn read(free: &[messages::Stretch], _: Origin) -> Option<Vec<(i32, i32)>> {
        Some(free.iter().map(|stretch| (stretch.min_y, stretch.max_y)).collect())
    }
}

/// An omitted list means generated obstacles, an empty one a field without any.
pub(crate) mod obstacles {
    use super::{Origin, Wire, messages};
    use crate::Obstacle;

    type Given = Option<Vec<Option<Obstacle>>>;

    pub(crate) fn write(given: &Given) -> Option<messages::Obstacles> {
        let one = |obstacle: &Option<Obstacle>| obstacle.as_ref().map(Wire::write).unwrap_or_default();
        let obstacles = given.as_ref()?.iter().map(one).collect();
        Some(messages::Obstacles { obstacles })
    }

    pub(crate) fn read(message: &Option<messages::Obstacles>, origin: Origin) -> Option<Given> {
        let one = |obstacle| Obstacle::read(obstacle, origin);
        let given = message.as_ref();
        Some(given.map(|given| given.obstacles.iter().map(one).collect()))
    }
}
