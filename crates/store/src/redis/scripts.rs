//! The scripts: one for each operation that writes, or that must read several values atomically.

mod moving;

use std::time::Duration;

use ::redis::{Cmd, ErrorKind, RedisResult, RedisWrite, ServerErrorKind, Value};
use bytes::BufMut;

use super::{
    failures::named,
    keys,
    servers::{Servers, node::Durability},
};
use crate::{
    Assignment, Change, LobbyIndex, MatchId, PLAYED_MAX, POOL_NAMED_MAX, Packing, PoolId, RequestId, Revision, Shard,
    StoredResponse, UnixMillis, Version, Write,
};
pub(super) use moving::{Fenced, MOVES_KEPT_MS};

/// All scripts.
#[derive(Debug)]
pub(super) struct Scripts {
    create: Script,
    replace: Script,
    trim: Script,
    pack: Script,
    delete: Script,
    log: Script,
    repair_index: Script,
    assign: Script,
    reserve: Script,
    direct: Script,
    fence: Script,
    arrive: Script,
    open: Script,
    bury: Script,
    index_played: Script,
    leave_outbox: Script,
    /// Whether a match is created only in a shard with a mark.
    is_mark_required: bool,
}

/// The capacity of a usual command, so that it rarely grows while it is built.
const ARGUMENTS: usize = 32;
const BYTES: usize = 4096;

/// A script and its hash on the server.
#[derive(Debug)]
struct Script {
    hash: String,
    body: String,
}

impl Scripts {
    pub(super) fn new(is_mark_required: bool) -> Self {
        let indexes = include_str!("lua/indexes.lua");
        Self {
            create: Script::new(&[include_str!("lua/create.lua"), indexes]),
            replace: Script::new(&[include_str!("lua/replace.lua"), indexes]),
            trim: Script::new(&[include_str!("lua/trim.lua")]),
            pack: Script::new(&[include_str!("lua/pack.lua")]),
            delete: Script::new(&[include_str!("lua/delete.lua")]),
            log: Script::new(&[include_str!("lua/log.lua")]),
            repair_index: Script::new(&[include_str!("lua/repair_index.lua")]),
            assign: Script::new(&[include_str!("lua/assign.lua")]),
            reserve: Script::new(&[include_str!("lua/reserve.lua")]),
            direct: Script::new(&[include_str!("lua/direct.lua")]),
            fence: Script::new(&[include_str!("lua/fence.lua")]),
            arrive: Script::new(&[include_str!("lua/arrive.lua")]),
            open: Script::new(&[include_str!("lua/open.lua")]),
            bury: Script::new(&[include_str!("lua/bury.lua")]),
            index_played: Script::new(&[include_str!("lua/index_played.lua")]),
            leave_outbox: Script::new(&[include_str!("lua/leave_outbox.lua")]),
            is_mark_required,
        }
    }

    /// Does not store log entries before `oldest`.
    pub(super) async fn create(
        &self,
        servers: &Servers,
        id: MatchId,
        write: &Write,
        oldest: Revision,
    ) -> RedisResult<Value> {
        let version = write.version_after(Revision::NONE);
        let call = |command: &mut Cmd| {
            command
                .arg(5 + usize::from(self.is_mark_required) + usize::from(write.outbox))
                .arg(keys::of_match(id))
                .arg(keys::due(id.shard()))
                .arg(keys::lobby(LobbyIndex::of(id, write.lobby_id)))
                .arg(keys::deleted(id))
                .arg(keys::moves(id.shard()));
            if self.is_mark_required {
                command.arg(keys::mark(id.shard()));
            }
            if write.outbox {
                command.arg(keys::outbox(id.shard()));
            }
            command.arg(keys::version(version));
            command.arg(changes(write));
            fields(command, write, Revision::NONE, oldest);
            command.arg("o").arg(oldest.get()).arg("t").arg(oldest.get());
            if let Some(lobby) = &write.lobby_id {
                command.arg(keys::LOBBY).arg(lobby.to_string());
            }
            if let Some((request, answer)) = &write.request {
                command.arg(keys::answer(request));
                sealed(command, answer);
            }
        };
        self.create.run(servers, id.shard(), Durability::Required, call).await
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
            let (match_key, due) = (keys::of_match(id), keys::due(id.shard()));
            let lobby = keys::lobby(LobbyIndex::of(id, write.lobby_id));
            match (&write.deadline, &write.lobby, &write.upkeep) {
                _ if write.outbox => {
                    command.arg(5).arg(match_key).arg(due).arg(lobby);
                    command.arg(keys::upkeep(id.shard())).arg(keys::outbox(id.shard()))
                }
                (Change::Keep, Change::Keep, Change::Keep) => command.arg(1).arg(match_key),
                (_, Change::Keep, Change::Keep) => command.arg(2).arg(match_key).arg(due),
                (_, _, Change::Keep) => command.arg(3).arg(match_key).arg(due).arg(lobby),
                _ => {
                    command.arg(4).arg(match_key).arg(due).arg(lobby);
                    command.arg(keys::upkeep(id.shard()))
                }
            };
            command.arg(keys::version(expected)).arg(keys::version(version));
            command.arg(changes(write));
            if let Some((request, answer)) = &write.request {
                command.arg(keys::answer(request));
                sealed(command, answer);
            }
            fields(command, write, expected.revision, Revision::NONE);
        };
        self.replace.run(servers, id.shard(), Durability::Required, call).await
    }

    /// Removes `fields` if the match is at `at` or later, and its bounds are still those that were read.
    pub(super) async fn trim(
        &self,
        servers: &Servers,
        id: MatchId,
        at: Revision,
        (read, new): ([&[u8]; 2], [u64; 2]),
        fields: &[keys::Name],
    ) -> RedisResult<Value> {
        let call = |command: &mut Cmd| {
            command.arg(1).arg(keys::of_match(id)).arg(at.get());
            command.arg(&read[..]).arg(&new[..]).arg(fields);
        };
        self.trim.run(servers, id.shard(), Durability::NotRequired, call).await
    }

    pub(super) async fn pack(
        &self,
        servers: &Servers,
        id: MatchId,
        expected: Version,
        packing: &Packing,
    ) -> RedisResult<Value> {
        let call = |command: &mut Cmd| {
            command.arg(2).arg(keys::of_match(id)).arg(keys::upkeep(id.shard()));
            command.arg(keys::version(expected)).arg(packing.packed.as_ref());
            command.arg(expected.revision.plus(1).get());
            command.arg(word(&packing.upkeep, |at| at.0));
            command.arg(word(&packing.expiry, |kept_for| crate::millis(*kept_for)));
        };
        self.pack.run(servers, id.shard(), Durability::Required, call).await
    }

    pub(super) async fn delete(
        &self,
        servers: &Servers,
        (id, lobby): (MatchId, LobbyIndex),
        expected: Option<Version>,
    ) -> RedisResult<Value> {
        let call = |command: &mut Cmd| {
            command.arg(6).arg(keys::of_match(id)).arg(keys::due(id.shard()));
            command.arg(keys::lobby(lobby)).arg(keys::deleted(id));
            command.arg(keys::upkeep(id.shard())).arg(keys::arriving(id));
            match expected {
                Some(expected) => command.arg(keys::version(expected)),
                None => command.arg(""),
            };
        };
        self.delete.run(servers, id.shard(), Durability::Required, call).await
    }

    pub(super) async fn log(&self, servers: &Servers, id: MatchId, after: Revision, limit: u32) -> RedisResult<Value> {
        let call = |command: &mut Cmd| {
            command.arg(1).arg(keys::of_match(id)).arg(after.get()).arg(limit);
        };
        self.log.run(servers, id.shard(), Durability::NotRequired, call).await
    }

    pub(super) async fn repair_index(&self, servers: &Servers, id: MatchId, lobby: LobbyIndex) -> RedisResult<Value> {
        let call = |command: &mut Cmd| {
            command
                .arg(3)
                .arg(keys::of_match(id))
                .arg(keys::due(id.shard()))
                .arg(keys::lobby(lobby));
        };
        self.repair_index
            .run(servers, id.shard(), Durability::NotRequired, call)
            .await
    }

    pub(super) async fn index_played(
        &self,
        servers: &Servers,
        index: PoolId,
        id: MatchId,
        (at, kept_for): (u64, u64),
    ) -> RedisResult<Value> {
        let call = |command: &mut Cmd| {
            command.arg(1).arg(keys::played(index)).arg(id.to_string());
            command.arg(at).arg(kept_for).arg(PLAYED_MAX);
        };
        self.index_played
            .run(servers, index.shard(), Durability::NotRequired, call)
            .await
    }

    pub(super) async fn leave_outbox(&self, servers: &Servers, id: MatchId, revision: Revision) -> RedisResult<Value> {
        let call = |command: &mut Cmd| {
            command.arg(1).arg(keys::outbox(id.shard()));
            command.arg(id.to_string()).arg(revision.get());
        };
        self.leave_outbox
            .run(servers, id.shard(), Durability::NotRequired, call)
            .await
    }

    pub(super) async fn assign(
        &self,
        servers: &Servers,
        pool: PoolId,
        seeker: &RequestId,
        assignment: Assignment,
    ) -> RedisResult<Value> {
        let call = |command: &mut Cmd| {
            command.arg(3).arg(keys::filled(pool)).arg(keys::given(pool, seeker));
            command.arg(keys::moves(pool.shard()));
            for id in [assignment.full, assignment.fresh] {
                command.arg(id.map_or_else(String::new, |id| id.to_string()));
            }
            command.arg(crate::millis(assignment.kept_for));
        };
        self.assign.run(servers, pool.shard(), Durability::Required, call).await
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
        self.reserve
            .run(servers, pool.shard(), Durability::NotRequired, call)
            .await
    }
}

impl Script {
    fn new(parts: &[&str]) -> Self {
        let body = parts.concat();
        let hash = ::redis::Script::new(&body).get_hash().to_owned();
        Self { hash, body }
    }

    /// Runs the script by its hash. If the server does not have it, sends the whole script.
    async fn run(
        &self,
        servers: &Servers,
        shard: Shard,
        durability: Durability,
        call: impl Fn(&mut Cmd),
    ) -> RedisResult<Value> {
        let mut command = Cmd::with_capacity(ARGUMENTS, BYTES);
        command.arg("EVALSHA").arg(&self.hash);
        call(&mut command);
        let reply = servers.send(shard, &command, durability).await;
        let unknown = ErrorKind::Server(ServerErrorKind::NoScript);
        if !reply.as_ref().is_err_and(|error| error.kind() == unknown) {
            return reply.map_err(|error| named(error, &self.body));
        }
        let mut command = ::redis::cmd("EVAL");
        command.arg(&self.body);
        call(&mut command);
        let reply = servers.send(shard, &command, durability).await;
        reply.map_err(|error| named(error, &self.body))
    }
}

/// A change as a word of a script's argument.
fn word<T, W: ToString>(change: &Change<T>, set: impl Fn(&T) -> W) -> String {
    match change {
        Change::Keep => String::new(),
        Change::Clear => "-".to_owned(),
        Change::Set(value) => set(value).to_string(),
    }
}

/// The changes of deadline, lobby entry, expiry, upkeep and outbox. They are one argument, because each argument costs Redis CPU
/// time.
fn changes(write: &Write) -> String {
    let Write {
        deadline,
        lobby,
        expiry,
        upkeep,
        outbox,
        ..
    } = write;
    if let (Change::Keep, Change::Keep, Change::Keep, Change::Keep, false) = (deadline, lobby, expiry, upkeep, outbox) {
        return String::new();
    }
    [
        word(deadline, |at| at.0),
        word(lobby, |_| "+"),
        word(expiry, |kept_for| crate::millis(*kept_for)),
        word(upkeep, |at| at.0),
        if *outbox { "+" } else { "" }.to_owned(),
    ]
    .join(" ")
}

/// The fields to set: the record, the log entries after `revision` from `oldest` on, deadline, lobby entry, personal
/// data, and forgotten answers.
fn fields(command: &mut Cmd, write: &Write, revision: Revision, oldest: Revision) {
    command.arg("r").arg(write.record.as_ref());
    let version = write.version_after(revision);
    let mut revision = revision;
    for entry in &write.entries {
        revision = revision.plus(1);
        if revision >= oldest {
            let request = write.request.as_ref().filter(|_| revision == version.revision);
            let request = request.map_or("", |(request, _)| request.as_str());
            command.arg(keys::entry(revision));
            signed(command, request, entry);
        }
    }
    if let Change::Set(UnixMillis(at)) = write.deadline {
        command.arg("d").arg(at);
    }
    if let Change::Set(entry) = &write.lobby {
        command.arg("l").arg(entry.as_ref());
    }
    if let Some(personal) = &write.personal {
        command.arg("n").arg(personal.data.as_ref());
        for request in &personal.forgotten {
            command.arg(keys::answer(request));
            sealed(command, &StoredResponse::FORGOTTEN);
        }
    }
}

/// A stored log entry, with the id of the request that it answered as its prefix. Trimming the entry finds the answer
/// by it.
fn signed(command: &mut Cmd, request: &str, entry: &[u8]) {
    let length = u8::try_from(request.len()).unwrap_or_default();
    concat(command, [&[length], request.as_bytes(), entry]);
}

fn sealed(command: &mut Cmd, answer: &StoredResponse) {
    concat(command, [&answer.fingerprint.to_be_bytes(), answer.body.as_ref()]);
}

/// Adds one argument that consists of several parts.
fn concat<const N: usize>(command: &mut Cmd, parts: [&[u8]; N]) {
    let length = parts.iter().map(|part| part.len()).sum();
    let mut argument = command.bufmut_for_next_arg(length);
    parts.iter().for_each(|part| argument.put_slice(part));
}
