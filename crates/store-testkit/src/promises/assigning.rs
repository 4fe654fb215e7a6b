//! Matchmaking: equal requests fill one match after the other.

use std::time::Duration;

use futures_util::future::join_all;
use tinsel_store::{Assignment, MatchId, MatchStore, PoolId, RequestId};

use crate::{Fixture, StoreFixture, store_fixture::until};

const LONG: Duration = Duration::from_secs(1000);

/// A pool in the table's shard.
fn pool<F: Fixture>(table: &StoreFixture<F>, number: u8) -> PoolId {
    format!("{:03}-{number:020}", table.shard.get()).parse().unwrap()
}

fn seeker(name: &str) -> RequestId {
    name.parse().unwrap()
}

fn assignment(full: Option<MatchId>, fresh: MatchId) -> Assignment {
    Assignment {
        full,
        fresh: Some(fresh),
        kept_for: LONG,
    }
}

pub async fn equal_requests_get_one_match_until_it_is_full<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (store, replica, pool) = (&table.store, table.fixture.replica(), pool(&table, 1));
    let (first, second, third) = (table.id(), table.id(), table.id());
    let (ann, bob) = (seeker("ann"), seeker("bob"));
    assert_eq!(
        store.assign(pool, &ann, assignment(None, first)).await.unwrap(),
        Some(first)
    );
    assert_eq!(
        replica.assign(pool, &bob, assignment(None, second)).await.unwrap(),
        Some(first)
    );
    assert_eq!(
        replica
            .assign(pool, &bob, assignment(Some(first), second))
            .await
            .unwrap(),
        Some(second)
    );
    let cid = seeker("cid");
    assert_eq!(
        store.assign(pool, &cid, assignment(None, third)).await.unwrap(),
        Some(second)
    );
    assert_eq!(
        store.assign(pool, &ann, assignment(Some(first), third)).await.unwrap(),
        Some(second),
        "a seeker of a full match gets the one that is being filled"
    );
}

pub async fn a_seeker_keeps_its_assignment_on_every_retry<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (store, replica, pool) = (&table.store, table.fixture.replica(), pool(&table, 1));
    let (first, second) = (table.id(), table.id());
    let (ann, bob) = (seeker("ann"), seeker("bob"));
    assert_eq!(
        store.assign(pool, &ann, assignment(None, first)).await.unwrap(),
        Some(first)
    );
    assert_eq!(
        store.assign(pool, &bob, assignment(Some(first), second)).await.unwrap(),
        Some(second)
    );
    // By now the store fills another match.
    assert_eq!(
        replica.assign(pool, &ann, assignment(None, table.id())).await.unwrap(),
        Some(first)
    );
    // The same call twice: the second has no other effect.
    assert_eq!(
        replica
            .assign(pool, &bob, assignment(Some(first), table.id()))
            .await
            .unwrap(),
        Some(second)
    );
}

pub async fn without_a_fresh_match_and_one_being_filled_no_request_is_remembered<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (store, replica, pool) = (&table.store, table.fixture.replica(), pool(&table, 1));
    let (first, second) = (table.id(), table.id());
    let (ann, bob) = (seeker("ann"), seeker("bob"));
    let looking = |full| Assignment {
        fresh: None,
        ..assignment(full, first)
    };
    assert_eq!(store.assign(pool, &ann, looking(None)).await.unwrap(), None);
    assert_eq!(
        replica.assign(pool, &bob, assignment(None, first)).await.unwrap(),
        Some(first)
    );
    assert_eq!(
        store.assign(pool, &bob, looking(None)).await.unwrap(),
        Some(first),
        "it was assigned to that before"
    );
    assert_eq!(store.assign(pool, &ann, looking(None)).await.unwrap(), Some(first));
    assert_eq!(store.assign(pool, &bob, looking(Some(first))).await.unwrap(), None);
    let cid = seeker("cid");
    assert_eq!(
        store.assign(pool, &cid, assignment(Some(first), second)).await.unwrap(),
        Some(second)
    );
    assert_eq!(
        store.assign(pool, &bob, looking(None)).await.unwrap(),
        Some(second),
        "a full match is no longer assigned"
    );
    assert_eq!(
        replica.assign(pool, &ann, looking(None)).await.unwrap(),
        Some(first),
        "as before"
    );
    assert_eq!(
        replica.assign(pool, &ann, looking(Some(first))).await.unwrap(),
        Some(second)
    );
}

pub async fn pools_are_independent_of_each_other<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (one, other) = (pool(&table, 1), pool(&table, 2));
    let (first, second) = (table.id(), table.id());
    let ann = seeker("ann");
    assert_eq!(
        table.store.assign(one, &ann, assignment(None, first)).await.unwrap(),
        Some(first)
    );
    assert_eq!(
        table.store.assign(other, &ann, assignment(None, second)).await.unwrap(),
        Some(second)
    );
}

pub async fn many_concurrent_requests_get_one_match<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (replica, pool) = (table.fixture.replica(), pool(&table, 1));
    let seekers: Vec<_> = (0..16)
        .map(|number| (seeker(&format!("s-{number}")), table.id()))
        .collect();
    let assigning = seekers.iter().zip([&table.store, &replica].into_iter().cycle());
    let assigning = assigning.map(|((seeker, fresh), store)| store.assign(pool, seeker, assignment(None, *fresh)));
    let given: Vec<_> = join_all(assigning).await.into_iter().map(Result::unwrap).collect();
    assert!(given.iter().all(|id| *id == given[0]), "{given:?}");
}

pub async fn an_assignment_is_forgotten_after_its_ttl<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (store, pool, ann) = (&table.store, pool(&table, 1), seeker("ann"));
    let (first, second) = (table.id(), table.id());
    let short = Assignment {
        kept_for: Duration::from_millis(1),
        ..assignment(None, first)
    };
    assert_eq!(store.assign(pool, &ann, short).await.unwrap(), Some(first));
    table.fixture.pass(Duration::from_millis(1));
    until("it is forgotten", || async {
        store.assign(pool, &ann, assignment(None, second)).await.unwrap() == Some(second)
    })
    .await;
}

// A4
pub async fn each_seeker_extends_the_time_for_which_a_match_is_filled<F: Fixture>() {
    const SHORT: Duration = Duration::from_secs(2);
    let table = StoreFixture::<F>::open().await;
    let (store, extended, expires) = (&table.store, pool(&table, 1), pool(&table, 2));
    let (first, second) = (table.id(), table.id());
    let short = Assignment {
        kept_for: SHORT,
        ..assignment(None, first)
    };
    for pool in [extended, expires] {
        assert_eq!(store.assign(pool, &seeker("ann"), short).await.unwrap(), Some(first));
    }
    let bob = store.assign(extended, &seeker("bob"), assignment(None, second)).await;
    assert_eq!(bob.unwrap(), Some(first));
    table.fixture.pass(SHORT);
    until("the other match is forgotten", || async {
        store
            .assign(expires, &seeker("ann"), assignment(None, second))
            .await
            .unwrap()
            == Some(second)
    })
    .await;
    let cid = store.assign(extended, &seeker("cid"), assignment(None, second)).await;
    assert_eq!(cid.unwrap(), Some(first));
}
