//! Recently read objects, with one request for each object at a time.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter, sync::Cache};
use tinsel_store::MatchId;

use crate::{ArchiveError, ArchiveOptions};

/// The memory of an entry without its object, in bytes.
const ENTRY_BYTES: u64 = 160;

/// An estimate of the usual size of an object, in bytes.
const USUAL_BYTES: u64 = 16 << 10;

/// A bounded cache of objects, and of ids without one.
pub(crate) struct ObjectCache {
    entries: Cache<MatchId, Entry, Weight>,
    found_ttl: Duration,
    absent_ttl: Duration,
    steady: Arc<dyn Fn() -> Duration + Send + Sync>,
}

/// The result of a read.
#[derive(Clone)]
struct Entry {
    object: Option<Bytes>,
    read_at: Duration,
}

#[derive(Clone)]
struct Weight;

impl Weighter<MatchId, Entry> for Weight {
    fn weight(&self, _: &MatchId, entry: &Entry) -> u64 {
        let bytes = entry.object.as_ref().map_or(0, Bytes::len);
        ENTRY_BYTES.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX))
    }
}

impl ObjectCache {
    pub(crate) fn new(options: &ArchiveOptions) -> Self {
        let objects = usize::try_from(options.cache_bytes / USUAL_BYTES).unwrap_or(usize::MAX);
        let mut bounds = OptionsBuilder::new();
        // One part: an object cannot be larger than a part of the cache.
        bounds
            .shards(1)
            .estimated_items_capacity(objects.max(1))
            .weight_capacity(options.cache_bytes);
        let entries = match bounds.build() {
            Ok(bounds) => Cache::with_options(bounds, Weight, DefaultHashBuilder::default(), Default::default()),
            // Both values are set above.
            Err(_) => Cache::with_weighter(objects, options.cache_bytes, Weight),
        };
        Self {
            entries,
            found_ttl: options.found_ttl,
            absent_ttl: options.absent_ttl,
            steady: Arc::clone(&options.steady),
        }
    }

    /// The cached object, or else that of `read`. Concurrent calls for one id share a read.
    pub(crate) async fn get(
        &self,
        id: MatchId,
        read: impl Future<Output = Result<Option<Bytes>, ArchiveError>>,
    ) -> Result<Option<Bytes>, ArchiveError> {
        let now = (self.steady)();
        self.entries.remove_if(&id, |entry| {
            let ttl = if entry.object.is_some() {
                self.found_ttl
            } else {
                self.absent_ttl
            };
            now.saturating_sub(entry.read_at) >= ttl
        });
        let read = async {
            let object = read.await?;
            let read_at = (self.steady)();
            Ok::<_, ArchiveError>(Entry { object, read_at })
        };
        Ok(self.entries.get_or_insert_async(&id, read).await?.object)
    }

    /// Caches a written object. A read that began before does not replace it.
    pub(crate) fn insert(&self, id: MatchId, object: Bytes) {
        let (object, read_at) = (Some(object), (self.steady)());
        self.entries.insert(id, Entry { object, read_at });
    }

    /// Forgets an object, and the result of a read that has begun, when the returned value is dropped.
    pub(crate) const fn forget_on_drop(&self, id: MatchId) -> ForgetOnDrop<'_> {
        ForgetOnDrop(self, id)
    }
}

/// Forgets an object after a change of it, even if the caller has cancelled the change: it may still be applied.
pub(crate) struct ForgetOnDrop<'a>(&'a ObjectCache, MatchId);

impl Drop for ForgetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.entries.remove(&self.1);
    }
}
