//! Outages, restarts, failovers, other releases, expiry.

mod keeping;
mod outages;
mod releases;
mod restarts;
mod rolls;
mod topologies;
