//! Ends a match early.

use tinsel_proto::v1::{MatchAborted, match_event};
use tinsel_store::UnixMillis;

use super::transition::{PendingEntry, Transition};
use crate::{
    error::RpcError,
    record::{MatchRecord, Setup, log_entry::LogEntry},
};

/// Ends a match that is not over. Its game state stays as it is, and no decision is pending any more.
///
/// # Errors
///
/// If the match is over.
pub(crate) fn abort(record: &MatchRecord, now: UnixMillis) -> Result<Transition, RpcError> {
    if record.is_over() {
        return Err(RpcError::MatchOver);
    }
    let mut setup = Setup::clone(&record.setup);
    setup.aborted = true;
    let mut aborted = LogEntry::new(now);
    aborted.tell(match_event::Event::MatchAborted(MatchAborted {
        server_seed: setup.server_seed().to_vec().into(),
    }));
    let entry = PendingEntry::new(aborted, record.play.as_ref());
    Ok(Transition::new(record.with_setup(setup)?, vec![entry]))
}

#[cfg(test)]
mod tests;
