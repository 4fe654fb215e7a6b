//! Everything that can be done about a match, as one type.

use tinsel_catalog::Action;
use tinsel_store::{RequestId, Revision};

use super::repair::{Audit, Repair};
use crate::record::SeatGrant;

/// What a caller, an operator or the server itself does about a match.
#[derive(Debug)]
pub(crate) enum Command {
    /// A player takes a seat; the first open one if none is named.
    Join {
        player: Player,
        seat: Option<u32>,
        /// Whether the match was named by its join code.
        by_code: bool,
    },
    /// QuickMatch seats a player, by this request.
    JoinQuick {
        player: Player,
        request: RequestId,
        fingerprint: u64,
    },
    /// A bot takes a seat.
    AddBot { name: Option<String>, seat: Option<u32> },
    /// Play begins.
    Start,
    /// A player decides.
    Submit {
        grant: SeatGrant,
        action: Action,
        /// The revision that the player has seen, if the call names it.
        expected: Option<Revision>,
    },
    /// A player gives up its seat: in the lobby it is open again, in play a bot takes over.
    Leave(SeatGrant),
    /// A player gives up the match.
    Forfeit(SeatGrant),
    /// A bot decides for a seat until its player returns.
    Substitute(Substituted),
    /// A player decides again.
    Return(SeatGrant),
    /// The host ends the match.
    Abort,
    /// An operator repairs the match.
    Repair {
        repair: Repair,
        audit: Audit,
        expected: Option<Revision>,
    },
    /// An operator looks at what is hidden.
    Reveal(Audit),
    /// The server takes the defaults that are due.
    TakeDue,
    /// The server decides for bots and for seats that have forfeited.
    MoveBots,
}

/// A player who asks for a seat.
#[derive(Debug, Clone)]
pub(crate) struct Player {
    pub(crate) name: String,
    pub(crate) nonce: Vec<u8>,
}

/// The seat that a bot takes over, and the caller that asks for it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Substituted {
    /// Its player asks.
    Own(SeatGrant),
    /// The host asks, for the seat with this number.
    ByHost(u32),
}
