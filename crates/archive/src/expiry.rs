//! The retention of archived matches by their age.

use std::time::SystemTime;

use futures_util::TryStreamExt;
use object_store::{ObjectMeta, path::Path};
use tinsel_store::{MatchId, Shard};

use crate::{
    Archive, ArchiveError,
    archive::{EXTENSION, folder_of},
    location::Access,
};

/// A section of the archived matches of a shard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expired {
    /// The matches that were archived before the requested time.
    pub ids: Vec<MatchId>,
    /// The position of the next section; `None` after the last one.
    pub next: Option<ListPosition>,
}

/// A position in the list of a shard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListPosition(Path);

impl Archive {
    /// The matches of a shard that were archived before `older_than`, from a position on; `None` is the first position.
    /// It considers at most `limit` matches, so the result can be empty before the last position.
    ///
    /// A bucket answers up to 1,000 matches by one request. A folder is read as a whole. The time is that of the last
    /// write, by the clock of the bucket or the folder.
    ///
    /// # Errors
    ///
    /// [`ArchiveError::Unavailable`], [`ArchiveError::Refused`].
    pub async fn expired(
        &self,
        shard: Shard,
        older_than: SystemTime,
        from: Option<&ListPosition>,
        limit: usize,
    ) -> Result<Expired, ArchiveError> {
        let listed = self.bounded(self.deadline(), self.section(shard, from, limit)).await?;
        let next = listed.last().filter(|_| listed.len() >= limit);
        let old = listed
            .iter()
            .filter(|object| SystemTime::from(object.last_modified) < older_than);
        Ok(Expired {
            ids: old.filter_map(|object| id_of(&object.location)).collect(),
            next: next.map(|object| ListPosition(object.location.clone())),
        })
    }

    /// The objects of a shard in the order of their names.
    async fn section(
        &self,
        shard: Shard,
        from: Option<&ListPosition>,
        limit: usize,
    ) -> Result<Vec<ObjectMeta>, object_store::Error> {
        let (location, limit) = (self.location(), limit.max(1));
        let folder = folder_of(&location.matches, shard);
        let mut objects = match from {
            Some(ListPosition(after)) => location.store.list_with_offset(Some(&folder), after),
            None => location.store.list(Some(&folder)),
        };
        let mut section = Vec::new();
        // The file system returns files in any order.
        let unordered = matches!(location.access, Access::Folder(_));
        while let Some(object) = objects.try_next().await? {
            section.push(object);
            if section.len() == limit && !unordered {
                break;
            }
        }
        section.sort_by(|one, other| one.location.cmp(&other.location));
        section.truncate(limit);
        Ok(section)
    }
}

/// The match of an object; `None` if the object is no archived match.
fn id_of(location: &Path) -> Option<MatchId> {
    location.filename()?.strip_suffix(EXTENSION)?.parse().ok()
}
