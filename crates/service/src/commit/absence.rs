//! Asks all replicas whether the players of seats are absent.

use std::{collections::BTreeSet, time::Duration};

use tinsel_store::{MatchId, MatchStore};
use tokio::time::timeout;

use crate::{
    deps::Deps,
    presence::{Message, Question},
    record::SeatGrant,
};

/// How long a replica waits for the answers of the others.
const ANSWERED_WITHIN: Duration = Duration::from_secs(1);

/// Those of these seats that no replica has seen for a minute. A replica that does not answer may have seen any of them.
pub(super) async fn absent<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    seats: &BTreeSet<SeatGrant>,
) -> BTreeSet<SeatGrant> {
    if deps.presence.absent(id, seats.iter().copied()).is_empty() {
        return BTreeSet::new();
    }
    absent_by_all(deps, id, seats).await.unwrap_or_default()
}

/// Those of these seats that no live replica has seen; `None` if one of them does not answer.
async fn absent_by_all<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    seats: &BTreeSet<SeatGrant>,
) -> Option<BTreeSet<SeatGrant>> {
    let own = deps.presence.replica()?;
    let replicas = deps.store.replicas(deps.clock.now()).await.ok()?;
    // Before the answer of this replica, which then counts the players of replicas that are gone as present.
    deps.presence.listed(&replicas);
    let mut absent = deps.presence.absent(id, seats.iter().copied());
    let mut silent: BTreeSet<_> = replicas.into_iter().collect();
    if !silent.remove(&own) {
        return None;
    }
    if silent.is_empty() || absent.is_empty() {
        return Some(absent);
    }
    let number = u64::from_le_bytes(deps.random());
    let mut answers = deps.presence.ask(number)?;
    let seats = absent.clone();
    let question = Message::Question(Question { number, id, seats });
    deps.store.send_message(question.write()).await.ok()?;
    let answered = async {
        while !silent.is_empty()
            && let Some(answer) = answers.next().await
        {
            absent.retain(|grant| answer.absent.contains(grant));
            silent.remove(&answer.replica);
        }
    };
    timeout(ANSWERED_WITHIN, answered).await.ok()?;
    Some(absent)
}
