//! Who sits where in the course of a match, and who decides there, as everyone was told.

use tinsel_engine::{SeatIndex, SeatSet};
use tinsel_proto::v1::{Conduct, Occupant, Seat};

/// All seats, in order.
#[derive(Debug)]
pub(super) struct Seating(Vec<Seat>);

impl Seating {
    /// So many open seats.
    pub(super) fn open(seats: usize) -> Self {
        Self((0..).take(seats).map(open).collect())
    }

    pub(super) fn is_full(&self) -> bool {
        self.0.iter().all(|seat| seat.occupant() != Occupant::Open)
    }

    /// Somebody takes a seat.
    pub(super) fn take(&mut self, taken: &Seat) -> Result<(), String> {
        let seat = self.seat(taken.seat)?;
        if seat.occupant() != Occupant::Open {
            return Err("it takes a seat that is taken".to_owned());
        }
        let somebody = matches!(taken.occupant(), Occupant::Player | Occupant::Bot);
        if !somebody || taken.conduct() != Conduct::Unspecified || taken.bank_left.is_some() {
            return Err("nobody takes a seat so".to_owned());
        }
        *seat = taken.clone();
        Ok(())
    }

    /// A player leaves the lobby.
    pub(super) fn leave(&mut self, number: u32) -> Result<(), String> {
        let seat = self.seat(number)?;
        if seat.occupant() != Occupant::Player {
            return Err(format!("seat {number} opens, and no player had it"));
        }
        *seat = open(number);
        Ok(())
    }

    /// Somebody else decides for a player.
    pub(super) fn change(&mut self, number: u32, conduct: i32) -> Result<(), String> {
        let conduct = Conduct::try_from(conduct).map_err(|_| "it says of nobody that he decides".to_owned())?;
        let seat = self.seat(number)?;
        let may = match (seat.conduct(), conduct) {
            (Conduct::Unspecified, Conduct::Substituted | Conduct::Left | Conduct::Forfeited)
            | (Conduct::Substituted, Conduct::Unspecified | Conduct::Left | Conduct::Forfeited)
            // Who has forfeited may leave.
            | (Conduct::Forfeited, Conduct::Forfeited) => true,
            (Conduct::Unspecified | Conduct::Substituted | Conduct::Left | Conduct::Forfeited, _) => false,
        };
        if seat.occupant() != Occupant::Player || !may {
            let (from, to) = (seat.conduct().as_str_name(), conduct.as_str_name());
            return Err(format!(
                "seat {number} goes over from {from} to {to}, which no seat does"
            ));
        }
        seat.set_conduct(conduct);
        Ok(())
    }

    /// Who has forfeited.
    pub(super) fn forfeited(&self) -> SeatSet {
        let forfeited = self.0.iter().filter(|seat| seat.conduct() == Conduct::Forfeited);
        let seats = forfeited.filter_map(|seat| u8::try_from(seat.seat).ok());
        seats.map(SeatIndex::new).collect()
    }

    /// Compares who sits where with what is said of the match at its end, where conduct may still change.
    pub(super) fn compare_holders(&self, shown: &[Seat]) -> Result<(), String> {
        let held = |seat: &Seat| Seat {
            conduct: Conduct::Unspecified.into(),
            ..seat.clone()
        };
        self.compare(shown, |one, other| held(one) == held(other))
    }

    /// Compares all seats with what is said of the match at its end.
    pub(super) fn compare_all(&self, shown: &[Seat]) -> Result<(), String> {
        self.compare(shown, |one, other| one == other)
    }

    fn compare(&self, shown: &[Seat], same: impl Fn(&Seat, &Seat) -> bool) -> Result<(), String> {
        let differs = self.0.iter().zip(shown).find(|(told, shown)| !same(told, shown));
        match differs {
            None => Ok(()),
            Some((told, _)) => Err(format!("seat {} is not as is said of the match", told.seat)),
        }
    }

    fn seat(&mut self, number: u32) -> Result<&mut Seat, String> {
        let place = usize::try_from(number).ok();
        let seat = place.and_then(|place| self.0.get_mut(place));
        seat.ok_or_else(|| format!("there is no seat {number}"))
    }
}

fn open(seat: u32) -> Seat {
    Seat {
        seat,
        occupant: Occupant::Open.into(),
        ..Seat::default()
    }
}
