//! The rule, the number and the sentence of every refusal (section 6).

use tinsel_engine::{GameEngine, RejectCode};
use tinsel_secret_santa::{
    Action, Rejected, SecretSanta, Special,
    testkit::{Position, act, said},
};

use super::checks::gifts;
use crate::support::*;

const SPECIFICATION: &str = include_str!("../../RULES.md");

/// The sentence of a reason in section 6, with the number to respect.
fn sentence(code: &str, limit: Option<u64>) -> String {
    let written = [format!("`{code}` | \""), format!("`{code}` (\"")];
    let after = written
        .iter()
        .find_map(|start| SPECIFICATION.split_once(start.as_str()));
    let (sentence, _) = after.unwrap().1.split_once('"').unwrap();
    let limit = limit.unwrap_or(0);
    sentence
        .replace("{elves}", &limit.to_string())
        .replace("{count}", &limit.to_string())
        .replace("{top value}", &limit.saturating_sub(1).to_string())
}

/// Each refused action of a seat, with its reason, the rule that it breaks, and the number that it must respect.
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
        (Action::Decline { scope: None }, "SCOPE_NOT_ALLOWED", "SS-40", None),
    ];
    (game, refused)
}

/// Seat 0 holds a Mouse, and the table is empty.
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

/// A play that still stands, and a seat 0 without any Holly card, or with three cards too many for a Final Gift.
fn standing_play_refusals() -> (SecretSanta, Refusals) {
    let mut game = four(["3, 4, Ghost", "2×1, 9", "2×2, Carol", "2×6"]).leads(1).build();
    run(&mut game, "1 9");
    let refused = vec![
        (act("ghost!"), "FINAL_GIFT_NOT_DUE", "SS-50", None),
        (act("mouse"), "CARD_NOT_IN_HAND", "SS-45", None),
    ];
    (game, refused)
}

/// Seat 1 is out, and seat 3 has won the round; seat 0 holds this hand.
fn snow_refusals(hand: &str) -> SecretSanta {
    let position = four([hand, "", "2×2, Tree", "2×6"]).leads(3).placed([1]);
    let mut game = position.play(3, "4").passed([0, 2]).turn(3).build();
    run(&mut game, "3 pass");
    game
}

fn refusals() -> Vec<(SecretSanta, Refusals)> {
    let no_direction = Action::PlayTree {
        deal_first: None,
        final_gift: false,
    };
    let with_both = vec![
        (act("mouse"), "WRONG_PHASE", "SS-34", None),
        (no_direction, "BAD_DIRECTION", "SS-63", None),
        (act("scrooge 9"), "SEAT_UNKNOWN", "SS-64", None),
        (act("scrooge 1"), "TARGET_OUT", "SS-64", None),
        (act("scrooge 3"), "TARGET_NOT_A_MISER", "SS-64", None),
        (act("scrooge 2!"), "FINAL_GIFT_NOT_DUE", "SS-50", None),
        (act("decline deal"), "SCOPE_NOT_ALLOWED", "SS-40", None),
    ];
    let tree = four(["3, 4, Tree", "2×2", "2×5", "2×6"]).leads(3).play(3, "4");
    let tree = tree.passed([0, 1, 2]).turn(3);
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
        (after(tree.build(), "3 pass"), with_tree),
    ]
}

// SS-40, SS-R56
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
            assert_eq!(refused.to_string(), sentence(code, limit), "{words}");
            seen.insert(code);
        }
    }
    assert_eq!(seen, Rejected::CATALOGUE.iter().map(|reason| reason.code).collect());
}
