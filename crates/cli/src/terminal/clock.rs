//! The time that a player has.

use std::time::{SystemTime, UNIX_EPOCH};

use prost_types::Timestamp;
use tinsel_proto::v1::MatchState;

/// The time until the deadline of a seat's pending decision, such as `4:59`; `None` without a time limit.
pub(crate) fn time_left(state: &MatchState, seat: u32, now: SystemTime) -> Option<String> {
    let pending = &state.r#match.as_ref()?.pending_decisions;
    let own = pending.iter().find(|decision| decision.seat() == seat)?;
    let deadline: &Timestamp = own.deadline.as_ref()?;
    let now = now.duration_since(UNIX_EPOCH).ok()?.as_secs();
    let left = u64::try_from(deadline.seconds).ok()?.saturating_sub(now);
    Some(match (left / 3600, left / 60 % 60, left % 60) {
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    })
}
