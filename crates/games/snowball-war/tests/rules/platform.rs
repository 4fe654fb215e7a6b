//! Forfeits, and the secrecy of defaults.

use tinsel_engine::{GameEngine, SeatIndex, SeatSet, Viewer};
use tinsel_engine_testkit::{ranks_and, seat_set};
use tinsel_snowball_war::{EndReason, Phase, SnowballWar, testkit::Position};

use crate::support::*;

// SW-R74
#[test]
fn a_forfeited_seat_ranks_last_and_the_other_one_wins() {
    let behind = Position::finished(EndReason::TurnLimit).snowman_tokens(0, 1).build();
    let equal = Position::finished(EndReason::TurnLimit).build();
    for (game, forfeited, ranks, winner) in [
        (&behind, &[][..], [2, 1], Some(1)),
        (&behind, &[1], [1, 2], Some(0)),
        (&behind, &[0, 1], [2, 1], None),
        (&equal, &[], [1, 1], None),
        (&equal, &[0], [2, 1], Some(1)),
    ] {
        let outcome = game.outcome(seat_set(forfeited)).unwrap();
        let labelled = winner.into_iter().collect();
        assert_eq!(
            ranks_and("WINNER", &outcome),
            (ranks.to_vec(), labelled),
            "{forfeited:?}"
        );
        let ending = game.view(Viewer::Spectator, seat_set(forfeited)).ending.unwrap();
        assert_eq!(ending.winner.map(SeatIndex::get), winner, "{forfeited:?}");
    }
}

// SW-R75
#[test]
fn a_knocked_out_seat_that_has_won_by_a_forfeit_is_the_winner_alone() {
    let game = Position::finished(EndReason::Knockout).snowman_tokens(0, 4).build();
    for (forfeited, labels) in [
        (&[][..], [&["KNOCKED_OUT"][..], &["WINNER"]]),
        (&[0], [&["KNOCKED_OUT"], &["WINNER"]]),
        (&[1], [&["WINNER"], &[]]),
        (&[0, 1], [&["KNOCKED_OUT"], &[]]),
    ] {
        let outcome = game.outcome(seat_set(forfeited)).unwrap();
        let standings = [0, 1].map(|index| outcome.standings.at(seat(index)));
        let labelled = standings.map(|standing| standing.labels.iter().map(|label| label.0).collect::<Vec<_>>());
        assert_eq!(labelled, labels, "{forfeited:?}");
    }
}

// SW-R73
#[test]
fn defaults_are_secret_in_re_rolls_and_allocations_only() {
    let mut chance = rng(3);
    let (mut game, _) = SnowballWar::start(&config(tinsel_snowball_war::Draft::default()), &mut chance);
    while let Some(owing) = game.owing().iter().next() {
        let view = public(&game);
        let is_secret = [Phase::Reroll, Phase::Allocate].contains(&view.phase);
        let secrecy = game.secrecy();
        assert_eq!(secrecy.step.is_some(), is_secret);
        let committed = if is_secret { view.committed } else { SeatSet::EMPTY };
        assert_eq!(secrecy.undisclosed, committed);
        let made = game.absent(owing).unwrap();
        game.commit(made, SeatSet::EMPTY, &mut chance);
    }
}
