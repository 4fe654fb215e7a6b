//! The players of the seats during a match, the control of each seat, and the host's seat, as public events state them.

use tinsel_engine::{SeatIndex, SeatSet};
use tinsel_proto::v1::{HostChanged, Match, Occupant, Seat, SeatControl};

/// The seats of a match and its host, as far as its events have been read.
#[derive(Debug)]
pub(super) struct Seating {
    /// All seats, in order.
    seats: Vec<Seat>,
    /// The number of the seat whose player is the host, if one is.
    host: Option<u32>,
}

impl Seating {
    /// This number of open seats.
    pub(super) fn open(seats: usize) -> Self {
        Self {
            seats: (0..).take(seats).map(open).collect(),
            host: None,
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.seats.iter().all(|seat| seat.occupant() != Occupant::Open)
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
        self.require_other_host(number)?;
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
        if control == SeatControl::Left {
            self.require_other_host(number)?;
        }
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

    /// Checks that a seat is not the host's: before its player leaves, another one is the host.
    fn require_other_host(&self, number: u32) -> Result<(), String> {
        if self.host == Some(number) {
            return Err(format!("the player of seat {number} leaves, but is the host"));
        }
        Ok(())
    }

    /// Another player is the host, or the creator.
    pub(super) fn change_host(&mut self, changed: &HostChanged) -> Result<(), String> {
        self.host = changed.seat;
        let Some(number) = changed.seat else {
            return Ok(());
        };
        let seat = self.seat(number)?;
        let can_act = matches!(seat.control(), SeatControl::Unspecified | SeatControl::Substituted);
        let holds = seat.occupant() == Occupant::Player && can_act;
        if holds && seat.display_name == changed.display_name {
            Ok(())
        } else {
            Err(format!(
                "seat {number} has the host, but no player of this name holds it"
            ))
        }
    }

    /// The seats that have forfeited.
    pub(super) fn forfeited(&self) -> SeatSet {
        let forfeited = self
            .seats
            .iter()
            .filter(|seat| seat.control() == SeatControl::Forfeited);
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

    /// Compares all seats and the host with the match at its end.
    pub(super) fn compare_all(&self, shown: &Match) -> Result<(), String> {
        self.compare(&shown.seats, |one, other| one == other)?;
        if self.host == shown.host_seat {
            Ok(())
        } else {
            Err("the host's seat differs from the exported match".to_owned())
        }
    }

    fn compare(&self, shown: &[Seat], same: impl Fn(&Seat, &Seat) -> bool) -> Result<(), String> {
        let differs = self.seats.iter().zip(shown).find(|(told, shown)| !same(told, shown));
        match differs {
            None => Ok(()),
            Some((told, _)) => Err(format!("seat {} differs from the exported match", told.seat)),
        }
    }

    fn seat(&mut self, number: u32) -> Result<&mut Seat, String> {
        let index = usize::try_from(number).ok();
        let seat = index.and_then(|index| self.seats.get_mut(index));
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
