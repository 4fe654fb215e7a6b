//! Tinsel as its clients use it: over sockets, on memory and Redis, on one and several replicas.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::too_many_lines,
    clippy::cognitive_complexity,
    clippy::wildcard_enum_match_arm,
    clippy::print_stderr,
    reason = "tests fail by panicking, and read from top to bottom"
)]

mod failure;
mod games;
mod limits;
mod observe;
mod operate;
mod play;
mod seats;
mod secrecy;
mod time;
mod watch;
