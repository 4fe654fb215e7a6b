//! The promises of the client, tested over real connections against a scripted server.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "these are tests; helpers of tests are not covered by allow-unwrap-in-tests"
)]

#[path = "client/answering.rs"]
mod answering;
#[path = "client/fake.rs"]
mod fake;
#[path = "client/history.rs"]
mod history;
#[path = "client/meeting.rs"]
mod meeting;
#[path = "client/repeating.rs"]
mod repeating;
#[cfg(feature = "opentelemetry")]
#[path = "client/traces.rs"]
mod traces;
#[path = "client/watching.rs"]
mod watching;
