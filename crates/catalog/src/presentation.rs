//! The presentation of any game as messages. One conversion for all games.

mod answer;
mod form;
mod scene;
mod text;

use tinsel_engine::{GameFacts, SeatIndex};

pub use answer::{NotAnAnswer, read as read_answer, write as write_answer};
pub use scene::component as write_component;

/// Writes presentations of one match.
#[derive(Clone, Copy)]
pub struct Writer<'a> {
    /// The ID of the game, which every key begins with.
    game: &'static str,
    /// The name of a seat's occupant.
    name: &'a dyn Fn(SeatIndex) -> String,
}

impl<'a> Writer<'a> {
    /// A writer for a match of this game, in which seats have these names.
    #[must_use]
    pub const fn new(facts: &GameFacts, name: &'a dyn Fn(SeatIndex) -> String) -> Self {
        Self { game: facts.id, name }
    }

    /// A writer for sentences that do not depend on the game.
    #[must_use]
    pub const fn of_platform(name: &'a dyn Fn(SeatIndex) -> String) -> Self {
        Self { game: "tinsel", name }
    }
}

impl std::fmt::Debug for Writer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Writer({})", self.game)
    }
}
