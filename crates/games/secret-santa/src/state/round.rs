//! One round, and the cards on the table.

use serde::{Deserialize, Serialize};
use tinsel_engine::{SeatIndex, SeatSet, Wire};

use crate::components::{Cards, Gift, Special, Value};

/// The current round, or the interlude after it; before the first round, number 0.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Round {
    pub(crate) number: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) leader: Option<SeatIndex>,
    /// The seats that are out for the rest of the round (SS-16).
    pub(crate) passed: SeatSet,
    /// The seats that made a play, standing or not.
    pub(crate) played: SeatSet,
    /// The seat that Scrooge named for this round (SS-64).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) barred: Option<SeatIndex>,
    /// The seat that Scrooge named for the coming round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) named: Option<SeatIndex>,
    /// The standing plays, in order of play.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) plays: Vec<Play>,
    /// The special cards on the table that belong to no play, in order of play.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) specials: Vec<Used>,
    /// The seats that went out in this round and have not been assigned a place yet, in the order of going out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) gone: Vec<SeatIndex>,
    /// The winner, once the round has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) winner: Option<SeatIndex>,
}

/// A set of cards that a seat laid in one turn and that stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Play {
    /// The seat that laid it.
    pub seat: SeatIndex,
    /// The cards.
    pub laid: Laid,
}

/// The cards of one turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Laid {
    /// Gifts of one value, at least one, and Elves that copy them (SS-27, SS-28).
    Gifts {
        /// The gift.
        gift: Gift,
        /// The number of real gifts.
        gifts: u8,
        /// The number of Elves.
        elves: u8,
    },
    /// Special cards as gifts of value 0 (SS-29).
    Zeros(Cards),
}

/// A special card on the table, in no play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Wire)]
#[wire(as = UsedSpecial)]
pub struct Used {
    /// The seat that played it.
    pub seat: SeatIndex,
    /// The special card.
    pub special: Special,
}

impl Laid {
    /// Its value.
    #[must_use]
    pub const fn value(&self) -> Value {
        match self {
            Self::Gifts { gift, .. } => gift.value(),
            Self::Zeros(_) => Value::ZERO,
        }
    }

    /// The number of its cards.
    #[must_use]
    pub fn count(&self) -> u8 {
        match self {
            // SS-27
            Self::Gifts { gifts, elves, .. } => gifts.saturating_add(*elves),
            Self::Zeros(cards) => cards.len(),
        }
    }

    /// The cards themselves: an Elf is an Elf again.
    // SS-R64
    #[must_use]
    pub fn cards(&self) -> Cards {
        match self {
            Self::Gifts { gift, gifts, elves } => Cards::of(*gift, *gifts).plus(&Cards::of(Special::Elves, *elves)),
            Self::Zeros(cards) => *cards,
        }
    }
}

impl Round {
    /// The play to beat.
    pub(crate) fn top(&self) -> Option<&Play> {
        self.plays.last()
    }

    /// The number of cards of each play, unless the table is empty.
    // SS-12, SS-47
    pub(crate) fn count(&self) -> Option<u8> {
        self.top().map(|play| play.laid.count())
    }

    /// The value to beat, unless the table is empty.
    // SS-14
    pub(crate) fn to_beat(&self) -> Option<Value> {
        self.top().map(|play| play.laid.value())
    }

    /// All cards on the table.
    pub(crate) fn table(&self) -> Cards {
        let mut table: Cards = self.specials.iter().map(|used| (used.special.into(), 1)).collect();
        for play in &self.plays {
            table.add_all(&play.laid.cards());
        }
        table
    }
}
