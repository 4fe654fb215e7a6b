//! What stays hidden about how decisions came about, beside what was decided.

use crate::SeatSet;

/// What other viewers may not know about how decisions came about.
///
/// A seat itself always knows how its own decisions came about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Secrecy {
    /// The current step, if it hides how its decisions come about. In any other step each decision has its own clock,
    /// and a default is public as soon as it is taken.
    pub step: Option<SecretStep>,
    /// The seats with a past decision, in this step or before, of which it is still secret whether it was a default.
    /// Their clocks, and whether they are inactive, look to others as they did before that decision.
    pub undisclosed: SeatSet,
}

/// A step in which several seats decide at the same time. All its decisions are due at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecretStep {
    /// The seats that decide in this step, whether they have decided or not.
    pub seats: SeatSet,
    /// What is hidden until the step resolves.
    pub hides: Hides,
    /// What time a seat is charged.
    pub charge: Charge,
}

/// What a step hides about the decisions of a seat from others, beside their contents. Each hides what those before it
/// hide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hides {
    /// Whether a decision was taken by default. It is public which seats have decided.
    Defaults,
    /// Of which kind a decision is. A step that hides this, and not who has decided, never discloses which decisions were
    /// defaults.
    Kinds,
    /// Which seats have decided.
    Progress,
}

/// What time a seat is charged for its decision in a secret step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charge {
    /// The time that it used itself. Others learn it once the game discloses whether the decision was a default.
    Own,
    /// The duration of the whole step, the same for all its seats: it is never disclosed how their decisions came about,
    /// and later deadlines would show what each has left.
    Shared,
}

impl Secrecy {
    /// Nothing is hidden.
    pub const NONE: Self = Self {
        step: None,
        undisclosed: SeatSet::EMPTY,
    };

    /// A step in which the seats of `owing` owe a decision and those of `decided` have decided: whether one was a default is
    /// secret until the step resolves.
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

    /// Whether the current step hides at least this.
    #[must_use]
    pub fn hides(&self, what: Hides) -> bool {
        self.step.is_some_and(|step| step.hides >= what)
    }
}
