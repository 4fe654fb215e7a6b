//! Every game behind one type: its messages, forms and texts.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests fail by panicking, and print the largest sizes"
)]

mod answers;
mod extremes;
mod golden;
mod sizes;
mod vectors;
