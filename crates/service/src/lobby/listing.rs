//! The index of public matches: those in the lobby, and those in play that spectators may watch.
//!
//! Each shard has its own index, sorted by match id; the matches of each tenant, or of the tenants that share a lobby, have
//! one of their own. Entries of others would otherwise have to be read and left out: a page could be empty, and the store's
//! load would disclose how many there are. The index is written together with the match when seats change, when play
//! begins or ends, and when the expiry is set, but not with each action of the game. Ids are random and never change, so
//! paging in their order neither skips nor repeats a match while others are added or removed.

use std::{ops::ControlFlow, sync::Arc};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use futures_util::{StreamExt, stream};
use prost::Message;
use tinsel_engine::Viewer;
use tinsel_proto::v1::{Match, MatchFilter, MatchPhase, Occupant};
use tinsel_store::{Change, LobbyId, LobbyIndex, MatchId, MatchStore, Revision, Shard, StoreError};

use crate::{
    deps::Deps,
    error::RpcError,
    record::{MatchRecord, Visibility},
    views::show,
};

/// The number of neighbours that are read when a match is created.
const NEIGHBOURS: u32 = 4;
/// The number of shards that are read concurrently.
const SHARDS_AT_ONCE: usize = 16;
/// The number of matches of a shard that one read returns.
const MATCHES_AT_ONCE: u32 = 256;
/// The maximum of matches that one call reads. Beyond it, the call returns a partial page.
const LOOKED_AT_MAX: usize = 4096;
/// The maximum size of a page of matches or of a history in bytes, so that clients accept the message. A single larger
/// entry is still returned.
pub(crate) const PAGE_BYTES: usize = 1024 * 1024;

/// The change of a match's index entry when the match goes from `before` to `revision`.
pub(crate) fn entry(
    id: MatchId,
    before: Option<&MatchRecord>,
    record: &MatchRecord,
    revision: Revision,
) -> Result<Change<bytes::Bytes>, RpcError> {
    if !is_listed(record) {
        let was_listed = before.is_some_and(is_listed);
        return Ok(if was_listed { Change::Clear } else { Change::Keep });
    }
    let stands = |before: &MatchRecord| Arc::ptr_eq(&before.setup, &record.setup) && before.expires == record.expires;
    if before.is_some_and(stands) {
        return Ok(Change::Keep);
    }
    let mut listed = show::match_of(id, record, Viewer::Spectator)?;
    listed.revision = revision.get();
    // The index entry is not rewritten when these change.
    listed.pending_decisions.clear();
    for seat in &mut listed.seats {
        seat.bank_left = None;
    }
    Ok(Change::Set(listed.encode_to_vec().into()))
}

fn is_listed(record: &MatchRecord) -> bool {
    let in_lobby = record.play.is_none() && !record.is_over();
    let to_be_watched = record.is_active() && !record.setup.players_only;
    record.setup.visibility == Visibility::Public && (in_lobby || to_be_watched)
}

/// A page of matches.
#[derive(Debug, Default)]
pub(crate) struct Page {
    pub(crate) matches: Vec<Match>,
    /// The last match that was read; `None` if there are no more.
    pub(crate) last: Option<MatchId>,
    /// The size of the matches.
    bytes: usize,
}

/// The listed matches of a lobby after `after` that match `filter`: at most `size`, and at most the maximum size of a page.
pub(crate) async fn page<S: MatchStore>(
    deps: &Deps<S>,
    (lobby, filter): (Option<LobbyId>, &Filter),
    after: Option<MatchId>,
    size: usize,
) -> Result<Page, RpcError> {
    let first = after.map_or(0, |after| after.shard().get());
    let shards = (first..deps.settings.shards).filter_map(Shard::new);
    let firsts = shards.map(|shard| {
        let after = after.filter(|after| after.shard() == shard);
        let index = LobbyIndex { shard, lobby };
        async move { (index, read(deps, index, after).await) }
    });
    let mut firsts = stream::iter(firsts).buffered(SHARDS_AT_ONCE);
    let (mut page, mut looked_at) = (Page::default(), 0);
    let unreadable = |id| {
        deps.metrics.corrupt();
        tracing::warn!(r#match = %id, "unreadable match left out of a list");
    };
    while let Some((index, found)) = firsts.next().await {
        let mut found = found?;
        loop {
            looked_at += found.len();
            let all = found.len() < whole(MATCHES_AT_ONCE);
            let last = found.last().map(|(id, _)| *id);
            if page.add(found, filter, size, unreadable).is_break() {
                return Ok(page);
            }
            if looked_at >= LOOKED_AT_MAX {
                return Ok(page);
            }
            if all {
                break;
            }
            found = read(deps, index, last).await?;
        }
    }
    page.last = None;
    Ok(page)
}

async fn read<S: MatchStore>(
    deps: &Deps<S>,
    index: LobbyIndex,
    after: Option<MatchId>,
) -> Result<Vec<(MatchId, bytes::Bytes)>, StoreError> {
    deps.store.lobby(index, after, MATCHES_AT_ONCE).await
}

impl Page {
    /// Adds the matches that pass the filter, until the page is full. Leaves out those with an unreadable entry.
    fn add(
        &mut self,
        found: Vec<(MatchId, bytes::Bytes)>,
        filter: &Filter,
        size: usize,
        unreadable: impl Fn(MatchId),
    ) -> ControlFlow<()> {
        for (id, entry) in found {
            let bytes = entry.len();
            let Ok(listed) = Match::decode(entry) else {
                self.last = Some(id);
                unreadable(id);
                continue;
            };
            let passes = filter.lets_through(&listed);
            if passes && self.bytes + bytes > PAGE_BYTES && !self.matches.is_empty() {
                return ControlFlow::Break(());
            }
            self.last = Some(id);
            if passes {
                self.bytes += bytes;
                self.matches.push(listed);
                if self.matches.len() == size {
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    }
}

fn whole(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The filter of a list request.
#[derive(Debug)]
pub(crate) struct Filter {
    asked: MatchFilter,
    phase: MatchPhase,
    open_seats_min: usize,
}

impl Filter {
    /// The requested filter; `None` if no match of that phase is ever listed.
    pub(crate) fn new(asked: MatchFilter) -> Option<Self> {
        let (phase, open_seats_min) = match MatchPhase::try_from(asked.phase) {
            Ok(MatchPhase::Unspecified | MatchPhase::Lobby) => (MatchPhase::Lobby, 1),
            Ok(MatchPhase::Active) => (MatchPhase::Active, 0),
            Ok(MatchPhase::Finished | MatchPhase::Aborted) | Err(_) => return None,
        };
        let open_seats_min = asked.open_seats_min.unwrap_or(open_seats_min);
        Some(Self {
            phase,
            open_seats_min: whole(open_seats_min),
            asked,
        })
    }

    fn lets_through(&self, listed: &Match) -> bool {
        let open = |seat: &&tinsel_proto::v1::Seat| seat.occupant() == Occupant::Open;
        let seats = self.asked.seats.map(whole);
        listed.phase() == self.phase
            && (self.asked.game_id.is_empty() || self.asked.game_id == listed.game_id)
            && seats.is_none_or(|seats| seats == listed.seats.len())
            && self.asked.labels.iter().all(|label| listed.labels.contains(label))
            && listed.seats.iter().filter(open).count() >= self.open_seats_min
    }

    /// The page token to continue after `last`.
    pub(crate) fn token(&self, last: MatchId) -> String {
        let mark = URL_SAFE_NO_PAD.encode(self.mark());
        URL_SAFE_NO_PAD.encode(format!("{last}.{mark}"))
    }

    /// The match after which a token continues; `None` if it was issued for another filter.
    pub(crate) fn behind(&self, token: &str) -> Option<MatchId> {
        let text = String::from_utf8(URL_SAFE_NO_PAD.decode(token).ok()?).ok()?;
        let (last, _) = text.split_once('.')?;
        let last = last.parse().ok()?;
        (self.token(last) == token).then_some(last)
    }

    /// A hash of the filter, by which a token is bound to it.
    fn mark(&self) -> [u8; 8] {
        let hash = blake3::hash(&self.asked.encode_to_vec());
        *hash.as_bytes().first_chunk().unwrap_or(&[0; 8])
    }
}

/// Reads a few neighbours of a new match in the index, which makes the store remove the expired ones. More entries are
/// checked than are added, so matches that never start do not accumulate.
pub(crate) async fn tidy<S: MatchStore>(deps: &Deps<S>, id: MatchId, lobby: Option<LobbyId>) {
    let index = LobbyIndex::of(id, lobby);
    if let Err(error) = deps.store.lobby(index, Some(id), NEIGHBOURS).await {
        tracing::debug!(%error, "lobby index not pruned");
    }
}

#[cfg(test)]
mod tests;
