//! The personal data of a match. Record and log contain only salted hashes of it, so it can be erased without a change of
//! them.

use std::fmt;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use tinsel_engine::{SeatIndex, SeatSet};
use tinsel_history::NameSalt;
use tinsel_proto::v1;
use tinsel_store::{PersonalChange, RequestId, StoreError};

use super::{
    codec::{unreadable, unwritable},
    occupant::JoinRequest,
};

/// The names that people chose, and the digests of the requests that contained them.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PersonalData {
    /// The name of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) match_name: Option<MatchName>,
    /// The present and former players, in the order in which they took their seats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    players: Vec<PlayerData>,
    /// The request that created the match; `None` if its caller cannot repeat it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) created_by: Option<CreateRequest>,
    /// The bytes that the store has or gets; empty without data. Valid after [`read`](Self::read) and [`encode`](Self::encode).
    #[serde(skip)]
    encoded: Bytes,
}

/// The name of a match.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MatchName {
    pub(super) name: String,
    #[serde(with = "serde_bytes")]
    pub(super) salt: [u8; NameSalt::LENGTH],
}

/// The data of one player of a seat.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PlayerData {
    pub(crate) name: String,
    seat: SeatIndex,
    #[serde(with = "serde_bytes")]
    salt: [u8; NameSalt::LENGTH],
    /// The salted hash of the name, by which record and log refer to the player.
    #[serde(with = "serde_bytes")]
    hash: [u8; 32],
    /// The request that seated the player; `None` if the player cannot repeat it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) joined: Option<JoinRequest>,
    /// The platform's reference to the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reference: Option<PlayerRef>,
    /// Whether the host has removed the player.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_removed: bool,
    /// Whether the player created the match, so that the request contained the name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_creator: bool,
    /// The other requests that contained the reference, as in the store.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    requests: Vec<String>,
}

/// A platform's reference to one of its users.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct PlayerRef {
    /// The holder of the platform's API key.
    pub(crate) tenant: String,
    pub(crate) id: String,
}

/// The request that created a match.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CreateRequest {
    /// The idempotency key, as in the store.
    pub(super) request: String,
    /// The digest of its content.
    pub(super) fingerprint: u64,
}

impl PlayerRef {
    /// A reference as a call names it.
    pub(crate) fn of(v1::PlayerRef { tenant, player_ref }: v1::PlayerRef) -> Self {
        Self { tenant, id: player_ref }
    }
}

impl PlayerData {
    pub(crate) fn new(seat: SeatIndex, name: String, salt: NameSalt, joined: Option<JoinRequest>) -> Self {
        Self {
            hash: salt.of_player(&name),
            name,
            seat,
            salt: *salt.bytes(),
            joined,
            reference: None,
            is_removed: false,
            is_creator: false,
            requests: Vec::new(),
        }
    }

    /// The same player as this user of a platform.
    pub(crate) fn of(self, reference: Option<PlayerRef>) -> Self {
        Self { reference, ..self }
    }

    pub(crate) const fn seat(&self) -> SeatIndex {
        self.seat
    }

    pub(crate) const fn hash(&self) -> &[u8; 32] {
        &self.hash
    }

    pub(crate) const fn salt(&self) -> &[u8] {
        &self.salt
    }
}

impl PersonalData {
    pub(crate) fn read(stored: &Bytes) -> Result<Self, StoreError> {
        if stored.is_empty() {
            return Ok(Self::default());
        }
        let read: Self = rmp_serde::from_slice(stored).map_err(unreadable("the personal data"))?;
        Ok(Self {
            encoded: stored.clone(),
            ..read
        })
    }

    /// Updates the bytes to store after changes.
    pub(crate) fn encode(&mut self) -> Result<(), StoreError> {
        let is_empty = self.match_name.is_none() && self.players.is_empty() && self.created_by.is_none();
        self.encoded = match is_empty {
            true => Bytes::new(),
            false => rmp_serde::to_vec_named(self).map_err(unwritable)?.into(),
        };
        Ok(())
    }

    /// The bytes to store; empty without data.
    pub(crate) const fn encoded(&self) -> &Bytes {
        &self.encoded
    }

    /// The change from `before` to this data; `None` if it is the same. The responses of requests that contained erased
    /// names or references are forgotten, because their digests cover them.
    pub(super) fn change_of(&self, before: &Self) -> Option<PersonalChange> {
        if self.encoded == before.encoded {
            return None;
        }
        let kept: Vec<_> = self.requests().collect();
        let forgotten = before.requests().filter(|request| !kept.contains(request));
        Some(PersonalChange {
            data: self.encoded.clone(),
            forgotten: forgotten.filter_map(|request| request.parse().ok()).collect(),
        })
    }

    /// The requests that contained names or references, as in the store.
    fn requests(&self) -> impl Iterator<Item = &str> {
        let created = self.created_by.iter().map(|created| &created.request);
        let players = self.players.iter().flat_map(|player| {
            let joined = player.joined.iter().map(|joined| &joined.request);
            joined.chain(&player.requests)
        });
        created.chain(players).map(String::as_str)
    }

    /// The data of the player with this hash in the record or the log; `None` after it was erased.
    pub(crate) fn player(&self, hash: &[u8]) -> Option<&PlayerData> {
        self.players.iter().find(|player| player.hash == hash)
    }

    /// Adds a player who takes a seat.
    pub(super) fn add(&mut self, player: PlayerData) {
        self.players.push(player);
    }

    /// Notes that the host has removed a player.
    pub(super) fn remove(&mut self, hash: &[u8]) {
        if let Some(player) = self.player_mut(hash) {
            player.is_removed = true;
        }
    }

    /// Notes a request that contained the reference of a player.
    pub(super) fn note_request(&mut self, hash: &[u8], request: &RequestId) {
        if let Some(player) = self.player_mut(hash) {
            player.requests.push(request.as_str().to_owned());
        }
    }

    fn player_mut(&mut self, hash: &[u8]) -> Option<&mut PlayerData> {
        self.players.iter_mut().find(|player| player.hash == hash)
    }

    /// The users of platforms among the present and former players.
    pub(crate) fn references(&self) -> impl Iterator<Item = &PlayerRef> {
        self.players.iter().filter_map(|player| player.reference.as_ref())
    }

    /// Whether the host has removed this user of a platform.
    pub(crate) fn has_removed(&self, reference: &PlayerRef) -> bool {
        let mut removed = self.players.iter().filter(|player| player.is_removed);
        removed.any(|player| player.reference.as_ref() == Some(reference))
    }

    /// The present and former players that an erasure concerns.
    pub(crate) fn concerned<'a>(&'a self, erasure: &'a Erasure) -> impl Iterator<Item = &'a PlayerData> {
        self.players.iter().filter(|player| erasure.concerns(player))
    }

    /// The users of platforms that an erasure concerns. It also names a user whose data is already erased.
    pub(crate) fn references_of(&self, erasure: &Erasure) -> Vec<PlayerRef> {
        let named = match erasure {
            Erasure::Player(player) => Some(player.clone()),
            Erasure::Seat(_) | Erasure::MatchName => None,
        };
        let players = self.concerned(erasure).filter_map(|player| player.reference.clone());
        players.chain(named).collect()
    }

    /// The seats of the players that an erasure concerns.
    pub(crate) fn seats_of(&self, erasure: &Erasure) -> SeatSet {
        self.concerned(erasure).map(|player| player.seat).collect()
    }

    /// Erases names and references, with the requests that contained them.
    pub(crate) fn erase(&mut self, erasure: &Erasure) {
        let is_match_name = *erasure == Erasure::MatchName;
        if is_match_name {
            self.match_name = None;
        }
        if is_match_name || self.concerned(erasure).any(|player| player.is_creator) {
            self.created_by = None;
        }
        self.players.retain(|player| !erasure.concerns(player));
    }

    /// Whether it contains any of these names.
    pub(crate) fn contains(&self, erasure: &Erasure) -> bool {
        let is_match_name = *erasure == Erasure::MatchName && self.match_name.is_some();
        is_match_name || self.concerned(erasure).next().is_some()
    }
}

/// The names to erase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Erasure {
    /// Those of all present and former players of a seat.
    Seat(SeatIndex),
    /// Those of a user of a platform, with the reference.
    Player(PlayerRef),
    /// That of the match.
    MatchName,
}

impl Erasure {
    fn concerns(&self, player: &PlayerData) -> bool {
        match self {
            Self::Seat(seat) => player.seat == *seat,
            Self::Player(reference) => player.reference.as_ref() == Some(reference),
            Self::MatchName => false,
        }
    }
}

/// Logs must not contain personal data.
macro_rules! redacted {
    ($($Name:ident),*) => {
        $(impl fmt::Debug for $Name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($Name), "(…)"))
            }
        })*
    };
}

redacted!(PersonalData, MatchName, PlayerData, PlayerRef, CreateRequest);
