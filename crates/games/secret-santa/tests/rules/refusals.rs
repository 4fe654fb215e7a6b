//! Section 6: every refusal with its sentence, rule, number and field, and the order of the checks.

use tinsel_engine::{GameEngine, RejectCode};
use tinsel_engine_testkit::checks::assert_answers;
use tinsel_secret_santa::{
    Action, Special,
    testkit::{Position, act, checked_positions, written},
};

use crate::support::*;

// SS-12, SS-13, SS-14, SS-27, SS-28, SS-29, SS-33, SS-40, SS-44, SS-45, SS-46, SS-58, SS-63, SS-64, SS-75, SS-R9,
// SS-R24, SS-R34, SS-R56, SS-R63
#[test]
fn every_reason_has_its_sentence_rule_number_and_field() {
    assert_answers(&checked_positions());
}

/// One action of each kind, each with a fault.
fn any_action() -> Vec<Action> {
    let said = [
        "fruitcake 0 to ?",
        "0×0 + 99 Elves + Santa!",
        "zeros!",
        "santa!",
        "pass",
        "carol ?!",
        "mouse!",
        "ghost!",
        "tree ?!",
        "scrooge ?!",
        "decline ?",
    ];
    said.map(act).into()
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
        assert_eq!(asked(&over, 0, &action), "MATCH_OVER", "{}", written(&action));
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
            assert_eq!(asked(game, 1, &action), "NO_DECISION_OWED", "{}", written(&action));
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
            assert_eq!(wrong, !fitting.contains(&index), "{} {}", now(game), written(action));
        }
    }
}

// SS-27, SS-14
#[test]
fn sentences_name_the_most_elves_the_size_of_the_sets_and_the_value_to_beat() {
    for (elves, most) in [(0, 0), (3, 3), (8, 8)] {
        let position = four(["5×1, 2", "2×3", "2×2", "2×5"]).options(listed(&[Special::Santa], elves));
        let game = position.build();
        if most > 0 {
            assert_eq!(code(&game, 0, &format!("1 + {most} Elves")), "CARD_NOT_IN_HAND");
        }
        let refused = game
            .resolve(seat(0), &act(&format!("1 + {} Elves", most + 1)))
            .unwrap_err();
        assert_eq!(refused.code(), "COUNT_OUT_OF_RANGE");
        assert_eq!(refused.to_string(), format!("The number of Elves must be 0 to {most}."));
    }
    let follows = four(["2×1", "2×3, 2×5", "2×2", "2×7"]).play(0, "2×4").turn(1).build();
    for (said, sentence) in [
        ("3", "This round is played with sets of 2 cards."),
        ("2×3", "The value must be higher than 4."),
    ] {
        assert_eq!(follows.resolve(seat(1), &act(said)).unwrap_err().to_string(), sentence);
    }
}
