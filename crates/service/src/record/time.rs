//! Times as messages.

use prost_types::{Duration, Timestamp};
use tinsel_store::UnixMillis;

pub(crate) fn timestamp(moment: UnixMillis) -> Timestamp {
    let (seconds, millis) = (moment.0 / 1000, moment.0 % 1000);
    Timestamp {
        seconds: i64::try_from(seconds).unwrap_or(i64::MAX),
        nanos: i32::try_from(millis * 1_000_000).unwrap_or(0),
    }
}

pub(crate) fn duration(ms: u64) -> Duration {
    let (seconds, millis) = (ms / 1000, ms % 1000);
    Duration {
        seconds: i64::try_from(seconds).unwrap_or(i64::MAX),
        nanos: i32::try_from(millis * 1_000_000).unwrap_or(0),
    }
}
