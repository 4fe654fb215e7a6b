//! The scripts, one for each verb that writes or must read several things at one moment.

use ::redis::{Cmd, ErrorKind, RedisResult, ServerErrorKind, Value};

use super::{keys, link::Link};
use crate::{Answer, Change, Limits, MatchId, Revision, UnixMillis, Version, Write};

/// All scripts.
#[derive(Debug)]
pub(super) struct Scripts {
    create: Script,
    replace: Script,
    log: Script,
    prune: Script,
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
        let answers_max = format!("local ANSWERS_MAX = {}\n", limits.answers_max);
        Self {
            create: Script::new(&[include_str!("lua/create.lua"), indexes]),
            replace: Script::new(&[&answers_max, include_str!("lua/replace.lua"), indexes]),
            log: Script::new(&[include_str!("lua/log.lua")]),
            prune: Script::new(&[include_str!("lua/prune.lua")]),
            limits,
        }
    }

    pub(super) async fn create(&self, link: &Link, id: MatchId, write: &Write) -> RedisResult<Value> {
        let version = write.version_after(Revision::NONE);
        let oldest = self.oldest(version);
        let call = |command: &mut Cmd| {
            command
                .arg(3)
                .arg(keys::of_match(id))
                .arg(keys::due(id.shard()))
                .arg(keys::lobby(id.shard()));
            command.arg(keys::version(version));
            indexes(command, write);
            fields(command, write, Revision::NONE, oldest);
            if let Some(oldest) = oldest {
                command.arg("o").arg(oldest.get());
            }
            if let Some((request, answer)) = &write.request {
                let request = keys::answer(request);
                command.arg("c").arg(1).arg("a1").arg(&request);
                command.arg(&request).arg(sealed(answer));
            }
        };
        self.create.run(link, call).await
    }

    pub(super) async fn replace(
        &self,
        link: &Link,
        id: MatchId,
        expected: Version,
        write: &Write,
    ) -> RedisResult<Value> {
        let version = write.version_after(expected.revision);
        let oldest = self.oldest(version);
        let call = |command: &mut Cmd| {
            if write.deadline == Change::Keep && write.lobby == Change::Keep {
                command.arg(1).arg(keys::of_match(id));
            } else {
                command
                    .arg(3)
                    .arg(keys::of_match(id))
                    .arg(keys::due(id.shard()))
                    .arg(keys::lobby(id.shard()));
            }
            command.arg(keys::version(expected)).arg(keys::version(version));
            indexes(command, write);
            match oldest {
                Some(oldest) => command.arg(oldest.get()),
                None => command.arg(""),
            };
            if let Some((request, answer)) = &write.request {
                command.arg(keys::answer(request)).arg(sealed(answer));
            }
            fields(command, write, expected.revision, oldest);
        };
        self.replace.run(link, call).await
    }

    pub(super) async fn log(&self, link: &Link, id: MatchId, after: Revision, limit: u32) -> RedisResult<Value> {
        let call = |command: &mut Cmd| {
            command.arg(1).arg(keys::of_match(id)).arg(after.get()).arg(limit);
        };
        self.log.run(link, call).await
    }

    pub(super) async fn prune(&self, link: &Link, id: MatchId) -> RedisResult<Value> {
        let call = |command: &mut Cmd| {
            command
                .arg(3)
                .arg(keys::of_match(id))
                .arg(keys::due(id.shard()))
                .arg(keys::lobby(id.shard()));
        };
        self.prune.run(link, call).await
    }

    /// The oldest revision to keep in the log of a match at `version`, unless all are kept.
    fn oldest(&self, version: Version) -> Option<Revision> {
        let surplus = version
            .revision
            .get()
            .checked_sub(u64::from(self.limits.log_entries_max))?;
        (surplus > 0).then(|| Revision::new(surplus).plus(1))
    }
}

impl Script {
    fn new(parts: &[&str]) -> Self {
        let body = parts.concat();
        let hash = ::redis::Script::new(&body).get_hash().to_owned();
        Self { hash, body }
    }

    /// Runs the script by its hash; a server that does not know it yet, or no more, is sent the whole.
    async fn run(&self, link: &Link, call: impl Fn(&mut Cmd)) -> RedisResult<Value> {
        let mut command = ::redis::cmd("EVALSHA");
        command.arg(&self.hash);
        call(&mut command);
        let reply = link.query(&command).await;
        let unknown = ErrorKind::Server(ServerErrorKind::NoScript);
        if !reply.as_ref().is_err_and(|error| error.kind() == unknown) {
            return reply;
        }
        let mut command = ::redis::cmd("EVAL");
        command.arg(&self.body);
        call(&mut command);
        link.query(&command).await
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

/// The record, those log entries after `revision` that are kept, and the lobby entry, by their fields.
fn fields(command: &mut Cmd, write: &Write, revision: Revision, oldest: Option<Revision>) {
    command.arg("r").arg(write.record.as_ref());
    let mut revision = revision;
    for entry in &write.entries {
        revision = revision.plus(1);
        if oldest.is_none_or(|oldest| oldest <= revision) {
            command.arg(keys::entry(revision)).arg(entry.as_ref());
        }
    }
    if let Change::Set(entry) = &write.lobby {
        command.arg("l").arg(entry.as_ref());
    }
}

fn sealed(answer: &Answer) -> Vec<u8> {
    [&answer.fingerprint.to_be_bytes(), answer.body.as_ref()].concat()
}
