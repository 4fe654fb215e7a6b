//! Section 2.15 and 10.

use tinsel_engine::{GameEngine, Label, SeatSet, Viewer};
use tinsel_presents_of_mine::{Event, testkit::Position};

use crate::support::*;

// PM-66
#[test]
fn all_of_rank_1_win() {
    let game = Position::finished().totals([9, 3, 9, 1, 9, 0, 0, 0]).build();
    assert_eq!(spectated(&game).ranking.unwrap().winners, [0, 2, 4].map(seat));
    let outcome = game.outcome(SeatSet::EMPTY).unwrap();
    let winners = outcome
        .standings
        .enumerate()
        .filter(|(_, standing)| standing.labels == [Label("WINNER")]);
    assert_eq!(winners.map(|(seat, _)| seat.get()).collect::<Vec<_>>(), [0, 2, 4]);
    assert_eq!(outcome.standings.at(seat(1)).score, Some(3));
}

// PM-66
#[test]
fn the_ranking_comes_after_the_last_publication() {
    let (game, events) = Position::round(5).total(2, 5).resolve(&mut rng(0));
    let sent: Vec<&Event> = events.seen_by(Viewer::Spectator).collect();
    let Some(Event::MatchFinished { ranking }) = sent.last() else {
        panic!("the last event: {sent:?}")
    };
    assert_eq!(ranking.winners, [seat(2)]);
    assert_eq!(spectated(&game).ranking.as_ref(), Some(ranking));
}
