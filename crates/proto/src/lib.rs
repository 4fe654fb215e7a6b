//! Code generated from everything under `proto/`, and nothing else.
//!
//! Modules follow the packages: `tinsel.v1` is [`v1`], and each game has its own below [`games`].

/// What the protos generate, one module for each package.
#[allow(
    clippy::all,
    clippy::nursery,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    unused_qualifications,
    rust_2018_idioms,
    clippy::missing_errors_doc,
    reason = "generated code is not ours to style"
)]
#[rustfmt::skip]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/tinsel.rs"));
}

pub use generated::tinsel::{games, v1};

/// All descriptors, as a serialised `FileDescriptorSet` with source information: what reflection serves.
pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));
