//! The stored match: its setup, and the game after the match has begun.
//!
//! The stored record is an [`Envelope`] around a self-describing encoding (MessagePack with field names), so fields can
//! be added. The part that does not change with every action, [`Setup`], is encoded once and reused.

#[cfg(test)]
mod tests;

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, SeatIndex, SeatSet};
use tinsel_history::ChainHash;
use tinsel_store::{Envelope, PersonalChange, Revision, StoreError, Stored, UnixMillis, Version};

use super::{
    clocks::{Clocks, TimeControl},
    codec::{unreadable, unwritable},
    origin::Origin,
    outages::Outages,
    personal::PersonalData,
    play::Play,
    seat_grant::SeatGrant,
    setup::Setup,
};
use crate::error::RpcError;

/// The record schema of this release. Raise it when older releases cannot read new records. Since schema 3 the personal data of
/// a match is stored beside its record, and a match can have a tenant.
pub(crate) const SCHEMA: u32 = 3;

/// How long after its deadline a match counts as overdue, in milliseconds.
pub(crate) const OVERDUE_MS: u64 = 1_000;

/// When the sweep processes pending decisions of bots, in milliseconds after they began. Bots normally move at once,
/// unless the replica that runs them has stopped.
const BOT_MS: u64 = 2_000;

/// The buffer space for a record's fields other than setup and game.
const RECORD_REST: usize = 512;

/// A match at one version.
#[derive(Debug, Clone)]
pub(crate) struct MatchRecord {
    pub(crate) version: Version,
    pub(crate) setup: Arc<Setup>,
    /// The encoding of `setup`.
    setup_bytes: Bytes,
    /// `None` in the lobby.
    pub(crate) play: Option<Play>,
    /// The newest chain hash of its history; `None` before the first write.
    pub(crate) link: Option<ChainHash>,
    /// The span of the last write; `None` without tracing.
    pub(crate) origin: Option<Origin>,
    /// The time of its newest log entry.
    pub(crate) written: UnixMillis,
    /// When the store deletes it; `None` if never.
    pub(crate) expires: Option<UnixMillis>,
}

/// The stored form.
#[derive(Serialize, Deserialize)]
struct Record<'a> {
    #[serde(with = "serde_bytes", borrow)]
    setup: &'a [u8],
    #[serde(borrow)]
    play: Option<PlayRecord<'a>>,
    #[serde(with = "serde_bytes")]
    link: [u8; 32],
    #[serde(default, with = "serde_bytes", borrow, skip_serializing_if = "Option::is_none")]
    origin: Option<&'a [u8]>,
    written_ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires_ms: Option<u64>,
}

#[derive(Serialize, Deserialize)]
struct PlayRecord<'a> {
    #[serde(with = "serde_bytes", borrow)]
    game: &'a [u8],
    since_ms: BySeat<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    banks_ms: Option<BySeat<u64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    extra_ms: Option<BySeat<u64>>,
    credited_ms: u64,
    missed: SeatSet,
    /// Defaults to `banks_ms`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    disclosed_ms: Option<BySeat<u64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    due_ms: Option<u64>,
    /// Defaults to `missed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    inactive: Option<SeatSet>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    missed_twice: Option<SeatSet>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    inactive_twice: Option<SeatSet>,
    /// Absent in the record of an earlier release, which loses the numbers. Then they go on above all earlier ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    numbers: Option<BySeat<u32>>,
}

impl MatchRecord {
    /// The record of a match in the lobby, not stored yet.
    pub(crate) fn in_lobby(mut setup: Setup) -> Result<Self, StoreError> {
        let setup_bytes = rmp_serde::to_vec_named(&setup).map_err(unwritable)?.into();
        setup.personal.encode()?;
        let version = Version {
            revision: Revision::NONE,
            nonce: 0,
        };
        Ok(Self {
            version,
            setup: Arc::new(setup),
            setup_bytes,
            play: None,
            link: None,
            origin: None,
            written: UnixMillis(0),
            expires: None,
        })
    }

    /// The same match with another setup.
    pub(crate) fn with_setup(&self, setup: Setup) -> Result<Self, StoreError> {
        let changed = Self::in_lobby(setup)?;
        Ok(Self {
            setup: changed.setup,
            setup_bytes: changed.setup_bytes,
            ..self.clone()
        })
    }

    /// The same match with another state of play.
    pub(crate) fn with_play(&self, play: Play) -> Self {
        Self {
            play: Some(play),
            ..self.clone()
        }
    }

    /// Whether users of platforms are among its players.
    pub(crate) fn has_references(&self) -> bool {
        self.setup.personal.references().next().is_some()
    }

    /// Whether it is this stored match. The names of an archived match can be erased without a new version.
    pub(crate) fn is(&self, stored: &Stored) -> bool {
        self.version == stored.version && *self.setup.personal.encoded() == stored.personal
    }

    /// The same match with the version that the store assigned to it.
    pub(crate) fn at(self, version: Version) -> Self {
        Self { version, ..self }
    }

    pub(crate) fn read(stored: &Stored) -> Result<Self, StoreError> {
        let envelope = Envelope::open(&stored.record, SCHEMA)?;
        let record: Record<'_> = rmp_serde::from_slice(&envelope.body).map_err(unreadable("the record"))?;
        let mut setup: Setup = rmp_serde::from_slice(record.setup).map_err(unreadable("the setup"))?;
        setup.personal = PersonalData::read(&stored.personal)?;
        let game = setup.game()?;
        let play = match &record.play {
            None => None,
            Some(play) => Some(Play {
                game: game
                    .game()
                    .load(play.game)
                    .map_err(|error| StoreError::Corrupt(error.to_string()))?,
                clocks: Clocks {
                    since: play.since_ms.map(|_, ms| UnixMillis(*ms)),
                    banks_ms: play.banks_ms.clone(),
                    extra_ms: play.extra_ms.clone().map(Box::new),
                    credited_until: UnixMillis(play.credited_ms),
                    missed: play.missed,
                    disclosed_ms: play.disclosed_ms.clone().or_else(|| play.banks_ms.clone()),
                    due: play.due_ms.map(UnixMillis),
                    inactive: play.inactive.unwrap_or(play.missed),
                    missed_twice: play.missed_twice.unwrap_or_default(),
                    inactive_twice: play.inactive_twice.unwrap_or_default(),
                },
                numbers: Arc::new(play.numbers.clone().unwrap_or_else(|| {
                    let next = u32::try_from(stored.version.revision.plus(1).get()).unwrap_or(u32::MAX);
                    play.since_ms.map(|_, _| next)
                })),
            }),
        };
        let setup_bytes = envelope.body.slice_ref(record.setup);
        Ok(Self {
            version: stored.version,
            setup: Arc::new(setup),
            setup_bytes,
            play,
            link: ChainHash::read(&record.link),
            origin: record.origin.and_then(Origin::read),
            written: UnixMillis(record.written_ms),
            expires: record.expires_ms.map(UnixMillis),
        })
    }

    /// The encoded game of a stored match.
    pub(crate) fn saved_in(stored: &Stored) -> Result<Option<Vec<u8>>, StoreError> {
        let envelope = Envelope::open(&stored.record, SCHEMA)?;
        let record: Record<'_> = rmp_serde::from_slice(&envelope.body).map_err(unreadable("the record"))?;
        Ok(record.play.map(|play| play.game.to_vec()))
    }

    /// The encoded record, with the encoded game `saved`.
    pub(crate) fn write(&self, saved: Option<&[u8]>) -> Result<Bytes, StoreError> {
        let play = self
            .play
            .as_ref()
            .zip(saved)
            .map(|(Play { clocks, numbers, .. }, saved)| PlayRecord {
                game: saved,
                since_ms: clocks.since.map(|_, since| since.0),
                banks_ms: clocks.banks_ms.clone(),
                extra_ms: clocks.extra_ms.as_deref().cloned(),
                credited_ms: clocks.credited_until.0,
                missed: clocks.missed,
                disclosed_ms: clocks
                    .disclosed_ms
                    .clone()
                    .filter(|_| clocks.disclosed_ms != clocks.banks_ms),
                due_ms: clocks.due.map(|due| due.0),
                inactive: (clocks.inactive != clocks.missed).then_some(clocks.inactive),
                missed_twice: Some(clocks.missed_twice).filter(|seats| !seats.is_empty()),
                inactive_twice: Some(clocks.inactive_twice).filter(|seats| !seats.is_empty()),
                numbers: Some(BySeat::clone(numbers)),
            });
        let origin = self.origin.map(Origin::write);
        let link = self.link.ok_or_else(|| unwritable("it has no chain hash"))?;
        let record = Record {
            setup: &self.setup_bytes,
            play,
            link: *link.bytes(),
            origin: origin.as_deref(),
            written_ms: self.written.0,
            expires_ms: self.expires.map(|expires| expires.0),
        };
        let room = self.setup_bytes.len() + saved.map_or(0, <[u8]>::len) + RECORD_REST;
        let mut bytes = Envelope::begin(SCHEMA, room);
        record
            .serialize(&mut rmp_serde::Serializer::new(&mut bytes).with_struct_map())
            .map_err(unwritable)?;
        Ok(bytes.into())
    }

    /// The change of the personal data after `before`; `None` if it stays.
    pub(crate) fn personal_change(&self, before: Option<&Self>) -> Option<Box<PersonalChange>> {
        let none = PersonalData::default();
        let before = before.map_or(&none, |before| &before.setup.personal);
        self.setup.personal.change_of(before).map(Box::new)
    }

    /// The match after crediting outages, and the longest credit of a seat in milliseconds; `None` if no seat gets
    /// credit.
    pub(crate) fn credited(&self, outages: &Outages) -> Option<(Self, u64)> {
        if self.setup.time_control == TimeControl::Unlimited || self.is_over() {
            return None;
        }
        let play = self.play.as_ref()?;
        outages.last_end()?;
        // The clock of every seat that is shown as pending moves: otherwise the clocks would reveal which seats have
        // decided in secret.
        let awaited = play.awaited();
        let (clocks, longest_ms) = play.clocks.credited(outages, awaited)?;
        Some((self.with_play(play.with_clocks(clocks)), longest_ms))
    }

    /// When the sweep must process the match: a decision is due, or bots have not moved; `None` if never.
    pub(crate) fn due(&self) -> Option<UnixMillis> {
        let play = self.play.as_ref().filter(|_| !self.setup.aborted)?;
        let step = play.step_time(&self.setup);
        let players = self.setup.players();
        let due = |seat| {
            if players.contains(seat) {
                return play.clocks.deadline(step, seat);
            }
            let since = play.clocks.since.get(seat)?;
            Some(UnixMillis(since.0.saturating_add(BOT_MS)))
        };
        play.game.owing().iter().filter_map(due).min()
    }

    /// The end of a retention that begins with its newest log entry.
    pub(crate) fn end_of(&self, retention: Duration) -> UnixMillis {
        let retention_ms = u64::try_from(retention.as_millis()).unwrap_or(u64::MAX);
        UnixMillis(self.written.0.saturating_add(retention_ms))
    }

    pub(crate) fn is_over(&self) -> bool {
        self.setup.aborted || self.play.as_ref().is_some_and(|play| play.game.owing().is_empty())
    }

    /// Whether it is being played.
    pub(crate) fn is_active(&self) -> bool {
        self.play.is_some() && !self.is_over()
    }

    /// The play of a match that is in play.
    ///
    /// # Errors
    ///
    /// If the match has not begun, or is over.
    pub(crate) fn playing(&self) -> Result<&Play, RpcError> {
        if self.is_over() {
            return Err(RpcError::MatchOver);
        }
        self.play.as_ref().ok_or(RpcError::MatchNotStarted)
    }

    /// The revision of the next change.
    pub(crate) const fn next_revision(&self) -> u64 {
        self.version.revision.plus(1).get()
    }

    /// Whether the match is over and its game discloses everything at the end.
    pub(crate) fn is_disclosed(&self) -> Result<bool, StoreError> {
        let facts = self.setup.game()?.game().facts();
        Ok(self.is_over() && facts.discloses_everything)
    }

    /// Checks that a match in play is at the expected revision, if a caller has sent one.
    ///
    /// # Errors
    ///
    /// If it is at another revision.
    pub(crate) fn require_revision(&self, expected: Option<Revision>) -> Result<(), RpcError> {
        let revision = self.version.revision;
        if !self.is_over() && expected.is_some_and(|expected| expected != revision) {
            return Err(RpcError::RevisionMismatch { revision });
        }
        Ok(())
    }

    /// The seat of a grant that is not revoked.
    ///
    /// # Errors
    ///
    /// If its player has left the seat, was removed, or has a new token.
    pub(crate) fn seat_of(&self, grant: SeatGrant) -> Result<SeatIndex, RpcError> {
        if self.setup.seat_grant(grant.seat) == grant {
            Ok(grant.seat)
        } else if self.setup.has_removed(grant) {
            Err(RpcError::SeatRemoved)
        } else if self.setup.has_replaced(grant) {
            Err(RpcError::TokenReplaced)
        } else {
            Err(RpcError::SeatLeft)
        }
    }
}
