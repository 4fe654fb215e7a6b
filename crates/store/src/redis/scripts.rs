//! The scripts, one for each verb that writes or must read several things at one moment.

use std::time::Duration;

use ::redis::{Cmd, ErrorKind, RedisResult, ServerErrorKind, Value};

use super::{keys, node::Lasts, servers::Servers};
use crate::{
    Answer, Change, Limits, MatchId, POOL_NAMED_MAX, PoolId, RequestId, Revision, Seek, Shard, UnixMillis, Version,
    Write,
};

/// All scripts.
#[derive(Debug)]
pub(super) struct Scripts {
    create: Script,
    replace: Script,
    log: Script,
    settle: Script,
    lease: Script,
    seek: Script,
    reserve: Script,
    limits: Limits,
}

/// A script and the hash a server knows it by.
#[derive(Debug)]
struct Script {
    hash: String,
    body: String,
}

impl Scripts {
    pub(super) fn new(limits: Limits) -> Self {
        let indexes = include_str!("lua/indexes.lua");
        let answers_max = limits.answers_max.min(limits.log_entries_max);
        let maxima = format!(
            "local ANSWERS_MAX, LOG_ENTRIES_MAX = {answers_max}, {}\n",
            limits.log_entries_max
        );
        Self {
            create: Script::new(&[include_str!("lua/create.lua"), indexes]),
            replace: Script::new(&[&maxima, include_str!("lua/replace.lua"), indexes]),
            log: Script::new(&[include_str!("lua/log.lua")]),
            settle: Script::new(&[include_str!("lua/settle.lua")]),
            lease: Script::new(&[include_str!("lua/lease.lua")]),
            seek: Script::new(&[include_str!("lua/seek.lua")]),
            reserve: Script::new(&[include_str!("lua/reserve.lua")]),
            limits,
        }
    }

    pub(super) async fn create(&self, servers: &Servers, id: MatchId, write: &Write) -> RedisResult<Value> {
        let version = write.version_after(Revision::NONE);
        let oldest = version
            .revision
            .get()
            .checked_sub(u64::from(self.limits.log_entries_max));
        let oldest = oldest.map_or(Revision::NONE, Revision::new).plus(1);
        let call = |command: &mut Cmd| {
            command
                .arg(3)
                .arg(keys::of_match(id))
                .arg(keys::due(id.shard()))
                .arg(keys::lobby(id.shard()));
            command.arg(keys::version(version));
            indexes(command, write);
            fields(command, write, Revision::NONE, oldest);
            command.arg("o").arg(oldest.get());
            if let Some((request, answer)) = &write.request {
                command.arg(keys::answer(request)).arg(sealed(answer));
            }
        };
        self.create.run(servers, id.shard(), Lasts::Yes, call).await
    }

    pub(super) async fn replace(
        &self,
        servers: &Servers,
        id: MatchId,
        expected: Version,
        write: &Write,
    ) -> RedisResult<Value> {
        let version = write.version_after(expected.revision);
        let call = |command: &mut Cmd| {
            let (match_key, due, lobby) = (keys::of_match(id), keys::due(id.shard()), keys::lobby(id.shard()));
            match (&write.deadline, &write.lobby) {
                (Change::Keep, Change::Keep) => command.arg(1).arg(match_key),
                (_, Change::Keep) => command.arg(2).arg(match_key).arg(due),
                _ => command.arg(3).arg(match_key).arg(due).arg(lobby),
            };
            command.arg(keys::version(expected)).arg(keys::version(version));
            indexes(command, write);
            if version.revision.get() <= self.kept_whole() {
                command.arg("");
            } else {
                command.arg(version.revision.get());
            }
            if let Some((request, answer)) = &write.request {
                command.arg(keys::answer(request)).arg(sealed(answer));
            }
            fields(command, write, expected.revision, Revision::NONE);
        };
        self.replace.run(servers, id.shard(), Lasts::Yes, call).await
    }

    pub(super) async fn log(&self, servers: &Servers, id: MatchId, after: Revision, limit: u32) -> RedisResult<Value> {
        let call = |command: &mut Cmd| {
            command.arg(1).arg(keys::of_match(id)).arg(after.get()).arg(limit);
        };
        self.log.run(servers, id.shard(), Lasts::No, call).await
    }

    pub(super) async fn settle(&self, servers: &Servers, id: MatchId) -> RedisResult<Value> {
        let call = |command: &mut Cmd| {
            command
                .arg(3)
                .arg(keys::of_match(id))
                .arg(keys::due(id.shard()))
                .arg(keys::lobby(id.shard()));
        };
        self.settle.run(servers, id.shard(), Lasts::No, call).await
    }

    pub(super) async fn lease(
        &self,
        servers: &Servers,
        shard: Shard,
        holder: u64,
        kept_for: Duration,
    ) -> RedisResult<Value> {
        let call = |command: &mut Cmd| {
            command
                .arg(1)
                .arg(keys::lease(shard))
                .arg(holder)
                .arg(crate::millis(kept_for));
        };
        self.lease.run(servers, shard, Lasts::No, call).await
    }

    pub(super) async fn seek(
        &self,
        servers: &Servers,
        pool: PoolId,
        seeker: &RequestId,
        seek: Seek,
    ) -> RedisResult<Value> {
        let call = |command: &mut Cmd| {
            command.arg(2).arg(keys::filled(pool)).arg(keys::given(pool, seeker));
            for id in [seek.full, seek.fresh] {
                command.arg(id.map_or_else(String::new, |id| id.to_string()));
            }
            command.arg(crate::millis(seek.kept_for));
        };
        self.seek.run(servers, pool.shard(), Lasts::Yes, call).await
    }

    pub(super) async fn reserve(
        &self,
        servers: &Servers,
        (pool, id): (PoolId, MatchId),
        kept_for: Duration,
        limit: u32,
    ) -> RedisResult<Value> {
        let call = |command: &mut Cmd| {
            command.arg(1).arg(keys::pool(pool)).arg(id.to_string());
            command.arg(crate::millis(kept_for)).arg(limit).arg(POOL_NAMED_MAX);
        };
        self.reserve.run(servers, pool.shard(), Lasts::No, call).await
    }

    /// Up to which revision a match keeps all answers and log entries.
    fn kept_whole(&self) -> u64 {
        u64::from(self.limits.answers_max.min(self.limits.log_entries_max))
    }
}

impl Script {
    fn new(parts: &[&str]) -> Self {
        let body = parts.concat();
        let hash = ::redis::Script::new(&body).get_hash().to_owned();
        Self { hash, body }
    }

    /// Runs the script by its hash; a server that does not know it yet, or no more, is sent the whole.
    async fn run(&self, servers: &Servers, shard: Shard, lasts: Lasts, call: impl Fn(&mut Cmd)) -> RedisResult<Value> {
        let mut command = ::redis::cmd("EVALSHA");
        command.arg(&self.hash);
        call(&mut command);
        let reply = servers.send(shard, &command, lasts).await;
        let unknown = ErrorKind::Server(ServerErrorKind::NoScript);
        if !reply.as_ref().is_err_and(|error| error.kind() == unknown) {
            return reply;
        }
        let mut command = ::redis::cmd("EVAL");
        command.arg(&self.body);
        call(&mut command);
        servers.send(shard, &command, lasts).await
    }
}

/// What becomes of deadline, lobby entry and expiry.
fn indexes(command: &mut Cmd, write: &Write) {
    match write.deadline {
        Change::Keep => command.arg(""),
        Change::Clear => command.arg("-"),
        Change::Set(UnixMillis(at)) => command.arg(at),
    };
    command.arg(match write.lobby {
        Change::Keep => "",
        Change::Clear => "-",
        Change::Set(_) => "+",
    });
    match write.expiry {
        Change::Keep => command.arg(""),
        Change::Clear => command.arg("-"),
        Change::Set(kept_for) => command.arg(crate::millis(kept_for)),
    };
}

/// What is set of the match: the record, the log entries after `revision` from `oldest` on, deadline and lobby entry.
fn fields(command: &mut Cmd, write: &Write, revision: Revision, oldest: Revision) {
    command.arg("r").arg(write.record.as_ref());
    let version = write.version_after(revision);
    let mut revision = revision;
    for entry in &write.entries {
        revision = revision.plus(1);
        if revision >= oldest {
            let request = write.request.as_ref().filter(|_| revision == version.revision);
            let request = request.map_or("", |(request, _)| request.as_str());
            command.arg(keys::entry(revision)).arg(signed(request, entry));
        }
    }
    if let Change::Set(UnixMillis(at)) = write.deadline {
        command.arg("d").arg(at);
    }
    if let Change::Set(entry) = &write.lobby {
        command.arg("l").arg(entry.as_ref());
    }
}

/// A log entry as it is stored, after the id of the request that was answered by it: so the answer is found when it is
/// to be forgotten.
fn signed(request: &str, entry: &[u8]) -> Vec<u8> {
    let length = u8::try_from(request.len()).unwrap_or_default();
    [&[length], request.as_bytes(), entry].concat()
}

fn sealed(answer: &Answer) -> Vec<u8> {
    [&answer.fingerprint.to_be_bytes(), answer.body.as_ref()].concat()
}
