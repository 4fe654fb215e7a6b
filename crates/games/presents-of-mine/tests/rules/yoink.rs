//! Section 2.13.

use tinsel_engine::{GameEngine, Viewer};
use tinsel_engine_testkit::Draws;
use tinsel_presents_of_mine::{
    Config, Legal, PresentsOfMine, Theft, Transfer,
    testkit::{Position, steal},
};

use crate::support::*;

fn thefts(game: &PresentsOfMine) -> Vec<Theft> {
    let Some(Transfer::Thefts(thefts)) = spectated(game).last.unwrap().transfer else {
        panic!("round 4 steals")
    };
    thefts.thefts
}

/// The thefts of seats 5, 6 and 7 from seat 4, with these named presents and exactly these draws.
fn robbed(named: [&str; 3], draws: &[(u32, u32)]) -> PresentsOfMine {
    let [first, second, third] = named;
    let mut chance = thefts_drawn(draws);
    let (game, _) = Position::round(4)
        .hand(4, "A1 A1 E0 G2 H0 J3")
        .sealed(5, steal(&format!("{first} B0 F0")))
        .sealed(6, steal(&format!("A0 {second} F0")))
        .sealed(7, steal(&format!("A0 B0 {third}")))
        .resolve(&mut chance);
    chance.assert_all_used();
    game
}

// PM-60, PM-R62, PM-R63
#[test]
fn one_present_of_each_of_the_three_above_is_named() {
    let game = Position::round(4)
        .hand(7, "C7 C7 C7 C7 C7 C7")
        .hand(6, "C6 C6 C6 C6 C6 C6")
        .build();
    assert!(game.resolve(seat(0), &steal("C7 C6 A0")).is_ok());
    assert_eq!(refusal(&game, 0, &steal("C6 C7 A0")), "TARGET_LACKS_PRESENT");
    assert_eq!(refusal(&game, 0, &steal("C7 C6")), "STEAL_COUNT");
    assert_eq!(refusal(&game, 0, &steal("")), "STEAL_COUNT");
    let Legal::Steal { victims } = game.legal(Viewer::Seat(seat(0))) else {
        panic!("thefts are due")
    };
    assert_eq!(victims.map(|victim| victim.seat.get()), [7, 6, 5]);
}

// PM-61, PM-R64, PM-64, PM-R68
#[test]
fn the_nearest_steal_first_then_in_the_order_of_the_list() {
    let mut game = after_w2(Config::default());
    all_absent(&mut game, &mut Draws::none());
    all_absent(&mut game, &mut Draws::none());
    all_absent(&mut game, &mut Draws::none());
    let order: Vec<u8> = thefts(&game).iter().map(|theft| theft.thief.get()).collect();
    assert_eq!(order[..8], [5, 2, 4, 7, 1, 6, 0, 3]);
    assert_eq!(order[8..16], order[..8]);
    assert_eq!(order[16..], order[..8]);
    let distances: Vec<u8> = thefts(&game).iter().map(|theft| theft.distance.get()).collect();
    assert_eq!(distances, [[1; 8], [2; 8], [3; 8]].concat());
    // The first below gets the only copy, although the second below has named it, too.
    let game = robbed(["J3", "J3", "A1"], &[(5, 0)]);
    assert!(scored_hand(&line_of(&game, 5)).contains("J3*1"));
}

// PM-61, PM-R80
#[test]
fn thefts_of_one_distance_and_their_draws_go_in_list_order() {
    // Seats 0 and 6 take the only A0 of seats 3 and 0 over distance 1; seats 6 and 1 named the same over distance 2. In
    // the list seat 6 is above seat 1, so it draws first.
    let mut chance = thefts_drawn(&[(5, 3), (5, 4)]);
    let (game, _) = Position::round(4)
        .list([3, 0, 6, 1, 7, 4, 2, 5])
        .hand(3, "A0 B0 C0 D0 E0 F0")
        .hand(0, "A0 B0 G0 H0 I0 J0")
        .sealed(6, steal("A0 A0 F0"))
        .sealed(1, steal("A0 A0 C0"))
        .resolve(&mut chance);
    chance.assert_all_used();
    assert!(scored_hand(&line_of(&game, 6)).contains("E0*2"));
    assert!(scored_hand(&line_of(&game, 1)).contains("J0*2"));
}

// PM-61, PM-R65
#[test]
fn only_what_was_held_at_the_start_can_be_stolen() {
    // Seat 4 steals a C9 itself; no seat below can steal it from seat 4.
    let position = Position::round(4)
        .hand(3, "C9 B0 F0 G0 I0 I0")
        .sealed(4, steal("C9 B0 F0"));
    let game = position.build();
    assert_eq!(refusal(&game, 5, &steal("C9 B0 F0")), "TARGET_LACKS_PRESENT");
    let position = Position::round(4)
        .hand(3, "C9 B0 F0 G0 I0 I0")
        .sealed(4, steal("C9 B0 F0"));
    let position = position.sealed(5, steal("A0 B0 F0")).sealed(6, steal("A0 B0 B0"));
    let (game, _) = position.resolve(&mut thefts_drawn(&[(4, 0)]));
    assert!(scored_hand(&line_of(&game, 4)).contains("C9*1"));
}

// PM-62, PM-R66
#[test]
fn two_equal_copies_serve_two_thieves() {
    let game = robbed(["A1", "A1", "E0"], &[]);
    assert!(thefts(&game).iter().all(|theft| !theft.random));
    let game = robbed(["A1", "A1", "A1"], &[(4, 3)]);
    let random: Vec<Theft> = thefts(&game).into_iter().filter(|theft| theft.random).collect();
    let sent = random
        .iter()
        .map(|theft| (theft.thief.get(), theft.named.to_string(), theft.taken.to_string()));
    assert_eq!(sent.collect::<Vec<_>>(), [(7, "A1".to_owned(), "J3".to_owned())]);
}

// PM-63, PM-R29, PM-R69
#[test]
fn a_stolen_present_is_a_passed_one() {
    let game = scored_as(4, U, &[(0, "N0 A3 A3 E4*1 G4*2 F5*3")]);
    let line = line_of(&game, 0);
    assert_eq!(line.egg_loss.get(), 3);
    assert_eq!(points_of(&game, 0, 'G'), 4);
    assert_eq!(hand_of(&game, 0), "A4 A4 E2 F2 G2 N1");
}

// PM-R26
#[test]
fn an_unwanted_random_egg_costs_too() {
    let game = robbed(["G2", "G2", "H0"], &[(5, 2)]);
    assert!(scored_hand(&line_of(&game, 6)).contains("E0*2"));
    assert_eq!(line_of(&game, 6).egg_loss.get(), 3);
}
