//! The presence of players in a match, as far as replicas were asked for it.

use std::collections::{BTreeMap, BTreeSet};

use super::seat_grant::SeatGrant;

/// How long a player must not have been seen to be absent, in milliseconds.
pub(crate) const ABSENT_MS: u64 = 60_000;

/// Whether the players of seats are absent. It is asked only if a command depends on it.
#[derive(Debug, Clone, Default)]
pub(crate) struct SeatPresence(BTreeMap<SeatGrant, bool>);

static NOTHING: SeatPresence = SeatPresence(BTreeMap::new());

impl SeatPresence {
    /// Nothing was asked.
    pub(crate) const UNKNOWN: &Self = &NOTHING;

    /// Whether the player of a seat is absent; `None` if that was not asked.
    pub(crate) fn is_absent(&self, grant: SeatGrant) -> Option<bool> {
        self.0.get(&grant).copied()
    }

    /// Records the answer to a question for these seats, some of which are absent.
    pub(crate) fn answered(&mut self, asked: BTreeSet<SeatGrant>, absent: &BTreeSet<SeatGrant>) {
        self.0
            .extend(asked.into_iter().map(|grant| (grant, absent.contains(&grant))));
    }
}
