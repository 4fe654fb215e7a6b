//! What a match was.
//!
//! The history of a match is a list of messages, one [`HistoryEntry`](tinsel_proto::v1::HistoryEntry) for each revision.
//! A hash chain runs through them ([`Link`]), a finished match can be played again from them ([`begin`], [`decide`]),
//! and what a server says of it can be checked by doing both ([`verify`]). The service that writes the chain and
//! whoever checks it share the code here, so there is one definition of what is hashed.
//!
//! # What a hash may show
//!
//! What is hidden in a game is often one of a few: which five of twelve presents, a bid of 0 to 10. Whoever had the
//! hash of such a state could try them all. So
//!
//! - a [`Seal`], the only hash that depends on anything hidden, is keyed with a [`Salt`] of 256 random bits that is
//!   drawn for the match alone. It does not follow from the server seed, which is revealed at the end of every match.
//!   Without the salt nothing can be tried, and seals of different matches have nothing to do with each other.
//! - no seal and no link is shown while the match goes on. A key would do for secrecy; but so nobody ever has to
//!   think about what a player could learn from a hash that differs, or from one that does not.
//! - the salt is revealed when the match has ended and its game discloses everything, and otherwise never.
//! - a [`Link`] is made from seals and from what everyone was told, and so shows no more than they do.

mod chain;
mod fair;
mod replay;
mod verify;

pub use chain::{EncodedDecision, EncodedEntry, EncodedEvent, Link, Linked, Salt, Seal};
pub use fair::{commitment, seed, seed_of};
pub use replay::{Unplayable, begin, decide, outcome, told};
pub use verify::{Checked, FORMAT_VERSION, Place, Verified, Wrong, verify};
