//! Section 10: the outcome.

use tinsel_engine::{Chance, GameEngine, SeatSet, Viewer, present::Present};
use tinsel_jingle_brawl::{
    Draft, Event, JingleBrawl, Method, Part, Phase, ResultKind,
    testkit::{Position, keep},
};

use crate::support::*;

fn ranks(position: &Position) -> Vec<(u8, Option<i64>)> {
    let outcome = any(position).outcome(SeatSet::EMPTY).unwrap();
    outcome
        .standings
        .iter()
        .map(|standing| (standing.rank, standing.score))
        .collect()
}

// JB-R57
#[test]
fn by_the_book_no_seat_wins() {
    let end = Position::end(3).holds("0:g1(N2) 1:g0(N0) 2:g2(N1)").chips([30, 0, 5]);
    assert_eq!(ranks(&end), [(1, None); 3]);
    let ending = spectated(&end.build()).ending.unwrap();
    assert_eq!(ending.result, ResultKind::Shared);
    assert!(ending.seats.iter().all(|seat| seat.rank == 1 && seat.score.is_none()));
}

// JB-R57
#[test]
fn wish_points_rank_then_chips_then_equal_seats_share() {
    // Seat s holds gift s; only the value of this gift for the seat counts.
    let end = |worth: [u8; 4], chips: [u16; 4]| {
        let mut seats = 0..4;
        let wishes = worth.map(|own| {
            let mut points = [1, 2, 3, 4];
            points.swap(seats.next().unwrap(), usize::from(own) - 1);
            points
        });
        Position::end(4)
            .wishes(wishes)
            .holds("0:g0(N0) 1:g1(N0) 2:g2(N0) 3:g3(N0)")
            .chips(chips)
    };
    for (worth, chips, expected) in [
        ([4, 3, 2, 1], [0, 9, 20, 30], [1, 2, 3, 4]),
        ([2, 2, 4, 4], [5, 6, 1, 2], [4, 3, 2, 1]),
        ([4, 4, 1, 1], [7, 7, 2, 2], [1, 1, 3, 3]),
        ([3, 3, 3, 1], [7, 7, 7, 9], [1, 1, 1, 4]),
        ([2, 2, 2, 2], [1, 1, 1, 1], [1, 1, 1, 1]),
        ([1, 4, 4, 4], [9, 3, 3, 2], [4, 1, 1, 3]),
    ] {
        let expected: Vec<_> = expected.into_iter().zip(worth.map(i64::from).map(Some)).collect();
        assert_eq!(ranks(&end(worth, chips)), expected, "{worth:?} {chips:?}");
    }
    let ending = spectated(&end([4, 3, 2, 1], [0; 4]).build()).ending.unwrap();
    assert_eq!(ending.result, ResultKind::Ranked);
}

// JB-R57
#[test]
fn the_value_of_a_gift_to_another_seat_does_not_count() {
    let end = Position::end(3)
        .wishes([[1, 2, 3], [3, 1, 2], [2, 1, 3]])
        .holds("0:g2(N0) 1:g0(N4) 2:g1(N0)");
    assert_eq!(ranks(&end.chips([0, 1, 9])), [(2, Some(3)), (1, Some(3)), (3, Some(1))]);
}

#[test]
fn the_outcome_has_gifts_chips_bank_and_the_final_head_elf() {
    let last = Position::opened(3, 2, 2)
        .holds("0:g1(N2) 1:g0(N1)")
        .names(["Socks", "Drone", "Mug"])
        .chips([4, 12, 9])
        .head_elf(1)
        .bids("")
        .does(2, keep());
    let (game, events) = drawn(&last, []);
    let ending = spectated(&game).ending.unwrap();
    let seats: Vec<_> = ending
        .seats
        .iter()
        .map(|seat| {
            (
                seat.gift.get(),
                seat.name.as_str(),
                seat.naughty.get(),
                seat.chips.get(),
            )
        })
        .collect();
    assert_eq!(seats, [(1, "Drone", 2, 4), (0, "Socks", 1, 12), (2, "Mug", 0, 9)]);
    assert_eq!((ending.bank.get(), ending.head_elf), (5, seat(1)));
    let labels: Vec<Vec<String>> = game
        .outcome(SeatSet::EMPTY)
        .unwrap()
        .standings
        .iter()
        .map(|standing| standing.labels.iter().map(ToString::to_string).collect())
        .collect();
    assert_eq!(labels, [vec![], vec!["FINAL_HEAD_ELF".to_owned()], vec![]]);
    let sent = events.iter().last().unwrap();
    assert_eq!(sent.event, Event::MatchEnded(ending));
    // The ending exists at the end only.
    let running = Position::opened(3, 2, 2).holds("0:g1(N2) 1:g0(N1)").bids("").build();
    assert!(running.outcome(SeatSet::EMPTY).is_none() && spectated(&running).ending.is_none());
}

#[test]
fn at_the_end_there_is_no_current_seat_gift_of_the_turn_or_duel() {
    let over = Position::lottery(4, 3, "g3(N1)")
        .holds("0:g0(N3) 1:g1(N0) 2:g2(N1)")
        .bids("0:2")
        .won(0)
        .build();
    let view = spectated(&over);
    assert_eq!(
        (view.phase, view.current, view.turn_gift, view.duel),
        (Phase::Finished, None, None, None)
    );
    assert!(view.awaited.is_empty() && view.submitted.is_empty());
}

// JB-I16: the law `invariants_hold` checks the bound of a match; no single state shows the bound of a turn
#[test]
fn a_turn_has_a_bounded_number_of_decisions() {
    let throws = |rounds| Draft {
        duel_methods: vec![Some(Method::RockPaperScissors), Some(Method::Reported)],
        rps_max_rounds: rounds,
        ..Draft::default()
    };
    for (seed, (players, rounds)) in (0..).zip([(3, 1), (3, 5), (4, 2), (6, 1), (6, 20), (11, 1), (20, 2)]) {
        let mut chance = rng(seed);
        let (mut game, _) = JingleBrawl::start(&config(players, throws(rounds)), &mut chance);
        let (n, d) = (u64::from(players), 1 + (2 * u64::from(rounds)).max(3));
        let (mut decisions, mut turn) = (0, None);
        loop {
            let view = spectated(&game);
            decisions = if turn == Some((view.part, view.turn)) {
                decisions + 1
            } else {
                1
            };
            turn = Some((view.part, view.turn));
            let most = if view.part == Part::Main {
                n + 5 + 4 * d
            } else {
                n + 2 * d
            };
            assert!(decisions <= most, "{decisions} decisions in {turn:?}");
            let owing: Vec<_> = game.owing().iter().collect();
            let Some(next) = <dyn Chance>::pick(&mut chance, "test: who is next", &owing).copied() else {
                break;
            };
            let action = game.any_action(Viewer::Seat(next), &mut chance).unwrap();
            game.apply(next, &action, &mut chance).unwrap();
        }
    }
}
