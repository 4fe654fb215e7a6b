//! `ListHistory`: the past revisions, as the caller may see them.

use std::sync::Arc;

use prost::Message;
use tinsel_proto::v1::{HistoryEntry, ListHistoryRequest, ListHistoryResponse};
use tinsel_store::{LogPage, MatchStore, Revision, StoreError};

use super::{call::Call, request_parser::RequestParser};
use crate::{
    commit::read_access,
    deps::Deps,
    error::RpcError,
    record::{
        disclosure::{self, Disclosure},
        log_entry::LogEntry,
    },
};

/// The default and the maximum page size, in entries.
const PAGE: (u32, u32) = (100, 500);

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
    let page = deps.store.log(id, after, page_size(asked.page_size)).await?;
    Ok(ListHistoryResponse {
        newest_revision: page.head.get(),
        oldest_revision: page.oldest.get(),
        entries: deps.metrics.read(entries(page, known))?,
    })
}

const fn page_size(asked: u32) -> u32 {
    match asked {
        0 => PAGE.0,
        asked if asked > PAGE.1 => PAGE.1,
        asked => asked,
    }
}

fn entries(page: LogPage, known: Disclosure) -> Result<Vec<HistoryEntry>, StoreError> {
    let (mut shown, mut bytes) = (Vec::with_capacity(page.entries.len()), 0);
    for (revision, entry) in page.entries {
        let entry = disclosure::entry(&LogEntry::read(entry)?, revision, known)?;
        bytes += entry.encoded_len();
        if bytes > PAGE_BYTES && !shown.is_empty() {
            break;
        }
        shown.push(entry);
    }
    Ok(shown)
}
