//! Section 2.7.

use tinsel_presents_of_mine::testkit::Position;

use crate::support::*;

// PM-26, PM-R21
#[test]
fn all_abilities_see_one_picture() {
    // The K explodes and is still a K: B and the other K count two A, not three.
    let game = scored_as(1, U, &[(0, "A0*1 A0*2 B0*3 C0 K0(2) K0(3)")]);
    assert_eq!(points(&line_of(&game, 0)), [4, 4, 6, 3, 0, 4]);
}

// PM-26, PM-R18
#[test]
fn the_picture_has_the_staleness_before_the_change() {
    let game = scored_as(1, U, &[(0, "A2*1 C3*2 D2*3 I3 L2 M2")]);
    let line = line_of(&game, 0);
    assert_eq!(points(&line), [4, 3, 2, 6, 2, 4]);
    assert_eq!(line.staleness_loss.get(), 14);
}

// PM-27, PM-R20
#[test]
fn every_copy_earns_its_points() {
    for (copies, each) in [
        ("A0", 4),
        ("C0", 3),
        ("E0", 6),
        ("F0", 5),
        ("J0", 7),
        ("L0", 2),
        ("N0", 2),
    ] {
        let hand = format!("{copies} {copies} {copies} {copies}*1 {copies}*2 {copies}*3");
        let game = scored_as(1, U, &[(0, &hand)]);
        assert_eq!(points(&line_of(&game, 0)), [each; 6], "{copies}");
    }
}

// PM-29, PM-R16, PM-R26, PM-R27
#[test]
fn each_received_egg_costs_three_in_the_same_scoring() {
    for (hand, loss) in [
        ("E0 E0 E0 A0*1 A0*2 A0*3", 0),
        ("E0 E0 A0 E0*1 A0*2 A0*3", 3),
        ("A0 A0 A0 E0*1 E0*2 E0*3", 9),
    ] {
        for round in [1, 4, 5] {
            let game = scored_as(round, U, &[(0, hand)]);
            assert_eq!(line_of(&game, 0).egg_loss.get(), loss, "{hand} in round {round}");
        }
    }
    // The floor applies after it: the loss is part of the sum.
    let game = scored_as(1, U, &[(0, "L9 L9 L9 E0*1 E0*2 E0*3")]);
    let line = line_of(&game, 0);
    assert_eq!((line.raw.get(), line.gained.get()), (6 + 18 - 27 - 9, 0));
}

// PM-30, PM-R52
#[test]
fn every_explosion_costs() {
    for (hand, loss) in [
        ("A0 K0(1) K1(1) K2(1)*1 C0*2 C0*3", 18),
        ("A0 K0(1) K1(1) K2(1)*1 L0*2 C0*3", 3),
        ("A0 K0(2) K1(1) K2(1)*1 C0*2 C0*3", 12),
        ("C0 K0(1) K1(1) K2(1)*1 C0*2 C0*3", 0),
    ] {
        let game = scored_as(1, U, &[(0, hand)]);
        assert_eq!(line_of(&game, 0).explosion_loss.get(), loss, "{hand}");
    }
}

// PM-31
#[test]
fn there_are_monopoly_points_in_round_5_only() {
    for (round, points) in [(1, 0), (4, 0), (5, 15)] {
        let game = scored_as(round, U, &[(0, "C0 D0 J0 A0*1 B0*2 F0*3")]);
        let line = line_of(&game, 0);
        assert_eq!(
            line.monopoly.get() - if round == 5 { 6 } else { 0 },
            points,
            "round {round}"
        );
    }
}

// PM-32
#[test]
fn staleness_of_all_six_is_lost() {
    let game = scored_as(1, U, &[(0, "A1*1 C2*2 F3*3 K4(6) M5 N6")]);
    assert_eq!(line_of(&game, 0).staleness_loss.get(), 21);
}

// PM-33, PM-R15
#[test]
fn the_round_is_one_sum() {
    let game = scored_as(5, U, &[(0, "A0 E1 K2(1) E0*1 C3*2 D0*3")]);
    let line = line_of(&game, 0);
    let [ability, monopoly, egg, explosion, staleness, raw] = sums(&line);
    assert!(
        [ability, monopoly, egg, explosion, staleness]
            .iter()
            .all(|part| *part > 0)
    );
    assert_eq!(raw, ability + monopoly - egg - explosion - staleness);
}

// PM-34
#[test]
fn a_total_never_falls_and_nothing_is_carried_over() {
    for (staleness, gained) in [(0, 13), (2, 1), (3, 0), (9, 0)] {
        let s = staleness;
        let hand = format!("L{s} L{s} L{s} L{s}*1 L{s}*2 C{s}*3");
        let position = Position::round(1).total(0, 40);
        let game = scored_from(position, 1, U, &[(0, &hand)]).0;
        let line = line_of(&game, 0);
        assert_eq!(line.raw.get(), 13 - 6 * s);
        assert_eq!((line.gained.get(), total_of(&game, 0)), (gained, 40 + gained));
    }
}

// PM-35, PM-R17
#[test]
fn one_present_may_be_worth_less_than_nothing() {
    let game = scored_as(1, U, &[(0, "A0 A0 A0 L9*1 A0*2 A0*3")]);
    let line = line_of(&game, 0);
    assert_eq!(line.raw.get(), 5 * 4 + 2 - 9);
    let game = scored_as(1, U, &[(0, "A0 A0 A0 E7*1 A0*2 A0*3")]);
    assert_eq!(line_of(&game, 0).raw.get(), 5 * 4 + 6 - 3 - 7);
}
