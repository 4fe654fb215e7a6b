//! Positions of the action phase, with the answers of the game.

use super::{Bianca, Checked, Emily, Natasha, Paul, Robert, SECOND_SNOWMAN, SNOWMAN, Stephen};
use crate::{
    components::{Obstacle, Piece},
    config::{Config, Draft, configure},
    state::SnowballWar,
    testkit::{
        Position, discard, dodge, dodge_as, double_throw, force_reroll, intercept, move_again, rush, swap, take_hit,
        throw, throw_again, throw_as, walk, walk_as,
    },
};

/// Adds the positions of the action phase.
pub(super) fn add(all: &mut Vec<Checked>) {
    throws(all);
    moves(all);
    discarded_dice(all);
    double_throws(all);
    forced_rerolls(all);
    swaps(all);
    rushes(all);
    second_throws(all);
    second_moves(all);
    reactions(all);
}

/// Robert (1 to 6: M T M D T M) with dice 2 and 1, Paul gone; Emily gone, Natasha behind an obstacle and also far away.
fn position() -> Position {
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

/// Options with other distances than the usual ones.
fn shorter() -> Config {
    let draft = Draft {
        obstacles: Some(Vec::new()),
        move_distance: Some(60),
        snowball_distance: Some(50),
        ..Draft::default()
    };
    configure(None, draft).unwrap_or_else(|error| panic!("{error}"))
}

/// Stephen stands between Paul and his target.
pub(super) fn double_throws_past_a_piece(all: &mut Vec<Checked>) {
    let between = position().obstacles([]).stands(Paul, 200, 180).dice(Paul, [4, 5]);
    let between = between.stands(Stephen, 250, 165).build();
    all.push(Checked::of(
        between,
        0,
        [(double_throw(Bianca), "NO_LINE_OF_SIGHT SW-10")],
    ));
}

/// Seat 1 acts, with the other three abilities.
fn able() -> Position {
    Position::action(1)
        .stands(Bianca, 300, 150)
        .dice(Bianca, [1, 0])
        .stands(Natasha, 300, 100)
        .dice(Natasha, [1, 0])
        .stands(Emily, 300, 200)
        .dice(Emily, [1, 0])
        .stands(Stephen, 260, 150)
        .ran_away(Paul, 1)
        .stands(Robert, 100, 150)
        .dice(Robert, [1, 0])
}

/// Seat 0 acts, and has none of these abilities.
fn unable() -> SnowballWar {
    Position::action(0).dice(Stephen, [1, 0]).build()
}

fn throws(all: &mut Vec<Checked>) {
    let everything: Piece = SNOWMAN;
    all.push(Checked::of(
        position().build(),
        0,
        [
            (throw_as(Emily, 7, 9, everything), "NOT_YOUR_CHARACTER SW-38"),
            (throw_as(Bianca, 7, 9, everything), "NOT_YOUR_CHARACTER SW-38"),
            (throw_as(Paul, 7, 9, everything), "CHARACTER_NOT_IN_PLAY SW-38"),
            (throw_as(Robert, 1, 9, everything), "NO_SUCH_DIE SW-38"),
            (throw_as(Robert, 2, 9, everything), "NO_SUCH_DIE SW-38"),
            (throw_as(Robert, 0, 1, everything), "BAD_VALUE SW-39 limit 2"),
            (throw_as(Robert, 0, 3, everything), "BAD_VALUE SW-39 limit 2"),
            (throw(Stephen, 1, everything), "WRONG_FACE SW-39"),
            (throw(Robert, 0, everything), "BAD_TARGET SW-40"),
            (throw(Robert, 0, Robert), "BAD_TARGET SW-40"),
            (throw(Robert, 0, Paul), "BAD_TARGET SW-40"),
            (throw(Robert, 0, Emily), "TARGET_NOT_IN_PLAY SW-40"),
            (throw(Robert, 0, Natasha), "OUT_OF_RANGE SW-40 limit 148"),
            (throw(Robert, 0, Bianca), "NO_LINE_OF_SIGHT SW-10"),
        ],
    ));
    let clear = position().obstacles([]).build();
    all.push(Checked::of(clear, 0, [(throw(Robert, 0, Bianca), "accepted")]));
    let short = position().config(shorter()).build();
    all.push(Checked::of(
        short,
        0,
        [(throw(Robert, 0, Bianca), "OUT_OF_RANGE SW-40 limit 50")],
    ));
}

fn moves(all: &mut Vec<Checked>) {
    let walker = || position().dice(Robert, [1, 0]).stands(Stephen, 200, 110);
    all.push(Checked::of(
        walker().build(),
        0,
        [
            (walk_as(Bianca, 7, 9, (-1, -1)), "NOT_YOUR_CHARACTER SW-38"),
            (walk_as(Paul, 7, 9, (-1, -1)), "CHARACTER_NOT_IN_PLAY SW-38"),
            (walk_as(Robert, 1, 9, (-1, -1)), "NO_SUCH_DIE SW-38"),
            (walk_as(Robert, 0, 3, (-1, -1)), "BAD_VALUE SW-39 limit 1"),
            (walk_as(Stephen, 1, 3, (-1, -1)), "BAD_VALUE SW-61 limit 2"),
            (walk_as(Stephen, 1, 0, (-1, -1)), "BAD_VALUE SW-61 limit 1"),
            (walk_as(Stephen, 1, 2, (-1, -1)), "OUT_OF_FIELD SW-5 limit 10"),
            (walk(Robert, 0, (i32::MAX, i32::MAX)), "OUT_OF_FIELD SW-5 limit 490"),
            (walk(Robert, 0, (200, 9)), "OUT_OF_FIELD SW-5 limit 10"),
            (walk(Robert, 0, (200, 291)), "OUT_OF_FIELD SW-5 limit 290"),
            (walk(Robert, 0, (300, 150)), "TOO_FAR SW-41 limit 88"),
            (walk(Robert, 0, (235, 239)), "TOO_FAR SW-41 limit 88"),
            (walk(Robert, 0, (225, 110)), "OVERLAPS_OBSTACLE SW-9"),
            (walk(Robert, 0, (200, 110)), "OVERLAPS_PIECE SW-9"),
            (walk(Robert, 0, (200, 130)), "accepted"),
        ],
    ));
    let throwing = position().build();
    all.push(Checked::of(
        throwing,
        0,
        [(walk(Robert, 0, (-1, -1)), "WRONG_FACE SW-39")],
    ));
    let short = walker().config(shorter()).build();
    all.push(Checked::of(
        short,
        0,
        [(walk(Robert, 0, (139, 150)), "TOO_FAR SW-41 limit 60")],
    ));
    // A spot both in an obstacle and on a piece.
    let both = walker().stands(Stephen, 220, 110).build();
    all.push(Checked::of(
        both,
        0,
        [(walk(Robert, 0, (225, 110)), "OVERLAPS_OBSTACLE SW-9")],
    ));
}

fn discarded_dice(all: &mut Vec<Checked>) {
    all.push(Checked::of(
        position().build(),
        0,
        [
            (discard(Emily, 7), "NOT_YOUR_CHARACTER SW-38"),
            (discard(Paul, 7), "CHARACTER_NOT_IN_PLAY SW-38"),
            (discard(Robert, 1), "NO_SUCH_DIE SW-38"),
            (discard(Robert, u32::MAX), "NO_SUCH_DIE SW-38"),
            (discard(Robert, 0), "accepted"),
        ],
    ));
}

fn double_throws(all: &mut Vec<Checked>) {
    let without = Position::action(1).dice(Bianca, [4, 4]).ran_away(Paul, 1).build();
    all.push(Checked::of(
        without,
        1,
        [(double_throw(SECOND_SNOWMAN), "NO_SUCH_ABILITY SW-60")],
    ));
    let away = position().build();
    all.push(Checked::of(
        away,
        0,
        [(double_throw(SNOWMAN), "CHARACTER_NOT_IN_PLAY SW-38")],
    ));
    let paul = |dice| position().stands(Paul, 200, 180).dice(Paul, dice).build();
    all.push(Checked::of(
        paul([4, 6]),
        0,
        [(double_throw(SNOWMAN), "WRONG_DICE SW-62")],
    ));
    all.push(Checked::of(
        paul([4, 0]),
        0,
        [(double_throw(SNOWMAN), "WRONG_DICE SW-62")],
    ));
    all.push(Checked::of(
        paul([4, 5]),
        0,
        [
            (double_throw(SNOWMAN), "BAD_TARGET SW-62"),
            (double_throw(Paul), "BAD_TARGET SW-62"),
            (double_throw(Emily), "TARGET_NOT_IN_PLAY SW-62"),
            (double_throw(Natasha), "OUT_OF_RANGE SW-62 limit 148"),
            (double_throw(Bianca), "NO_LINE_OF_SIGHT SW-10"),
        ],
    ));
}

fn forced_rerolls(all: &mut Vec<Checked>) {
    all.push(Checked::of(
        unable(),
        0,
        [(force_reroll(7, SNOWMAN), "NO_SUCH_ABILITY SW-60")],
    ));
    let away = able().ran_away(Bianca, 1).dice(Bianca, [0, 0]).build();
    all.push(Checked::of(
        away,
        1,
        [(force_reroll(7, SNOWMAN), "CHARACTER_NOT_IN_PLAY SW-38")],
    ));
    all.push(Checked::of(
        able().build(),
        1,
        [
            (force_reroll(1, SNOWMAN), "NO_SUCH_DIE SW-63"),
            (force_reroll(7, SNOWMAN), "NO_SUCH_DIE SW-63"),
            (force_reroll(0, SNOWMAN), "BAD_TARGET SW-63"),
            (force_reroll(0, Paul), "TARGET_NOT_IN_PLAY SW-63"),
            (force_reroll(0, Robert), "OUT_OF_RANGE SW-63 limit 88"),
            (force_reroll(0, Stephen), "TARGET_HAS_NO_DICE SW-63"),
            (force_reroll(0, Bianca), "TARGET_HAS_NO_DICE SW-63"),
            (force_reroll(0, Emily), "accepted"),
        ],
    ));
    // A target both far away and without dice.
    let far = able().dice(Robert, [0, 0]).build();
    all.push(Checked::of(
        far,
        1,
        [(force_reroll(0, Robert), "OUT_OF_RANGE SW-63 limit 88")],
    ));
}

fn swaps(all: &mut Vec<Checked>) {
    all.push(Checked::of(unable(), 0, [(swap(7, Bianca), "NO_SUCH_ABILITY SW-60")]));
    let away = able().ran_away(Natasha, 1).dice(Natasha, [0, 0]).build();
    all.push(Checked::of(
        away,
        1,
        [(swap(7, Stephen), "CHARACTER_NOT_IN_PLAY SW-38")],
    ));
    all.push(Checked::of(
        able().build(),
        1,
        [
            (swap(1, Stephen), "NO_SUCH_DIE SW-64"),
            (swap(0, Natasha), "BAD_TARGET SW-64"),
            (swap(0, Paul), "BAD_TARGET SW-64"),
            (swap(0, Emily), "OUT_OF_RANGE SW-64 limit 88"),
            (swap(0, Bianca), "accepted"),
        ],
    ));
    let gone = able().ran_away(Emily, 1).dice(Emily, [0, 0]).build();
    all.push(Checked::of(gone, 1, [(swap(0, Emily), "TARGET_NOT_IN_PLAY SW-64")]));
}

fn rushes(all: &mut Vec<Checked>) {
    all.push(Checked::of(unable(), 0, [(rush(7), "NO_SUCH_ABILITY SW-60")]));
    let away = able().ran_away(Emily, 1).dice(Emily, [0, 0]).build();
    all.push(Checked::of(away, 1, [(rush(7), "CHARACTER_NOT_IN_PLAY SW-38")]));
    all.push(Checked::of(
        able().build(),
        1,
        [(rush(1), "NO_SUCH_DIE SW-66"), (rush(0), "OUT_OF_RANGE SW-66 limit 88")],
    ));
    let own = able().stands(Emily, 460, 150).build();
    all.push(Checked::of(own, 1, [(rush(0), "OUT_OF_RANGE SW-66 limit 88")]));
    let near = able().stands(Emily, 80, 200).build();
    all.push(Checked::of(near, 1, [(rush(0), "accepted")]));
}

fn second_throws(all: &mut Vec<Checked>) {
    let game = Position::action(1)
        .obstacles([Obstacle::rectangle(270, 215, 290, 225)])
        .stands(Bianca, 300, 200)
        .dice(Bianca, [6, 0])
        .stands(Natasha, 300, 230)
        .stands(Stephen, 220, 200)
        .stands(Paul, 250, 250)
        .ran_away(Robert, 1)
        .then(1, throw(Bianca, 0, Stephen))
        .build();
    all.push(Checked::of(
        game,
        1,
        [
            (throw_again(Natasha), "BAD_TARGET SW-40"),
            (throw_again(SECOND_SNOWMAN), "BAD_TARGET SW-40"),
            (throw_again(Robert), "TARGET_NOT_IN_PLAY SW-40"),
            (throw_again(SNOWMAN), "OUT_OF_RANGE SW-40 limit 148"),
            (throw_again(Paul), "NO_LINE_OF_SIGHT SW-10"),
            (throw_again(Stephen), "accepted"),
        ],
    ));
}

fn second_moves(all: &mut Vec<Checked>) {
    let game = Position::action(1)
        .obstacles([Obstacle::rectangle(320, 150, 340, 170)])
        .stands(Emily, 300, 200)
        .dice(Emily, [6, 0])
        .stands(Natasha, 280, 230)
        .then(1, walk(Emily, 0, (300, 210)))
        .build();
    all.push(Checked::of(
        game,
        1,
        [
            (move_again((-1, 210)), "OUT_OF_FIELD SW-5 limit 10"),
            (move_again((400, 210)), "TOO_FAR SW-41 limit 88"),
            (move_again((330, 160)), "OVERLAPS_OBSTACLE SW-9"),
            (move_again((285, 230)), "OVERLAPS_PIECE SW-9"),
            (move_again((300, 200)), "accepted"),
        ],
    ));
}

fn reactions(all: &mut Vec<Checked>) {
    let pending = |target: Piece| {
        Position::action(1)
            .stands(Natasha, 100, 150)
            .dice(Natasha, [2, 0])
            .stands(Robert, 15, 200)
            .dice(Robert, [1, 0])
            .stands(Stephen, 60, 200)
            .dice(Stephen, [4, 0])
            .then(1, throw(Natasha, 0, target))
            .build()
    };
    all.push(Checked::of(
        pending(SNOWMAN),
        0,
        [
            (dodge_as(7, 9), "CANNOT_DODGE SW-55"),
            (intercept(1), "NO_SUCH_DIE SW-49"),
            (intercept(7), "NO_SUCH_DIE SW-49"),
            (intercept(0), "accepted"),
        ],
    ));
    all.push(Checked::of(
        pending(Stephen.into()),
        0,
        [
            (dodge_as(1, 9), "NO_SUCH_DIE SW-48"),
            (dodge_as(7, 9), "NO_SUCH_DIE SW-48"),
            (dodge_as(0, 2), "BAD_VALUE SW-61 limit 3"),
            (dodge_as(0, 6), "BAD_VALUE SW-61 limit 5"),
            (dodge(0), "NO_DODGE SW-48"),
            (dodge_as(0, 5), "accepted"),
            (take_hit(), "accepted"),
        ],
    ));
    let far = Position::action(1)
        .stands(Natasha, 200, 150)
        .dice(Natasha, [2, 0])
        .stands(Robert, 15, 200)
        .stands(Stephen, 120, 150)
        .dice(Stephen, [3, 0])
        .then(1, throw(Natasha, 0, Stephen))
        .build();
    // This check comes before that of the missing die.
    all.push(Checked::of(far, 0, [(intercept(7), "CANNOT_INTERCEPT SW-49")]));
}
