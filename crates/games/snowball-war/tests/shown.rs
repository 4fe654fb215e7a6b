//! What is shown, and for how long.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "tests"
)]

use tinsel_engine::{GameEngine, MatchRng, SeatIndex, Seed, Viewer};
use tinsel_snowball_war::{
    Character, DiceSet, Die, Event, Phase, SnowballWar,
    testkit::{Position, allocate, reroll},
};

const FIRST: SeatIndex = SeatIndex::new(0);
const SECOND: SeatIndex = SeatIndex::new(1);

fn chance() -> MatchRng {
    MatchRng::new(Seed::new([5; 32]))
}

fn rerolled(game: &SnowballWar) -> Vec<Option<Vec<u8>>> {
    let shown = game.view(Viewer::Spectator).rerolled;
    shown
        .iter()
        .map(|dice| dice.map(|dice: DiceSet| dice.iter().collect()))
        .collect()
}

// SW-R70
#[test]
fn what_was_re_rolled_is_shown_until_the_next_roll() {
    let mut chance = chance();
    let mut game = Position::rerolling()
        .pool(0, &[1, 2, 3, 4, 5, 6])
        .pool(1, &[1, 1, 1, 1, 1, 1])
        .build();
    game.apply(SECOND, &reroll(&[4, 0]), &mut chance).unwrap();
    assert_eq!(rerolled(&game), [None, None]);
    game.apply(FIRST, &reroll(&[]), &mut chance).unwrap();
    let shown = [Some(vec![]), Some(vec![0, 4])];
    let turn = game.view(Viewer::Spectator).turn;
    while game.view(Viewer::Spectator).turn == turn {
        assert_eq!(rerolled(&game), shown);
        let seat = game.owing().iter().next().unwrap();
        let made = game.absent(seat).unwrap();
        game.commit(made, &mut chance);
    }
    assert_eq!(game.view(Viewer::Spectator).phase, Phase::Reroll);
    assert_eq!(rerolled(&game), [None, None]);
}

// SW-R71
#[test]
fn the_reveal_tells_values_and_the_own_choice_indices() {
    let mut chance = chance();
    let mut game = Position::allocating()
        .team(0, [Character::Stephen, Character::Paul, Character::Robert])
        .pool(0, &[5, 6, 1, 2, 3, 4])
        .pool(1, &[1, 1, 1, 1, 1, 1])
        .allocated(
            1,
            &[
                (Character::Bianca, [0, 1]),
                (Character::Natasha, [2, 3]),
                (Character::Emily, [4, 5]),
            ],
        )
        .build();
    let action = allocate(&[
        (Character::Robert, [0, 1]),
        (Character::Stephen, [5, 2]),
        (Character::Paul, [3, 4]),
    ]);
    let events = game.apply(FIRST, &action, &mut chance).unwrap();
    let told: Vec<&Event> = events.seen_by(Viewer::Seat(FIRST)).collect();
    let own = told.iter().find_map(|event| match event {
        Event::AllocationChoice { cards, .. } => Some(cards.iter().map(|card| (card.character, card.dice)).collect()),
        _ => None,
    });
    let indices: Vec<(Character, [u8; 2])> = own.unwrap();
    assert_eq!(
        indices,
        [
            (Character::Stephen, [5, 2]),
            (Character::Paul, [3, 4]),
            (Character::Robert, [0, 1])
        ]
    );
    let dealt = told.iter().find_map(|event| match event {
        Event::DiceAllocated { seat: FIRST, cards } => {
            Some(cards.iter().map(|card| card.dice.map(Die::get)).collect::<Vec<_>>())
        }
        _ => None,
    });
    assert_eq!(dealt.unwrap(), [[4, 1], [2, 3], [5, 6]]);
}
