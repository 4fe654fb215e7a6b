//! Hidden information for an operator, after an event has disclosed the look to everyone.

use prost::Message as _;
use tinsel_catalog::GameId;
use tinsel_engine::{Hides, Viewer};
use tinsel_harness::{Choice, RawMatch, Streaming, TestMatch, World, created, creating, refused, soon, stored_game};
use tinsel_proto::v1::{
    OperatorAction, RevealMatchResponse, StartPolicy, WatchMatchResponse, watch_match_response::Message as Said,
};
use tinsel_store::{MatchId, MatchStore, Memory};

use super::*;

/// The next update of a stream.
async fn update(stream: &mut Streaming<WatchMatchResponse>) -> (u64, Vec<Event>) {
    loop {
        let said = soon("an update", stream.message()).await.unwrap().expect("it goes on");
        match said.message.unwrap() {
            Said::Update(update) => {
                assert!(!format!("{update:?}").contains(OLGA), "who it was is for operators");
                return (
                    update.revision,
                    update.events.into_iter().filter_map(|told| told.event).collect(),
                );
            }
            Said::Snapshot(_) | Said::Heartbeat(_) => {}
            Said::Draining(draining) => panic!("not expected: {draining:?}"),
        }
    }
}

fn shown() -> OperatorActed {
    OperatorActed {
        action: OperatorAction::Reveal.into(),
        reason: WHY.to_owned(),
        ..OperatorActed::default()
    }
}

async fn reveal(world: &World, table: &TestMatch, request_id: &str) -> RevealMatchResponse {
    let answer = world.operators().ask(&revealing(table, request_id), None).await;
    answer.expect("the hidden views")
}

/// Each returned view is the view of its seat, and the undecided seats are correct.
async fn check_revealed<S: MatchStore>(store: &S, world: &World, table: &TestMatch, shown: &RevealMatchResponse) {
    let mut own = Vec::new();
    for seat in 0..table.seats.len() {
        own.push(table.state(world.api(), Some(table.token(seat))).await);
    }
    assert_eq!(shown.seats, own);
    let owing = stored_game(store, &table.match_id).await.owing();
    let owing: Vec<u32> = owing.iter().map(|seat| seat.get().into()).collect();
    assert_eq!(shown.undecided_seats, owing);
    let newest = shown.recent.last().unwrap();
    let entry = newest.entry.as_ref().unwrap();
    assert_eq!(
        (entry.revision, newest.operator.as_str()),
        (shown.revision, OLGA),
        "earlier entries name no other operator"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everyone_is_notified_before_an_operator_sees_hidden_views_in_every_game() {
    let store = Memory::default();
    let worlds = replicas(|| store.clone(), 511).await;
    let apis = [worlds[0].api(), worlds[1].api()];
    for game in GameId::ALL {
        let table = TestMatch::of_players(&apis, &banks(creating(&game.testkit().setups()[0], ""))).await;
        let mut accepted = Vec::new();
        for _ in 0..3 {
            accepted.extend(table.play_step_in_order(&apis, Choice::Random(3)).await);
        }
        let before = head(&worlds[0], &table).await;
        let mut streams = Vec::new();
        for (_, token) in table.watchers() {
            let stream = apis[1].watch(&table.match_id, Some(before), token).await;
            streams.push(stream.unwrap());
        }
        let revealed = reveal(&worlds[0], &table, "look").await;
        assert_eq!(revealed.revision, before + 1, "{game}");
        check_revealed(&store, &worlds[1], &table, &revealed).await;
        for stream in &mut streams {
            assert_eq!(update(stream).await, (before + 1, vec![Event::OperatorActed(shown())]));
        }
        for (_, token) in table.watchers() {
            let listed = listed(apis[0], &table, token).await;
            assert_eq!(deeds(&listed), [(before + 1, shown())]);
            assert!(!format!("{listed:?}").contains(OLGA));
        }
        // The response contains all accepted actions, hidden ones included.
        for took in accepted {
            let mut recent = revealed.recent.iter();
            let entry = recent.find(|recent| recent.entry.as_ref().unwrap().revision == took.revision);
            let entry = entry.expect("one of the newest revisions");
            let decision = entry.entry.as_ref().unwrap().decision.as_ref().expect("a decision");
            assert_eq!(decision.action.as_ref(), Some(&took.action));
            assert_eq!(entry.seat, u32::try_from(took.seat).ok());
            let name = tinsel_catalog::action_name(&took.action);
            assert_eq!(Some(&entry.action), name.as_ref());
        }
        // Players see nothing more than before.
        let told = format!("{:?}", examined(&worlds[0], &table).await.recent.last());
        assert!(told.contains(OLGA), "other operators see the name");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_retried_reveal_is_one_revision_and_its_stored_response_contains_nothing_hidden() {
    let (_server, store, mut operator) = own_redis();
    let worlds = replicas(|| store.clone(), 513).await;
    for game in GameId::ALL {
        let table = TestMatch::of_players(&[worlds[0].api()], &creating(&game.testkit().setups()[0], "")).await;
        table.play_step(&[worlds[0].api()], Choice::Random(1)).await;
        let id: MatchId = table.match_id.parse().unwrap();
        let before = RawMatch::read(&mut operator, id).fields;
        let first = reveal(&worlds[0], &table, "look").await;
        for world in &worlds {
            assert_eq!(reveal(world, &table, "look").await, first, "{game}");
        }
        assert_eq!(head(&worlds[0], &table).await, first.revision);
        let after = RawMatch::read(&mut operator, id).fields.into_iter();
        let kept: Vec<_> = after
            .filter(|(name, _)| name.starts_with('q') && !before.contains_key(name))
            .collect();
        let revision = RevealMatchResponse {
            revision: first.revision,
            ..RevealMatchResponse::default()
        };
        // Eight bytes identify the request.
        assert_eq!(kept.len(), 1, "{game}");
        assert_eq!(kept[0].1[8..], revision.encode_to_vec(), "{game}");
        let other = reveal(&worlds[1], &table, "look-again").await;
        assert_eq!(other.revision, first.revision + 1, "another reveal is disclosed again");
    }
}

/// In a window with secret answers, the operator sees which seats have answered. Other viewers do not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_sees_which_seats_have_answered_in_secret() {
    let store = Memory::default();
    let world = world(store.clone(), 515).await;
    let apis = [world.api()];
    let game = GameId::SecretSanta;
    let mut windows = 0;
    for number in 0..4 {
        let table = TestMatch::of_players(&apis, &creating(&game.testkit().setups()[0], "")).await;
        while !table.is_over(world.api()).await {
            let playing = stored_game(&store, &table.match_id).await;
            let (owing, awaited) = (playing.owing(), playing.awaited());
            let first = owing.iter().next().unwrap();
            if !playing.secrecy().hides(Hides::Progress) || owing.len() < 2 || windows > 8 {
                table.play_step(&apis, Choice::Random(number)).await;
                continue;
            }
            windows += 1;
            let seat = usize::from(first.get());
            let action = table.choice(world.api(), seat, Choice::Random(number)).await.unwrap();
            let action = table.submit_accepted(world.api(), seat, action).await.action;
            let revealed = reveal(&world, &table, "").await;
            check_revealed(&store, &world, &table, &revealed).await;
            assert!(!revealed.undecided_seats.contains(&u32::from(first.get())));
            let waiting = seen(world.api(), &table).await.pending_decisions;
            assert_eq!(
                waiting.len(),
                usize::try_from(awaited.len()).unwrap(),
                "all others still see all decisions as pending"
            );
            let answer = revealed.recent.iter().rev().nth(1).unwrap();
            let decision = answer.entry.as_ref().unwrap().decision.as_ref();
            assert_eq!(decision.unwrap().action, Some(action));
            assert_eq!(answer.seat, Some(first.get().into()));
            let report = examined(&world, &table).await;
            let answer = report.recent.iter().rev().nth(1).unwrap();
            assert_eq!((answer.seat, answer.action.as_str()), (None, "sealed"));
        }
    }
    assert!(windows > 4, "{windows} windows");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn before_the_start_and_after_the_end_there_is_nothing_to_reveal() {
    let store = Memory::default();
    let world = world(store, 516).await;
    let asked = CreateMatchRequest {
        start_policy: StartPolicy::ByHost.into(),
        ..created("")
    };
    let lobby = TestMatch::create(world.api(), &asked).await;
    let early = world.operators().ask(&revealing(&lobby, ""), None).await;
    assert_eq!(refused(early).reason, "MATCH_NOT_STARTED");
    assert_eq!(head(&world, &lobby).await, 1);
    for game in GameId::ALL {
        let table = TestMatch::of_players(&[world.api()], &creating(&game.testkit().setups()[0], "")).await;
        table.play(&[world.api()], Choice::Random(2)).await;
        let over = head(&world, &table).await;
        let late = world.operators().ask(&revealing(&table, "late"), None).await;
        assert_eq!(refused(late).reason, "MATCH_OVER", "{game}");
        assert_eq!(head(&world, &table).await, over);
    }
    let aborted = TestMatch::of_players(&[world.api()], &created("")).await;
    let ending = repairing(&aborted, "", abort());
    world.operators().ask(&ending, None).await.unwrap();
    let late = world.operators().ask(&revealing(&aborted, ""), None).await;
    assert_eq!(refused(late).reason, "MATCH_OVER");
}

/// A response contains no decision after the revision of its disclosed event.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_retried_reveal_contains_nothing_later_than_its_revision() {
    let store = Memory::default();
    let worlds = replicas(|| store.clone(), 517).await;
    for game in GameId::ALL {
        let table = TestMatch::of_players(&[worlds[0].api()], &creating(&game.testkit().setups()[0], "")).await;
        let first = reveal(&worlds[0], &table, "look").await;
        table.play_step(&[worlds[0].api()], Choice::Random(1)).await;
        for world in &worlds {
            let again = world.operators().ask(&revealing(&table, "look"), None).await;
            let refusal = refused(again);
            assert_eq!(refusal.reason, "REVISION_MISMATCH", "{game}");
            assert_eq!(refusal.metadata["revision"], head(world, &table).await.to_string());
        }
        table.play(&[worlds[0].api()], Choice::Random(1)).await;
        let late = worlds[1].operators().ask(&revealing(&table, "look"), None).await;
        assert_eq!(refused(late).reason, "REVISION_MISMATCH", "{game}");
        assert_eq!(
            deeds(&listed(worlds[0].api(), &table, None).await),
            [(first.revision, shown())]
        );
    }
}

/// Before and after a reveal, viewers of each kind see the same, except for the revision and the renewed retention.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reveal_changes_only_the_revision() {
    let world = world(Memory::default(), 519).await;
    for game in GameId::ALL {
        let table = TestMatch::of_players(&[world.api()], &banks(creating(&game.testkit().setups()[0], ""))).await;
        table.play_step(&[world.api()], Choice::Random(1)).await;
        world.clock().pass(1_000);
        let mut before = Vec::new();
        for (_, token) in table.watchers() {
            before.push(table.state(world.api(), token).await);
        }
        reveal(&world, &table, "").await;
        for ((viewer, token), mut before) in table.watchers().into_iter().zip(before) {
            let after = table.state(world.api(), token).await;
            let shown = before.r#match.as_mut().unwrap();
            shown.revision += 1;
            shown.expire_time = after.r#match.as_ref().unwrap().expire_time;
            assert_eq!(after, before, "{viewer} of {game}");
            assert_eq!(viewer == Viewer::Spectator, after.viewer.unwrap().seat.is_none());
        }
    }
}
