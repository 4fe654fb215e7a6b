//! The draws of what is done in a position.

use std::num::NonZeroU32;

use tinsel_engine::Chance;

/// A draw: its name, its bound, and what comes of it, counted from 0.
pub(super) type Drawn = (&'static str, u32, u32);

/// Chance that gives exactly what is written.
pub(super) struct Script(std::vec::IntoIter<Drawn>);

impl Script {
    pub(super) fn of(drawn: Vec<Drawn>) -> Self {
        Self(drawn.into_iter())
    }

    /// Refuses draws that were written and not asked for.
    pub(super) fn finish(self) -> Result<(), String> {
        match self.0.len() {
            0 => Ok(()),
            left => Err(format!("{left} of the draws are left over")),
        }
    }
}

impl Chance for Script {
    fn below(&mut self, draw: &'static str, bound: NonZeroU32) -> u32 {
        let next = self.0.next();
        let fits = next.filter(|(name, below, value)| *name == draw && *below == bound.get() && value < below);
        let Some((_, _, value)) = fits else {
            panic!("{draw:?} below {bound} is drawn, and {next:?} is written");
        };
        value
    }
}
