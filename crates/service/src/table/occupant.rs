//! Who holds a seat, and who decides for it.

use serde::{Deserialize, Serialize};
use tinsel_store::{RequestId, Revision};

use crate::{auth::Sitting, request::Request};

/// Who holds a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Occupant {
    Open,
    Player {
        name: String,
        #[serde(with = "serde_bytes")]
        nonce: Vec<u8>,
        #[serde(default)]
        conduct: Conduct,
        /// How often a bot was let decide for it.
        #[serde(default)]
        substitutions: u32,
        /// How it came to be seated with others; `None` if it chose the match.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sought: Option<Sought>,
    },
    Bot {
        name: String,
    },
}

/// How a player came to be seated with others who asked for the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sought {
    /// By what the store knows the request.
    request: String,
    /// What the request was answered with, and a hash of what it asked.
    pub(crate) number: u32,
    pub(crate) revision: u64,
    pub(crate) fingerprint: u64,
}

impl Sought {
    pub(crate) fn new(request: &Request, sitting: Sitting, revision: Revision) -> Self {
        Self {
            request: request.name().as_str().to_owned(),
            number: sitting.number,
            revision: revision.get(),
            fingerprint: request.fingerprint(),
        }
    }
}

/// Who decides for a seat that a player holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Conduct {
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

    pub(crate) const fn conduct(&self) -> Conduct {
        match self {
            Self::Player { conduct, .. } => *conduct,
            Self::Open | Self::Bot { .. } => Conduct::Own,
        }
    }

    /// From where the decisions of the seat come.
    pub(super) const fn decider(&self) -> Decider {
        match self {
            Self::Open => Decider::Player,
            Self::Bot { .. } => Decider::Bot,
            Self::Player { conduct, .. } => match conduct {
                Conduct::Own => Decider::Player,
                Conduct::Substituted | Conduct::Left => Decider::Bot,
                Conduct::Forfeited => Decider::Default,
            },
        }
    }

    /// How its player was seated with others, if it was by this request.
    pub(super) fn sought_by(&self, request: &RequestId) -> Option<&Sought> {
        match self {
            Self::Player { sought, .. } => sought.as_ref().filter(|sought| sought.request == request.as_str()),
            Self::Open | Self::Bot { .. } => None,
        }
    }
}
