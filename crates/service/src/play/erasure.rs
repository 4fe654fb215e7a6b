//! Erasure of names. It is a revision in every phase of a match, so that all viewers and all caches replace the names.

use tinsel_proto::v1::{NamesErased, match_event};
use tinsel_store::UnixMillis;

use super::transition::{PendingEntry, Transition};
use crate::{
    error::RpcError,
    record::{Erasure, MatchRecord, Setup, log_entry::LogEntry},
};

/// Erases names from a match, if it contains any of them.
pub(super) fn erase(record: &MatchRecord, now: UnixMillis, erasure: &Erasure) -> Result<Transition, RpcError> {
    let mut setup = Setup::clone(&record.setup);
    let seats = setup.personal.seats_of(erasure);
    setup.personal.erase(erasure);
    let told = NamesErased {
        seats: seats.iter().map(|seat| seat.get().into()).collect(),
        match_name: *erasure == Erasure::MatchName,
    };
    let mut entry = LogEntry::new(now);
    entry.tell(match_event::Event::NamesErased(told));
    let entry = PendingEntry::new(entry, record.play.as_ref());
    Ok(Transition::new(record.with_setup(setup)?, vec![entry]))
}
