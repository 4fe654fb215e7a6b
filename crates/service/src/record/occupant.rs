//! The occupant of a seat, and the control of its decisions.

use serde::{Deserialize, Serialize};
use tinsel_store::{RequestId, Revision, UnixMillis};

use super::seat_grant::SeatGrant;

/// The occupant of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Occupant {
    Open,
    Player {
        name: String,
        #[serde(with = "serde_bytes")]
        nonce: Vec<u8>,
        control: SeatControl,
        /// The number of substitutions so far.
        substitutions: u32,
        /// The QuickMatch request that seated the player; `None` if the player chose the match.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sought: Option<QuickSeat>,
    },
    Bot {
        name: String,
    },
}

/// The QuickMatch request that seated a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct QuickSeat {
    /// The idempotency key of the request, as in the store.
    request: String,
    /// The response to the request, and the digest of the request.
    pub(crate) number: u32,
    pub(crate) revision: u64,
    pub(crate) fingerprint: u64,
    /// When the player took the seat.
    since_ms: u64,
}

impl QuickSeat {
    /// The data of a seat that is taken at this revision and time.
    pub(crate) fn new(
        request: &RequestId,
        fingerprint: u64,
        grant: SeatGrant,
        (revision, now): (Revision, UnixMillis),
    ) -> Self {
        Self {
            request: request.as_str().to_owned(),
            number: grant.number,
            revision: revision.get(),
            fingerprint,
            since_ms: now.0,
        }
    }
}

/// The control of a seat that a player holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum SeatControl {
    /// The player.
    #[default]
    Own,
    /// A bot, until the player returns.
    Substituted,
    /// A bot, to the end.
    Left,
    /// Forfeited: the server takes defaults at once.
    Forfeited,
}

/// The source of a seat's decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decider {
    /// A call of its player.
    Player,
    /// The server's bot.
    Bot,
    /// The game's default.
    Default,
}

impl Occupant {
    /// A player who decides for its seat.
    pub(crate) const fn player(name: String, nonce: Vec<u8>, sought: Option<QuickSeat>) -> Self {
        Self::Player {
            name,
            nonce,
            control: SeatControl::Own,
            substitutions: 0,
            sought,
        }
    }

    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Open => "",
            Self::Player { name, .. } | Self::Bot { name } => name,
        }
    }

    pub(crate) fn nonce(&self) -> &[u8] {
        match self {
            Self::Player { nonce, .. } => nonce,
            Self::Open | Self::Bot { .. } => &[],
        }
    }

    pub(crate) const fn control(&self) -> SeatControl {
        match self {
            Self::Player { control, .. } => *control,
            Self::Open | Self::Bot { .. } => SeatControl::Own,
        }
    }

    /// The source of the seat's decisions.
    pub(super) const fn decider(&self) -> Decider {
        match self {
            Self::Open => Decider::Player,
            Self::Bot { .. } => Decider::Bot,
            Self::Player { control, .. } => match control {
                SeatControl::Own => Decider::Player,
                SeatControl::Substituted | SeatControl::Left => Decider::Bot,
                SeatControl::Forfeited => Decider::Default,
            },
        }
    }

    /// Whether it is a player whom QuickMatch seated at this time or before.
    pub(crate) fn is_seeking_since(&self, moment: UnixMillis) -> bool {
        match self {
            Self::Player { sought, .. } => sought.as_ref().is_some_and(|quick| quick.since_ms <= moment.0),
            Self::Open | Self::Bot { .. } => false,
        }
    }

    /// The QuickMatch data of its player, if this request seated the player.
    pub(super) fn quick_seat(&self, request: &RequestId) -> Option<&QuickSeat> {
        match self {
            Self::Player { sought, .. } => sought.as_ref().filter(|quick| quick.request == request.as_str()),
            Self::Open | Self::Bot { .. } => None,
        }
    }
}
