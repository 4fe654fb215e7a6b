//! All matches in memory, with their indexes.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use bytes::Bytes;

use super::{kept::Kept, played::PlayedIndexes, pools::Pools, seekers::Seekers};
use crate::{
    Change, DeadlineNotice, Limits, LobbyIndex, MatchId, Outage, Revision, Shard, UnixMillis, Version, Write,
    deadlines::DeadlineSender, messages::MessageSender, notices::NoticeSender,
};

/// All matches with their indexes. An index contains only existing matches.
#[derive(Default)]
pub(super) struct Room {
    /// The live replicas, each with the time of its expiry.
    pub(super) replicas: BTreeMap<u64, UnixMillis>,
    /// The time of the last announcement of any replica.
    pub(super) announced: Option<UnixMillis>,
    pub(super) outages: Vec<Outage>,
    /// The number of shards; `None` before the first match.
    pub(super) shards: Option<u16>,
    /// The fingerprints of each replica's token secrets.
    pub(super) secrets: BTreeMap<u64, Vec<u64>>,
    pub(super) notices: DeadlineSender,
    pub(super) messages: MessageSender,
    pub(super) matches: BTreeMap<MatchId, Kept>,
    pub(super) lobbies: BTreeMap<LobbyIndex, BTreeMap<MatchId, Bytes>>,
    pub(super) deadlines: BTreeMap<Shard, BTreeSet<(UnixMillis, MatchId)>>,
    pub(super) expiries: BTreeSet<(UnixMillis, MatchId)>,
    pub(super) upkeep: BTreeMap<Shard, BTreeSet<(UnixMillis, MatchId)>>,
    pub(super) senders: BTreeMap<MatchId, NoticeSender>,
    /// The matches whose players' indexes have to follow, each with the revision of the write that added it.
    pub(super) outboxes: BTreeMap<Shard, BTreeMap<MatchId, Revision>>,
    pub(super) played: PlayedIndexes,
    pub(super) pools: Pools,
    pub(super) seekers: Seekers,
}

impl Room {
    /// Applies a write to an existing match.
    pub(super) fn apply(&mut self, id: MatchId, write: Write, now: UnixMillis, limits: Limits) -> Version {
        let Some(kept) = self.matches.get_mut(&id) else {
            debug_assert!(false, "only a match that is kept is written");
            return Version {
                revision: Revision::NONE,
                nonce: write.nonce,
            };
        };
        let version = kept.write(&write, limits);
        let index = LobbyIndex::of(id, kept.lobby);
        self.set_times(id, now, &write.deadline, &write.expiry, &write.upkeep);
        let lobby = self.lobbies.entry(index).or_default();
        match &write.lobby {
            Change::Keep => {}
            Change::Clear => drop(lobby.remove(&id)),
            Change::Set(entry) => drop(lobby.insert(id, entry.clone())),
        }
        if write.outbox {
            self.outboxes
                .entry(id.shard())
                .or_default()
                .insert(id, version.revision);
        }
        if let Some(sender) = self.senders.get(&id) {
            sender.moved(version);
        }
        version
    }

    /// Changes the times of an existing match, and sends a notice about an earlier deadline.
    pub(super) fn set_times(
        &mut self,
        id: MatchId,
        now: UnixMillis,
        deadline: &Change<UnixMillis>,
        expiry: &Change<Duration>,
        upkeep: &Change<UnixMillis>,
    ) {
        let Some(kept) = self.matches.get_mut(&id) else { return };
        let before = kept.deadline;
        kept.deadline = deadline.clone().after(before);
        reindex(self.deadlines.entry(id.shard()).or_default(), id, before, kept.deadline);
        if let Some(at) = kept.deadline
            && before.is_none_or(|before| at < before)
        {
            self.notices.send(DeadlineNotice::Due(id, at));
        }
        let before = kept.expiry;
        kept.expiry = expiry.clone().map(|kept_for| now.later(kept_for)).after(before);
        reindex(&mut self.expiries, id, before, kept.expiry);
        let before = kept.upkeep;
        kept.upkeep = upkeep.clone().after(before);
        reindex(self.upkeep.entry(id.shard()).or_default(), id, before, kept.upkeep);
    }

    pub(super) fn expire(&mut self, now: UnixMillis) {
        self.pools.expire(now);
        while let Some((_, id)) = self.expiries.first().copied().filter(|(at, _)| *at <= now) {
            self.remove(id);
        }
    }

    /// Removes a match with its index entries. Returns whether it existed.
    pub(super) fn remove(&mut self, id: MatchId) -> bool {
        let Some(kept) = self.matches.remove(&id) else {
            return false;
        };
        reindex(&mut self.expiries, id, kept.expiry, None);
        let deadlines = self.deadlines.entry(id.shard()).or_default();
        reindex(deadlines, id, kept.deadline, None);
        reindex(self.upkeep.entry(id.shard()).or_default(), id, kept.upkeep, None);
        let index = LobbyIndex::of(id, kept.lobby);
        self.lobbies.entry(index).or_default().remove(&id);
        true
    }
}

fn reindex(
    index: &mut BTreeSet<(UnixMillis, MatchId)>,
    id: MatchId,
    before: Option<UnixMillis>,
    after: Option<UnixMillis>,
) {
    if before == after {
        return;
    }
    if let Some(at) = before {
        index.remove(&(at, id));
    }
    if let Some(at) = after {
        index.insert((at, id));
    }
}
