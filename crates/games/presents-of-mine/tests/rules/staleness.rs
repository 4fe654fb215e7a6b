//! Section 2.9.

use tinsel_engine_testkit::Draws;
use tinsel_presents_of_mine::testkit::{Position, steal, swap};

use crate::support::*;

fn after(hand: &str) -> String {
    hand_of(&scored_as(1, U, &[(0, hand)]), 0)
}

// PM-48, PM-R34
#[test]
fn kept_grows_staler_and_passed_fresher_after_round_5_too() {
    for round in [1, 4, 5] {
        let game = scored_as(round, U, &[(0, "A0 C1 D2 G0*1 H1*2 L5*3")]);
        assert_eq!(hand_of(&game, 0), "A1 C2 D3 G0 H0 L4", "round {round}");
        assert_eq!(
            line_of(&game, 0).staleness_loss.get(),
            9,
            "the scoring sees the old values"
        );
    }
}

// PM-49, PM-R30
#[test]
fn f_changes_by_two() {
    assert_eq!(after("F0 F3 A0 F1*1 F2*2 F5*3"), "A1 F0 F0 F2 F3 F5");
}

// PM-50, PM-R57, PM-R59
#[test]
fn each_n_freshens_what_was_passed_by_one_more() {
    assert_eq!(after("N0 C2 A0 C5*1 D1*2 H2*3"), "A1 C3 C3 D0 H0 N1");
    assert_eq!(after("N0 N1 A0 C5*1 D1*2 H4*3"), "A1 C2 D0 H1 N1 N2");
    let line = line_of(&scored_as(1, U, &[(0, "N0 N1 A0 C5*1 D1*2 H4*3")]), 0);
    assert_eq!(line.staleness_loss.get(), 11, "the scoring sees the old values");
}

// PM-R58
#[test]
fn an_n_works_for_its_holder_at_the_end() {
    assert_eq!(after("A0 A0 A0 N3*1 C5*2 D1*3"), "A1 A1 A1 C3 D0 N1");
    // After a theft, it works for the thief and no longer for the victim.
    let (game, _) = Position::round(4)
        .list(V)
        .hand(0, "A5 C0 C0 C0 C0 N0")
        .hand(1, "A5 B0 F0 G0 I0 I0")
        .sealed(0, steal("A5 B0 F0"))
        .sealed(7, steal("N0 A5 F0"))
        .sealed(6, steal("A0 C0 F0"))
        .sealed(5, steal("A0 B0 C0"))
        .resolve(&mut thefts_drawn(&[(5, 4)]));
    assert!(hand_of(&game, 0).contains("A4"));
    assert!(hand_of(&game, 7).contains("N0"));
}

// PM-R58
#[test]
fn an_n_swapped_in_works_at_once() {
    let (game, _) = Position::round(3)
        .hand(7, "A5 B0 F0 G0 I0 I0")
        .sealed(7, swap("A5 B0 F0", "G0", "M"))
        .sealed(0, swap("A0 B0 F0", "G0", "N"))
        .resolve(&mut Draws::none());
    assert!(hand_of(&game, 0).contains("A3"));
}

// PM-R59
#[test]
fn a_passed_n_is_freshened_too_and_never_below_zero() {
    assert_eq!(after("A0 A0 A0 N4*1 N1*2 A0*3"), "A0 A1 A1 A1 N0 N1");
}

// PM-R60
#[test]
fn n_adds_to_what_f_loses() {
    assert_eq!(after("N0 A0 A0 F5*1 F3*2 F1*3"), "A1 A1 F0 F0 F2 N1");
}

// PM-51, PM-R41
#[test]
fn a_replacement_was_not_passed() {
    for (round, letters) in [(2, ["K", "L"]), (3, ["M", "N"])] {
        for letter in letters {
            let game = Position::round(round).sealed(0, swap("A0 B0 F0", "G0", letter));
            let others = (1..8).fold(game, |game, index| game.sealed(index, swap("A0 B0 F0", "G0", letter)));
            let (game, _) = others.resolve(&mut Draws::none());
            let text = hand_of(&game, 0);
            assert!(text.contains(&format!("{letter}3")), "2 and one more: {text}");
        }
    }
}

// PM-52, PM-R49
#[test]
fn an_exploded_k_changes_as_an_a() {
    assert_eq!(after("A0 K3(1) C0 C0*1 C0*2 C0*3"), "A1 A4 C0 C0 C0 C1");
    assert_eq!(after("A0 C0 C0 K3(1)*1 N0*2 C0*3"), "A1 A1 C0 C1 C1 N0");
}
