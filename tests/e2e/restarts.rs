//! Servers that die in the middle of a round.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use futures_util::{StreamExt, future::join_all};
use tinsel_client::{Client, Options, Seat, Watched};
use tinsel_harness::{Choice, PATIENCE, Process, RedisServer, Replica, owed_by, redis, soon, step_of, until};
use tinsel_proto::{
    games::presents_of_mine::v1 as pom,
    v1::{GameAction, MatchPhase, MatchState, game_action},
};

use crate::{games, matches::REVISIONS};

/// What one seat has had accepted, by step.
type Accepted = BTreeMap<u32, GameAction>;

/// A client that asks `urls` by turns, beginning with the first.
fn client(urls: &[String]) -> Client {
    let patient = Options {
        deadline: PATIENCE,
        ..Options::default()
    };
    Client::with_options(urls.iter().cloned(), patient).unwrap()
}

/// Plays a seat to the end of the match from what it is told by its watch; gives what was accepted, and the end.
async fn play(seat: Seat, accepted: Arc<AtomicUsize>) -> (Accepted, MatchState) {
    let mut watch = seat.watch(None);
    let mut done = Accepted::new();
    let index = usize::try_from(seat.seat()).unwrap();
    let mut last = None;
    while let Some(watched) = soon("the match goes on", watch.next()).await {
        let watched = watched.expect("a watch goes on by itself");
        let Some(state) = watched.state() else { continue };
        last = Some(state.clone());
        let step = step_of(state);
        if owed_by(state, index).is_none() || done.contains_key(&step) {
            continue;
        }
        let legal = seat.legal().await.expect("what may be done");
        let action = Choice::Bot(9).decide(state, &legal, index);
        seat.submit(action.clone())
            .await
            .expect("every submission is accepted once");
        done.insert(step, action);
        accepted.fetch_add(1, Ordering::SeqCst);
    }
    (done, last.expect("a state"))
}

/// What a seat is told of its own submissions, from the beginning, by whichever server is alive.
async fn sealed(seat: &Seat) -> (Accepted, u64) {
    let mut told = Accepted::new();
    let mut revisions = 0;
    let mut watch = seat.watch(Some(0));
    while let Some(watched) = soon("the history", watch.next()).await {
        let Watched::Update(update) = watched.expect("the history") else {
            panic!("the history is kept whole")
        };
        revisions += 1;
        assert_eq!(update.revision, revisions, "a gap or a repetition");
        for event in games(&update.events) {
            if let Some(pom::event::Event::SubmissionSealed(sealed)) = &event.event {
                let submission = sealed.submission.as_ref().unwrap();
                assert!(!submission.defaulted);
                let action = GameAction {
                    game: submission.action.clone().map(game_action::Game::PresentsOfMine),
                };
                assert_eq!(told.insert(sealed.step, action), None, "a submission is told twice");
            }
        }
    }
    (told, revisions)
}

/// One match with its eight clients, spread over both servers.
async fn play_match(urls: [String; 2], accepted: Arc<AtomicUsize>) {
    let either = |turn: usize| client(&[urls[turn % 2].clone(), urls[(turn + 1) % 2].clone()]);
    let host = either(0)
        .create(tinsel_harness::presents_of_mine(pom::Config::default()))
        .await
        .unwrap();
    let mut seats = Vec::new();
    for turn in 0..8 {
        let name = format!("Player {turn}");
        seats.push(either(turn).join(host.match_id(), &name).await.unwrap());
    }
    let playing = seats
        .iter()
        .map(|seat| tokio::spawn(play(seat.clone(), Arc::clone(&accepted))));
    let played: Vec<_> = join_all(playing).await.into_iter().map(Result::unwrap).collect();
    let end = &played[0].1;
    assert_eq!(end.r#match.as_ref().unwrap().phase(), MatchPhase::Finished);
    for (seat, (accepted, last)) in seats.iter().zip(&played) {
        assert_eq!(
            last.r#match.as_ref().unwrap().outcome,
            end.r#match.as_ref().unwrap().outcome
        );
        assert_eq!(accepted.len(), 6);
        let (told, revisions) = sealed(seat).await;
        assert_eq!(revisions, REVISIONS);
        assert_eq!(told.len(), 6, "a submission was lost, or never asked for");
        for (step, action) in accepted {
            assert!(
                same(action, &told[step]),
                "step {step}: {action:?} was accepted and {:?} kept",
                told[step]
            );
        }
    }
}

/// Whether two actions are the same, letters of a selection in any order.
fn same(one: &GameAction, other: &GameAction) -> bool {
    let sorted = |action: &GameAction| {
        let mut action = action.clone();
        if let Some(game_action::Game::PresentsOfMine(of)) = &mut action.game
            && let Some(pom::action::Action::SelectPresents(selection)) = &mut of.action
        {
            selection.letters.sort_unstable();
        }
        action
    };
    sorted(one) == sorted(other)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_in_the_middle_of_a_round_loses_nothing_in_twenty_matches() {
    let mut servers = [Process::start(redis(), &[]), Process::start(redis(), &[])];
    for (round, at) in [21, 60, 99, 138].into_iter().enumerate() {
        let urls = [servers[0].url(), servers[1].url()];
        let accepted = Arc::new(AtomicUsize::new(0));
        let playing: Vec<_> = (0..5)
            .map(|_| tokio::spawn(play_match(urls.clone(), Arc::clone(&accepted))))
            .collect();
        // Five matches of 48 submissions each: somewhere between the first rounds and the last.
        until("enough submissions", || async { accepted.load(Ordering::SeqCst) >= at }).await;
        servers[round % 2].kill();
        for played in join_all(playing).await {
            played.unwrap();
        }
        assert_eq!(accepted.load(Ordering::SeqCst), 5 * 48);
        servers[round % 2] = Process::start(redis(), &[]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_is_killed_in_the_middle_of_a_round_loses_nothing_that_it_kept_on_disk() {
    let mut redis = RedisServer::start_durable();
    let replicas = [Replica::on(&redis).await, Replica::on(&redis).await];
    let urls = [replicas[0].url(), replicas[1].url()];
    let accepted = Arc::new(AtomicUsize::new(0));
    let playing: Vec<_> = (0..3)
        .map(|_| tokio::spawn(play_match(urls.clone(), Arc::clone(&accepted))))
        .collect();
    for at in [20, 70, 110] {
        until("enough submissions", || async { accepted.load(Ordering::SeqCst) >= at }).await;
        redis = tokio::task::spawn_blocking(move || {
            redis.restart();
            redis
        })
        .await
        .unwrap();
    }
    for played in join_all(playing).await {
        played.unwrap();
    }
    assert_eq!(accepted.load(Ordering::SeqCst), 3 * 48);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_of_two_processes_see_the_same_match() {
    let servers = [Process::start(redis(), &[]), Process::start(redis(), &[])];
    let apis = [
        tinsel_harness::Api::connect(&servers[0].url()).await,
        tinsel_harness::Api::connect(&servers[1].url()).await,
    ];
    let both = [&apis[0], &apis[1]];
    let table = tinsel_harness::Table::of_players(&both, &tinsel_harness::created("")).await;
    for _ in 0..6 {
        table.play_step(&both, Choice::Bot(4)).await;
        for viewer in table.viewers() {
            assert_eq!(table.bytes(both[0], viewer).await, table.bytes(both[1], viewer).await);
        }
    }
    for viewer in table.viewers() {
        let told = table.told(both[0], Some(0), viewer, u64::MAX).await;
        assert_eq!(told, table.told(both[1], Some(0), viewer, u64::MAX).await);
        assert_eq!(u64::try_from(told.len()).unwrap(), REVISIONS);
    }
}
