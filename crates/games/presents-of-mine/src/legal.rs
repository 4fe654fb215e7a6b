//! What a seat may do now, as data.

use tinsel_engine::SeatIndex;

use crate::components::{Hand, Letter};

/// What a viewer may do now. The same whatever the other seats have submitted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Legal {
    /// Nothing: the viewer owes no decision.
    Nothing,
    /// `SelectPresents` with different letters.
    Select {
        /// How many letters: five.
        count: u8,
        /// The letters to choose from, A–J.
        from: Vec<Letter>,
    },
    /// `PassPresents` with three presents in order, none of them more often than it is held.
    Pass {
        /// The seat's own hand.
        hand: Hand,
        /// The first, second and third below.
        targets: [SeatIndex; 3],
        /// The letters of which one must be taken for one of the three presents not passed; `None` in a round
        /// without replacement.
        take: Option<[Letter; 2]>,
    },
    /// `StealPresents` with one present from each victim, in order.
    Steal {
        /// The first, second and third above.
        victims: [Victim; 3],
    },
}

/// Somebody to steal from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Victim {
    /// Who.
    pub seat: SeatIndex,
    /// What can be named.
    pub hand: Hand,
}
