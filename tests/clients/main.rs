//! Tests of the client libraries in all languages: the checks of `tinsel conformance`, mutants that fail them, and matches of
//! every game while servers are replaced.
//!
//! The tests of a library that needs a tool are in a module with the tool's name. Where no registry offers a tool,
//! `make test-clients` leaves out its tests and lists them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail by panicking"
)]

mod go_client;
mod library;
mod plain;
mod python_clients;
mod rust;
mod typescript_client;
mod versions;
