//! The bots: their actions are legal, and the planning bot wins.

use tinsel_engine::{GameEngine, MatchRng, SeatIndex, SeatSet, Seed, Viewer, present::Present};
use tinsel_engine_testkit::Draws;
use tinsel_snowball_war::{
    Action, Character, Choice, Config, Draft, EndReason, Piece, SnowballWar, bot,
    testkit::{Position, rush, throw},
};

fn seed(seed: u8) -> MatchRng {
    MatchRng::new(Seed::new([seed; 32]))
}

/// Plays a match to its end: seats for which `thinks` holds use the planning bot, the others the random bot.
fn finished(config: &Config, number: u8, thinks: impl Fn(SeatIndex) -> bool) -> SnowballWar {
    let (mut chance, mut thoughts) = (seed(number), seed(number.wrapping_add(128)));
    let (mut game, _) = SnowballWar::start(config, &mut chance);
    while let Some(owing) = game.owing().iter().next() {
        let viewer = Viewer::Seat(owing);
        let (view, legal) = (game.view(viewer, SeatSet::EMPTY), game.legal(viewer));
        let action = if thinks(owing) {
            bot::decide(&view, &legal, &mut thoughts)
        } else {
            SnowballWar::random(&view, &legal, &mut thoughts)
        };
        let action = action.unwrap();
        let allowed = SnowballWar::allows(&view, &legal, &action);
        assert!(allowed, "seed {number}: {action:?}");
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
        let outcome = game.outcome(SeatSet::EMPTY).unwrap();
        outcome.standings.at(thinker).rank == 1
            && game
                .view(Viewer::Spectator, SeatSet::EMPTY)
                .ending
                .unwrap()
                .winner
                .is_some()
    };
    let wins = (0..100).filter(|number| won(*number)).count();
    println!("{wins} of 100 won");
    assert!(wins >= 90, "{wins} of 100 won");
}

#[test]
fn two_bots_that_think_come_to_a_knock_out() {
    let endings = (0..20).map(|number| {
        let game = finished(&Config::default(), number, |_| true);
        let view = game.view(Viewer::Spectator, SeatSet::EMPTY);
        (view.ending.unwrap().reason, view.turn)
    });
    let endings: Vec<(EndReason, u8)> = endings.collect();
    let knockouts = endings
        .iter()
        .filter(|(reason, _)| *reason == EndReason::Knockout)
        .count();
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
            assert!(finished(&config, number, |_| true).outcome(SeatSet::EMPTY).is_some());
            assert!(
                finished(&config, number, |seat| seat.get() == 0)
                    .outcome(SeatSet::EMPTY)
                    .is_some()
            );
        }
    }
}

/// The planning bot's action in a position, for this seat.
fn thought(game: &SnowballWar, index: u8) -> Action {
    let viewer = Viewer::Seat(SeatIndex::new(index));
    bot::decide(&game.view(viewer, SeatSet::EMPTY), &game.legal(viewer), &mut seed(0)).unwrap()
}

#[test]
fn a_bot_that_thinks_throws_at_what_it_can_hit_and_goes_where_it_can() {
    let near = Position::action(0)
        .stands(Character::Paul, 400, 150)
        .dice(Character::Paul, [4, 1]);
    let at_the_snowman = Some(Piece::Snowman(SeatIndex::new(1)));
    let thrown = thought(&near.build(), 0);
    assert!(
        matches!(thrown, Action::Throw { target, .. } if target == at_the_snowman),
        "{thrown:?}"
    );
    // No target is in range: the die that moves brings a character nearer.
    let far = Position::action(0)
        .stands(Character::Paul, 100, 150)
        .dice(Character::Paul, [4, 1]);
    let Action::Move { to: Some(to), .. } = thought(&far.build(), 0) else {
        panic!("it does not move");
    };
    assert!(to.x > Some(100), "{to:?}");
}

/// With probability one eighth, a random deployment is the default, at the seat's own edge, also if the breadth of the
/// field is odd.
#[test]
fn a_bot_that_looks_no_further_deploys_at_its_own_home_edge() {
    let odd = Draft {
        field_depth: Some(501),
        field_breadth: Some(301),
        obstacles: Some(Vec::new()),
        ..Draft::default()
    };
    for (index, draft) in [(0, Draft::default()), (1, Draft::default()), (0, odd.clone()), (1, odd)] {
        let config = SnowballWar::configure(None, draft).unwrap();
        let game = Position::deployment(index).config(config).obstacles([]).build();
        let viewer = Viewer::Seat(SeatIndex::new(index));
        let mut chance = Draws::new([("bot", 8, 0)]);
        let action = game.any_action(viewer, &mut chance);
        chance.assert_all_used();
        let default = game.pending_decisions(viewer).remove(0).default.action;
        assert!(action.is_some() && action == default, "seat {index}");
    }
}

/// With probability seven eighths, the deployment is at a random spot.
#[test]
fn a_bot_that_looks_no_further_deploys_at_random_spots() {
    for index in [0, 1] {
        let game = Position::deployment(index).build();
        let viewer = Viewer::Seat(SeatIndex::new(index));
        let default = game.pending_decisions(viewer).remove(0).default.action;
        let mut deployments = vec![default];
        for number in 0..20 {
            let action = game.any_action(viewer, &mut seed(number));
            if !deployments.contains(&action) {
                deployments.push(action);
            }
        }
        assert!(
            deployments.len() > 10,
            "seat {index}: {} deployments",
            deployments.len()
        );
    }
}

/// Beside the enemy's snowman, Emily can rush it, and Natasha has a die that throws without a target.
#[test]
fn a_bot_that_thinks_swaps_places() {
    let game = Position::action(1)
        .stands(Character::Natasha, 80, 60)
        .dice(Character::Natasha, [1, 0])
        .stands(Character::Emily, 150, 110)
        .dice(Character::Emily, [1, 0])
        .snowman(0, 15, 50)
        .build();
    let expected = Action::SwapPlaces {
        die: Some(0),
        team_mate: Some(Character::Emily),
    };
    assert!(
        thought(&game, 1) == expected,
        "Emily comes within a move of the snowman"
    );
}

#[test]
fn a_bot_that_thinks_dodges() {
    let game = Position::action(0)
        .stands(Character::Stephen, 300, 150)
        .dice(Character::Stephen, [4, 6])
        .stands(Character::Bianca, 380, 150)
        .dice(Character::Bianca, [5, 2])
        .then(0, throw(Character::Stephen, 0, Character::Bianca))
        .build();
    let choice = Choice::Dodge {
        die: Some(0),
        as_value: Some(5),
    };
    assert_eq!(thought(&game, 1), Action::React { choice: Some(choice) });
}

#[test]
fn a_bot_that_thinks_saves_its_snowman() {
    let game = Position::action(1)
        .stands(Character::Emily, 95, 185)
        .dice(Character::Emily, [1, 6])
        .stands(Character::Robert, 40, 150)
        .dice(Character::Robert, [4, 2])
        .snowman_tokens(0, 3)
        .then(1, rush(0))
        .build();
    let choice = Choice::Intercept { die: Some(0) };
    assert_eq!(thought(&game, 0), Action::React { choice: Some(choice) });
}

#[test]
fn a_bot_has_nothing_to_do_where_nothing_is_owed() {
    let game = Position::bench(0).build();
    for viewer in [Viewer::Seat(SeatIndex::new(1)), Viewer::Spectator] {
        let legal = game.legal(viewer);
        assert_eq!(
            bot::decide(&game.view(viewer, SeatSet::EMPTY), &legal, &mut seed(0)),
            None
        );
    }
}
