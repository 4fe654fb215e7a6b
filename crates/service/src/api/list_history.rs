//! `ListHistory`: the past revisions, as the caller may see them.

use std::sync::Arc;

use prost::Message;
use tinsel_engine::Viewer;
use tinsel_proto::v1::{HistoryEntry, ListHistoryRequest, ListHistoryResponse};
use tinsel_store::{MatchId, MatchStore, Revision};

use super::{call::Call, request_parser::RequestParser};
use crate::{
    commit::{
        chain,
        listing::PAGE_BYTES,
        log::{self, LogSection},
        read_access, replay,
    },
    deps::Deps,
    error::RpcError,
    record::{
        MatchRecord,
        disclosure::{self, Disclosure},
        log_entry::LogEntry,
        narration::Narrator,
        presented,
    },
};

/// The default and the maximum page size, in entries.
const PAGE: (u32, u32) = (100, 500);

/// The maximum page size with presentation, in entries.
const PRESENTED_MAX: u32 = 50;

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
    let narrator = if asked.presentation {
        let first = entries.first().map_or(after, |(revision, _)| before(*revision));
        match replay::to(deps, &call.caller, id, record, first).await {
            Ok(narrator) => Some(narrator),
            Err(RpcError::RevisionNotStored { .. }) => None,
            Err(error) => return Err(error),
        }
    } else {
        None
    };
    if known.shows_hashes() {
        chain::link(deps, id, &mut entries).await?;
    }
    Ok(ListHistoryResponse {
        newest_revision: newest.revision.get(),
        oldest_revision: oldest.get(),
        entries: shown(deps, &entries, known, narrator, (record, viewer))?,
    })
}

fn before(revision: Revision) -> Revision {
    Revision::new(revision.get().saturating_sub(1))
}

fn page_size(asked: &ListHistoryRequest) -> u32 {
    let max = if asked.presentation { PRESENTED_MAX } else { PAGE.1 };
    match asked.page_size {
        0 => PAGE.0.min(max),
        size => size.min(max),
    }
}

/// Entries up to the maximum size; with sentences and scenes if there is a narrator, which is at the revision before them.
fn shown<S: MatchStore>(
    deps: &Deps<S>,
    logged: &[(Revision, LogEntry)],
    known: Disclosure,
    mut narrator: Option<Narrator>,
    (record, viewer): (&MatchRecord, Viewer),
) -> Result<Vec<HistoryEntry>, RpcError> {
    let (mut shown, mut bytes) = (Vec::with_capacity(logged.len()), 0);
    for (revision, entry) in logged {
        let entry = match &mut narrator {
            None => deps.metrics.read(disclosure::entry(entry, *revision, known, &[]))?,
            Some(narrator) => {
                let sentences = narrator.tell(record, entry)?;
                let entry = deps
                    .metrics
                    .read(disclosure::entry(entry, *revision, known, &sentences))?;
                let scene = presented::scene(narrator, &record.setup, viewer)?;
                HistoryEntry { scene, ..entry }
            }
        };
        bytes += entry.encoded_len();
        if bytes > PAGE_BYTES && !shown.is_empty() {
            break;
        }
        shown.push(entry);
    }
    Ok(shown)
}
