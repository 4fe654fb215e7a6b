//! The messages of everything under `proto/`, generated, and nothing else.
//!
//! Modules follow the packages: `tinsel.v1` is [`v1`], and each game has its own below [`games`]. [`archive`] is for
//! readers of archived matches.

#![forbid(unsafe_code)]

/// The generated code, one module for each package.
#[allow(clippy::all)]
#[rustfmt::skip]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/tinsel.rs"));
}

pub use generated::tinsel::{archive, games, v1};

/// All descriptors, as a serialised `FileDescriptorSet` with source information: what reflection serves.
pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));
