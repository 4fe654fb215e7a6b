//! Actions that no correct client sends.

use tinsel_engine::{Chance, SeatIndex};

use crate::{
    action::{Action, Arrival, CardAsked, Choice, Placement, Spot},
    components::{Character, Piece},
};

/// A nonsensical action: with unset, duplicate and out-of-range fields, and extreme numbers. It is occasionally a valid
/// one.
#[expect(clippy::too_many_lines, reason = "one row for each action reads best in one place")]
pub fn nonsense(chance: &mut dyn Chance) -> Action {
    let character = rarely_unset(chance, character);
    let die = rarely_unset(chance, die);
    match chance.number("nonsense", 15) {
        0 => Action::PickCharacter { character },
        1 => Action::Deploy {
            snowman: rarely_unset(chance, spot),
            characters: several(chance, |chance| Placement {
                character: rarely_unset(chance, self::character),
                at: rarely_unset(chance, spot),
            }),
        },
        2 => Action::Reroll {
            dice: several(chance, index),
        },
        3 => Action::Allocate {
            cards: several(chance, |chance| CardAsked {
                character: rarely_unset(chance, self::character),
                dice: several(chance, index),
            }),
        },
        4 => Action::Throw {
            character,
            die,
            as_value: value(chance),
            target: rarely_unset(chance, piece),
        },
        5 => Action::Move {
            character,
            die,
            as_value: value(chance),
            to: rarely_unset(chance, spot),
        },
        6 => Action::DiscardDie { character, die },
        7 => Action::DoubleThrow {
            target: rarely_unset(chance, piece),
        },
        8 => Action::ForceReroll {
            die,
            target: rarely_unset(chance, piece),
        },
        9 => Action::SwapPlaces {
            die,
            team_mate: character,
        },
        10 => Action::RushSnowman { die },
        11 => Action::ThrowAgain {
            target: rarely_unset(chance, piece),
        },
        12 => Action::MoveAgain {
            to: rarely_unset(chance, spot),
        },
        13 => Action::React {
            choice: rarely_unset(chance, choice),
        },
        _ if chance.once_in("nonsense", 4) => Action::Skip,
        _ => Action::Return {
            characters: several(chance, |chance| Arrival {
                character: rarely_unset(chance, self::character),
                y: rarely_unset(chance, coordinate),
            }),
        },
    }
}

fn choice(chance: &mut dyn Chance) -> Choice {
    match chance.number("nonsense", 3) {
        0 => Choice::Dodge {
            die: rarely_unset(chance, die),
            as_value: value(chance),
        },
        1 => Choice::Intercept {
            die: rarely_unset(chance, die),
        },
        _ => Choice::TakeHit,
    }
}

fn rarely_unset<T>(chance: &mut dyn Chance, value: impl Fn(&mut dyn Chance) -> T) -> Option<T> {
    (!chance.once_in("nonsense", 12)).then(|| value(chance))
}

fn several<T>(chance: &mut dyn Chance, one: impl Fn(&mut dyn Chance) -> T) -> Vec<T> {
    let count = chance
        .pick("nonsense", &[0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 6, 7, 40])
        .copied()
        .unwrap_or(0);
    (0..count).map(|_| one(chance)).collect()
}

fn character(chance: &mut dyn Chance) -> Character {
    chance
        .pick("nonsense", &Character::ALL)
        .copied()
        .unwrap_or(Character::Stephen)
}

fn piece(chance: &mut dyn Chance) -> Piece {
    let stranger = Piece::Snowman(SeatIndex::new(7));
    let piece = chance.pick("nonsense", &Piece::ALL).copied().unwrap_or(stranger);
    if chance.once_in("nonsense", 20) {
        stranger
    } else {
        piece
    }
}

fn die(chance: &mut dyn Chance) -> u32 {
    chance
        .pick("nonsense", &[0, 0, 0, 1, 1, 1, 2, 6, 255, 256, u32::MAX])
        .copied()
        .unwrap_or(0)
}

fn index(chance: &mut dyn Chance) -> u32 {
    chance
        .pick("nonsense", &[0, 1, 2, 3, 4, 5, 5, 6, 8, 256, u32::MAX])
        .copied()
        .unwrap_or(0)
}

fn value(chance: &mut dyn Chance) -> Option<u32> {
    let values = [
        None,
        None,
        None,
        Some(0),
        Some(1),
        Some(2),
        Some(3),
        Some(4),
        Some(5),
        Some(6),
        Some(7),
        Some(256),
        Some(u32::MAX),
    ];
    chance.pick("nonsense", &values).copied().flatten()
}

fn spot(chance: &mut dyn Chance) -> Spot {
    Spot {
        x: rarely_unset(chance, coordinate),
        y: rarely_unset(chance, coordinate),
    }
}

/// Mostly a coordinate on a field of the usual size, sometimes an extreme number.
fn coordinate(chance: &mut dyn Chance) -> i32 {
    let ends = [
        i32::MIN,
        i32::MIN + 1,
        -46_341,
        -1,
        0,
        9,
        10,
        290,
        291,
        490,
        2000,
        46_340,
        i32::MAX - 1,
        i32::MAX,
    ];
    if chance.once_in("nonsense", 3) {
        chance.pick("nonsense", &ends).copied().unwrap_or(0)
    } else {
        chance.between("nonsense", -10, 510)
    }
}
