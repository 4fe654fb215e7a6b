//! The facts about how decisions were made that stay hidden, beside their contents.

use crate::SeatSet;

/// The facts about how decisions were made that other viewers may not know.
///
/// A seat itself always knows how its own decisions were made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Secrecy {
    /// The current step, if it hides how its decisions are made. In any other step each decision has its own clock, and
    /// a default is public as soon as it applies.
    pub step: Option<SecretStep>,
    /// The seats with a past decision, in this step or before, that is not yet disclosed as a default or an action.
    /// Others still see their clocks and their inactivity as they were before that decision.
    pub undisclosed: SeatSet,
}

/// A step in which several seats decide at the same time. All its decisions are due at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecretStep {
    /// The seats that decide in this step, whether they have decided or not.
    pub seats: SeatSet,
    /// The facts that stay hidden until the step resolves.
    pub hides: Hides,
    /// The time that the clock of a seat is charged.
    pub charge: Charge,
}

/// The facts about decisions that a step hides from other seats, beside their contents. Each level also hides the facts
/// of the levels before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hides {
    /// Whether a decision was a default. Which seats have decided is public.
    Defaults,
    /// The kind of a decision. A step that hides this, but not which seats have decided, never discloses which
    /// decisions were defaults.
    Kinds,
    /// Which seats have decided.
    Progress,
}

/// The time that a secret step charges a seat for its decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charge {
    /// The time that it used itself. Others learn it once the game discloses whether the decision was a default.
    Own,
    /// The duration of the whole step, equal for all its seats. The game never discloses how they decided, and later
    /// deadlines would disclose how much time each seat has left.
    Shared,
}

impl Secrecy {
    /// Nothing is hidden.
    pub const NONE: Self = Self {
        step: None,
        undisclosed: SeatSet::EMPTY,
    };

    /// A step in which the seats of `owing` must decide and those of `decided` have decided: whether a decision was a
    /// default is secret until the step resolves.
    #[must_use]
    pub fn until_resolved(owing: SeatSet, decided: SeatSet) -> Self {
        Self {
            step: Some(SecretStep {
                seats: owing.iter().chain(decided.iter()).collect(),
                hides: Hides::Defaults,
                charge: Charge::Own,
            }),
            undisclosed: decided,
        }
    }

    /// Whether the current step hides this or more.
    #[must_use]
    pub fn hides(&self, what: Hides) -> bool {
        self.step.is_some_and(|step| step.hides >= what)
    }
}
