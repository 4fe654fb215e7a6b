//! Response windows: the result does not depend on the order of the answers, and no response discloses which seats have
//! answered.

mod arrival;
mod worlds;

use std::sync::Arc;

use futures_util::future::join_all;
use tinsel_harness::{Api, Choice, Replay, Replica, TestMatch, World, owed_by};
use tinsel_proto::{
    games::secret_santa::v1::{self as santa, card_count},
    v1::{
        CreateMatchRequest, GameAction, GameConfig, GameLegal, GameView, ListLegalActionsRequest, MatchState,
        game_action, game_config, game_event, game_legal, game_view, match_event, watch_match_response::Message,
    },
};
use tinsel_store::Memory;
use tokio::sync::Barrier;

/// Number of matches that are played concurrently.
const AT_ONCE: usize = 4;

/// Number of windows in which several seats must have answered with a card.
const CONTESTED: usize = 5;

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

const HOLLY: [santa::Special; 3] = [santa::Special::Carol, santa::Special::Mouse, santa::Special::Ghost];

/// Options with the Holly cards and many Elves.
fn holly() -> santa::Config {
    santa::Config {
        elves: Some(8),
        specials: Some(santa::SpecialList {
            kinds: HOLLY.map(i32::from).to_vec(),
        }),
        ..one_deal()
    }
}

fn viewed(state: &MatchState) -> santa::View {
    shown(state.view.as_ref().unwrap())
}

fn shown(view: &GameView) -> santa::View {
    match view.game.as_ref().unwrap() {
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

async fn legal(api: &Api, table: &TestMatch, seat: usize) -> santa::Legal {
    let asked = ListLegalActionsRequest {
        match_id: table.match_id.clone(),
        ..ListLegalActionsRequest::default()
    };
    let answer = api.ask(&asked, Some(table.token(seat))).await.unwrap();
    allowed(answer.legal.unwrap())
}

fn allowed(legal: GameLegal) -> santa::Legal {
    match legal.game.unwrap() {
        game_legal::Game::SecretSanta(legal) => legal,
        other => panic!("another game: {other:?}"),
    }
}

/// A Holly card that can be played, if there is one.
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

/// Number of Holly cards that are still in hands.
fn at_large(view: &santa::View) -> usize {
    let is_gone = |kind: santa::Special| {
        let discarded = |card: &santa::CardCount| card.kind == Some(card_count::Kind::Special(kind.into()));
        view.discards.iter().any(discarded) || view.specials.iter().any(|used| used.special() == kind)
    };
    HOLLY.into_iter().filter(|kind| !is_gone(*kind)).count()
}

/// All seats clockwise from the left of `from`, which comes last.
fn clockwise(view: &santa::View, from: u32) -> Vec<u32> {
    let order = &view.table_order;
    let at = order.iter().position(|seat| *seat == from).unwrap();
    let (before, after) = order.split_at(at + 1);
    after.iter().chain(before).copied().collect()
}

/// Submits these answers concurrently, each over its own connection, on both replicas.
async fn race(seats: &[Api], table: &TestMatch, answers: Vec<(usize, GameAction)>) -> u64 {
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

/// The seat that played a Holly card at this revision, as a spectator sees it.
async fn played(api: &Api, table: &TestMatch, revision: u64) -> Option<u32> {
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

/// Plays a match while seats still hold Holly cards. In each window, all holders of a Holly card submit it
/// concurrently. Returns the number of windows in which several did. The first seat clockwise must win, regardless of
/// the order of arrival.
async fn raced(replicas: &[Replica; 2], asked: &CreateMatchRequest, number: u64) -> usize {
    let apis = [replicas[0].api(), replicas[1].api()];
    let table = TestMatch::of_players(&apis, asked).await;
    let connecting = (0..table.seats.len()).map(async |seat| Api::connect(&replicas[seat % 2].url()).await);
    let seats = join_all(connecting).await;
    let mut contested = 0;
    while !table.is_over(apis[0]).await {
        let view = viewed(&table.state(apis[1], None).await);
        if at_large(&view) < 2 {
            break;
        }
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
async fn the_first_seat_clockwise_wins_a_window_whatever_the_order_of_answers_on_two_replicas() {
    let replicas = [Replica::on_redis().await, Replica::on_redis().await];
    let asked = asking(5, holly());
    let (mut contested, mut matches) = (0, 0);
    while contested < CONTESTED {
        let racing = (matches..).take(AT_ONCE).map(|number| raced(&replicas, &asked, number));
        contested += join_all(racing).await.into_iter().sum::<usize>();
        matches += u64::try_from(AT_ONCE).unwrap();
    }
    eprintln!("several answered with a card in {contested} windows of {matches} matches");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whole_matches_of_three_four_and_eight_match_the_replay_of_their_actions() {
    let replicas = [Replica::on_redis().await, Replica::on_redis().await];
    let apis = [replicas[0].api(), replicas[1].api()];
    let playing = [(3, Choice::Bot(3)), (4, Choice::Random(4)), (8, Choice::Bot(8))].map(async |(seats, choice)| {
        let asked = asking(seats, one_deal());
        let table = TestMatch::of_players(&apis, &asked).await;
        let (end, accepted) = table.play_on(&apis, choice).await;
        eprintln!("{seats} seats: {} decisions", accepted.len());
        Replay::of(&asked, &end, accepted).check(apis[1], &table).await;
    });
    join_all(playing).await;
}

/// A seat can withdraw its standing decline while it has to decide. The decision is still the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_withdrawal_does_not_end_the_pending_decision() {
    let world = World::new(Memory::default(), 7).await;
    let api = world.api();
    let table = TestMatch::of_players(&[api], &asking(4, holly())).await;
    let number = async |seat| {
        let state = table.state(api, Some(table.token(seat))).await;
        owed_by(&state, seat).and_then(|decision| decision.number)
    };
    while !table.is_over(api).await {
        for seat in 0..table.seats.len() {
            let (Some(before), legal) = (number(seat).await, legal(api, &table, seat).await) else {
                continue;
            };
            if legal.can_withdraw {
                let withdrawal = santa::action::Action::WithdrawDecline(santa::WithdrawDecline {});
                table.submit(api, seat, acting(withdrawal)).await.unwrap();
                assert_eq!(number(seat).await, Some(before));
                return;
            }
            let declines = matches!(legal.decision, Some(santa::legal::Decision::Holly(_)));
            let action = if declines {
                declining(santa::DeclineScope::Deal)
            } else {
                table.choice(api, seat, Choice::Default).await.unwrap()
            };
            table.submit(api, seat, action).await.unwrap();
        }
    }
    panic!("no seat could withdraw");
}
