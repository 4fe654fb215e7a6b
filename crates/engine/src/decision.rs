//! What a match waits for, as told to a viewer.

use std::borrow::Cow;

use crate::SeatIndex;

/// A decision that a seat owes, as one viewer may know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision<A> {
    /// The seat that owes it.
    pub seat: SeatIndex,
    /// The name of the action that is expected, as in the specification.
    pub action: &'static str,
    /// What happens if the seat stays away.
    pub default: DefaultAction<A>,
}

/// What happens if a seat stays away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefaultAction<A> {
    /// The rule's short name, in `UPPER_SNAKE`.
    pub code: &'static str,
    /// The rule in a sentence. Says nothing the viewer may not know.
    pub sentence: Cow<'static, str>,
    /// The action itself, where the viewer may know it and it is not drawn by chance.
    pub action: Option<A>,
}
