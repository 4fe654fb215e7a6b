//! Reads the log of a match up to the version of its record.
//!
//! A record and its log are two reads, between which the match can change. A response contains nothing after its record,
//! because a record explains only the entries up to its own version: it has no game before the start.

use tinsel_store::{MatchId, MatchStore, Revision, Version};

use super::load;
use crate::{deps::Deps, error::RpcError, record::log_entry::LogEntry};

/// Consecutive entries of a log with their revisions.
#[derive(Debug)]
pub(crate) struct LogSection {
    /// The oldest revision with a stored entry.
    pub(crate) oldest: Revision,
    pub(crate) entries: Vec<(Revision, LogEntry)>,
}

/// The entries after `after` up to `newest`, the version of a record that was read before; at most `limit`. `None` if the
/// match has reverted since that read: the log does not contain that version, and a new read may find another one.
///
/// # Errors
///
/// The store does not answer, or an entry cannot be decoded.
pub(crate) async fn up_to<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    newest: Version,
    after: Revision,
    limit: u32,
) -> Result<Option<LogSection>, RpcError> {
    let page = deps.log(id, after, limit).await?;
    let until_then = page.entries.into_iter().filter(|(at, _)| *at <= newest.revision);
    let entries = until_then.map(|(at, bytes)| Ok((at, LogEntry::read(bytes)?)));
    let section = LogSection {
        oldest: page.oldest,
        entries: deps.metrics.read(entries.collect())?,
    };
    let is_of_record = page.head >= newest.revision && section.agrees_with(newest);
    // A store that has broken its promise can contain another log than that of its record, which no new read changes.
    let is_readable = is_of_record || load(deps, id).await?.version == newest;
    Ok(is_readable.then_some(section))
}

impl LogSection {
    /// Whether the entry of this version, if it is one of the section, was written with it.
    fn agrees_with(&self, version: Version) -> bool {
        let last = self.entries.last().filter(|(at, _)| *at == version.revision);
        last.is_none_or(|(_, entry)| [version.nonce, LogEntry::UNKNOWN_NONCE].contains(&entry.nonce))
    }
}

#[cfg(test)]
mod tests {
    use tinsel_store::Write;

    use super::*;
    use crate::{
        record::MatchRecord,
        testkit::unit::{Replica, add_bot, created, record_of},
    };

    // E1
    #[tokio::test]
    async fn entries_after_the_record_are_left_out_and_those_of_a_reverted_match_are_refused() {
        let replica = Replica::new();
        let created = created(&replica.matches).await;
        let before = record_of(&replica.matches, &created.match_id).await.version;
        add_bot(&replica.matches, &created).await;
        let newest = record_of(&replica.matches, &created.match_id).await.version;
        let revisions = async |record: Version| {
            let id = created.match_id.parse().unwrap();
            let section = up_to(&replica.matches.0, id, record, Revision::NONE, 100)
                .await
                .unwrap();
            section.map(|section| section.entries.into_iter().map(|(at, _)| at.get()).collect::<Vec<_>>())
        };
        assert_eq!(revisions(before).await, Some(vec![1]));
        assert_eq!(revisions(newest).await, Some(vec![1, 2]));
        let other_write = |version: Version| Version {
            nonce: version.nonce.wrapping_add(1),
            ..version
        };
        assert_eq!(revisions(other_write(before)).await, None);
        assert_eq!(revisions(other_write(newest)).await, None);
        let lost = Version {
            revision: newest.revision.plus(1),
            ..newest
        };
        assert_eq!(revisions(lost).await, None);
    }

    // E1
    #[tokio::test]
    async fn a_log_that_never_agrees_with_its_record_is_readable() {
        let replica = Replica::new();
        let id = created(&replica.matches).await.match_id.parse().unwrap();
        let stored = replica.store().load(id).await.unwrap();
        let record = MatchRecord::read(&stored).unwrap();
        let saved = MatchRecord::saved_in(&stored).unwrap();
        let record = record.write(saved.as_deref()).unwrap();
        let write = Write::new(record, LogEntry::new(replica.now()).write(7), 8);
        replica.store().replace(id, stored.version, &write).await.unwrap();
        let newest = load(&replica.matches.0, id).await.unwrap().version;
        let section = up_to(&replica.matches.0, id, newest, Revision::NONE, 100)
            .await
            .unwrap();
        assert_eq!(section.unwrap().entries.len(), 2);
    }
}
