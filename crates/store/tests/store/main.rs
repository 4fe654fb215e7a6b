//! The stores against real Redis servers: standalone, Sentinel and Cluster.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::cognitive_complexity,
    clippy::print_stdout,
    reason = "tests fail by panicking, their assertions count as branches, and how long a failover took is worth a line"
)]

mod condition;
mod failover;
mod load;
mod lost_connection;
mod marks;
mod memory;
mod moving;
mod permissions;
mod redis_only;
mod suite;
mod tls;
