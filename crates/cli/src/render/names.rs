//! Who sits where.

use std::collections::BTreeMap;

use tinsel_proto::v1::{MatchState, Seat};

/// What the occupants of the seats are called.
#[derive(Debug, Clone, Default)]
pub(crate) struct Names(BTreeMap<u32, String>);

impl Names {
    pub(crate) fn note(&mut self, seat: &Seat) {
        if !seat.display_name.is_empty() {
            self.0.insert(seat.seat, seat.display_name.clone());
        }
    }

    pub(crate) fn note_all(&mut self, state: &MatchState) {
        let seats = state.r#match.as_ref().map(|m| m.seats.as_slice());
        seats.unwrap_or_default().iter().for_each(|seat| self.note(seat));
    }

    pub(crate) fn of(&self, seat: u32) -> String {
        self.0.get(&seat).cloned().unwrap_or_else(|| format!("seat {seat}"))
    }

    /// Several seats by number and name, with commas between them.
    pub(crate) fn numbered(&self, seats: &[u32]) -> String {
        let seats: Vec<_> = seats.iter().map(|seat| format!("{seat} {}", self.of(*seat))).collect();
        seats.join(", ")
    }

    /// Several names, with `between` between them.
    pub(crate) fn all(&self, seats: &[u32], between: &str) -> String {
        let names: Vec<_> = seats.iter().map(|seat| self.of(*seat)).collect();
        names.join(between)
    }
}
