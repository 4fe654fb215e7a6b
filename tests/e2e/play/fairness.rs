//! After a match, clients can verify its randomness against the commitment from before the match.

use std::sync::Arc;

use bytes::Bytes;
use sha2::{Digest, Sha256};
use tinsel_catalog::{AnyMatch, GameId};
use tinsel_engine::SeatSet;
use tinsel_harness::{Api, Choice, Replay, Replica, TestMatch, created, creating, sampled_setups};
use tinsel_proto::v1::{Fairness, GameView, MatchState};

fn fairness(state: &MatchState) -> Fairness {
    let of = state.r#match.as_ref().and_then(|m| m.fairness.clone());
    of.expect("what chance is bound to")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_seed_is_hidden_until_the_end_and_then_matches_its_commitment() {
    let replica = Replica::in_memory().await;
    let api = replica.api();
    let mut table = TestMatch::create(api, &created("")).await;
    let promised = fairness(&table.state(api, Some(&table.host)).await).seed_commitment;
    assert_eq!(promised.len(), 32);
    for seat in 0..8 {
        table.join(api, seat).await;
    }
    for _ in 0..6 {
        for viewer in table.viewers() {
            let shown = fairness(&table.state(api, viewer).await);
            assert_eq!(shown.server_seed, Bytes::new(), "{viewer:?} could foresee every draw");
            assert_eq!(shown.seed_commitment, promised);
        }
        table.play_step(&[api], Choice::Bot(8)).await;
    }
    for viewer in table.viewers() {
        let shown = fairness(&table.state(api, viewer).await);
        assert_eq!(Sha256::digest(&shown.server_seed).as_slice(), &promised[..]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_every_game_follows_from_the_seed_and_the_nonces_in_seat_order() {
    let replica = Replica::in_memory().await;
    let api = replica.api();
    let tables = |game: &GameId| {
        sampled_setups(*game)
            .into_iter()
            .map(|(_, table)| (*game, table))
            .collect::<Vec<_>>()
    };
    for (game, table) in GameId::ALL.iter().flat_map(tables) {
        let asked = creating(&table, "");
        let table = TestMatch::of_players(&[api], &asked).await;
        let (mut accepted, mut seen) = (Vec::new(), vec![views(api, &table).await]);
        while !table.is_over(api).await {
            for seat in table.players() {
                if let Some(action) = table.choice(api, seat, Choice::Bot(1)).await {
                    accepted.push(table.submit_accepted(api, seat, action).await);
                    seen.push(views(api, &table).await);
                }
            }
        }
        let end = table.state(api, None).await;
        let seats = &end.r#match.as_ref().unwrap().seats;
        assert!(seats.iter().all(|seat| !seat.nonce.is_empty()));
        let replay = Replay::of(&asked, &end, accepted);
        let viewers: Vec<_> = table.watchers().into_iter().map(|(viewer, _)| viewer).collect();
        let again = |state: &Arc<dyn AnyMatch>| {
            viewers
                .iter()
                .map(|viewer| state.view(*viewer, SeatSet::EMPTY))
                .collect()
        };
        let again: Vec<Vec<_>> = replay.states().iter().map(again).collect();
        assert!(again == seen, "a match of {game} does not follow from its seed");
    }
}

/// The current views of all viewers.
async fn views(api: &Api, table: &TestMatch) -> Vec<GameView> {
    let mut views = Vec::new();
    for viewer in table.viewers() {
        views.push(table.state(api, viewer).await.view.unwrap());
    }
    views
}
