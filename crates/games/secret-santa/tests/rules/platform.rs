//! Forfeits, and the secrecy of defaults.

use tinsel_engine::{Charge, GameEngine, Hides, MatchRng};
use tinsel_engine_testkit::{match_seed, ranks_and, seat_set};
use tinsel_secret_santa::{Draft, Event, Phase, SecretSanta, testkit::Position};

use crate::support::*;

// SS-R73
#[test]
fn a_forfeited_seat_ranks_last_and_does_not_win() {
    let game = Position::seats(4)
        .options(deals(2))
        .finished([0, 1, 2, 3])
        .finished([1, 0, 3, 2])
        .over()
        .build();
    for (forfeited, ranks, winners) in [
        (&[][..], [1, 1, 3, 3], &[0, 1][..]),
        (&[0], [4, 1, 2, 2], &[1]),
        (&[0, 1, 2, 3], [1, 1, 3, 3], &[]),
    ] {
        let outcome = game.outcome(seat_set(forfeited)).unwrap();
        let best = ranks_and("BEST_PERSON_IN_THE_ROOM", &outcome);
        assert_eq!(best, (ranks.to_vec(), winners.to_vec()), "{forfeited:?}");
        assert_eq!(ranks_and("WINNER", &outcome).1, winners, "{forfeited:?}");
        assert_eq!(ranks_and("DEAL_WINNER", &outcome).1, [0, 1], "{forfeited:?}");
    }
}

/// All seats play their defaults to the end; seat 2 has forfeited.
// SS-R72, SS-R73
#[test]
fn windows_charge_all_seats_alike_and_the_ranking_ends_with_forfeited_seats() {
    let draft = Draft {
        deals: Some(1),
        ..Draft::default()
    };
    let config = SecretSanta::configure(Some(4), draft).unwrap();
    let mut chance = MatchRng::new(match_seed(1));
    let (mut game, _) = SecretSanta::start(&config, &mut chance);
    let mut last = None;
    while let Some(seat) = game.owing().iter().next() {
        let phase = public(&game).phase;
        let secrecy = game.secrecy();
        assert_eq!(secrecy.step.is_some(), phase != Phase::Turn);
        assert!(secrecy.step.is_none_or(|step| step.charge == Charge::Shared));
        assert_eq!(secrecy.hides(Hides::Progress), phase == Phase::Holly);
        let made = game.absent(seat).unwrap();
        let events = game.commit(made, seat_set(&[2]), &mut chance);
        last = events.iter().last().map(|addressed| addressed.event.clone());
    }
    let Some(Event::MatchEnded { ranking, .. }) = last else {
        panic!("the match ends with its ranking")
    };
    assert_eq!(ranking.last().map(|seat| seat.get()), Some(2));
}
