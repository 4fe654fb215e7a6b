//! The matches that seekers were assigned to.

use std::collections::BTreeMap;

use crate::{Assignment, MatchId, PoolId, RequestId, StoreError, UnixMillis};

/// The maximum of stored assignments.
const SEEKERS_MAX: usize = 100_000;

/// All assignments.
#[derive(Default)]
pub(super) struct Seekers {
    /// The match that is being filled for each pool, with its expiry.
    filled: BTreeMap<PoolId, (MatchId, UnixMillis)>,
    /// The match that each seeker was assigned to, with the expiry of the assignment.
    given: BTreeMap<(PoolId, RequestId), (MatchId, UnixMillis)>,
}

impl Seekers {
    pub(super) fn assign(
        &mut self,
        pool: PoolId,
        seeker: &RequestId,
        assignment: Assignment,
        now: UnixMillis,
    ) -> Result<Option<MatchId>, StoreError> {
        let known = |kept: Option<&(MatchId, UnixMillis)>| {
            let kept = kept.filter(|(id, until)| *until > now && Some(*id) != assignment.full);
            kept.map(|(id, _)| *id)
        };
        let asker = (pool, seeker.clone());
        if let Some(given) = known(self.given.get(&asker)) {
            return Ok(Some(given));
        }
        let filled = known(self.filled.get(&pool));
        let Some(id) = filled.or(assignment.fresh) else {
            self.given.remove(&asker);
            return Ok(None);
        };
        self.make_room(now)?;
        let until = now.later(assignment.kept_for);
        self.filled.insert(pool, (id, until));
        self.given.insert(asker, (id, until));
        Ok(Some(id))
    }

    fn make_room(&mut self, now: UnixMillis) -> Result<(), StoreError> {
        if self.given.len() >= SEEKERS_MAX {
            self.given.retain(|_, (_, until)| *until > now);
            self.filled.retain(|_, (_, until)| *until > now);
        }
        if self.given.len() < SEEKERS_MAX {
            Ok(())
        } else {
            Err(StoreError::Full)
        }
    }
}
