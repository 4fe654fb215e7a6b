//! The Fruitcake (SS-58).

use tinsel_secret_santa::{Choice, testkit::Position};

use crate::support::*;

fn window() -> Position {
    four(["5×6, 2", "6×5, 12", "Fruitcake, 8×1, 4", "7×3, 2 Elves"]).fruitcake()
}

// SS-58, SS-R26
#[test]
fn all_decline_and_it_is_not_played() {
    let mut game = window().build();
    let sent = run(&mut game, "-");
    assert_eq!(
        sent,
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

// SS-R27
#[test]
fn a_giver_without_any_gift_cannot_play_it() {
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
