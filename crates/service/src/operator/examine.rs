//! How a match stands, as an operator is told.

use prost::Message;
use tinsel_engine::Viewer;
use tinsel_history::{Link, Seal};
use tinsel_proto::v1::{ExamineMatchResponse, Finding, FindingCode, RecentRevision, StoredMatch};
use tinsel_store::{LogPage, MatchId, MatchStore, Revision, StoreError, Stored, UnixMillis};

use crate::{
    deps::Deps,
    error::RpcError,
    history::{self, Known},
    log::Entry,
    show,
    sweep::OVERDUE_MS,
    table::Table,
    trace::{self, Origin},
};

/// How often record and log are read until both are of one moment.
const LOOKS: u32 = 8;

/// How many matches of a shard that are due are looked through for one.
const DUE: u32 = 1_000;

/// How many bytes of revisions are shown; the newest is shown however large it is.
const RECENT_BYTES: usize = 1024 * 1024;

/// Says how a match stands, with so many of its newest revisions.
///
/// # Errors
///
/// If there is no such match, the store does not answer, or the match moves too fast to be looked at.
pub(crate) async fn examine<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    revisions: u32,
) -> Result<ExamineMatchResponse, RpcError> {
    let (stored, log) = read(deps, id, revisions).await?;
    let now = deps.clock.now();
    let mut findings = Vec::new();
    let table = Table::read(&stored).map_err(|error| findings.push(unreadable(&error)));
    let table = table.ok().map(|table| {
        let credited = table.credited(&deps.reach.outages(id.shard()));
        credited.map_or(table, |(credited, _)| credited)
    });
    let entries = match &log {
        Ok(page) => entries(page, &mut findings),
        Err(_) => {
            findings.push(finding(
                FindingCode::LogBroken,
                "the store lacks entries of the log".to_owned(),
            ));
            Vec::new()
        }
    };
    findings.extend(log_differs(&stored, table.as_ref(), entries.last()));
    let due = table.as_ref().and_then(Table::due);
    if let Some(due) = due.filter(|due| due.0.saturating_add(OVERDUE_MS) < now.0) {
        findings.extend(overdue(deps, id, due, now).await?);
    }
    let known = match &table {
        Some(table) => Known::to(Viewer::Spectator, table)?,
        None => Known::Told(Viewer::Spectator),
    };
    let state = table.as_ref().map(|table| show::state(id, table, Viewer::Spectator));
    Ok(ExamineMatchResponse {
        time: Some(show::timestamp(now)),
        state: state.transpose()?,
        findings,
        recent: recent(&entries, known),
        stored: Some(StoredMatch {
            revision: stored.version.revision.get(),
            newest_revision: entries.last().map_or(0, |(revision, _)| revision.get()),
            oldest_revision: log.map_or(0, |page| page.oldest.get()),
            due: due.map(show::timestamp),
        }),
    })
}

/// The record of a match and its newest revisions, both of one moment; those are an error where the store lacks some.
async fn read<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    revisions: u32,
) -> Result<(Stored, Result<LogPage, StoreError>), RpcError> {
    let mut stored = deps.store.load(id).await?;
    for _ in 0..LOOKS {
        let newest = stored.version.revision.get();
        let after = Revision::new(newest.saturating_sub(u64::from(revisions)));
        let log = match deps.store.log(id, after, revisions).await {
            log @ (Ok(_) | Err(StoreError::Corrupt(_))) => log,
            Err(error) => return Err(error.into()),
        };
        let again = deps.store.load(id).await?;
        if again.version == stored.version {
            return Ok((stored, log));
        }
        stored = again;
    }
    Err(RpcError::Contended)
}

/// The entries of a page that can be read.
fn entries(page: &LogPage, findings: &mut Vec<Finding>) -> Vec<(Revision, Entry)> {
    let mut entries: Vec<(Revision, Entry)> = Vec::with_capacity(page.entries.len());
    for (revision, bytes) in &page.entries {
        let Ok(entry) = Entry::read(bytes.clone()) else {
            let sentence = format!("the log's entry of revision {revision} cannot be read");
            findings.push(finding(FindingCode::LogBroken, sentence));
            continue;
        };
        let before = entries.last().filter(|(before, _)| before.plus(1) == *revision);
        if before.is_some_and(|(_, before)| !follows(before, &entry, *revision)) {
            let sentence = format!("the log's entry of revision {revision} does not follow from the one before");
            findings.push(finding(FindingCode::LogBroken, sentence));
        }
        entries.push((*revision, entry));
    }
    entries
}

/// Whether the hash of an entry follows from the one before; what has none is believed.
fn follows(before: &Entry, entry: &Entry, revision: Revision) -> bool {
    let hashes = Link::read(&before.link).zip(Seal::read(&entry.seal));
    hashes.is_none_or(|(last, seal)| {
        let link = last.next_sealed(seal, history::entry(entry, revision, Known::Everything));
        Link::read(&entry.link) == Some(link)
    })
}

/// What is wrong between the record and the newest entry of the log.
fn log_differs(stored: &Stored, table: Option<&Table>, newest: Option<&(Revision, Entry)>) -> Option<Finding> {
    let record = stored.version.revision;
    let sentence = match newest {
        None => format!("the record is at revision {record}, and the log has no entry that can be read"),
        Some((revision, _)) if *revision != record => {
            format!("the record is at revision {record}, and the log ends with revision {revision}")
        }
        Some((_, entry)) if entry.nonce != stored.version.nonce => {
            format!("record and log are both at revision {record}, and were not written together")
        }
        Some((_, entry)) if table.is_some_and(|table| table.link != Link::read(&entry.link)) => {
            format!("record and log are both at revision {record}, and their hashes differ")
        }
        Some(_) => return None,
    };
    Some(finding(FindingCode::LogDiffers, sentence))
}

/// A match that is due, and for how long; and that nobody will come, if the store does not list it.
async fn overdue<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    due: UnixMillis,
    now: UnixMillis,
) -> Result<Vec<Finding>, RpcError> {
    let late_ms = now.0.saturating_sub(due.0);
    let sentence = format!("the match has been due for {late_ms} ms, and nobody has looked after it");
    let mut findings = vec![finding(FindingCode::Overdue, sentence)];
    let listed = deps.store.due(id.shard(), now, DUE).await?;
    // Behind so many others it may be listed all the same.
    let complete = listed.len() < usize::try_from(DUE).unwrap_or(usize::MAX);
    if complete && listed.iter().all(|(other, _)| *other != id) {
        let sentence = "the store does not list the match as due; any repair lists it again".to_owned();
        findings.push(finding(FindingCode::NotListedAsDue, sentence));
    }
    Ok(findings)
}

fn unreadable(error: &StoreError) -> Finding {
    match error {
        StoreError::FromTheFuture { what, stored, known } => {
            let sentence = format!(
                "the record has {what} {stored}, and this server's release knows up to {known}; ask one of a newer release"
            );
            finding(FindingCode::NewerSchema, sentence)
        }
        // The cause may repeat what is stored.
        StoreError::NotFound | StoreError::Full | StoreError::Unavailable(_) | StoreError::Corrupt(_) => {
            let sentence = "the record cannot be read: restore it from a backup of the store".to_owned();
            finding(FindingCode::RecordUnreadable, sentence)
        }
    }
}

fn finding(code: FindingCode, sentence: String) -> Finding {
    Finding {
        code: code.into(),
        sentence,
    }
}

/// Revisions as they may be known, with their traces. Those that are too much are left out, the oldest first.
fn recent(entries: &[(Revision, Entry)], known: Known) -> Vec<RecentRevision> {
    let (mut shown, mut bytes) = (Vec::with_capacity(entries.len()), 0);
    for (revision, entry) in entries.iter().rev() {
        let revision = recent_one(*revision, entry, known);
        bytes += revision.encoded_len();
        if bytes > RECENT_BYTES && !shown.is_empty() {
            break;
        }
        shown.push(revision);
    }
    shown.reverse();
    shown
}

fn recent_one(revision: Revision, entry: &Entry, known: Known) -> RecentRevision {
    let (trace_id, span_id) = Origin::read(&entry.origin).map(Origin::ids).unwrap_or_default();
    let (seat, action) = match (&entry.deed, known) {
        (Some(deed), Known::Everything) => (Some(deed.seat), trace::kind(deed)),
        (None, Known::Everything) => (None, String::new()),
        (Some(_) | None, Known::Told(_) | Known::ToldWithHashes(_)) => trace::deed(entry).unwrap_or_default(),
    };
    RecentRevision {
        entry: Some(history::entry(entry, revision, known)),
        seat,
        action,
        trace_id,
        span_id,
        operator: entry.operator.clone(),
    }
}

/// The revisions of a match up to `newest`, so many, with all that they brought, for whoever may know it. What has come
/// since is not shown.
///
/// # Errors
///
/// If they cannot be read.
pub(crate) async fn recent_in_full<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    newest: Revision,
    revisions: u32,
) -> Result<Vec<RecentRevision>, RpcError> {
    let after = Revision::new(newest.get().saturating_sub(u64::from(revisions)));
    let page = deps.store.log(id, after, revisions).await?;
    let until_then = page.entries.into_iter().filter(|(revision, _)| *revision <= newest);
    let entries = until_then.map(|(revision, bytes)| Ok((revision, Entry::read(bytes)?)));
    let entries: Vec<_> = entries.collect::<Result<_, StoreError>>()?;
    Ok(recent(&entries, Known::Everything))
}
