//! Forfeits, and the secrecy of defaults.

use tinsel_engine::{GameEngine, SeatSet, Viewer};
use tinsel_engine_testkit::{ranks_and, seat_set};
use tinsel_jingle_brawl::{JingleBrawl, Phase, testkit::Position};

use crate::support::*;

// JB-R65
#[test]
fn a_forfeited_seat_ranks_last_and_does_not_win() {
    let end = Position::end(3).holds("0:g0(N0) 1:g1(N0) 2:g2(N0)");
    let shared = end.clone().build();
    let ranked = end.wishes([[3, 1, 2], [1, 2, 3], [2, 3, 1]]).build();
    for (game, forfeited, ranks, winners) in [
        (&ranked, &[][..], [1, 2, 3], &[0][..]),
        (&ranked, &[0], [3, 1, 2], &[1]),
        (&ranked, &[0, 1, 2], [1, 2, 3], &[]),
        (&shared, &[], [1, 1, 1], &[]),
        (&shared, &[1], [1, 3, 1], &[]),
    ] {
        let outcome = game.outcome(seat_set(forfeited)).unwrap();
        assert_eq!(
            ranks_and("WINNER", &outcome),
            (ranks.to_vec(), winners.to_vec()),
            "{forfeited:?}"
        );
        let ending = game.view(Viewer::Spectator, seat_set(forfeited)).ending.unwrap();
        assert_eq!(ending.seats.iter().map(|seat| seat.rank).collect::<Vec<_>>(), ranks);
    }
}

// JB-R64
#[test]
fn defaults_are_secret_among_bids_throws_and_reports_only() {
    let config = JingleBrawl::configure(Some(4), tinsel_jingle_brawl::Draft::default()).unwrap();
    let mut chance = rng(5);
    let (mut game, _) = JingleBrawl::start(&config, &mut chance);
    let mut secret_phases = 0;
    while let Some(seat) = game.owing().iter().next() {
        let is_secret = [Phase::Bidding, Phase::DuelThrow, Phase::DuelReport].contains(&spectated(&game).phase);
        let secrecy = game.secrecy();
        assert_eq!(secrecy.step.is_some(), is_secret);
        let submitted = if is_secret {
            spectated(&game).submitted
        } else {
            SeatSet::EMPTY
        };
        assert_eq!(secrecy.undisclosed, submitted);
        if let Some(step) = secrecy.step {
            secret_phases += 1;
            let seats: SeatSet = game.owing().iter().chain(submitted.iter()).collect();
            assert_eq!(step.seats, seats);
        }
        let made = game.absent(seat).unwrap();
        game.commit(made, SeatSet::EMPTY, &mut chance);
    }
    assert!(secret_phases > 0);
}
