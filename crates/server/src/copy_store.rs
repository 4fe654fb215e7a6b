//! Moves matches from one Redis store to another, and marks a new one.

use std::time::Duration;

use tinsel_service::Entropy;
use tinsel_store::{
    InstallationId, MarkScope, Marking, Marks, MatchStore, MoveError, Moved, Redis, RedisOptions, Shard, StoreError,
    StoreInspection,
};

use crate::{Config, ConfigProblem, Options, OsEntropy, Source, StoreAddress, serve::store_tls};

/// How long a Redis may take for a command; the largest copied value has several megabytes.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);

/// A store to move matches from or to.
#[derive(Debug)]
pub struct CopiedStore {
    redis: Redis,
    /// Its address without secrets.
    address: StoreAddress,
}

impl CopiedStore {
    /// The store at a URL, or of the config file of its servers. Must be called inside a Tokio runtime.
    ///
    /// # Errors
    ///
    /// The URL or the file is not valid, or the store is not a Redis.
    pub fn open(url_or_file: &str) -> Result<Self, ConfigProblem> {
        let (mut source, mut given) = (Source::default(), Options::default());
        // A mistyped URL can contain a password, so no error may repeat it as the name of a file.
        if url_or_file.contains([':', '@']) || url_or_file == "memory" {
            given.store = url_or_file.parse().ok();
        } else {
            source.config = Some(url_or_file.into());
        }
        let config = Config::read(&source, given)?;
        let StoreAddress::Redis(url) = &config.store else {
            return Err(ConfigProblem::new(
                "the store must be a Redis: a store in memory exists only in its server",
            ));
        };
        let options = RedisOptions {
            response_timeout: RESPONSE_TIMEOUT,
            ..config.redis(store_tls(&config, &mut Vec::new())?)
        };
        let redis = Redis::connect(url, options);
        Ok(Self {
            redis: redis.map_err(|error| ConfigProblem::new(format!("store must be {error}")))?,
            address: config.store,
        })
    }

    /// The address, without secrets.
    #[must_use]
    pub const fn address(&self) -> &StoreAddress {
        &self.address
    }

    /// Marks a store without mark as a new installation; with `after_loss`, also one that has lost data. Returns its marks.
    ///
    /// # Errors
    ///
    /// The store does not answer.
    pub async fn mark(&self, after_loss: bool) -> Result<Marks, StoreError> {
        let mut random = [0; 16];
        OsEntropy.fill(&mut random);
        let id = InstallationId(u128::from_le_bytes(random));
        // Without a login, Redis answers long commands with an error that does not name the cause.
        self.redis.time(Shard::FIRST).await?;
        match (self.redis.marks(MarkScope::All).await?, after_loss) {
            (Marks::None | Marks::Begun, false) => self.redis.mark(id, Marking::New).await,
            (Marks::None | Marks::Begun | Marks::Emptied | Marks::Incomplete { .. }, true) => {
                self.redis.mark(id, Marking::AfterLoss).await
            }
            (marks, _) => Ok(marks),
        }
    }

    /// Moves all matches to `target`; see [`Redis::move_to`].
    ///
    /// # Errors
    ///
    /// As [`Redis::move_to`].
    pub async fn move_to(&self, target: &Self, each: impl FnMut(Moved)) -> Result<(), MoveError> {
        self.redis.move_to(&target.redis, each).await
    }
}
