//! The bots: what they ask for is legal, and the one that thinks wins.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use tinsel_engine::{GameEngine, MatchRng, SeatIndex, Seed, Viewer};
use tinsel_snowball_war::{Config, Draft, Reason, SnowballWar, bot, testkit::Position};

fn seed(seed: u8) -> MatchRng {
    MatchRng::new(Seed::new([seed; 32]))
}

/// Plays to the end; the seats for which `thinks` holds think, the others choose anything legal.
fn finished(config: &Config, number: u8, thinks: impl Fn(SeatIndex) -> bool) -> SnowballWar {
    let (mut chance, mut thoughts) = (seed(number), seed(number.wrapping_add(128)));
    let (mut game, _) = SnowballWar::start(config, &mut chance);
    while let Some(owing) = game.owing().iter().next() {
        let viewer = Viewer::Seat(owing);
        let legal = game.legal(viewer);
        let action = if thinks(owing) {
            bot::decide(&game.view(viewer), &legal, &mut thoughts)
        } else {
            bot::random(&legal, &mut thoughts)
        };
        let action = action.unwrap();
        assert!(legal.allows(&action), "seed {number}: {action:?}");
        let applied = game.apply(owing, &action, &mut chance);
        assert!(applied.is_ok(), "seed {number}: {action:?}: {}", applied.unwrap_err());
    }
    game
}

#[test]
fn a_bot_that_thinks_beats_one_that_does_not_in_90_of_100_matches() {
    let won = |number: u8| {
        let thinker = SeatIndex::new(number % 2);
        let game = finished(&Config::default(), number, |seat| seat == thinker);
        let outcome = game.outcome().unwrap();
        outcome.standings.at(thinker).rank == 1 && game.view(Viewer::Spectator).ending.unwrap().winner.is_some()
    };
    let wins = (0..100).filter(|number| won(*number)).count();
    println!("{wins} of 100 won");
    assert!(wins >= 90, "{wins} of 100 won");
}

#[test]
fn two_bots_that_think_come_to_a_knock_out() {
    let endings = (0..20).map(|number| {
        let game = finished(&Config::default(), number, |_| true);
        let view = game.view(Viewer::Spectator);
        (view.ending.unwrap().reason, view.turn)
    });
    let endings: Vec<(Reason, u8)> = endings.collect();
    let knockouts = endings.iter().filter(|(reason, _)| *reason == Reason::Knockout).count();
    println!("{endings:?}");
    assert!(knockouts >= 18, "{endings:?}");
}

#[test]
fn bots_play_with_other_options_too() {
    let drafts = [
        Draft {
            obstacles: Some(Vec::new()),
            snowmen_block_sight: Some(false),
            turn_limit: Some(3),
            ..Draft::default()
        },
        Draft {
            field_depth: Some(260),
            field_breadth: Some(264),
            contact_gap: Some(0),
            turn_limit: Some(6),
            ..Draft::default()
        },
        Draft {
            field_depth: Some(2000),
            field_breadth: Some(2000),
            move_distance: Some(400),
            snowball_distance: Some(2000),
            character_radius: Some(20),
            snowman_radius: Some(40),
            turn_limit: Some(4),
            ..Draft::default()
        },
    ];
    for draft in drafts {
        let config = SnowballWar::configure(None, draft).unwrap();
        for number in 0..4 {
            assert!(finished(&config, number, |_| true).outcome().is_some());
            assert!(finished(&config, number, |seat| seat.get() == 0).outcome().is_some());
        }
    }
}

#[test]
fn a_bot_has_nothing_to_do_where_nothing_is_owed() {
    let game = Position::action(0).build();
    for viewer in [Viewer::Seat(SeatIndex::new(1)), Viewer::Spectator] {
        let legal = game.legal(viewer);
        assert_eq!(bot::decide(&game.view(viewer), &legal, &mut seed(0)), None);
        assert_eq!(bot::random(&legal, &mut seed(0)), None);
    }
}
