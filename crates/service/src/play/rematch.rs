//! Rematches: the players of a match take their seats of the next one.

use tinsel_engine::SeatIndex;
use tinsel_proto::v1::{RematchCreated, match_event};
use tinsel_store::{MatchId, UnixMillis};

use super::{
    command::Player,
    lobby::{self, Newcomer},
    not_applied::NotApplied,
    transition::{PendingEntry, Transition},
};
use crate::{
    error::RpcError,
    record::{MatchRecord, SeatPresence, Setup, display_name, log_entry::LogEntry},
};

/// Gives a seat of the rematch to the player of the old match, whether or not the seat is still reserved.
///
/// # Errors
///
/// If another player has taken the seat, or play has begun.
pub(super) fn claim(
    record: &MatchRecord,
    now: UnixMillis,
    player: &Player,
    seat: SeatIndex,
    presence: &SeatPresence,
) -> Result<Transition, NotApplied> {
    lobby::require_lobby(record)?;
    lobby::require_open(&record.setup, seat)?;
    let setup = &record.setup;
    // A stranger may have the name in the rematch.
    let name = display_name::numbered(&player.name, |name| !setup.has_name(name));
    let joined = player.joining(record, setup.seat_grant(seat));
    lobby::seat_newcomer(
        record,
        now,
        seat,
        presence,
        Newcomer::claiming(player, name, seat, joined),
    )
}

/// Notes the rematch of a match that is over.
///
/// # Errors
///
/// If it is not over, or has a rematch.
pub(super) fn note(record: &MatchRecord, now: UnixMillis, rematch: MatchId) -> Result<Transition, RpcError> {
    if !record.is_over() {
        return Err(RpcError::MatchNotOver);
    }
    if !record.setup.rematch.is_empty() {
        return Err(RpcError::RematchClosed);
    }
    let mut setup = Setup::clone(&record.setup);
    setup.rematch = rematch.to_string();
    let mut entry = LogEntry::new(now);
    let match_id = rematch.to_string();
    entry.tell(match_event::Event::RematchCreated(RematchCreated { match_id }));
    let entry = PendingEntry::new(entry, record.play.as_ref());
    Ok(Transition::new(record.with_setup(setup)?, vec![entry]))
}
