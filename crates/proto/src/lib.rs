//! The services of everything under `proto/`, generated, and the messages of [`tinsel_messages`] beside them.
//!
//! Modules follow the packages: `tinsel.v1` is [`v1`], and each game has its own below [`games`]. [`archive`] is for
//! readers of archived matches.

#![forbid(unsafe_code)]

/// The generated code, one module for each package with services.
#[allow(clippy::all)]
#[rustfmt::skip]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/services.rs"));
}

pub use tinsel_messages::{DESCRIPTORS, archive, games};

/// The services of the platform, and its messages.
pub mod v1 {
    pub use crate::generated::tinsel::v1::*;
    pub use tinsel_messages::v1::*;
}
