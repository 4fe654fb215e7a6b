//! Finding matches that are due or in the lobby.

use bytes::Bytes;
use tinsel_store::{Change, LobbyId, LobbyIndex, MatchId, MatchStore, UnixMillis, Write};

use crate::{
    Fixture, StoreFixture,
    store_fixture::{self, created, until, write, written},
};

fn due_at(at: u64) -> Write {
    Write {
        deadline: Change::Set(UnixMillis(at)),
        ..write("due")
    }
}

fn standing(entry: &'static str) -> Write {
    Write {
        lobby: Change::Set(entry.into()),
        ..write("standing")
    }
}

async fn due<F: Fixture>(table: &StoreFixture<F>, now: u64, limit: u32) -> Vec<(MatchId, u64)> {
    let due = table.store.due(table.shard, UnixMillis(now), limit).await.unwrap();
    due.matches.into_iter().map(|(id, at)| (id, at.0)).collect()
}

async fn lobby<F: Fixture>(table: &StoreFixture<F>, after: Option<MatchId>, limit: u32) -> Vec<(MatchId, Bytes)> {
    table.store.lobby(table.shard.into(), after, limit).await.unwrap()
}

pub async fn deadlines_are_set_moved_and_cleared<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let now = 1_800_000_000_123;
    let (id, version) = table.begun_by(due_at(now)).await;
    assert_eq!(due(&table, now - 1, 9).await, []);
    assert_eq!(due(&table, now, 9).await, [(id, now)]);
    assert_eq!(due(&table, now + 1, 9).await, [(id, now)]);
    let version = written(table.store.replace(id, version, &due_at(now + 5)).await.unwrap());
    assert_eq!(due(&table, now + 4, 9).await, []);
    assert_eq!(due(&table, now + 5, 9).await, [(id, now + 5)]);
    let clear = Write {
        deadline: Change::Clear,
        ..write("cleared")
    };
    let version = written(table.store.replace(id, version, &clear).await.unwrap());
    assert_eq!(due(&table, u64::MAX >> 12, 9).await, []);
    let clear_again = Write { nonce: 1, ..clear };
    written(table.store.replace(id, version, &clear_again).await.unwrap());
    assert_eq!(due(&table, u64::MAX >> 12, 9).await, []);
}

pub async fn deadlines_come_in_order_and_no_more_than_asked_for<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let mut expected = Vec::new();
    for at in [30, 10, 20, 10, 40] {
        let (id, _) = table.begun_by(due_at(at)).await;
        expected.push((id, at));
    }
    expected.sort_by_key(|(id, at)| (*at, *id));
    assert_eq!(due(&table, 100, 9).await, expected);
    assert_eq!(due(&table, 30, 9).await, expected[..4]);
    assert_eq!(due(&table, 100, 2).await, expected[..2]);
    assert_eq!(due(&table, 100, 0).await, []);
}

pub async fn deadlines_that_move_keep_all_in_order<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let mut matches = Vec::new();
    for at in [10, 20, 30, 40, 50] {
        matches.push(table.begun_by(due_at(at)).await);
    }
    // The first match moves to the end and further, the last one to the front, the third one there and back again.
    let moves = [(0, 60), (4, 5), (2, 99), (0, 70), (2, 30), (0, 80)];
    for (index, at) in moves {
        let (id, version) = matches[index];
        matches[index].1 = written(table.store.replace(id, version, &due_at(at)).await.unwrap());
    }
    let expected = [(4, 5), (1, 20), (2, 30), (3, 40), (0, 80)].map(|(index, at): (usize, u64)| (matches[index].0, at));
    for limit in 1..=5 {
        let count = usize::try_from(limit).unwrap();
        assert_eq!(due(&table, 100, limit).await, expected[..count]);
    }
    assert_eq!(due(&table, 79, 9).await, expected[..4]);
    assert_eq!(due(&table, 4, 9).await, []);
}

/// A query can repair an index meanwhile; it must not hide later deadlines.
pub async fn a_deadline_that_moves_is_found_with_and_without_a_query_meanwhile<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    for looks in [true, false] {
        let (id, mut version) = table.begun_by(due_at(10)).await;
        for at in [60, 30, 100, 9, 99] {
            version = written(table.store.replace(id, version, &due_at(at)).await.unwrap());
            if looks {
                assert_eq!(due(&table, at - 1, 9).await, []);
                assert_eq!(due(&table, at, 9).await, [(id, at)]);
            }
        }
        for at in [60, 30] {
            version = written(table.store.replace(id, version, &due_at(at)).await.unwrap());
        }
        assert_eq!(due(&table, 30, 9).await, [(id, 30)]);
        let clear = Write {
            deadline: Change::Clear,
            ..write("cleared")
        };
        written(table.store.replace(id, version, &clear).await.unwrap());
    }
}

pub async fn a_deadline_that_was_cleared_is_set_again<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, mut version) = table.begun_by(due_at(10)).await;
    for at in [10, 60, 5] {
        let clear = Write {
            deadline: Change::Clear,
            ..write("cleared")
        };
        version = written(table.store.replace(id, version, &clear).await.unwrap());
        assert_eq!(due(&table, 100, 9).await, []);
        version = written(table.store.replace(id, version, &due_at(at)).await.unwrap());
        assert_eq!(due(&table, at - 1, 9).await, []);
        assert_eq!(due(&table, at, 9).await, [(id, at)]);
    }
}

/// Replicas look at a shard again at that moment.
pub async fn the_next_moment_comes_with_the_matches_that_are_due<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let look = async |now, limit| {
        let due = table.store.due(table.shard, UnixMillis(now), limit).await.unwrap();
        (due.matches.len(), due.next.map(|at| at.0))
    };
    assert_eq!(look(100, 9).await, (0, None));
    for at in [10, 20, 30] {
        table.begun_by(due_at(at)).await;
    }
    assert_eq!(look(9, 9).await, (0, Some(10)));
    assert_eq!(look(9, 0).await, (0, Some(10)));
    assert_eq!(look(20, 9).await, (2, Some(30)));
    assert_eq!(look(20, 1).await, (1, Some(20)), "more is due");
    assert_eq!(look(30, 9).await, (3, None));
}

pub async fn deadlines_are_of_their_shard_alone<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let other = store_fixture::shard();
    let elsewhere = store_fixture::id(other);
    created(table.store.create(elsewhere, due_at(1)).await.unwrap());
    let (here, _) = table.begun_by(due_at(2)).await;
    assert_eq!(due(&table, 9, 9).await, [(here, 2)]);
    let there = table.store.due(other, UnixMillis(9), 9).await.unwrap();
    assert_eq!(there.matches, [(elsewhere, UnixMillis(1))]);
}

pub async fn a_lobby_is_in_order_of_ids_and_read_in_pages<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let ids: Vec<_> = (0..7).map(|_| table.id()).collect();
    for index in [3, 0, 6, 1, 5, 2, 4] {
        created(table.store.create(ids[index], standing("here")).await.unwrap());
    }
    let (away, _) = table.begun().await;
    let mut read = Vec::new();
    loop {
        let page = lobby(&table, read.last().copied(), 3).await;
        assert!(page.iter().all(|(_, entry)| entry == "here"));
        read.extend(page.iter().map(|(id, _)| *id));
        if page.len() < 3 {
            break;
        }
    }
    assert_eq!(read, ids);
    assert_eq!(lobby(&table, Some(away), 9).await, []);
    assert_eq!(lobby(&table, None, 0).await, []);
}

pub async fn a_lobby_entry_is_replaced_and_removed<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version) = table.begun_by(standing("one seat left")).await;
    assert_eq!(lobby(&table, None, 9).await, [(id, "one seat left".into())]);
    let version = written(table.store.replace(id, version, &standing("full")).await.unwrap());
    assert_eq!(lobby(&table, None, 9).await, [(id, "full".into())]);
    let clear = Write {
        lobby: Change::Clear,
        ..write("started")
    };
    let version = written(table.store.replace(id, version, &clear).await.unwrap());
    assert_eq!(lobby(&table, None, 9).await, []);
    written(table.store.replace(id, version, &standing("")).await.unwrap());
    assert_eq!(lobby(&table, None, 9).await, [(id, Bytes::new())]);
}

pub async fn lobbies_are_of_their_shard_alone<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let other = store_fixture::shard();
    let elsewhere = store_fixture::id(other);
    created(table.store.create(elsewhere, standing("there")).await.unwrap());
    let (here, _) = table.begun_by(standing("here")).await;
    assert_eq!(lobby(&table, None, 9).await, [(here, "here".into())]);
    let there = table.store.lobby(other.into(), None, 9).await.unwrap();
    assert_eq!(there, [(elsewhere, "there".into())]);
}

/// The lobbies of the next test: the common one, and two others.
fn lobbies() -> [Option<LobbyId>; 3] {
    [None, Some([1; 16]), Some([2; 16])].map(|entropy| entropy.map(LobbyId::from_entropy))
}

/// The matches that each of the lobbies lists in the shard of a fixture.
async fn listed<F: Fixture>(table: &StoreFixture<F>) -> [Vec<MatchId>; 3] {
    let mut listed = lobbies().map(|_| Vec::new());
    for (lobby, listed) in lobbies().into_iter().zip(&mut listed) {
        let shard = table.shard;
        let found = table.store.lobby(LobbyIndex { shard, lobby }, None, 9).await.unwrap();
        *listed = found.into_iter().map(|(id, _)| id).collect();
    }
    listed
}

pub async fn a_match_is_listed_in_its_own_lobby_alone<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let [_, first, other] = lobbies();
    let of = |lobby_id, write| Write { lobby_id, ..write };
    let (in_common, _) = table.begun_by(standing("common")).await;
    let (in_first, _) = table.begun_by(of(first, standing("first"))).await;
    let (begun, version) = table.begun_by(of(other, write("not listed yet"))).await;
    assert_eq!(listed(&table).await, [vec![in_common], vec![in_first], vec![]]);

    let version = written(
        table
            .store
            .replace(begun, version, &of(other, standing("other")))
            .await
            .unwrap(),
    );
    // The writes of a turn change no lobby, and need not name it.
    let version = written(table.store.replace(begun, version, &due_at(5)).await.unwrap());
    assert_eq!(listed(&table).await, [vec![in_common], vec![in_first], vec![begun]]);
    let clear = Write {
        lobby: Change::Clear,
        ..of(other, write("started"))
    };
    written(table.store.replace(begun, version, &clear).await.unwrap());
    assert_eq!(listed(&table).await, [vec![in_common], vec![in_first], vec![]]);

    for (id, left) in [(in_first, vec![in_common]), (in_common, vec![])] {
        assert!(table.store.delete(id, None).await.unwrap());
        assert_eq!(listed(&table).await, [left, vec![], vec![]]);
    }
    let expiring = of(first, standing("expiring"));
    let (gone, ()) = table.short_lived(expiring, async |_, _| Some(())).await;
    let (stays, _) = table.begun_by(of(first, standing("stays"))).await;
    assert!(gone < stays);
    let expected = [vec![], vec![stays], vec![]];
    until("the expired match is not listed", async || {
        listed(&table).await == expected
    })
    .await;
}
