//! Section 2.14.

use crate::support::*;

/// Monopoly points of all seats; seats without an entry have none of the tested letters.
fn monopoly(hands: &[(u8, &str)]) -> Vec<i64> {
    let none = "L0 L0 L0 L0*1 L0*2 L0*3";
    let all: Vec<(u8, &str)> = (0..8)
        .map(|index| {
            let mentioned = hands.iter().find(|(seat, _)| *seat == index);
            (index, mentioned.map_or(none, |(_, hand)| hand))
        })
        .collect();
    let game = scored_as(5, U, &all);
    (0..8).map(|index| line_of(&game, index).monopoly.get()).collect()
}

// PM-65
#[test]
fn the_only_leader_of_a_letter_gets_five() {
    let hands = [(0, "C0 C9 L0 C0*1 L0*2 L0*3"), (1, "C0 C9 L0 L0*1 L0*2 L0*3")];
    assert_eq!(monopoly(&hands), [5, 0, 0, 0, 0, 0, 0, 0]);
}

// PM-65, PM-R71
#[test]
fn tied_leaders_get_two_each() {
    let hands = [
        (0, "C0 C9 L0 L0*1 L0*2 L0*3"),
        (5, "C0 L0 L0 C0*1 L0*2 L0*3"),
        (6, "C0 L0 L0 L0*1 L0*2 L0*3"),
    ];
    assert_eq!(monopoly(&hands), [2, 0, 0, 0, 0, 2, 0, 0]);
    let all: Vec<(u8, &str)> = (0..8).map(|index| (index, "J0 L0 L0 L0*1 L0*2 L0*3")).collect();
    assert_eq!(monopoly(&all), [2; 8]);
}

// PM-65, PM-R70
#[test]
fn a_letter_without_a_holder_scores_for_no_seat() {
    assert_eq!(monopoly(&[]), [0; 8]);
}

// PM-65
#[test]
fn every_letter_counts_on_its_own_but_k_to_n_do_not() {
    assert_eq!(monopoly(&[(3, "A0 B0 C0 D0*1 E0*2 F0*3")])[3], 30);
    assert_eq!(monopoly(&[(3, "G0 H0 I0 J0*1 M0*2 N0*3")])[3], 20);
    assert_eq!(monopoly(&[(3, "K0(6) L0 M0 N0*1 K0(6)*2 N0*3")])[3], 0);
}

// PM-65
#[test]
fn an_exploding_k_still_counts_as_a_k() {
    let hands = [(0, "A0 K0(1) L0 L0*1 L0*2 L0*3"), (1, "A0 L0 L0 L0*1 L0*2 L0*3")];
    assert_eq!(monopoly(&hands)[..2], [2, 2]);
}

// PM-R72
#[test]
fn monopoly_points_are_part_of_the_rounds_sum() {
    let game = scored_as(5, U, &[(0, "C9 L9 L9 A0*1 B0*2 F0*3")]);
    let line = line_of(&game, 0);
    assert_eq!(line.monopoly.get(), 5 + 6);
    assert_eq!(line.raw.get(), line.ability.get() + 11 - 27);
}
