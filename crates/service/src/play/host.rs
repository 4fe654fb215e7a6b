//! The host's rights: their check, and their transfer.

use tinsel_engine::SeatIndex;
use tinsel_proto::v1::{HostChanged, match_event};
use tinsel_store::UnixMillis;

use super::transition::{PendingEntry, Transition};
use crate::{
    error::RpcError,
    record::{Host, MatchRecord, Occupant, SeatControl, Setup, log_entry::LogEntry},
    views::show,
};

/// The maximum of transfers in a match. Each adds a revision, and the log of a match is limited.
const TRANSFERS_MAX: u32 = 64;

/// Checks that a caller is the host.
///
/// # Errors
///
/// If it is not, or its token is revoked.
pub(super) fn require(record: &MatchRecord, caller: Host) -> Result<(), RpcError> {
    if is_host(record, caller)? {
        Ok(())
    } else {
        Err(RpcError::HostOnly)
    }
}

/// Whether a caller is the host.
///
/// # Errors
///
/// If its token is revoked.
pub(super) fn is_host(record: &MatchRecord, caller: Host) -> Result<bool, RpcError> {
    let is_host = record.setup.host == caller;
    match caller {
        Host::Seat(grant) => record.seat_of(grant).map(|_| is_host),
        Host::Creator if is_host => Ok(true),
        Host::Creator => Err(RpcError::HostTransferred),
    }
}

/// Gives the host's rights to the player of a seat.
pub(super) fn transfer(record: &MatchRecord, now: UnixMillis, number: u32) -> Result<Transition, RpcError> {
    if record.is_over() {
        return Err(RpcError::MatchOver);
    }
    let seat = record.setup.seat(number)?;
    let occupant = record.setup.seats.at(seat);
    if *occupant == Occupant::Open {
        return Err(RpcError::SeatOpen { seat });
    }
    if !can_be_host(occupant) {
        let control = show::control(occupant.control());
        return Err(RpcError::SeatNotPlayerControlled { control });
    }
    let mut setup = Setup::clone(&record.setup);
    if setup.host_seat() == Some(seat) {
        return Err(RpcError::SeatIsHost);
    }
    if setup.transfers >= TRANSFERS_MAX {
        return Err(RpcError::TransferredTooOften { limit: TRANSFERS_MAX });
    }
    setup.transfers = setup.transfers.saturating_add(1);
    setup.host = Host::Seat(setup.seat_grant(seat));
    let entry = PendingEntry::new(entry(&setup, now), record.play.as_ref());
    Ok(Transition::new(record.with_setup(setup)?, vec![entry]))
}

/// Ends the grant of a seat whose player leaves. The rights of a host go to the player of the next seat that has one, of
/// those for whom bots decide only if there is no other; and without such a seat back to the creator. Returns the log entry
/// about it.
pub(super) fn end_grant(
    setup: &mut Setup,
    seat: SeatIndex,
    now: UnixMillis,
    end: impl FnOnce(&mut Setup, SeatIndex),
) -> Option<LogEntry> {
    let was_host = setup.host_seat() == Some(seat);
    end(setup, seat);
    if !was_host {
        return None;
    }
    let after = setup.seats.enumerate().filter(|(other, _)| *other > seat);
    let before = setup.seats.enumerate().filter(|(other, _)| *other < seat);
    let holders = after.chain(before).filter(|(_, occupant)| can_be_host(occupant));
    let next = holders.min_by_key(|(_, occupant)| occupant.control() != SeatControl::Own);
    setup.host = next.map_or(Host::Creator, |(seat, _)| Host::Seat(setup.seat_grant(seat)));
    Some(entry(setup, now))
}

/// Whether a player holds the seat and can return to it.
const fn can_be_host(occupant: &Occupant) -> bool {
    match occupant {
        Occupant::Open | Occupant::Bot { .. } => false,
        Occupant::Player { control, .. } => matches!(control, SeatControl::Own | SeatControl::Substituted),
    }
}

/// The log entry about a new host.
pub(super) fn entry(setup: &Setup, now: UnixMillis) -> LogEntry {
    let seat = setup.host_seat();
    let hash = seat.map(|seat| setup.seats.at(seat).hash()).unwrap_or_default();
    // The name of a player with a hash is added when the event is delivered.
    let name = seat.filter(|_| hash.is_empty()).map(|seat| setup.name(seat));
    let mut changed = LogEntry::new(now);
    changed.tell(match_event::Event::HostChanged(HostChanged {
        seat: seat.map(|seat| seat.get().into()),
        display_name: name.unwrap_or_default(),
        occupant_hash: hash.to_vec().into(),
    }));
    changed
}

#[cfg(test)]
mod tests;
