//! Forfeits, and the secrecy of defaults.

use tinsel_engine::{GameEngine, Hides, SeatIndex, SeatSet, Viewer};
use tinsel_engine_testkit::{ranks_and, seat_set};
use tinsel_presents_of_mine::{Asked, Draft, PregameHands, PresentsOfMine, testkit::Position};

use crate::support::*;

// PM-R86
#[test]
fn a_forfeited_seat_ranks_last_and_does_not_win() {
    let game = Position::finished().totals([50, 61, 61, 40, 70, 40, 40, 12]).build();
    for (forfeited, ranks, winners) in [
        (&[][..], [4, 2, 2, 5, 1, 5, 5, 8], &[4][..]),
        (&[4], [3, 1, 1, 4, 8, 4, 4, 7], &[1, 2]),
        (&[1, 4], [2, 8, 1, 3, 7, 3, 3, 6], &[2]),
        (&[0, 1, 2, 3, 4, 5, 6, 7], [4, 2, 2, 5, 1, 5, 5, 8], &[]),
    ] {
        let outcome = game.outcome(seat_set(forfeited)).unwrap();
        assert_eq!(
            ranks_and("WINNER", &outcome),
            (ranks.to_vec(), winners.to_vec()),
            "{forfeited:?}"
        );
        let ranking = game.view(Viewer::Spectator, seat_set(forfeited)).ranking.unwrap();
        let shown: Vec<u8> = ranking.winners.iter().map(|seat| seat.get()).collect();
        assert_eq!(shown, winners, "{forfeited:?}");
    }
}

fn begun(pregame_hands: PregameHands) -> PresentsOfMine {
    let draft = Draft {
        pregame_hands: Asked::Given(pregame_hands),
        ..Draft::default()
    };
    let config = PresentsOfMine::configure(None, draft).unwrap();
    PresentsOfMine::start(&config, &mut rng(0)).0
}

/// Applies a default; returns the number of its events that a spectator receives.
fn takes_default(game: &mut PresentsOfMine, seat: SeatIndex) -> usize {
    let made = game.absent(seat).unwrap();
    game.commit(made, SeatSet::EMPTY, &mut rng(0))
        .seen_by(Viewer::Spectator)
        .count()
}

// PM-R75, PM-R85
#[test]
fn with_private_it_is_hidden_which_seats_have_submitted_until_the_end_of_round_1() {
    let all = (0..8).map(seat).collect::<SeatSet>();
    for (pregame_hands, secret_steps) in [(PregameHands::Private, 2), (PregameHands::Public, 0)] {
        let mut game = begun(pregame_hands);
        for step in 0..4 {
            let is_secret = step < secret_steps;
            let sent = takes_default(&mut game, seat(3));
            assert_eq!(sent, usize::from(!is_secret), "{pregame_hands:?} in step {step}");
            let owing = |viewer| game.view(viewer, SeatSet::EMPTY).owing;
            let shown = if is_secret { all } else { all.without(seat(3)) };
            assert_eq!(owing(Viewer::Spectator), shown);
            assert_eq!(owing(Viewer::Seat(seat(5))), shown);
            assert_eq!(owing(Viewer::Seat(seat(3))), all.without(seat(3)));
            let secrecy = game.secrecy();
            assert_eq!(secrecy.hides(Hides::Progress), is_secret);
            let until_round_2 = pregame_hands == PregameHands::Private && step < 2;
            let undisclosed = if until_round_2 { all } else { SeatSet::only(seat(3)) };
            assert_eq!((secrecy.step.unwrap().seats, secrecy.undisclosed), (all, undisclosed));
            for seat in game.owing().iter() {
                takes_default(&mut game, seat);
            }
        }
    }
}
