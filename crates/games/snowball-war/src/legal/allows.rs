//! Whether the legal actions allow an action, decided from them alone.

use super::{Acting, Aimed, Deploying, Dodge, Homecoming, Legal, Target};
use crate::{
    action::{Action, Arrival, Choice, Spot},
    components::{Character, FaceAction, Piece, Point, Slot},
};

impl Legal {
    /// Whether `action` is allowed.
    #[must_use]
    pub fn allows(&self, action: &Action) -> bool {
        self.allowed(action).is_some()
    }

    fn allowed(&self, action: &Action) -> Option<()> {
        match self {
            Self::Nothing => None,
            Self::Pick { pool } => picks(pool, action),
            Self::Deploy(deploying) => deploying.allows(action),
            Self::Reroll { pool_size } => {
                let Action::Reroll { dice } = action else { return None };
                distinct_below(u32::from(*pool_size), dice)
            }
            Self::Allocate { pool, characters } => allocates(pool.len(), characters, action),
            Self::Act(acting) => acting.allows(action),
            Self::ThrowAgain { targets, .. } => {
                let Action::ThrowAgain { target } = action else {
                    return when(*action == Action::Skip);
                };
                at(targets, *target)
            }
            Self::MoveAgain { area, .. } => {
                let Action::MoveAgain { to } = action else {
                    return when(*action == Action::Skip);
                };
                when(area.has(point(*to)?))
            }
            Self::React { dodges, intercepts } => reacts(dodges, intercepts, action),
            Self::Return { places, apart } => returns(places, *apart, action),
        }
    }
}

fn picks(pool: &[Character], action: &Action) -> Option<()> {
    let Action::PickCharacter { character } = action else {
        return None;
    };
    when(pool.contains(&(*character)?))
}

impl Deploying {
    fn allows(&self, action: &Action) -> Option<()> {
        let Action::Deploy { snowman, characters } = action else {
            return None;
        };
        let snowman = point(*snowman)?;
        let placed: Option<Vec<(Character, Point)>> = characters
            .iter()
            .map(|placement| Some((placement.character?, point(placement.at)?)))
            .collect();
        let placed = placed?;
        let touches =
            |at: Point| at.is_within(self.contact_most, snowman) && are_apart(self.contact_least, &[at, snowman]);
        when(
            self.snowman.has(snowman)
                && names(&self.characters, placed.iter().map(|(character, _)| *character))
                && placed.iter().all(|(_, at)| self.team.has(*at) && touches(*at))
                && are_apart(self.apart, &placed.iter().map(|(_, at)| *at).collect::<Vec<_>>()),
        )
    }
}

impl Acting {
    fn allows(&self, action: &Action) -> Option<()> {
        match action {
            Action::Throw {
                character,
                die,
                as_value,
                target,
            } => {
                let targets = self.uses((*character)?, (*die)?, *as_value, FaceAction::Throw)?;
                at(&targets.targets, *target)
            }
            Action::Move {
                character,
                die,
                as_value,
                to,
            } => {
                let moves = self.uses((*character)?, (*die)?, *as_value, FaceAction::Move)?;
                when(moves.area.as_ref()?.has(point(*to)?))
            }
            Action::DiscardDie { character, die } => {
                let acting = self.of((*character)?)?;
                let slot = Slot::from_number((*die)?)?;
                when(acting.dice.iter().any(|die| die.slot == slot))
            }
            Action::DoubleThrow { target } => at(self.double_throw.as_ref()?, *target),
            Action::ForceReroll { die, target } => {
                let target = (*target)?.character()?;
                aimed(&self.force_rerolls, (*die)?, target)
            }
            Action::SwapPlaces { die, team_mate } => aimed(&self.swaps, (*die)?, (*team_mate)?),
            Action::RushSnowman { die } => when(self.rushes.contains(&Slot::from_number((*die)?)?)),
            Action::PickCharacter { .. }
            | Action::Deploy { .. }
            | Action::Reroll { .. }
            | Action::Allocate { .. }
            | Action::ThrowAgain { .. }
            | Action::MoveAgain { .. }
            | Action::Skip
            | Action::React { .. }
            | Action::Return { .. } => None,
        }
    }

    fn of(&self, character: Character) -> Option<&super::CharacterActing> {
        self.characters.iter().find(|acting| acting.character == character)
    }

    /// The character, if its die has this use.
    fn uses(
        &self,
        character: Character,
        die: u32,
        as_value: Option<u32>,
        action: FaceAction,
    ) -> Option<&super::CharacterActing> {
        let acting = self.of(character)?;
        let slot = Slot::from_number(die)?;
        let die = acting.dice.iter().find(|die| die.slot == slot)?;
        let value = as_value.unwrap_or_else(|| u32::from(die.value.get()));
        let fits = die
            .uses
            .iter()
            .any(|die_use| u32::from(die_use.as_value.get()) == value && die_use.action == action);
        fits.then_some(acting)
    }
}

fn reacts(dodges: &[Dodge], intercepts: &[Slot], action: &Action) -> Option<()> {
    let Action::React { choice } = action else { return None };
    match (*choice)? {
        Choice::TakeHit => Some(()),
        Choice::Intercept { die } => when(intercepts.contains(&Slot::from_number(die?)?)),
        Choice::Dodge { die, as_value } => {
            let slot = Slot::from_number(die?)?;
            let wanted = |dodge: &Dodge| as_value.unwrap_or_else(|| u32::from(dodge.value.get()));
            let fits = |dodge: &Dodge| dodge.slot == slot && u32::from(dodge.as_value.get()) == wanted(dodge);
            when(dodges.iter().any(fits))
        }
    }
}

fn returns(places: &[Homecoming], apart: i32, action: &Action) -> Option<()> {
    let Action::Return { characters } = action else {
        return None;
    };
    let due: Vec<Character> = places.iter().map(|place| place.character).collect();
    let spot = |arrival: &Arrival| {
        let character = arrival.character?;
        let place = places.iter().find(|place| place.character == character)?;
        let y = arrival.y.filter(|y| place.has(*y))?;
        Some((character, place.at(y)))
    };
    let spots: Option<Vec<(Character, Point)>> = characters.iter().map(spot).collect();
    let spots = spots?;
    let points: Vec<Point> = spots.iter().map(|(_, at)| *at).collect();
    when(names(&due, spots.iter().map(|(character, _)| *character)) && are_apart(apart, &points))
}

fn allocates(pool: usize, due: &[Character], action: &Action) -> Option<()> {
    let Action::Allocate { cards } = action else {
        return None;
    };
    let named: Option<Vec<Character>> = cards.iter().map(|card| card.character).collect();
    let dice: Vec<u32> = cards.iter().flat_map(|card| card.dice.iter().copied()).collect();
    distinct_below(u32::try_from(pool).ok()?, &dice)?;
    when(names(due, named?.into_iter()) && dice.len() == pool && cards.iter().all(|card| card.dice.len() == 2))
}

fn distinct_below(bound: u32, indices: &[u32]) -> Option<()> {
    let mut sorted = indices.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    when(sorted.len() == indices.len() && sorted.iter().all(|index| *index < bound))
}

/// Whether these are exactly the due characters, each once.
fn names(due: &[Character], named: impl Iterator<Item = Character>) -> bool {
    let mut named: Vec<Character> = named.collect();
    named.sort_unstable();
    named == due
}

fn are_apart(least: i32, points: &[Point]) -> bool {
    let later = |index: usize| points.iter().skip(index.saturating_add(1));
    let mut pairs = points
        .iter()
        .zip(0..)
        .flat_map(|(one, index)| later(index).map(move |two| (one, two)));
    pairs.all(|(one, two)| one.is_apart(least, *two))
}

fn at(targets: &[Target], target: Option<Piece>) -> Option<()> {
    let target = target?;
    when(targets.iter().any(|listed| listed.piece == target && listed.is_legal()))
}

fn aimed(listed: &[Aimed], die: u32, target: Character) -> Option<()> {
    let slot = Slot::from_number(die)?;
    when(
        listed
            .iter()
            .any(|aimed| aimed.slot == slot && aimed.targets.contains(&target)),
    )
}

fn point(spot: Option<Spot>) -> Option<Point> {
    let spot = spot?;
    Some(Point::new(spot.x?, spot.y?))
}

fn when(holds: bool) -> Option<()> {
    holds.then_some(())
}
