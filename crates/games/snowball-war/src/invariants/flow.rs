//! SW-I1 and SW-I8 to SW-I12: the decisions and their seats.

use tinsel_engine::{GameEngine, SeatSet, Viewer};
use tinsel_engine_testkit::{Change, Verdict};

use super::{equal, hold};
use crate::{
    components::{FIRST, Phase, SEAT_COUNT, SECOND},
    event::Event,
    state::{SnowballWar, Stage},
};

// SW-I1
/// SW-I1: the face-up pool and the teams share the six characters; after the draft each team has three.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn pool_and_teams_share_the_characters(game: &SnowballWar) -> Verdict {
    let left = game.table.face_up().count();
    let teams = [FIRST, SECOND].map(|seat| game.table.team(seat).count());
    equal("characters", &teams.iter().sum::<usize>().saturating_add(left), &6)?;
    let drafting = game.phase() == Phase::Draft;
    let [one, two] = teams;
    hold(drafting || teams == [3, 3], || format!("teams of {teams:?}"))?;
    hold(one.abs_diff(two) <= 1, || format!("teams of {teams:?}"))
}

fn on_cards(game: &SnowballWar) -> usize {
    game.table
        .characters
        .iter()
        .map(|(_, figure)| figure.dice().count())
        .sum()
}

// SW-I8
/// SW-I8: pools have two dice for each character in play from the roll to the reveal; at the reveal each of them has
/// two; from then on dice only leave, at least one with each action.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn dice_come_and_go_by_the_rule(change: Change<'_, SnowballWar>) -> Verdict {
    let game = change.after;
    let pools = game.view(Viewer::Spectator, SeatSet::EMPTY).pools;
    for seat in SEAT_COUNT.iter() {
        let due = match game.phase() {
            Phase::Reroll | Phase::Allocate => game.table.in_play(seat).count().saturating_mul(2),
            Phase::Draft
            | Phase::Deploy
            | Phase::Action
            | Phase::Reaction
            | Phase::ThrowAgain
            | Phase::MoveAgain
            | Phase::Return
            | Phase::Finished => 0,
        };
        equal(&format!("pool of {seat}"), &pools.at(seat).values.len(), &due)?;
    }
    let revealed = change
        .all_events()
        .any(|event| matches!(event, Event::DiceAllocated { .. }));
    if revealed {
        for (character, figure) in game.table.characters.iter() {
            let due = if figure.position().is_some() { 2 } else { 0 };
            equal(&format!("dice of {character}"), &figure.dice().count(), &due)?;
        }
        return Ok(());
    }
    let Some(before) = change.before else { return Ok(()) };
    let (had, has) = (on_cards(before), on_cards(game));
    let acted = before.phase() == Phase::Action;
    hold(has < had || (has == had && !acted), || {
        format!("{had} dice on cards, then {has}")
    })
}

// SW-I9
/// SW-I9: a seat that must act has a die; after the action phase no seat has one.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn a_seat_that_must_act_has_a_die(game: &SnowballWar) -> Verdict {
    match &game.stage {
        Stage::Action { active } => hold(game.table.has_dice(*active), || format!("{active} has no die")),
        Stage::Draft { .. }
        | Stage::Deploy { .. }
        | Stage::Reroll { .. }
        | Stage::Allocate { .. }
        | Stage::Return { .. }
        | Stage::Finished {
            reason: crate::EndReason::TurnLimit,
        } => equal("dice on cards", &on_cards(game), &0),
        Stage::Reaction { .. }
        | Stage::ThrowAgain { .. }
        | Stage::MoveAgain { .. }
        | Stage::Finished {
            reason: crate::EndReason::Knockout,
        } => Ok(()),
    }
}

// SW-I10
/// SW-I10: turns rise by one and never exceed the limit.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn turns_go_forwards_to_the_limit(change: Change<'_, SnowballWar>) -> Verdict {
    let mut turn = change.before.map_or(0, |before| before.table.turn);
    for event in change.all_events() {
        if let Event::TurnStarted { turn: next } = event {
            equal("turn", next, &turn.saturating_add(1))?;
            turn = *next;
        }
    }
    equal("turn", &change.after.table.turn, &turn)?;
    hold(turn <= change.after.config.turn_limit, || format!("it is turn {turn}"))
}

// SW-I11
/// SW-I11: after both deployments a character is in play.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn somebody_is_in_play(game: &SnowballWar) -> Verdict {
    let setting_up = [Phase::Draft, Phase::Deploy].contains(&game.phase());
    let in_play = SEAT_COUNT.iter().any(|seat| game.table.in_play(seat).next().is_some());
    hold(setting_up || in_play, || "nobody is in play".to_owned())
}

// SW-I12
/// SW-I12: the number of begun turns bounds the number of decisions: 7 before the first turn, and 54 in each.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn decisions_are_bounded(game: &SnowballWar, decisions: u64) -> Verdict {
    let most = u64::from(game.table.turn).saturating_mul(54).saturating_add(7);
    hold(decisions <= most, || {
        format!("{decisions} decisions in {} turns", game.table.turn)
    })
}
