//! `ListHistory`: the past revisions, as the caller may see them.

use std::sync::Arc;

use prost::Message;
use tinsel_engine::Viewer;
use tinsel_proto::v1::{HistoryEntry, ListHistoryRequest, ListHistoryResponse};
use tinsel_store::{MatchStore, Revision};

use super::{call::Call, request_parser::RequestParser};
use crate::{
    commit::{chain, read_access, replay},
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

/// The maximum size of a page in bytes, so that clients accept the message. A single larger entry is still returned.
const PAGE_BYTES: usize = 1024 * 1024;

pub(super) async fn list_history<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<ListHistoryRequest>,
) -> Result<ListHistoryResponse, RpcError> {
    let asked = &call.message;
    let mut parser = RequestParser::default();
    let id = parser.match_id(&asked.match_id);
    let id = parser.done(id)?;
    let role = call.caller.role(id)?;

    // The phase is read before the log: entries that are added meanwhile are then disclosed more restrictively, not
    // less.
    let (record, viewer) = read_access::load_for(&deps, id, role).await?;
    let known = Disclosure::to(viewer, &record)?;
    let after = Revision::new(asked.after_revision).min(record.version.revision);
    let page = deps.log(id, after, page_size(asked)).await?;
    let (newest_revision, oldest_revision) = (page.head.get(), page.oldest.get());
    let narrator = if asked.presentation {
        let first = page.entries.first().map_or(after, |(revision, _)| before(*revision));
        match replay::to(&deps, &call.caller, id, &record, first).await {
            Ok(narrator) => Some(narrator),
            Err(RpcError::RevisionNotStored { .. }) => None,
            Err(error) => return Err(error),
        }
    } else {
        None
    };
    let mut logged = Vec::with_capacity(page.entries.len());
    for (revision, entry) in page.entries {
        logged.push((revision, deps.metrics.read(LogEntry::read(entry))?));
    }
    if known.shows_hashes() {
        chain::link(&deps, id, &mut logged).await?;
    }
    let entries = entries(&deps, &logged, known, narrator, (&record, viewer))?;
    Ok(ListHistoryResponse {
        newest_revision,
        oldest_revision,
        entries,
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
fn entries<S: MatchStore>(
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
