//! Pages of all stored matches, as operators see them.

use std::collections::{BTreeMap, BTreeSet};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use prost::Message;
use tinsel_proto::v1::{AdminServiceListMatchesResponse, MatchPhase, MatchSummary, StoredMatchFilter};
use tinsel_store::{MatchId, MatchStore, PoolId, ScanPosition, StoreError, Stored, UnixMillis};

use super::examine;
use crate::{
    deps::Deps,
    error::RpcError,
    lobby::open_match_quota,
    record::{MatchRecord, OVERDUE_MS, time},
    views::show,
};

/// The number of matches that one read of the store returns.
const SECTION: u32 = 128;
/// The maximum of reads of one call.
const SECTIONS_MAX: u32 = 16;
/// The number of listed matches after which a call does not read further.
const PAGE: usize = 128;

/// The filter of a list request.
#[derive(Debug)]
pub(crate) struct Filter {
    condition: Condition,
    unreadable: bool,
    /// A hash of the request's filter, by which a token is bound to it.
    mark: [u8; 8],
}

/// The conditions that require reading a match; `None` and `false` for no condition.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Condition {
    pub(crate) phase: Option<MatchPhase>,
    pub(crate) created_before: Option<UnixMillis>,
    pub(crate) created_after: Option<UnixMillis>,
    pub(crate) owner: Option<String>,
    pub(crate) overdue: bool,
}

impl Filter {
    /// The filter of a request, with its parsed condition.
    pub(crate) fn new(asked: &StoredMatchFilter, condition: Condition) -> Self {
        let hash = blake3::hash(&asked.encode_to_vec());
        Self {
            condition,
            unreadable: asked.unreadable,
            mark: *hash.as_bytes().first_chunk().unwrap_or(&[0; 8]),
        }
    }

    fn token(&self, position: &ScanPosition) -> String {
        let mark = URL_SAFE_NO_PAD.encode(self.mark);
        URL_SAFE_NO_PAD.encode(format!("{position}.{mark}"))
    }

    /// The position at which a token continues; `None` if it was issued for another filter.
    pub(crate) fn position(&self, token: &str) -> Option<ScanPosition> {
        let text = String::from_utf8(URL_SAFE_NO_PAD.decode(token).ok()?).ok()?;
        let (position, _) = text.rsplit_once('.')?;
        let position = position.parse().ok()?;
        (self.token(&position) == token).then_some(position)
    }
}

/// A page of the stored matches that pass the filter.
///
/// # Errors
///
/// If the store does not answer.
pub(super) async fn page<S: MatchStore>(
    deps: &Deps<S>,
    filter: &Filter,
    from: Option<ScanPosition>,
) -> Result<AdminServiceListMatchesResponse, RpcError> {
    let view = View {
        now: deps.clock.now(),
        pools: filter
            .condition
            .owner
            .as_ref()
            .map(|owner| open_match_quota::pools_of(deps, owner)),
        holders: open_match_quota::holders(deps),
        deps,
        filter,
    };
    let (mut matches, mut position) = (Vec::new(), from);
    for _ in 0..SECTIONS_MAX {
        let section = deps.store.scan(position.as_ref(), SECTION).await?;
        matches.extend(
            section
                .matches
                .into_iter()
                .filter_map(|(id, stored)| view.listed(id, stored)),
        );
        position = section.next;
        if position.is_none() || matches.len() >= PAGE {
            break;
        }
    }
    Ok(AdminServiceListMatchesResponse {
        time: Some(time::timestamp(view.now)),
        matches,
        next_page_token: position.map(|position| filter.token(&position)).unwrap_or_default(),
    })
}

/// What decides which matches are listed, and how.
struct View<'a, S> {
    deps: &'a Deps<S>,
    filter: &'a Filter,
    now: UnixMillis,
    /// The pools of the requested owner; `None` for any owner.
    pools: Option<BTreeSet<PoolId>>,
    /// The holders of API keys.
    holders: BTreeMap<PoolId, String>,
}

impl<S> View<'_, S> {
    /// The entry of a match; `None` if it does not pass the filter.
    fn listed(&self, id: MatchId, stored: Result<Stored, StoreError>) -> Option<MatchSummary> {
        let revision = stored.as_ref().map_or(0, |stored| stored.version.revision.get());
        match stored.and_then(|stored| MatchRecord::read(&stored)) {
            Ok(record) => (!self.filter.unreadable).then(|| self.readable(id, record)).flatten(),
            Err(error) => (self.filter.condition == Condition::default()).then(|| MatchSummary {
                match_id: id.to_string(),
                revision,
                finding: Some(examine::unreadable(&error)),
                ..MatchSummary::default()
            }),
        }
    }

    fn readable(&self, id: MatchId, record: MatchRecord) -> Option<MatchSummary> {
        let Condition {
            phase,
            created_before,
            created_after,
            overdue,
            owner: _,
        } = &self.filter.condition;
        let credited = record.credited(&self.deps.reach.outages(id.shard()));
        let record = credited.map_or(record, |(credited, _)| credited);
        let (setup, due) = (&record.setup, record.due());
        let late_ms = due.map_or(0, |due| self.now.0.saturating_sub(due.0));
        let is_overdue = late_ms > OVERDUE_MS;
        let passes = phase.is_none_or(|phase| phase == show::phase(&record))
            && created_before.is_none_or(|before| setup.created() < before)
            && created_after.is_none_or(|after| setup.created() >= after)
            && self.is_owned(setup.pool())
            && (is_overdue || !overdue);
        let seats = setup.seats.seats().get();
        passes.then(|| MatchSummary {
            match_id: id.to_string(),
            game_id: setup.game_label().to_owned(),
            phase: show::phase(&record).into(),
            revision: record.version.revision.get(),
            seats: seats.into(),
            occupied_seats: u32::from(seats).saturating_sub(setup.open_seats().len()),
            create_time: Some(time::timestamp(setup.created())),
            due: due.map(time::timestamp),
            overdue_by: is_overdue.then(|| time::duration(late_ms)),
            owner: self.owner(setup.pool()),
            finding: None,
        })
    }

    fn is_owned(&self, pool: Option<PoolId>) -> bool {
        self.pools
            .as_ref()
            .is_none_or(|pools| pool.is_some_and(|pool| pools.contains(&pool)))
    }

    fn owner(&self, pool: Option<PoolId>) -> String {
        let Some(pool) = pool else { return String::new() };
        self.holders.get(&pool).cloned().unwrap_or_else(|| pool.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_valid_for_its_filter_alone() {
        let filter = |overdue| {
            let asked = StoredMatchFilter {
                overdue,
                ..StoredMatchFilter::default()
            };
            Filter::new(&asked, Condition::default())
        };
        let position = ScanPosition::At {
            server: "redis-0.redis.games:6379".to_owned(),
            cursor: 17,
            unread: None,
        };
        let token = filter(true).token(&position);
        assert_eq!(filter(true).position(&token), Some(position));
        assert_eq!(filter(false).position(&token), None);
        for other in ["", "a", &token[1..], &format!("{token}A")] {
            assert_eq!(filter(true).position(other), None, "{other:?}");
        }
    }
}
