//! The rule, the number and the sentence of every refusal (section 6).

use tinsel_engine::{GameEngine, RejectCode};
use tinsel_secret_santa::{
    Action, SecretSanta, Special,
    testkit::{Position, act, said},
};

use super::checks::gifts;
use crate::support::*;

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
