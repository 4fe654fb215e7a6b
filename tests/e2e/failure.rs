//! Outages, restarts, failovers, other releases, expiry.

mod archiving;
mod fleet;
mod keeping;
mod moving;
mod outages;
mod releases;
mod restarts;
mod rolls;
mod topologies;
