//! Sections 2.5, 2.6 and 2.10.

use tinsel_engine::{GameEngine, SeatSet};
use tinsel_engine_testkit::Draws;
use tinsel_presents_of_mine::{
    Config, Transfer,
    testkit::{Position, pass, swap},
};

use crate::support::*;

// PM-22
#[test]
fn the_first_goes_to_the_first_below_and_so_on() {
    let game = after_w2(Config::default());
    let Some(Transfer::Passes(passes)) = spectated(&game).last.unwrap().transfer else {
        panic!("round 1 passes")
    };
    let of_3 = passes.seats.at(seat(3)).passes;
    let sent = of_3.map(|pass| (pass.present.to_string(), pass.to.get(), pass.distance.get()));
    let expected = [("E3", 0, 1), ("C2", 6, 2), ("J2", 1, 3)];
    assert_eq!(
        sent,
        expected.map(|(present, to, distance)| (present.to_owned(), to, distance))
    );
}

// PM-23
#[test]
fn all_passes_happen_at_once() {
    let game = after_w1(Config::default());
    // Seat 3 will receive D2 in this round, and cannot pass it on.
    assert_eq!(refusal(&game, 3, &pass("D2 E3 C2")), "PRESENT_NOT_HELD");
    let game = after_w2(Config::default());
    for index in 0..8 {
        let distances: Vec<u8> = line_of(&game, index)
            .presents
            .iter()
            .filter_map(|present| Some(present.distance?.get()))
            .collect();
        let mut sorted = distances.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, [1, 2, 3], "seat {index}");
    }
}

// PM-24
#[test]
fn a_passed_present_keeps_staleness_and_layers_and_has_a_distance() {
    let hand = "C0 C0 C0 G4*2 K3(5)*1 L1*3";
    let game = scored_as(1, U, &[(0, hand)]);
    let line = line_of(&game, 0);
    assert_eq!(scored_hand(&line), hand);
    // The distance ends with the round: the same G earns 2 if it is kept in the next one.
    let mut game = game;
    let next = swap("C1 C1 C1", "L0", "L");
    game.apply(seat(0), &next, &mut Draws::none()).unwrap();
    all_absent(&mut game, &mut Draws::none());
    let line = line_of(&game, 0);
    let golden = line
        .presents
        .iter()
        .find(|present| present.letter.symbol() == 'G' && present.staleness.get() == 3);
    assert_eq!((golden.unwrap().distance, golden.unwrap().points.get()), (None, 2));
}

// PM-25
#[test]
fn a_round_is_resolved_in_its_order() {
    // Transfer, replacement, scoring, explosion, staleness: each step uses the result of the one before.
    let position = Position::round(3).list(V).hand(0, "A1 C0 C0 C0 K4(2) J0");
    let (game, _) = position
        .sealed(0, swap("C0 C0 C0", "J0", "M"))
        .resolve(&mut Draws::none());
    let line = line_of(&game, 0);
    assert_eq!(scored_hand(&line), "A0*1 A1 B0*2 F0*3 K4(2) M2");
    // The K explodes with two A, counts as stale for the M, and then is an A with a higher staleness.
    assert_eq!(points(&line), [4, 4, 6, 5, 0, 3]);
    assert_eq!(hand_of(&game, 0), "A0 A2 A5 B0 F0 M3");
    assert_eq!(spectated(&game).step.number(), 4);
}

// PM-R19
#[test]
fn the_hand_after_passing_and_replacement_scores() {
    let (game, _) = Position::round(2)
        .hand(0, "C9 C9 C9 J9 G0 G0")
        .sealed(0, swap("C9 C9 C9", "J9", "L"))
        .resolve(&mut Draws::none());
    assert_eq!(
        line_of(&game, 0).staleness_loss.get(),
        2,
        "the L of the majority and nothing else"
    );
}

// PM-R81
#[test]
fn an_equal_present_passed_and_received_was_received() {
    let game = scored_as(1, U, &[(0, "A0 B0 D0 E2*1 G0*2 H0*3"), (1, "A0 B0 D0 E2*1 G0*2 H0*3")]);
    let line = line_of(&game, 0);
    assert_eq!(line.egg_loss.get(), 3);
    assert!(hand_of(&game, 0).contains("E1"));
}

// PM-53, PM-R73, PM-R74
#[test]
fn everything_is_public_at_the_end_of_a_round() {
    let (game, _) = Position::round(2)
        .hand(0, "A0 B0 C0 D0 E0 F0")
        .sealed(0, swap("A0 B0 C0", "D0", "K"))
        .resolve(&mut Draws::none());
    for viewer in viewers() {
        let view = game.view(viewer, SeatSet::EMPTY);
        let last = view.last.unwrap();
        assert!(view.seats.at(seat(0)).hand.unwrap().to_string().ends_with("K1(5)"));
        let Some(Transfer::Passes(passes)) = last.transfer else {
            panic!("round 2 passes")
        };
        assert_eq!(passes.seats.at(seat(0)).passes[2].present.to_string(), "C0");
        let swapped = last.replacements.unwrap();
        assert_eq!(swapped.seats.at(seat(0)).discard.to_string(), "D0");
        assert_eq!(last.scored.lines.len(), 8);
        assert_eq!(last.scored.lines[0].total, view.seats.at(seat(0)).total.unwrap());
    }
    // The next round's submissions name presents of the published hands.
    assert!(game.resolve(seat(0), &swap("A0 B0 E1", "K1(5)", "M")).is_ok());
}
