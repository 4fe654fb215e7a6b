//! Reissues the token of a seat, for example after the player has lost the old one.

use tinsel_proto::v1::{TokenReissued, match_event};
use tinsel_store::{RequestId, UnixMillis};

use super::transition::{PendingEntry, Transition};
use crate::{
    error::RpcError,
    record::{MatchRecord, PlayerRef, SeatControl, Setup, log_entry::LogEntry},
};

/// The maximum of replaced tokens of a match. Each adds a revision, and the log of a match is limited.
const REISSUED_MAX: usize = 64;

/// Replaces the grant of a player's seat.
///
/// # Errors
///
/// If the user of a platform has no seat, or has left it.
pub(super) fn reissue(
    record: &MatchRecord,
    now: UnixMillis,
    player: &PlayerRef,
    request: Option<&RequestId>,
) -> Result<Transition, RpcError> {
    let mut setup = Setup::clone(&record.setup);
    let seat = setup.seat_of_player(player).ok_or(RpcError::PlayerNotFound)?;
    if setup.seats.at(seat).control() == SeatControl::Left {
        return Err(RpcError::SeatLeft);
    }
    if setup.times_replaced() >= REISSUED_MAX {
        return Err(RpcError::ReissuedTooOften { limit: REISSUED_MAX });
    }
    setup.replace_seat_grant(seat);
    if let Some(request) = request {
        setup.note_request(seat, request);
    }
    let seated = Some(setup.seat_grant(seat));
    let mut entry = LogEntry::new(now);
    let number = seat.get().into();
    entry.tell_seat(seat, match_event::Event::TokenReissued(TokenReissued { seat: number }));
    let entry = PendingEntry::new(entry, record.play.as_ref());
    let reissued = Transition::new(record.with_setup(setup)?, vec![entry]);
    Ok(Transition { seated, ..reissued })
}
