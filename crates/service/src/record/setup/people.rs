//! The names of players and match, and the requests that seated them.

use tinsel_engine::SeatIndex;
use tinsel_store::{RequestId, UnixMillis};

use super::Setup;
use crate::record::{JoinRequest, Occupant, PlayerData, PlayerRef, display_name, personal::CreateRequest};

impl Setup {
    /// The name of the match; empty if it has none, or if it was erased.
    pub(crate) fn match_name(&self) -> &str {
        let name = self.personal.match_name.as_ref().map(|salted| &salted.name);
        name.unwrap_or(&self.name)
    }

    /// The salt of the name of the match; empty if it has none, if it was erased, and in a match of an earlier release.
    pub(crate) fn name_salt(&self) -> &[u8] {
        let salt = self.personal.match_name.as_ref().map(|salted| &salted.salt[..]);
        salt.unwrap_or_default()
    }

    /// The name of a seat's occupant, or its replacement if it was erased; empty for an open seat.
    pub(crate) fn name(&self, seat: SeatIndex) -> String {
        match self.seats.get(seat) {
            Some(Occupant::Player { hash, .. }) if !hash.is_empty() => self.name_of(seat.get().into(), hash),
            Some(Occupant::Player { name, .. } | Occupant::Bot { name }) => name.clone(),
            Some(Occupant::Open) | None => String::new(),
        }
    }

    /// The personal data of the player of a seat; `None` if it was erased, and in a match of an earlier release.
    pub(crate) fn player(&self, seat: SeatIndex) -> Option<&PlayerData> {
        self.personal.player(self.seats.get(seat)?.hash())
    }

    /// The name of the player with this hash in the record or the log; the replacement if it was erased.
    pub(crate) fn name_of(&self, seat: u32, hash: &[u8]) -> String {
        let player = self.personal.player(hash);
        player.map_or_else(|| tinsel_history::replacement(seat), |player| player.name.clone())
    }

    /// Whether a seated player or bot has this name, or one that people could confuse with it.
    pub(crate) fn has_name(&self, name: &str) -> bool {
        let taken = self.seats.enumerate();
        let mut taken = taken.filter(|(_, occupant)| **occupant != Occupant::Open);
        taken.any(|(seat, _)| display_name::look_alike(&self.name(seat), name))
    }

    /// Gives a seat to a player.
    pub(crate) fn seat_player(&mut self, player: PlayerData, nonce: Vec<u8>) {
        *self.seats.at_mut(player.seat()) = Occupant::player(player.hash().to_vec(), nonce);
        self.personal.add(player);
    }

    /// Opens a seat after its player has left, or after the host has removed its player.
    pub(crate) fn vacate(&mut self, seat: SeatIndex, is_removed: bool) {
        let occupant = std::mem::replace(self.seats.at_mut(seat), Occupant::Open);
        if is_removed {
            self.personal.remove(occupant.hash());
        }
    }

    /// Notes a request that contained the reference of a seat's player.
    pub(crate) fn note_request(&mut self, seat: SeatIndex, request: &RequestId) {
        let hash = self.seats.at(seat).hash().to_vec();
        self.personal.note_request(&hash, request);
    }

    /// The seat that a user of a platform has taken.
    pub(crate) fn seat_of_player(&self, reference: &PlayerRef) -> Option<SeatIndex> {
        let mut seats = self.seats.enumerate();
        let found = seats.find(|(_, occupant)| {
            let player = self.personal.player(occupant.hash());
            player.is_some_and(|player| player.reference.as_ref() == Some(reference))
        });
        found.map(|(seat, _)| seat)
    }

    /// The setup of a match that a request with this idempotency key and digest creates.
    pub(crate) fn requested_by(mut self, request: &RequestId, fingerprint: u64) -> Self {
        self.personal.created_by = Some(CreateRequest {
            request: request.as_str().to_owned(),
            fingerprint,
        });
        self
    }

    /// The digest of the request that created it, if this is its idempotency key.
    pub(crate) fn created_by(&self, request: &RequestId) -> Option<u64> {
        let created_by = self.personal.created_by.as_ref().or(self.created_by.as_ref());
        let created_by = created_by.filter(|by| by.request == request.as_str());
        created_by.map(|by| by.fingerprint)
    }

    /// The seat that this request took, unless another occupant has it.
    pub(crate) fn joined_by(&self, request: &RequestId) -> Option<(SeatIndex, &JoinRequest)> {
        let mut seats = self.seats.enumerate();
        seats.find_map(|(seat, occupant)| {
            let joined = self.join_request(occupant)?;
            (joined.request == request.as_str()).then_some((seat, joined))
        })
    }

    /// The request that seated a player.
    fn join_request<'a>(&'a self, occupant: &'a Occupant) -> Option<&'a JoinRequest> {
        let Occupant::Player { hash, joined, .. } = occupant else {
            return None;
        };
        let of_player = self.personal.player(hash).and_then(|player| player.joined.as_ref());
        of_player.or(joined.as_ref())
    }

    /// Whether an occupant is a player that QuickMatch seated at this time or before.
    pub(crate) fn is_seeking_since(&self, occupant: &Occupant, moment: UnixMillis) -> bool {
        let joined = self.join_request(occupant);
        joined.is_some_and(|joined| joined.is_seeking_since(moment))
    }
}
