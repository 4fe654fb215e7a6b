//! Section 2.4.

use tinsel_engine::GameEngine;
use tinsel_engine_testkit::Draws;
use tinsel_presents_of_mine::{
    Config, Distance, List, PresentsOfMine,
    testkit::{DRAW_OF_THE_LIST, Position, list},
};

use crate::support::*;

fn order(list: List) -> [u8; 8] {
    list.order().map(|seat| seat.get())
}

// PM-16
#[test]
fn the_list_is_seven_draws_downwards() {
    let draws = |values: [u32; 7]| {
        let bounds = [8, 7, 6, 5, 4, 3, 2];
        Draws::new(
            bounds
                .into_iter()
                .zip(values)
                .map(|(bound, value)| (DRAW_OF_THE_LIST, bound, value)),
        )
    };
    for (values, expected) in [
        ([7, 6, 5, 4, 3, 2, 1], [0, 1, 2, 3, 4, 5, 6, 7]),
        ([0, 0, 0, 0, 0, 0, 0], [1, 2, 3, 4, 5, 6, 7, 0]),
        ([3, 6, 5, 4, 3, 2, 1], [0, 1, 2, 7, 4, 5, 6, 3]),
    ] {
        let mut chance = draws(values);
        let game = PresentsOfMine::start(&before_selection(), &mut chance).0;
        chance.assert_all_used();
        assert_eq!(order(spectated(&game).list.unwrap().order), expected);
    }
}

// PM-17, PM-R9
#[test]
fn below_is_towards_the_end_of_the_list_and_round_again() {
    let list = list([3, 0, 6, 1, 7, 4, 2, 5]);
    assert_eq!(list.three_below(seat(3)).map(|seat| seat.get()), [0, 6, 1]);
    assert_eq!(list.three_below(seat(5)).map(|seat| seat.get()), [3, 0, 6]);
    assert_eq!(list.three_above(seat(3)).map(|seat| seat.get()), [5, 2, 4]);
    for seat in list.iter() {
        for distance in Distance::ALL {
            assert_eq!(list.above(list.below(seat, distance), distance), seat);
        }
    }
}

// PM-18, PM-R10
#[test]
fn top_and_bottom_are_adjacent() {
    let list = list(U);
    let mut of_0 = list.adjacent(seat(0)).map(|seat| seat.get());
    of_0.sort_unstable();
    assert_eq!(of_0, [1, 7]);
    for one in list.iter() {
        for other in list.iter() {
            let mutual = list.adjacent(other).contains(&one);
            assert_eq!(list.adjacent(one).contains(&other), mutual);
        }
    }
}

// PM-19, PM-R11
#[test]
fn the_furthest_is_four_places_away_and_mutual() {
    let list = list([3, 0, 6, 1, 7, 4, 2, 5]);
    for (one, other) in [(3, 7), (0, 4), (6, 2), (1, 5)] {
        assert_eq!(list.opposite(seat(one)), seat(other));
        assert_eq!(list.opposite(seat(other)), seat(one));
    }
}

// PM-20, PM-R12
#[test]
fn the_list_is_reversed_once_before_round_3_and_for_good() {
    let mut game = after_w1(Config::default());
    let drawn = order(spectated(&game).list.unwrap().order);
    let mut reversed = drawn;
    reversed.reverse();
    for (step, expected, turned) in [
        (1, drawn, false),
        (2, drawn, false),
        (3, reversed, true),
        (4, reversed, true),
        (5, reversed, true),
        (5, reversed, true),
    ] {
        let view = spectated(&game);
        assert_eq!(view.step.number(), step);
        let shown = view.list.unwrap();
        assert_eq!((order(shown.order), shown.reversed), (expected, turned));
        all_absent(&mut game, &mut Draws::none());
    }
    assert!(game.owing().is_empty());
}

// PM-20
#[test]
fn adjacency_and_the_furthest_seat_do_not_change() {
    let list = list([3, 0, 6, 1, 7, 4, 2, 5]);
    let turned = list.reversed();
    for seat in list.iter() {
        assert_eq!(list.opposite(seat), turned.opposite(seat));
        let [above, below] = turned.adjacent(seat);
        assert_eq!(list.adjacent(seat), [below, above]);
        assert_eq!(list.three_below(seat), turned.three_above(seat));
    }
}

#[test]
fn a_position_has_the_list_in_the_order_of_its_round() {
    for round in 1..=5 {
        let view = spectated(&Position::round(round).list(V).build());
        assert_eq!(order(view.list.unwrap().order), V, "round {round}");
    }
}
