//! The pending decisions of a match, as a viewer sees them.

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
    pub sentence: &'static str,
    /// The action itself, if the viewer may know it and no draw decides it.
    pub action: Option<A>,
}

/// A default action, described for client developers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DefaultFacts {
    /// The name of the decision: one of the game's `ActionFacts`.
    pub decision: &'static str,
    /// The rule's short name, in `UPPER_SNAKE`.
    pub code: &'static str,
    /// The rule as a sentence. It contains nothing that a viewer may not know.
    pub sentence: &'static str,
}

impl DefaultFacts {
    /// The default of a decision, with its code and its sentence.
    #[must_use]
    pub const fn new(decision: &'static str, code: &'static str, sentence: &'static str) -> Self {
        Self {
            decision,
            code,
            sentence,
        }
    }

    /// The pending decision of a seat with this default. The action is set if the viewer may know it.
    #[must_use]
    pub const fn pending<A>(self, seat: SeatIndex, action: Option<A>) -> Decision<A> {
        Decision {
            seat,
            action: self.decision,
            default: DefaultAction {
                code: self.code,
                sentence: self.sentence,
                action,
            },
        }
    }
}
