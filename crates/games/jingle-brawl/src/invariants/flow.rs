//! Invariants about turns, duels and the end.

use tinsel_engine::{GameEngine, SeatSet};
use tinsel_engine_testkit::{Change, Verdict};

use super::{equal, hold};
use crate::{
    components::{DuelKind, Part, Phase},
    event::Event,
    state::JingleBrawl,
};

/// JB-I9: each Main Game turn opens one gift; in the Lottery, finished turns and remaining Misfits have a constant sum.
pub fn turns_are_counted(change: Change<'_, JingleBrawl>) -> Verdict {
    let after = change.after;
    let seats = usize::from(after.config.players.get());
    let opened = after
        .table
        .naughty
        .enumerate()
        .filter(|(_, naughty)| naughty.is_some())
        .count();
    let number = usize::from(after.turn.number);
    match after.turn.part {
        Part::Main => {
            let expected = number.saturating_sub(usize::from(after.phase() == Phase::Opening));
            equal("gifts opened in as many turns", &opened, &expected)?;
        }
        Part::Lottery => equal("gifts opened before the Lottery", &opened, &seats)?,
    }
    let turns = |game: &JingleBrawl| usize::from(game.turn.number) + game.table.pile.len();
    for event in change.public_events() {
        if let Event::LotteryStarted { bag, pile } = event {
            equal("names and Misfits", &(bag.len() as usize), &pile.len())?;
            if after.turn.part == Part::Lottery {
                equal("Lottery turns", &turns(after), &pile.len())?;
            }
        }
    }
    match change.before.filter(|before| before.turn.part == Part::Lottery) {
        Some(before) => equal("Lottery turns in all", &turns(after), &turns(before)),
        None => Ok(()),
    }
}

/// The position of a duel within its turn: tie-break, one other, two Reprisals.
fn rank(kind: DuelKind, reprisals: u8) -> u8 {
    match kind {
        DuelKind::TieBreak => 1,
        DuelKind::Standard
        | DuelKind::Yield
        | DuelKind::Gambit
        | DuelKind::Steal
        | DuelKind::ChosenDefender
        | DuelKind::Auction
        | DuelKind::LastClaim => 2,
        DuelKind::Reprisal => reprisals.saturating_add(2),
    }
}

fn reached(game: &JingleBrawl) -> u8 {
    let turn = &game.turn;
    let fought = game.duel().map_or(0, |duel| rank(duel.kind, turn.reprisals));
    let kicking = u8::from(game.phase() == Phase::ReprisalChoice).saturating_mul(2);
    let kicked = if turn.reprisals > 0 {
        turn.reprisals.saturating_add(2)
    } else {
        0
    };
    fought.max(kicking).max(kicked)
}

/// JB-I10: a turn has a tie-break at most, one other duel, and in the Main Game two Reprisals, in this order.
pub fn a_turn_has_few_duels(change: Change<'_, JingleBrawl>) -> Verdict {
    let mut so_far = change.before.map_or(0, reached);
    let mut reprisals = change.before.map_or(0, |before| before.turn.reprisals);
    let mut part = change.before.map_or(Part::Main, |before| before.turn.part);
    for event in change.public_events() {
        match event {
            Event::NameDrawn { part: of, .. } => (so_far, reprisals, part) = (0, 0, *of),
            Event::ReprisalDeclared { number, .. } => {
                reprisals = reprisals.saturating_add(1);
                equal("the number of the Reprisal", number, &reprisals)?;
            }
            Event::DuelStarted { kind, .. } => {
                let next = rank(*kind, reprisals);
                let most = if part == Part::Main { 4 } else { 2 };
                hold(next > so_far && next <= most, || {
                    format!("{kind:?} after {so_far} in {part:?}")
                })?;
                so_far = next;
            }
            _ => {}
        }
    }
    Ok(())
}

/// JB-I13: the Head Elf is a seat; only a discard changes it, to the seat that discarded.
pub fn only_a_discard_makes_a_head_elf(change: Change<'_, JingleBrawl>) -> Verdict {
    let elf = change.after.table.head_elf;
    hold(change.after.config.players.has(elf), || format!("{elf} is Head Elf"))?;
    let Some(before) = change.before else {
        return equal("the first Head Elf", &elf, &change.after.config.head_elf_seat);
    };
    let expected = match before.phase() {
        Phase::DiscardChoice => before.owing(),
        _ => SeatSet::only(before.table.head_elf),
    };
    hold(expected.contains(elf), || {
        format!("{elf} is Head Elf, not {expected:?}")
    })
}

/// JB-I16: the bound is the specification's. Laws check that matches, also of defaults alone, end within it.
pub fn matches_end_within_the_bound(game: &JingleBrawl) -> Verdict {
    let seats = u64::from(game.config.players.get());
    let duel = 1 + (2 * u64::from(game.config.rps_max_rounds)).max(3);
    let bound = seats * (seats + 5 + 4 * duel) + (seats - 2) * (seats + 2 * duel);
    equal("the bound", &JingleBrawl::decisions_max(&game.config), &bound)
}

/// JB-I17: at the end every seat holds one gift, and no gift is left.
pub fn at_the_end_every_seat_holds_a_gift(game: &JingleBrawl) -> Verdict {
    if game.phase() != Phase::Finished {
        return hold(game.outcome(SeatSet::EMPTY).is_none(), || {
            "an outcome too early".to_owned()
        });
    }
    let table = &game.table;
    let wrapped = table.naughty.enumerate().any(|(_, naughty)| naughty.is_none());
    hold(table.hands.iter().all(Option::is_some), || {
        "somebody has no gift".to_owned()
    })?;
    hold(!wrapped && table.pile.is_empty() && table.contested.is_none(), || {
        "something is left".to_owned()
    })?;
    hold(game.bag().is_empty(), || "a name is in the bag".to_owned())?;
    hold(game.outcome(SeatSet::EMPTY).is_some(), || "no outcome".to_owned())
}
