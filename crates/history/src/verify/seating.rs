//! The players of the seats during a match and the control of each seat, as public events state them.

use tinsel_engine::{SeatIndex, SeatSet};
use tinsel_proto::v1::{Occupant, Seat, SeatControl};

/// All seats, in order.
#[derive(Debug)]
pub(super) struct Seating(Vec<Seat>);

impl Seating {
    /// This number of open seats.
    pub(super) fn open(seats: usize) -> Self {
        Self((0..).take(seats).map(open).collect())
    }

    pub(super) fn is_full(&self) -> bool {
        self.0.iter().all(|seat| seat.occupant() != Occupant::Open)
    }

    /// A player takes a seat.
    pub(super) fn take(&mut self, taken: &Seat) -> Result<(), String> {
        let seat = self.seat(taken.seat)?;
        if seat.occupant() != Occupant::Open {
            return Err("the seat is already taken".to_owned());
        }
        let somebody = matches!(taken.occupant(), Occupant::Player | Occupant::Bot);
        if !somebody || taken.control() != SeatControl::Unspecified || taken.bank_left.is_some() {
            return Err("the taken seat is not valid".to_owned());
        }
        *seat = taken.clone();
        Ok(())
    }

    /// A player leaves the lobby, or the host removes a player or bot.
    pub(super) fn leave(&mut self, number: u32, removed: bool) -> Result<(), String> {
        let seat = self.seat(number)?;
        let is_removed_bot = removed && seat.occupant() == Occupant::Bot;
        if seat.occupant() != Occupant::Player && !is_removed_bot {
            return Err(format!("seat {number} opens, but no player held it"));
        }
        *seat = open(number);
        Ok(())
    }

    /// The control of a player's seat changes.
    pub(super) fn change(&mut self, number: u32, control: i32) -> Result<(), String> {
        let control = SeatControl::try_from(control).map_err(|_| "unknown seat control".to_owned())?;
        let seat = self.seat(number)?;
        let may = match (seat.control(), control) {
            (SeatControl::Unspecified, SeatControl::Substituted | SeatControl::Left | SeatControl::Forfeited)
            | (SeatControl::Substituted, SeatControl::Unspecified | SeatControl::Left | SeatControl::Forfeited)
            // A seat that has forfeited may leave.
            | (SeatControl::Forfeited, SeatControl::Forfeited) => true,
            (SeatControl::Unspecified | SeatControl::Substituted | SeatControl::Left | SeatControl::Forfeited, _) => false,
        };
        if seat.occupant() != Occupant::Player || !may {
            let (from, to) = (seat.control().as_str_name(), control.as_str_name());
            return Err(format!(
                "seat {number} changes from {from} to {to}, which is not possible"
            ));
        }
        seat.set_control(control);
        Ok(())
    }

    /// The seats that have forfeited.
    pub(super) fn forfeited(&self) -> SeatSet {
        let forfeited = self.0.iter().filter(|seat| seat.control() == SeatControl::Forfeited);
        let seats = forfeited.filter_map(|seat| u8::try_from(seat.seat).ok());
        seats.map(SeatIndex::new).collect()
    }

    /// Compares the players of the seats with the match at its end; the control of seats may still change.
    pub(super) fn compare_holders(&self, shown: &[Seat]) -> Result<(), String> {
        let held = |seat: &Seat| Seat {
            control: SeatControl::Unspecified.into(),
            ..seat.clone()
        };
        self.compare(shown, |one, other| held(one) == held(other))
    }

    /// Compares all seats with the match at its end.
    pub(super) fn compare_all(&self, shown: &[Seat]) -> Result<(), String> {
        self.compare(shown, |one, other| one == other)
    }

    fn compare(&self, shown: &[Seat], same: impl Fn(&Seat, &Seat) -> bool) -> Result<(), String> {
        let differs = self.0.iter().zip(shown).find(|(told, shown)| !same(told, shown));
        match differs {
            None => Ok(()),
            Some((told, _)) => Err(format!("seat {} differs from the exported match", told.seat)),
        }
    }

    fn seat(&mut self, number: u32) -> Result<&mut Seat, String> {
        let index = usize::try_from(number).ok();
        let seat = index.and_then(|index| self.0.get_mut(index));
        seat.ok_or_else(|| format!("unknown seat {number}"))
    }
}

fn open(seat: u32) -> Seat {
    Seat {
        seat,
        occupant: Occupant::Open.into(),
        ..Seat::default()
    }
}
