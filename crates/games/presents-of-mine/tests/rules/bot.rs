//! The planning bot against seven random bots.

use tinsel_engine::{GameEngine, SeatSet, Viewer, present::Present};
use tinsel_presents_of_mine::{Config, bot};

use crate::support::*;

/// The rank of the planning bot.
fn rank(seed: u8, config: Config) -> u8 {
    let (mut chance, mut thoughts) = (rng(seed), rng(seed.wrapping_add(128)));
    let thinker = seat(seed % 8);
    let mut game = tinsel_presents_of_mine::PresentsOfMine::start(&config, &mut chance).0;
    while let Some(owing) = game.owing().iter().next() {
        let viewer = Viewer::Seat(owing);
        let action = if owing == thinker {
            bot::decide(&game.view(viewer, SeatSet::EMPTY), &game.legal(viewer), &mut thoughts)
        } else {
            game.any_action(viewer, &mut thoughts)
        };
        game.apply(owing, &action.unwrap(), &mut chance).unwrap();
    }
    game.outcome(SeatSet::EMPTY).unwrap().standings.at(thinker).rank
}

#[test]
fn a_bot_that_thinks_ranks_far_above_seven_that_do_not() {
    let ranks: Vec<u8> = (0..40)
        .map(|seed| rank(seed, if seed % 4 == 0 { private() } else { Config::default() }))
        .collect();
    let sum: u32 = ranks.iter().map(|rank| u32::from(*rank)).sum();
    println!("mean rank {sum}/40: {ranks:?}");
    assert!(sum <= 40 * 2, "{ranks:?}");
}

#[test]
fn a_bot_has_nothing_to_do_where_nothing_is_owed() {
    let mut game = start(Config::default());
    game.apply(seat(0), &tinsel_presents_of_mine::testkit::select("ABCDE"), &mut rng(0))
        .unwrap();
    for viewer in [Viewer::Seat(seat(0)), Viewer::Spectator] {
        let legal = game.legal(viewer);
        assert_eq!(
            bot::decide(&game.view(viewer, SeatSet::EMPTY), &legal, &mut rng(0)),
            None
        );
    }
}
