//! Who holds a seat, and who decides for it.

use serde::{Deserialize, Serialize};
use tinsel_store::{RequestId, Revision};

use super::seat_grant::SeatGrant;

/// Who holds a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Occupant {
    Open,
    Player {
        name: String,
        #[serde(with = "serde_bytes")]
        nonce: Vec<u8>,
        #[serde(default)]
        conduct: SeatControl,
        /// How often a bot was let decide for it.
        #[serde(default)]
        substitutions: u32,
        /// How QuickMatch seated it; `None` if it chose the match.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sought: Option<QuickSeat>,
    },
    Bot {
        name: String,
    },
}

/// How QuickMatch seated a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct QuickSeat {
    /// The request that asked for it, as the store knows it.
    request: String,
    /// What the request was answered with, and the digest of the request.
    pub(crate) number: u32,
    pub(crate) revision: u64,
    pub(crate) fingerprint: u64,
}

impl QuickSeat {
    pub(crate) fn new(request: &RequestId, fingerprint: u64, grant: SeatGrant, revision: Revision) -> Self {
        Self {
            request: request.as_str().to_owned(),
            number: grant.number,
            revision: revision.get(),
            fingerprint,
        }
    }
}

/// Who decides for a seat that a player holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum SeatControl {
    /// The player.
    #[default]
    Own,
    /// A bot, until the player returns.
    Substituted,
    /// A bot, to the end.
    Left,
    /// Nobody: defaults are taken at once.
    Forfeited,
}

/// From where a seat's decisions come.
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
            conduct: SeatControl::Own,
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

    pub(crate) const fn conduct(&self) -> SeatControl {
        match self {
            Self::Player { conduct, .. } => *conduct,
            Self::Open | Self::Bot { .. } => SeatControl::Own,
        }
    }

    /// From where the decisions of the seat come.
    pub(super) const fn decider(&self) -> Decider {
        match self {
            Self::Open => Decider::Player,
            Self::Bot { .. } => Decider::Bot,
            Self::Player { conduct, .. } => match conduct {
                SeatControl::Own => Decider::Player,
                SeatControl::Substituted | SeatControl::Left => Decider::Bot,
                SeatControl::Forfeited => Decider::Default,
            },
        }
    }

    /// How QuickMatch seated its player, if it was by this request.
    pub(super) fn quick_seat(&self, request: &RequestId) -> Option<&QuickSeat> {
        match self {
            Self::Player { sought, .. } => sought.as_ref().filter(|quick| quick.request == request.as_str()),
            Self::Open | Self::Bot { .. } => None,
        }
    }
}
