//! What failed commands mean, to connections and to the store's callers.

use ::redis::{ErrorKind, RedisError, ServerErrorKind};

use crate::StoreError;

/// Whether another connection may do better: this one has ended, or fallen silent, or leads to a replica by now.
pub(super) fn is_broken(error: &RedisError) -> bool {
    let replica = [ServerErrorKind::ReadOnly, ServerErrorKind::MasterDown].map(ErrorKind::Server);
    error.is_unrecoverable_error() || error.is_io_error() || replica.contains(&error.kind())
}

/// What a failed command means to the store's callers. Says what went wrong and nothing of what was sent.
pub(super) fn failure(error: &RedisError) -> StoreError {
    let code = error.code().unwrap_or_default();
    if code == "WRONGTYPE" || error.kind() == ErrorKind::UnexpectedReturnType {
        return StoreError::Corrupt("a key of another type".to_owned());
    }
    let what = if error.is_timeout() {
        "timed out"
    } else if error.kind() == ErrorKind::Client {
        // No server's words, but ours.
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

/// A command that failed though no server said so.
pub(super) fn failed(why: &str) -> RedisError {
    (ErrorKind::Client, "failed", why.to_owned()).into()
}
