//! The rule and the limit that each refusal names, in every phase and for every field.

use tinsel_engine::{GameEngine, RejectCode};
use tinsel_snowball_war::{
    Action, CardAsked, Draft, Obstacle, Reason, SnowballWar,
    testkit::{
        Position, allocate, come_back, deploy, discard, dodge, dodge_as, double_throw, force_reroll, intercept,
        move_again, pick, reroll, rush, skip, swap, throw, throw_again, throw_as, walk, walk_as,
    },
};

use crate::support::*;

/// Code, rule and limit of a refusal: `TOO_FAR SW-41 88`.
#[track_caller]
fn reason(game: &SnowballWar, index: u8, action: &Action) -> String {
    let rejected = game.resolve(seat(index), action).unwrap_err();
    assert_eq!(code(game, index, action), rejected.code());
    let defined = format!("- **{}**", rejected.rule());
    assert!(SnowballWar::FACTS.rules.contains(&defined), "{defined}");
    let limit = rejected.limit().map(|limit| format!(" {limit}"));
    format!("{} {}{}", rejected.code(), rejected.rule(), limit.unwrap_or_default())
}

/// What seat 0 is refused, and what seat 1 is, to whom it is not the turn.
#[track_caller]
fn refused(position: Position, not_due: &str, cases: &[(Action, &str)]) {
    let game = position.build();
    let other = reason(&game, 1, &skip());
    assert_eq!(other, format!("NOT_YOUR_DECISION {not_due}"));
    for (action, expected) in cases {
        assert_eq!(reason(&game, 0, action), *expected, "{}", said(action));
    }
}

#[test]
fn a_refusal_in_the_draft_or_the_deployment_names_its_rule() {
    let draft = Position::draft(1).then(1, pick(Stephen));
    let cases = [(pick(Stephen), "CHARACTER_TAKEN SW-22"), (skip(), "WRONG_ACTION SW-22")];
    refused(draft, "SW-22", &cases);
    let position = Position::deployment(0)
        .obstacles([Obstacle::rectangle(80, 200, 90, 210)])
        .snowman(1, 485, 150)
        .stands(Bianca, 70, 60);
    let team = |snowman: (i32, i32), stephen| {
        let (x, y) = snowman;
        deploy(
            snowman,
            &[(Stephen, stephen), (Paul, (x, y + 25)), (Robert, (x, y - 25))],
        )
    };
    let cases = [
        (deploy((15, 150), &[]), "BAD_CHARACTERS SW-23"),
        (team((14, 150), (40, 150)), "OUT_OF_FIELD SW-5 15"),
        (team((486, 150), (40, 150)), "OUT_OF_FIELD SW-5 485"),
        (team((15, 14), (40, 150)), "OUT_OF_FIELD SW-5 15"),
        (team((15, 286), (40, 150)), "OUT_OF_FIELD SW-5 285"),
        (team((89, 150), (114, 150)), "TOO_FAR_FROM_EDGE SW-24 88"),
        (team((70, 205), (95, 205)), "OVERLAPS_OBSTACLE SW-24"),
        (team((70, 70), (95, 70)), "OVERLAPS_PIECE SW-24"),
        (team((60, 205), (85, 205)), "OVERLAPS_OBSTACLE SW-9"),
        (team((15, 150), (39, 150)), "OVERLAPS_PIECE SW-9"),
        (team((15, 150), (9, 150)), "OUT_OF_FIELD SW-5 10"),
        (team((15, 150), (42, 150)), "NOT_IN_CONTACT SW-25 26"),
        (skip(), "WRONG_ACTION SW-23"),
    ];
    refused(position, "SW-23", &cases);
}

#[test]
fn a_refusal_of_a_choice_of_dice_names_its_rule() {
    let position = Position::rerolling().pool(0, &[1; 6]).pool(1, &[1; 6]).chosen(1, &[]);
    let cases = [
        (reroll(&[6]), "BAD_DIE_INDEX SW-30 5"),
        (reroll(&[1, 1]), "DUPLICATE_DIE SW-32"),
        (skip(), "WRONG_ACTION SW-32"),
    ];
    refused(position, "SW-32", &cases);
    let position = Position::allocating()
        .ran_away(Robert, 1)
        .pool(0, &[1; 4])
        .pool(1, &[1; 6])
        .allocated(1, &[(Bianca, [0, 1]), (Natasha, [2, 3]), (Emily, [4, 5])]);
    let one_die = Action::Allocate {
        cards: [Stephen, Paul]
            .map(|character| CardAsked {
                character: Some(character),
                dice: vec![0],
            })
            .into(),
    };
    let cases = [
        (allocate(&[(Stephen, [0, 1])]), "BAD_CHARACTERS SW-34"),
        (allocate(&[(Stephen, [0, 1]), (Paul, [2, 4])]), "BAD_DIE_INDEX SW-30 3"),
        (allocate(&[(Stephen, [0, 1]), (Paul, [1, 2])]), "BAD_ALLOCATION SW-34"),
        (one_die, "BAD_ALLOCATION SW-34"),
        (skip(), "WRONG_ACTION SW-34"),
    ];
    refused(position, "SW-34", &cases);
}

/// Robert throws and Stephen moves; Paul has run away. Natasha is far, Bianca is hidden, Emily has run away.
fn acting() -> Position {
    Position::action(0)
        .obstacles([Obstacle::rectangle(230, 100, 240, 200)])
        .stands(Robert, 200, 150)
        .dice(Robert, [2, 0])
        .stands(Stephen, 200, 120)
        .dice(Stephen, [0, 1])
        .ran_away(Paul, 1)
        .stands(Bianca, 300, 150)
        .stands(Natasha, 400, 150)
        .ran_away(Emily, 1)
}

#[test]
fn a_refusal_of_a_die_names_its_rule() {
    let cases = [
        (skip(), "WRONG_ACTION SW-38"),
        (discard(Bianca, 0), "NOT_YOUR_CHARACTER SW-38"),
        (discard(Paul, 0), "CHARACTER_NOT_IN_PLAY SW-38"),
        (discard(Robert, 1), "NO_SUCH_DIE SW-38"),
        (throw(Robert, 1, Bianca), "NO_SUCH_DIE SW-38"),
        (walk(Robert, 2, (0, 0)), "NO_SUCH_DIE SW-38"),
        (throw_as(Robert, 0, 1, Bianca), "BAD_VALUE SW-39 2"),
        (throw_as(Robert, 0, 3, Bianca), "BAD_VALUE SW-39 2"),
        (walk_as(Stephen, 1, 3, (200, 120)), "BAD_VALUE SW-61 2"),
        (walk_as(Stephen, 1, 0, (200, 120)), "BAD_VALUE SW-61 1"),
        (walk(Robert, 0, (200, 150)), "WRONG_FACE SW-39"),
        (throw(Robert, 0, snowman(0)), "BAD_TARGET SW-40"),
        (throw(Robert, 0, Emily), "TARGET_NOT_IN_PLAY SW-40"),
        (throw(Robert, 0, Natasha), "OUT_OF_RANGE SW-40 148"),
        (throw(Robert, 0, Bianca), "NO_LINE_OF_SIGHT SW-10"),
        (walk(Stephen, 1, (9, 120)), "OUT_OF_FIELD SW-5 10"),
        (walk(Stephen, 1, (491, 120)), "OUT_OF_FIELD SW-5 490"),
        (walk(Stephen, 1, (200, 9)), "OUT_OF_FIELD SW-5 10"),
        (walk(Stephen, 1, (200, 291)), "OUT_OF_FIELD SW-5 290"),
        (walk(Stephen, 1, (111, 120)), "TOO_FAR SW-41 88"),
        (walk(Stephen, 1, (225, 120)), "OVERLAPS_OBSTACLE SW-9"),
        (walk(Stephen, 1, (200, 140)), "OVERLAPS_PIECE SW-9"),
        (double_throw(Bianca), "CHARACTER_NOT_IN_PLAY SW-38"),
        (swap(0, Paul), "NO_SUCH_ABILITY SW-60"),
    ];
    refused(acting(), "SW-36", &cases);
    let other = Draft {
        move_distance: Some(60),
        snowball_distance: Some(50),
        ..Draft::default()
    };
    let cases = [
        (throw(Robert, 0, Bianca), "OUT_OF_RANGE SW-40 50"),
        (walk(Stephen, 1, (139, 120)), "TOO_FAR SW-41 60"),
    ];
    refused(acting().config(open(other)), "SW-36", &cases);
}

#[test]
fn a_refusal_of_an_ability_names_its_rule() {
    let cases = [
        (double_throw(snowman(0)), "BAD_TARGET SW-62"),
        (double_throw(Emily), "TARGET_NOT_IN_PLAY SW-62"),
        (double_throw(Natasha), "OUT_OF_RANGE SW-62 148"),
        (double_throw(Bianca), "NO_LINE_OF_SIGHT SW-10"),
    ];
    let paul = |dice| acting().stands(Paul, 200, 180).dice(Paul, dice);
    refused(paul([4, 5]), "SW-36", &cases);
    refused(paul([4, 6]), "SW-36", &[(double_throw(Bianca), "WRONG_DICE SW-62")]);
    let able = Position::action(0)
        .team(0, [Bianca, Natasha, Emily])
        .team(1, [Stephen, Paul, Robert])
        .stands(Bianca, 200, 150)
        .dice(Bianca, [1, 0])
        .stands(Natasha, 200, 100)
        .dice(Natasha, [1, 0])
        .stands(Emily, 200, 200)
        .dice(Emily, [1, 0])
        .stands(Stephen, 240, 150)
        .ran_away(Paul, 1);
    let cases = [
        (force_reroll(1, Stephen), "NO_SUCH_DIE SW-63"),
        (force_reroll(0, snowman(1)), "BAD_TARGET SW-63"),
        (force_reroll(0, Paul), "TARGET_NOT_IN_PLAY SW-63"),
        (force_reroll(0, Robert), "OUT_OF_RANGE SW-63 88"),
        (force_reroll(0, Stephen), "TARGET_HAS_NO_DICE SW-63"),
        (swap(1, Bianca), "NO_SUCH_DIE SW-64"),
        (swap(0, Stephen), "BAD_TARGET SW-64"),
        (swap(0, Emily), "OUT_OF_RANGE SW-64 88"),
        (rush(1), "NO_SUCH_DIE SW-66"),
        (rush(0), "OUT_OF_RANGE SW-66 88"),
    ];
    refused(able.clone(), "SW-36", &cases);
    let gone = able.ran_away(Emily, 1).dice(Emily, [0, 0]);
    refused(gone, "SW-36", &[(swap(0, Emily), "TARGET_NOT_IN_PLAY SW-64")]);
}

#[test]
fn a_refusal_of_a_second_symbol_names_its_rule() {
    let twice = || {
        Position::action(0)
            .team(0, [Bianca, Natasha, Emily])
            .team(1, [Stephen, Paul, Robert])
            .stands(Bianca, 300, 150)
            .dice(Bianca, [6, 0])
            .stands(Emily, 250, 150)
            .dice(Emily, [6, 0])
            .stands(Paul, 400, 150)
            .stands(Natasha, 370, 250)
            .stands(Robert, 395, 280)
    };
    let cases = [
        (move_again((300, 150)), "WRONG_ACTION SW-42"),
        (throw_again(Emily), "BAD_TARGET SW-40"),
        (throw_again(snowman(1)), "OUT_OF_RANGE SW-40 148"),
        (throw_again(Stephen), "TARGET_NOT_IN_PLAY SW-40"),
    ];
    let thrown = twice().ran_away(Stephen, 1).then(0, throw(Bianca, 0, Paul));
    refused(thrown, "SW-42", &cases);
    let cases = [
        (throw_again(Paul), "WRONG_ACTION SW-42"),
        (move_again((250, 291)), "OUT_OF_FIELD SW-5 290"),
        (move_again((161, 150)), "TOO_FAR SW-41 88"),
        (move_again((290, 150)), "OVERLAPS_PIECE SW-9"),
    ];
    let moved = twice().then(0, walk(Emily, 0, (250, 150)));
    refused(moved, "SW-42", &cases);
}

#[test]
fn a_refusal_of_a_reaction_or_a_return_names_its_rule() {
    let pending = |target: tinsel_snowball_war::Piece| {
        Position::action(1)
            .stands(Natasha, 100, 150)
            .dice(Natasha, [2, 0])
            .stands(Robert, 15, 200)
            .dice(Robert, [1, 0])
            .stands(Stephen, 60, 200)
            .dice(Stephen, [4, 0])
            .then(1, throw(Natasha, 0, target))
    };
    let cases = [
        (dodge(0), "CANNOT_DODGE SW-55"),
        (intercept(1), "NO_SUCH_DIE SW-49"),
        (skip(), "WRONG_ACTION SW-47"),
    ];
    refused(pending(snowman(0)), "SW-47", &cases);
    let cases = [
        (dodge(1), "NO_SUCH_DIE SW-48"),
        (dodge_as(0, 2), "BAD_VALUE SW-61 3"),
        (dodge_as(0, 6), "BAD_VALUE SW-61 5"),
        (dodge(0), "NO_DODGE SW-48"),
    ];
    refused(pending(Stephen.into()), "SW-47", &cases);
    let far = pending(Stephen.into()).stands(Robert, 300, 250).dice(Stephen, [3, 0]);
    refused(far, "SW-47", &[(intercept(0), "CANNOT_INTERCEPT SW-49")]);
    let position = Position::homecoming(0).stands(Stephen, 10, 100).returning(Robert);
    let cases = [
        (come_back(&[]), "BAD_CHARACTERS SW-74"),
        (come_back(&[(Robert, 9)]), "OUT_OF_FIELD SW-5 10"),
        (come_back(&[(Robert, 291)]), "OUT_OF_FIELD SW-5 290"),
        (come_back(&[(Robert, 119)]), "OVERLAPS_PIECE SW-9"),
        (skip(), "WRONG_ACTION SW-74"),
    ];
    refused(position, "SW-74", &cases);
}

#[test]
fn a_refusal_after_the_end_names_the_rule_that_ended_the_match() {
    let knocked_out = Position::finished(Reason::Knockout).snowman_tokens(1, 4).build();
    assert_eq!(reason(&knocked_out, 0, &skip()), "MATCH_OVER SW-54");
    let at_the_limit = Position::finished(Reason::TurnLimit).build();
    assert_eq!(reason(&at_the_limit, 0, &skip()), "MATCH_OVER SW-70");
}
