//! A bot that chooses any legal action.

use tinsel_engine::Chance;

use crate::{
    action::{Action, Arrival, CardAsked, Choice, Placement},
    components::{Character, FaceAction, Piece, Point},
    ground::Area,
    legal::{Acting, CharacterActing, Deploying, DieActing, DieUse, Homecoming, Legal, Target},
};

/// Number of random tries for a spot before the bot takes one that is known to be free.
const TRIES: u32 = 40;

/// A random action that `legal` allows; `None` if it allows none.
pub fn random(legal: &Legal, chance: &mut dyn Chance) -> Option<Action> {
    match legal {
        Legal::Nothing => None,
        Legal::Pick { pool } => chance
            .pick("bot", pool)
            .copied()
            .map(|character| Action::PickCharacter {
                character: Some(character),
            }),
        Legal::Deploy(deploying) => Some(deployment(deploying, chance)),
        Legal::Reroll { pool_size } => Some(Action::Reroll {
            dice: (0..u32::from(*pool_size))
                .filter(|_| chance.once_in("bot", 2))
                .collect(),
        }),
        Legal::Allocate { pool, characters } => Some(allocation(pool.len(), characters, chance)),
        Legal::Act(acting) => act(acting, chance),
        Legal::ThrowAgain { targets, .. } => {
            let target = target(targets, chance).filter(|_| !chance.once_in("bot", 4));
            Some(target.map_or(Action::Skip, |target| Action::ThrowAgain { target: Some(target) }))
        }
        Legal::MoveAgain { area, .. } => Some(if chance.once_in("bot", 4) {
            Action::Skip
        } else {
            Action::MoveAgain {
                to: Some(spot(area, chance).into()),
            }
        }),
        Legal::React { dodges, intercepts } => {
            let dodges = dodges.iter().map(|dodge| Choice::Dodge {
                die: Some(dodge.slot.number().into()),
                as_value: Some(dodge.as_value.get().into()),
            });
            let intercepts = intercepts.iter().map(|slot| Choice::Intercept {
                die: Some(slot.number().into()),
            });
            let choices: Vec<Choice> = dodges.chain(intercepts).chain([Choice::TakeHit]).collect();
            chance
                .pick("bot", &choices)
                .copied()
                .map(|choice| Action::React { choice: Some(choice) })
        }
        Legal::Return { places, apart } => arrivals(places, *apart, chance),
    }
}

/// A random allocation of the pool.
fn allocation(pool: usize, characters: &[Character], chance: &mut dyn Chance) -> Action {
    let mut dice: Vec<u32> = (0u32..).take(pool).collect();
    chance.shuffle("bot: allocation", &mut dice);
    let cards = characters
        .iter()
        .zip(dice.chunks(2))
        .map(|(character, dice)| CardAsked {
            character: Some(*character),
            dice: dice.to_vec(),
        });
    Action::Allocate { cards: cards.collect() }
}

fn act(acting: &Acting, chance: &mut dyn Chance) -> Option<Action> {
    let mut actions = abilities(acting, chance);
    for character in &acting.characters {
        for die in &character.dice {
            let uses = die
                .uses
                .iter()
                .filter_map(|die_use| used(character, die, *die_use, chance));
            actions.extend(uses.collect::<Vec<_>>());
        }
    }
    // The bot acts more often than not, so that matches end.
    if actions.is_empty() || chance.once_in("bot", 5) {
        let dice = acting
            .characters
            .iter()
            .flat_map(|acting| acting.dice.iter().map(|die| (acting.character, die.slot)));
        let dice: Vec<_> = dice.collect();
        let (character, slot) = chance.pick("bot", &dice).copied()?;
        return Some(Action::DiscardDie {
            character: Some(character),
            die: Some(slot.number().into()),
        });
    }
    chance.pick("bot", &actions).cloned()
}

fn used(character: &CharacterActing, die: &DieActing, die_use: DieUse, chance: &mut dyn Chance) -> Option<Action> {
    let who = Some(character.character);
    let slot = Some(die.slot.number().into());
    // The die's own value can be omitted.
    let is_said = die_use.as_value != die.value || chance.once_in("bot", 2);
    let as_value = is_said.then(|| die_use.as_value.get().into());
    match die_use.action {
        FaceAction::Throw => Some(Action::Throw {
            character: who,
            die: slot,
            as_value,
            target: Some(target(&character.targets, chance)?),
        }),
        FaceAction::Move => Some(Action::Move {
            character: who,
            die: slot,
            as_value,
            to: Some(spot(character.area.as_ref()?, chance).into()),
        }),
        FaceAction::Nothing => None,
    }
}

fn abilities(acting: &Acting, chance: &mut dyn Chance) -> Vec<Action> {
    let mut actions = Vec::new();
    if let Some(targets) = &acting.double_throw {
        let target = target(targets, chance);
        actions.push(Action::DoubleThrow { target });
    }
    for aimed in &acting.force_rerolls {
        actions.push(Action::ForceReroll {
            die: Some(aimed.slot.number().into()),
            target: chance.pick("bot", &aimed.targets).copied().map(Piece::Character),
        });
    }
    for aimed in &acting.swaps {
        actions.push(Action::SwapPlaces {
            die: Some(aimed.slot.number().into()),
            team_mate: chance.pick("bot", &aimed.targets).copied(),
        });
    }
    actions.extend(acting.rushes.iter().map(|slot| Action::RushSnowman {
        die: Some(slot.number().into()),
    }));
    actions
}

/// A random legal target of a throw.
fn target(targets: &[Target], chance: &mut dyn Chance) -> Option<Piece> {
    let legal: Vec<Piece> = targets
        .iter()
        .filter(|target| target.is_legal())
        .map(|target| target.piece)
        .collect();
    chance.pick("bot", &legal).copied()
}

/// A spot to move to; the character's own spot if no other is found.
fn spot(area: &Area, chance: &mut dyn Chance) -> Point {
    let reach = area.max_distance;
    let (low, high) = (area.ground.low, area.ground.high);
    for _ in 0..TRIES {
        let x = chance.between(
            "bot",
            low.x.max(area.origin.x.saturating_sub(reach)),
            high.x.min(area.origin.x.saturating_add(reach)),
        );
        let y = chance.between(
            "bot",
            low.y.max(area.origin.y.saturating_sub(reach)),
            high.y.min(area.origin.y.saturating_add(reach)),
        );
        let spot = Point::new(x, y);
        if area.has(spot) {
            return spot;
        }
    }
    area.origin
}

/// A snowman at a random spot, with characters around it. Occasionally, and if no other spot is found, in the middle of
/// the home edge, where there is always room.
fn deployment(deploying: &Deploying, chance: &mut dyn Chance) -> Action {
    let tries = if chance.once_in("bot", 8) { 0 } else { TRIES };
    for _ in 0..tries {
        let (low, high) = (deploying.snowman.low, deploying.snowman.high);
        let snowman = Point::new(
            chance.between("bot", low.x, high.x),
            chance.between("bot", low.y, high.y),
        );
        if !deploying.snowman.has(snowman) {
            continue;
        }
        if let Some(spots) = around(deploying, snowman, chance) {
            return deployed(deploying, snowman, &spots);
        }
    }
    at_home(deploying)
}

/// The spots in contact with a snowman, in order.
fn ring(deploying: &Deploying, snowman: Point) -> Vec<Point> {
    let most = deploying.contact_most;
    let along = |from: i32| from.saturating_sub(most)..=from.saturating_add(most);
    let square = along(snowman.x).flat_map(|x| along(snowman.y).map(move |y| Point::new(x, y)));
    square
        .filter(|spot| spot.is_within(most, snowman) && spot.is_apart(deploying.contact_least, snowman))
        .filter(|spot| deploying.team.has(*spot))
        .collect()
}

/// Spots around a snowman with enough distance between them.
pub(super) fn around(deploying: &Deploying, snowman: Point, chance: &mut dyn Chance) -> Option<Vec<Point>> {
    let mut ring = ring(deploying, snowman);
    chance.shuffle("bot: deployment", &mut ring);
    let mut spots: Vec<Point> = Vec::new();
    for spot in ring {
        if spots.len() < deploying.characters.len() && spots.iter().all(|other| spot.is_apart(deploying.apart, *other))
        {
            spots.push(spot);
        }
    }
    (spots.len() == deploying.characters.len()).then_some(spots)
}

/// A deployment with these spots in canonical order.
pub(super) fn deployed(deploying: &Deploying, snowman: Point, spots: &[Point]) -> Action {
    let characters = deploying.characters.iter().zip(spots);
    Action::Deploy {
        snowman: Some(snowman.into()),
        characters: characters
            .map(|(character, at)| Placement {
                character: Some(*character),
                at: Some((*at).into()),
            })
            .collect(),
    }
}

/// The snowman in the middle of its home edge, a character before it and one on each side, where there is always room.
///
/// The ground begins at the home edge of seat 0: there its first centre is a snowman's radius from x = 0.
// Section 9
pub(super) fn at_home(deploying: &Deploying) -> Action {
    let (low, high) = (deploying.snowman.low, deploying.snowman.high);
    let contact = deploying.contact_least;
    let radius = contact.saturating_sub(deploying.team.low.x);
    let breadth = low.y.saturating_add(high.y);
    let middle = breadth.div_euclid(2);
    let (snowman, inwards) = if low.x == radius {
        (Point::new(low.x, middle), contact)
    } else {
        let other = breadth.saturating_sub(middle);
        (Point::new(high.x, other), contact.saturating_neg())
    };
    let team = [
        Point::new(snowman.x.saturating_add(inwards), snowman.y),
        Point::new(snowman.x, snowman.y.saturating_add(inwards)),
        Point::new(snowman.x, snowman.y.saturating_sub(inwards)),
    ];
    deployed(deploying, snowman, &team)
}

/// A free spot on the edge for each: random ones, otherwise the first free ones.
fn arrivals(places: &[Homecoming], apart: i32, chance: &mut dyn Chance) -> Option<Action> {
    let mut taken: Vec<Point> = Vec::new();
    let mut characters = Vec::new();
    for place in places {
        let fits = |y: &i32| taken.iter().all(|other| place.at(*y).is_apart(apart, *other));
        let free: Vec<i32> = place
            .free
            .iter()
            .flat_map(|(from, to)| *from..=*to)
            .filter(fits)
            .collect();
        let index = usize::try_from(chance.number("bot", u32::try_from(free.len()).ok()?)).ok()?;
        let y = *free.get(index)?;
        taken.push(place.at(y));
        characters.push(Arrival {
            character: Some(place.character),
            y: Some(y),
        });
    }
    Some(Action::Return { characters })
}
