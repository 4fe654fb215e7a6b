//! Section 2.8, except the Kaboom Present.

use crate::support::*;

/// The points of one letter in seat 0's hand, among these scored hands.
fn earns(letter: char, hands: &[(u8, &str)]) -> i64 {
    points_of(&scored_as(1, U, hands), 0, letter)
}

// PM-36
#[test]
fn a_earns_four() {
    assert_eq!(
        points(&line_of(&scored_as(1, U, &[(0, "A0 A1 A2 A3*1 A4*2 A5*3")]), 0)),
        [4; 6]
    );
}

// PM-37
#[test]
fn b_earns_two_and_two_for_each_a() {
    for (hand, points) in [
        ("B0 C0 C0 C0*1 C0*2 C0*3", 2),
        ("B0 A0 C0 C0*1 C0*2 C0*3", 4),
        ("B0 A0 A0 A0*1 A0*2 A0*3", 12),
        ("B0 B0 A0 C0*1 C0*2 C0*3", 4),
    ] {
        assert_eq!(earns('B', &[(0, hand)]), points, "{hand}");
    }
}

// PM-38
#[test]
fn c_earns_two_for_each_adjacent_holder() {
    let own = (0, "C0 A0 A0 A0*1 A0*2 A0*3");
    let chained = "C0 C0 A0 A0*1 A0*2 A0*3";
    assert_eq!(earns('C', &[own]), 3);
    assert_eq!(earns('C', &[own, (1, chained)]), 5);
    assert_eq!(earns('C', &[own, (7, chained)]), 5);
    assert_eq!(earns('C', &[own, (1, chained), (7, chained)]), 7);
    assert_eq!(earns('C', &[own, (2, chained), (4, chained), (6, chained)]), 3);
}

// PM-39
#[test]
fn d_earns_seven_if_the_furthest_holds_one() {
    let own = (0, "D0 D0 A0 A0*1 A0*2 A0*3");
    let other = "D0 A0 A0 A0*1 A0*2 A0*3";
    assert_eq!(earns('D', &[own]), 2);
    assert_eq!(earns('D', &[own, (4, other)]), 7);
    assert_eq!(earns('D', &[own, (3, other), (5, other)]), 2);
}

// PM-40
#[test]
fn e_earns_six_whether_received_or_not() {
    let line = line_of(&scored_as(1, U, &[(0, "E0 E1 A0 E0*1 A0*2 A0*3")]), 0);
    assert_eq!(points(&line), [4, 4, 4, 6, 6, 6]);
    assert_eq!(line.egg_loss.get(), 3);
}

// PM-41
#[test]
fn f_earns_five() {
    assert_eq!(earns('F', &[(0, "F0 A0 A0 A0*1 A0*2 A0*3")]), 5);
    assert_eq!(earns('F', &[(0, "A0 A0 A0 F3*1 A0*2 A0*3")]), 5);
}

// PM-42, PM-R28, PM-R29
#[test]
fn g_earns_twice_its_distance_or_two() {
    for round in [1, 4, 5] {
        let game = scored_as(round, U, &[(0, "G0 A0 A0 G0*1 G0*2 G0*3")]);
        assert_eq!(points(&line_of(&game, 0)), [4, 4, 2, 2, 4, 6], "round {round}");
    }
    assert_eq!(
        points_of(&after_w1(tinsel_presents_of_mine::Config::default()), 5, 'G'),
        2
    );
}

// PM-43a, PM-R22
#[test]
fn h_earns_one_for_each_other_holder_up_to_four() {
    let own = (0, "H0 H0 A0 A0*1 A0*2 A0*3");
    for (others, points) in (0..8).zip([2, 3, 4, 5, 6, 6, 6, 6]) {
        let holders = (1..=others).map(|index| (index, "H0 H1 A0 A0*1 A0*2 A0*3"));
        let hands: Vec<(u8, &str)> = [own].into_iter().chain(holders).collect();
        assert_eq!(earns('H', &hands), points, "{others} others");
    }
}

// PM-43b, PM-R24
#[test]
fn i_earns_three_more_at_the_highest_staleness_or_tied() {
    for (hand, expected) in [
        ("I2 A0 A0 A0*1 A0*2 A0*3", 6),
        ("I2 A2 A0 A0*1 A0*2 A0*3", 6),
        ("I2 A0 A0 A3*1 A0*2 A0*3", 3),
        ("I2 A0 K3(6) A0*1 A0*2 A0*3", 3),
        ("I2 A0 A0 A0*1 A0*2 N3*3", 3),
        ("I2 I3 A0 A0*1 A0*2 A0*3", 3),
        ("I0 I0 I0 I0*1 I0*2 I0*3", 6),
    ] {
        assert_eq!(earns('I', &[(0, hand)]), expected, "{hand}");
    }
}

// PM-43c, PM-R22, PM-R23
#[test]
fn j_loses_one_for_each_other_holder() {
    let own = (0, "J0 J0 A0 A0*1 A0*2 A0*3");
    for (others, points) in (0..8).zip([7, 6, 5, 4, 3, 2, 1, 0]) {
        let holders = (1..=others).map(|index| (index, "J0 J1 A0 A0*1 A0*2 A0*3"));
        let hands: Vec<(u8, &str)> = [own].into_iter().chain(holders).collect();
        assert_eq!(earns('J', &hands), points, "{others} others");
    }
}

// PM-45
#[test]
fn l_earns_two() {
    assert_eq!(earns('L', &[(0, "L3 A0 A0 A0*1 A0*2 A0*3")]), 2);
}

// PM-46, PM-R61
#[test]
fn m_counts_presents_at_three_or_more_itself_included() {
    for (hand, points) in [
        ("M0 A0 A0 A0*1 A0*2 A0*3", 2),
        ("M2 A2 A2 A2*1 A2*2 A2*3", 2),
        ("M3 A2 A2 A2*1 A2*2 A2*3", 3),
        ("M0 A3 A4 A0*1 A0*2 A0*3", 4),
        ("M3 A3 K3(6) A3*1 N3*2 A9*3", 8),
    ] {
        assert_eq!(earns('M', &[(0, hand)]), points, "{hand}");
    }
}

// PM-47
#[test]
fn n_earns_two() {
    assert_eq!(earns('N', &[(0, "N1 N0 A0 A0*1 A0*2 A0*3")]), 2);
}
