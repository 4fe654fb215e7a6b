//! Classifies errors of commands, for connections and for callers of the store.

use ::redis::{ErrorKind, RedisError, ServerErrorKind};

use crate::StoreError;

/// Whether another connection may work: this one has ended, does not answer, or leads to a server that is now a
/// replica.
pub(super) fn is_broken(error: &RedisError) -> bool {
    let replica = [ServerErrorKind::ReadOnly, ServerErrorKind::MasterDown].map(ErrorKind::Server);
    error.is_unrecoverable_error() || error.is_io_error() || replica.contains(&error.kind())
}

/// The store error of a failed command. It contains the cause, but no data of the command.
pub(super) fn failure(error: &RedisError) -> StoreError {
    let code = error.code().unwrap_or_default();
    if code == "WRONGTYPE" || error.kind() == ErrorKind::UnexpectedReturnType {
        return StoreError::Corrupt("a key of another type".to_owned());
    }
    let what = if error.is_timeout() {
        "timed out"
    } else if error.kind() == ErrorKind::Client {
        // This text is ours, not a server's.
        error.detail().unwrap_or("not sent")
    } else {
        error.category()
    };
    StoreError::Unavailable(if code.is_empty() {
        what.to_owned()
    } else {
        format!("{what} ({code})")
    })
}

/// An error that no server reported.
pub(super) fn failed(why: &str) -> RedisError {
    (ErrorKind::Client, "failed", why.to_owned()).into()
}
