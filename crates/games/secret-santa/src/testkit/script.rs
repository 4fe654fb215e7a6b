//! Plays scripts of actions.

use tinsel_engine::{Chance, Events, GameEngine, SeatIndex};

use super::act;
use crate::{event::Event, state::SecretSanta};

/// Plays a script such as `0 3×2!; 1 ghost; -; 2 pass`, with a seat and its action in each step. `-` stands for a
/// decline of all seats that owe an answer. Returns the events of the last step.
///
/// # Panics
///
/// The text is not in the notation, or a step is refused.
pub fn play(game: &mut SecretSanta, script: &str, chance: &mut dyn Chance) -> Events<Event> {
    let mut events = Events::new();
    for step in script.split(';').map(str::trim).filter(|step| !step.is_empty()) {
        let said: Vec<(SeatIndex, &str)> = match step.split_once(' ') {
            Some((seat, said)) => {
                let seat = seat.parse().unwrap_or_else(|_| panic!("no seat: {step:?}"));
                vec![(SeatIndex::new(seat), said)]
            }
            None => game.owing().iter().map(|seat| (seat, "decline")).collect(),
        };
        for (seat, said) in said {
            let done = game.apply(seat, &act(said), chance);
            events = done.unwrap_or_else(|refused| panic!("{step:?} of {script:?} is refused: {refused:?}"));
        }
    }
    events
}
