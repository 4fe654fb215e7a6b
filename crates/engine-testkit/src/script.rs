//! Scripted draws, and recorded draws.

use std::num::NonZeroU32;

use tinsel_engine::Chance;

/// One draw: its name, its bound and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draw {
    /// The name that the rules gave it.
    pub name: &'static str,
    /// The exclusive upper bound of the value.
    pub bound: u32,
    /// The value.
    pub value: u32,
}

/// Provides the draws of a worked example, and panics if the rules request any other.
///
/// ```
/// use tinsel_engine_testkit::Draws;
/// use tinsel_engine::Chance;
///
/// let mut chance = Draws::new([("PM-62 random theft", 4, 2)]);
/// assert_eq!(chance.below("PM-62 random theft", 4.try_into().unwrap()), 2);
/// chance.assert_all_used();
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draws {
    script: Vec<Draw>,
    used: usize,
}

impl Draws {
    /// These draws, in this order: name, bound, value.
    ///
    /// # Panics
    ///
    /// If a value is not below its bound.
    #[must_use]
    pub fn new(script: impl IntoIterator<Item = (&'static str, u32, u32)>) -> Self {
        let script: Vec<_> = script
            .into_iter()
            .map(|(name, bound, value)| Draw { name, bound, value })
            .collect();
        for draw in &script {
            assert!(
                draw.value < draw.bound,
                "the script draws {} below {} for {:?}",
                draw.value,
                draw.bound,
                draw.name
            );
        }
        Self { script, used: 0 }
    }

    /// An empty script: any draw panics.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            script: Vec::new(),
            used: 0,
        }
    }

    /// The draws of a shuffle that puts `order[i]`, an index into the unshuffled list, at place i.
    ///
    /// # Panics
    ///
    /// If `order` is not a permutation of `0..order.len()`.
    #[must_use]
    pub fn shuffle(name: &'static str, order: &[usize]) -> Vec<(&'static str, u32, u32)> {
        let mut list: Vec<usize> = (0..order.len()).collect();
        let mut draws = Vec::new();
        for i in (0..order.len()).rev() {
            let wanted = order.get(i);
            let at = list.iter().take(i + 1).position(|item| Some(item) == wanted);
            let Some(at) = at else {
                panic!("{order:?} is not an order of 0..{}", order.len())
            };
            list.swap(i, at);
            if i > 0 {
                draws.push((name, small(i + 1), small(at)));
            }
        }
        draws
    }

    /// Checks that the rules requested every draw of the script.
    ///
    /// # Panics
    ///
    /// If they did not.
    #[track_caller]
    pub fn assert_all_used(&self) {
        let left = self.script.get(self.used..).unwrap_or_default();
        assert!(left.is_empty(), "the rules never asked for {left:?}");
    }
}

fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

impl Chance for Draws {
    fn below(&mut self, draw: &'static str, bound: NonZeroU32) -> u32 {
        let asked = format!("draw {}, {draw:?} below {bound}", self.used + 1);
        let Some(next) = self.script.get(self.used) else {
            panic!("the rules ask for {asked}; the script has no more");
        };
        assert!(
            next.name == draw && next.bound == bound.get(),
            "the rules ask for {asked}; the script has {:?} below {}",
            next.name,
            next.bound
        );
        self.used += 1;
        next.value
    }
}

/// Passes every draw on to another source, and records it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording<C> {
    /// The source of the draws.
    pub chance: C,
    /// The draws so far, in order.
    pub draws: Vec<Draw>,
}

impl<C: Chance> Recording<C> {
    /// Records the draws from `chance`.
    #[must_use]
    pub const fn new(chance: C) -> Self {
        Self {
            chance,
            draws: Vec::new(),
        }
    }
}

impl<C: Chance> Chance for Recording<C> {
    fn below(&mut self, draw: &'static str, bound: NonZeroU32) -> u32 {
        let value = self.chance.below(draw, bound);
        self.draws.push(Draw {
            name: draw,
            bound: bound.get(),
            value,
        });
        value
    }
}
