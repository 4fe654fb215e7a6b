//! Who was given which match.

use std::collections::BTreeMap;

use super::later;
use crate::{MatchId, PoolId, RequestId, Seek, StoreError, UnixMillis};

/// The most seekers that are remembered at once.
const SEEKERS_MAX: usize = 100_000;

/// All seekers.
#[derive(Default)]
pub(super) struct Seekers {
    /// The match that is being filled, and until when it is.
    filled: BTreeMap<PoolId, (MatchId, UnixMillis)>,
    /// The match that each seeker was given, and until when that is remembered.
    given: BTreeMap<(PoolId, RequestId), (MatchId, UnixMillis)>,
}

impl Seekers {
    pub(super) fn seek(
        &mut self,
        pool: PoolId,
        seeker: &RequestId,
        seek: Seek,
        now: UnixMillis,
    ) -> Result<Option<MatchId>, StoreError> {
        let known = |kept: Option<&(MatchId, UnixMillis)>| {
            let kept = kept.filter(|(id, until)| *until > now && Some(*id) != seek.full);
            kept.map(|(id, _)| *id)
        };
        let asker = (pool, seeker.clone());
        if let Some(given) = known(self.given.get(&asker)) {
            return Ok(Some(given));
        }
        let filled = known(self.filled.get(&pool));
        let Some(id) = filled.or(seek.fresh) else {
            self.given.remove(&asker);
            return Ok(None);
        };
        self.make_room(now)?;
        let until = later(now, seek.kept_for);
        if filled.is_none() {
            self.filled.insert(pool, (id, until));
        }
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
