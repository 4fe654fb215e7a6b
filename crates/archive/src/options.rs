//! The options of an archive.

use std::{fmt, sync::Arc, time::Duration};

use tokio::time::Instant;

/// The options of an archive.
#[derive(Clone)]
pub struct ArchiveOptions {
    /// The settings of the provider, named like its environment variables: `AWS_…`, `GOOGLE_…` or `AZURE_…`. Other names
    /// are ignored, so a caller can pass its whole environment.
    pub settings: Vec<(String, String)>,
    /// The maximum duration of a call, with retries and with the time in which it waits for other calls.
    pub timeout: Duration,
    /// The maximum number of concurrent requests.
    pub requests_max: usize,
    /// The maximum size of the cache, in bytes.
    pub cache_bytes: u64,
    /// How long the cache contains an object. Another server can read a deleted object for so long.
    pub found_ttl: Duration,
    /// How long the cache contains that there is no object.
    pub absent_ttl: Duration,
    /// The time since a fixed moment, which never goes back.
    pub steady: Arc<dyn Fn() -> Duration + Send + Sync>,
}

impl Default for ArchiveOptions {
    fn default() -> Self {
        let start = Instant::now();
        Self {
            settings: Vec::new(),
            timeout: Duration::from_secs(10),
            requests_max: 32,
            cache_bytes: 64 << 20,
            found_ttl: Duration::from_secs(300),
            absent_ttl: Duration::from_secs(10),
            steady: Arc::new(move || start.elapsed()),
        }
    }
}

/// Without the values of settings, which can be secrets.
impl fmt::Debug for ArchiveOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ArchiveOptions")
            .field("timeout", &self.timeout)
            .field("requests_max", &self.requests_max)
            .field("cache_bytes", &self.cache_bytes)
            .field("found_ttl", &self.found_ttl)
            .field("absent_ttl", &self.absent_ttl)
            .finish_non_exhaustive()
    }
}
