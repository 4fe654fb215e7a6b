//! Taking and releasing the slots of a quota set.

use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use tinsel_store::{Limits, MatchId, MatchStore, POOL_NAMED_MAX, PoolId, Reserved};
use tokio::task::JoinSet;

use crate::{Fixture, StoreFixture, store_fixture::until};

const LONG: Duration = Duration::from_secs(1000);

/// A pool in the table's shard that no other test uses.
fn pool<F: Fixture>(table: &StoreFixture<F>) -> PoolId {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{:03}-{number:020}", table.shard.get()).parse().unwrap()
}

async fn taken<S: MatchStore>(store: &S, pool: PoolId, id: MatchId, kept_for: Duration, limit: u32) -> bool {
    store.reserve(pool, id, kept_for, limit).await.unwrap() == Reserved::Taken
}

/// The matches that a full pool names.
async fn named<F: Fixture>(table: &StoreFixture<F>, pool: PoolId, limit: u32) -> Vec<MatchId> {
    match table.store.reserve(pool, table.id(), LONG, limit).await.unwrap() {
        Reserved::Full(named) => named,
        Reserved::Taken => panic!("there was a slot"),
    }
}

pub async fn a_pool_has_no_more_slots_than_its_limit<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (pool, other, replica) = (pool(&table), pool(&table), table.fixture.replica());
    let ids: Vec<_> = (0..3).map(|_| table.id()).collect();
    for id in &ids {
        assert!(taken(&table.store, pool, *id, LONG, 3).await);
    }
    let late = table.id();
    for store in [&table.store, &replica] {
        let Reserved::Full(named) = store.reserve(pool, late, LONG, 3).await.unwrap() else {
            panic!("there was a fourth slot of three");
        };
        assert_eq!(
            named.into_iter().collect::<BTreeSet<_>>(),
            ids.iter().copied().collect()
        );
    }
    assert!(
        taken(&replica, other, late, LONG, 3).await,
        "another pool has its own slots"
    );
    assert!(
        taken(&replica, pool, late, LONG, 4).await,
        "a higher limit is more slots"
    );
}

pub async fn taking_a_slot_again_keeps_it<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (pool, id) = (pool(&table), table.id());
    for limit in [1, 1, 2, 0] {
        assert!(taken(&table.store, pool, id, LONG, limit).await, "{limit}");
    }
    assert_eq!(named(&table, pool, 1).await, [id]);
    assert!(
        taken(&table.store, pool, table.id(), LONG, 2).await,
        "it has one slot only"
    );
}

pub async fn a_released_slot_is_free<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (pool, store) = (pool(&table), &table.store);
    let (first, second) = (table.id(), table.id());
    assert!(taken(store, pool, first, LONG, 2).await);
    assert!(taken(store, pool, second, LONG, 2).await);
    // Releasing a slot that a match does not have is no error.
    store.release(pool, &[table.id()]).await.unwrap();
    store.release(pool, &[]).await.unwrap();
    assert_eq!(named(&table, pool, 2).await.len(), 2);
    store.release(pool, &[first, table.id()]).await.unwrap();
    store.release(pool, &[first]).await.unwrap();
    assert!(taken(store, pool, table.id(), LONG, 2).await);
    assert_eq!(named(&table, pool, 2).await.len(), 2);
}

pub async fn a_pool_without_slots_takes_no_match<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    assert_eq!(named(&table, pool(&table), 0).await, []);
}

pub async fn a_slot_is_free_after_its_expiry<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (pool, store) = (pool(&table), &table.store);
    let (short, prolonged, late) = (table.id(), table.id(), table.id());
    let moment = Duration::from_millis(1);
    assert!(taken(store, pool, prolonged, moment, 9).await);
    assert!(taken(store, pool, prolonged, LONG, 9).await);
    // A shorter time does not shorten the reservation.
    assert!(taken(store, pool, prolonged, moment, 9).await);
    assert!(taken(store, pool, short, moment, 9).await);
    table.fixture.pass(moment);
    until("the slot is free", || async { taken(store, pool, late, LONG, 2).await }).await;
    let left: BTreeSet<_> = named(&table, pool, 2).await.into_iter().collect();
    assert_eq!(left, [prolonged, late].into());
}

pub async fn every_member_of_a_full_pool_is_listed_eventually<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let pool = pool(&table);
    let slots = u32::try_from(POOL_NAMED_MAX).unwrap() * 2 + 7;
    let mut unnamed = BTreeSet::new();
    for _ in 0..slots {
        let id = table.id();
        assert!(taken(&table.store, pool, id, LONG, slots).await);
        unnamed.insert(id);
    }
    let members = unnamed.clone();
    let unnamed = tokio::sync::Mutex::new(unnamed);
    until("all are named", || async {
        let named = named(&table, pool, slots).await;
        assert_eq!(named.len(), POOL_NAMED_MAX);
        assert_eq!(
            named.iter().collect::<BTreeSet<_>>().len(),
            POOL_NAMED_MAX,
            "one is named twice"
        );
        let mut unnamed = unnamed.lock().await;
        for id in named {
            assert!(members.contains(&id));
            unnamed.remove(&id);
        }
        unnamed.is_empty()
    })
    .await;
}

pub async fn concurrent_reservations_do_not_exceed_the_limit<F: Fixture>() {
    let table = StoreFixture::<F>::with(Limits::default()).await;
    let pool = pool(&table);
    let mut trying = JoinSet::new();
    for number in 0..64 {
        let store = if number % 2 == 0 {
            table.store.clone()
        } else {
            table.fixture.replica()
        };
        let id = table.id();
        trying.spawn(async move { taken(&store, pool, id, LONG, 10).await });
    }
    let got = trying.join_all().await.into_iter().filter(|got| *got).count();
    assert_eq!(got, 10);
}
