//! A bot with a plan: it makes every possible hit, moves to spots where it can hit, and keeps the dice that dodge.

use tinsel_engine::{Chance, SeatIndex, present::Present};

use super::{
    spots::{best_spot, hiding_place},
    worth::Worth,
};
use crate::{
    absent::at_home,
    action::{Action, CardAsked, Choice},
    components::{Character, Die, FaceAction, LegalDodge, Piece, Times},
    legal::{Acting, CharacterActing, Deploying, DieActing, Legal, Target, ValueUse, places::around},
    state::SnowballWar,
    view::View,
};

/// The bot's order of picks.
const DRAFT: [Character; 6] = [
    Character::Paul,
    Character::Bianca,
    Character::Emily,
    Character::Natasha,
    Character::Robert,
    Character::Stephen,
];

/// The choice of a sensible player with this view and these legal actions; `None` if it owes nothing.
pub fn decide(view: &View, legal: &Legal, chance: &mut dyn Chance) -> Option<Action> {
    let seat = view.own.as_ref()?.seat;
    let worth = Worth::of(view, seat);
    match legal {
        Legal::Pick { pool } => Some(Action::PickCharacter {
            character: DRAFT.into_iter().find(|character| pool.contains(character)),
        }),
        Legal::Deploy(deploying) => Some(deploy(&worth, seat, deploying, chance)),
        Legal::Reroll { .. } => Some(reroll(&worth, view, seat)),
        Legal::Allocate { pool, characters } => Some(allocate(&worth, pool, characters)),
        Legal::Act(acting) => act(&worth, acting, chance),
        Legal::ThrowAgain { targets, .. } => {
            let target = best_target(&worth, targets).map(|(target, _)| target);
            Some(target.map_or(Action::Skip, |target| Action::ThrowAgain { target: Some(target) }))
        }
        Legal::MoveAgain { character, area } => {
            let best = best_spot(&worth, *character, area, chance).filter(|(_, gain)| *gain > 0);
            Some(best.map_or(Action::Skip, |(to, _)| Action::MoveAgain { to: Some(to.into()) }))
        }
        Legal::React { dodges, intercepts } => Some(react(&worth, view, dodges, intercepts)),
        Legal::Nothing | Legal::Return { .. } => SnowballWar::random(view, legal, chance),
    }
}

fn deploy(worth: &Worth<'_>, seat: SeatIndex, deploying: &Deploying, chance: &mut dyn Chance) -> Action {
    let characters = deploying.characters.iter().copied();
    let hidden = hiding_place(worth, deploying, chance);
    let team = hidden.and_then(|snowman| Some((snowman, around(deploying, snowman, chance)?)));
    match team {
        Some((snowman, team)) => Action::deploy(snowman, characters.zip(team)),
        None => at_home(worth.field.measures, seat, characters),
    }
}

/// Re-rolls dice that are of little use to all characters.
fn reroll(worth: &Worth<'_>, view: &View, seat: SeatIndex) -> Action {
    let pool = view
        .pools
        .get(seat)
        .map(|pool| pool.values.as_slice())
        .unwrap_or_default();
    let team: Vec<Character> = worth.team().collect();
    let useful = |die: Die| team.iter().map(|character| worth.die(*character, die)).max();
    let mean = |character: &Character| {
        let sum: i64 = Die::ALL.iter().map(|die| worth.die(*character, *die)).sum();
        sum.div_euclid(6)
    };
    let usual = team.iter().map(mean).max();
    let dice = (0u32..).zip(pool).filter(|(_, die)| useful(**die) < usual);
    Action::Reroll {
        dice: dice.map(|(index, _)| index).collect(),
    }
}

/// The allocation with the highest value.
fn allocate(worth: &Worth<'_>, pool: &[Die], characters: &[Character]) -> Action {
    let dice: Vec<(u32, Die)> = (0u32..).zip(pool.iter().copied()).collect();
    let (_, cards) = best_allocation(worth, &dice, characters);
    Action::Allocate { cards }
}

fn best_allocation(worth: &Worth<'_>, dice: &[(u32, Die)], characters: &[Character]) -> (i64, Vec<CardAsked>) {
    let Some((character, others)) = characters.split_first() else {
        return (0, Vec::new());
    };
    let mut best = (i64::MIN, Vec::new());
    for (place, first) in dice.iter().enumerate() {
        for second in dice.iter().skip(place.saturating_add(1)) {
            let rest: Vec<(u32, Die)> = dice
                .iter()
                .filter(|die| *die != first && *die != second)
                .copied()
                .collect();
            let (gain, mut cards) = best_allocation(worth, &rest, others);
            let gain = gain.saturating_add(worth.pair(*character, first.1, second.1));
            if gain > best.0 {
                cards.push(CardAsked {
                    character: Some(*character),
                    dice: vec![first.0, second.0],
                });
                best = (gain, cards);
            }
        }
    }
    best
}

/// The action with the highest gain over the value of its die.
fn act(worth: &Worth<'_>, acting: &Acting, chance: &mut dyn Chance) -> Option<Action> {
    let mut options: Vec<(i64, Action)> = abilities(worth, acting);
    for character in &acting.characters {
        let move_to = character
            .area
            .as_ref()
            .and_then(|area| best_spot(worth, character.character, area, chance));
        for die in &character.dice {
            let kept = worth.kept(character.character, die.value);
            for die_use in &die.uses {
                if let Some((gain, action)) = used(worth, character, die, *die_use, move_to) {
                    options.push((gain.saturating_sub(kept), action));
                }
            }
            let action = Action::DiscardDie {
                character: Some(character.character),
                die: Some(die.slot.number().into()),
            };
            options.push((kept.saturating_neg().saturating_sub(1), action));
        }
    }
    // The last of several options with the highest value.
    options
        .into_iter()
        .max_by_key(|(gain, _)| *gain)
        .map(|(_, action)| action)
}

fn used(
    worth: &Worth<'_>,
    character: &CharacterActing,
    die: &DieActing,
    die_use: ValueUse,
    move_to: Option<(crate::Point, i64)>,
) -> Option<(i64, Action)> {
    let who = Some(character.character);
    let slot = Some(die.slot.number().into());
    let as_value = Some(die_use.as_value.get().into());
    let again = die_use.times == Times::Twice;
    match die_use.action {
        FaceAction::Throw => {
            let (target, gain) = best_target(worth, &character.targets)?;
            let gain = if again { gain.saturating_mul(2) } else { gain };
            let action = Action::Throw {
                character: who,
                die: slot,
                as_value,
                target: Some(target),
            };
            Some((gain, action))
        }
        FaceAction::Move => {
            let (to, gain) = move_to?;
            let action = Action::Move {
                character: who,
                die: slot,
                as_value,
                to: Some(to.into()),
            };
            Some((gain, action))
        }
        FaceAction::Nothing => None,
    }
}

fn abilities(worth: &Worth<'_>, acting: &Acting) -> Vec<(i64, Action)> {
    let mut options = Vec::new();
    if let Some((target, gain)) = acting
        .double_throw
        .as_ref()
        .and_then(|targets| best_target(worth, targets))
    {
        let both = gain.saturating_mul(2).saturating_sub(2 * Worth::THROW);
        options.push((both, Action::DoubleThrow { target: Some(target) }));
    }
    for slot in &acting.rushes {
        let action = Action::RushSnowman {
            die: Some(slot.number().into()),
        };
        let hits = worth.hit(worth.enemy_snowman()).saturating_mul(2);
        options.push((hits.saturating_sub(worth.kept_in(Character::Emily, *slot)), action));
    }
    for aimed in &acting.force_rerolls {
        let rerolled = aimed.targets.iter().map(|target| (worth.spoiled(*target), *target));
        if let Some((gain, target)) = rerolled.max_by_key(|(gain, _)| *gain) {
            let action = Action::ForceReroll {
                die: Some(aimed.slot.number().into()),
                target: Some(Piece::Character(target)),
            };
            options.push((
                gain.saturating_sub(worth.kept_in(Character::Bianca, aimed.slot)),
                action,
            ));
        }
    }
    for aimed in &acting.swaps {
        let swapped = aimed
            .targets
            .iter()
            .map(|mate| (worth.swapped(Character::Natasha, *mate), *mate));
        if let Some((gain, mate)) = swapped.max_by_key(|(gain, _)| *gain) {
            let action = Action::SwapPlaces {
                die: Some(aimed.slot.number().into()),
                team_mate: Some(mate),
            };
            let kept = worth.kept_in(Character::Natasha, aimed.slot);
            options.push((gain.saturating_sub(kept), action));
        }
    }
    options
}

/// The target with the highest value, and that value.
fn best_target(worth: &Worth<'_>, targets: &[Target]) -> Option<(Piece, i64)> {
    let legal = targets.iter().filter(|target| target.is_legal());
    legal
        .map(|target| (target.piece, worth.throw_at(target.piece)))
        .max_by_key(|(_, gain)| *gain)
}

/// Dodges a hit if there is a die for it; Robert takes it if that costs less.
fn react(worth: &Worth<'_>, view: &View, dodges: &[LegalDodge], intercepts: &[crate::Slot]) -> Action {
    let target = view.hit.map(|hit| hit.target);
    let cost = |dodge: &&LegalDodge| {
        let owner = target.and_then(Piece::character).unwrap_or(Character::Stephen);
        worth.offence(owner, dodge.value)
    };
    let choice = if let Some(dodge) = dodges.iter().min_by_key(cost) {
        Choice::Dodge {
            die: Some(dodge.slot.number().into()),
            as_value: Some(dodge.as_value.get().into()),
        }
    } else if let Some(slot) = intercepts
        .first()
        .filter(|_| target.is_some_and(|target| worth.is_worth_taking(target)))
    {
        Choice::Intercept {
            die: Some(slot.number().into()),
        }
    } else {
        Choice::TakeHit
    };
    Action::React { choice: Some(choice) }
}
