//! Tests of Snowball War that the tests of every game do not cover.

use prost_types::Duration;
use tinsel_harness::{TestMatch, World, created};
use tinsel_proto::{
    games::snowball_war::v1::{Config, Obstacles, View},
    v1::{CreateMatchRequest, GameConfig, MatchState, TimeControl, game_config, game_view, time_control::Control},
};
use tinsel_store::Memory;

const MINUTE: u64 = 60_000;

fn asked(config: Config) -> CreateMatchRequest {
    let minute = Duration { seconds: 60, nanos: 0 };
    CreateMatchRequest {
        config: Some(GameConfig {
            game: Some(game_config::Game::SnowballWar(config)),
        }),
        time_control: Some(TimeControl {
            control: Some(Control::PerDecision(minute)),
            ..TimeControl::default()
        }),
        ..created("")
    }
}

fn view(state: &MatchState) -> &View {
    match state.view.as_ref().and_then(|view| view.game.as_ref()) {
        Some(game_view::Game::SnowballWar(view)) => view,
        other => panic!("another view: {other:?}"),
    }
}

/// Sections 5 and 9 of its rules: five picks and two deployments, and in each turn two choices, two allocations and twelve
/// dice that are discarded.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_inactive_players_make_exactly_the_number_of_decisions_of_the_rules() {
    for turns in [1, 3] {
        let world = World::new(Memory::default(), 90).await;
        let config = Config {
            turn_limit: Some(turns),
            ..Config::default()
        };
        let table = TestMatch::of_players(&[world.api()], &asked(config)).await;
        let revision = async || table.state(world.api(), None).await.r#match.unwrap().revision;
        let begun = revision().await;
        while !table.is_over(world.api()).await {
            world.clock().pass(MINUTE);
            world.sweep().await;
        }
        let decisions = revision().await - begun;
        assert_eq!(decisions, u64::from(7 + 16 * turns));
        let state = table.state(world.api(), None).await;
        assert_eq!(view(&state).turn, turns);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn omitted_obstacles_are_generated_and_an_empty_list_is_an_open_field() {
    let world = World::new(Memory::default(), 91).await;
    for (obstacles, expected) in [(None, 6..=8), (Some(Obstacles::default()), 0..=0)] {
        let config = Config {
            obstacles: obstacles.clone(),
            ..Config::default()
        };
        let table = TestMatch::of_players(&[world.api()], &asked(config)).await;
        let state = table.state(world.api(), None).await;
        let shown = view(&state).obstacles.len();
        assert!(expected.contains(&shown), "{shown} obstacles");
        let Some(game_config::Game::SnowballWar(config)) = state
            .r#match
            .and_then(|shown| shown.config)
            .and_then(|config| config.game)
        else {
            panic!("another game");
        };
        assert_eq!(config.obstacles, obstacles);
    }
}
