//! Timeouts of decisions: the server takes the game's default action for the seat.

use tinsel_engine::SeatIndex;
use tinsel_store::UnixMillis;

use super::{automatic, decided::take_default, transition::Transition};
use crate::record::{MatchRecord, Play, Setup};

/// The maximum of defaults in one write, which bounds the size of the write.
const DEFAULTS_MAX: usize = 64;

/// Takes due defaults, and then the resulting decisions of bots; `None` if no default is due.
pub(crate) fn take_due(record: &MatchRecord, now: UnixMillis) -> Option<Transition> {
    let setup = &record.setup;
    let mut play = record.playing().ok()?.clone();
    let mut entries = Vec::new();
    while entries.len() < DEFAULTS_MAX {
        let Some(seat) = overdue(setup, &play, now) else { break };
        let Some((after, entry)) = take_default(setup, &play, now, seat) else {
            break;
        };
        play = after;
        entries.push(entry);
    }
    let (play, moves) = automatic::decide(setup, play, now);
    entries.extend(moves);
    (!entries.is_empty()).then(|| Transition::new(record.with_play(play), entries))
}

/// A player with a due decision.
fn overdue(setup: &Setup, play: &Play, now: UnixMillis) -> Option<SeatIndex> {
    let players = setup.players();
    let mut owing = play.game.owing().iter().filter(|seat| players.contains(*seat));
    owing.find(|seat| play.deadline(setup, *seat).is_some_and(|deadline| deadline <= now))
}

#[cfg(test)]
mod tests;
