//! The scripts that move matches to another store.

use ::redis::{Cmd, RedisResult, Value};

use super::Scripts;
use crate::redis::{
    keys,
    servers::{Servers, node::Durability},
};
use crate::{LobbyIndex, MatchId, Shard};

/// How long a direction, the mark of a match or an incomplete copy stays without another call, in milliseconds: a week.
pub(crate) const MOVES_KEPT_MS: u32 = 604_800_000;

/// The reply of fence.lua: the number of a match's moves, of its fields, and the milliseconds until it expires, or -1.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fenced {
    pub(crate) moves: i64,
    pub(crate) fields: i64,
    pub(crate) expiry: i64,
}

impl Scripts {
    pub(crate) async fn direct(&self, servers: &Servers, shard: Shard, direction: &str) -> RedisResult<Value> {
        let call = |command: &mut Cmd| {
            command.arg(1).arg(keys::moves(shard));
            command.arg(direction).arg(MOVES_KEPT_MS);
        };
        self.direct.run(servers, shard, Durability::Required, call).await
    }

    pub(crate) async fn fence(&self, servers: &Servers, id: MatchId, lobby: LobbyIndex) -> RedisResult<Value> {
        let call = |command: &mut Cmd| {
            moving(command, (id, lobby), keys::moving(id));
            command.arg(MOVES_KEPT_MS);
        };
        self.fence.run(servers, id.shard(), Durability::Required, call).await
    }

    pub(crate) async fn arrive(
        &self,
        servers: &Servers,
        id: MatchId,
        moves: i64,
        fields: &[Vec<u8>],
    ) -> RedisResult<Value> {
        let call = |command: &mut Cmd| {
            command.arg(1).arg(keys::arriving(id)).arg(moves).arg(MOVES_KEPT_MS);
            command.arg(fields);
        };
        self.arrive
            .run(servers, id.shard(), Durability::NotRequired, call)
            .await
    }

    pub(crate) async fn open(
        &self,
        servers: &Servers,
        (id, lobby): (MatchId, LobbyIndex),
        fenced: Fenced,
    ) -> RedisResult<Value> {
        let call = |command: &mut Cmd| {
            moving(command, (id, lobby), keys::arriving(id));
            command.arg(fenced.fields).arg(fenced.expiry).arg(fenced.moves);
        };
        self.open.run(servers, id.shard(), Durability::Required, call).await
    }

    pub(crate) async fn bury(&self, servers: &Servers, id: MatchId, moves: i64) -> RedisResult<Value> {
        let call = |command: &mut Cmd| {
            command.arg(1).arg(keys::moving(id)).arg(moves);
        };
        self.bury.run(servers, id.shard(), Durability::NotRequired, call).await
    }
}

/// The keys of a match that moves, with its lobby index.
fn moving(command: &mut Cmd, (id, lobby): (MatchId, LobbyIndex), hash: keys::Name) {
    command.arg(7).arg(keys::of_match(id)).arg(hash);
    command.arg(keys::due(id.shard())).arg(keys::lobby(lobby));
    command.arg(keys::upkeep(id.shard())).arg(keys::deleted(id));
    command.arg(keys::outbox(id.shard()));
}
