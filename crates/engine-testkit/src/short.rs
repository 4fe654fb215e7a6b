//! Short functions for the tests of games. They name seats by number.

use tinsel_engine::{Chance, Events, GameEngine, RejectCode, SeatIndex, SeatSet, Viewer};

use crate::{Draws, event_name, rng, seat, written};

/// The view of a spectator.
pub fn spectated<G: GameEngine>(game: &G) -> G::View {
    game.view(Viewer::Spectator, SeatSet::EMPTY)
}

/// The view of a seat.
pub fn seen<G: GameEngine>(game: &G, index: u8) -> G::View {
    game.view(Viewer::Seat(seat(index)), SeatSet::EMPTY)
}

/// The legal actions of a seat.
pub fn legal<G: GameEngine>(game: &G, index: u8) -> G::Legal {
    game.legal(Viewer::Seat(seat(index)))
}

/// The numbers of seats.
pub fn numbers(seats: impl IntoIterator<Item = SeatIndex>) -> Vec<u8> {
    seats.into_iter().map(SeatIndex::get).collect()
}

/// The names of the events that `viewer` receives.
pub fn names<E: serde::Serialize>(events: &Events<E>, viewer: Viewer) -> Vec<String> {
    events.seen_by(viewer).map(event_name).collect()
}

/// A seat decides, with exactly these draws.
///
/// # Panics
///
/// The game refuses the action, or draws otherwise.
#[track_caller]
pub fn act_with<G: GameEngine>(
    game: &mut G,
    index: u8,
    action: &G::Action,
    script: impl IntoIterator<Item = (&'static str, u32, u32)>,
) -> Events<G::Event> {
    let mut chance = Draws::new(script);
    let events = match game.apply(seat(index), action, &mut chance) {
        Ok(events) => events,
        Err(rejected) => panic!("seat {index}: {} is refused: {}", written(action), rejected.code()),
    };
    chance.assert_all_used();
    events
}

/// A seat's clock runs out, with exactly these draws.
///
/// # Panics
///
/// The seat owes no decision, or the game draws otherwise.
#[track_caller]
pub fn away<G: GameEngine>(
    game: &mut G,
    index: u8,
    script: impl IntoIterator<Item = (&'static str, u32, u32)>,
) -> Events<G::Event> {
    let mut chance = Draws::new(script);
    let events = absent(game, seat(index), &mut chance);
    chance.assert_all_used();
    events
}

/// Applies the defaults of all seats that owe a decision; returns the events of the last one.
///
/// # Panics
///
/// A seat has no default.
#[track_caller]
pub fn all_absent<G: GameEngine>(game: &mut G, chance: &mut dyn Chance) -> Events<G::Event> {
    let seats = game.owing().iter();
    let events = seats.map(|seat| absent(game, seat, chance));
    events.last().unwrap_or_default()
}

#[track_caller]
fn absent<G: GameEngine>(game: &mut G, seat: SeatIndex, chance: &mut dyn Chance) -> Events<G::Event> {
    match game.absent(seat) {
        Ok(made) => game.commit(made, SeatSet::EMPTY, chance),
        Err(rejected) => panic!("{seat} has no default: {}", rejected.code()),
    }
}

/// The default of a seat, as `pending_decisions` shows it; checks that it is legal and that the server would play it.
///
/// # Panics
///
/// The seat does not see its default, or the server plays another one.
#[track_caller]
pub fn default_of<G: GameEngine>(game: &G, index: u8) -> G::Action {
    let waiting = game.pending_decisions(Viewer::Seat(seat(index)));
    let decision = waiting.into_iter().find(|decision| decision.seat == seat(index));
    let action = decision.and_then(|decision| decision.default.action);
    let action = action.unwrap_or_else(|| panic!("seat {index} does not see its default"));
    let (mut asked, mut away) = (game.clone(), game.clone());
    let sent = asked.apply(seat(index), &action, &mut rng(0));
    let played = absent(&mut away, seat(index), &mut rng(0));
    assert!(
        sent.is_ok_and(|sent| sent == played) && asked == away,
        "the default is done"
    );
    action
}
