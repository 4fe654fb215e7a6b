//! The worked examples of the specification, section 12, with all their numbers.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod support;

use support::*;
use tinsel_engine::{GameEngine, SeatSet, Viewer};
use tinsel_engine_testkit::Draws;
use tinsel_presents_of_mine::{
    Config, Phase, PregameView, PresentsOfMine,
    testkit::{Position, hand, pass, steal, swap},
};

struct Pregame(u8, &'static str, [i64; 6], [i64; 4]);

// W-1, PM-14, PM-28, PM-R14, PM-R25, PM-R28
#[test]
fn pregame_all_eight_seats() {
    let game = after_w1(Config::default());
    let view = spectated(&game);
    let order: Vec<u8> = view.list.unwrap().order.iter().map(|seat| seat.get()).collect();
    assert_eq!(order, [3, 0, 6, 1, 7, 4, 2, 5]);
    let Some(PregameView::All(pregame)) = view.pregame else {
        panic!("it is public")
    };
    let counts = pregame
        .letters
        .map(|letter| (letter.letter.symbol(), letter.count, letter.staleness.unwrap().get()));
    let expected = [
        ('A', 2, 0),
        ('B', 3, 1),
        ('C', 4, 2),
        ('D', 5, 2),
        ('E', 6, 3),
        ('F', 3, 1),
        ('G', 2, 0),
        ('H', 7, 3),
        ('I', 3, 1),
        ('J', 5, 2),
    ];
    assert_eq!(counts, expected);
    let table = [
        Pregame(3, "A0 B1 C2 E3 H3 J2", [4, 4, 5, 6, 6, 3], [28, 3, 11, 14]),
        Pregame(0, "A0 A0 B1 C2 H3 I1", [4, 4, 6, 5, 6, 3], [28, 0, 7, 21]),
        Pregame(6, "A0 D2 E3 F1 H3 J2", [4, 2, 6, 5, 6, 3], [26, 3, 11, 12]),
        Pregame(1, "A0 C2 D2 F1 H3 I1", [4, 3, 7, 5, 6, 3], [28, 0, 9, 19]),
        Pregame(7, "A0 B1 D2 E3 H3 J2", [4, 4, 2, 6, 6, 3], [25, 3, 11, 11]),
        Pregame(4, "A0 C2 D2 E3 H3 J2", [4, 3, 2, 6, 6, 3], [24, 3, 12, 9]),
        Pregame(2, "A0 A0 E3 F1 G0 I1", [4, 4, 6, 5, 2, 3], [24, 3, 5, 16]),
        Pregame(5, "A0 D2 E3 G0 H3 J2", [4, 7, 6, 2, 6, 3], [28, 3, 10, 15]),
    ];
    for Pregame(index, hand, each, [sum, egg, staleness, raw]) in table {
        let line = line_of(&game, index);
        assert_eq!(hand_of(&game, index), hand, "seat {index}");
        assert_eq!(scored_hand(&line), hand, "seat {index}");
        assert_eq!(points(&line), each, "seat {index}");
        assert_eq!(sums(&line), [sum, 0, egg, 0, staleness, raw], "seat {index}");
        assert_eq!(total_of(&game, index), raw, "seat {index}");
    }
}

struct Row(u8, &'static str, [i64; 6], [i64; 5], &'static str);

const W_2: [Row; 8] = [
    Row(
        3,
        "A0 B1 D2*3 G0*2 H3 J2*1",
        [4, 4, 7, 4, 6, 3],
        [28, 0, 8, 20, 34],
        "A1 B2 D1 G0 H4 J1",
    ),
    Row(
        0,
        "A0 B1 E3*1 F1*3 H3*2 I1",
        [4, 4, 6, 5, 6, 3],
        [28, 3, 9, 16, 37],
        "A1 B2 E2 F0 H2 I2",
    ),
    Row(
        6,
        "C2*2 D2 G0*3 H3 H3*1 J2",
        [5, 2, 6, 6, 6, 3],
        [28, 0, 12, 16, 28],
        "C1 D3 G0 H2 H4 J3",
    ),
    Row(
        1,
        "A0 A0*2 C2 E3*1 I1 J2*3",
        [4, 4, 7, 6, 3, 3],
        [27, 3, 8, 16, 35],
        "A0 A1 C3 E2 I2 J1",
    ),
    Row(
        7,
        "A0 C2*3 D2 F1*2 H3*1 J2",
        [4, 7, 7, 5, 6, 3],
        [32, 0, 10, 22, 33],
        "A1 C1 D3 F0 H2 J3",
    ),
    Row(
        4,
        "A0 A0*3 B1*1 C2 D2*2 J2",
        [4, 4, 6, 5, 2, 3],
        [24, 0, 7, 17, 26],
        "A0 A1 B0 C3 D1 J3",
    ),
    Row(
        2,
        "A0 A0 E3*1 E3*2 F1*3 I1",
        [4, 4, 6, 6, 5, 3],
        [28, 6, 8, 14, 30],
        "A1 A1 E2 E2 F0 I2",
    ),
    Row(
        5,
        "A0 D2 E3 E3*1 H3*2 H3*3",
        [4, 2, 6, 6, 6, 6],
        [30, 3, 14, 13, 28],
        "A1 D3 E2 E4 H2 H2",
    ),
];

// W-2
#[test]
fn round_1_follows_the_pregame_of_the_example() {
    let game = after_w2(Config::default());
    for Row(index, scored, each, [sum, egg, staleness, raw, total], published) in W_2 {
        let line = line_of(&game, index);
        assert_eq!(scored_hand(&line), scored, "seat {index}");
        assert_eq!(points(&line), each, "seat {index}");
        assert_eq!(sums(&line), [sum, 0, egg, 0, staleness, raw], "seat {index}");
        assert_eq!(total_of(&game, index), total, "seat {index}");
        assert_eq!(hand_of(&game, index), published, "seat {index}");
    }
}

// W-3
#[test]
fn replacement_and_majority() {
    let rows = [
        (4, "K2(6)", [31, 4, 27], "A0 A2 A2 B0 F0 K3(3)", 27, "A0 B0 F0 I1 I1 L1"),
        (3, "K0(6)", [31, 2, 29], "A0 A2 A2 B0 F0 K1(3)", 27, "A0 B0 F0 I1 I1 L1"),
        (1, "K0(6)", [31, 2, 29], "A0 A2 A2 B0 F0 K1(3)", 19, "A0 B0 F0 I1 I1 L3"),
    ];
    for (last_k, enters, [ability, staleness, raw], published, raw_7, published_7) in rows {
        let mut position = Position::round(2).hand(0, "A1 A1 A2 B0 C1 H0");
        position = position.sealed(0, swap("C1 H0 B0", "A2", "K"));
        for index in 1..=last_k {
            position = position.sealed(index, swap("A0 B0 F0", "G0", "K"));
        }
        let (game, _) = position.resolve(&mut Draws::none());
        let line = line_of(&game, 0);
        assert_eq!(scored_hand(&line), format!("A0*1 A1 A1 B0*2 F0*3 {enters}"));
        assert_eq!(points(&line), [4, 4, 4, 8, 5, 6]);
        assert_eq!(sums(&line), [ability, 0, 0, 0, staleness, raw]);
        assert_eq!(hand_of(&game, 0), published);
        assert_eq!(line_of(&game, 7).raw.get(), raw_7);
        assert_eq!(hand_of(&game, 7), published_7);
    }
}

// W-4
#[test]
fn kaboom() {
    let rows = [
        (
            "A1 A1 B0 C0 H0 K4(3)",
            "A0*1 A1 A1 B0*2 F0*3 K4(3)",
            [25, 6, 6, 13],
            "A0 A2 A2 A5 B0 F0",
            0,
        ),
        (
            "A1 B0 C0 H0 K4(2) L2",
            "A0*1 A1 B0*2 F0*3 K4(2) L2",
            [21, 1, 7, 13],
            "A0 A2 A5 B0 F0 L3",
            0,
        ),
        (
            "A1 B0 C0 H0 K4(3) L2",
            "A0*1 A1 B0*2 F0*3 K4(3) L2",
            [25, 0, 7, 18],
            "A0 A2 B0 F0 K5(1) L3",
            1,
        ),
    ];
    for (before, scored, [ability, explosion, staleness, raw], published, layers) in rows {
        let position = Position::round(4).list(V).hand(0, before);
        let position = position
            .sealed(7, steal("B0 B0 F0"))
            .sealed(6, steal("A0 C0 F0"))
            .sealed(5, steal("A0 B0 H0"));
        let (game, _) = position.resolve(&mut Draws::none());
        let line = line_of(&game, 0);
        assert_eq!(scored_hand(&line), scored);
        assert_eq!(sums(&line), [ability, 0, 0, explosion, staleness, raw]);
        let left: Vec<i32> = line
            .presents
            .iter()
            .filter_map(|present| Some(present.layers?.after))
            .collect();
        assert_eq!(left, [layers]);
        assert_eq!(hand_of(&game, 0), published);
    }
}

// W-5
#[test]
fn nebulizer() {
    let mut position = Position::round(3)
        .list(V)
        .hand(0, "A0 C0 D0 G1 H0 I4")
        .hand(1, "A0 B0 F3 G0 I0 I0")
        .hand(2, "A0 B0 E1 G0 I0 I0")
        .sealed(0, swap("A0 C0 D0", "G1", "N"))
        .sealed(1, swap("F3 A0 B0", "G0", "M"))
        .sealed(2, swap("A0 E1 B0", "G0", "M"))
        .sealed(3, swap("B0 F0 A0", "G0", "M"));
    for index in 4..8 {
        position = position.absent(index);
    }
    let game = position.build();
    let line = line_of(&game, 0);
    assert_eq!(scored_hand(&line), "A0*3 E1*2 F3*1 H0 I4 N0");
    assert_eq!(points(&line), [4, 6, 5, 2, 6, 2]);
    assert_eq!(sums(&line), [25, 0, 3, 0, 8, 14]);
    assert_eq!(hand_of(&game, 0), "A0 E0 F0 H1 I5 N1");
    assert!(scored_hand(&line_of(&game, 5)).ends_with("M2"));
}

/// A present after round 1 in seat 0's hand, kept there or passed by seat 7, with this number of N in the hand.
fn staleness_after(present: &str, passed: bool, nebulizers: usize) -> String {
    let mut kept = if passed { vec![] } else { vec![present] };
    let missing = (3 - kept.len()).min(nebulizers);
    kept.extend(std::iter::repeat_n("N0", missing));
    let also_passed = if nebulizers > missing { "N0" } else { "J9" };
    let filled = |presents: &[&str]| {
        let all: Vec<&str> = presents.iter().copied().chain(["J9"; 6]).take(6).collect();
        all.join(" ")
    };
    let from_7 = if passed { present } else { "J9" };
    let (game, _) = Position::round(1)
        .hand(0, &filled(&kept))
        .hand(7, &filled(&[from_7]))
        .hand(6, &filled(&[also_passed]))
        .hand(5, &filled(&[]))
        .sealed(0, pass("J9 J9 J9"))
        .sealed(7, pass(&format!("{from_7} J9 J9")))
        .sealed(6, pass(&format!("J9 {also_passed} J9")))
        .sealed(5, pass("J9 J9 J9"))
        .resolve(&mut Draws::none());
    let published = hand_of(&game, 0);
    let found = published.split(' ').find(|text| text[..1] == present[..1]);
    found.unwrap().to_owned()
}

// W-6
#[test]
fn staleness_change() {
    for (present, passed, nebulizers, after) in [
        ("F1", true, 0, "F0"),
        ("F4", true, 0, "F2"),
        ("F2", false, 3, "F4"),
        ("F3", true, 1, "F0"),
        ("F6", true, 2, "F2"),
        ("A1", true, 2, "A0"),
        ("A4", true, 2, "A1"),
        ("N3", true, 0, "N1"),
        ("C0", false, 0, "C1"),
    ] {
        assert_eq!(staleness_after(present, passed, nebulizers), after, "{present}");
    }
}

// W-7
#[test]
fn floor() {
    let (game, _) = Position::round(4)
        .list(V)
        .total(0, 40)
        .hand(0, "A2 B1 C3 D4 G5 J5")
        .hand(1, "E4 F0 G0 I0 I0 J0")
        .hand(2, "A0 C4 F0 G0 I0 J0")
        .hand(3, "A0 B0 D3 G0 I0 I0")
        .resolve(&mut Draws::none());
    let line = line_of(&game, 0);
    assert_eq!(scored_hand(&line), "C4*2 D3*3 D4 E4*1 G5 J5");
    assert_eq!(points(&line), [3, 2, 2, 6, 2, 5]);
    assert_eq!(sums(&line), [20, 0, 3, 0, 25, -8]);
    assert_eq!((line.gained.get(), line.total.get(), total_of(&game, 0)), (0, 40, 40));
    assert_eq!(hand_of(&game, 0), "C3 D2 D5 E3 G6 J6");
}

// W-8
#[test]
fn egg_kept_and_egg_received() {
    let (game, _) = Position::round(1)
        .hand(0, "A0 B0 E2 F0 H0 I0")
        .hand(7, "A0 B0 E2 G0 H0 I0")
        .sealed(0, pass("A0 B0 F0"))
        .sealed(7, pass("E2 A0 B0"))
        .resolve(&mut Draws::none());
    let line = line_of(&game, 0);
    assert_eq!(scored_hand(&line), "B0*2 E2 E2*1 F0*3 H0 I0");
    assert_eq!(points(&line), [2, 6, 6, 5, 3, 3]);
    assert_eq!(sums(&line), [25, 0, 3, 0, 4, 18]);
    assert_eq!(hand_of(&game, 0), "B0 E1 E3 F0 H1 I1");
}

// W-9
#[test]
fn golden_by_theft() {
    let (game, _) = Position::round(4)
        .list(V)
        .hand(0, "A0 B0 F0 G2 H0 I0")
        .hand(1, "A0 B0 G0 G1 I0 I0")
        .hand(2, "A0 B0 F0 G1 I0 I0")
        .hand(3, "A0 B0 F0 G3 I0 I0")
        .sealed(0, steal("G1 G1 G3"))
        .resolve(&mut Draws::none());
    let line = line_of(&game, 0);
    assert_eq!(scored_hand(&line), "G1*1 G1*2 G2 G3*3 H0 I0");
    assert_eq!(points(&line), [2, 4, 2, 6, 2, 3]);
    assert_eq!(sums(&line), [19, 0, 0, 0, 7, 12]);
    assert_eq!(hand_of(&game, 0), "G0 G0 G2 G3 H1 I1");
}

/// W-10 and W-11: the thieves below seat 4 name these presents, with these draws.
fn robbed(named: [&str; 3], draws: &[(u32, u32)]) -> PresentsOfMine {
    let [first, second, third] = named;
    let position = Position::round(4).list(V).hand(4, "A1 A1 E0 G2 H0 J3");
    let position = position.sealed(3, steal(&format!("{first} B0 F0")));
    let position = position.sealed(2, steal(&format!("A0 {second} F0")));
    let position = position.sealed(1, steal(&format!("A0 B0 {third}")));
    let mut chance = thefts_drawn(draws);
    let (game, _) = position.resolve(&mut chance);
    chance.assert_all_used();
    game
}

// W-10
#[test]
fn equal_copies_and_a_collision() {
    let rows = [("E0", 25, 19), ("G2", 20, 25), ("H0", 24, 23), ("J3", 20, 21)];
    for (drawn, (got, raw_1, raw_4)) in (0..).zip(rows) {
        let game = robbed(["A1", "A1", "A1"], &[(4, drawn)]);
        assert!(scored_hand(&line_of(&game, 3)).contains("A1*1"));
        assert!(scored_hand(&line_of(&game, 2)).contains("A1*2"));
        assert!(scored_hand(&line_of(&game, 1)).contains(&format!("{got}*3")));
        let raw = [1, 2, 3, 4].map(|index| line_of(&game, index).raw.get());
        assert_eq!(raw, [raw_1, 20, 20, raw_4], "{got}");
    }
}

// W-11, PM-62, PM-R67
#[test]
fn a_random_theft_takes_what_a_later_thief_wanted() {
    for (drawn, got) in (0..).zip(["A1", "A1", "E0", "H0", "J3"]) {
        let first = (5, drawn);
        if got != "H0" {
            let game = robbed(["G2", "G2", "H0"], &[first]);
            assert!(scored_hand(&line_of(&game, 3)).contains("G2*1"));
            assert!(scored_hand(&line_of(&game, 2)).contains(&format!("{got}*2")));
            assert!(scored_hand(&line_of(&game, 1)).contains("H0*3"));
            continue;
        }
        for (then_drawn, then_got) in (0..).zip(["A1", "A1", "E0", "J3"]) {
            let game = robbed(["G2", "G2", "H0"], &[first, (4, then_drawn)]);
            assert!(scored_hand(&line_of(&game, 2)).contains("H0*2"));
            assert!(scored_hand(&line_of(&game, 1)).contains(&format!("{then_got}*3")));
        }
    }
}

/// The seat of W-12: its hand before, its passes, its scored hand, the sums, raw.
type Monopolist = (&'static str, &'static str, &'static str, [i64; 5], i64);

const W_12: [Monopolist; 8] = [
    (
        "A0 B0 C0 D0 H0 J0",
        "A0 B0 C0",
        "B0*1 C0*2 D0 F0*3 H0 J0",
        [22, 8, 0, 0, 0],
        30,
    ),
    (
        "A0 A0 C0 D0 D0 J0",
        "A0 A0 C0",
        "A0*1 C0*2 D0 D0 D0*3 J0",
        [20, 7, 0, 0, 0],
        27,
    ),
    (
        "A0 B0 C0 E0 J0 J0",
        "A0 B0 C0",
        "A0*1 B0*2 E0 E0*3 J0 J0",
        [30, 12, 3, 0, 0],
        39,
    ),
    (
        "A0 A0 C0 E0 K0(6) K1(2)",
        "A0 A0 C0",
        "A0*1 A0*2 C0*3 E0 K0(6) K1(2)",
        [23, 4, 0, 6, 1],
        20,
    ),
    (
        "A0 A0 A0 F0 G0 L0",
        "A0 A0 A0",
        "A0*1 B0*2 C0*3 F0 G0 L0",
        [24, 6, 0, 0, 0],
        30,
    ),
    (
        "B0 B0 F0 F0 G0 M0",
        "B0 B0 F0",
        "A0*1 A0*2 C0*3 F0 G0 M0",
        [24, 6, 0, 0, 0],
        30,
    ),
    (
        "A0 C0 D0 F0 G0 H0",
        "A0 C0 D0",
        "A0*2 B0*1 C0*3 F0 G0 H0",
        [23, 8, 0, 0, 0],
        31,
    ),
    (
        "B0 C0 E0 G0 G0 N0",
        "B0 C0 E0",
        "A0*1 A0*3 B0*2 G0 G0 N0",
        [20, 9, 0, 0, 0],
        29,
    ),
];

// W-12
#[test]
fn monopoly() {
    let seats = (0u8..).zip(W_12);
    let position = seats.fold(Position::round(5), |position, (index, (before, ..))| {
        position.hand(index, before)
    });
    let (game, _) = position.resolve(&mut Draws::none());
    let view = spectated(&game);
    let Some(tinsel_presents_of_mine::Transfer::Passes(passes)) = view.last.unwrap().transfer else {
        panic!("round 5 passes")
    };
    for (index, (_, passed, scored, sum, raw)) in (0u8..).zip(W_12) {
        let line = line_of(&game, index);
        assert_eq!(scored_hand(&line), scored, "seat {index}");
        assert_eq!(sums(&line)[..5], sum, "seat {index}");
        assert_eq!(line.raw.get(), raw, "seat {index}");
        let passes = passes.seats.at(seat(index)).passes;
        assert_eq!(passes.map(|pass| pass.present.to_string()).join(" "), passed);
        assert_eq!(passes.map(|pass| pass.to.get()), [1, 2, 3].map(|d| (index + d) % 8));
    }
    assert_eq!(hand_of(&game, 3), "A0 A0 A2 C0 E1 K1(4)");
}

// W-13
#[test]
fn musky() {
    let (game, _) = Position::round(5)
        .list(V)
        .hand(0, "A0 B0 F0 K3(6) M2 M4")
        .resolve(&mut Draws::none());
    let line = line_of(&game, 0);
    assert_eq!(points(&line), [4, 4, 5, 2, 4, 4]);
    assert_eq!(sums(&line), [23, 6, 0, 0, 9, 20]);
    assert_eq!(hand_of(&game, 0), "A0 B0 F0 K4(5) M3 M5");
}

// W-14
#[test]
fn reversal() {
    let mut game = after_w2(Config::default());
    let order = |game: &PresentsOfMine| spectated(game).list.unwrap().order;
    let below = |game: &PresentsOfMine, index| order(game).three_below(seat(index)).map(|seat| seat.get());
    let above = |game: &PresentsOfMine, index| order(game).three_above(seat(index)).map(|seat| seat.get());
    assert_eq!(below(&game, 3), [0, 6, 1]);
    assert_eq!(below(&game, 5), [3, 0, 6]);
    let before = order(&game);
    all_absent(&mut game, &mut Draws::none());
    let turned: Vec<u8> = order(&game).iter().map(|seat| seat.get()).collect();
    assert_eq!(turned, [5, 2, 4, 7, 1, 6, 0, 3]);
    assert_eq!(below(&game, 3), [5, 2, 4]);
    all_absent(&mut game, &mut Draws::none());
    assert_eq!(above(&game, 3), [0, 6, 1]);
    for list in [before, order(&game)] {
        assert!(list.adjacent(seat(3)).contains(&seat(5)));
        assert_eq!(list.opposite(seat(3)), seat(7));
    }
}

// W-16
#[test]
fn defaults() {
    let late = "A0 A2 E1 H1 K3(2) K3(5)";
    let game = Position::round(3).hand(3, late).absent(3).build();
    let own = seen(&game, 3).own.unwrap();
    assert!(own.by_default);
    assert_eq!(own.content, swap("A0 A2 E1", "H1", "M"));
    let game = Position::round(4).hand(3, late).absent(4).absent(5).absent(6).build();
    for (index, steals) in [(4, "A0 B0 F0"), (5, "A0 A2 F0"), (6, "A0 B0 E1")] {
        assert_eq!(seen(&game, index).own.unwrap().content, steal(steals));
    }
}

// W-17
#[test]
fn views_during_round_2() {
    let mut game = after_w2(Config::default());
    let published = spectated(&game).seats;
    for index in [0, 1, 2, 4, 5, 6] {
        let hand = hand(&hand_of(&game, index));
        let [a, b, c, d, ..] = hand.presents().map(|present| present.to_string());
        let action = swap(&[a, b, c].join(" "), &d, "K");
        game.apply(seat(index), &action, &mut Draws::none()).unwrap();
    }
    let made = game.absent(seat(3)).unwrap();
    game.commit(made, SeatSet::EMPTY, &mut Draws::none());
    for viewer in viewers() {
        let view = game.view(viewer, SeatSet::EMPTY);
        assert_eq!(view.owing.iter().collect::<Vec<_>>(), [seat(7)]);
        assert_eq!(view.seats, published);
        assert_eq!(view.last.as_ref().unwrap().scored.step.number(), 1);
        assert_eq!(view.last.unwrap().replacements, None);
        let mark = view.own.map(|own| own.by_default);
        let expected = match viewer {
            Viewer::Seat(index) if index == seat(3) => Some(true),
            Viewer::Seat(index) if index == seat(7) => None,
            Viewer::Seat(_) => Some(false),
            Viewer::Spectator => None,
        };
        assert_eq!(mark, expected, "{viewer}");
    }
    let made = game.absent(seat(7)).unwrap();
    game.commit(made, SeatSet::EMPTY, &mut Draws::none());
    let last = spectated(&game).last.unwrap();
    let counts = last
        .replacements
        .unwrap()
        .counts
        .map(|(letter, count)| (letter.symbol(), count));
    assert_eq!(counts, [('K', 6), ('L', 2)]);
    let Some(tinsel_presents_of_mine::Transfer::Passes(passes)) = last.transfer else {
        panic!("round 2 passes")
    };
    let marks: Vec<bool> = passes.seats.iter().map(|seat| seat.by_default).collect();
    assert_eq!(marks, [false, false, false, true, false, false, false, true]);
}

// W-18, PM-66, PM-R2, PM-R79
#[test]
fn example_ranking() {
    let game = Position::finished().totals([50, 61, 61, 40, 70, 40, 40, 12]).build();
    let outcome = game.outcome(SeatSet::EMPTY).unwrap();
    let ranks: Vec<u8> = outcome.standings.iter().map(|standing| standing.rank).collect();
    assert_eq!(ranks, [4, 2, 2, 5, 1, 5, 5, 8]);
    let labels: Vec<usize> = outcome.standings.iter().map(|standing| standing.labels.len()).collect();
    assert_eq!(labels, [0, 0, 0, 0, 1, 0, 0, 0], "WINNER for rank 1 only");
    let view = spectated(&game);
    assert_eq!((view.phase, view.step.number()), (Phase::Finished, 5));
    let ranking = view.ranking.unwrap();
    assert_eq!(ranking.winners, [seat(4)]);
    let rows = ranking.seats.iter();
    let rows: Vec<_> = rows.map(|row| (row.rank, row.seat.get(), row.total.get())).collect();
    let expected = [
        (1, 4, 70),
        (2, 1, 61),
        (2, 2, 61),
        (4, 0, 50),
        (5, 3, 40),
        (5, 5, 40),
        (5, 6, 40),
        (8, 7, 12),
    ];
    assert_eq!(rows, expected);
}
