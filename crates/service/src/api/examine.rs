//! The state of a match as operators see it, with the problems that were found.

use bytes::Bytes;
use prost::Message;
use tinsel_engine::Viewer;
use tinsel_history::{ChainHash, Commitment};
use tinsel_proto::v1::{ExamineMatchResponse, Finding, FindingCode, RecentRevision, StoredMatch};
use tinsel_store::{LogPage, MatchId, MatchStore, Revision, StoreError, Stored, UnixMillis};

use crate::{
    commit::{chain, trace},
    deps::Deps,
    error::RpcError,
    read::log::{self, LogSection},
    record::{MatchRecord, OVERDUE_MS, Setup, log_entry::LogEntry, origin::Origin, time},
    views::{
        disclosure::{self, Disclosure},
        narrator::Narrator,
        presented::{self, Parts},
    },
};

/// The number of attempts to read a record and a log of the same revision.
const LOOKS: u32 = 8;

/// The maximum of due matches of a shard that are searched for one match.
const DUE: u32 = 1_000;

/// The maximum total size of the revisions shown. The newest one is shown even if it is larger.
const RECENT_BYTES: usize = 1024 * 1024;

/// Reports the state of a match, with at most `revisions` of its newest revisions.
///
/// # Errors
///
/// If there is no such match, the store does not answer, or the match changes too fast for a consistent read.
pub(crate) async fn examine<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    revisions: u32,
    presentation: bool,
) -> Result<ExamineMatchResponse, RpcError> {
    let now = deps.clock.now();
    let (stored, log) = match read(deps, id, revisions).await {
        Err(RpcError::MatchUnreadable { .. }) => return Ok(all_unreadable(id, now)),
        read => read?,
    };
    let mut findings = Vec::new();
    let record = deps
        .metrics
        .read(MatchRecord::read(&stored))
        .map_err(|error| findings.push(unreadable(&error)));
    let record = record.ok().map(|record| {
        let credited = record.credited(&deps.reach.outages(id.shard()));
        credited.map_or(record, |(credited, _)| credited)
    });
    let entries = match &log {
        Ok(page) => entries(deps, id, page, &mut findings).await?,
        Err(_) => {
            let lacking = "the store lacks entries of the log".to_owned();
            findings.push(finding(FindingCode::LogBroken, lacking));
            Vec::new()
        }
    };
    findings.extend(log_differs(&stored, record.as_ref(), entries.last()));
    if record.is_some() && !findings.is_empty() {
        deps.metrics.corrupt();
    }
    for found in &findings {
        tracing::warn!(r#match = %id, finding = found.code().as_str_name(), "damaged match found");
    }
    let due = record.as_ref().and_then(MatchRecord::due);
    if let Some(due) = due.filter(|due| due.0.saturating_add(OVERDUE_MS) < now.0) {
        findings.extend(overdue(deps, id, due, now).await?);
    }
    let known = match &record {
        Some(record) => Disclosure::to(Viewer::Spectator, record)?,
        None => Disclosure::Told(Viewer::Spectator),
    };
    let told = record.as_ref().filter(|_| presentation);
    let narrator = told.map(|record| Narrator::of(&record.setup));
    let state = record
        .as_ref()
        .map(|record| presented::state(id, record, Viewer::Spectator, Parts::of_presentation(presentation)));
    Ok(ExamineMatchResponse {
        time: Some(time::timestamp(now)),
        state: state.transpose()?,
        findings,
        recent: recent(
            &entries,
            narrator,
            (known, record.as_ref().map(|record| &*record.setup)),
        )?,
        stored: Some(StoredMatch {
            revision: stored.version.revision.get(),
            newest_revision: entries.last().map_or(0, |(revision, _)| revision.get()),
            oldest_revision: log.map_or(0, |page| page.oldest.get()),
            due: due.map(time::timestamp),
        }),
    })
}

/// The report of a match of which the store has no readable version.
fn all_unreadable(id: MatchId, now: UnixMillis) -> ExamineMatchResponse {
    let found = record_unreadable();
    tracing::warn!(r#match = %id, finding = found.code().as_str_name(), "damaged match found");
    ExamineMatchResponse {
        time: Some(time::timestamp(now)),
        findings: vec![found],
        ..ExamineMatchResponse::default()
    }
}

/// The record of a match and its newest revisions, read at the same revision. The inner error reports that the store
/// lacks some of the revisions.
async fn read<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    revisions: u32,
) -> Result<(Stored, Result<LogPage, StoreError>), RpcError> {
    let mut stored = deps.load(id).await?;
    for _ in 0..LOOKS {
        let newest = stored.version.revision.get();
        let after = Revision::new(newest.saturating_sub(u64::from(revisions)));
        let log = match deps.log(id, after, revisions).await {
            log @ (Ok(_) | Err(StoreError::Corrupt(_))) => log,
            Err(error) => return Err(error.into()),
        };
        let again = deps.load(id).await?;
        if again.version == stored.version {
            return Ok((stored, log));
        }
        stored = again;
    }
    Err(RpcError::Contended)
}

/// The entries of a page that can be decoded.
async fn entries<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    page: &LogPage,
    findings: &mut Vec<Finding>,
) -> Result<Vec<(Revision, LogEntry)>, StoreError> {
    let mut entries = Vec::with_capacity(page.entries.len());
    for (revision, bytes) in &page.entries {
        match read_entry(bytes.clone(), *revision) {
            Ok(entry) => entries.push((*revision, entry)),
            Err(_) => {
                let sentence = format!("the log's entry of revision {revision} cannot be read");
                findings.push(finding(FindingCode::LogBroken, sentence));
            }
        }
    }
    chain::link(deps, id, &mut entries).await?;
    for ((before, last), (revision, entry)) in entries.iter().zip(entries.iter().skip(1)) {
        if before.plus(1) == *revision && !follows(last, entry, *revision) {
            let sentence = format!("the log's entry of revision {revision} does not follow from those before");
            findings.push(finding(FindingCode::LogBroken, sentence));
        }
    }
    Ok(entries)
}

/// An entry with all its events.
fn read_entry(bytes: Bytes, revision: Revision) -> Result<LogEntry, StoreError> {
    let entry = LogEntry::read(bytes)?;
    disclosure::entry(&entry, revision, (Disclosure::Everything, None), None)?;
    Ok(entry)
}

/// Whether the stored chain hash of an entry follows from the one before. An entry without a hash counts as valid.
fn follows(before: &LogEntry, entry: &LogEntry, revision: Revision) -> bool {
    let hashes = ChainHash::read(&before.link).zip(Commitment::read(&entry.commitment));
    hashes.is_none_or(|(last, commitment)| {
        let chain_hash = last.next_committed(commitment, entry.hashed_public(revision));
        ChainHash::read(&entry.link) == Some(chain_hash)
    })
}

/// A difference between the record and the newest log entry, if there is one.
fn log_differs(
    stored: &Stored,
    record: Option<&MatchRecord>,
    newest: Option<&(Revision, LogEntry)>,
) -> Option<Finding> {
    let revision = stored.version.revision;
    let sentence = match newest {
        None => format!("the record is at revision {revision}, and the log has no entry that can be read"),
        Some((newest, _)) if *newest != revision => {
            format!("the record is at revision {revision}, and the log ends with revision {newest}")
        }
        Some((_, entry)) if entry.nonce != stored.version.nonce => {
            format!("record and log are both at revision {revision}, and were not written together")
        }
        Some((_, entry)) if record.is_some_and(|record| hashes_differ(record.link, entry)) => {
            format!("record and log are both at revision {revision}, and their hashes differ")
        }
        Some(_) => return None,
    };
    Some(finding(FindingCode::LogDiffers, sentence))
}

/// Whether the chain hash of the newest entry is not that of the record. Behind a broken entry it is unknown.
fn hashes_differ(of_record: Option<ChainHash>, newest: &LogEntry) -> bool {
    match (of_record, ChainHash::read(&newest.link)) {
        (Some(_), None) => newest.commitment.is_empty(),
        (of_record, of_entry) => of_record != of_entry,
    }
}

/// Reports an overdue match with its delay, and whether the store's index of due matches lacks it.
async fn overdue<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    due: UnixMillis,
    now: UnixMillis,
) -> Result<Vec<Finding>, RpcError> {
    let late_ms = now.0.saturating_sub(due.0);
    let sentence = format!("the match has been due for {late_ms} ms, and no sweep has processed it");
    let mut findings = vec![finding(FindingCode::Overdue, sentence)];
    let listed = deps.store.due(id.shard(), now, DUE).await?.matches;
    // A shard with more due matches than one page can still list this one further back.
    let complete = listed.len() < usize::try_from(DUE).unwrap_or(usize::MAX);
    if complete && listed.iter().all(|(other, _)| *other != id) {
        let sentence = "the store does not list the match as due; any repair lists it again".to_owned();
        findings.push(finding(FindingCode::NotListedAsDue, sentence));
    }
    Ok(findings)
}

/// The finding of a record that cannot be read.
pub(super) fn unreadable(error: &StoreError) -> Finding {
    match error {
        StoreError::FromTheFuture { what, stored, known } => {
            let sentence = format!(
                "the record has {what} {stored}, and this server's release supports up to {known}; ask a server of a newer release"
            );
            finding(FindingCode::NewerSchema, sentence)
        }
        // The cause may quote stored data.
        StoreError::NotFound
        | StoreError::Moved
        | StoreError::Full
        | StoreError::Unavailable(_)
        | StoreError::NotPermitted(_)
        | StoreError::NotMarked
        | StoreError::RefusesWrites(_)
        | StoreError::Corrupt(_) => record_unreadable(),
    }
}

fn record_unreadable() -> Finding {
    let sentence = "the record cannot be read: restore it from a backup of the store".to_owned();
    finding(FindingCode::RecordUnreadable, sentence)
}

fn finding(code: FindingCode, sentence: String) -> Finding {
    Finding {
        code: code.into(),
        sentence,
    }
}

/// Revisions with their traces, restricted to the disclosure. Beyond the size limit the oldest are left out.
fn recent(
    entries: &[(Revision, LogEntry)],
    narrator: Option<Narrator<'_>>,
    known: (Disclosure, Option<&Setup>),
) -> Result<Vec<RecentRevision>, StoreError> {
    let (mut shown, mut bytes) = (Vec::with_capacity(entries.len()), 0);
    for (revision, entry) in entries.iter().rev() {
        let revision = recent_one(*revision, entry, narrator, known)?;
        bytes += revision.encoded_len();
        if bytes > RECENT_BYTES && !shown.is_empty() {
            break;
        }
        shown.push(revision);
    }
    shown.reverse();
    Ok(shown)
}

fn recent_one(
    revision: Revision,
    entry: &LogEntry,
    narrator: Option<Narrator<'_>>,
    (known, setup): (Disclosure, Option<&Setup>),
) -> Result<RecentRevision, StoreError> {
    let (seat, action) = match (&entry.action, known) {
        (Some(action), Disclosure::Everything) => (Some(action.seat), trace::kind(action)?),
        (None, Disclosure::Everything) => (None, String::new()),
        (Some(_) | None, Disclosure::Told(_) | Disclosure::ToldWithHashes(_)) => {
            trace::decision(entry).unwrap_or_default()
        }
    };
    // Entries of one write have one span. Defaults that are due are written together, so a span that several of them share
    // would distinguish them from decisions of players.
    let origin = Origin::read(&entry.origin).filter(|_| action != trace::SEALED);
    let (trace_id, span_id) = origin.map(Origin::ids).unwrap_or_default();
    Ok(RecentRevision {
        entry: Some(disclosure::entry(entry, revision, (known, setup), narrator)?),
        seat,
        action,
        trace_id,
        span_id,
        operator: entry.operator.clone(),
    })
}

/// At most `revisions` revisions of a match up to that of `record`, with all their events. Later revisions are not shown.
///
/// # Errors
///
/// If they cannot be read. [`RpcError::Contended`] if the match has reverted since `record` was read.
pub(crate) async fn recent_in_full<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    record: &MatchRecord,
    revisions: u32,
    presentation: bool,
) -> Result<Vec<RecentRevision>, RpcError> {
    let newest = record.version.revision;
    let after = Revision::new(newest.get().saturating_sub(u64::from(revisions)));
    let section = log::up_to(deps, id, record.version, after, revisions).await?;
    let LogSection { mut entries, .. } = section.ok_or(RpcError::Contended)?;
    chain::link(deps, id, &mut entries).await?;
    let narrator = presentation.then(|| Narrator::of(&record.setup));
    Ok(recent(
        &entries,
        narrator,
        (Disclosure::Everything, Some(&record.setup)),
    )?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tinsel_engine::SeatIndex;
    use tinsel_proto::v1::time_control::Control;
    use tinsel_store::Version;

    use super::*;
    use crate::{
        record::log_entry::LoggedAction,
        testkit::unit::{Replica, begun, record_of},
    };

    /// The event about the operator belongs to one revision, so later revisions stay hidden.
    #[tokio::test]
    async fn later_revisions_are_not_revealed() {
        let replica = Replica::new();
        let created = begun(&replica.matches, Control::PerDecision(time::duration(30_000))).await;
        let id: MatchId = created.match_id.parse().unwrap();
        let record = record_of(&replica.matches, &created.match_id).await;
        let newest = record.version.revision;
        let log = log::up_to(&replica.matches.0, id, record.version, Revision::NONE, 200).await;
        let nonces: BTreeMap<_, _> = log
            .unwrap()
            .unwrap()
            .entries
            .into_iter()
            .map(|(at, entry)| (at, entry.nonce))
            .collect();
        for (told, asked) in [(newest, 200), (Revision::new(4), 200), (Revision::new(4), 2)] {
            let revealed = MatchRecord::clone(&record).at(Version {
                revision: told,
                nonce: nonces[&told],
            });
            let recent = recent_in_full(&replica.matches.0, id, &revealed, asked, false)
                .await
                .unwrap();
            let revisions: Vec<_> = recent
                .iter()
                .map(|recent| recent.entry.as_ref().unwrap().revision)
                .collect();
            let first = told.get().saturating_sub(asked.into()) + 1;
            assert_eq!(revisions, (first..=told.get()).collect::<Vec<_>>());
        }
    }

    /// Due defaults are written by one call with one span; decisions of players are not.
    #[test]
    fn a_sealed_decision_has_no_span_until_everything_is_disclosed() {
        let shown = |sealed, known| {
            let mut entry = LogEntry::of_action(UnixMillis(1), LoggedAction::new(SeatIndex::new(1), None, sealed));
            entry.origin = Bytes::from_static(&[7; 25]);
            let shown = recent_one(Revision::new(9), &entry, None, known).unwrap();
            (shown.trace_id.is_empty(), shown.span_id.is_empty())
        };
        let told = Disclosure::Told(Viewer::Spectator);
        assert_eq!(shown(true, (told, None)), (true, true));
        assert_eq!(shown(false, (told, None)), (false, false));
        assert_eq!(shown(true, (Disclosure::Everything, None)), (false, false));
    }
}
