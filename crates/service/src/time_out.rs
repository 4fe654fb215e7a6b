//! What happens to whoever lets time pass: the game's default, as if the seat had decided it.

use tinsel_engine::{SeatIndex, never};
use tinsel_proto::v1::{TimeCredited, match_event};
use tinsel_store::UnixMillis;

use crate::{
    bots,
    change::Next,
    history::Step,
    log::Entry,
    outages::Outages,
    show,
    table::{Decider, Play, Setup, Table},
};

/// How many defaults are taken in one write, so that no write is too large.
const DEFAULTS_MAX: usize = 64;

/// What a match needs that is due; `None` if it needs nothing.
///
/// Outages of the store are credited first, so that nobody loses time by them: who has time again keeps it.
pub(crate) fn moves(table: &Table, outages: &Outages, now: UnixMillis) -> Option<Next<()>> {
    let credited = table.credited(outages);
    let (table, credit_ms) = match &credited {
        Some((table, credit_ms)) => (table, *credit_ms),
        None => (table, 0),
    };
    let mut steps = Vec::new();
    let play = defaults(&table.setup, table.playing().ok()?.clone(), now, &mut steps);
    let (play, moved) = bots::play(&table.setup, play, now);
    steps.extend(moved);
    if steps.is_empty() && credit_ms == 0 {
        return None;
    }
    let next = Next {
        table: table.with_play(play),
        steps,
        answer: (),
    };
    Some(with_credit(next, now, credit_ms))
}

/// What a change makes of a match, with everybody told that time was credited before it, if it was and somebody still has
/// use for it.
pub(crate) fn with_credit<R>(mut next: Next<R>, now: UnixMillis, credit_ms: u64) -> Next<R> {
    if let (Ok(play), 1..) = (next.table.playing(), credit_ms) {
        next.steps
            .push(Step::of_game(time_credited(now, credit_ms), &play.game));
    }
    next
}

/// Takes the default of each seat whose time has passed.
fn defaults(setup: &Setup, mut play: Play, now: UnixMillis, steps: &mut Vec<Step>) -> Play {
    while steps.len() < DEFAULTS_MAX {
        let Some(seat) = overdue(setup, &play, now) else { break };
        let Some((next, step)) = default_of(setup, &play, now, seat) else {
            break;
        };
        play = next;
        steps.push(step);
    }
    play
}

/// Takes the default of a seat that owes a decision: gives the play after it, and the step to it.
pub(crate) fn default_of(setup: &Setup, play: &Play, now: UnixMillis, seat: SeatIndex) -> Option<(Play, Step)> {
    let Ok(acted) = play.game.absent(seat, &setup.context()) else {
        never!("the default of a seat that owes a decision is legal");
        return None;
    };
    Some(bots::applied(setup, play, now, (seat, None), acted))
}

/// A player whose decision is due.
fn overdue(setup: &Setup, play: &Play, now: UnixMillis) -> Option<SeatIndex> {
    let deadline = |seat| play.deadline(setup, seat);
    let mut players = play
        .game
        .owing()
        .iter()
        .filter(|seat| setup.decider(*seat) == Decider::Player);
    players.find(|seat| deadline(*seat).is_some_and(|deadline| deadline <= now))
}

fn time_credited(now: UnixMillis, longest_ms: u64) -> Entry {
    let mut entry = Entry::new(now);
    let longest = Some(show::duration(longest_ms));
    entry.tell(match_event::Event::TimeCredited(TimeCredited { longest }));
    entry
}

#[cfg(test)]
mod tests;
