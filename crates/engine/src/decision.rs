//! The pending decisions of a match, as a viewer sees them.

use std::borrow::Cow;

use crate::SeatIndex;

/// A pending decision of a seat, as one viewer may know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision<A> {
    /// The seat that must decide.
    pub seat: SeatIndex,
    /// The name of the decision: one of the game's `ActionFacts`.
    pub action: &'static str,
    /// The default action, which applies if the seat does not decide.
    pub default: DefaultAction<A>,
}

/// The rule that decides for an inactive seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefaultAction<A> {
    /// The rule's short name, in `UPPER_SNAKE`.
    pub code: &'static str,
    /// The rule as a sentence. It contains nothing that the viewer may not know.
    pub sentence: Cow<'static, str>,
    /// The action itself, if the viewer may know it and no draw decides it.
    pub action: Option<A>,
}
