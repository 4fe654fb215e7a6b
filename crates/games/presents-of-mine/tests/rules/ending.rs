//! Section 2.15 and 10.

use tinsel_engine::{GameEngine, Label, RejectCode, Viewer};
use tinsel_presents_of_mine::{
    Config, Event, Phase, PresentsOfMine,
    testkit::{Position, pass},
};

use crate::support::*;

// PM-66, PM-R79
#[test]
fn equal_totals_share_a_rank_and_the_next_is_skipped() {
    let game = Position::finished().totals([50, 61, 61, 40, 70, 40, 40, 12]).build();
    let view = spectated(&game);
    let ranking = view.ranking.unwrap();
    let rows: Vec<(u8, i64, u8)> = ranking
        .seats
        .iter()
        .map(|ranked| (ranked.seat.get(), ranked.total.get(), ranked.rank))
        .collect();
    let expected = [
        (4, 70, 1),
        (1, 61, 2),
        (2, 61, 2),
        (0, 50, 4),
        (3, 40, 5),
        (5, 40, 5),
        (6, 40, 5),
        (7, 12, 8),
    ];
    assert_eq!(rows, expected);
    assert_eq!((view.phase, view.step.number()), (Phase::Finished, 5));
}

// PM-66
#[test]
fn all_of_rank_1_win() {
    let game = Position::finished().totals([9, 3, 9, 1, 9, 0, 0, 0]).build();
    assert_eq!(spectated(&game).ranking.unwrap().winners, [0, 2, 4].map(seat));
    let outcome = game.outcome().unwrap();
    let winners = outcome
        .standings
        .enumerate()
        .filter(|(_, standing)| standing.labels == [Label("WINNER")]);
    assert_eq!(winners.map(|(seat, _)| seat.get()).collect::<Vec<_>>(), [0, 2, 4]);
    assert_eq!(outcome.standings.at(seat(1)).score, Some(3));
}

// PM-R2
#[test]
fn nobody_is_eliminated_and_there_is_no_other_label() {
    let mut game = start(Config::default());
    let mut taken = 0;
    while !game.owing().is_empty() {
        assert_eq!(game.outcome(), None);
        assert_eq!(game.owing().len(), 8);
        all_absent(&mut game, &mut rng(3));
        taken += 8;
    }
    assert_eq!(taken, 48);
    assert_eq!(PresentsOfMine::decisions_max(game.config()), taken);
    let outcome = game.outcome().unwrap();
    for standing in outcome.standings.iter() {
        let expected = if standing.rank == 1 {
            vec![Label("WINNER")]
        } else {
            vec![]
        };
        assert_eq!(standing.labels, expected);
    }
}

// PM-66
#[test]
fn after_the_end_nothing_is_accepted() {
    let game = Position::finished().build();
    let rejected = game.resolve(seat(0), &pass("A0 B0 F0")).unwrap_err();
    assert_eq!(rejected.code(), "MATCH_FINISHED");
    assert_eq!(game.absent(seat(0)).unwrap_err().code(), "MATCH_FINISHED");
    assert!(game.waiting(Viewer::Spectator).is_empty());
    assert_eq!(
        game.legal(Viewer::Seat(seat(0))),
        tinsel_presents_of_mine::Legal::Nothing
    );
}

// PM-66
#[test]
fn the_ranking_is_told_after_the_last_publication() {
    let (game, events) = Position::round(5).total(2, 5).resolve(&mut rng(0));
    let told: Vec<&Event> = events.seen_by(Viewer::Spectator).collect();
    let Some(Event::MatchFinished { ranking }) = told.last() else {
        panic!("the last event: {told:?}")
    };
    assert_eq!(ranking.winners, [seat(2)]);
    assert_eq!(spectated(&game).ranking.as_ref(), Some(ranking));
}
