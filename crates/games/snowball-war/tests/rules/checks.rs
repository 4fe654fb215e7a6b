//! Refusals of the draft, the deployment, the dice and the return, with rule and limit: each alone, and each before those
//! that come later (section 6).

use tinsel_engine::{GameEngine, RejectCode};
use tinsel_snowball_war::{
    Action, Arrival, CardAsked, Choice, Die, Obstacle, Phase, Placement, Reason, Rejected, SnowballWar, Spot, Use,
    testkit::{
        Position, allocate, come_back, deploy, discard, dodge, double_throw, force_reroll, intercept, move_again, pick,
        reroll, rush, skip, swap, take_hit, throw, throw_again, walk,
    },
};

use crate::support::*;

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

const fn half() -> Option<Spot> {
    Some(Spot { x: Some(3), y: None })
}

/// Each field omitted, by its path, and the rule of its action.
#[allow(clippy::too_many_lines, reason = "one row for each field")]
fn malformed() -> Vec<(Action, &'static str, &'static str)> {
    let whole = Some(Spot { x: Some(3), y: Some(3) });
    let placed = |character, at| Action::Deploy {
        snowman: whole,
        characters: vec![Placement { character, at }],
    };
    let throw = |character, die, target| Action::Throw {
        character,
        die,
        as_value: None,
        target,
    };
    let walk = |character, die, to| Action::Move {
        character,
        die,
        as_value: None,
        to,
    };
    let card = |character| Action::Allocate {
        cards: vec![CardAsked {
            character,
            dice: Vec::new(),
        }],
    };
    let arrival = |character, y| Action::Return {
        characters: vec![Arrival { character, y }],
    };
    let react = |choice| Action::React { choice: Some(choice) };
    let (someone, die) = (Some(Paul), Some(0));
    vec![
        (
            Action::PickCharacter { character: None },
            "pick_character.character",
            "SW-22",
        ),
        (
            Action::Deploy {
                snowman: None,
                characters: vec![],
            },
            "deploy.snowman",
            "SW-23",
        ),
        (
            Action::Deploy {
                snowman: half(),
                characters: vec![],
            },
            "deploy.snowman.y",
            "SW-23",
        ),
        (placed(None, whole), "deploy.characters[0].character", "SW-23"),
        (placed(someone, None), "deploy.characters[0].at", "SW-23"),
        (placed(someone, half()), "deploy.characters[0].at.y", "SW-23"),
        (card(None), "allocate.cards[0].character", "SW-34"),
        (throw(None, die, Some(snowman(0))), "throw_snowball.character", "SW-40"),
        (throw(someone, None, Some(snowman(0))), "throw_snowball.die", "SW-40"),
        (throw(someone, die, None), "throw_snowball.target", "SW-40"),
        (walk(None, die, whole), "move.character", "SW-41"),
        (walk(someone, None, whole), "move.die", "SW-41"),
        (walk(someone, die, None), "move.to", "SW-41"),
        (
            walk(someone, die, Some(Spot { x: None, y: Some(1) })),
            "move.to.x",
            "SW-41",
        ),
        (
            Action::DiscardDie { character: None, die },
            "discard_die.character",
            "SW-37",
        ),
        (
            Action::DiscardDie {
                character: someone,
                die: None,
            },
            "discard_die.die",
            "SW-37",
        ),
        (Action::DoubleThrow { target: None }, "double_throw.target", "SW-62"),
        (
            Action::ForceReroll {
                die: None,
                target: Some(snowman(0)),
            },
            "force_reroll.die",
            "SW-63",
        ),
        (
            Action::ForceReroll { die, target: None },
            "force_reroll.target",
            "SW-63",
        ),
        (
            Action::SwapPlaces {
                die: None,
                team_mate: someone,
            },
            "swap_places.die",
            "SW-64",
        ),
        (
            Action::SwapPlaces { die, team_mate: None },
            "swap_places.team_mate",
            "SW-64",
        ),
        (Action::RushSnowman { die: None }, "rush_snowman.die", "SW-66"),
        (Action::ThrowAgain { target: None }, "throw_again.target", "SW-42"),
        (Action::MoveAgain { to: None }, "move_again.to", "SW-42"),
        (Action::MoveAgain { to: half() }, "move_again.to.y", "SW-42"),
        (Action::React { choice: None }, "react.choice", "SW-47"),
        (
            react(Choice::Dodge {
                die: None,
                as_value: Some(1),
            }),
            "react.dodge.die",
            "SW-48",
        ),
        (react(Choice::Intercept { die: None }), "react.intercept.die", "SW-49"),
        (
            arrival(None, Some(1)),
            "return_characters.characters[0].character",
            "SW-74",
        ),
        (arrival(someone, None), "return_characters.characters[0].y", "SW-74"),
    ]
}

/// The check uses the action alone: it applies in every phase, to seats that owe nothing, and after the end.
#[test]
fn malformed_comes_before_all() {
    let over = Position::finished(Reason::Knockout).snowman_tokens(1, 4).build();
    for game in every_phase().iter().map(|(_, game)| game).chain([&over]) {
        for (action, field, rule) in malformed() {
            for index in [0, 1] {
                assert_eq!(code(game, index, &action), "MALFORMED", "{}", written(&action));
                let rejected = game.resolve(seat(index), &action).unwrap_err();
                assert_eq!(
                    rejected,
                    Rejected::Malformed { field: field.into() },
                    "{}",
                    written(&action)
                );
                assert_eq!((rejected.rule(), rejected.limit()), (rule, None), "{field}");
            }
        }
    }
}

#[test]
fn match_over_comes_next() {
    let knockout = Position::finished(Reason::Knockout).snowman_tokens(1, 4);
    let turn_limit = Position::finished(Reason::TurnLimit);
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
        let refusal = format!("NOT_YOUR_DECISION {rule}");
        assert_eq!(now(&game).split(' ').nth(1), Some("0"));
        for (_, action) in any_action() {
            codes(&game, 1, &[(action.clone(), &refusal)]);
            assert_eq!(game.resolve(seat(7), &action).unwrap_err().code(), "NOT_YOUR_DECISION");
        }
        assert_eq!(game.absent(seat(1)).unwrap_err().code(), "NOT_YOUR_DECISION");
    }
}

#[test]
fn wrong_action_comes_before_the_actions_own_checks() {
    for (rule, game) in every_phase() {
        let now = now(&game);
        for (phase, action) in any_action() {
            let fits = now.split(' ').next() == Some(phase) || (phase == "AGAIN" && now.contains(phase));
            let wrong = refusal(&game, 0, &action) == format!("WRONG_ACTION {rule}");
            assert_eq!(wrong, !fits, "{now}: {}", written(&action));
        }
    }
}

#[test]
fn a_pick_is_of_a_card_that_is_left() {
    let game = Position::draft(1).then(1, pick(Emily)).build();
    codes(&game, 0, &[(pick(Emily), "CHARACTER_TAKEN SW-22"), (pick(Paul), "ok")]);
}

/// The action has all faults at first; the test corrects one after the other.
#[test]
fn checks_of_a_deployment_in_their_order() {
    let game = Position::deployment(1)
        .obstacles([Obstacle::rectangle(400, 0, 450, 60)])
        .stands(Stephen, 440, 250)
        .stands(Paul, 30, 40)
        .stands(Robert, 30, 80)
        .snowman(0, 30, 150)
        .build();
    let at = |snowman, bianca, natasha, emily| deploy(snowman, &[(Emily, emily), (Natasha, natasha), (Bianca, bianca)]);
    let (out, far) = ((495, 100), (200, 100));
    codes(
        &game,
        1,
        &[
            (
                deploy((495, 30), &[(Bianca, out), (Natasha, out)]),
                "BAD_CHARACTERS SW-23",
            ),
            (
                deploy(out, &[(Bianca, out), (Natasha, out), (Stephen, out)]),
                "BAD_CHARACTERS SW-23",
            ),
            (
                deploy(out, &[(Bianca, out), (Natasha, out), (Natasha, out)]),
                "BAD_CHARACTERS SW-23",
            ),
            // A snowman both off the field and too far away is refused as off the field.
            (at((250, -5), out, out, out), "OUT_OF_FIELD SW-5 15"),
            (at((14, 150), out, out, out), "OUT_OF_FIELD SW-5 15"),
            (at((486, 150), out, out, out), "OUT_OF_FIELD SW-5 485"),
            (at((450, 286), out, out, out), "OUT_OF_FIELD SW-5 285"),
            // A snowman both too far away and in the obstacle is refused as too far away.
            (at((411, 30), out, out, out), "TOO_FAR_FROM_EDGE SW-24 88"),
            (at((430, 70), out, out, out), "OVERLAPS_OBSTACLE SW-24"),
            (at((440, 230), out, out, out), "OVERLAPS_PIECE SW-24"),
            (at((485, 150), out, out, out), "OUT_OF_FIELD SW-5 490"),
            (at((485, 150), (430, 40), out, out), "OVERLAPS_OBSTACLE SW-9"),
            (at((485, 150), (440, 240), out, out), "OVERLAPS_PIECE SW-9"),
            (at((485, 150), (470, 150), out, out), "OVERLAPS_PIECE SW-9"),
            (at((485, 150), far, out, out), "NOT_IN_CONTACT SW-25 26"),
            // One character after the other: any fault of Bianca comes before a fault of Natasha.
            (at((485, 150), (460, 150), out, far), "OUT_OF_FIELD"),
            (at((485, 150), (460, 150), (461, 160), far), "OVERLAPS_PIECE"),
            (at((485, 150), (460, 150), far, out), "NOT_IN_CONTACT SW-25 26"),
            (at((485, 150), (460, 150), (485, 125), out), "OUT_OF_FIELD"),
            (at((485, 150), (460, 150), (485, 125), (485, 175)), "ok"),
        ],
    );
    // A snowman both in an obstacle and on a piece is refused as in the obstacle.
    let game = Position::deployment(1)
        .obstacles([Obstacle::rectangle(400, 100, 420, 200)])
        .stands(Stephen, 445, 150)
        .stands(Paul, 30, 40)
        .stands(Robert, 30, 80)
        .snowman(0, 30, 150)
        .build();
    assert_eq!(code(&game, 1, &at((430, 150), out, out, out)), "OVERLAPS_OBSTACLE");
    assert_eq!(
        code(&game, 1, &at((485, 150), (428, 150), out, out)),
        "OVERLAPS_OBSTACLE"
    );
}

#[test]
fn checks_of_a_re_roll_in_their_order() {
    let game = Position::rerolling()
        .pool(0, &[1, 2, 3, 4])
        .pool(1, &[1; 6])
        .ran_away(Robert, 2)
        .build();
    codes(
        &game,
        0,
        &[
            (reroll(&[0, 0, 4]), "BAD_DIE_INDEX SW-30 3"),
            (reroll(&[u32::MAX]), "BAD_DIE_INDEX SW-30 3"),
            (reroll(&[3, 0, 3]), "DUPLICATE_DIE SW-32"),
            (reroll(&[3, 0, 1, 2]), "ok"),
        ],
    );
    let rejected = game.resolve(seat(0), &reroll(&[3, 0, 3])).unwrap_err();
    assert_eq!(rejected, Rejected::DuplicateDie { place: 2 });
}

// SW-R25
#[test]
fn checks_of_an_allocation_in_their_order() {
    let game = Position::allocating()
        .pool(0, &[1, 2, 3, 4])
        .pool(1, &[1; 6])
        .ran_away(Robert, 2)
        .build();
    let listed = |cards: &[(Character, &[u32])]| Action::Allocate {
        cards: cards
            .iter()
            .map(|(character, dice)| CardAsked {
                character: Some(*character),
                dice: dice.to_vec(),
            })
            .collect(),
    };
    codes(
        &game,
        0,
        &[
            (
                listed(&[(Stephen, &[9]), (Paul, &[9]), (Robert, &[9])]),
                "BAD_CHARACTERS SW-34",
            ),
            (listed(&[(Stephen, &[9]), (Stephen, &[9])]), "BAD_CHARACTERS SW-34"),
            (listed(&[(Stephen, &[9])]), "BAD_CHARACTERS SW-34"),
            (listed(&[(Stephen, &[9]), (Bianca, &[9])]), "BAD_CHARACTERS SW-34"),
            (
                listed(&[(Stephen, &[0, 0, 0]), (Paul, &[1, 4])]),
                "BAD_DIE_INDEX SW-30 3",
            ),
            (listed(&[(Stephen, &[]), (Paul, &[u32::MAX])]), "BAD_DIE_INDEX SW-30 3"),
            (listed(&[(Stephen, &[0]), (Paul, &[1, 2])]), "BAD_ALLOCATION SW-34"),
            (listed(&[(Stephen, &[0, 1, 2]), (Paul, &[3])]), "BAD_ALLOCATION SW-34"),
            (listed(&[(Stephen, &[0, 0]), (Paul, &[1, 2])]), "BAD_ALLOCATION SW-34"),
            (listed(&[(Stephen, &[0, 1]), (Paul, &[1, 2])]), "BAD_ALLOCATION SW-34"),
            (listed(&[(Stephen, &[]), (Paul, &[])]), "BAD_ALLOCATION SW-34"),
            (listed(&[(Paul, &[3, 1]), (Stephen, &[0, 2])]), "ok"),
        ],
    );
}

#[test]
fn checks_of_a_return_in_their_order() {
    let game = Position::homecoming(0)
        .stands(Stephen, 10, 100)
        .returning(Paul)
        .returning(Robert)
        .build();
    codes(
        &game,
        0,
        &[
            (come_back(&[(Paul, 9)]), "BAD_CHARACTERS SW-74"),
            (come_back(&[(Paul, 9), (Paul, 9)]), "BAD_CHARACTERS SW-74"),
            (come_back(&[(Paul, 9), (Stephen, 9)]), "BAD_CHARACTERS SW-74"),
            (
                come_back(&[(Paul, 9), (Robert, 9), (Stephen, 9)]),
                "BAD_CHARACTERS SW-74",
            ),
            // The check begins with Paul, in any order of the list.
            (come_back(&[(Robert, 9), (Paul, 100)]), "OVERLAPS_PIECE SW-9"),
            (come_back(&[(Robert, 100), (Paul, 9)]), "OUT_OF_FIELD SW-5 10"),
            (come_back(&[(Robert, i32::MAX), (Paul, 200)]), "OUT_OF_FIELD SW-5 290"),
            (come_back(&[(Robert, 200), (Paul, 200)]), "OVERLAPS_PIECE SW-9"),
            (come_back(&[(Robert, 220), (Paul, 200)]), "ok"),
        ],
    );
}

/// One refusal of each kind.
fn every_refusal() -> Vec<Rejected> {
    use Rejected as R;
    vec![
        R::Malformed {
            field: "throw_snowball.die".into(),
        },
        R::MatchOver {
            reason: Reason::Knockout,
        },
        R::NotYourDecision { phase: Phase::Draft },
        R::WrongAction { phase: Phase::Draft },
        R::CharacterTaken,
        R::BadCharacters { phase: Phase::Deploy },
        R::OutOfField { limit: 10 },
        R::TooFarFromEdge { limit: 88 },
        R::OverlapsObstacle { piece: Paul.into() },
        R::OverlapsPiece { piece: Paul.into() },
        R::NotInContact { limit: 26 },
        R::BadDieIndex { limit: 5 },
        R::DuplicateDie { place: 1 },
        R::BadAllocation,
        R::NotYourCharacter,
        R::CharacterNotInPlay,
        R::NoSuchDie { action: Use::Throw },
        R::BadValue {
            character: Paul,
            limit: Die::ONE,
        },
        R::WrongFace,
        R::WrongDice,
        R::NoSuchAbility,
        R::BadTarget { action: Use::Throw },
        R::TargetNotInPlay { action: Use::Throw },
        R::OutOfRange {
            action: Use::Throw,
            limit: 148,
        },
        R::NoLineOfSight,
        R::TargetHasNoDice,
        R::TooFar { limit: 88 },
        R::CannotDodge,
        R::NoDodge,
        R::CannotIntercept,
    ]
}

/// The sentences equal those of the specification, and the catalogue has no other reasons.
#[test]
fn sentences_are_those_of_the_specification() {
    let refusals = every_refusal();
    assert_eq!(refusals.len(), Rejected::CATALOGUE.len());
    let rules = SnowballWar::FACTS.rules;
    for rejected in refusals {
        let row = format!("| `{}` | {rejected} |", rejected.code());
        assert!(rules.lines().any(|line| line == row), "{row}");
        assert!(Rejected::CATALOGUE.iter().any(|reason| reason.code == rejected.code()));
        let rule = format!("- **{}**", rejected.rule());
        assert!(rules.lines().any(|line| line.starts_with(&rule)), "{rule}");
    }
}
