//! What of a match does not change with every action.

use serde::{Deserialize, Serialize};
use tinsel_catalog::GameId;
use tinsel_engine::{BySeat, SeatIndex, SeatSet, Seed};
use tinsel_history::Salt;
use tinsel_store::{MatchStore, PoolId, StoreError, UnixMillis};

use crate::{deps::Deps, names, open_matches::Owner, time_control::TimeControl};

/// What does not change with every action.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Setup {
    game: String,
    pub(crate) rules_version: u32,
    /// The schema of the game's own state.
    game_schema: u32,
    pub(crate) name: String,
    pub(crate) visibility: Visibility,
    pub(crate) start: Start,
    #[serde(default)]
    pub(crate) time_control: TimeControl,
    created_ms: u64,
    #[serde(with = "serde_bytes")]
    server_seed: Vec<u8>,
    /// What bots draw from. Never shown: whoever knew it could play them again, and so learn what they have hidden.
    #[serde(default, with = "serde_bytes")]
    bot_seed: Vec<u8>,
    /// Empty in matches that an earlier release created.
    #[serde(default, with = "serde_bytes", skip_serializing_if = "Vec::is_empty")]
    history_salt: Vec<u8>,
    /// The game's options, until the match begins.
    #[serde(with = "serde_bytes")]
    pub(crate) options: Vec<u8>,
    pub(crate) seats: BySeat<Occupant>,
    /// The pool of its owner's open matches; empty if nobody counts them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pool: String,
}

/// Who may find and watch a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Visibility {
    Public,
    Private,
}

/// When a match starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Start {
    WhenFull,
    ByHost,
}

/// Who holds a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Occupant {
    Open,
    Player {
        name: String,
        #[serde(with = "serde_bytes")]
        nonce: Vec<u8>,
    },
    Bot {
        name: String,
    },
}

/// How a match is to be, when it is created.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) game: GameId,
    pub(crate) name: String,
    pub(crate) visibility: Visibility,
    pub(crate) start: Start,
    pub(crate) time_control: TimeControl,
    pub(crate) options: Vec<u8>,
    pub(crate) seats: BySeat<Occupant>,
}

/// What is drawn for a match when it is created.
#[derive(Clone, Copy)]
pub(crate) struct Secrets {
    /// Promised at once, and revealed at the end.
    pub(crate) server_seed: [u8; 32],
    /// Of which nothing is known before the end, and after it only where everything is disclosed.
    pub(crate) history_salt: [u8; 32],
    /// What bots draw from; never shown.
    pub(crate) bot_seed: [u8; 32],
}

impl Secrets {
    pub(crate) fn draw<S: MatchStore>(deps: &Deps<S>) -> Self {
        Self {
            server_seed: deps.random(),
            history_salt: deps.random(),
            bot_seed: deps.random(),
        }
    }
}

impl Setup {
    pub(crate) fn new(plan: Plan, secrets: Secrets, now: UnixMillis) -> Self {
        let facts = plan.game.game().facts();
        Self {
            game: facts.id.to_owned(),
            rules_version: facts.rules_version,
            game_schema: facts.schema_version,
            name: plan.name,
            visibility: plan.visibility,
            start: plan.start,
            time_control: plan.time_control,
            created_ms: now.0,
            server_seed: secrets.server_seed.to_vec(),
            history_salt: secrets.history_salt.to_vec(),
            bot_seed: secrets.bot_seed.to_vec(),
            options: plan.options,
            seats: plan.seats,
            pool: String::new(),
        }
    }

    /// The same setup of a match that counts among the open ones of its owner.
    pub(crate) fn owned_by(self, owner: Option<Owner>) -> Self {
        let pool = owner.map(|owner| owner.pool.to_string()).unwrap_or_default();
        Self { pool, ..self }
    }

    /// The pool of its owner's open matches; `None` if nobody counts them.
    pub(crate) fn pool(&self) -> Option<PoolId> {
        self.pool.parse().ok()
    }

    /// The game. A record of a game that this release does not know, or knows an older schema of, is never opened.
    pub(crate) fn game(&self) -> Result<GameId, StoreError> {
        let game = GameId::parse(&self.game);
        let known = game.map_or(0, |game| game.game().facts().schema_version);
        match game {
            Some(game) if self.game_schema <= known => Ok(game),
            Some(_) | None => Err(StoreError::FromTheFuture {
                stored: self.game_schema,
                known,
            }),
        }
    }

    pub(crate) const fn created(&self) -> UnixMillis {
        UnixMillis(self.created_ms)
    }

    pub(crate) fn server_seed(&self) -> &[u8] {
        &self.server_seed
    }

    /// The setup of a match that begins: its game keeps the options, and twice they could be as large as all the rest.
    pub(crate) fn without_options(&self) -> Self {
        Self {
            options: Vec::new(),
            ..self.clone()
        }
    }

    /// The setup as an earlier release created it: with a server seed alone.
    #[cfg(test)]
    pub(crate) fn of_earlier_release(&self) -> Self {
        Self {
            bot_seed: Vec::new(),
            history_salt: Vec::new(),
            ..self.clone()
        }
    }

    /// The same setup with other secrets to draw from.
    #[cfg(test)]
    pub(crate) fn seeded(&self, secrets: Secrets) -> Self {
        Self {
            server_seed: secrets.server_seed.to_vec(),
            bot_seed: secrets.bot_seed.to_vec(),
            ..self.clone()
        }
    }

    /// What bots draw from. A match that an earlier release created has no seed of its own for it; there they draw from
    /// the server seed, as they did, which nobody knows before the end.
    pub(crate) fn bot_seed(&self) -> &[u8] {
        if self.bot_seed.is_empty() {
            &self.server_seed
        } else {
            &self.bot_seed
        }
    }

    pub(crate) fn seed_commitment(&self) -> Vec<u8> {
        tinsel_history::commitment(&self.server_seed).to_vec()
    }

    pub(crate) fn history_salt(&self) -> &[u8] {
        &self.history_salt
    }

    /// The key of the seals of its history; `None` in matches that an earlier release created.
    pub(crate) fn salt(&self) -> Option<Salt> {
        Salt::read(&self.history_salt)
    }

    /// The seed of the match.
    pub(crate) fn seed(&self) -> Seed {
        tinsel_history::seed(&self.server_seed, self.seats.iter().map(Occupant::nonce))
    }

    pub(crate) fn open_seats(&self) -> SeatSet {
        self.seats
            .enumerate()
            .filter(|(_, occupant)| **occupant == Occupant::Open)
            .map(|(seat, _)| seat)
            .collect()
    }

    /// Whether somebody who has a seat is called so, or so much like it that people would take one for the other.
    pub(crate) fn has_name(&self, name: &str) -> bool {
        let mut taken = self.seats.iter().filter(|occupant| **occupant != Occupant::Open);
        taken.any(|occupant| names::look_alike(occupant.name(), name))
    }

    pub(crate) fn is_bot(&self, seat: SeatIndex) -> bool {
        matches!(self.seats.get(seat), Some(Occupant::Bot { .. }))
    }
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
}
