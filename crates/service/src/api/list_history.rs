//! `ListHistory`: the past revisions, as the caller may see them.

use std::sync::Arc;

use prost::Message;
use tinsel_engine::Viewer;
use tinsel_proto::v1::{HistoryEntry, ListHistoryRequest, ListHistoryResponse};
use tinsel_store::{MatchId, MatchStore, Revision};

use super::{call::Call, request_parser::RequestParser};
use crate::{
    commit::chain,
    deps::Deps,
    error::RpcError,
    lobby::listing::PAGE_BYTES,
    read::{
        log::{self, LogSection},
        read_access, replay,
    },
    record::{MatchRecord, log_entry::LogEntry},
    views::{
        disclosure::{self, Disclosure},
        narrator::Narrator,
        presented,
    },
};

/// The default and the maximum page size, in entries.
const PAGE: (u32, u32) = (100, 500);

/// The maximum page size with scenes, in entries.
const SCENES_MAX: u32 = 50;

/// The number of attempts to read a record and its log while the match reverts.
const READS: u32 = 4;

pub(super) async fn list_history<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<ListHistoryRequest>,
) -> Result<ListHistoryResponse, RpcError> {
    let asked = &call.message;
    let mut parser = RequestParser::default();
    let id = parser.match_id(&asked.match_id);
    let id = parser.done(id)?;
    let role = call.caller.role(id)?;

    for _ in 0..READS {
        let (record, viewer) = read_access::load_for(&deps, id, role).await?;
        match page(&deps, &call, id, &record, viewer).await {
            Err(RpcError::Contended) => {}
            page => return page,
        }
    }
    Err(RpcError::Contended)
}

/// A page of the history up to the version of `record`.
///
/// # Errors
///
/// [`RpcError::Contended`] if the match has reverted since `record` was read.
async fn page<S: MatchStore>(
    deps: &Deps<S>,
    call: &Call<ListHistoryRequest>,
    id: MatchId,
    record: &MatchRecord,
    viewer: Viewer,
) -> Result<ListHistoryResponse, RpcError> {
    let (asked, newest) = (&call.message, record.version);
    let known = Disclosure::to(viewer, record)?;
    let after = Revision::new(asked.after_revision).min(newest.revision);
    let section = log::up_to(deps, id, newest, after, page_size(asked)).await?;
    let LogSection { oldest, mut entries } = section.ok_or(RpcError::Contended)?;
    let past = if asked.scenes {
        let first = entries.first().map_or(after, |(revision, _)| before(*revision));
        match replay::to(deps, &call.caller, id, record, first).await {
            Ok(past) => Some(past),
            Err(RpcError::RevisionNotStored { .. }) => None,
            Err(error) => return Err(error),
        }
    } else {
        None
    };
    if known.shows_hashes() {
        chain::link(deps, id, &mut entries).await?;
    }
    let narrator = asked.presentation.then(|| Narrator::of(&record.setup));
    let told = |(revision, entry): &(Revision, LogEntry)| {
        disclosure::entry(entry, *revision, (known, Some(&record.setup)), narrator)
    };
    let told = entries.iter().map(|entry| deps.metrics.read(told(entry)));
    Ok(ListHistoryResponse {
        newest_revision: newest.revision.get(),
        oldest_revision: oldest.get(),
        entries: match past {
            None => bounded(told.map(|entry| Ok(entry?)))?,
            Some(mut past) => bounded(told.zip(&entries).map(|(shown, (_, entry))| {
                past.advance(record, entry)?;
                let scene = presented::scene(&past, &record.setup, viewer)?;
                Ok(HistoryEntry { scene, ..shown? })
            }))?,
        },
    })
}

fn before(revision: Revision) -> Revision {
    Revision::new(revision.get().saturating_sub(1))
}

fn page_size(asked: &ListHistoryRequest) -> u32 {
    let max = if asked.scenes { SCENES_MAX } else { PAGE.1 };
    match asked.page_size {
        0 => PAGE.0.min(max),
        size => size.min(max),
    }
}

/// Entries up to the maximum total size, but at least one.
fn bounded(entries: impl Iterator<Item = Result<HistoryEntry, RpcError>>) -> Result<Vec<HistoryEntry>, RpcError> {
    let (mut shown, mut bytes) = (Vec::new(), 0);
    for entry in entries {
        let entry = entry?;
        bytes += entry.encoded_len();
        if bytes > PAGE_BYTES && !shown.is_empty() {
            break;
        }
        shown.push(entry);
    }
    Ok(shown)
}
