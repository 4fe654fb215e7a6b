//! The requested properties and the random secrets of a new match.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tinsel_catalog::GameId;
use tinsel_engine::{SeatCount, SeatIndex};
use tinsel_history::NameSalt;

use super::{clocks::Times, personal::PlayerRef, tenant::Tenant};
use crate::settings::{Entropy, random};

/// The visibility of a match to others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Visibility {
    Public,
    Private,
}

/// The start condition of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Start {
    WhenFull,
    ByHost,
}

/// The requested properties of a new match.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) game: GameId,
    pub(crate) name: String,
    pub(crate) visibility: Visibility,
    pub(crate) players_only: bool,
    pub(crate) start: Start,
    pub(crate) start_without_host_ms: Option<u64>,
    pub(crate) substitute_inactive: bool,
    pub(crate) times: Times,
    pub(crate) options: Vec<u8>,
    pub(crate) labels: BTreeMap<String, String>,
    pub(crate) seats: SeatCount,
    /// The player that the creator is; `None` if it takes no seat.
    pub(crate) creator: Option<Creator>,
    /// The tenant of its creator; `None` if the creator has no API key.
    pub(crate) tenant: Option<Tenant>,
    /// What it takes over from another match, if it is a rematch.
    pub(crate) rematch: Option<RematchPlan>,
}

/// The creator of a match as its first player.
#[derive(Debug, Clone)]
pub(crate) struct Creator {
    pub(crate) seat: SeatIndex,
    pub(crate) name: String,
    pub(crate) nonce: Vec<u8>,
    /// The platform's reference to the creator.
    pub(crate) reference: Option<PlayerRef>,
}

/// What a rematch takes over from the old match, beside its properties.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Rematch {
    /// The ID of the old match.
    pub(crate) of: String,
    /// The seats that are reserved for players of the old match, and that those have not taken yet.
    pub(super) reserved: Vec<u8>,
    /// The seat that the old host's player has here, if the host had a seat.
    pub(super) host: Option<u8>,
}

/// Everything that a rematch takes over from the old match.
#[derive(Debug, Clone)]
pub(crate) struct RematchPlan {
    pub(crate) rematch: Rematch,
    /// The bots, by their seats in the rematch.
    pub(crate) bots: Vec<(SeatIndex, String)>,
}

/// The random secrets of a new match.
#[derive(Clone, Copy)]
pub(crate) struct Secrets {
    /// Its commitment is shown at once, the seed itself at the end.
    pub(crate) server_seed: [u8; 32],
    /// Never shown before the end, and after it only if the game discloses everything.
    pub(crate) history_salt: [u8; 32],
    /// The seed of bots; never shown.
    pub(crate) bot_seed: [u8; 32],
    /// The first grant number of each seat.
    pub(crate) first_sitting: u32,
    /// The salt of the name of the match.
    pub(crate) name_salt: NameSalt,
    /// The salt of the creator's name as a player.
    pub(crate) creator_salt: NameSalt,
}

impl Secrets {
    pub(crate) fn draw(entropy: &dyn Entropy) -> Self {
        Self {
            server_seed: random(entropy),
            history_salt: random(entropy),
            bot_seed: random(entropy),
            first_sitting: u32::from_le_bytes(random(entropy)),
            name_salt: NameSalt::new(random(entropy)),
            creator_salt: NameSalt::new(random(entropy)),
        }
    }
}
