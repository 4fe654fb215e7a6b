//! Section 2.1 and 2.2: the course of a match, and the identity of presents.

use tinsel_engine::{GameEngine, Label, SeatSet, Viewer};
use tinsel_engine_testkit::Draws;
use tinsel_presents_of_mine::{
    Config, Event, Letter, PresentRef, PresentsOfMine, Round,
    testkit::{Position, hand, pass, present, references, select},
};

use crate::support::*;

// PM-1, PM-2, PM-16, PM-R2, PM-R76, PM-R78, PM-R82
#[test]
fn a_match_of_defaults_is_six_steps_of_eight_decisions_and_the_draws_of_the_list() {
    let (mut game, mut chance) = (start(Config::default()), rng(3));
    let (mut steps, mut rounds, mut taken) = (vec![], vec![], 0);
    while !game.owing().is_empty() {
        assert_eq!(game.owing(), game.config().players().all());
        assert_eq!(game.outcome(SeatSet::EMPTY), None);
        for index in [8, 31, 32, 255] {
            assert_eq!(refusal(&game, index, &select("ABCDE")), "NOT_A_SEAT");
        }
        steps.push(spectated(&game).step.number());
        taken += u64::from(game.owing().len());
        for event in all_absent(&mut game, &mut chance).seen_by(Viewer::Spectator) {
            if let Event::RoundStarted { round, .. } = event {
                rounds.push(*round);
            }
        }
    }
    assert_eq!(steps, [0, 1, 2, 3, 4, 5]);
    assert_eq!(rounds, Round::ALL);
    assert_eq!(Round::ALL.map(Round::number), [1, 2, 3, 4, 5]);
    assert_eq!((taken, PresentsOfMine::decisions_max(game.config())), (48, 48));
    assert_eq!(chance.position(), 7);
    for standing in game.outcome(SeatSet::EMPTY).unwrap().standings.iter() {
        let winner = (standing.rank == 1).then_some(Label("WINNER"));
        assert_eq!(standing.labels, Vec::from_iter(winner), "no seat is eliminated");
    }
}

// PM-3
#[test]
fn every_seat_starts_with_no_points() {
    let view = spectated(&start(Config::default()));
    assert!(
        view.seats
            .iter()
            .all(|seat| seat.total.unwrap().get() == 0 && seat.hand.is_none())
    );
}

// PM-6, PM-R42
#[test]
fn cards_from_a_variation_keep_their_abilities() {
    let hand = "A0*1 A0*2 K0(2) L0 M3 N0*3";
    for round in [1, 4, 5] {
        let game = scored_as(round, U, &[(0, hand)]);
        let line = line_of(&game, 0);
        assert_eq!(points(&line), [4, 4, 0, 2, 3, 2], "round {round}");
        assert_eq!(line.explosion_loss.get(), 1);
        assert_eq!(hand_of(&game, 0), "A0 A0 A1 L1 M4 N0");
    }
}

// PM-7, PM-R32
#[test]
fn equal_presents_are_indistinguishable() {
    let game = Position::round(1)
        .hand(0, "A1 A1 B0 C0 D0 E0")
        .sealed(0, pass("A1 B0 C0"));
    let (game, _) = game.resolve(&mut Draws::none());
    assert!(hand_of(&game, 0).contains("A2"));
    assert_eq!(present("A1"), present("A1"));
    assert_ne!(present("A1"), present("A2"));
    assert_ne!(present("K1(3)"), present("K1(4)"));
}

// PM-8
#[test]
fn hands_are_in_canonical_order() {
    let sorted = hand("N0 K2(5) A3 K2(1) A0 K0(6)");
    assert_eq!(sorted.to_string(), "A0 A3 K0(6) K2(1) K2(5) N0");
    let letters: String = Letter::ALL.iter().map(|letter| letter.symbol()).collect();
    assert_eq!(letters, "ABCDEFGHIJKLMN");
}

// PM-9, PM-R33
#[test]
fn a_reference_matches_in_letter_staleness_and_layers() {
    let game = Position::round(1).hand(0, "A1 B0 C0 K2(3) K2(4) L0").build();
    assert!(game.resolve(seat(0), &pass("K2(3) K2(4) A1")).is_ok());
    assert_eq!(refusal(&game, 0, &pass("K2(5) A1 B0")), "PRESENT_NOT_HELD");
    assert_eq!(refusal(&game, 0, &pass("K1(3) A1 B0")), "PRESENT_NOT_HELD");
    let named = |letter, layers| PresentRef {
        letter,
        staleness: 0,
        layers,
    };
    for (letter, layers, well_formed) in [
        (Letter::K, 0, false),
        (Letter::K, 1, true),
        (Letter::K, 6, true),
        (Letter::K, 7, false),
        (Letter::K, 262, false),
        (Letter::A, 0, true),
        (Letter::A, 1, false),
        (Letter::L, 7, false),
        (Letter::A, 256, false),
    ] {
        let reference = named(Some(letter), layers);
        assert_eq!(reference.well_formed().is_some(), well_formed, "{letter} {layers}");
    }
    assert_eq!(named(None, 0).well_formed(), None);
    let huge = PresentRef {
        staleness: u32::MAX,
        ..references("A0")[0]
    };
    assert!(huge.well_formed().is_some(), "any staleness is well formed");
}
