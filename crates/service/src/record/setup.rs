//! The part of a match that does not change with every action.

mod grants;
mod people;
mod rematch;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tinsel_catalog::GameId;
use tinsel_engine::{BySeat, SeatCount, SeatIndex, SeatSet, Seed};
use tinsel_history::Salt;
use tinsel_store::{LobbyId, PoolId, StoreError, UnixMillis};

use super::{
    clocks::TimeControl,
    host::Host,
    occupant::{Decider, Occupant, SeatControl},
    personal::{CreateRequest, MatchName, PersonalData, PlayerData},
    plan::{Creator, Plan, Rematch, Secrets, Start, Visibility},
    seat_grant::SeatGrant,
    tenant,
};
use crate::error::RpcError;

/// How long the last change of a lobby without open seats must be over before players may start the match, by default.
const START_WITHOUT_HOST_MS: u64 = 10 * 60 * 1000;

/// The part of a match that does not change with every action.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Setup {
    game: String,
    pub(crate) rules_version: u32,
    /// The schema of the game's own state.
    game_schema: u32,
    /// The name, in a match of an earlier release.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    /// The salted hash of the name; empty without a name.
    #[serde(default, with = "serde_bytes", skip_serializing_if = "Vec::is_empty")]
    pub(crate) name_hash: Vec<u8>,
    /// The personal data, which is stored beside the record.
    #[serde(skip)]
    pub(crate) personal: PersonalData,
    pub(crate) visibility: Visibility,
    pub(crate) start: Start,
    /// The holder of the host's rights.
    #[serde(default, skip_serializing_if = "Host::is_creator")]
    pub(crate) host: Host,
    /// How often the host's rights were given to another player.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) transfers: u32,
    /// When players may start it without the host, after the last change of its lobby; `None` for the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) start_without_host_ms: Option<u64>,
    pub(crate) time_control: TimeControl,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) phase_ms: BTreeMap<String, u64>,
    created_ms: u64,
    #[serde(with = "serde_bytes")]
    server_seed: Vec<u8>,
    /// The seed of bots. Never shown: with it, a viewer could repeat the bots' decisions and so learn their hidden
    /// information.
    #[serde(with = "serde_bytes")]
    bot_seed: Vec<u8>,
    #[serde(with = "serde_bytes")]
    history_salt: [u8; 32],
    /// The game's options, until the match begins.
    #[serde(with = "serde_bytes")]
    pub(crate) options: Vec<u8>,
    pub(crate) seats: BySeat<Occupant>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) labels: BTreeMap<String, String>,
    /// Whether only its players and its host may watch it while it is in play.
    pub(crate) players_only: bool,
    /// Whether bots take over from players after two defaults in a row.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) substitute_inactive: bool,
    /// The number of the first grant of each seat.
    first_sitting: u32,
    /// How often the players of each seat have left; empty if none has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    left: Vec<u32>,
    /// The grants that the host has revoked, as numbers of seats and grants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    removed: Vec<(u8, u32)>,
    /// The grants that a new token of the same seat has replaced, as numbers of seats and grants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    replaced: Vec<(u8, u32)>,
    /// Whether it was aborted.
    pub(crate) aborted: bool,
    /// The name of the tenant that created it; empty without one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) tenant: String,
    /// The lobby that its tenant shared with others when it was created; empty if it shared none. The match stays there.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) lobby: String,
    /// The quota pool of its owner; empty without a quota.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pool: String,
    /// What it takes over from the match of which it is the rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rematch_of: Option<Box<Rematch>>,
    /// The ID of its rematch; empty without one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) rematch: String,
    /// The request that created it, in a match of an earlier release.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    created_by: Option<CreateRequest>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Setup {
    /// The setup of a match that counts in the quota `pool`.
    pub(crate) fn new(plan: Plan, secrets: Secrets, pool: Option<PoolId>, now: UnixMillis) -> Self {
        let facts = plan.game.game().facts();
        let (tenant, lobby) = plan.tenant.map(|of| (of.name, of.lobby)).unwrap_or_default();
        let mut personal = PersonalData::default();
        let mut name_hash = Vec::new();
        if !plan.name.is_empty() {
            name_hash = secrets.name_salt.of_match(&plan.name).to_vec();
            let (name, salt) = (plan.name, *secrets.name_salt.bytes());
            personal.match_name = Some(MatchName { name, salt });
        }
        let mut setup = Self {
            game: facts.id.to_owned(),
            rules_version: facts.rules_version,
            game_schema: facts.schema_version,
            name: String::new(),
            name_hash,
            personal,
            visibility: plan.visibility,
            start: plan.start,
            host: Host::Creator,
            transfers: 0,
            start_without_host_ms: plan.start_without_host_ms,
            time_control: plan.times.plain,
            phase_ms: plan.times.phase_ms,
            created_ms: now.0,
            server_seed: secrets.server_seed.to_vec(),
            history_salt: secrets.history_salt,
            bot_seed: secrets.bot_seed.to_vec(),
            options: plan.options,
            seats: BySeat::from_fn(plan.seats, |_| Occupant::Open),
            labels: plan.labels,
            players_only: plan.players_only,
            substitute_inactive: plan.substitute_inactive,
            first_sitting: secrets.first_sitting,
            left: Vec::new(),
            removed: Vec::new(),
            replaced: Vec::new(),
            aborted: false,
            tenant,
            lobby,
            pool: pool.map(|pool| pool.to_string()).unwrap_or_default(),
            rematch_of: None,
            rematch: String::new(),
            created_by: None,
        };
        if let Some(Creator {
            seat,
            name,
            nonce,
            reference,
        }) = plan.creator
        {
            let mut player = PlayerData::new(seat, name, secrets.creator_salt, None);
            player.is_creator = true;
            setup.seat_player(player.of(reference), nonce);
        }
        setup.follow(plan.rematch);
        setup
    }

    /// The lobby that lists the match; `None` for that of matches without a tenant.
    pub(crate) fn lobby_id(&self) -> Option<LobbyId> {
        (!self.tenant.is_empty()).then(|| tenant::lobby_id(&self.tenant, &self.lobby))
    }

    /// The quota pool of its owner; `None` without a quota.
    pub(crate) fn pool(&self) -> Option<PoolId> {
        self.pool.parse().ok()
    }

    /// The game. Fails for a game, a game schema or rules that this release does not know.
    pub(crate) fn game(&self) -> Result<GameId, StoreError> {
        let newer = |what, stored, known| Err(StoreError::FromTheFuture { what, stored, known });
        let Some(game) = GameId::parse(&self.game) else {
            return newer("a game that is unknown, of schema", self.game_schema, 0);
        };
        let facts = game.game().facts();
        if self.game_schema > facts.schema_version {
            newer("game schema", self.game_schema, facts.schema_version)
        } else if self.rules_version > facts.rules_version {
            newer("rules version", self.rules_version, facts.rules_version)
        } else {
            Ok(game)
        }
    }

    /// The name of the game, for labels; `_OTHER` for one that this release does not know.
    pub(crate) fn game_label(&self) -> &'static str {
        self.game().map_or("_OTHER", GameId::as_str)
    }

    pub(crate) const fn created(&self) -> UnixMillis {
        UnixMillis(self.created_ms)
    }

    pub(crate) fn server_seed(&self) -> &[u8] {
        &self.server_seed
    }

    /// The setup without the game's options. After the start the game state contains them; stored twice, they could be
    /// as large as the rest of the record.
    pub(crate) fn without_options(&self) -> Self {
        Self {
            options: Vec::new(),
            ..self.clone()
        }
    }

    /// The setup as a later release could write it. See [`crate::testkit::Newer`].
    #[cfg(feature = "testkit")]
    pub(crate) fn newer(&self, game: &str, (schemas, rules): (u32, u32)) -> Self {
        Self {
            game: game.to_owned(),
            game_schema: self.game_schema.saturating_add(schemas),
            rules_version: self.rules_version.saturating_add(rules),
            ..self.clone()
        }
    }

    /// The same setup with other random secrets.
    #[cfg(test)]
    pub(crate) fn seeded(&self, secrets: Secrets) -> Self {
        Self {
            server_seed: secrets.server_seed.to_vec(),
            bot_seed: secrets.bot_seed.to_vec(),
            ..self.clone()
        }
    }

    pub(crate) fn bot_seed(&self) -> &[u8] {
        &self.bot_seed
    }

    pub(crate) fn seed_commitment(&self) -> Vec<u8> {
        tinsel_history::commitment(&self.server_seed).to_vec()
    }

    pub(crate) const fn history_salt(&self) -> &[u8] {
        &self.history_salt
    }

    /// The key of the commitment hashes of its history.
    pub(crate) const fn salt(&self) -> Salt {
        Salt::new(self.history_salt)
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

    /// The seats whose players decide.
    pub(crate) fn players(&self) -> SeatSet {
        let decider = self.deciders();
        let seats = self.seats.enumerate();
        let players = seats.filter(|(_, occupant)| decider(occupant) == Decider::Player);
        players.map(|(seat, _)| seat).collect()
    }

    /// The time limits in a phase of the game.
    pub(crate) fn time_in(&self, phase: &str) -> TimeControl {
        let own = self.phase_ms.get(phase);
        own.map_or(self.time_control, |ms| TimeControl::PerDecision { ms: *ms })
    }

    /// The seat of this number.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub(crate) fn seat(&self, number: u32) -> Result<SeatIndex, RpcError> {
        seat(self.seats.seats(), number)
    }

    /// How long the last change of the lobby must be over before players may start the match without its host; `None` if
    /// it starts when it is full.
    pub(crate) fn start_without_host_ms(&self) -> Option<u64> {
        let ms = self.start_without_host_ms.unwrap_or(START_WITHOUT_HOST_MS);
        (self.start == Start::ByHost).then_some(ms)
    }

    /// When players may start the match without its host, if its lobby last changed at `changed`; `None` while seats are
    /// open, and if it starts when it is full.
    pub(crate) fn start_without_host(&self, changed: UnixMillis) -> Option<UnixMillis> {
        let ms = self.start_without_host_ms().filter(|_| self.open_seats().is_empty())?;
        Some(UnixMillis(changed.0.saturating_add(ms)))
    }

    /// The seat whose player is the host.
    pub(crate) fn host_seat(&self) -> Option<SeatIndex> {
        match self.host {
            Host::Seat(SeatGrant { seat, .. }) => Some(seat),
            Host::Creator => None,
        }
    }

    /// The source of a seat's decisions.
    pub(crate) fn decider(&self, seat: SeatIndex) -> Decider {
        self.seats.get(seat).map_or(Decider::Player, self.deciders())
    }

    /// The source of an occupant's decisions. It depends on all seats, and is determined for all of them at once.
    fn deciders(&self) -> impl Fn(&Occupant) -> Decider + use<> {
        let is_given_up = self.is_given_up();
        move |occupant| {
            if is_given_up {
                Decider::Default
            } else {
                occupant.decider()
            }
        }
    }

    /// The seats that have forfeited.
    pub(crate) fn forfeited(&self) -> SeatSet {
        let given_up = |occupant: &Occupant| occupant.control() == SeatControl::Forfeited;
        let seats = self.seats.enumerate().filter(|(_, occupant)| given_up(occupant));
        seats.map(|(seat, _)| seat).collect()
    }

    /// Whether at most one seat has not forfeited, so that the match has no opponents left.
    fn is_given_up(&self) -> bool {
        let forfeited = self.forfeited().len();
        forfeited > 0 && forfeited.saturating_add(1) >= u32::from(self.seats.seats().get())
    }
}

/// The seat of this number in a match with `seats` seats.
///
/// # Errors
///
/// If there is none.
pub(crate) fn seat(seats: SeatCount, number: u32) -> Result<SeatIndex, RpcError> {
    let seat = u8::try_from(number).ok().map(SeatIndex::new);
    seat.filter(|seat| seats.has(*seat))
        .ok_or_else(|| RpcError::NoSuchSeat {
            last: seats.get().saturating_sub(1),
        })
}
