//! Scans the matches of all masters, one after the other.

use ::redis::{Value, from_redis_value};
use futures_util::future::try_join_all;

use super::{
    Redis,
    failures::failure,
    keys,
    reply::{self, corrupt},
    servers::{cluster::is_redirection, host_port::HostPort, node::Node, unspecified},
};
use crate::{MatchId, ScanPosition, Scanned, StoreError, Stored};

/// The number of records that are read concurrently.
const AT_ONCE: usize = 16;

impl Redis {
    /// A section of one master's matches. A master that is gone has left its matches to others, so the scan continues with
    /// the next one. Addresses are sorted, so that the order is the same in each call. A master that does not answer does not
    /// hide the matches of the others: the scan reads it last, and fails only then.
    pub(super) async fn scan_masters(&self, from: Option<&ScanPosition>, limit: u32) -> Result<Scanned, StoreError> {
        let (server, cursor, mut unread) = match from {
            Some(ScanPosition::At { server, cursor, unread }) => (server.as_str(), *cursor, unread.clone()),
            Some(ScanPosition::Again { server, cursor }) => (server.as_str(), *cursor, None),
            Some(ScanPosition::After(_)) | None => ("", 0, None),
        };
        let is_again = matches!(from, Some(ScanPosition::Again { .. }));
        let from = HostPort::parse(server).unwrap_or(unspecified());
        let masters = self.shared.servers.masters().await;
        let masters = masters.map_err(|error| failure(&error))?;
        let mut masters = masters.range(&from..);
        while let Some((address, master)) = masters.next() {
            let cursor = if *address == from { cursor } else { 0 };
            let (cursor, matches) = match read(master, cursor, limit).await {
                Err(StoreError::Unavailable(_)) if !is_again => {
                    unread.get_or_insert_with(|| text(address));
                    continue;
                }
                section => section?,
            };
            let next = match cursor {
                0 => masters.next().map(|(address, _)| (text(address), 0)),
                cursor => Some((text(address), cursor)),
            };
            let next = match next {
                Some((server, cursor)) if is_again => Some(ScanPosition::Again { server, cursor }),
                Some((server, cursor)) => Some(ScanPosition::At { server, cursor, unread }),
                None => unread.map(again),
            };
            return Ok(Scanned { matches, next });
        }
        let next = unread.map(again);
        Ok(Scanned {
            next,
            ..Scanned::default()
        })
    }
}

const fn again(server: String) -> ScanPosition {
    ScanPosition::Again { server, cursor: 0 }
}

/// The address in positions.
fn text(address: &HostPort) -> String {
    match *address == unspecified() {
        true => String::new(),
        false => address.to_string(),
    }
}

/// The next cursor of a master, 0 at the end, and the matches of a section.
async fn read(
    master: &Node,
    cursor: u64,
    limit: u32,
) -> Result<(u64, Vec<(MatchId, Result<Stored, StoreError>)>), StoreError> {
    let (cursor, names) = section(master, cursor, keys::MATCHES, limit).await?;
    let ids: Vec<_> = names.iter().filter_map(|name| keys::match_of(name)).collect();
    let mut matches = Vec::with_capacity(ids.len());
    for ids in ids.chunks(AT_ONCE) {
        let read = try_join_all(ids.iter().map(|id| stored(master, *id))).await?;
        matches.extend(
            ids.iter()
                .copied()
                .zip(read)
                .filter_map(|(id, stored)| Some((id, stored?))),
        );
    }
    Ok((cursor, matches))
}

/// The next cursor of a master, 0 at the end, and some of its keys that match a pattern.
pub(super) async fn section(
    master: &Node,
    cursor: u64,
    pattern: &str,
    limit: u32,
) -> Result<(u64, Vec<String>), StoreError> {
    let mut command = ::redis::cmd("SCAN");
    command.arg(cursor).arg("MATCH").arg(pattern);
    command.arg("COUNT").arg(limit.max(1));
    let reply = master.scans.query(&command).await;
    let reply = reply.map_err(|error| failure(&error))?;
    let (cursor, names): (u64, Vec<Vec<u8>>) = from_redis_value(reply).map_err(|_| corrupt("a reply to SCAN"))?;
    // Names of Tinsel are UTF-8.
    let names = names.into_iter().filter_map(|name| String::from_utf8(name).ok());
    Ok((cursor, names.collect()))
}

/// A match of a master; `None` if it has expired, was deleted, or has moved to another master.
async fn stored(master: &Node, id: MatchId) -> Result<Option<Result<Stored, StoreError>>, StoreError> {
    let mut command = ::redis::cmd("HMGET");
    command.arg(keys::of_match(id)).arg("v").arg("r").arg("p").arg("n");
    let reply: Value = match master.scans.query(&command).await {
        Ok(reply) => reply,
        Err(error) if is_redirection(&error) => return Ok(None),
        Err(error) => {
            let error = failure(&error);
            let corrupt = matches!(error, StoreError::Corrupt(_));
            return if corrupt { Ok(Some(Err(error))) } else { Err(error) };
        }
    };
    Ok(match reply::stored(reply) {
        Err(StoreError::NotFound) => None,
        stored => Some(stored),
    })
}
