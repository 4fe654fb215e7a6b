//! All changes of a match: those that somebody requests, and those that the server makes by itself.

use tinsel_catalog::Action;
use tinsel_engine::{SeatIndex, present::Answer};
use tinsel_history::NameSalt;
use tinsel_store::{MatchId, RequestId, Revision};

use super::repair::{Audit, Repair};
use crate::record::{Erasure, Host, JoinRequest, MatchRecord, PlayerRef, SeatGrant};

/// A change of a match that a caller or an operator requests.
#[derive(Debug)]
pub(crate) enum Command {
    /// A player takes the requested seat, or the first open one.
    Join {
        player: Box<Player>,
        seat: Option<u32>,
        /// Whether the request contained the join code of the match.
        by_code: bool,
    },
    /// QuickMatch seats the player of this request.
    JoinQuick(Box<Player>),
    /// The host orders a change.
    ByHost { caller: Host, change: HostCommand },
    /// Play begins. The caller is the host, or a player.
    Start(Host),
    /// A player submits a decision.
    Submit {
        grant: SeatGrant,
        submission: Submission,
        expected: Expected,
    },
    /// A player gives up its seat: in the lobby the seat is open again, in play a bot takes over.
    Leave(SeatGrant),
    /// A player forfeits the match.
    Forfeit(SeatGrant),
    /// A player lets a bot decide until the player returns.
    Substitute(SeatGrant),
    /// A player ends its substitution and decides again.
    Return(SeatGrant),
    /// An operator repairs the match.
    Repair {
        repair: Repair,
        audit: Audit,
        expected: Option<Revision>,
    },
    /// An operator views hidden information.
    Reveal(Audit),
    /// A platform replaces the token of one of its users.
    Reissue {
        player: PlayerRef,
        /// The idempotency key of the request; `None` if the caller cannot repeat it.
        request: Option<RequestId>,
    },
    /// A player of the old match takes its seat of the rematch.
    Claim { player: Box<Player>, seat: SeatIndex },
    /// A match that is over has a rematch.
    NoteRematch(MatchId),
    /// An operator erases names.
    Erase(Erasure),
}

/// A change that only the host may request.
#[derive(Debug)]
pub(crate) enum HostCommand {
    /// A bot takes a seat.
    AddBot {
        name: Option<String>,
        /// Whether the operator permits the name.
        is_permitted: bool,
        seat: Option<u32>,
    },
    /// A taken seat is open again.
    Remove { seat: u32 },
    /// A bot decides for an inactive player until the player returns.
    Substitute { seat: u32 },
    /// The player of a seat becomes the host.
    Transfer { seat: u32 },
    /// The match ends.
    Abort,
}

/// The state that a decision is for, as far as the call names it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Expected {
    pub(crate) revision: Option<Revision>,
    /// The number of the decision among those of its seat.
    pub(crate) decision: Option<u32>,
}

/// A change that the server makes by itself, if there is anything to do.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Duty {
    /// Takes due defaults.
    TakeDue,
    /// Decides for bots and for forfeited seats.
    MoveBots,
}

/// A decision as a player submits it.
#[derive(Debug)]
pub(crate) enum Submission {
    /// The game's own action.
    Action(Action),
    /// A completed form of this decision. It is read as an action of the state that it is applied to.
    Answer { decision: String, answer: Answer },
}

impl Submission {
    /// The name of the action's kind, or of the decision that the answer is for.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Action(action) => action.name(),
            Self::Answer { decision, .. } => decision.clone(),
        }
    }
}

/// A player who takes a seat.
#[derive(Debug, Clone)]
pub(crate) struct Player {
    pub(crate) name: String,
    /// Whether the operator permits the name. Part of the command, because a retry gets its first response although the name
    /// is not permitted any more.
    pub(crate) is_permitted: bool,
    /// The salt of the name.
    pub(crate) salt: NameSalt,
    pub(crate) nonce: Vec<u8>,
    /// The platform's reference to the player.
    pub(crate) reference: Option<PlayerRef>,
    /// The idempotency key of the request and its digest; `None` if the caller cannot repeat it.
    pub(crate) request: Option<(RequestId, u64)>,
}

impl Player {
    /// The request, as one that gets this grant at the next revision.
    pub(super) fn joining(&self, record: &MatchRecord, grant: SeatGrant) -> Option<JoinRequest> {
        let (name, digest) = self.request.as_ref()?;
        Some(JoinRequest::new(
            (name, *digest),
            grant,
            record.version.revision.plus(1),
        ))
    }
}
