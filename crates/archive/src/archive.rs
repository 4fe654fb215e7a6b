//! Reads and writes of archived matches.

use std::{collections::BTreeSet, fmt, sync::Arc, time::Duration};

use bytes::Bytes;
use futures_util::TryStreamExt;
use object_store::{ObjectStoreExt, path::Path};
use parking_lot::Mutex;
use sha2::{Digest, Sha256};
use tinsel_store::{Dictionary, MatchId, Shard};
use tokio::{
    sync::Semaphore,
    time::{Instant, timeout_at},
};

use crate::{
    ArchiveError, ArchiveOptions, UnusableArchive,
    cache::ObjectCache,
    error::{is_absence, status},
    location::{Access, Folder, Location, mode},
};

/// The maximum size of an object, in bytes.
pub const OBJECT_BYTES_MAX: u64 = 64 << 20;

/// The end of the name of an object, after the match id.
pub(crate) const EXTENSION: &str = ".pb.zst";

/// The end of the name of the object with the personal data of a match.
const PERSONAL_EXTENSION: &str = ".personal";

/// An archive of finished matches.
///
/// Clones are cheap, and share their limits and their cache.
#[derive(Clone)]
pub struct Archive(Arc<Shared>);

struct Shared {
    location: Location,
    cache: ObjectCache,
    permits: Semaphore,
    /// The dictionaries that this process has written.
    dictionaries: Mutex<BTreeSet<u32>>,
    requests_max: usize,
    timeout: Duration,
}

impl Archive {
    /// Opens an archive without a request to it.
    ///
    /// The address is `s3://BUCKET/PREFIX`, `gs://BUCKET/PREFIX`, `az://CONTAINER/PREFIX`, or the absolute path of a
    /// folder, also as a URL. The prefix can be empty.
    ///
    /// # Errors
    ///
    /// [`UnusableArchive`], if the address or a setting is invalid, or if the folder does not exist.
    pub fn open(address: &str, options: ArchiveOptions) -> Result<Self, UnusableArchive> {
        Ok(Self::new(Location::open(address, &options)?, &options))
    }

    /// An empty archive in memory, for tests.
    #[must_use]
    pub fn in_memory(options: ArchiveOptions) -> Self {
        Self::new(Location::memory(), &options)
    }

    fn new(location: Location, options: &ArchiveOptions) -> Self {
        let requests_max = options.requests_max.clamp(1, Semaphore::MAX_PERMITS);
        Self(Arc::new(Shared {
            location,
            cache: ObjectCache::new(options),
            permits: Semaphore::new(requests_max),
            dictionaries: Mutex::default(),
            requests_max,
            timeout: options.timeout,
        }))
    }

    /// Writes the object of a match, and replaces an earlier one. Retrying is safe.
    ///
    /// # Errors
    ///
    /// [`ArchiveError::Unavailable`], after which the write may still be applied; [`ArchiveError::Refused`],
    /// [`ArchiveError::Full`], [`ArchiveError::TooLarge`].
    pub async fn put(&self, id: MatchId, object: Bytes) -> Result<(), ArchiveError> {
        check_size(object.len().try_into().unwrap_or(u64::MAX))?;
        let path = self.path(id);
        let write = self.0.location.store.put(&path, object.clone().into());
        let changing = self.0.cache.forget_on_drop(id);
        self.bounded(self.deadline(), write).await?;
        drop(changing);
        self.0.cache.insert(id, object);
        Ok(())
    }

    /// Writes a dictionary that objects need, once for each archive and process. Retrying is safe.
    ///
    /// # Errors
    ///
    /// As [`put`](Self::put).
    pub async fn put_dictionary(&self, dictionary: &'static Dictionary) -> Result<(), ArchiveError> {
        if self.0.dictionaries.lock().contains(&dictionary.id()) {
            return Ok(());
        }
        let hash = hex::encode(Sha256::digest(dictionary.content()));
        let name = format!("{}-{hash}.zdict", dictionary.id());
        let path = self.0.location.dictionaries.clone().join(name);
        let write = self.0.location.store.put(&path, dictionary.content().into());
        self.bounded(self.deadline(), write).await?;
        self.0.dictionaries.lock().insert(dictionary.id());
        Ok(())
    }

    /// Reads the object of a match; `None` if there is none. The result can come from the cache.
    ///
    /// # Errors
    ///
    /// [`ArchiveError::Unavailable`], [`ArchiveError::Refused`], [`ArchiveError::TooLarge`].
    pub async fn get(&self, id: MatchId) -> Result<Option<Bytes>, ArchiveError> {
        let (deadline, path) = (self.deadline(), self.path(id));
        // A call that waits for the read of another call has its own deadline.
        let got = timeout_at(deadline, self.0.cache.get(id, self.read(&path, deadline))).await;
        got.unwrap_or_else(|_| Err(self.timed_out()))
    }

    /// Reads the object of a match like [`get`](Self::get), but never from the cache.
    ///
    /// # Errors
    ///
    /// As [`get`](Self::get).
    pub async fn get_stored(&self, id: MatchId) -> Result<Option<Bytes>, ArchiveError> {
        self.read(&self.path(id), self.deadline()).await
    }

    /// Writes the object with the personal data of a match, and replaces an earlier one. Without data, deletes it. Retrying is
    /// safe.
    ///
    /// # Errors
    ///
    /// As [`put`](Self::put).
    pub async fn put_personal(&self, id: MatchId, object: Bytes) -> Result<(), ArchiveError> {
        if object.is_empty() {
            return self.remove(&self.path_of_personal(id), self.deadline()).await;
        }
        check_size(object.len().try_into().unwrap_or(u64::MAX))?;
        let path = self.path_of_personal(id);
        let write = self.0.location.store.put(&path, object.into());
        self.bounded(self.deadline(), write).await.map(drop)
    }

    /// Reads the personal data of a match, never from a cache, so that erased data is gone at once on every server; empty if
    /// there is none.
    ///
    /// # Errors
    ///
    /// As [`get`](Self::get).
    pub async fn get_personal(&self, id: MatchId) -> Result<Bytes, ArchiveError> {
        let read = self.read(&self.path_of_personal(id), self.deadline()).await;
        read.map(Option::unwrap_or_default)
    }

    pub(crate) async fn read(&self, path: &Path, deadline: Instant) -> Result<Option<Bytes>, ArchiveError> {
        let read = async {
            let object = match self.0.location.store.get(path).await {
                Ok(object) => object,
                Err(error) if is_absence(&error) => return Ok(Ok(None)),
                Err(error) => return Err(error),
            };
            if let Err(error) = check_size(object.meta.size) {
                return Ok(Err(error));
            }
            object.bytes().await.map(|bytes| Ok(Some(bytes)))
        };
        self.bounded(deadline, read).await?
    }

    /// Deletes the objects of a match, if there are any, the personal data first. Retrying is safe. Other servers can read
    /// the match from their cache until it expires there; see [`ArchiveOptions::found_ttl`].
    ///
    /// # Errors
    ///
    /// [`ArchiveError::Unavailable`], after which the object may still be deleted; [`ArchiveError::Refused`].
    pub async fn delete(&self, id: MatchId) -> Result<(), ArchiveError> {
        let _changing = self.0.cache.forget_on_drop(id);
        self.remove(&self.path_of_personal(id), self.deadline()).await?;
        self.remove(&self.path(id), self.deadline()).await
    }

    pub(crate) async fn remove(&self, path: &Path, deadline: Instant) -> Result<(), ArchiveError> {
        let delete = async {
            match self.0.location.store.delete(path).await {
                Err(error) if is_absence(&error) => Ok(()),
                deleted => deleted,
            }
        };
        self.bounded(deadline, delete).await
    }

    /// Whether the archive can be read without credentials.
    ///
    /// A bucket is public if a list, or the read of an object, succeeds without a signature. A folder is public if every
    /// account of the machine may enter it. `None` if the archive cannot determine it: in memory, on systems other than
    /// Unix, or if the bucket refuses the list and contains no object.
    ///
    /// # Errors
    ///
    /// [`ArchiveError::Unavailable`], [`ArchiveError::Refused`].
    pub async fn is_public(&self) -> Result<Option<bool>, ArchiveError> {
        let location = &self.0.location;
        let unsigned = match &location.access {
            Access::Memory => return Ok(None),
            Access::Folder(folder) => {
                folder.check()?;
                return Ok(is_open_to_others(&folder.path));
            }
            Access::Bucket(unsigned) => unsigned,
        };
        let ask = async {
            if succeeds(unsigned.list(Some(&location.matches)).try_next().await)? {
                return Ok(Some(true));
            }
            match location.store.list(Some(&location.matches)).try_next().await? {
                Some(object) => succeeds(unsigned.head(&object.location).await).map(Some),
                None => Ok(None),
            }
        };
        self.bounded(self.deadline(), ask).await
    }

    pub(crate) fn location(&self) -> &Location {
        &self.0.location
    }

    /// When a call that begins now fails.
    pub(crate) fn deadline(&self) -> Instant {
        Instant::now() + self.0.timeout
    }

    /// Runs a request within the limit of concurrent requests.
    pub(crate) async fn bounded<T>(
        &self,
        deadline: Instant,
        request: impl Future<Output = Result<T, object_store::Error>>,
    ) -> Result<T, ArchiveError> {
        let Ok(Ok(_permit)) = timeout_at(deadline, self.0.permits.acquire()).await else {
            let busy = format!("limit of concurrent requests reached ({})", self.0.requests_max);
            return Err(ArchiveError::Unavailable(busy));
        };
        let folder = self.0.location.folder();
        // Before: the library would create a missing folder. After: the folder can be replaced meanwhile.
        folder.map_or(Ok(()), Folder::check)?;
        let Ok(result) = timeout_at(deadline, request).await else {
            return Err(self.timed_out());
        };
        folder.map_or(Ok(()), Folder::check)?;
        result.map_err(|error| ArchiveError::of(&error, folder.map(ToString::to_string).as_deref()))
    }

    fn timed_out(&self) -> ArchiveError {
        ArchiveError::Unavailable(format!("no response within {:?}", self.0.timeout))
    }

    fn path(&self, id: MatchId) -> Path {
        folder_of(&self.0.location.matches, id.shard()).join(format!("{id}{EXTENSION}"))
    }

    fn path_of_personal(&self, id: MatchId) -> Path {
        folder_of(&self.0.location.personal, id.shard()).join(format!("{id}{PERSONAL_EXTENSION}"))
    }
}

/// The folder with the objects of a shard.
pub(crate) fn folder_of(matches: &Path, shard: Shard) -> Path {
    matches.clone().join(format!("{:03}", shard.get()))
}

/// Without settings, which can be secrets.
impl fmt::Debug for Archive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Archive").field(&self.0.location.address).finish()
    }
}

const fn check_size(bytes: u64) -> Result<(), ArchiveError> {
    if bytes > OBJECT_BYTES_MAX {
        let bytes_max = OBJECT_BYTES_MAX;
        return Err(ArchiveError::TooLarge { bytes, bytes_max });
    }
    Ok(())
}

/// Whether a request without a signature succeeds. Providers refuse it with different statuses.
fn succeeds<T>(answered: Result<T, object_store::Error>) -> Result<bool, object_store::Error> {
    match answered {
        Ok(_) => Ok(true),
        Err(error) if status(&error).is_some_and(|status| [401, 403, 404, 409].contains(&status)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether all accounts of the machine may enter a folder.
fn is_open_to_others(folder: &std::path::Path) -> Option<bool> {
    let enter = 0o001;
    let mut open = true;
    for folder in folder.ancestors() {
        open &= mode(folder)? & enter != 0;
    }
    Some(open)
}
