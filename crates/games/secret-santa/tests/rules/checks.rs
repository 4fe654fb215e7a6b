//! Refusals, each alone and each before those that come later (section 6).

use tinsel_engine::{GameEngine, RejectCode, SeatIndex};
use tinsel_secret_santa::{
    Action, DealFirst, SecretSanta, Special, Standing,
    testkit::{Position, act, said},
};

use crate::support::*;

fn gifts(value: u32, gifts: u32, elves: u32, with_santa: bool, final_gift: bool) -> Action {
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
        let mut after = game.clone();
        if *expected != "ok" {
            assert!(after.apply(seat(index), action, &mut rng(0)).is_err());
            assert_eq!(after, *game, "a refusal changes nothing");
        }
    }
}

/// One action of each kind, each with something wrong in it.
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

// SS-23
#[test]
fn wrong_phase_comes_before_the_actions_own_checks() {
    let turn = four(["5×1, 2", "2×3", "2×2, Tree", "2×5"]).build();
    let fruitcake = four(["5×1, 2", "2×3", "2×2, Fruitcake", "2×5"]).fruitcake().build();
    let mut holly = four(["2×3", "5×1, 2", "2×2, Mouse", "2×5"]).leads(1).build();
    run(&mut holly, "1 2");
    let mut snow = four(["5×1, 2", "2×3", "2×2, Tree", "2×5"]).build();
    run(&mut snow, "0 2; 1 pass; 2 pass; 3 pass; 0 pass");
    // Which of the actions above answer the decision, in their order.
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

// SS-12, SS-14, SS-27
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
    // A leader has neither count nor value to meet.
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

// SS-29
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
    // The flag would be due with Santa, who is not held; one check after the other.
    let follows = four(["2×1", "3, Mouse, Tree", "2×2", "2×5"])
        .play(0, "2")
        .turn(1)
        .build();
    codes(&follows, 1, &[("santa!", "CARD_NOT_IN_HAND"), ("pass", "ok")]);
}

// SS-44, SS-45, SS-46
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
    // After a Ghost nothing is in play, and nothing was just played.
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
    // After a pass.
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
    // Santa ends the round before anybody has passed; the Tree keeps the interlude open.
    let mut game = four(["2×1, Santa", "2×3", "2×2, Tree, Scrooge", "2×5"]).build();
    run(&mut game, "0 santa");
    for target in 0..4 {
        assert_eq!(code(&game, 2, &format!("scrooge {target}")), "TARGET_NOT_A_MISER");
    }
}

/// The sentences of the specification.
const SENTENCES: [(&str, &str); 24] = [
    ("MATCH_OVER", "The match has ended."),
    ("NOT_YOUR_DECISION", "You owe no decision now."),
    (
        "WRONG_PHASE",
        "This action is not one of the answers to the decision you owe.",
    ),
    ("SEAT_UNKNOWN", "There is no such seat in this match."),
    ("SELF_TARGET", "Choose another player."),
    ("VALUE_OUT_OF_RANGE", "Gift values are 1 to 12."),
    (
        "GIFT_REQUIRED",
        "A gift play needs at least one real gift card; Elves only copy one.",
    ),
    ("COUNT_OUT_OF_RANGE", "The number of Elves must be 0 to 3."),
    ("CARD_NOT_IN_HAND", "You do not hold the cards named."),
    ("WRONG_COUNT", "This round is played with sets of 2 cards."),
    ("VALUE_TOO_LOW", "The value must be higher than 4."),
    ("EMPTY_PLAY", "Name at least one card."),
    ("NOT_A_SPECIAL", "Only special cards can be played as zeros."),
    ("NOT_LEADING", "Zeros beat nothing; they can only be led."),
    (
        "GIFTS_STILL_HELD",
        "You may play special cards as gifts only when you hold no gift card.",
    ),
    ("MUST_LEAD", "You lead: play at least one card."),
    ("NOTHING_IN_PLAY", "The Mouse needs a play on the table."),
    (
        "NO_GIFT_JUST_PLAYED",
        "The Ghost can only follow a turn whose play still stands.",
    ),
    ("BAD_DIRECTION", "deal_first must be SELF or LEFT."),
    ("TARGET_OUT", "That player is out of this deal."),
    (
        "TARGET_NOT_A_MISER",
        "Name a player who passed in the last round without playing gift cards.",
    ),
    (
        "FINAL_GIFT_NOT_DUE",
        "This action does not leave you with exactly one card.",
    ),
    (
        "SCOPE_NOT_ALLOWED",
        "The scope must be WINDOW, or in a Holly window ROUND or DEAL.",
    ),
    ("NO_STANDING_DECLINE", "You have no standing decline."),
];

/// Each action that is refused to a seat, with its reason, the rule that it breaks, and the number it has to respect.
type Refusals = Vec<(Action, &'static str, &'static str, Option<u64>)>;

fn fruitcake_refusals() -> (SecretSanta, Refusals) {
    let game = four(["3×2, Fruitcake", "2×3", "2×4", "2×5"]).fruitcake().build();
    let value = |value| Action::PlayFruitcake {
        recipient: Some(seat(1)),
        value,
    };
    let refused = vec![
        (act("2"), "WRONG_PHASE", "SS-23", None),
        (act("fruitcake 2 to 9"), "SEAT_UNKNOWN", "SS-58", None),
        (act("fruitcake 2 to 0"), "SELF_TARGET", "SS-58", None),
        (value(0), "VALUE_OUT_OF_RANGE", "SS-8", Some(1)),
        (value(13), "VALUE_OUT_OF_RANGE", "SS-8", Some(12)),
        (act("fruitcake 5 to 1"), "CARD_NOT_IN_HAND", "SS-58", None),
        (act("decline round"), "SCOPE_NOT_ALLOWED", "SS-40", None),
        (Action::Decline { scope: None }, "SCOPE_NOT_ALLOWED", "SS-40", None),
        (act("withdraw"), "NO_STANDING_DECLINE", "SS-75", None),
    ];
    (game, refused)
}

fn leading_refusals() -> (SecretSanta, Refusals) {
    let game = four(["3×2, 9, Elf, Santa", "2×3", "2×4", "2×5"]).build();
    let refused = vec![
        (act("fruitcake 2 to 1"), "WRONG_PHASE", "SS-58", None),
        (act("carol 1"), "WRONG_PHASE", "SS-34", None),
        (act("mouse"), "WRONG_PHASE", "SS-34", None),
        (act("ghost"), "WRONG_PHASE", "SS-34", None),
        (act("tree self"), "WRONG_PHASE", "SS-59", None),
        (act("scrooge 1"), "WRONG_PHASE", "SS-59", None),
        (act("decline"), "WRONG_PHASE", "SS-40", None),
        (gifts(0, 1, 0, false, false), "VALUE_OUT_OF_RANGE", "SS-8", Some(1)),
        (gifts(13, 1, 0, false, false), "VALUE_OUT_OF_RANGE", "SS-8", Some(12)),
        (gifts(2, 0, 1, false, false), "GIFT_REQUIRED", "SS-27", Some(1)),
        (gifts(2, 1, 4, false, false), "COUNT_OUT_OF_RANGE", "SS-R1", Some(3)),
        (act("4×2"), "CARD_NOT_IN_HAND", "SS-12", None),
        (act("2 + 2 Elves"), "CARD_NOT_IN_HAND", "SS-R56", None),
        (act("2!"), "FINAL_GIFT_NOT_DUE", "SS-50", None),
        (act("santa!"), "FINAL_GIFT_NOT_DUE", "SS-50", None),
        (act("zeros Elf"), "GIFTS_STILL_HELD", "SS-29", None),
        (act("pass"), "MUST_LEAD", "SS-13", None),
    ];
    (game, refused)
}

fn zeros_refusals() -> (SecretSanta, Refusals) {
    let game = four(["Elf, Mouse, Tree", "2×3", "2×4", "2×5"]).build();
    let zeros = |cards: &[Option<Special>]| Action::PlayZeros {
        cards: cards.to_vec(),
        final_gift: false,
    };
    let refused = vec![
        (zeros(&[]), "EMPTY_PLAY", "SS-29", Some(1)),
        (zeros(&[None]), "NOT_A_SPECIAL", "SS-29", None),
        (act("zeros Ghost"), "CARD_NOT_IN_HAND", "SS-29", None),
        (act("zeros Elf!"), "FINAL_GIFT_NOT_DUE", "SS-50", None),
    ];
    (game, refused)
}

fn following_refusals() -> (SecretSanta, Refusals) {
    let position = four(["2×3, 2×5, 9, Elf", "2×1", "2×2", "2×6"]).leads(3);
    let refused = vec![
        (act("2×6"), "CARD_NOT_IN_HAND", "SS-14", None),
        (act("2×5 + Santa"), "CARD_NOT_IN_HAND", "SS-33", None),
        (act("santa"), "CARD_NOT_IN_HAND", "SS-33", None),
        (act("9"), "WRONG_COUNT", "SS-14", Some(2)),
        (act("2×3"), "VALUE_TOO_LOW", "SS-14", Some(5)),
        (act("zeros Elf"), "NOT_LEADING", "SS-29", None),
    ];
    (position.play(3, "2×4").turn(0).build(), refused)
}

/// Seat 0 holds Carol, Mouse and Ghost; seat 1 has passed.
fn holly_refusals() -> (SecretSanta, Refusals) {
    let position = four(["Carol, Mouse, Ghost", "2×1", "2×2", "2×6"]).leads(3);
    let mut game = position.play(3, "4").turn(1).build();
    run(&mut game, "1 pass");
    let refused = vec![
        (act("2"), "WRONG_PHASE", "SS-23", None),
        (act("zeros Elf"), "WRONG_PHASE", "SS-23", None),
        (act("pass"), "WRONG_PHASE", "SS-23", None),
        (act("santa"), "WRONG_PHASE", "SS-26", None),
        (act("tree left"), "WRONG_PHASE", "SS-59", None),
        (act("carol 9"), "SEAT_UNKNOWN", "SS-44", None),
        (act("carol 0"), "SELF_TARGET", "SS-44", None),
        (act("carol 1!"), "FINAL_GIFT_NOT_DUE", "SS-50", None),
        (act("mouse!"), "FINAL_GIFT_NOT_DUE", "SS-50", None),
        (act("ghost"), "NO_GIFT_JUST_PLAYED", "SS-46", None),
    ];
    (game, refused)
}

/// Seat 0 holds a Mouse, and nothing is in play any more.
fn haunted_refusals() -> (SecretSanta, Refusals) {
    let mut game = four(["3, 4, Mouse", "2×1, 9", "2×2, Ghost, Carol", "2×6"])
        .leads(1)
        .build();
    run(&mut game, "1 9; 0 decline; 3 decline; 2 ghost");
    let refused = vec![
        (act("mouse"), "NOTHING_IN_PLAY", "SS-45", None),
        (act("carol 1"), "CARD_NOT_IN_HAND", "SS-44", None),
        (act("ghost"), "CARD_NOT_IN_HAND", "SS-46", None),
    ];
    (game, refused)
}

/// A play that still stands, and a seat 0 without any Holly card or with three cards too many for a Final Gift.
fn standing_play_refusals() -> (SecretSanta, Refusals) {
    let mut game = four(["3, 4, Ghost", "2×1, 9", "2×2, Carol", "2×6"]).leads(1).build();
    run(&mut game, "1 9");
    let refused = vec![
        (act("ghost!"), "FINAL_GIFT_NOT_DUE", "SS-50", None),
        (act("mouse"), "CARD_NOT_IN_HAND", "SS-45", None),
    ];
    (game, refused)
}

/// Seat 1 is out, and seat 3 has won the round; seat 0 holds both Snow cards, or none.
fn snow_refusals(hand: &str) -> SecretSanta {
    let position = four([hand, "", "2×2, Tree", "2×6"]).leads(3).placed([1]);
    let mut game = position.play(3, "4").passed([0, 2]).turn(3).build();
    run(&mut game, "3 pass");
    game
}

fn refusals() -> Vec<(SecretSanta, Refusals)> {
    let tree = Action::PlayTree {
        deal_first: None,
        final_gift: false,
    };
    let with_both = vec![
        (act("mouse"), "WRONG_PHASE", "SS-34", None),
        (tree, "BAD_DIRECTION", "SS-63", None),
        (act("scrooge 9"), "SEAT_UNKNOWN", "SS-64", None),
        (act("scrooge 1"), "TARGET_OUT", "SS-64", None),
        (act("scrooge 3"), "TARGET_NOT_A_MISER", "SS-64", None),
        (act("scrooge 2!"), "FINAL_GIFT_NOT_DUE", "SS-50", None),
        (act("decline deal"), "SCOPE_NOT_ALLOWED", "SS-40", None),
    ];
    let with_tree = vec![
        (act("tree self!"), "FINAL_GIFT_NOT_DUE", "SS-50", None),
        (act("scrooge 2"), "CARD_NOT_IN_HAND", "SS-64", None),
    ];
    let with_none = vec![(act("tree self"), "CARD_NOT_IN_HAND", "SS-63", None)];
    let owed = |rule| vec![(act("decline"), "NOT_YOUR_DECISION", rule, None)];
    let after = |mut game: SecretSanta, script: &str| {
        run(&mut game, script);
        game
    };
    let over = Position::seats(4).options(one_deal()).finished([0, 1, 2, 3]).over();
    vec![
        (over.build(), vec![(act("pass"), "MATCH_OVER", "SS-70", None)]),
        (after(fruitcake_refusals().0, "0 decline"), owed("SS-58")),
        (four(["2×1", "2×2", "2×3", "2×4"]).leads(1).build(), owed("SS-23")),
        (after(holly_refusals().0, "0 decline"), owed("SS-39")),
        (after(snow_refusals("3, 4, Scrooge"), "0 decline"), owed("SS-61")),
        fruitcake_refusals(),
        leading_refusals(),
        zeros_refusals(),
        following_refusals(),
        holly_refusals(),
        haunted_refusals(),
        standing_play_refusals(),
        (snow_refusals("3, 4, Scrooge"), with_both),
        (snow_refusals("3, 4, 5"), with_none),
        (
            four(["3, 4, Tree", "2×2", "2×5", "2×6"]).leads(3).snow(3).build(),
            with_tree,
        ),
    ]
}

#[test]
fn every_reason_names_the_broken_rule_and_the_number_to_respect() {
    let mut seen = std::collections::BTreeSet::new();
    for (game, refused) in refusals() {
        for (action, code, rule, limit) in refused {
            let words = format!("{} at {}", said(&action), now(&game));
            let refused = game.resolve(seat(0), &action).unwrap_err();
            assert_eq!(
                (refused.code(), refused.rule(), refused.limit()),
                (code, rule, limit),
                "{words}"
            );
            let sentence = SENTENCES.iter().find(|(of, _)| *of == code).unwrap().1;
            assert_eq!(refused.to_string(), sentence, "{words}");
            seen.insert(code);
        }
    }
    let all: std::collections::BTreeSet<_> = SENTENCES.iter().map(|(code, _)| *code).collect();
    assert_eq!(seen, all);
}
