//! The history of a match.
//!
//! It is a list of messages, one [`HistoryEntry`](tinsel_proto::v1::HistoryEntry) for each revision. A hash chain
//! connects them ([`ChainHash`]), and a finished match can be replayed from them ([`begin`], [`decide`]). [`verify`] uses
//! both to check the server's statements. The service that writes the chain and the tools that verify it share this
//! code, so there is one definition of the hashed bytes.
//!
//! # Disclosure of hashes
//!
//! A hidden fact of a game is often one of a few: five of twelve presents, or a bid of 0 to 10. An attacker with an
//! unkeyed hash of such a state could try all of them. So:
//!
//! - A [`Commitment`] is the only hash that depends on hidden facts. It is keyed with a [`Salt`] of 256 random bits, drawn
//!   for this match alone. The salt does not follow from the server seed, which is revealed at the end of every match.
//!   An attacker without the salt cannot try values, and commitments of different matches are unrelated.
//! - The server shows no hash before the end of the match. The key alone would keep the secret; this rule
//!   removes the question of whether players learn from hashes that differ or agree.
//! - The server reveals the salt if the match has ended and its game discloses everything, and otherwise never.
//! - A [`ChainHash`] is made from commitments and public events, and so discloses no more than they do.

mod chain;
mod encoded_entry;
mod fair;
mod name;
mod replay;
mod verify;

pub use chain::{ChainHash, Commitment, Linked, Salt};
pub use encoded_entry::{EncodedDecision, EncodedEntry, EncodedEvent, PublicEntry};
pub use fair::{commitment, seed, seed_of};
pub use name::{NameSalt, replacement};
pub use replay::{Unplayable, begin, decide, history_event, outcome};
pub use verify::{Checked, Erased, FORMAT_VERSION, Location, Verified, VerifyError, verify};
