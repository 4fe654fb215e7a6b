//! The bots: whole matches, and the strength of the planning bot.

use tinsel_engine::{GameEngine, MatchRng, SeatIndex, SeatSet, Seed, Viewer, present::Present};
use tinsel_secret_santa::{
    Action, Draft, Phase, Place, SecretSanta, bot,
    testkit::{Position, written},
};

fn rng(number: u32) -> MatchRng {
    let mut seed = [0; 32];
    seed[..4].copy_from_slice(&number.to_be_bytes());
    MatchRng::new(Seed::new(seed))
}

fn thought(game: &SecretSanta, seat: SeatIndex, thinks: bool, chance: &mut MatchRng) -> Action {
    let (view, legal) = (
        game.view(Viewer::Seat(seat), SeatSet::EMPTY),
        game.legal(Viewer::Seat(seat)),
    );
    let action = if thinks {
        bot::decide(&view, &legal, chance)
    } else {
        SecretSanta::random(&view, &legal, chance)
    };
    let action = action.unwrap();
    assert!(SecretSanta::allows(&view, &legal, &action), "{}", written(&action));
    action
}

/// Plays a match to its end: seats for which `thinks` holds use the planning bot, the others the random bot.
fn finished(players: u32, deals: u32, seed: u32, thinks: impl Fn(u8) -> bool) -> (SecretSanta, u32) {
    let draft = Draft {
        deals: Some(deals),
        ..Draft::default()
    };
    let config = SecretSanta::configure(Some(players), draft).unwrap();
    let (mut chance, mut thoughts) = (rng(seed), rng(seed + 1_000_000));
    let (mut game, _) = SecretSanta::start(&config, &mut chance);
    let mut decisions = 0;
    while let Some(owing) = game.owing().iter().next() {
        let action = thought(&game, owing, thinks(owing.get()), &mut thoughts);
        game.apply(owing, &action, &mut chance).unwrap();
        decisions += 1;
    }
    (game, decisions)
}

/// Number of 100 deals in which the planning bot, against random bots, is the first to be out.
fn deals_won(players: u8) -> usize {
    let won = (0..100).filter(|seed| {
        let thinker = u8::try_from(seed % u32::from(players)).unwrap();
        let (game, _) = finished(u32::from(players), 1, *seed, |seat| seat == thinker);
        let places = game.view(Viewer::Spectator, SeatSet::EMPTY).sheet.pop().unwrap();
        *places.at(SeatIndex::new(thinker)) == Place::FIRST
    });
    won.count()
}

#[test]
fn a_bot_that_thinks_is_first_in_most_deals_beside_three_that_do_not() {
    let won = deals_won(4);
    println!(
        "first in {won} of 100 deals beside three; {} beside two, {} beside seven",
        deals_won(3),
        deals_won(8)
    );
    assert!(won >= 60, "{won} of 100");
}

#[test]
fn bots_finish_whole_matches_without_a_refusal() {
    for players in 3..=8 {
        for seed in 0..6 {
            let (game, decisions) = finished(players, 2, seed, |_| true);
            assert_eq!(game.view(Viewer::Spectator, SeatSet::EMPTY).phase, Phase::Over);
            println!("{players} players: {decisions} decisions in two deals");
        }
    }
}

#[test]
fn a_bot_has_nothing_to_do_where_nothing_is_owed() {
    let game = Position::seats(4)
        .hand(0, "2×1")
        .hand(1, "2×2")
        .hand(2, "2×3")
        .hand(3, "2×4")
        .build();
    for viewer in [Viewer::Seat(SeatIndex::new(1)), Viewer::Spectator] {
        let legal = game.legal(viewer);
        assert_eq!(
            bot::decide(&game.view(viewer, SeatSet::EMPTY), &legal, &mut rng(0)),
            None
        );
    }
}
