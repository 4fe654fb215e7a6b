//! The bots of Grunkle Match.

use tinsel_engine::{GameEngine, MatchRng, SeatSet, Viewer, present::Present};
use tinsel_grunkle_match::{
    Config, Garnets, GrunkleMatch, bot,
    testkit::{Position, submit, written},
};

use crate::support::*;

/// Plays a match to its end: seats for which `thinks` holds use the planning bot, the others the random bot.
fn finished(seed: u8, starting: u32, thinks: impl Fn(u8) -> bool) -> GrunkleMatch {
    let config = Config {
        starting_garnets: Garnets::new(starting),
        ..Config::default()
    };
    let (mut game, mut chance, mut thoughts): (_, MatchRng, _) =
        (start(&config), rng(seed), rng(seed.wrapping_add(128)));
    let mut decisions = 0;
    while let Some(owing) = game.owing().iter().next() {
        let viewer = Viewer::Seat(owing);
        let (view, legal) = (game.view(viewer, SeatSet::EMPTY), game.legal(viewer));
        let action = if thinks(owing.get()) {
            bot::decide(&view, &legal, &mut thoughts)
        } else {
            GrunkleMatch::random(&view, &legal, &mut thoughts)
        };
        let action = action.unwrap();
        let allowed = GrunkleMatch::allows(&view, &legal, &action);
        assert!(allowed, "seed {seed}: {}", written(&action));
        let applied = game.apply(owing, &action, &mut chance);
        assert!(applied.is_ok(), "seed {seed}: {}: {applied:?}", written(&action));
        decisions += 1;
    }
    assert!((49..=53).contains(&decisions), "{decisions}");
    game
}

#[test]
fn seven_bots_finish_without_a_refusal() {
    for seed in 0..30 {
        let starting = [1, 5, 20, 40, 1000][usize::from(seed % 5)];
        assert!(is_over(&finished(seed, starting, |_| true)));
        assert!(is_over(&finished(seed, starting, |index| index % 2 == 0)));
    }
}

#[test]
fn a_bot_that_thinks_ranks_above_six_that_do_not() {
    let rank = |seed: u8| {
        let thinker = seat(seed % 7);
        let game = finished(seed, 20, |index| index == thinker.get());
        u32::from(game.outcome(SeatSet::EMPTY).unwrap().standings.at(thinker).rank)
    };
    let ranks: Vec<u32> = (0..70).map(rank).collect();
    let sum: u32 = ranks.iter().sum();
    println!("sum of 70 ranks {sum}: {ranks:?}");
    assert!(sum <= 70 * 3, "{ranks:?}");
}

#[test]
fn a_bot_has_nothing_to_do_where_nothing_is_owed() {
    let game = Position::round(1).sealed(0, "POUCH 1").build();
    assert!(game.resolve(seat(1), &submit("POUCH 1")).is_ok());
    for viewer in [Viewer::Seat(seat(0)), Viewer::Spectator] {
        let (view, legal) = (game.view(viewer, SeatSet::EMPTY), game.legal(viewer));
        assert_eq!(bot::decide(&view, &legal, &mut rng(0)), None);
    }
}
