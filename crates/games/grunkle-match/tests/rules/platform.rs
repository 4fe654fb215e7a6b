//! Forfeits, and the secrecy of defaults.

use tinsel_engine::{GameEngine, Hides, SeatIndex, Viewer};
use tinsel_engine_testkit::{ranks_and, seat_set};
use tinsel_grunkle_match::testkit::Position;

// GM-R83, GM-R85
#[test]
fn a_forfeited_seat_ranks_last_and_gets_no_token_for_its_total() {
    let game = Position::end().all_garnets([10, 20, 20, 40, 50, 50, 70]).build();
    for (forfeited, ranks, winners) in [
        (&[][..], [1, 2, 2, 4, 5, 5, 7], &[0, 1, 2][..]),
        (&[1], [1, 7, 2, 3, 4, 4, 6], &[0, 2]),
        (&[0, 1, 2, 3, 4, 5, 6], [1, 2, 2, 4, 5, 5, 7], &[]),
    ] {
        let outcome = game.outcome(seat_set(forfeited)).unwrap();
        assert_eq!(
            ranks_and("WINNER", &outcome),
            (ranks.to_vec(), winners.to_vec()),
            "{forfeited:?}"
        );
        let view = game.view(Viewer::Spectator, seat_set(forfeited));
        let (scoring, ending) = (view.scoring.unwrap(), view.ending.unwrap());
        assert_eq!(scoring.winners, ending.winners);
        let shown: Vec<u8> = ending.winners.iter().map(SeatIndex::get).collect();
        assert_eq!(shown, winners, "{forfeited:?}");
        let tokens: Vec<u8> = ending.seats.iter().map(|seat| seat.score.tokens).collect();
        let with_token = (0..7).map(|index| u8::from(winners.contains(&index)));
        assert_eq!(tokens, with_token.collect::<Vec<_>>());
    }
}

// GM-R74
#[test]
fn a_default_is_never_disclosed() {
    for game in [
        Position::round(3).build(),
        Position::end().all_garnets([1, 2, 3, 4, 5, 6, 7]).build(),
    ] {
        let secrecy = game.secrecy();
        assert_eq!(secrecy.undisclosed.len(), 7);
        let is_over = game.owing().is_empty();
        assert_eq!(secrecy.hides(Hides::Defaults), !is_over);
        let seats = secrecy.step.map(|step| step.seats);
        assert_eq!(seats, (!is_over).then_some(game.owing()));
    }
}
