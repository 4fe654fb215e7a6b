//! The time that a player has, and the time until which a match is stored.

use std::time::{SystemTime, UNIX_EPOCH};

use prost_types::Timestamp;
use tinsel_proto::v1::{Match, MatchPhase, MatchState};

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

/// The time at which a match is deleted, as a line; empty if it is unknown.
pub(crate) fn expiry_line(of: &Match) -> String {
    match (expiry(of), of.phase()) {
        (at, _) if at.is_empty() => at,
        (at, MatchPhase::Lobby) => format!("Stored until {at}; joining extends it.\n"),
        (at, _) => format!("Stored until {at}.\n"),
    }
}

/// The time at which a match is deleted, such as `2026-12-05T14:30:00Z`; empty if it is unknown.
pub(crate) fn expiry(of: &Match) -> String {
    let at = of.expire_time.map(|at| Timestamp { nanos: 0, ..at });
    at.map(|at| at.to_string()).unwrap_or_default()
}
