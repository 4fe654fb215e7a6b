//! The occupant of a seat, and the control of its decisions.

use serde::{Deserialize, Serialize};
use tinsel_store::{RequestId, Revision, UnixMillis};

use super::seat_grant::SeatGrant;

/// The occupant of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Occupant {
    Open,
    Player {
        /// The hash of the name, by which the personal data of the match contains it. Empty in a match of an earlier release.
        #[serde(default, with = "serde_bytes", skip_serializing_if = "Vec::is_empty")]
        hash: Vec<u8>,
        /// The name, in a match of an earlier release.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        name: String,
        #[serde(with = "serde_bytes")]
        nonce: Vec<u8>,
        control: SeatControl,
        /// The number of substitutions so far.
        substitutions: u32,
        /// The request that seated the player, in a match of an earlier release.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        joined: Option<JoinRequest>,
    },
    Bot {
        name: String,
    },
}

/// The request that seated a player. A repeated one finds the seat, also when the match no longer stores the response.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct JoinRequest {
    /// The idempotency key, as in the store.
    pub(super) request: String,
    /// The digest of its content.
    pub(crate) fingerprint: u64,
    /// The grant and the revision in the response. The player may have given up the seat since.
    pub(crate) number: u32,
    pub(crate) revision: u64,
    /// When the player took the seat; `None` if the player chose the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    since_ms: Option<u64>,
}

impl JoinRequest {
    /// The request of a player who chose the match, with the grant of a seat that it takes at this revision.
    pub(crate) fn new((request, fingerprint): (&RequestId, u64), grant: SeatGrant, revision: Revision) -> Self {
        Self {
            request: request.as_str().to_owned(),
            fingerprint,
            number: grant.number,
            revision: revision.get(),
            since_ms: None,
        }
    }

    /// Whether QuickMatch seated the player at this time or before.
    pub(super) fn is_seeking_since(&self, moment: UnixMillis) -> bool {
        self.since_ms.is_some_and(|since| since <= moment.0)
    }

    /// The request of a player for whom QuickMatch chose the match at this time.
    pub(crate) fn quick(self, now: UnixMillis) -> Self {
        Self {
            since_ms: Some(now.0),
            ..self
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
    /// A player who decides for its seat. The setup has the player's data.
    pub(super) const fn player(hash: Vec<u8>, nonce: Vec<u8>) -> Self {
        Self::Player {
            hash,
            name: String::new(),
            nonce,
            control: SeatControl::Own,
            substitutions: 0,
            joined: None,
        }
    }

    /// The hash of a player's name; empty for others, and in a match of an earlier release.
    pub(crate) fn hash(&self) -> &[u8] {
        match self {
            Self::Player { hash, .. } => hash,
            Self::Open | Self::Bot { .. } => &[],
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
}
