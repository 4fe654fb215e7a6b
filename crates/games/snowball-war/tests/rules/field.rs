//! The field and its distances (2.1).

use tinsel_engine::{GameEngine, SeatSet};
use tinsel_snowball_war::{
    Config, Draft, Obstacle, SnowballWar,
    testkit::{Position, come_back, deploy, force_reroll, intercept, rush, swap, throw, walk},
};

use crate::support::*;

/// Stephen with a die to throw and one to move.
fn stephen(x: i32, y: i32) -> Position {
    Position::action(0).stands(Stephen, x, y).dice(Stephen, [4, 1])
}

// SW-R68
#[test]
fn a_sheet_of_a3_paper_can_be_played_on() {
    let paper = config(Draft {
        field_depth: Some(420),
        field_breadth: Some(297),
        ..Draft::default()
    });
    let (mut game, _) = SnowballWar::start(&paper, &mut rng(2));
    let mut chance = rng(3);
    while let Some(seat) = game.owing().iter().next() {
        let made = game.absent(seat).unwrap();
        game.commit(made, SeatSet::EMPTY, &mut chance);
    }
    assert_eq!(at(&game, snowman(1)), Some((405, 149)));
}

// SW-2, SW-R5
#[test]
fn bases_are_discs_of_10_and_15_by_default() {
    let measures = Config::default().measures;
    assert_eq!((measures.character_radius, measures.snowman_radius), (10, 15));
    // Beside a snowman of another size, the characters need another position.
    let with = |radius| {
        let options = open(Draft {
            snowman_radius: Some(radius),
            ..Draft::default()
        });
        stephen(100, 150)
            .config(options)
            .snowman(0, 40, 150)
            .snowman(1, 480, 150)
            .snowman(1, 480, 150)
    };
    assert_eq!(code(&with(15).build(), 0, &walk(Stephen, 1, (65, 150))), "ok");
    assert_eq!(
        code(&with(16).build(), 0, &walk(Stephen, 1, (65, 150))),
        "OVERLAPS_PIECE"
    );
    assert_eq!(code(&with(16).build(), 0, &walk(Stephen, 1, (66, 150))), "ok");
    let small = open(Draft {
        character_radius: Some(5),
        ..Draft::default()
    });
    let game = stephen(100, 150).config(small).snowman(0, 40, 150).build();
    assert_eq!(code(&game, 0, &walk(Stephen, 1, (60, 150))), "ok");
    assert_eq!(code(&game, 0, &walk(Stephen, 1, (59, 150))), "OVERLAPS_PIECE");
}

// SW-3, SW-4, SW-R4, SW-R3
#[test]
fn a_throw_reaches_from_centre_to_centre_and_exactly_so_far() {
    for (x, y, expected) in [
        (248, 150, "ok"),
        (249, 150, "OUT_OF_RANGE"),
        (240, 198, "ok"),
        (240, 199, "OUT_OF_RANGE"),
        (241, 198, "OUT_OF_RANGE"),
    ] {
        let game = stephen(100, 150).stands(Bianca, x, y).build();
        assert_eq!(code(&game, 0, &throw(Stephen, 0, Bianca)), expected, "({x},{y})");
    }
    // The base of a snowman is larger, and its distance is measured the same way.
    let snowman_at = |x| stephen(300, 150).snowman(1, x, 150).build();
    assert_eq!(code(&snowman_at(448), 0, &throw(Stephen, 0, snowman(1))), "ok");
    assert_eq!(
        code(&snowman_at(449), 0, &throw(Stephen, 0, snowman(1))),
        "OUT_OF_RANGE"
    );
}

/// With the usual distance and with another one: only the options contain 88.
// SW-4, SW-R2
#[test]
fn exactly_one_move_is_within_wherever_it_counts() {
    for (reach, far) in [(88, 88), (88, 89), (60, 60), (60, 61)] {
        let options = open(Draft {
            move_distance: Some(reach),
            ..Draft::default()
        });
        let is_near = far == i32::try_from(reach).unwrap();
        let sent = |code: &str, wrong: &str| assert_eq!(code, if is_near { "ok" } else { wrong }, "{far} of {reach}");
        let game = stephen(100, 150).config(options.clone()).build();
        sent(code(&game, 0, &walk(Stephen, 1, (100 + far, 150))), "TOO_FAR");
        let game = Position::action(1)
            .config(options.clone())
            .stands(Bianca, 200, 150)
            .dice(Bianca, [1, 1])
            .stands(Natasha, 300, 150)
            .dice(Natasha, [1, 1])
            .stands(Emily, 300, 150 + far)
            .stands(Stephen, 200 - far, 150)
            .dice(Stephen, [1, 1])
            .build();
        sent(code(&game, 1, &force_reroll(0, Stephen)), "OUT_OF_RANGE");
        sent(code(&game, 1, &swap(0, Emily)), "OUT_OF_RANGE");
        let game = Position::action(1)
            .config(options.clone())
            .stands(Emily, 15 + far, 150)
            .dice(Emily, [1, 1])
            .build();
        sent(code(&game, 1, &rush(0)), "OUT_OF_RANGE");
        let mut game = Position::action(1)
            .config(options)
            .stands(Bianca, 300, 200)
            .dice(Bianca, [3, 0])
            .stands(Stephen, 200, 200)
            .dice(Stephen, [5, 0])
            .stands(Robert, 200, 200 - far)
            .dice(Robert, [1, 0])
            .build();
        act(&mut game, 1, throw(Bianca, 0, Stephen));
        sent(code(&game, 0, &intercept(0)), "CANNOT_INTERCEPT");
    }
}

// SW-5, SW-R11, SW-R1
#[test]
fn the_whole_base_lies_inside_on_every_side() {
    for (from, inside, outside) in [
        ((60, 150), (10, 150), (9, 150)),
        ((440, 150), (490, 150), (491, 150)),
        ((250, 60), (250, 10), (250, 9)),
        ((250, 240), (250, 290), (250, 291)),
    ] {
        let game = Position::action(0)
            .stands(Stephen, from.0, from.1)
            .dice(Stephen, [1, 1])
            .snowman(0, 15, 50)
            .snowman(1, 485, 250)
            .build();
        assert_eq!(code(&game, 0, &walk(Stephen, 0, inside)), "ok", "{inside:?}");
        assert_eq!(
            code(&game, 0, &walk(Stephen, 0, outside)),
            "OUT_OF_FIELD",
            "{outside:?}"
        );
    }
}

// SW-6, SW-R7
#[test]
fn touching_pieces_do_not_overlap() {
    for (x, y, expected) in [
        (120, 150, "ok"),
        (119, 150, "OVERLAPS_PIECE"),
        (112, 166, "ok"),
        (112, 165, "OVERLAPS_PIECE"),
        (111, 166, "OVERLAPS_PIECE"),
    ] {
        let game = stephen(160, 160).stands(Paul, 100, 150).build();
        assert_eq!(code(&game, 0, &walk(Stephen, 1, (x, y))), expected, "({x},{y})");
    }
    for (x, y, expected) in [
        (65, 150, "ok"),
        (64, 150, "OVERLAPS_PIECE"),
        (60, 165, "ok"),
        (59, 165, "OVERLAPS_PIECE"),
    ] {
        let game = stephen(110, 150).snowman(0, 40, 150).build();
        assert_eq!(code(&game, 0, &walk(Stephen, 1, (x, y))), expected, "({x},{y})");
    }
}

// SW-7, SW-8
#[test]
fn touching_obstacles_is_not_overlapping() {
    let circle = Obstacle::circle(200, 150, 15);
    for (x, y, expected) in [
        (175, 150, "ok"),
        (176, 150, "OVERLAPS_OBSTACLE"),
        (180, 165, "ok"),
        (181, 165, "OVERLAPS_OBSTACLE"),
    ] {
        let game = stephen(150, 150).obstacles([circle]).build();
        assert_eq!(code(&game, 0, &walk(Stephen, 1, (x, y))), expected, "({x},{y})");
    }
    let rectangle = Obstacle::rectangle(200, 140, 220, 160);
    for (x, y, expected) in [
        (190, 150, "ok"),
        (191, 150, "OVERLAPS_OBSTACLE"),
        // At a corner, 6 and 8 away.
        (194, 132, "ok"),
        (194, 133, "OVERLAPS_OBSTACLE"),
        (195, 132, "OVERLAPS_OBSTACLE"),
        (210, 130, "ok"),
        (210, 131, "OVERLAPS_OBSTACLE"),
        // In the middle of the obstacle.
        (210, 150, "OVERLAPS_OBSTACLE"),
    ] {
        let game = stephen(150, 150).obstacles([rectangle]).build();
        assert_eq!(code(&game, 0, &walk(Stephen, 1, (x, y))), expected, "({x},{y})");
    }
}

// SW-9
#[test]
fn a_characters_own_base_is_not_in_its_way_and_all_others_are() {
    let game = stephen(150, 150)
        .stands(Paul, 180, 150)
        .stands(Bianca, 150, 180)
        .snowman(0, 80, 150)
        .ran_away(Natasha, 1)
        .build();
    codes(
        &game,
        0,
        &[
            (walk(Stephen, 1, (150, 150)), "ok"),
            (walk(Stephen, 1, (151, 150)), "ok"),
            (walk(Stephen, 1, (161, 150)), "OVERLAPS_PIECE"),
            (walk(Stephen, 1, (150, 161)), "OVERLAPS_PIECE"),
            (walk(Stephen, 1, (104, 150)), "OVERLAPS_PIECE"),
        ],
    );
    // The enemy's snowman is in the way, too.
    let game = stephen(400, 150).snowman(1, 450, 150).build();
    assert_eq!(code(&game, 0, &walk(Stephen, 1, (426, 150))), "OVERLAPS_PIECE");
    assert_eq!(code(&game, 0, &walk(Stephen, 1, (425, 150))), "ok");
}

/// Stephen throws at Bianca, 140 along a level line.
fn level() -> Position {
    stephen(200, 150).stands(Bianca, 340, 150)
}

// SW-10, SW-R33, SW-R34
#[test]
fn whatever_stands_in_the_line_blocks() {
    let seen = |position: Position| code(&position.build(), 0, &throw(Stephen, 0, Bianca));
    let blocked = "NO_LINE_OF_SIGHT";
    assert_eq!(seen(level()), "ok", "thrower and target are not in the way");
    assert_eq!(seen(level().stands(Paul, 270, 150)), blocked, "a team-mate");
    assert_eq!(seen(level().stands(Emily, 270, 150)), blocked, "another enemy");
    assert_eq!(seen(level().obstacles([Obstacle::circle(270, 150, 5)])), blocked);
    assert_eq!(
        seen(level().obstacles([Obstacle::rectangle(260, 140, 280, 160)])),
        blocked
    );
    assert_eq!(seen(level().ran_away(Paul, 2)), "ok", "whoever ran away is not there");
    let own = stephen(30, 150).stands(Bianca, 130, 150).snowman(0, 80, 150);
    assert_eq!(seen(own), blocked, "the own snowman");
    let theirs = stephen(370, 150).stands(Bianca, 470, 150).snowman(1, 420, 150);
    assert_eq!(seen(theirs.clone()), blocked, "the enemy's snowman");
    let see_through = open(Draft {
        snowmen_block_sight: Some(false),
        ..Draft::default()
    });
    assert_eq!(seen(theirs.config(see_through.clone())), "ok");
    let behind = level().stands(Paul, 270, 150).config(see_through);
    assert_eq!(seen(behind), blocked, "characters block with either option");
}

// SW-R6
#[test]
fn in_contact_is_a_gap_of_at_most_1_by_default() {
    let with = |gap, x| {
        let options = open(Draft {
            contact_gap: Some(gap),
            ..Draft::default()
        });
        let game = Position::deployment(0).config(options).build();
        let placed = [(Stephen, (x, 150)), (Paul, (15, 175)), (Robert, (15, 125))];
        code(&game, 0, &deploy((15, 150), &placed))
    };
    assert_eq!(Config::default().measures.contact_gap, 1);
    for (gap, most) in [(0, 40), (1, 41), (5, 45)] {
        assert_eq!(with(gap, most), "ok");
        assert_eq!(with(gap, most + 1), "NOT_IN_CONTACT");
        assert_eq!(with(gap, 39), "OVERLAPS_PIECE");
    }
}

// SW-R12
#[test]
fn obstacles_and_characters_in_between_do_not_stop_a_move() {
    let mut game = stephen(200, 150)
        .obstacles([Obstacle::rectangle(215, 100, 225, 200)])
        .stands(Paul, 240, 150)
        .stands(Bianca, 260, 150)
        .build();
    act(&mut game, 0, walk(Stephen, 1, (280, 150)));
    assert_eq!(at(&game, Stephen), Some((280, 150)));
}

/// No viewer gets rotated coordinates: both seats and spectators see the same numbers.
// SW-1
#[test]
fn both_seats_use_the_same_coordinates() {
    let mut game = Position::homecoming(1).returning(Emily).build();
    act_with(&mut game, 1, come_back(&[(Emily, 30)]), rolled(&[1; 12]));
    for viewer in viewers() {
        let seen = game.view(viewer, SeatSet::EMPTY).position(Emily.into());
        assert_eq!(seen.map(Into::into), Some((490, 30)));
    }
}
