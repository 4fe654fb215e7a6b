//! Refusals, each alone and each before those that come later (section 6).

use tinsel_engine::{GameEngine, RejectCode, SeatIndex};
use tinsel_secret_santa::{
    Action, DealFirst, SecretSanta, Special, Standing,
    testkit::{Position, act, said},
};

use crate::support::*;

pub(crate) fn gifts(value: u32, gifts: u32, elves: u32, with_santa: bool, final_gift: bool) -> Action {
    Action::PlayGifts {
        value,
        gifts,
        elves,
        with_santa,
        final_gift,
    }
}

fn stranger() -> Option<SeatIndex> {
    Some(seat(4))
}

#[track_caller]
fn all(game: &SecretSanta, index: u8, cases: &[(Action, &str)]) {
    for (action, expected) in cases {
        assert_eq!(asked(game, index, action), *expected, "{}", said(action));
    }
}

/// One action of each kind, each with a fault.
fn any_action() -> Vec<Action> {
    vec![
        Action::PlayFruitcake {
            recipient: None,
            value: 0,
        },
        gifts(0, 0, 99, true, true),
        Action::PlayZeros {
            cards: vec![],
            final_gift: true,
        },
        Action::PlaySanta { final_gift: true },
        Action::Pass,
        Action::PlayCarol {
            other: None,
            final_gift: true,
        },
        Action::PlayMouse { final_gift: true },
        Action::PlayGhost { final_gift: true },
        Action::PlayTree {
            deal_first: None,
            final_gift: true,
        },
        Action::PlayScrooge {
            target: None,
            final_gift: true,
        },
        Action::Decline { scope: None },
    ]
}

// SS-70
#[test]
fn match_over_comes_before_all() {
    let over = Position::seats(4)
        .options(one_deal())
        .finished([0, 1, 2, 3])
        .over()
        .build();
    for action in any_action() {
        assert_eq!(asked(&over, 0, &action), "MATCH_OVER", "{}", said(&action));
    }
    assert_eq!(
        asked(&over, 0, &Action::WithdrawDecline),
        "MATCH_OVER",
        "before NO_STANDING_DECLINE"
    );
}

// SS-39
#[test]
fn not_your_decision_comes_before_wrong_phase_and_the_actions_own_checks() {
    let turn = four(["5×1, 2", "2×3", "2×2, Tree", "2×5"]).build();
    let mut holly = four(["5×1, 2", "2×3", "2×2, Mouse", "2×5"]).build();
    run(&mut holly, "0 2; 1 decline");
    let mut fruitcake = four(["5×1, 2", "2×3", "2×2, Fruitcake", "2×5"]).fruitcake().build();
    run(&mut fruitcake, "1 decline");
    for game in [&turn, &holly, &fruitcake] {
        for action in any_action() {
            assert_eq!(asked(game, 1, &action), "NOT_YOUR_DECISION", "{}", said(&action));
        }
    }
}

// SS-23, SS-26, SS-34, SS-59
#[test]
fn wrong_phase_comes_before_the_actions_own_checks() {
    let turn = four(["5×1, 2", "2×3", "2×2, Tree", "2×5"]).build();
    let fruitcake = four(["5×1, 2", "2×3", "2×2, Fruitcake", "2×5"]).fruitcake().build();
    let mut holly = four(["2×3", "5×1, 2", "2×2, Mouse", "2×5"]).leads(1).build();
    run(&mut holly, "1 2");
    let mut snow = four(["5×1, 2", "2×3", "2×2, Tree", "2×5"]).build();
    run(&mut snow, "0 2; 1 pass; 2 pass; 3 pass; 0 pass");
    // Whether each of the actions above answers the decision, in their order.
    let answers = [
        (&fruitcake, vec![0, 10]),
        (&turn, vec![1, 2, 3, 4]),
        (&holly, vec![5, 6, 7, 10]),
        (&snow, vec![8, 9, 10]),
    ];
    for (game, fitting) in answers {
        for (index, action) in any_action().iter().enumerate() {
            let wrong = asked(game, 0, action) == "WRONG_PHASE";
            assert_eq!(wrong, !fitting.contains(&index), "{} {}", now(game), said(action));
        }
    }
}

// SS-75
#[test]
fn withdraw_decline_answers_no_decision() {
    let game = four(["5×1, 2", "2×3", "2×2, Mouse", "2×5"])
        .declines(2, Standing::Deal)
        .build();
    all(&game, 0, &[(Action::WithdrawDecline, "NO_STANDING_DECLINE")]);
    all(&game, 1, &[(Action::WithdrawDecline, "NO_STANDING_DECLINE")]);
    all(&game, 2, &[(Action::WithdrawDecline, "ok")]);
}

// SS-58
#[test]
fn checks_of_play_fruitcake() {
    let game = four(["5×1, 2, Fruitcake", "2×3", "2×2", "2×5"]).fruitcake().build();
    let play = |recipient, value| Action::PlayFruitcake { recipient, value };
    all(
        &game,
        0,
        &[
            (play(None, 0), "SEAT_UNKNOWN"),
            (play(stranger(), 13), "SEAT_UNKNOWN"),
            (play(Some(seat(255)), 1), "SEAT_UNKNOWN"),
            (play(Some(seat(0)), 13), "SELF_TARGET"),
            (play(Some(seat(1)), 0), "VALUE_OUT_OF_RANGE"),
            (play(Some(seat(1)), u32::MAX), "VALUE_OUT_OF_RANGE"),
            (play(Some(seat(1)), 257), "VALUE_OUT_OF_RANGE"),
            (play(Some(seat(1)), 12), "CARD_NOT_IN_HAND"),
            (play(Some(seat(1)), 2), "ok"),
        ],
    );
    all(
        &game,
        1,
        &[
            (play(Some(seat(1)), 13), "SELF_TARGET"),
            (play(Some(seat(0)), 13), "VALUE_OUT_OF_RANGE"),
            (play(Some(seat(0)), 3), "CARD_NOT_IN_HAND"),
        ],
    );
}

// SS-12, SS-14, SS-27, SS-28
#[test]
fn checks_of_play_gifts() {
    // Seat 1 follows a pair of 4s with 2×3, 2×5, 6, an Elf and Santa, seven cards.
    let game = four(["2×1", "2×3, 2×5, 6, Elf, Santa", "2×2", "2×7"])
        .play(0, "2×4")
        .turn(1)
        .build();
    all(
        &game,
        1,
        &[
            (gifts(0, 0, 9, false, true), "VALUE_OUT_OF_RANGE"),
            (gifts(13, 1, 0, false, false), "VALUE_OUT_OF_RANGE"),
            (gifts(256 + 5, 2, 0, false, false), "VALUE_OUT_OF_RANGE"),
            (gifts(5, 0, 4, false, true), "GIFT_REQUIRED"),
            (gifts(5, 0, 0, true, false), "GIFT_REQUIRED"),
            (gifts(5, 9, 4, false, true), "COUNT_OUT_OF_RANGE"),
            (gifts(5, 1, u32::MAX, false, false), "COUNT_OUT_OF_RANGE"),
            (gifts(3, 3, 3, false, true), "CARD_NOT_IN_HAND"),
            (gifts(3, 3, 0, false, true), "CARD_NOT_IN_HAND"),
            (gifts(3, 1, 2, false, true), "CARD_NOT_IN_HAND"),
            (gifts(3, u32::MAX, 0, false, false), "CARD_NOT_IN_HAND"),
            (gifts(5, 256 + 2, 0, false, false), "CARD_NOT_IN_HAND"),
            (gifts(3, 1, 0, false, true), "WRONG_COUNT"),
            (gifts(3, 2, 1, false, true), "WRONG_COUNT"),
            (gifts(3, 2, 0, false, true), "VALUE_TOO_LOW"),
            (gifts(3, 1, 1, true, true), "VALUE_TOO_LOW"),
            (gifts(5, 2, 0, false, true), "FINAL_GIFT_NOT_DUE"),
            (gifts(6, 1, 1, true, true), "FINAL_GIFT_NOT_DUE"),
            (gifts(6, 1, 1, true, false), "ok"),
            (gifts(5, 2, 0, false, false), "ok"),
        ],
    );
    // Without Santa.
    let poor = four(["2×1", "2×3, 2×5, 6, Elf", "2×2", "2×7"])
        .play(0, "2×4")
        .turn(1)
        .build();
    all(
        &poor,
        1,
        &[
            (gifts(3, 1, 0, true, true), "CARD_NOT_IN_HAND"),
            (gifts(5, 2, 0, true, false), "CARD_NOT_IN_HAND"),
        ],
    );
    // A leader has neither a required number nor a value to beat.
    let leads = four(["2×1, 5", "2×3", "2×2", "2×7"]).build();
    all(
        &leads,
        0,
        &[
            (gifts(1, 2, 0, false, true), "ok"),
            (gifts(1, 1, 0, false, true), "FINAL_GIFT_NOT_DUE"),
            (gifts(5, 1, 0, false, false), "ok"),
        ],
    );
}

// SS-27
#[test]
fn the_most_elves_are_the_configs() {
    for (elves, most) in [(0, 0), (3, 3), (8, 8)] {
        let position = four(["5×1, 2", "2×3", "2×2", "2×5"]).options(listed(&[Special::Santa], elves));
        let game = position.build();
        if most > 0 {
            assert_eq!(asked(&game, 0, &gifts(1, 1, most, false, false)), "CARD_NOT_IN_HAND");
        }
        let refused = game.resolve(seat(0), &gifts(1, 1, most + 1, false, false)).unwrap_err();
        assert_eq!(refused.code(), "COUNT_OUT_OF_RANGE");
        assert_eq!(refused.to_string(), format!("The number of Elves must be 0 to {most}."));
    }
}

// SS-29, SS-R9
#[test]
fn checks_of_play_zeros() {
    let zeros = |cards: &[Option<Special>], final_gift| Action::PlayZeros {
        cards: cards.to_vec(),
        final_gift,
    };
    let (mouse, ghost) = (Some(Special::Mouse), Some(Special::Ghost));
    let follows = four(["2×1", "3, Mouse, Elf", "2×2", "2×5"])
        .play(0, "2")
        .turn(1)
        .build();
    all(
        &follows,
        1,
        &[
            (zeros(&[], true), "EMPTY_PLAY"),
            (zeros(&[None], true), "NOT_A_SPECIAL"),
            (zeros(&[ghost, None], true), "NOT_A_SPECIAL"),
            (zeros(&[ghost], true), "NOT_LEADING"),
            (zeros(&[mouse], false), "NOT_LEADING"),
        ],
    );
    let with_gift = four(["3, Mouse, Elf", "2×1", "2×2", "2×5"]).build();
    all(
        &with_gift,
        0,
        &[
            (zeros(&[ghost], true), "GIFTS_STILL_HELD"),
            (zeros(&[mouse], false), "GIFTS_STILL_HELD"),
        ],
    );
    let without = four(["Mouse, Elf, Tree", "2×1", "2×2", "2×5"]).build();
    let many = vec![mouse; 300];
    all(
        &without,
        0,
        &[
            (zeros(&[ghost], true), "CARD_NOT_IN_HAND"),
            (zeros(&[mouse, mouse], true), "CARD_NOT_IN_HAND"),
            (
                zeros(&[Some(Special::Elves), Some(Special::Elves)], true),
                "CARD_NOT_IN_HAND",
            ),
            (zeros(&many, true), "CARD_NOT_IN_HAND"),
            (zeros(&[mouse], true), "FINAL_GIFT_NOT_DUE"),
            (zeros(&[Some(Special::Tree), mouse], true), "ok"),
            (zeros(&[mouse, Some(Special::Tree)], true), "ok"),
            (zeros(&[mouse], false), "ok"),
        ],
    );
}

// SS-33, SS-13
#[test]
fn checks_of_play_santa_and_pass() {
    let game = four(["3, Mouse, Santa", "2×1", "2×2", "2×5"]).build();
    let cases = [("santa!", "FINAL_GIFT_NOT_DUE"), ("santa", "ok"), ("pass", "MUST_LEAD")];
    codes(&game, 0, &cases);
    let poor = four(["3, Mouse", "2×1", "2×2", "2×5"]).build();
    codes(
        &poor,
        0,
        &[("santa!", "CARD_NOT_IN_HAND"), ("santa", "CARD_NOT_IN_HAND")],
    );
    // The flag would be due with Santa, but the seat does not hold Santa; the checks come in order.
    let follows = four(["2×1", "3, Mouse, Tree", "2×2", "2×5"])
        .play(0, "2")
        .turn(1)
        .build();
    codes(&follows, 1, &[("santa!", "CARD_NOT_IN_HAND"), ("pass", "ok")]);
}

// SS-44, SS-45, SS-46, SS-R24, SS-R63
#[test]
fn checks_of_holly_cards() {
    let mut game = four(["5×1, 2", "Carol, Mouse, Ghost", "2×2", "2×5"]).build();
    run(&mut game, "0 2");
    let carol = |other, final_gift| Action::PlayCarol { other, final_gift };
    all(
        &game,
        1,
        &[
            (carol(None, true), "SEAT_UNKNOWN"),
            (carol(stranger(), true), "SEAT_UNKNOWN"),
            (carol(Some(seat(1)), true), "SELF_TARGET"),
            (carol(Some(seat(0)), true), "FINAL_GIFT_NOT_DUE"),
            (carol(Some(seat(0)), false), "ok"),
            (act("mouse!"), "FINAL_GIFT_NOT_DUE"),
            (act("mouse"), "ok"),
            (act("ghost!"), "FINAL_GIFT_NOT_DUE"),
            (act("ghost"), "ok"),
        ],
    );
    all(
        &game,
        2,
        &[
            (carol(None, true), "SEAT_UNKNOWN"),
            (carol(Some(seat(2)), true), "SELF_TARGET"),
            (carol(Some(seat(0)), true), "CARD_NOT_IN_HAND"),
            (act("mouse!"), "CARD_NOT_IN_HAND"),
            (act("ghost!"), "CARD_NOT_IN_HAND"),
        ],
    );
    // After a Ghost the table is empty, and there is no play just before.
    let mut haunted = four(["5×1, 2", "2×3, Ghost", "3, 4, Mouse, Carol", "2×5"]).build();
    run(&mut haunted, "0 2; 2 decline; 3 decline; 1 ghost");
    codes(
        &haunted,
        2,
        &[("mouse!", "NOTHING_IN_PLAY"), ("ghost!", "CARD_NOT_IN_HAND")],
    );
    codes(
        &haunted,
        3,
        &[("mouse!", "CARD_NOT_IN_HAND"), ("mouse", "CARD_NOT_IN_HAND")],
    );
    // The same after a pass.
    let mut passed = four(["5×1, 2", "2×3", "3, 4, Mouse, Ghost", "2×5"]).build();
    run(&mut passed, "0 2; -; 1 pass");
    codes(
        &passed,
        2,
        &[
            ("ghost!", "NO_GIFT_JUST_PLAYED"),
            ("ghost", "NO_GIFT_JUST_PLAYED"),
            ("mouse", "ok"),
        ],
    );
    codes(&passed, 3, &[("ghost", "CARD_NOT_IN_HAND")]);
}

// SS-63, SS-64
#[test]
fn checks_of_snow_cards() {
    let position = with_hands(Position::seats(5), &["2×1", "2×3", "2×2, Tree, Scrooge", "2×5", ""]).placed([4]);
    let mut game = position.play(0, "2").play(1, "3").passed([0, 2, 3]).turn(1).build();
    run(&mut game, "1 pass");
    let tree = |deal_first, final_gift| Action::PlayTree { deal_first, final_gift };
    let scrooge = |target, final_gift| Action::PlayScrooge { target, final_gift };
    all(
        &game,
        2,
        &[
            (tree(None, true), "BAD_DIRECTION"),
            (tree(Some(DealFirst::Left), true), "FINAL_GIFT_NOT_DUE"),
            (tree(Some(DealFirst::Left), false), "ok"),
            (tree(Some(DealFirst::Oneself), false), "ok"),
            (scrooge(None, true), "SEAT_UNKNOWN"),
            (scrooge(Some(seat(5)), true), "SEAT_UNKNOWN"),
            (scrooge(Some(seat(4)), true), "TARGET_OUT"),
            (scrooge(Some(seat(1)), true), "TARGET_NOT_A_MISER"),
            (scrooge(Some(seat(0)), true), "TARGET_NOT_A_MISER"),
            (scrooge(Some(seat(3)), true), "FINAL_GIFT_NOT_DUE"),
            (scrooge(Some(seat(3)), false), "ok"),
            (scrooge(Some(seat(2)), false), "ok"),
        ],
    );
    all(
        &game,
        0,
        &[
            (tree(None, true), "BAD_DIRECTION"),
            (tree(Some(DealFirst::Left), true), "CARD_NOT_IN_HAND"),
            (scrooge(None, true), "SEAT_UNKNOWN"),
            (scrooge(Some(seat(4)), true), "CARD_NOT_IN_HAND"),
            (scrooge(Some(seat(1)), true), "CARD_NOT_IN_HAND"),
        ],
    );
}

// SS-R34
#[test]
fn scrooge_without_any_target_cannot_be_played() {
    // Santa ends the round before any seat has passed; the Tree keeps the interlude open.
    let mut game = four(["2×1, Santa", "2×3", "2×2, Tree, Scrooge", "2×5"]).build();
    run(&mut game, "0 santa");
    for target in 0..4 {
        assert_eq!(code(&game, 2, &format!("scrooge {target}")), "TARGET_NOT_A_MISER");
    }
}
