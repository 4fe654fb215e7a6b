//! Scripted and recorded draws.
#![expect(clippy::unwrap_used, reason = "outside of a test function, and for one")]

use std::num::NonZeroU32;

use tinsel_engine::{Chance, MatchRng};
use tinsel_engine_testkit::{Draws, Recording, match_seed};

fn bound(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap()
}

#[test]
fn a_script_hands_out_its_draws() {
    let mut draws = Draws::new([("list", 8, 3), ("theft", 4, 2)]);
    assert_eq!([draws.below("list", bound(8)), draws.below("theft", bound(4))], [3, 2]);
    draws.assert_all_used();
}

#[test]
#[should_panic(expected = "the rules ask for draw 1, \"theft\" below 4; the script has \"list\" below 8")]
fn another_draw_than_the_next_one_is_refused() {
    Draws::new([("list", 8, 3)]).below("theft", bound(4));
}

#[test]
#[should_panic(expected = "draw 1, \"list\" below 7; the script has \"list\" below 8")]
fn another_bound_is_refused() {
    Draws::new([("list", 8, 3)]).below("list", bound(7));
}

#[test]
#[should_panic(expected = "draw 1, \"list\" below 8; the script has no more")]
fn one_draw_too_many_is_refused() {
    Draws::none().below("list", bound(8));
}

#[test]
#[should_panic(expected = "the rules never asked for [Draw { name: \"list\", bound: 8, value: 3 }]")]
fn a_draw_that_is_left_is_reported() {
    Draws::new([("list", 8, 3)]).assert_all_used();
}

#[test]
#[should_panic(expected = "the script draws 8 below 8 for \"list\"")]
fn a_value_beyond_its_bound_is_refused() {
    let _ = Draws::new([("list", 8, 8)]);
}

#[test]
fn a_shuffle_can_be_scripted_by_its_result() {
    for order in [vec![0, 1, 2, 3], vec![3, 2, 1, 0], vec![2, 0, 3, 1], vec![0], vec![]] {
        let mut draws = Draws::new(Draws::shuffle("list", &order));
        let mut list: Vec<usize> = (0..order.len()).collect();
        <dyn Chance>::shuffle(&mut draws, "list", &mut list);
        assert_eq!(list, order);
        draws.assert_all_used();
    }
}

#[test]
fn a_recording_draws_what_its_chance_draws() {
    let mut plain = MatchRng::new(match_seed(3));
    let mut recording = Recording::new(plain.clone());
    let values = [6, 2, 9].map(|n| (plain.below("die", bound(n)), recording.below("die", bound(n))));
    assert!(values.iter().all(|(one, two)| one == two));
    let noted: Vec<_> = recording
        .draws
        .iter()
        .map(|draw| (draw.name, draw.bound, draw.value))
        .collect();
    assert_eq!(
        noted,
        [
            ("die", 6, values[0].0),
            ("die", 2, values[1].0),
            ("die", 9, values[2].0)
        ]
    );
    assert_eq!(recording.chance, plain);
}
