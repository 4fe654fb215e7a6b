//! How those who ask for the same are gathered in one match after the other.

use std::time::Duration;

use futures_util::future::join_all;
use tinsel_store::{MatchId, MatchStore, PoolId, RequestId, Seek};

use crate::{Fixture, Table, table::until};

const LONG: Duration = Duration::from_secs(1000);

/// A pool in the table's shard.
fn pool<F: Fixture>(table: &Table<F>, number: u8) -> PoolId {
    format!("{:03}-{number:020}", table.shard.get()).parse().unwrap()
}

fn seeker(name: &str) -> RequestId {
    name.parse().unwrap()
}

fn seek(full: Option<MatchId>, fresh: MatchId) -> Seek {
    Seek {
        full,
        fresh: Some(fresh),
        kept_for: LONG,
    }
}

pub async fn all_who_seek_the_same_are_given_one_match_until_it_is_full<F: Fixture>() {
    let table = Table::<F>::open().await;
    let (store, replica, pool) = (&table.store, table.fixture.replica(), pool(&table, 1));
    let (first, second, third) = (table.id(), table.id(), table.id());
    let (ann, bob) = (seeker("ann"), seeker("bob"));
    assert_eq!(store.seek(pool, &ann, seek(None, first)).await.unwrap(), Some(first));
    assert_eq!(replica.seek(pool, &bob, seek(None, second)).await.unwrap(), Some(first));
    assert_eq!(
        replica.seek(pool, &bob, seek(Some(first), second)).await.unwrap(),
        Some(second)
    );
    let cid = seeker("cid");
    assert_eq!(store.seek(pool, &cid, seek(None, third)).await.unwrap(), Some(second));
    assert_eq!(
        store.seek(pool, &ann, seek(Some(first), third)).await.unwrap(),
        Some(second),
        "who comes late to a full match gets the one that is being filled"
    );
}

pub async fn a_seeker_is_given_the_same_match_however_often_it_asks<F: Fixture>() {
    let table = Table::<F>::open().await;
    let (store, replica, pool) = (&table.store, table.fixture.replica(), pool(&table, 1));
    let (first, second) = (table.id(), table.id());
    let (ann, bob) = (seeker("ann"), seeker("bob"));
    assert_eq!(store.seek(pool, &ann, seek(None, first)).await.unwrap(), Some(first));
    assert_eq!(
        store.seek(pool, &bob, seek(Some(first), second)).await.unwrap(),
        Some(second)
    );
    // Another match is being filled by now.
    assert_eq!(
        replica.seek(pool, &ann, seek(None, table.id())).await.unwrap(),
        Some(first)
    );
    // The same call twice: the second has no other effect.
    assert_eq!(
        replica.seek(pool, &bob, seek(Some(first), table.id())).await.unwrap(),
        Some(second)
    );
}

pub async fn without_a_fresh_match_nobody_is_remembered_where_none_is_being_filled<F: Fixture>() {
    let table = Table::<F>::open().await;
    let (store, replica, pool) = (&table.store, table.fixture.replica(), pool(&table, 1));
    let (first, second) = (table.id(), table.id());
    let (ann, bob) = (seeker("ann"), seeker("bob"));
    let looking = |full| Seek {
        fresh: None,
        ..seek(full, first)
    };
    assert_eq!(store.seek(pool, &ann, looking(None)).await.unwrap(), None);
    assert_eq!(replica.seek(pool, &bob, seek(None, first)).await.unwrap(), Some(first));
    assert_eq!(
        store.seek(pool, &bob, looking(None)).await.unwrap(),
        Some(first),
        "it was given that before"
    );
    assert_eq!(store.seek(pool, &ann, looking(None)).await.unwrap(), Some(first));
    assert_eq!(store.seek(pool, &bob, looking(Some(first))).await.unwrap(), None);
    let cid = seeker("cid");
    assert_eq!(
        store.seek(pool, &cid, seek(Some(first), second)).await.unwrap(),
        Some(second)
    );
    assert_eq!(
        store.seek(pool, &bob, looking(None)).await.unwrap(),
        Some(second),
        "what was tried in vain is forgotten"
    );
    assert_eq!(
        replica.seek(pool, &ann, looking(None)).await.unwrap(),
        Some(first),
        "as before"
    );
    assert_eq!(
        replica.seek(pool, &ann, looking(Some(first))).await.unwrap(),
        Some(second)
    );
}

pub async fn pools_know_nothing_of_each_other<F: Fixture>() {
    let table = Table::<F>::open().await;
    let (one, other) = (pool(&table, 1), pool(&table, 2));
    let (first, second) = (table.id(), table.id());
    let ann = seeker("ann");
    assert_eq!(
        table.store.seek(one, &ann, seek(None, first)).await.unwrap(),
        Some(first)
    );
    assert_eq!(
        table.store.seek(other, &ann, seek(None, second)).await.unwrap(),
        Some(second)
    );
}

pub async fn of_many_who_seek_at_once_all_are_given_one_match<F: Fixture>() {
    let table = Table::<F>::open().await;
    let (replica, pool) = (table.fixture.replica(), pool(&table, 1));
    let seekers: Vec<_> = (0..16)
        .map(|number| (seeker(&format!("s-{number}")), table.id()))
        .collect();
    let seeking = seekers.iter().zip([&table.store, &replica].into_iter().cycle());
    let seeking = seeking.map(|((seeker, fresh), store)| store.seek(pool, seeker, seek(None, *fresh)));
    let given: Vec<_> = join_all(seeking).await.into_iter().map(Result::unwrap).collect();
    assert!(given.iter().all(|id| *id == given[0]), "{given:?}");
}

pub async fn who_was_given_what_is_forgotten_in_time<F: Fixture>() {
    let table = Table::<F>::open().await;
    let (store, pool, ann) = (&table.store, pool(&table, 1), seeker("ann"));
    let (first, second) = (table.id(), table.id());
    let short = Seek {
        kept_for: Duration::from_millis(1),
        ..seek(None, first)
    };
    assert_eq!(store.seek(pool, &ann, short).await.unwrap(), Some(first));
    table.fixture.pass(Duration::from_millis(1));
    until("it is forgotten", || async {
        store.seek(pool, &ann, seek(None, second)).await.unwrap() == Some(second)
    })
    .await;
}
