//! Limits of calls, streams, connections and matches.

mod calls;
mod compression;
mod quotas;
mod refusal_sizes;
