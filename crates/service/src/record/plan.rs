//! The requested properties and the random secrets of a new match.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tinsel_catalog::GameId;
use tinsel_engine::BySeat;

use super::{clocks::Times, occupant::Occupant};
use crate::settings::Entropy;

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
    pub(crate) seats: BySeat<Occupant>,
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
}

impl Secrets {
    pub(crate) fn draw(entropy: &dyn Entropy) -> Self {
        let mut secrets = Self {
            server_seed: [0; 32],
            history_salt: [0; 32],
            bot_seed: [0; 32],
            first_sitting: 0,
        };
        let mut first_sitting = [0; 4];
        entropy.fill(&mut secrets.server_seed);
        entropy.fill(&mut secrets.history_salt);
        entropy.fill(&mut secrets.bot_seed);
        entropy.fill(&mut first_sitting);
        secrets.first_sitting = u32::from_le_bytes(first_sitting);
        secrets
    }
}
