//! Match, deck, deal (SS-1 to SS-10).

use tinsel_engine::{GameEngine, SeatSet};
use tinsel_engine_testkit::Draws;
use tinsel_secret_santa::{Draft, SecretSanta, Special, testkit::Position};

use crate::support::*;

/// A last deal in which seats 1 to 3 have only one card each left.
fn nearly_done() -> Position {
    four(["12", "2", "3", "4"])
}

// SS-1
#[test]
fn the_first_seat_without_cards_wins_the_deal() {
    let mut game = last_four(["12", "2, 1", "3, 1", "4, 1"]).build();
    run(
        &mut game,
        "0 12; 1 pass; 2 pass; 3 pass; 1 2!; 2 3!; 3 4!; 1 pass; 2 pass; 3 pass",
    );
    assert_eq!(numbers(public(&game).places), [0]);
    run(&mut game, "3 1; 1 pass; 2 pass; 1 1; 2 pass");
    let outcome = game.outcome(SeatSet::EMPTY).unwrap();
    let labels = &outcome.standings.at(seat(0)).labels;
    assert!(labels.iter().any(|label| label.0 == "DEAL_WINNER"), "{labels:?}");
    assert_eq!(totals(&game), [4, 2, 1, 3]);
    assert_eq!(outcome.standings.at(seat(0)).rank, 1);
}

// SS-2, SS-R3
#[test]
fn a_match_is_a_fixed_number_of_deals_and_points_are_added() {
    assert_eq!(config(4, Draft::default()).deals, 3);
    let mut game = nearly_done().finished([3, 2, 1, 0]).finished([0, 3, 1, 2]).build();
    assert_eq!(totals(&game), [1 + 4, 2 + 2, 3 + 1, 4 + 3]);
    assert_eq!(public(&game).deal, 3);
    let sent = run(&mut game, "0 12; 1 pass; 2 pass; 3 pass; 1 2; 2 3; 3 4");
    assert!(
        sent.contains(&"deal 3 ends: 0 3 2 1, points 4 1 2 3, totals 9 5 6 10".to_owned()),
        "{sent:?}"
    );
    assert_eq!(sent.last().unwrap(), "match ends: 3 0 2 1, totals 9 5 6 10");
    assert_eq!(now(&game), "OVER");
}

/// The draws of a shuffle that leaves a list unchanged.
fn unshuffled(cards: usize) -> Vec<(&'static str, u32, u32)> {
    let list: Vec<usize> = (0..cards).collect();
    Draws::shuffle("SS-3: deck", &list)
}

// SS-3, SS-R60
#[test]
fn cards_are_dealt_one_at_a_time_from_the_dealers_left() {
    let draft = Draft {
        first_dealer: Some(1),
        ..listed(&[Special::Santa, Special::Tree], 2)
    };
    let mut draws = Draws::new(unshuffled(49));
    let (game, events) = SecretSanta::start(&config(3, draft), &mut draws);
    draws.assert_all_used();
    assert_eq!(
        sizes(&game),
        [16, 16, 17],
        "49 = 3·16 + 1, the extra card goes to the dealer's left"
    );
    // Canonical order: nine 4s, eight 5s, seven 6s, six 7s, five 8s, four 9s, three 10s, two 11s, 12, Santa, Elves, Tree.
    // Item j goes to seat (1 + 1 + j) mod 3. So seat 2 has items 0, 3, 6, …, seat 0 items 1, 4, …, seat 1 items 2, 5, …
    holds(&game, 2, "3×4, 3×5, 2×6, 2×7, 2×8, 9, 10, 11, Santa, Tree");
    holds(&game, 0, "3×4, 3×5, 2×6, 2×7, 2×8, 9, 10, 11, Elf");
    holds(&game, 1, "3×4, 2×5, 3×6, 2×7, 8, 2×9, 10, 12, Elf");
    assert_eq!(lines(&events)[0], "deal 1 by 1 led by 2: 16 16 17");
}

// SS-3, SS-R60
#[test]
fn the_shuffle_is_from_the_last_card_down() {
    let draft = Draft {
        first_dealer: Some(0),
        ..listed(&[], 0)
    };
    // The first draw exchanges the last card, the 12, with item 0, a 4; the others change nothing.
    let mut draws = unshuffled(45);
    draws[0].2 = 0;
    let (game, _) = SecretSanta::start(&config(3, draft), &mut Draws::new(draws));
    // Item 0, now the 12, goes to the dealer's left; item 44, now a 4, to seat (0 + 1 + 44) mod 3 = 0.
    assert_eq!(
        own(&game, 1).hand.copies(tinsel_secret_santa::Gift::new(12).unwrap()),
        1
    );
    holds(&game, 0, "4×4, 2×5, 3×6, 2×7, 8, 2×9, 10");
}

// SS-4
#[test]
fn the_table_order_starts_as_the_seats_are_numbered() {
    let (game, _) = SecretSanta::start(&config(6, Draft::default()), &mut rng(4));
    assert_eq!(order(&game), [0, 1, 2, 3, 4, 5]);
    // The order restarts in a deal after one with a Carol; the first seat is to the left of the last.
    let mut game = nearly_done().order([2, 0, 3, 1]).turn(0).build();
    run(&mut game, "0 12; 3 pass; 1 pass; 2 pass; 3 4; 1 pass; 2 pass");
    assert_eq!(
        now(&game),
        "TURN 1",
        "in the old order 1 sits at the left of 3, which is out"
    );
    run(&mut game, "1 2; 2 3");
    assert_eq!(public(&game).deal, 2);
    assert_eq!(order(&game), [0, 1, 2, 3]);
    assert_eq!(public(&game).dealer, seat(0));
}

// SS-5
#[test]
fn hands_are_shown_sorted() {
    let game = four(["Ghost, 12, Santa, 1, 5, Elf, Mouse, 5", "2", "3", "4"]).build();
    let hand: Vec<String> = own(&game, 0).hand.list().iter().map(ToString::to_string).collect();
    assert_eq!(hand, ["1", "5", "5", "12", "SANTA", "ELVES", "MOUSE", "GHOST"]);
}

// SS-6, SS-R5, SS-R60
#[test]
fn the_first_dealer_is_drawn_before_the_deck_or_configured() {
    for drawn in 0..4u8 {
        let mut draws = vec![("SS-6: first dealer", 4, drawn.into())];
        draws.extend(unshuffled(79));
        let mut draws = Draws::new(draws);
        let (game, _) = SecretSanta::start(&config(4, listed(&[Special::Santa], 0)), &mut draws);
        draws.assert_all_used();
        assert_eq!(public(&game).dealer, seat(drawn));
        assert_eq!(now(&game), format!("TURN {}", (drawn + 1) % 4));
    }
    let draft = Draft {
        first_dealer: Some(0),
        ..listed(&[Special::Santa], 0)
    };
    let mut draws = Draws::new(unshuffled(79));
    let (game, _) = SecretSanta::start(&config(4, draft), &mut draws);
    draws.assert_all_used();
    assert_eq!(public(&game).dealer, seat(0), "0 is a value");
}

// SS-6, SS-R5
#[test]
fn each_later_deal_is_dealt_by_the_next_seat_number() {
    for (dealer, next) in [(0, 1), (2, 3), (3, 0)] {
        let mut game = nearly_done().dealer(dealer).build();
        let sent = run(&mut game, "0 12; 1 pass; 2 pass; 3 pass; 1 2; 2 3; 3 4");
        let dealt = format!("deal 2 by {next} led by {}: 22 22 22 22", (next + 1) % 4);
        assert!(sent.contains(&dealt), "{sent:?}");
        assert_eq!(public(&game).dealer, seat(next));
    }
}

// SS-R60
#[test]
fn a_later_deal_draws_its_deck_alone() {
    let draft = Draft {
        deals: Some(2),
        ..listed(&[], 0)
    };
    let mut game = nearly_done().options(draft).build();
    let mut draws = Draws::new(unshuffled(78));
    run_with(&mut game, "0 12; 1 pass; 2 pass; 3 pass; 1 2; 2 3; 3 4", &mut draws);
    draws.assert_all_used();
    assert_eq!(public(&game).deal, 2);
    // With dealer 0 and twelve 1s, eleven 2s, …, item j goes to seat (1 + j) mod 4. Seat 1 has items 0, 4, 8, …
    holds(&game, 1, "3×1, 3×2, 3×3, 2×4, 2×5, 2×6, 7, 8, 9, 10, 11");
}

// SS-R71
#[test]
fn every_deal_of_a_match_has_the_same_deck() {
    let draft = Draft {
        deals: Some(2),
        ..listed(&[Special::Santa], 2)
    };
    let mut game = Position::seats(4).options(draft).hand(0, "12").hand(1, "2×2").leads(0);
    game = game.placed([2, 3]);
    let mut game = game.build();
    let deck = public(&game).deck;
    run(&mut game, "0 12; 1 pass");
    assert_eq!((public(&game).deal, public(&game).deck), (2, deck));
    assert_eq!(sizes(&game).iter().sum::<u8>(), deck.len(), "all of it is dealt");
}
