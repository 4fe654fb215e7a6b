//! Servers that are killed in the middle of a round.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use futures_util::{StreamExt, future::join_all};
use tinsel_catalog::{GameId, testkit};
use tinsel_client::{Client, Host, Options, Seat, Watched};
use tinsel_engine::{SeatIndex, SeatSet, Seed, Viewer};
use tinsel_harness::{
    Accepted, Api, Choice, PATIENCE, Process, RedisServer, Replay, Replica, Seated, TestMatch, configured, created,
    creating, entropy, game_events, owed_by, redis, revision_of, sample, soon, until, usual_setups,
};
use tinsel_proto::v1::{CreateMatchRequest, GameEvent, MatchPhase, MatchState};

use crate::play::matches::REVISIONS;

/// How the players of these tests decide.
const CHOICE: u64 = 9;

/// A client that tries `urls` in turn, starting with the first.
fn client(urls: &[String]) -> Client {
    let patient = Options {
        deadline: PATIENCE,
        in_order: true,
        ..Options::default()
    };
    Client::with_options(urls.iter().cloned(), patient).unwrap()
}

/// Plays a seat to the end of the match from its watch. Returns the accepted actions and the last state.
async fn play(seat: Seat, count: Arc<AtomicUsize>) -> (Vec<Accepted>, MatchState) {
    let mut watch = seat.watch(None);
    let mut accepted: Vec<Accepted> = Vec::new();
    let index = usize::try_from(seat.seat()).unwrap();
    let mut last = None;
    while let Some(watched) = soon("an update of the match", watch.next()).await {
        let watched = watched.expect("a watch reconnects by itself");
        let Some(state) = watched.state() else { continue };
        last = Some(state.clone());
        let newest = accepted.last().map_or(0, |accepted| accepted.revision);
        if revision_of(state) < newest || owed_by(state, index).is_none() {
            continue;
        }
        let legal = seat.legal().await.expect("what may be done");
        let action = Choice::Bot(CHOICE).decide(state, &legal, index);
        let revision = seat.submit(action.clone()).await;
        accepted.push(Accepted {
            revision: revision.expect("every submission is accepted once"),
            seat: index,
            action,
        });
        count.fetch_add(1, Ordering::SeqCst);
    }
    (accepted, last.expect("a state"))
}

/// The events of the game that a seat received at each revision from the first on, from whichever server is alive.
async fn told(seat: &Seat) -> Vec<Vec<GameEvent>> {
    let mut told = Vec::new();
    let mut watch = seat.watch(Some(0));
    while let Some(watched) = soon("the history", watch.next()).await {
        let Watched::Update(update) = watched.expect("the history") else {
            panic!("the history is complete")
        };
        told.push(game_events(&update.events));
        assert_eq!(
            usize::try_from(update.revision),
            Ok(told.len()),
            "a gap or a repetition"
        );
    }
    told
}

/// A client of one of the servers, which fails over to the other.
pub(crate) fn either(urls: &[String; 2], turn: usize) -> Client {
    client(&[urls[turn % 2].clone(), urls[(turn + 1) % 2].clone()])
}

/// Takes all seats of a match, with clients spread over both servers.
pub(crate) async fn take_seats(asked: &CreateMatchRequest, host: &Host, urls: &[String; 2]) -> Vec<Seat> {
    let mut seats = Vec::new();
    for turn in 0..configured(asked).seats.get().into() {
        let name = format!("Player {turn}");
        seats.push(either(urls, turn).join(host.match_id(), &name).await.unwrap());
    }
    seats
}

/// One match with its clients, spread over both servers.
async fn play_match(asked: CreateMatchRequest, urls: [String; 2], count: Arc<AtomicUsize>) -> (Replay, TestMatch) {
    let host = either(&urls, 0).create_with(asked.clone()).await.unwrap();
    let seats = take_seats(&asked, &host, &urls).await;
    play_seats(asked, host, seats, count).await
}

/// Plays a match to its end. Each accepted action must be in the history once, unchanged. Returns the replay, and the
/// match with its tokens.
pub(crate) async fn play_seats(
    asked: CreateMatchRequest,
    host: Host,
    seats: Vec<Seat>,
    count: Arc<AtomicUsize>,
) -> (Replay, TestMatch) {
    let playing = seats
        .iter()
        .map(|seat| tokio::spawn(play(seat.clone(), Arc::clone(&count))));
    let played: Vec<_> = join_all(playing).await.into_iter().map(Result::unwrap).collect();
    let (accepted, ends): (Vec<_>, Vec<_>) = played.into_iter().unzip();
    let end = &ends[0];
    assert_eq!(end.r#match.as_ref().unwrap().phase(), MatchPhase::Finished);
    for last in &ends {
        let outcome = |state: &MatchState| state.r#match.as_ref().unwrap().outcome.clone();
        assert_eq!(outcome(last), outcome(end));
    }
    let replay = Replay::of(&asked, end, accepted.into_iter().flatten().collect());
    for seat in &seats {
        let viewer = Viewer::Seat(SeatIndex::new(u8::try_from(seat.seat()).unwrap()));
        assert!(
            told(seat).await == replay.told(viewer),
            "{viewer} received other events"
        );
    }
    let token = |seat: &Seat| Seated::Player(seat.token().secret().to_owned());
    let table = TestMatch {
        match_id: host.match_id().to_owned(),
        host: host.token().secret().to_owned(),
        seats: seats.iter().map(token).collect(),
        code: String::new(),
    };
    (replay, table)
}

/// A request for a match with each of these setups.
fn matches_at(tables: &[testkit::GameSetup]) -> Vec<CreateMatchRequest> {
    tables.iter().map(|table| creating(table, "")).collect()
}

/// Approximate number of decisions of bots in a match.
fn decisions(asked: &CreateMatchRequest) -> usize {
    let game = GameId::of_config(asked.config.as_ref().unwrap()).unwrap().game();
    let started = game.start(&configured(asked).options, Seed::new([9; 32]));
    let mut playing = started.unwrap().after;
    let mut made = 0;
    while let Some(seat) = playing.owing().iter().next() {
        let action = playing.bot(seat, entropy(CHOICE, 0, made % 8)).unwrap();
        playing = playing.act(seat, &action, SeatSet::EMPTY).unwrap().after;
        made += 1;
    }
    made
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_killed_in_the_middle_of_a_round_loses_nothing_in_any_game() {
    let mut servers = [Process::start(redis(), &[]), Process::start(redis(), &[])];
    for game in GameId::ALL {
        let matches = matches_at(&usual_setups(*game));
        let mut turns = matches.iter().cycle();
        // At moments between the first decisions and the last.
        let moments = [1, 2, 4, 6].into_iter().enumerate().collect();
        for (round, tenths) in sample(&format!("moments of {game}"), moments) {
            let asked: Vec<_> = turns.by_ref().take(5).cloned().collect();
            let about: usize = asked.iter().map(decisions).sum();
            let urls = [servers[0].url(), servers[1].url()];
            let accepted = Arc::new(AtomicUsize::new(0));
            let play = |asked| tokio::spawn(play_match(asked, urls.clone(), Arc::clone(&accepted)));
            let playing: Vec<_> = asked.into_iter().map(play).collect();
            let at = about * tenths / 10;
            until("enough decisions", || async { accepted.load(Ordering::SeqCst) >= at }).await;
            servers[round % 2].kill();
            let played = join_all(playing).await;
            servers[round % 2] = Process::start(redis(), &[]);
            // The new server has seen none of these matches.
            let api = Api::connect(&servers[round % 2].url()).await;
            for played in played {
                let (replay, table) = played.unwrap();
                replay.check(&api, &table).await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_durable_store_killed_in_the_middle_of_a_round_loses_nothing() {
    let mut redis = RedisServer::start_durable();
    let replicas = [Replica::on(&redis).await, Replica::on(&redis).await];
    let urls = [replicas[0].url(), replicas[1].url()];
    for game in GameId::ALL {
        let matches = matches_at(&game.testkit().setups());
        let about: usize = matches.iter().map(decisions).sum();
        let accepted = Arc::new(AtomicUsize::new(0));
        let play = |asked| tokio::spawn(play_match(asked, urls.clone(), Arc::clone(&accepted)));
        let playing: Vec<_> = matches.into_iter().map(play).collect();
        for tenths in [1, 4, 6] {
            let at = about * tenths / 10;
            until("enough decisions", || async { accepted.load(Ordering::SeqCst) >= at }).await;
            redis = restarted(redis).await;
        }
        let played = join_all(playing).await;
        redis = restarted(redis).await;
        let another = Replica::on(&redis).await;
        for played in played {
            let (replay, table) = played.unwrap();
            replay.check(another.api(), &table).await;
        }
    }
}

/// The same store, restarted after a kill.
async fn restarted(mut redis: RedisServer) -> RedisServer {
    let restarting = tokio::task::spawn_blocking(move || {
        redis.restart();
        redis
    });
    restarting.await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_of_two_processes_see_the_same_match() {
    let servers = [Process::start(redis(), &[]), Process::start(redis(), &[])];
    let apis = [
        Api::connect(&servers[0].url()).await,
        Api::connect(&servers[1].url()).await,
    ];
    let both = [&apis[0], &apis[1]];
    let table = TestMatch::of_players(&both, &created("")).await;
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
