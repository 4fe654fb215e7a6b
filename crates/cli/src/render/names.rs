//! Who sits where.

use std::collections::BTreeMap;

use tinsel_proto::v1::{Match, MatchState, Seat, SeatControl};

/// What the occupants of the seats are called, and who decides for them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Names(BTreeMap<u32, Occupant>);

#[derive(Debug, Clone)]
struct Occupant {
    name: String,
    control: SeatControl,
}

impl Names {
    pub(crate) fn note(&mut self, seat: &Seat) {
        if !seat.display_name.is_empty() {
            let occupant = Occupant {
                name: seat.display_name.clone(),
                control: seat.control(),
            };
            self.0.insert(seat.seat, occupant);
        }
    }

    pub(crate) fn note_all(&mut self, state: &MatchState) {
        if let Some(of) = &state.r#match {
            self.note_seats(of);
        }
    }

    pub(crate) fn note_seats(&mut self, of: &Match) {
        of.seats.iter().for_each(|seat| self.note(seat));
    }

    /// Notes who decides for a seat from now on.
    pub(crate) fn note_control(&mut self, seat: u32, control: SeatControl) {
        if let Some(occupant) = self.0.get_mut(&seat) {
            occupant.control = control;
        }
    }

    /// Notes that nobody holds a seat any more.
    pub(crate) fn forget(&mut self, seat: u32) {
        self.0.remove(&seat);
    }

    /// What the occupant of a seat is called, if that was told.
    pub(crate) fn known(&self, seat: u32) -> Option<&str> {
        self.0.get(&seat).map(|occupant| occupant.name.as_str())
    }

    pub(crate) fn of(&self, seat: u32) -> String {
        self.known(seat).map_or_else(|| format!("seat {seat}"), str::to_owned)
    }

    /// A name, with who decides behind it where that is somebody else.
    pub(crate) fn with_conduct(&self, seat: u32) -> String {
        let control = self.0.get(&seat).map(|occupant| occupant.control);
        let mark = match control {
            Some(SeatControl::Unspecified) | None => "",
            Some(SeatControl::Substituted) => " (a bot for now)",
            Some(SeatControl::Left) => " (left)",
            Some(SeatControl::Forfeited) => " (forfeited)",
        };
        format!("{}{mark}", self.of(seat))
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
