//! Windows in which everybody answers at once: what comes of them does not depend on who is first, and nothing shows
//! who has answered.

use std::sync::Arc;

use futures_util::future::join_all;
use prost_types::Duration;
use tinsel_harness::{Api, Choice, Replay, Replica, Table, World, revision_of};
use tinsel_proto::{
    games::secret_santa::v1 as santa,
    v1::{
        CreateMatchRequest, GameAction, GameConfig, GameLegal, ListLegalActionsRequest, MatchState, TimeBank,
        TimeControl, game_action, game_config, game_event, game_legal, game_view, match_event, time_control::Control,
        watch_match_response::Message,
    },
};
use tinsel_store::Memory;
use tokio::sync::Barrier;

/// How many matches are raced through.
const MATCHES: u64 = 12;

fn one_deal() -> santa::Config {
    santa::Config {
        deals: Some(1),
        ..santa::Config::default()
    }
}

fn asking(seats: u32, options: santa::Config) -> CreateMatchRequest {
    let config = game_config::Game::SecretSanta(options);
    CreateMatchRequest {
        config: Some(GameConfig { game: Some(config) }),
        seats: Some(seats),
        ..CreateMatchRequest::default()
    }
}

fn viewed(state: &MatchState) -> santa::View {
    match state.view.as_ref().unwrap().game.as_ref().unwrap() {
        game_view::Game::SecretSanta(view) => view.clone(),
        other => panic!("another game: {other:?}"),
    }
}

fn acting(action: santa::action::Action) -> GameAction {
    GameAction {
        game: Some(game_action::Game::SecretSanta(santa::Action { action: Some(action) })),
    }
}

fn declining(scope: santa::DeclineScope) -> GameAction {
    acting(santa::action::Action::Decline(santa::Decline { scope: scope.into() }))
}

async fn legal(api: &Api, table: &Table, seat: usize) -> santa::Legal {
    let asked = ListLegalActionsRequest {
        match_id: table.match_id.clone(),
    };
    let answer = api.ask(&asked, Some(table.token(seat))).await.unwrap();
    match answer.legal {
        Some(GameLegal {
            game: Some(game_legal::Game::SecretSanta(legal)),
        }) => legal,
        other => panic!("another game: {other:?}"),
    }
}

/// A Holly card of those that can be played, if there is one.
fn holly_card(legal: &santa::Legal) -> Option<santa::action::Action> {
    let Some(santa::legal::Decision::Holly(holly)) = &legal.decision else {
        return None;
    };
    let final_gift = legal.final_gift_due_at == 1;
    if holly.ghost {
        return Some(santa::action::Action::PlayGhost(santa::PlayGhost { final_gift }));
    }
    if holly.mouse {
        return Some(santa::action::Action::PlayMouse(santa::PlayMouse { final_gift }));
    }
    let other = holly.carol_others.last().copied();
    other.map(|other| {
        santa::action::Action::PlayCarol(santa::PlayCarol {
            other: Some(other),
            final_gift,
        })
    })
}

/// All seats clockwise from the left of `from`, which comes last.
fn clockwise(view: &santa::View, from: u32) -> Vec<u32> {
    let order = &view.table_order;
    let at = order.iter().position(|seat| *seat == from).unwrap();
    let (before, after) = order.split_at(at + 1);
    after.iter().chain(before).copied().collect()
}

/// Lets these answer at the same instant, each by a connection of its own, over both replicas.
async fn race(seats: &[Api], table: &Table, answers: Vec<(usize, GameAction)>) -> u64 {
    let barrier = Arc::new(Barrier::new(answers.len()));
    let racing = answers.into_iter().map(|(seat, action)| {
        let (api, table, barrier) = (seats[seat].clone(), table.clone(), Arc::clone(&barrier));
        tokio::spawn(async move {
            barrier.wait().await;
            table.submit_accepted(&api, seat, action).await.revision
        })
    });
    let revisions = join_all(racing).await.into_iter().map(Result::unwrap);
    revisions.max().unwrap()
}

/// Who played a Holly card at this revision, as a spectator was told.
async fn played(api: &Api, table: &Table, revision: u64) -> Option<u32> {
    let told = table.told(api, Some(revision - 1), None, revision).await;
    let events = told.into_iter().filter_map(|response| match response.message {
        Some(Message::Update(update)) => Some(update.events),
        _ => None,
    });
    let mut seats = events.flatten().filter_map(|event| {
        let match_event::Event::Game(event) = event.event? else {
            return None;
        };
        let game_event::Game::SecretSanta(event) = event.game? else {
            return None;
        };
        match event.event? {
            santa::event::Event::CarolPlayed(played) => Some(played.seat),
            santa::event::Event::MousePlayed(played) => Some(played.seat),
            santa::event::Event::GhostPlayed(played) => Some(played.seat),
            _ => None,
        }
    });
    seats.next()
}

/// Plays a match in which everybody who holds a Holly card answers with it, all at once; in how many windows several
/// did. Whoever is the first clockwise plays, whoever was the first to answer.
async fn raced(replicas: &[Replica; 2], asked: &CreateMatchRequest, number: u64) -> usize {
    let apis = [replicas[0].api(), replicas[1].api()];
    let table = Table::of_players(&apis, asked).await;
    let connecting = (0..table.seats.len()).map(async |seat| Api::connect(&replicas[seat % 2].url()).await);
    let seats = join_all(connecting).await;
    let mut contested = 0;
    while !table.is_over(apis[0]).await {
        let view = viewed(&table.state(apis[1], None).await);
        if view.phase() != santa::Phase::Holly {
            table.play_step(&apis, Choice::Random(number)).await;
            continue;
        }
        let asked = view.eligible_seats.iter().map(|seat| usize::try_from(*seat).unwrap());
        let legals = join_all(asked.map(async |seat| (seat, legal(&seats[seat], &table, seat).await))).await;
        let cards: Vec<_> = legals.iter().map(|(seat, legal)| (*seat, holly_card(legal))).collect();
        let holders: Vec<u32> = cards
            .iter()
            .filter(|(_, card)| card.is_some())
            .map(|(seat, _)| u32::try_from(*seat).unwrap())
            .collect();
        let answers = cards.into_iter().map(|(seat, card)| {
            let answer = card.map_or_else(|| declining(santa::DeclineScope::Window), acting);
            (seat, answer)
        });
        let last = race(&seats, &table, answers.collect()).await;
        let order = clockwise(&view, view.turn_seat.unwrap());
        let first = order.into_iter().find(|seat| holders.contains(seat));
        assert_eq!(
            played(apis[0], &table, last).await,
            first,
            "{view:?}, held by {holders:?}"
        );
        contested += usize::from(holders.len() > 1);
    }
    contested
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_clockwise_plays_whoever_answers_first_over_two_replicas() {
    let replicas = [Replica::on_redis().await, Replica::on_redis().await];
    let kinds = [santa::Special::Carol, santa::Special::Mouse, santa::Special::Ghost];
    let holly = santa::Config {
        elves: Some(8),
        specials: Some(santa::SpecialList {
            kinds: kinds.map(i32::from).to_vec(),
        }),
        ..one_deal()
    };
    let mut contested = 0;
    for number in 0..MATCHES / 4 {
        let asked = asking(5, holly.clone());
        let racing = (0..4).map(|one| raced(&replicas, &asked, number * 4 + one));
        contested += join_all(racing).await.into_iter().sum::<usize>();
    }
    eprintln!("several answered with a card in {contested} windows of {MATCHES} matches");
    assert!(contested >= 5, "{contested}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whole_matches_of_three_four_and_eight_are_what_comes_of_what_was_accepted() {
    let replicas = [Replica::on_redis().await, Replica::on_redis().await];
    let apis = [replicas[0].api(), replicas[1].api()];
    for (seats, choice) in [
        (3, Choice::Bot(3)),
        (4, Choice::Random(4)),
        (8, Choice::Bot(8)),
        (8, Choice::Random(8)),
    ] {
        let asked = asking(seats, one_deal());
        let table = Table::of_players(&apis, &asked).await;
        let (end, accepted) = table.play_on(&apis, choice).await;
        eprintln!("{seats} seats: {} decisions", accepted.len());
        Replay::of(&asked, &end, accepted).check(apis[1], &table).await;
    }
}

/// In one world seat 1 has answered, in the other seat 2 or nobody: whoever else looks sees the same, clocks and banks
/// included.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_shows_who_has_answered_in_a_holly_window() {
    let minute = Some(Duration { seconds: 60, nanos: 0 });
    let bank = TimeBank {
        initial: minute,
        increment: minute,
    };
    for control in [None, minute.map(Control::PerDecision), Some(Control::Bank(bank))] {
        let mut seen: Vec<Vec<_>> = Vec::new();
        for answering in [1, 2] {
            for scope in [santa::DeclineScope::Window, santa::DeclineScope::Deal] {
                seen.push(seen_by_others(control, answering, scope).await);
            }
        }
        assert!(seen.iter().all(|one| *one == seen[0]), "{control:?}: {seen:#?}");
    }
}

/// What seats 0 and 3 and a spectator see once this seat has declined, a while after a window has opened.
async fn seen_by_others(control: Option<Control>, answering: usize, scope: santa::DeclineScope) -> Vec<MatchState> {
    let world = World::new(Memory::default(), 77).await;
    let api = world.api();
    let options = santa::Config {
        first_dealer: Some(3),
        ..one_deal()
    };
    let asked = CreateMatchRequest {
        request_id: "windows".to_owned(),
        time_control: control.map(|control| TimeControl { control: Some(control) }),
        ..asking(4, options)
    };
    let table = Table::of_players(&[api], &asked).await;
    // Nobody plays the Fruitcake, and seat 0 leads.
    table.play_step_in_order(&[api], Choice::Default).await;
    let lead = table.choice(api, 0, Choice::Default).await.unwrap();
    table.submit(api, 0, lead).await.unwrap();
    let view = viewed(&table.state(api, None).await);
    assert_eq!(
        (view.phase(), &view.awaited_seats),
        (santa::Phase::Holly, &vec![1, 2, 3])
    );
    world.clock().pass(5000);
    table.submit(api, answering, declining(scope)).await.unwrap();
    world.clock().pass(5000);
    let own = viewed(&table.state(api, Some(table.token(answering))).await);
    assert!(!own.awaited_seats.contains(&u32::try_from(answering).unwrap()));
    let viewers = [None, Some(table.token(0)), Some(table.token(3))];
    let states = join_all(viewers.map(async |token| table.state(api, token).await)).await;
    assert!(states.iter().all(|state| viewed(state).awaited_seats == [1, 2, 3]));
    assert!(states.iter().all(|state| revision_of(state) == revision_of(&states[0])));
    states
}
