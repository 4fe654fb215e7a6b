//! The players of the seats during a match, the control of each seat, and the host's seat, as public events state them.

use tinsel_engine::{SeatIndex, SeatSet};
use tinsel_proto::v1::{HostChanged, Match, Occupant, Seat, SeatControl, SeatOpened};

use crate::name;

/// The seats of a match and its host, as far as its events have been read.
#[derive(Debug)]
pub(super) struct Seating {
    /// All seats, in order.
    seats: Vec<Holder>,
    /// The number of the seat whose player is the host, if one is.
    host: Option<u32>,
}

/// A seat with its occupant.
#[derive(Debug)]
struct Holder {
    seat: Seat,
    /// The hash of the player's name; empty for a bot, an open seat, and in a match of an earlier release.
    hash: Vec<u8>,
    /// Whether the name was erased.
    is_erased: bool,
}

impl Holder {
    fn open(seat: u32) -> Self {
        Self {
            seat: Seat {
                seat,
                occupant: Occupant::Open.into(),
                ..Seat::default()
            },
            hash: Vec::new(),
            is_erased: false,
        }
    }

    /// Whether a name is that of the player, as far as it is known. The name can have been erased between two reads of the
    /// export: then some parts of it have the replacement.
    fn has_name(&self, name: &str) -> bool {
        let is_beside = !self.hash.is_empty();
        let is_replaced = || self.is_erased || name == name::replacement(self.seat.seat);
        self.seat.display_name == name || is_beside && is_replaced()
    }

    /// The seat, with the name as `shown` has it if that can be its name.
    fn named_as(&self, shown: &Seat) -> Seat {
        let mut seat = self.seat.clone();
        if self.has_name(&shown.display_name) {
            seat.display_name.clone_from(&shown.display_name);
        }
        seat
    }
}

impl Seating {
    /// This number of open seats.
    pub(super) fn open(seats: usize) -> Self {
        Self {
            seats: (0..).take(seats).map(Holder::open).collect(),
            host: None,
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.seats.iter().all(|held| held.seat.occupant() != Occupant::Open)
    }

    /// A player takes a seat.
    pub(super) fn take(&mut self, taken: &Seat, hash: &[u8], is_erased: bool) -> Result<(), String> {
        let holder = self.holder(taken.seat)?;
        if holder.seat.occupant() != Occupant::Open {
            return Err("the seat is already taken".to_owned());
        }
        let somebody = matches!(taken.occupant(), Occupant::Player | Occupant::Bot);
        if !somebody || taken.control() != SeatControl::Unspecified || taken.bank_left.is_some() {
            return Err("the taken seat is not valid".to_owned());
        }
        *holder = Holder {
            seat: taken.clone(),
            hash: hash.to_vec(),
            is_erased,
        };
        Ok(())
    }

    /// A player leaves the lobby, or the host removes a player or bot.
    pub(super) fn leave(&mut self, opened: &SeatOpened) -> Result<(), String> {
        let number = opened.seat;
        self.require_other_host(number)?;
        let holder = self.holder(number)?;
        let seat = &holder.seat;
        let is_removed_bot = opened.removed && seat.occupant() == Occupant::Bot;
        if seat.occupant() != Occupant::Player && !is_removed_bot {
            return Err(format!("seat {number} opens, but no player held it"));
        }
        if holder.hash != opened.occupant_hash {
            return Err("occupant_hash is not that of the player who leaves".to_owned());
        }
        if !holder.hash.is_empty() && !holder.has_name(&opened.display_name) {
            return Err("the player who leaves has another name".to_owned());
        }
        *holder = Holder::open(number);
        Ok(())
    }

    /// The control of a player's seat changes.
    pub(super) fn change(&mut self, number: u32, control: i32) -> Result<(), String> {
        let control = SeatControl::try_from(control).map_err(|_| "unknown seat control".to_owned())?;
        if control == SeatControl::Left {
            self.require_other_host(number)?;
        }
        let seat = &mut self.holder(number)?.seat;
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

    /// Checks that a player holds a seat.
    pub(super) fn require_player(&mut self, number: u32) -> Result<(), String> {
        if self.holder(number)?.seat.occupant() == Occupant::Player {
            return Ok(());
        }
        Err(format!("seat {number} gets a new token, but no player holds it"))
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
        let holder = self.holder(number)?;
        let Holder { seat, hash, .. } = &*holder;
        let can_act = matches!(seat.control(), SeatControl::Unspecified | SeatControl::Substituted);
        let holds = seat.occupant() == Occupant::Player && can_act;
        let is_name = holder.has_name(&changed.display_name);
        if holds && is_name && *hash == changed.occupant_hash {
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
            .filter(|held| held.seat.control() == SeatControl::Forfeited);
        let seats = forfeited.filter_map(|held| u8::try_from(held.seat.seat).ok());
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
        let mut seats = self.seats.iter().zip(shown);
        match seats.find(|(told, shown)| !same(&told.named_as(shown), shown)) {
            None => Ok(()),
            Some((_, shown)) => Err(format!("seat {} differs from the exported match", shown.seat)),
        }
    }

    fn holder(&mut self, number: u32) -> Result<&mut Holder, String> {
        let index = usize::try_from(number).ok();
        let holder = index.and_then(|index| self.seats.get_mut(index));
        holder.ok_or_else(|| format!("unknown seat {number}"))
    }
}
