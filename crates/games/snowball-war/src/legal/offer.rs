//! Derives the legal actions from the state.

use tinsel_engine::{SeatIndex, Viewer};

use super::{Acting, Aimed, Area, CharacterActing, Deploying, DieActing, Ground, Homecoming, Legal, Target, ValueUse};
use crate::{
    components::{Character, FIRST, FaceAction, Piece, Point, Slot, other},
    config::{Config, Measures},
    field::Field,
    rules::{self, Reactions, values_in_use},
    state::{Figure, SnowballWar, Stage, Table},
};

/// The actions that are available to `viewer` now.
pub(crate) fn legal(game: &SnowballWar, viewer: Viewer) -> Legal {
    let owing = viewer.seat().filter(|seat| game.owing().contains(*seat));
    owing.map_or(Legal::Nothing, |seat| offered(game, seat))
}

fn offered(game: &SnowballWar, seat: SeatIndex) -> Legal {
    let table = &game.table;
    let field = Field::of(game);
    match &game.stage {
        Stage::Draft { .. } => Legal::Pick {
            pool: table.face_up().collect(),
        },
        Stage::Deploy { .. } => Legal::Deploy(Box::new(deploying(&field, table, seat))),
        Stage::Reroll { pools, .. } => Legal::Reroll {
            pool_size: u8::try_from(pools.at(seat).len()).unwrap_or(u8::MAX),
        },
        Stage::Allocate { pools, .. } => Legal::Allocate {
            pool: pools.at(seat).clone(),
            characters: table.in_play(seat).map(|(character, _)| character).collect(),
        },
        Stage::Action { .. } => Legal::Act(Box::new(acting(game, &field, seat))),
        Stage::Reaction { attack, .. } => {
            let Reactions { dodges, intercepts } = rules::reactions(&game.config, table, attack.target);
            Legal::React { dodges, intercepts }
        }
        Stage::ThrowAgain { character } => Legal::ThrowAgain {
            character: *character,
            targets: targets(&field, table, seat, *character),
        },
        Stage::MoveAgain { character } => match area(&field, *character) {
            Some(area) => Legal::MoveAgain {
                character: *character,
                area,
            },
            None => Legal::Nothing,
        },
        Stage::Return { .. } => returning(&field, table, seat),
        Stage::Finished { .. } => Legal::Nothing,
    }
}

fn deploying(field: &Field<'_>, table: &Table, seat: SeatIndex) -> Deploying {
    let characters: Vec<Character> = table.team(seat).map(|(character, _)| character).collect();
    let measures = field.measures;
    let first = characters.first().copied().unwrap_or(Character::Stephen);
    Deploying {
        snowman: near_home(field.ground(Piece::Snowman(seat)), measures, seat),
        team: field.ground(first.into()),
        characters,
        contact_least: measures.contact(),
        contact_most: measures.contact_most(),
        apart: measures.apart(),
    }
}

/// The part of the ground that is within a move of a seat's home edge.
// SW-24
fn near_home(ground: Ground, measures: &Measures, seat: SeatIndex) -> Ground {
    let reach = measures.move_distance;
    // In every valid Config, the other end of the field is further away than that.
    if seat == FIRST {
        let high = Point::new(reach, ground.high.y);
        Ground { high, ..ground }
    } else {
        let low = Point::new(measures.field_depth.saturating_sub(reach), ground.low.y);
        Ground { low, ..ground }
    }
}

fn acting(game: &SnowballWar, field: &Field<'_>, seat: SeatIndex) -> Acting {
    let with_dice = game
        .table
        .team(seat)
        .filter(|(_, figure)| figure.dice().next().is_some());
    let characters = with_dice.map(|(character, figure)| character_acting(game, field, seat, (character, figure)));
    let throws_twice = rules::pauls_dice(game, seat).is_ok();
    let paul = throws_twice.then(|| targets(field, &game.table, seat, Character::Paul));
    Acting {
        characters: characters.collect(),
        double_throw: paul.filter(|targets| targets.iter().any(Target::is_legal)),
        force_rerolls: aimed(|slot, target| rules::force_reroll(game, seat, slot, target.into()).is_ok()),
        swaps: aimed(|slot, team_mate| rules::swap(game, seat, slot, team_mate).is_ok()),
        rushes: Slot::ALL
            .into_iter()
            .filter(|slot| rules::rush(game, seat, slot.number().into()).is_ok())
            .collect(),
    }
}

/// The slots that can use an ability on at least one character.
fn aimed(may: impl Fn(u32, Character) -> bool) -> Vec<Aimed> {
    let each = Slot::ALL.into_iter().map(|slot| {
        let targets = Character::ALL
            .into_iter()
            .filter(|target| may(slot.number().into(), *target));
        let targets = targets.collect();
        Aimed { slot, targets }
    });
    each.filter(|aimed| !aimed.targets.is_empty()).collect()
}

fn character_acting(
    game: &SnowballWar,
    field: &Field<'_>,
    seat: SeatIndex,
    (character, figure): (Character, &Figure),
) -> CharacterActing {
    let dice: Vec<DieActing> = figure
        .dice()
        .map(|(slot, value)| DieActing {
            slot,
            value,
            uses: values_in_use(character, value)
                .filter_map(|as_value| die_use(&game.config, character, as_value))
                .collect(),
        })
        .collect();
    let has = |action| {
        dice.iter()
            .flat_map(|die| &die.uses)
            .any(|die_use| die_use.action == action)
    };
    CharacterActing {
        character,
        targets: if has(FaceAction::Throw) {
            targets(field, &game.table, seat, character)
        } else {
            Vec::new()
        },
        area: if has(FaceAction::Move) {
            area(field, character)
        } else {
            None
        },
        dice,
    }
}

fn die_use(config: &Config, character: Character, as_value: crate::Die) -> Option<ValueUse> {
    let face = config.sheet(character).face(as_value);
    match face.action {
        FaceAction::Throw | FaceAction::Move => Some(ValueUse {
            as_value,
            action: face.action,
            times: face.times,
        }),
        FaceAction::Nothing => None,
    }
}

/// The enemy's characters in play, and its snowman.
// SW-40
fn targets(field: &Field<'_>, table: &Table, seat: SeatIndex, thrower: Character) -> Vec<Target> {
    let enemies = Piece::ALL
        .into_iter()
        .filter(|piece| table.owner(*piece) == Some(other(seat)));
    let targets = enemies.filter_map(|piece| {
        let distance_squared = field.distance_squared(thrower.into(), piece)?;
        let (obstacles, pieces) = field.in_the_way(thrower, piece);
        Some(Target {
            piece,
            distance_squared,
            in_range: field.is_within(field.measures.snowball_distance, thrower.into(), piece),
            obstacles,
            pieces,
        })
    });
    targets.collect()
}

fn area(field: &Field<'_>, character: Character) -> Option<Area> {
    Some(Area {
        origin: field.position(character.into())?,
        max_distance: field.measures.move_distance,
        ground: field.ground(character.into()),
    })
}

// SW-73
fn returning(field: &Field<'_>, table: &Table, seat: SeatIndex) -> Legal {
    let x = field.measures.home_line(seat);
    let places = table.returning(seat).map(|character| {
        let ground = field.ground(character.into());
        let free = (ground.low.y..=ground.high.y).filter(|y| ground.has(Point::new(x, *y)));
        Homecoming {
            character,
            x,
            free: stretches(free),
        }
    });
    Legal::Return {
        places: places.collect(),
        apart: field.measures.apart(),
    }
}

/// Ascending numbers as maximal stretches.
fn stretches(numbers: impl Iterator<Item = i32>) -> Vec<(i32, i32)> {
    let mut stretches: Vec<(i32, i32)> = Vec::new();
    for number in numbers {
        match stretches.last_mut() {
            Some((_, last)) if last.saturating_add(1) == number => *last = number,
            Some(_) | None => stretches.push((number, number)),
        }
    }
    stretches
}
