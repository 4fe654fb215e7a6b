//! Saved states are small and equal after loading, and loading is strict.

use tinsel_engine::{GameEngine, Viewer, present::Present as _};
use tinsel_presents_of_mine::{Config, Hand, List, Picture, Present, PresentsOfMine, Selection, Three};

use crate::support::*;

/// The largest states: seven submissions in a round 5 after replacements and random thefts.
fn fullest() -> Vec<PresentsOfMine> {
    let (mut game, mut chance) = (start(Config::default()), rng(7));
    let mut states = Vec::new();
    while let Some(owing) = game.owing().iter().next() {
        let action = game.any_action(Viewer::Seat(owing), &mut chance).unwrap();
        game.apply(owing, &action, &mut chance).unwrap();
        states.push(game.clone());
    }
    states
}

#[test]
fn a_state_stays_below_2_kib() {
    let sizes: Vec<usize> = fullest()
        .iter()
        .map(|state| rmp_serde::to_vec_named(state).unwrap().len())
        .collect();
    println!("{sizes:?}");
    assert!(sizes.iter().all(|size| *size <= 2048), "{sizes:?}");
}

/// Its text does not fit into the buffer of usual texts.
#[test]
fn a_hand_with_a_long_text_is_saved_whole() {
    let stale: Present = "A4294967295".parse().unwrap();
    let hand = Hand::new([stale; 6]);
    let saved = rmp_serde::to_vec(&hand).unwrap();
    assert_eq!(rmp_serde::from_slice::<Hand>(&saved).unwrap(), hand);
}

#[test]
fn presents_are_read_strictly() {
    for text in ["A0", "N13", "K0(1)", "K3(6)", "J4294967295"] {
        assert_eq!(text.parse::<Present>().unwrap().to_string(), text);
    }
    for text in [
        "",
        "A",
        "a0",
        "O0",
        "A-1",
        "A+1",
        "A00",
        "A01",
        "A0 ",
        " A0",
        "A0(0)",
        "A0(1)",
        "K0",
        "K0()",
        "K0(0)",
        "K0(7)",
        "K0(06)",
        "K0(1",
        "K0(1))",
        "K(1)",
        "A4294967296",
        "Ä0",
        "A٣",
    ] {
        assert!(text.parse::<Present>().is_err(), "{text:?}");
    }
    for text in [
        "A0 A0 A0 A0 A0",
        "A0 A0 A0 A0 A0 A0 A0",
        "A0  A0 A0 A0 A0 A0",
        "A0,A0 A0 A0 A0 A0",
    ] {
        assert!(text.parse::<Hand>().is_err(), "{text:?}");
    }
    for text in [
        "A0*0 A0 A0 A0 A0 A0",
        "A0*4 A0 A0 A0 A0 A0",
        "A0* A0 A0 A0 A0 A0",
        "*1 A0 A0 A0 A0 A0",
    ] {
        assert!(text.parse::<Picture>().is_err(), "{text:?}");
    }
    for text in ["ABCD", "ABCDEF", "AABCD", "ABCDK", "abcde"] {
        assert!(text.parse::<Selection>().is_err(), "{text:?}");
    }
    assert!("A0 B0".parse::<Three>().is_err());
    assert!(serde_json::from_str::<List>("[0,1,2,3,4,5,6,6]").is_err());
    assert!(serde_json::from_str::<List>("[0,1,2,3,4,5,6,8]").is_err());
    assert!(serde_json::from_str::<List>("[0,1,2,3,4,5,6]").is_err());
}
