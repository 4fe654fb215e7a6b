//! The positions in a round's list of auctions.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Maximum number of auctions in a round.
const SLOTS_MAX: u8 = 7;

/// A position in a round's list of auctions; the first one is slot 1.
///
/// A saved state contains its number from 0; loading refuses a number that no round has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Slot(u8);

impl Slot {
    /// "The first skill in the list" (section 1.1).
    pub const FIRST: Self = Self(0);

    /// All slots that a round can have, in order.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..SLOTS_MAX).map(Self)
    }

    /// Its number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0.saturating_add(1)
    }
}

impl TryFrom<u8> for Slot {
    type Error = &'static str;

    fn try_from(index: u8) -> Result<Self, Self::Error> {
        if index < SLOTS_MAX {
            Ok(Self(index))
        } else {
            Err("a round has at most 7 slots")
        }
    }
}

impl From<Slot> for u8 {
    fn from(slot: Slot) -> Self {
        slot.0
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "slot {}", self.number())
    }
}

/// One value for each slot that a round can have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BySlot<T>([T; SLOTS_MAX as usize]);

impl<T: Copy> BySlot<Option<T>> {
    /// The value for `slot`, if there is one.
    #[must_use]
    pub fn at(&self, slot: Slot) -> Option<T> {
        self.0.get(usize::from(slot.0)).copied().flatten()
    }

    /// Sets the value for `slot`.
    pub(crate) fn put(&mut self, slot: Slot, value: T) {
        if let Some(place) = self.0.get_mut(usize::from(slot.0)) {
            *place = Some(value);
        }
    }

    /// The values with their slots, in slot order.
    pub fn iter(&self) -> impl Iterator<Item = (Slot, T)> {
        Slot::all().filter_map(|slot| Some((slot, self.at(slot)?)))
    }

    /// Whether no slot has a value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}

impl<T: Copy> FromIterator<(Slot, T)> for BySlot<Option<T>> {
    fn from_iter<I: IntoIterator<Item = (Slot, T)>>(values: I) -> Self {
        let mut by_slot = Self::default();
        for (slot, value) in values {
            by_slot.put(slot, value);
        }
        by_slot
    }
}
