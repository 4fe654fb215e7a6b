//! Sections 2.11 and 2.12.

use tinsel_engine::GameEngine;
use tinsel_engine_testkit::Draws;
use tinsel_presents_of_mine::{
    Config, PresentsOfMine, Replacements,
    testkit::{Position, swap},
};

use crate::support::*;

/// A round in which this number of seats, from seat 0 on, take the first letter and the others the second.
fn taken(round: u8, config: Config, firsts: u8) -> PresentsOfMine {
    let [one, other] = if round == 2 { ["K", "L"] } else { ["M", "N"] };
    let position = (0..8).fold(Position::round(round).config(config), |position, index| {
        let letter = if index < firsts { one } else { other };
        position.sealed(index, swap("A0 B0 F0", "G0", letter))
    });
    position.resolve(&mut Draws::none()).0
}

fn replacements(game: &PresentsOfMine) -> Replacements {
    spectated(game).last.unwrap().replacements.unwrap()
}

// PM-55, PM-R36
#[test]
fn the_discarded_present_leaves_the_game_without_a_trace() {
    let game = taken(2, Config::default(), 8);
    for index in 0..8 {
        assert!(!hand_of(&game, index).contains('G'));
        let line = line_of(&game, index);
        assert_eq!(scored_hand(&line), "A0*1 B0*2 F0*3 I0 I0 K2(6)");
        assert_eq!(sums(&line)[0], 4 + 4 + 5 + 3 + 3 + 2);
    }
}

// PM-55, PM-R37
#[test]
fn a_present_just_received_cannot_be_discarded() {
    let game = Position::round(2).hand(0, "C0 C1 C2 D0 D1 D2").build();
    assert_eq!(refusal(&game, 0, &swap("C0 C1 C2", "A0", "K")), "PRESENT_NOT_HELD");
    assert_eq!(refusal(&game, 0, &swap("C0 C1 C2", "C0", "K")), "REPLACEMENT_NOT_KEPT");
    let (game, _) = Position::round(2)
        .hand(0, "A0 C1 C2 C3 D1 D2")
        .sealed(0, swap("C1 C2 C3", "A0", "K"))
        .resolve(&mut Draws::none());
    // The A0 that came from above stays.
    assert!(scored_hand(&line_of(&game, 0)).starts_with("A0*1"));
}

// PM-56, PM-R39
#[test]
fn the_letter_taken_more_often_starts_stale() {
    for (firsts, k, l, stale) in [
        (8, 2, 0, Some('K')),
        (5, 2, 0, Some('K')),
        (4, 0, 0, None),
        (3, 0, 2, Some('L')),
        (0, 0, 2, Some('L')),
    ] {
        let game = taken(2, Config::default(), firsts);
        let sent = replacements(&game);
        assert_eq!(sent.counts.map(|(_, count)| count), [firsts, 8 - firsts]);
        assert_eq!(sent.stale.map(|letter| letter.symbol()), stale);
        for index in 0..8 {
            let entered = if index < firsts {
                format!("K{k}(6)")
            } else {
                format!("L{l}")
            };
            assert!(scored_hand(&line_of(&game, index)).ends_with(&entered), "{firsts}");
        }
    }
}

// PM-R40
#[test]
fn timeouts_count_for_the_majority() {
    let position = (0..4).fold(Position::round(2), |position, index| {
        position.sealed(index, swap("A0 B0 F0", "G0", "K"))
    });
    let (even, _) = position.resolve(&mut Draws::none());
    assert_eq!(replacements(&even).stale, None);
    let (three, _) = (0..3)
        .fold(Position::round(2), |position, index| {
            position.sealed(index, swap("A0 B0 F0", "G0", "K"))
        })
        .resolve(&mut Draws::none());
    assert_eq!(replacements(&three).stale.unwrap().symbol(), 'L');
}

// PM-57
#[test]
fn each_k_has_its_own_six_layers_wherever_it_goes() {
    let mut game = taken(2, Config::default(), 8);
    assert_eq!(hand_of(&game, 0), "A0 B0 F0 I1 I1 K3(5)");
    for index in 0..8 {
        game.apply(seat(index), &swap("K3(5) A0 B0", "I1", "M"), &mut Draws::none())
            .unwrap();
    }
    assert_eq!(scored_hand(&line_of(&game, 0)), "A0*2 B0*3 F0 I1 K3(5)*1 M2");
    assert_eq!(hand_of(&game, 0), "A0 B0 F2 I2 K2(4) M3");
}

// PM-58, PM-R56, PM-R55
#[test]
fn the_majority_counts_in_round_3_unless_it_is_skipped() {
    for (firsts, stale) in [(8, Some('M')), (5, Some('M')), (4, None), (3, Some('N'))] {
        let applied = taken(3, Config::default(), firsts);
        assert_eq!(replacements(&applied).stale.map(|letter| letter.symbol()), stale);
        let skipped = taken(3, skip(), firsts);
        assert_eq!(replacements(&skipped).stale, None);
        assert_eq!(replacements(&skipped).counts, replacements(&applied).counts);
        for index in 0..8 {
            let entered = if index < firsts { "M0" } else { "N0" };
            assert!(scored_hand(&line_of(&skipped, index)).ends_with(entered));
        }
    }
    assert_eq!(
        replacements(&taken(2, skip(), 5)).stale.unwrap().symbol(),
        'K',
        "round 2 is not skipped"
    );
}

// PM-59
#[test]
fn any_kept_present_may_be_discarded_and_a_discarded_k_does_not_explode() {
    let (game, _) = Position::round(3)
        .hand(0, "A0 A0 A0 C0 K3(1) L0")
        .sealed(0, swap("A0 A0 C0", "K3(1)", "N"))
        .resolve(&mut Draws::none());
    let line = line_of(&game, 0);
    assert_eq!(line.explosion_loss.get(), 0);
    assert!(!hand_of(&game, 0).contains('K'));
    let game = Position::round(3).hand(0, "A0 A0 A0 C0 K3(1) L0").build();
    assert!(game.resolve(seat(0), &swap("A0 A0 C0", "L0", "N")).is_ok());
}
