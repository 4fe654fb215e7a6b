//! Actions of an operator of Redis, and queries.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    time::Duration,
};

use redis::{Connection, FromRedisValue};
use tinsel_store_testkit::RedisServer;

/// The Redis user of [`Operator::listener`], and its password.
const LISTENER: &str = "listener";
const PASSWORD: &str = "of-the-listener";

/// A connection of an operator to a Redis server.
pub struct Operator {
    server: String,
    connection: Connection,
}

/// The data of a match at one moment.
#[derive(Debug, Clone)]
pub struct Backup {
    key: String,
    dump: Vec<u8>,
}

impl fmt::Debug for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Operator")
            .field("server", &self.server)
            .finish_non_exhaustive()
    }
}

impl Operator {
    /// The operator of this server.
    #[must_use]
    pub fn of(server: &RedisServer) -> Self {
        let client = redis::Client::open(server.url()).expect("an address");
        Self {
            server: format!("127.0.0.1:{}", server.port()),
            connection: client.get_connection().expect("a connection"),
        }
    }

    /// The remaining TTL of a match.
    pub fn kept_for(&mut self, match_id: &str) -> Duration {
        let key = self.key(match_id);
        let millis: i64 = self.ask(redis::cmd("PTTL").arg(key));
        Duration::from_millis(u64::try_from(millis).expect("a match that expires"))
    }

    /// Lets the TTL of a match run out.
    pub fn expire(&mut self, match_id: &str) {
        let key = self.key(match_id);
        self.ask::<()>(redis::cmd("PEXPIRE").arg(key).arg(0));
    }

    /// A copy of the data of a match.
    pub fn back_up(&mut self, match_id: &str) -> Backup {
        let key = self.key(match_id);
        let dump = self.ask(redis::cmd("DUMP").arg(&key));
        Backup { key, dump }
    }

    /// Reverts a match to a backup, as a failover can, without a notice to watchers.
    pub fn restore(&mut self, backup: &Backup) {
        let mut command = redis::cmd("RESTORE");
        command.arg(&backup.key).arg(0).arg(&backup.dump).arg("REPLACE");
        self.ask::<()>(&command);
    }

    /// A stored field of a match, such as `e7` or `r`; `create.lua` documents the fields.
    pub fn field(&mut self, match_id: &str, field: &str) -> Vec<u8> {
        let key = self.key(match_id);
        self.ask(redis::cmd("HGET").arg(key).arg(field))
    }

    /// Replaces a field.
    pub fn put_field(&mut self, match_id: &str, field: &str, value: &[u8]) {
        let key = self.key(match_id);
        self.ask::<()>(redis::cmd("HSET").arg(key).arg(field).arg(value));
    }

    /// Removes a field.
    pub fn lose_field(&mut self, match_id: &str, field: &str) {
        let key = self.key(match_id);
        let lost: u32 = self.ask(redis::cmd("HDEL").arg(key).arg(field));
        assert_eq!(lost, 1, "{match_id} has no {field}");
    }

    /// Removes a match from the index of due matches.
    pub fn lose_from_due(&mut self, match_id: &str) {
        let key = self.key(match_id);
        let (shard, _) = key.split_once(":match:").expect("the key of a match");
        let lost: u32 = self.ask(redis::cmd("ZREM").arg(format!("{shard}:due")).arg(match_id));
        assert_eq!(lost, 1, "{match_id} is not listed");
    }

    /// The URL of a Redis user with subscriptions that [`close_ears`](Self::close_ears) can end.
    pub fn listener(&mut self) -> String {
        let mut command = redis::cmd("ACL");
        command
            .arg("SETUSER")
            .arg(LISTENER)
            .arg("on")
            .arg(format!(">{PASSWORD}"));
        self.ask::<()>(command.arg("~*").arg("&*").arg("+@all"));
        format!("redis://{LISTENER}:{PASSWORD}@{}/", self.server)
    }

    /// Ends the subscriptions of this user and refuses new ones. Its commands still work.
    pub fn close_ears(&mut self) {
        self.ask::<()>(redis::cmd("ACL").arg("SETUSER").arg(LISTENER).arg("resetchannels"));
    }

    /// Allows this user to subscribe again.
    pub fn open_ears(&mut self) {
        self.ask::<()>(redis::cmd("ACL").arg("SETUSER").arg(LISTENER).arg("allchannels"));
    }

    /// The content of all keys, uncompressed except for packed matches.
    pub fn everything(&mut self) -> Vec<u8> {
        self.ask::<()>(redis::cmd("CONFIG").arg("SET").arg("rdbcompression").arg("no"));
        let keys: Vec<Vec<u8>> = self.ask(redis::cmd("KEYS").arg("*"));
        let dumps = keys
            .iter()
            .map(|key| self.ask::<Option<Vec<u8>>>(redis::cmd("DUMP").arg(key)));
        let dumps: Vec<_> = dumps.flatten().collect();
        [keys, dumps].concat().concat()
    }

    /// The names of all keys except the list of replicas, which servers write at any time.
    pub fn keys(&mut self) -> BTreeSet<String> {
        let keys: BTreeSet<String> = self.ask(redis::cmd("KEYS").arg("tinsel:*"));
        keys.into_iter().filter(|key| !key.ends_with(":replicas")).collect()
    }

    /// Number of reads of matches so far: every write, log read or state read is one or two. Heartbeats and reads of
    /// deadlines do not count.
    pub fn work_done(&mut self) -> u64 {
        self.counts().get("hmget").copied().unwrap_or(0)
    }

    /// How often the server has run each command, by its name in lower case; commands in scripts count as well.
    pub fn counts(&mut self) -> BTreeMap<String, u64> {
        let statistics: String = self.ask(redis::cmd("INFO").arg("commandstats"));
        let count = |line: &str| {
            let (name, counts) = line.strip_prefix("cmdstat_")?.split_once(":calls=")?;
            let (calls, _) = counts.split_once(',')?;
            Some((name.to_owned(), calls.parse().ok()?))
        };
        statistics.lines().filter_map(count).collect()
    }

    /// Lists this number of matches as due in one hour, spread over the default shards. The matches do not exist.
    pub fn list_as_due(&mut self, count: usize) {
        let time: (u64, u64) = self.ask(&redis::cmd("TIME"));
        let at = (time.0 + 3_600) * 1_000;
        for shard in 0..256 {
            let mut command = redis::cmd("ZADD");
            command.arg(format!("tinsel:{{s{shard:03}}}:due"));
            for number in 0..count.div_ceil(256) {
                command.arg(at).arg(format!("{shard:03}-{number:020}"));
            }
            self.ask::<()>(&command);
        }
    }

    /// Number of replicas that are listed as alive.
    pub fn replicas(&mut self) -> usize {
        let members: Vec<String> = self.ask(redis::cmd("ZRANGE").arg("tinsel:{s000}:replicas").arg(0).arg(-1));
        members.iter().filter(|member| *member != "fleet").count()
    }

    fn key(&mut self, match_id: &str) -> String {
        let keys: Vec<String> = self.ask(redis::cmd("KEYS").arg(format!("tinsel:*:match:{match_id}")));
        let [key] = keys.try_into().expect("one match with this id");
        key
    }

    pub(crate) fn ask<T: FromRedisValue>(&mut self, command: &redis::Cmd) -> T {
        command.query(&mut self.connection).expect("an answer")
    }
}
