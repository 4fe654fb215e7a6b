//! Moves matches to another store while servers run on both.
//!
//! First, both stores learn the direction: from then on, the source creates no matches. The target gets a mark for each
//! match that will arrive, so that neither store reports a match of the other as unknown. Then it creates new matches. Then
//! for each match: fence it in the source, where calls then fail as moved; copy it; open it in the target; delete the
//! fenced one. A repeated step has no further effect, so after a failure at any step a new call continues the move. A
//! delayed step has none either, because each script gets the number of the match's moves.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a reply has many forms, and most of them mean nothing here"
)]

use std::future::ready;

use ::redis::{Cmd, Value, from_redis_value};
use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, future::try_join_all, stream};

use super::{
    Redis,
    failures::failure,
    keys,
    reply::{self, corrupt},
    scanning::section,
    scripts::{Fenced, MOVES_KEPT_MS},
    servers::node::Node,
};
use crate::{MatchId, Shard, StoreError};

/// How many matches, or other keys, move concurrently.
const AT_ONCE: usize = 16;
/// How many keys, or fields of a match, one call reads.
const PAGE: u32 = 100;
/// How often a match is copied again, if a part of the copy was lost.
const COPIES: u32 = 3;

/// The reason why matches did not move to another store. Another call continues.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// The stores have different numbers of shards.
    #[error("the source has {source_shards} shards and the target has {target_shards}; use another target")]
    Shards {
        /// The number of the source.
        source_shards: u16,
        /// The number of the target.
        target_shards: u16,
    },
    /// The source contains no match, and never has.
    #[error("the source contains no matches; check its address")]
    Empty,
    /// The target carries the mark of another installation, and contains matches.
    #[error(
        "the target has matches of another installation; use a Redis without data, or the target of an earlier move"
    )]
    OtherInstallation,
    /// Source and target are the same store.
    #[error("source and target are the same store; use another target")]
    SameStore,
    /// Matches move in the opposite direction.
    #[error("matches move in the opposite direction, or did so incompletely; complete that move first")]
    Opposed,
    /// Copies of this match were lost several times.
    #[error("match {0} is not completely stored in the target; check its memory and evictions")]
    Incomplete(MatchId),
    /// The source failed.
    #[error("source: {0}")]
    Source(StoreError),
    /// The target failed.
    #[error("target: {0}")]
    Target(StoreError),
}

/// The outcome for one match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moved {
    /// The target serves it.
    Moved(MatchId),
    /// The target has another match with this id. This one stays in the source, where calls fail as moved. Can be reported
    /// several times.
    Conflict(MatchId),
}

impl Redis {
    /// Moves all matches to `target`, with the slots and assignments of pools and the indexes of players, and calls `each` for
    /// each match.
    ///
    /// From the first step on, and until a week after the last call, the source creates and assigns no matches, and its
    /// calls about matches that it does not have fail as [`StoreError::Moved`]. The target creates and assigns matches. Its
    /// calls about matches that have not arrived yet fail as [`StoreError::Moved`]. For a short time at first, it creates
    /// and assigns none, and these are all matches that it does not have.
    ///
    /// # Errors
    ///
    /// [`MoveError`]; a match then is in one of the stores, or fenced and continued by the next call.
    pub async fn move_to(&self, target: &Self, each: impl FnMut(Moved)) -> Result<(), MoveError> {
        let source_shards = self.number_of_shards().await.map_err(MoveError::Source)?;
        let source_shards = source_shards.ok_or(MoveError::Empty)?;
        self.mark_target(target).await?;
        self.set_moved(1).await.map_err(MoveError::Source)?;
        let target_shards = target.set_number_of_shards(source_shards).await;
        let target_shards = target_shards.map_err(MoveError::Target)?;
        if target_shards != source_shards {
            return Err(MoveError::Shards {
                source_shards,
                target_shards,
            });
        }
        self.set_directions(target, source_shards).await?;
        for of in [keys::MATCHES, keys::ALL_MOVING] {
            self.each_key(of, async |name| self.expect(target, name).await, |()| {})
                .await?;
        }
        self.each_key(
            keys::ALL_FILLED,
            async |name| self.copy_assignment(target, name).await,
            |()| {},
        )
        .await?;
        for of in [keys::POOLS, keys::ALL_PLAYED] {
            self.each_key(of, async |name| self.copy_scores(target, name).await, |()| {})
                .await?;
        }
        self.move_all(target, source_shards, each).await?;
        self.copy_outages(target).await?;
        target.end_direction(source_shards).await.map_err(MoveError::Target)?;
        self.set_moved(MOVES_KEPT_MS).await.map_err(MoveError::Source)
    }

    /// Moves matches until a round finds none.
    async fn move_all(&self, target: &Self, shards: u16, mut each: impl FnMut(Moved)) -> Result<(), MoveError> {
        loop {
            // Also so that they do not expire.
            self.depart(shards).await?;
            let expected = target.direct(shards, keys::EXPECTED).await;
            expected.map_err(MoveError::Target)?;
            let mut moved = false;
            for of in [keys::MATCHES, keys::ALL_MOVING] {
                let done = |outcome: Option<Moved>| {
                    moved |= matches!(outcome, Some(Moved::Moved(_)));
                    outcome.into_iter().for_each(&mut each);
                };
                self.each_key(of, async |name| self.move_match(target, name).await, done)
                    .await?;
            }
            if !moved {
                return Ok(());
            }
        }
    }

    /// Copies the outages, which matches that move can still credit.
    async fn copy_outages(&self, target: &Self) -> Result<(), MoveError> {
        let outages = self.listed_outages().await.map_err(MoveError::Source)?;
        target.add_outages(&outages).await.map_err(MoveError::Target)
    }

    /// Makes this store the source and `target` the target of a move. Of two calls in opposite directions, at most one
    /// succeeds.
    async fn set_directions(&self, target: &Self, shards: u16) -> Result<(), MoveError> {
        target.assert_complete().await?;
        self.depart(shards).await?;
        target.direct(shards, keys::HERE).await.map_err(MoveError::Target)?;
        let direction = self.direction().await.map_err(MoveError::Source)?;
        if direction.as_deref() == Some(keys::AWAY.as_bytes()) {
            return self.copy_outages(target).await;
        }
        // A match would be deleted as the remains of its own move.
        target.end_direction(shards).await.map_err(MoveError::Target)?;
        Err(MoveError::SameStore)
    }

    /// Refuses to move matches here while others move away.
    async fn assert_complete(&self) -> Result<(), MoveError> {
        let mut complete = Ok(());
        let opposed = |()| complete = Err(MoveError::Opposed);
        self.each_key(keys::ALL_MOVING, async |_| Ok(()), opposed).await?;
        complete
    }

    async fn depart(&self, shards: u16) -> Result<(), MoveError> {
        match self.direct(shards, keys::AWAY).await.map_err(MoveError::Source)? {
            true => Ok(()),
            false => Err(MoveError::Opposed),
        }
    }

    /// Lets the target know that a match may arrive.
    async fn expect(&self, target: &Self, name: String) -> Result<(), MoveError> {
        let Some(id) = keys::match_of(&name) else {
            return Ok(());
        };
        let (mut mark, mut extend) = (::redis::cmd("SET"), ::redis::cmd("PEXPIRE"));
        mark.arg(keys::deleted(id)).arg(keys::MAY_ARRIVE);
        mark.arg("PX").arg(MOVES_KEPT_MS).arg("NX");
        extend.arg(keys::deleted(id)).arg(MOVES_KEPT_MS).arg("GT");
        target.change(id.shard(), [mark, extend]).await
    }

    /// Sets the direction in which matches move; `false` if they move in the opposite direction.
    async fn direct(&self, shards: u16, direction: &str) -> Result<bool, StoreError> {
        let set = (0..shards).filter_map(Shard::new).map(async |shard| {
            let set = self.shared.scripts.direct(&self.shared.servers, shard, direction);
            reply::applied(set.await.map_err(|error| failure(&error))?)
        });
        let mut set = stream::iter(set).buffer_unordered(AT_ONCE);
        while let Some(set) = set.try_next().await? {
            if !set {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn end_direction(&self, shards: u16) -> Result<(), StoreError> {
        let ended = (0..shards).filter_map(Shard::new).map(async |shard| {
            let mut end = ::redis::cmd("PEXPIRE");
            end.arg(keys::moves(shard)).arg(0);
            self.query(shard, &end).await.map(drop)
        });
        let ended = stream::iter(ended).buffer_unordered(AT_ONCE);
        ended.try_for_each(|()| ready(Ok(()))).await
    }

    /// The direction in which matches move.
    pub(super) async fn direction(&self) -> Result<Option<Bytes>, StoreError> {
        let mut command = ::redis::cmd("GET");
        command.arg(keys::moves(Shard::FIRST));
        reply::bytes(self.query(Shard::FIRST, &command).await?)
    }

    /// Runs `work` for each key that matches a pattern, and passes its results to `done`.
    async fn each_key<T>(
        &self,
        pattern: &str,
        work: impl AsyncFn(String) -> Result<T, MoveError>,
        mut done: impl FnMut(T),
    ) -> Result<(), MoveError> {
        let masters = self.shared.servers.masters().await;
        let masters = masters.map_err(|error| MoveError::Source(failure(&error)))?;
        for master in masters.values() {
            let mut cursor = 0;
            loop {
                let (next, names) = keys_of(master, cursor, pattern).await?;
                let working = stream::iter(names).map(|name| work(name)).buffer_unordered(AT_ONCE);
                working
                    .try_for_each(|result| {
                        done(result);
                        ready(Ok(()))
                    })
                    .await?;
                cursor = next;
                if cursor == 0 {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Moves one match; `None` if it has gone.
    async fn move_match(&self, target: &Self, name: String) -> Result<Option<Moved>, MoveError> {
        let Some(id) = keys::match_of(&name) else {
            return Ok(None);
        };
        let to = &target.shared;
        let mut copies = 0;
        loop {
            let lobby = self.lobby_of(id, keys::of_match(id)).await.map_err(MoveError::Source)?;
            let fenced = self.shared.scripts.fence(&self.shared.servers, id, lobby).await;
            let fenced = fenced.map_err(|error| MoveError::Source(failure(&error)))?;
            if fenced == Value::Nil {
                return Ok(None);
            }
            let (moves, fields, expiry) =
                from_redis_value(fenced).map_err(|_| MoveError::Source(corrupt("a fenced match")))?;
            self.copy_fields(target, id, moves).await?;
            let fenced = Fenced { moves, fields, expiry };
            // An earlier call can have fenced it.
            let lobby = self.lobby_of(id, keys::moving(id)).await.map_err(MoveError::Source)?;
            let opened = to.scripts.open(&to.servers, (id, lobby), fenced).await;
            match opened.map_err(|error| MoveError::Target(failure(&error)))? {
                Value::Nil => return Ok(Some(Moved::Conflict(id))),
                Value::Int(0) if copies < COPIES => {
                    copies += 1;
                    continue;
                }
                Value::Int(0) => return Err(MoveError::Incomplete(id)),
                _ => {}
            }
            let buried = self.shared.scripts.bury(&self.shared.servers, id, moves).await;
            buried.map_err(|error| MoveError::Source(failure(&error)))?;
            return Ok(Some(Moved::Moved(id)));
        }
    }

    async fn copy_fields(&self, target: &Self, id: MatchId, moves: i64) -> Result<(), MoveError> {
        let to = &target.shared;
        let mut cursor = 0;
        loop {
            let mut read = ::redis::cmd("HSCAN");
            read.arg(keys::moving(id)).arg(cursor).arg("COUNT").arg(PAGE);
            let page = self.query(id.shard(), &read).await.map_err(MoveError::Source)?;
            let (next, fields): (u64, Vec<Vec<u8>>) =
                from_redis_value(page).map_err(|_| MoveError::Source(corrupt("a reply to HSCAN")))?;
            if !fields.is_empty() {
                let written = to.scripts.arrive(&to.servers, id, moves, &fields).await;
                written.map_err(|error| MoveError::Target(failure(&error)))?;
            }
            cursor = next;
            if cursor == 0 {
                return Ok(());
            }
        }
    }

    /// Copies an assignment, unless the target has another.
    async fn copy_assignment(&self, target: &Self, name: String) -> Result<(), MoveError> {
        let (mut get, mut left) = (::redis::cmd("GET"), ::redis::cmd("PTTL"));
        let Some((shard, [value, Value::Int(left)])) = self.read(&name, [get.arg(&name), left.arg(&name)]).await?
        else {
            return Ok(());
        };
        let Some(value) = reply::bytes(value).map_err(MoveError::Source)? else {
            return Ok(());
        };
        let mut set = ::redis::cmd("SET");
        set.arg(&name).arg(value.as_ref()).arg("PX").arg(left.max(1)).arg("NX");
        target.change(shard, [set]).await
    }

    /// Copies the slots of a pool, or the index of a player.
    async fn copy_scores(&self, target: &Self, name: String) -> Result<(), MoveError> {
        let (mut range, mut left) = (::redis::cmd("ZRANGE"), ::redis::cmd("PTTL"));
        range.arg(&name).arg(0).arg(-1).arg("WITHSCORES");
        let Some((shard, [scores, Value::Int(left)])) = self.read(&name, [&range, left.arg(&name)]).await? else {
            return Ok(());
        };
        let scores = reply::items(scores).map_err(MoveError::Source)?;
        // Slots that the target holds for longer stay, and later times.
        let mut add = ::redis::cmd("ZADD");
        add.arg(&name).arg("GT");
        for pair in scores.chunks(2) {
            for part in pair.iter().rev().flatten() {
                add.arg(part.as_ref());
            }
        }
        let [first, later] = ["NX", "GT"].map(|if_it| {
            let mut expire = ::redis::cmd("PEXPIRE");
            expire.arg(&name).arg(left.max(1)).arg(if_it);
            expire
        });
        match scores.is_empty() {
            true => Ok(()),
            false => target.change(shard, [add, first, later]).await,
        }
    }

    /// The replies to commands about a key, and its shard.
    async fn read<const N: usize>(
        &self,
        name: &str,
        commands: [&Cmd; N],
    ) -> Result<Option<(Shard, [Value; N])>, MoveError> {
        let Some(shard) = keys::shard_of(name) else {
            return Ok(None);
        };
        let replies = try_join_all(commands.map(|command| self.query(shard, command))).await;
        let replies = replies.map_err(MoveError::Source)?;
        Ok(replies.try_into().ok().map(|replies| (shard, replies)))
    }

    async fn change<const N: usize>(&self, shard: Shard, commands: [Cmd; N]) -> Result<(), MoveError> {
        for command in &commands {
            self.query(shard, command).await.map_err(MoveError::Target)?;
        }
        Ok(())
    }
}

async fn keys_of(master: &Node, cursor: u64, pattern: &str) -> Result<(u64, Vec<String>), MoveError> {
    section(master, cursor, pattern, PAGE).await.map_err(MoveError::Source)
}
