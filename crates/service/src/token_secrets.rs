//! Compares the token secrets of the live replicas by fingerprints, from which no secret can be derived.

use std::{collections::BTreeSet, time::Duration};

use tinsel_store::{MatchStore, ProblemKind, StoreProblem};

use crate::deps::Deps;

/// How long an announcement is stored: two intervals of the checks of a store.
const ANNOUNCED_FOR: Duration = Duration::from_secs(11 * 60);

/// Announces the fingerprints of this replica.
pub(crate) async fn announce<S: MatchStore>(deps: &Deps<S>) {
    let Some(replica) = deps.presence.replica().filter(|_| deps.store_use.is_permitted()) else {
        return;
    };
    let (prints, now) = (deps.keys.fingerprints(), deps.clock.now());
    if let Err(error) = deps.store.announce_secrets(replica, &prints, ANNOUNCED_FOR, now).await {
        tracing::debug!(%error, "fingerprints of token secrets not announced");
    }
}

/// The problem of secrets by which one live replica signs and that another one does not accept.
pub(crate) async fn problem<S: MatchStore>(deps: &Deps<S>) -> Option<StoreProblem> {
    let now = deps.clock.now();
    let live: BTreeSet<_> = deps.store.replicas(now).await.ok()?.into_iter().collect();
    let announced = deps.store.announced_secrets(now).await.ok()?;
    let announced: Vec<_> = announced.iter().filter(|(replica, _)| live.contains(replica)).collect();
    let signed = announced.iter().filter_map(|(_, prints)| prints.first());
    let differ = signed
        .into_iter()
        .any(|signed| announced.iter().any(|(_, accepted)| !accepted.contains(signed)));
    differ.then(|| {
        StoreProblem::of_store(
            ProblemKind::TokenSecretsDiffer,
            "servers have different token secrets, so they refuse each other's tokens; set the same token_secret on all, and \
             the earlier ones in previous_token_secrets",
        )
    })
}
