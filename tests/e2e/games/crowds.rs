//! Matches with twenty seats.

use std::sync::Arc;

use futures_util::future::join_all;
use tinsel_harness::{Api, Replica, TestMatch};
use tinsel_proto::{
    games::jingle_brawl::v1 as jingle,
    v1::{CreateMatchRequest, GameAction, GameConfig, MatchState, game_action, game_config, game_view},
};
use tokio::sync::Barrier;

fn action(action: jingle::action::Action) -> GameAction {
    GameAction {
        game: Some(game_action::Game::JingleBrawl(jingle::Action { action: Some(action) })),
    }
}

fn bid(amount: u32) -> GameAction {
    action(jingle::action::Action::Bid(jingle::PlaceBid { amount: Some(amount) }))
}

fn view(state: MatchState) -> jingle::View {
    match state.view.and_then(|view| view.game) {
        Some(game_view::Game::JingleBrawl(view)) => view,
        other => panic!("not a view of Jingle Brawl: {other:?}"),
    }
}

/// One seat alone makes the highest bid, so that the bids lie open until the Opener has answered.
fn amount(seat: u32, opener: u32) -> u32 {
    let distance = (seat + 20 - opener) % 20;
    if distance == 1 { 12 } else { distance % 11 }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nineteen_concurrent_bids_of_twenty_seats_on_two_replicas_are_all_kept() {
    let replicas = [Replica::on_redis().await, Replica::on_redis().await];
    let apis = [replicas[0].api(), replicas[1].api()];
    let twenty = CreateMatchRequest {
        config: Some(GameConfig {
            game: Some(game_config::Game::JingleBrawl(jingle::Config::default())),
        }),
        seats: Some(20),
        ..CreateMatchRequest::default()
    };
    for round in 0..10 {
        let table = TestMatch::of_players(&apis, &twenty).await;
        let connecting = (0..20).map(async |seat| Api::connect(&replicas[(seat + round) % 2].url()).await);
        let seats = join_all(connecting).await;
        let opener = view(table.state(apis[0], None).await).current_seat.expect("an Opener");
        let opens = action(jingle::action::Action::Open(jingle::Open { gift: Some(7) }));
        let opener_index = usize::try_from(opener).unwrap();
        let opened = table
            .submit(apis[0], opener_index, opens)
            .await
            .expect("a gift is opened");

        let barrier = Arc::new(Barrier::new(19));
        let bidding = (0..20).filter(|seat| *seat != opener).map(|seat| {
            let index = usize::try_from(seat).unwrap();
            let (api, table, barrier) = (seats[index].clone(), table.clone(), Arc::clone(&barrier));
            tokio::spawn(async move {
                barrier.wait().await;
                table.submit(&api, index, bid(amount(seat, opener))).await
            })
        });
        let answers = join_all(bidding).await;
        // No write conflict is visible: each bid is accepted, at its own revision.
        let accepted = answers.into_iter().map(|answer| answer.unwrap().expect("accepted"));
        let mut revisions: Vec<u64> = accepted.map(|accepted| accepted.revision).collect();
        revisions.sort_unstable();
        let expected: Vec<u64> = (opened.revision + 1..=opened.revision + 19).collect();
        assert_eq!(revisions, expected);

        // No bid is lost: the other replica shows all of them unchanged.
        for api in apis {
            let view = view(table.state(api, None).await);
            assert_eq!(view.phase(), jingle::Phase::YieldChoice);
            let shown: Vec<_> = view.bids.iter().map(|bid| (bid.seat, bid.amount)).collect();
            let made: Vec<_> = (0..20)
                .filter(|seat| *seat != opener)
                .map(|seat| (seat, amount(seat, opener)))
                .collect();
            assert_eq!(shown, made);
            let challengers = view.challengers.expect("two highest bidders");
            assert_eq!(challengers.first_seat, (opener + 1) % 20);
        }
    }
}
