//! Everybody can check afterwards that chance was what was promised before.

use bytes::Bytes;
use sha2::{Digest, Sha256};
use tinsel_catalog::GameId;
use tinsel_engine::{SeatIndex, Seed, Viewer};
use tinsel_harness::{Choice, Replica, Table, created};
use tinsel_proto::v1::{Fairness, MatchState};

fn fairness(state: &MatchState) -> Fairness {
    let of = state.r#match.as_ref().and_then(|m| m.fairness.clone());
    of.expect("what chance is bound to")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_seed_is_hidden_from_everybody_until_the_end_and_then_is_what_was_promised() {
    let replica = Replica::in_memory().await;
    let api = replica.api();
    let mut table = Table::create(api, &created("")).await;
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
async fn the_whole_match_follows_from_the_seed_and_the_nonces_in_seat_order() {
    let replica = Replica::in_memory().await;
    let api = replica.api();
    let table = Table::of_players(&[api], &created("")).await;
    let mut played = Vec::new();
    let mut seen = Vec::new();
    for step in 0..6 {
        for seat in 0..8 {
            let action = table.choice(api, seat, Choice::Bot(step)).await.unwrap();
            table.submit(api, seat, action.clone()).await.unwrap();
            played.push((seat, action));
            let mut views = Vec::new();
            for viewer in (0..8).map(|seat| Some(table.token(seat))).chain([None]) {
                views.push(table.state(api, viewer).await.view.unwrap());
            }
            seen.push(views);
        }
    }
    let end = table.state(api, None).await.r#match.unwrap();

    let mut hash = Sha256::new();
    hash.update(&end.fairness.unwrap().server_seed);
    for seat in &end.seats {
        assert!(!seat.nonce.is_empty());
        hash.update(&seat.nonce);
    }
    let game = GameId::parse(&end.game_id).unwrap().game();
    let configured = game.configure(None, &end.config.unwrap()).unwrap();
    let started = game.start(&configured.options, Seed::new(hash.finalize().into()));
    let mut replayed = started.unwrap().after;
    for ((seat, action), views) in played.into_iter().zip(seen) {
        let index = |seat: usize| SeatIndex::new(u8::try_from(seat).unwrap());
        replayed = replayed.act(index(seat), &action).expect("accepted here, too").after;
        let viewers = (0..8).map(|seat| Viewer::Seat(index(seat))).chain([Viewer::Spectator]);
        let again: Vec<_> = viewers.map(|viewer| replayed.view(viewer)).collect();
        assert_eq!(again, views, "the match does not follow from its seed");
    }
}
