//! Rematches: the seats of the old match's occupants, and their reservations.

use std::time::Duration;

use tinsel_engine::SeatIndex;
use tinsel_store::{RequestId, UnixMillis};

use super::Setup;
use crate::record::{Host, Occupant, plan::RematchPlan};

/// How long seats are reserved for the players of the old match.
const RESERVED_MS: u64 = 10 * 60 * 1000;

impl Setup {
    /// Takes over the bots of the old match, and the reservations for its players.
    pub(super) fn follow(&mut self, plan: Option<RematchPlan>) {
        let Some(RematchPlan { rematch, bots }) = plan else {
            return;
        };
        self.rematch_of = Some(Box::new(rematch));
        for (seat, name) in bots {
            *self.seats.at_mut(seat) = Occupant::Bot { name };
        }
    }

    /// The seat in the rematch of the occupant of a seat: the next one, and after the last one the first.
    pub(crate) fn seat_in_rematch(&self, seat: SeatIndex) -> SeatIndex {
        let next = (seat.get() + 1) % self.seats.seats().get();
        SeatIndex::new(next)
    }

    /// The request that creates the rematch of this match. It depends on a secret that is never shown, so no other request
    /// can be the same; and that never changes, so all servers agree about it.
    pub(crate) fn rematch_request(&self) -> RequestId {
        let hash = blake3::derive_key("tinsel 2026-12 rematch of a match", &self.bot_seed);
        RequestId::from_entropy(*hash.first_chunk().unwrap_or(&[0; 16]))
    }

    /// Notes that the player of the old match has taken the reserved seat; the old host's player becomes the host. Returns
    /// whether the host has changed.
    pub(crate) fn claim(&mut self, seat: SeatIndex) -> bool {
        let grant = self.seat_grant(seat);
        let Some(rematch) = &mut self.rematch_of else {
            return false;
        };
        rematch.reserved.retain(|reserved| *reserved != seat.get());
        let is_host = rematch.host == Some(seat.get()) && self.host == Host::Creator;
        if is_host {
            self.host = Host::Seat(grant);
        }
        is_host
    }

    /// How long an open seat stays reserved for a player of the old match; `None` if anybody may take it.
    pub(crate) fn reservation(&self, seat: SeatIndex, now: UnixMillis) -> Option<Duration> {
        let rematch = self.rematch_of.as_ref()?;
        let left_ms = self.created().0.saturating_add(RESERVED_MS).checked_sub(now.0)?;
        let is_reserved = left_ms > 0 && rematch.reserved.contains(&seat.get());
        is_reserved.then(|| Duration::from_millis(left_ms))
    }
}
