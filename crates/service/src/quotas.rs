//! Rate limits and stream limits of callers on this server.
//!
//! A token makes its bearer a caller of its own, and every client can get tokens by creating matches. Therefore all
//! callers without a key at one address also share a limit, far above that of a single caller.
//!
//! Memory is bounded: the server remembers a fixed number of recent callers. It also remembers callers with open
//! streams, whose number the limit of streams bounds.

use std::{collections::BTreeMap, convert::Infallible, hash::Hash, num::NonZeroU32, sync::Arc, time::Duration};

use governor::{
    NotUntil, Quota, RateLimiter,
    middleware::NoOpMiddleware,
    state::{InMemoryState, NotKeyed},
};
use parking_lot::Mutex;
use quick_cache::sync::Cache;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{
    auth::{
        api_key::ApiKeys,
        caller::{Address, Caller, QuotaKey},
    },
    error::RpcError,
    settings::{Clock, Limits, Rate},
};

#[cfg(test)]
mod tests;

/// The number of callers without a key that are remembered. A forgotten caller starts again with a full burst.
const CALLERS: usize = 20_000;

/// The usage of callers on this server.
#[derive(Debug)]
pub(crate) struct Quotas {
    api_keys: Arc<ApiKeys>,
    /// For the holders of API keys, by index, each with the rate that it was made for; never evicted.
    holders: Mutex<BTreeMap<usize, (Rate, Arc<Bucket>)>>,
    /// The rate limit of holders without their own.
    usual: Rate,
    others: Buckets<QuotaKey>,
    addresses: Buckets<Address>,
    streams: Arc<Streams>,
}

/// The remaining budget of a caller, by GCRA: a token bucket stored as a single timestamp.
#[derive(Debug)]
struct Bucket {
    left: RateLimiter<NotKeyed, InMemoryState, Steady, NoOpMiddleware<Duration>>,
    clock: Steady,
    burst: NonZeroU32,
}

impl Bucket {
    fn full(quota: Quota, clock: &Steady) -> Self {
        Self {
            left: RateLimiter::direct_with_clock(quota, clock.clone()),
            clock: clock.clone(),
            burst: quota.burst_size(),
        }
    }

    /// Takes the cost of a call from the bucket, but at most the whole burst. Otherwise a call that costs more than the
    /// burst could never pass.
    fn take(&self, counts: NonZeroU32) -> Result<(), RpcError> {
        let taken = self.left.check_n(counts.min(self.burst));
        let refused = |refused: NotUntil<Duration>| RpcError::RateLimited {
            wait: refused.wait_time_from(self.clock.0.steady()),
        };
        taken.map_or(Ok(()), |taken| taken.map_err(refused))
    }
}

/// The buckets of the most recent callers.
#[derive(Debug)]
struct Buckets<K> {
    /// `None` without a rate limit.
    quota: Option<Quota>,
    last: Cache<K, Arc<Bucket>>,
    clock: Steady,
}

impl<K: Copy + Eq + Hash> Buckets<K> {
    fn new(rate: Rate, clock: &Steady) -> Self {
        Self {
            quota: rate.quota(),
            last: Cache::new(CALLERS),
            clock: clock.clone(),
        }
    }

    /// The bucket of a caller, full if the caller is not remembered; `None` without a rate limit.
    fn of(&self, key: K) -> Option<Arc<Bucket>> {
        let quota = self.quota?;
        let full = || Arc::new(Bucket::full(quota, &self.clock));
        let kept = self.last.get_or_insert_with(&key, || Ok::<_, Infallible>(full()));
        Some(kept.unwrap_or_else(|never| match never {}))
    }
}

/// The clock of the service, by its monotonic time.
#[derive(Debug, Clone)]
struct Steady(Arc<dyn Clock>);

impl governor::clock::Clock for Steady {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.0.steady()
    }
}

impl Quotas {
    pub(crate) fn new(limits: &Limits, api_keys: Arc<ApiKeys>, clock: Arc<dyn Clock>) -> Self {
        let clock = Steady(clock);
        Self {
            holders: Mutex::default(),
            usual: limits.rate,
            others: Buckets::new(limits.rate, &clock),
            addresses: Buckets::new(limits.address_rate, &clock),
            streams: Arc::new(Streams {
                most: limits.streams.min(Semaphore::MAX_PERMITS),
                all: Arc::new(Semaphore::new(limits.streams.min(Semaphore::MAX_PERMITS))),
                by_caller: Mutex::default(),
                api_keys: Arc::clone(&api_keys),
                of_bearer: most(limits.bearer_streams),
                of_caller: most(limits.caller_streams),
            }),
            api_keys,
        }
    }

    /// Counts a call with this cost.
    ///
    /// # Errors
    ///
    /// If the caller exceeds its rate limit; the call is then not counted. If the callers at its address together
    /// exceed theirs; the call then counts for the caller.
    pub(crate) fn call(&self, caller: &Caller, counts: NonZeroU32) -> Result<(), RpcError> {
        if let QuotaKey::Key(holder_index) = caller.quota_key {
            let bucket = self.of_holder(holder_index);
            return bucket.map_or(Ok(()), |bucket| bucket.take(counts));
        }
        // The caller's own limit comes first, so that a caller over its limit does not consume the shared limit of its
        // address.
        let own = self.others.of(caller.quota_key);
        own.map_or(Ok(()), |bucket| bucket.take(counts))?;
        let all = self.addresses.of(caller.address);
        all.map_or(Ok(()), |bucket| bucket.take(counts))
    }

    /// The bucket of the holder of an API key, full if its rate limit has changed; `None` without a rate limit.
    fn of_holder(&self, holder_index: usize) -> Option<Arc<Bucket>> {
        let rate = self.api_keys.quota(holder_index).and_then(|quota| quota.rate);
        let rate = rate.unwrap_or(self.usual);
        let quota = rate.quota()?;
        let full = || (rate, Arc::new(Bucket::full(quota, &self.others.clock)));
        let mut holders = self.holders.lock();
        let held = holders.entry(holder_index).or_insert_with(full);
        if held.0 != rate {
            *held = full();
        }
        Some(Arc::clone(&held.1))
    }

    /// Takes a permit for a stream, released when it is dropped.
    ///
    /// # Errors
    ///
    /// If the caller or the server has reached its limit of streams.
    pub(crate) fn stream(&self, key: QuotaKey) -> Result<StreamPermit, RpcError> {
        let streams = Arc::clone(&self.streams);
        let limit = streams.limit(key);
        let mut by_caller = streams.by_caller.lock();
        let count = by_caller.get(&key).copied().unwrap_or_default();
        if count >= limit {
            return Err(RpcError::TooManyStreams { limit });
        }
        let permit = Arc::clone(&streams.all).try_acquire_owned();
        let permit = permit.map_err(|_| RpcError::Overloaded)?;
        by_caller.insert(key, count.saturating_add(1));
        drop(by_caller);
        Ok(StreamPermit {
            streams,
            key,
            _permit: permit,
        })
    }

    /// The numbers of remembered callers, remembered addresses, and callers with open streams.
    #[cfg(test)]
    pub(crate) fn kept(&self) -> [usize; 3] {
        let (others, addresses) = (&self.others.last, &self.addresses.last);
        [others.len(), addresses.len(), self.streams.by_caller.lock().len()]
    }

    /// The number of open streams on this server.
    pub(crate) fn streams_open(&self) -> u64 {
        let left = self.streams.all.available_permits();
        u64::try_from(self.streams.most.saturating_sub(left)).unwrap_or(u64::MAX)
    }
}

/// The open streams.
#[derive(Debug)]
struct Streams {
    most: usize,
    all: Arc<Semaphore>,
    /// The number of streams of each caller that has any.
    by_caller: Mutex<BTreeMap<QuotaKey, usize>>,
    api_keys: Arc<ApiKeys>,
    of_bearer: usize,
    of_caller: usize,
}

impl Streams {
    fn limit(&self, key: QuotaKey) -> usize {
        match key {
            QuotaKey::Key(holder_index) => {
                let own = self.api_keys.quota(holder_index).and_then(|quota| quota.streams);
                own.map_or(self.of_caller, most)
            }
            QuotaKey::Bearer(..) => self.of_bearer,
            QuotaKey::Address(_) => self.of_caller,
        }
    }
}

/// The maximum of a limit, where 0 stands for no limit.
const fn most(limit: usize) -> usize {
    if limit == 0 { usize::MAX } else { limit }
}

/// A permit for one stream.
#[derive(Debug)]
pub(crate) struct StreamPermit {
    streams: Arc<Streams>,
    key: QuotaKey,
    _permit: OwnedSemaphorePermit,
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        let mut by_caller = self.streams.by_caller.lock();
        let left = by_caller.get(&self.key).map_or(0, |count| count.saturating_sub(1));
        if left == 0 {
            by_caller.remove(&self.key);
        } else {
            by_caller.insert(self.key, left);
        }
    }
}
