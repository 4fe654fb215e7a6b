//! Worlds that a viewer cannot distinguish.

use tinsel_engine::{BySeat, Chance, GameEngine, SeatIndex, Viewer, present::Present};

use crate::{
    action::{Sealed, Selection},
    components::{Letter, Phase, SEAT_COUNT},
    config::PregameHands,
    reveal, rules,
    state::{PassingRound, PresentsOfMine, Stage, Table},
};

/// Number of small changes of a hidden pregame.
const CHANGES: u32 = 120;

/// A match that `viewer` cannot distinguish from `game`, with everything replaced that is hidden from it.
///
/// `None` if nothing is hidden.
///
/// It replaces sealed submissions of others by other possible ones. With `PRIVATE`, during round 1, it changes the
/// selections of others as far as the viewer's own hand and score stay equal.
#[must_use]
pub fn redeal(game: &PresentsOfMine, viewer: Viewer, chance: &mut dyn Chance) -> Option<PresentsOfMine> {
    let mut world = game.clone();
    let pregame_is_hidden = match (&mut world.stage, game.config.pregame_hands) {
        (
            Stage::Passing {
                round: PassingRound::Theme,
                table,
                ..
            },
            PregameHands::Private,
        ) => {
            *table = another_pregame(table, viewer, chance);
            true
        }
        (
            Stage::Selecting { .. } | Stage::Passing { .. } | Stage::Stealing { .. } | Stage::Finished { .. },
            PregameHands::Public | PregameHands::Private,
        ) => false,
    };
    let submitted = SEAT_COUNT.iter().filter(|seat| !game.owing().contains(*seat));
    let hidden: Vec<SeatIndex> = submitted.filter(|seat| !viewer.is(*seat)).collect();
    if game.phase() == Phase::Finished || (hidden.is_empty() && !pregame_is_hidden) {
        return None;
    }
    for seat in hidden {
        forget(&mut world, seat);
        resubmit(&mut world, seat, chance);
    }
    Some(world)
}

/// Removes the submission of `seat` in this step.
fn forget(world: &mut PresentsOfMine, seat: SeatIndex) {
    match &mut world.stage {
        Stage::Selecting { sealed, .. } => *sealed.at_mut(seat) = None,
        Stage::Passing { sealed, .. } => *sealed.at_mut(seat) = None,
        Stage::Stealing { sealed, .. } => *sealed.at_mut(seat) = None,
        Stage::Finished { .. } => {}
    }
}

/// Seals another submission of a seat; occasionally its default.
fn resubmit(world: &mut PresentsOfMine, seat: SeatIndex, chance: &mut dyn Chance) {
    let made = if chance.number("redeal", 4) == 0 {
        world.absent(seat)
    } else {
        match world.any_action(Viewer::Seat(seat), chance) {
            Some(action) => world.resolve(seat, &action),
            None => world.absent(seat),
        }
    };
    match made {
        Ok(made) => rules::seal(world, &made),
        Err(rejected) => panic!("{seat} cannot submit again: {rejected}"),
    }
}

/// Another pregame with the same hand and score of the viewer.
///
/// It starts with the true one and makes small changes; each must leave the viewer's knowledge equal.
fn another_pregame(table: &Table, viewer: Viewer, chance: &mut dyn Chance) -> Table {
    let known = |table: &Table| {
        let seat = viewer.seat()?;
        Some((*table.hands.get(seat)?, reveal::scored_by(table, seat)))
    };
    let others: Vec<SeatIndex> = SEAT_COUNT.iter().filter(|seat| !viewer.is(*seat)).collect();
    let truth = known(table);
    let mut world = table.clone();
    for _ in 0..CHANGES {
        let changed = rules::opened(table.list, &changed(&world.selected, &others, chance));
        if known(&changed) == truth {
            world = changed;
        }
    }
    world
}

/// The selections with one letter of one seat changed, or one letter exchanged between two seats.
fn changed(
    selected: &BySeat<Sealed<Selection>>,
    others: &[SeatIndex],
    chance: &mut dyn Chance,
) -> BySeat<Sealed<Selection>> {
    let mut changed = selected.clone();
    let (one, other) = (
        chance.pick("redeal", others).copied(),
        chance.pick("redeal", others).copied(),
    );
    let (out, into) = (
        chance.pick("redeal", &Letter::STARTING).copied(),
        chance.pick("redeal", &Letter::STARTING).copied(),
    );
    let (Some(one), Some(other), Some(out), Some(into)) = (one, other, out, into) else {
        return changed;
    };
    change(changed.at_mut(one), out, into, chance);
    if chance.number("redeal", 2) == 0 {
        change(changed.at_mut(other), into, out, chance);
    }
    changed
}

fn change(sealed: &mut Sealed<Selection>, out: Letter, into: Letter, chance: &mut dyn Chance) {
    let letters = sealed
        .content
        .letters()
        .map(|letter| if letter == out { into } else { letter });
    if let Some(content) = Selection::new(letters) {
        let by_default = content == Selection::DEFAULT && chance.number("redeal", 2) == 0;
        *sealed = Sealed { content, by_default };
    }
}
