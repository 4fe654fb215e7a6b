//! What an operator can do to a Redis server, and ask it.

use std::{collections::BTreeSet, fmt, time::Duration};

use redis::{Connection, FromRedisValue};
use tinsel_store_testkit::RedisServer;

/// The user of [`Operator::listener`], and its password.
const LISTENER: &str = "listener";
const PASSWORD: &str = "of-the-listener";

/// A connection of an operator to a Redis server.
pub struct Operator {
    server: String,
    connection: Connection,
}

/// A match as it was kept at some moment.
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

    /// How long a match is kept from now on.
    pub fn kept_for(&mut self, match_id: &str) -> Duration {
        let key = self.key(match_id);
        let millis: i64 = self.ask(redis::cmd("PTTL").arg(key));
        Duration::from_millis(u64::try_from(millis).expect("a match that expires"))
    }

    /// Lets a match's time be over.
    pub fn expire(&mut self, match_id: &str) {
        let key = self.key(match_id);
        self.ask::<()>(redis::cmd("PEXPIRE").arg(key).arg(0));
    }

    /// A copy of what is kept of a match.
    pub fn back_up(&mut self, match_id: &str) -> Backup {
        let key = self.key(match_id);
        let dump = self.ask(redis::cmd("DUMP").arg(&key));
        Backup { key, dump }
    }

    /// Takes a match back to what it was, as a failover would: nobody is told.
    pub fn restore(&mut self, backup: &Backup) {
        let mut command = redis::cmd("RESTORE");
        command.arg(&backup.key).arg(0).arg(&backup.dump).arg("REPLACE");
        self.ask::<()>(&command);
    }

    /// What is kept of a match as this field, such as `e7` or `r`. What fields hold, `create.lua` says.
    pub fn field(&mut self, match_id: &str, field: &str) -> Vec<u8> {
        let key = self.key(match_id);
        self.ask(redis::cmd("HGET").arg(key).arg(field))
    }

    /// Puts something else into the place of a field.
    pub fn put_field(&mut self, match_id: &str, field: &str, value: &[u8]) {
        let key = self.key(match_id);
        self.ask::<()>(redis::cmd("HSET").arg(key).arg(field).arg(value));
    }

    /// Loses a field.
    pub fn lose_field(&mut self, match_id: &str, field: &str) {
        let key = self.key(match_id);
        let lost: u32 = self.ask(redis::cmd("HDEL").arg(key).arg(field));
        assert_eq!(lost, 1, "{match_id} has no {field}");
    }

    /// Takes a match off the list of what is due.
    pub fn lose_from_due(&mut self, match_id: &str) {
        let key = self.key(match_id);
        let (shard, _) = key.split_once(":match:").expect("the key of a match");
        let lost: u32 = self.ask(redis::cmd("ZREM").arg(format!("{shard}:due")).arg(match_id));
        assert_eq!(lost, 1, "{match_id} is not listed");
    }

    /// The address for a user whose ears can be [closed](Self::close_ears).
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

    /// Ends the listener's subscriptions, and refuses it new ones. Its commands are answered as before.
    pub fn close_ears(&mut self) {
        self.ask::<()>(redis::cmd("ACL").arg("SETUSER").arg(LISTENER).arg("resetchannels"));
    }

    /// Lets the listener subscribe again.
    pub fn open_ears(&mut self) {
        self.ask::<()>(redis::cmd("ACL").arg("SETUSER").arg(LISTENER).arg("allchannels"));
    }

    /// The names of all keys but those of leases, which come and go by themselves.
    pub fn keys(&mut self) -> BTreeSet<String> {
        let keys: BTreeSet<String> = self.ask(redis::cmd("KEYS").arg("tinsel:*"));
        keys.into_iter().filter(|key| !key.contains(":lease")).collect()
    }

    /// How many reads of matches the server has run so far: every write, log and look at a match is one or two. What
    /// sweepers ask all the time is none.
    pub fn work_done(&mut self) -> u64 {
        let statistics: String = self.ask(redis::cmd("INFO").arg("commandstats"));
        let calls = |line: &str| {
            let (calls, _) = line.strip_prefix("cmdstat_hmget:calls=")?.split_once(',')?;
            calls.parse().ok()
        };
        statistics.lines().find_map(calls).unwrap_or(0)
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
