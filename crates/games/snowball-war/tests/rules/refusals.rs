//! Section 6: every refusal with its sentence, rule, limit and field, and the order of the checks.

use tinsel_engine::{GameEngine, RejectCode};
use tinsel_engine_testkit::checks::assert_answers;
use tinsel_snowball_war::{
    Action, EndReason, SnowballWar,
    testkit::{
        Position, allocate, checked_positions, come_back, deploy, discard, dodge, double_throw, force_reroll,
        intercept, malformed_actions, move_again, pick, reroll, rush, skip, swap, take_hit, throw, throw_again, walk,
    },
};

use crate::support::*;

// SW-40, SW-45, SW-62, SW-R25, SW-R32, SW-R51
#[test]
fn every_reason_has_its_sentence_rule_limit_and_field() {
    assert_answers(&checked_positions());
}

/// One valid action of each kind.
fn any_action() -> Vec<(&'static str, Action)> {
    vec![
        ("DRAFT", pick(Stephen)),
        ("DEPLOY", deploy((15, 150), &[])),
        ("REROLL", reroll(&[])),
        ("ALLOCATE", allocate(&[])),
        ("ACTION", throw(Stephen, 0, Bianca)),
        ("ACTION", walk(Stephen, 0, (250, 150))),
        ("ACTION", discard(Stephen, 0)),
        ("ACTION", double_throw(Bianca)),
        ("ACTION", force_reroll(0, Bianca)),
        ("ACTION", swap(0, Bianca)),
        ("ACTION", rush(0)),
        ("THROWAGAIN", throw_again(Bianca)),
        ("MOVEAGAIN", move_again((250, 150))),
        ("AGAIN", skip()),
        ("REACTION", dodge(0)),
        ("REACTION", intercept(0)),
        ("REACTION", take_hit()),
        ("RETURN", come_back(&[])),
    ]
}

/// A position of each phase in which seat 0 decides and seat 1 does not, and the rule that defines the decision.
fn every_phase() -> Vec<(&'static str, SnowballWar)> {
    let doubles = || {
        Position::action(0)
            .team(0, [Bianca, Natasha, Emily])
            .team(1, [Stephen, Paul, Robert])
    };
    let positions = [
        ("SW-22", Position::draft(0)),
        ("SW-23", Position::deployment(0)),
        (
            "SW-32",
            Position::rerolling().pool(0, &[1; 6]).pool(1, &[1; 6]).chosen(1, &[]),
        ),
        (
            "SW-34",
            Position::allocating()
                .pool(0, &[1; 6])
                .pool(1, &[1; 6])
                .allocated(1, &[(Bianca, [0, 1]), (Natasha, [2, 3]), (Emily, [4, 5])]),
        ),
        ("SW-38", Position::action(0).dice(Stephen, [1, 1])),
        (
            "SW-42",
            doubles()
                .stands(Bianca, 300, 150)
                .dice(Bianca, [6, 0])
                .stands(Paul, 400, 150)
                .then(0, throw(Bianca, 0, Paul)),
        ),
        (
            "SW-42",
            doubles()
                .stands(Emily, 300, 150)
                .dice(Emily, [6, 0])
                .then(0, walk(Emily, 0, (300, 160))),
        ),
        (
            "SW-47",
            Position::action(1)
                .stands(Bianca, 300, 150)
                .dice(Bianca, [3, 0])
                .stands(Stephen, 220, 150)
                .dice(Stephen, [3, 0])
                .then(1, throw(Bianca, 0, Stephen)),
        ),
        ("SW-74", Position::homecoming(0).returning(Robert)),
    ];
    positions.map(|(rule, position)| (rule, position.build())).into()
}

/// The check uses the action alone: it applies in every phase, to seats that owe nothing, and after the end.
#[test]
fn malformed_comes_before_all() {
    let over = Position::finished(EndReason::Knockout).snowman_tokens(1, 4).build();
    for game in every_phase().iter().map(|(_, game)| game).chain([&over]) {
        for (action, rule) in malformed_actions() {
            for index in [0, 1] {
                let refused = refusal(game, index, &action);
                assert_eq!(refused, format!("MALFORMED {rule}"), "{}", written(&action));
            }
        }
    }
}

#[test]
fn match_over_comes_next() {
    let knockout = Position::finished(EndReason::Knockout).snowman_tokens(1, 4);
    let turn_limit = Position::finished(EndReason::TurnLimit);
    for (over, refusal) in [(knockout, "MATCH_OVER SW-54"), (turn_limit, "MATCH_OVER SW-70")] {
        let over = over.build();
        for (_, action) in any_action() {
            codes(&over, 0, &[(action.clone(), refusal)]);
            codes(&over, 1, &[(action, refusal)]);
        }
        assert_eq!(over.absent(seat(0)).unwrap_err().code(), "MATCH_OVER");
    }
}

#[test]
fn not_your_decision_comes_before_wrong_action() {
    for (rule, game) in every_phase() {
        // The check of the acting seat comes before that of the expected action.
        let rule = if rule == "SW-38" { "SW-36" } else { rule };
        let refusal = format!("NO_DECISION_OWED {rule}");
        assert_eq!(now(&game).split(' ').nth(1), Some("0"));
        for (_, action) in any_action() {
            codes(&game, 1, &[(action.clone(), &refusal)]);
            assert_eq!(game.resolve(seat(7), &action).unwrap_err().code(), "NO_DECISION_OWED");
        }
        assert_eq!(game.absent(seat(1)).unwrap_err().code(), "NO_DECISION_OWED");
    }
}

#[test]
fn wrong_action_comes_before_the_actions_own_checks() {
    for (rule, game) in every_phase() {
        let now = now(&game);
        for (phase, action) in any_action() {
            let fits = now.split(' ').next() == Some(phase) || (phase == "AGAIN" && now.contains(phase));
            let wrong = refusal(&game, 0, &action) == format!("WRONG_PHASE {rule}");
            assert_eq!(wrong, !fits, "{now}: {}", written(&action));
        }
    }
}
