//! The play of a match that has begun.

use std::sync::Arc;

use tinsel_catalog::AnyMatch;
use tinsel_engine::{BySeat, SeatIndex, SeatSet, Secrecy};
use tinsel_store::UnixMillis;

use super::{
    clocks::{Clocks, StepTime},
    setup::Setup,
};

/// The game of a match that has begun.
#[derive(Debug, Clone)]
pub(crate) struct Play {
    pub(crate) game: Arc<dyn AnyMatch>,
    pub(crate) clocks: Clocks,
    /// The number of the pending decision of each seat, or else of its next one. It increases, and never exceeds the
    /// number of the next revision.
    pub(crate) numbers: Arc<BySeat<u32>>,
}

impl Play {
    /// The play of a match at its start.
    pub(crate) fn start(setup: &Setup, game: Arc<dyn AnyMatch>, now: UnixMillis) -> Self {
        let first = Self::step_time_of(setup, &*game);
        let (seats, players) = (setup.seats.seats(), setup.players());
        let clocks = Clocks::start(setup.time_control, first, seats, players, now);
        let numbers = Arc::new(BySeat::from_fn(seats, |_| 1));
        Self { game, clocks, numbers }
    }

    /// The same play with other clocks.
    pub(crate) fn with_clocks(&self, clocks: Clocks) -> Self {
        Self { clocks, ..self.clone() }
    }

    /// The deadline of a seat's pending decision, if a player decides for the seat; `None` without a time limit.
    pub(crate) fn deadline(&self, setup: &Setup, seat: SeatIndex) -> Option<UnixMillis> {
        self.clocks.deadline(self.step_time(setup), seat)
    }

    /// The time limits of the current step.
    pub(crate) fn step_time(&self, setup: &Setup) -> StepTime {
        Self::step_time_of(setup, &*self.game)
    }

    /// The time limits of a game's current step.
    pub(crate) fn step_time_of(setup: &Setup, game: &dyn AnyMatch) -> StepTime {
        StepTime {
            control: setup.time_in(game.phase_name()),
            secrecy: game.secrecy(),
        }
    }

    /// The seats with a pending decision, as all viewers see it.
    pub(crate) fn awaited(&self) -> SeatSet {
        self.game.awaited()
    }

    /// The secrecy of the current step.
    pub(crate) fn secrecy(&self) -> Secrecy {
        self.game.secrecy()
    }
}
