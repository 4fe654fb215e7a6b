//! The deck and the seats (section 1; SS-8, SS-9, SS-72 to SS-74).

use tinsel_engine::{GameEngine, SeatSet};
use tinsel_secret_santa::{Card, Draft, Gift, SecretSanta, Special, testkit::cards};

use crate::support::*;

// SS-8
#[test]
fn value_v_exists_13_minus_v_times() {
    let deck = config(4, Draft::default()).deck();
    for value in 1..=12u8 {
        assert_eq!(
            deck.copies(Gift::new(value.into()).unwrap()),
            13 - value,
            "value {value}"
        );
    }
    assert_eq!(deck.only_gifts().len(), 78);
    assert!(
        [0, 13].map(Gift::new).iter().all(Option::is_none),
        "there is no other value"
    );
}

// SS-9, SS-R2
#[test]
fn the_deck_has_eight_kinds_of_special_cards_in_canonical_order() {
    let ids = [
        "SANTA",
        "ELVES",
        "TREE",
        "FRUITCAKE",
        "SCROOGE",
        "CAROL",
        "MOUSE",
        "GHOST",
    ];
    assert_eq!(Special::ALL.map(Special::id), ids);
    let deck = config(4, Draft::default()).deck();
    let copies = Special::ALL.map(|special| deck.copies(special));
    assert_eq!(copies, [1, 3, 1, 1, 1, 1, 1, 1]);
}

// SS-R1
#[test]
fn three_elves_let_the_deck_be_dealt_out_evenly_at_3_4_and_8() {
    for (players, size, extra) in [(3, 51, 0), (4, 88, 0), (5, 88, 3), (6, 88, 4), (7, 88, 4), (8, 88, 0)] {
        let config = config(players, Draft::default());
        let deck = config.deck();
        assert_eq!((config.elves, deck.copies(Special::Elves)), (3, 3));
        assert_eq!(deck.len(), size, "{players} players");
        assert_eq!(u32::from(size) % players, extra, "{players} players");
    }
}

// SS-72
#[test]
fn three_play_without_1s_2s_3s_and_with_four_kinds_of_specials() {
    let deck = config(3, Draft::default()).deck();
    let specials = "Santa, 3 Elves, Tree, Fruitcake";
    let gifts = "9×4, 8×5, 7×6, 6×7, 5×8, 4×9, 3×10, 2×11, 12";
    assert_eq!(deck, cards(&format!("{gifts}, {specials}")));
    for players in 4..=8 {
        assert!(
            config(players, Draft::default())
                .deck()
                .has(Card::Gift(Gift::new(1).unwrap()))
        );
    }
}

// SS-73
#[test]
fn fewer_special_cards() {
    let santa = config(4, listed(&[Special::Santa], 3)).deck();
    assert_eq!(santa.only_specials(), cards("Santa, 3 Elves"));
    let snow = [Special::Tree, Special::Fruitcake, Special::Scrooge];
    let deck = config(4, listed(&snow, 0)).deck();
    assert_eq!(deck.only_specials(), cards("Tree, Fruitcake, Scrooge"));
    assert_eq!(deck.only_gifts().len(), 78);
}

/// SS-74: there is no window for cards that are not in the deck.
// SS-74
#[test]
fn a_card_outside_the_deck_has_no_window() {
    let (mut game, events) = SecretSanta::start(&config(4, listed(&[Special::Santa], 3)), &mut rng(3));
    assert_eq!(public(&game).phase, tinsel_secret_santa::Phase::Turn, "no Fruitcake");
    assert!(lines(&events).last().unwrap().starts_with("owed TURN"));
    // All seats only lead or pass: with neither Holly nor Snow cards in the deck, no window ever opens.
    for _ in 0..200 {
        let Some(next) = game.owing().iter().next() else { break };
        let made = game.absent(next).unwrap();
        let sent = lines(&game.commit(made, SeatSet::EMPTY, &mut rng(0)));
        let windows = ["owed HOLLY", "owed SNOW", "owed FRUITCAKE"];
        assert!(
            !sent
                .iter()
                .any(|line| windows.iter().any(|window| line.starts_with(window))),
            "{sent:?}"
        );
    }
}

// SS-R53
#[test]
fn there_are_no_other_cards() {
    assert_eq!(Card::all().count(), 12 + 8);
    let most = config(8, listed(&Special::SINGLE, 8)).deck();
    assert_eq!(most.len(), 93);
    let fewest = config(3, listed(&[], 0)).deck();
    assert_eq!(fewest.len(), 45);
}
