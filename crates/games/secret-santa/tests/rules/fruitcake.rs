//! The Fruitcake (SS-58).

use tinsel_secret_santa::{Choice, Phase, testkit::Position};

use crate::support::*;

fn window() -> Position {
    four(["5×6, 2", "6×5, 12", "Fruitcake, 8×1, 4", "7×3, 2 Elves"]).fruitcake()
}

// SS-58
#[test]
fn every_seat_is_asked_and_one_gift_moves() {
    let before = window().build();
    assert_eq!(now(&before), "FRUITCAKE 0 1 2 3");
    let mut game = before.clone();
    assert_eq!(run(&mut game, "2 fruitcake 4 to 0"), ["answered 2"], "sealed");
    assert_eq!(sizes(&game), sizes(&before));
    codes(&game, 2, &[("decline", "NOT_YOUR_DECISION")]);
    run_undrawn(&mut game, "0 decline; 1 decline; 3 decline");
    holds(&game, 2, "8×1");
    holds(&game, 0, "5×6, 2, 4");
    discarded(&game, "Fruitcake", &before);
    assert_eq!((phase(&game), public(&game).round), (Phase::Turn, 1));
}

// SS-58
#[test]
fn nobody_plays_it() {
    let mut game = window().build();
    let told = run(&mut game, "-");
    assert_eq!(
        told,
        [
            "answered 3",
            "fruitcake closed, played false",
            "round 1 led by 0",
            "owed TURN 0"
        ]
    );
    assert_eq!(sizes(&game), [6, 7, 10, 9]);
    codes(&game, 0, &[("fruitcake 2 to 1", "WRONG_PHASE")]);
}

// SS-58
#[test]
fn not_played_it_can_later_only_be_a_zero() {
    let mut game = four(["4, Fruitcake, Elf", "2×3", "2×2", "2×5"]).build();
    codes(
        &game,
        0,
        &[
            ("fruitcake 4 to 1", "WRONG_PHASE"),
            ("zeros Fruitcake", "GIFTS_STILL_HELD"),
        ],
    );
    run(&mut game, "0 4; 1 pass; 2 pass; 3 pass; 0 pass");
    codes(&game, 0, &[("zeros Fruitcake", "ok")]);
}

// SS-R26
#[test]
fn it_is_not_compulsory_and_nothing_shows_who_holds_it() {
    let game = window().build();
    codes(&game, 2, &[("decline", "ok")]);
    let other = four(["5×6, Fruitcake", "6×5, 12", "2, 8×1, 4", "7×3, 2 Elves"])
        .fruitcake()
        .build();
    assert_eq!(public(&game), public(&other));
    for index in [1, 3] {
        assert_eq!(seen(&game, index), seen(&other, index));
    }
}

// SS-R27
#[test]
fn it_needs_a_gift_of_that_value_and_specials_cannot_be_given() {
    let game = window().build();
    codes(
        &game,
        2,
        &[
            ("fruitcake 5 to 0", "CARD_NOT_IN_HAND"),
            ("fruitcake 1 to 2", "SELF_TARGET"),
            ("fruitcake 1 to 4", "SEAT_UNKNOWN"),
            ("fruitcake 0 to 0", "VALUE_OUT_OF_RANGE"),
            ("fruitcake 13 to 0", "VALUE_OUT_OF_RANGE"),
            ("fruitcake 1 to 3", "ok"),
        ],
    );
    codes(&game, 0, &[("fruitcake 2 to 1", "CARD_NOT_IN_HAND")]);
    // A giver without any gift cannot play it.
    let all = "Santa, 3 Elves, Tree, Fruitcake, Scrooge, Carol, Mouse, Ghost";
    let game = four([all, "6×5, 12", "8×1, 4", "7×3"]).fruitcake().build();
    let Choice::Fruitcake { recipients, gifts } = legal(&game, 0).choice else {
        panic!("it is asked")
    };
    assert!(recipients.is_empty() && gifts.is_empty());
    for value in 1..=12 {
        assert_eq!(code(&game, 0, &format!("fruitcake {value} to 1")), "CARD_NOT_IN_HAND");
    }
}
