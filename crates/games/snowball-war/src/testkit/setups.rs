//! The setups that the laws are tested with, and the bounds of the options.

use crate::{Asked, Character, Draft, FaceAction, FaceDraft, FirstPicker, Obstacle, SheetDraft, SnowballWar};
use tinsel_engine_testkit::{Bound, GameSetup};

/// The setups that the laws are tested with.
#[must_use]
pub fn setups() -> Vec<GameSetup<SnowballWar>> {
    vec![
        GameSetup::new("default", Draft::default()),
        // All pieces are soon in range of each other, and characters run away and return.
        GameSetup::new("cramped", cramped()),
        // Random play cannot knock snowmen out, so the limit of turns ends the match.
        GameSetup::new("three-turns", three_turns()),
        // Scarf 1, faces that throw and dodge at once, and doubles everywhere.
        GameSetup::new("fierce", fierce()),
    ]
}

/// A setup in which all pieces are soon in range of each other.
#[must_use]
pub fn cramped() -> Draft {
    Draft {
        field_depth: Some(260),
        field_breadth: Some(264),
        move_distance: Some(120),
        snowball_distance: Some(400),
        obstacle_count: Some(2),
        first_picker: Asked::Given(FirstPicker::Seat1),
        turn_limit: Some(12),
        ..Draft::default()
    }
}

fn three_turns() -> Draft {
    Draft {
        obstacles: Some(vec![
            circle(250, 150, 30),
            rectangle(200, 0, 300, 60),
            rectangle(180, 200, 320, 210),
        ]),
        snowmen_block_sight: Some(false),
        turn_limit: Some(3),
        ..Draft::default()
    }
}

fn fierce() -> Draft {
    let face = |action, times, dodge| FaceDraft {
        action: Asked::Given(action),
        times: Some(times),
        dodge: Some(dodge),
    };
    let faces = vec![
        face(FaceAction::Throw, 2, true),
        face(FaceAction::Move, 2, false),
        face(FaceAction::Throw, 1, true),
        face(FaceAction::Throw, 1, false),
        face(FaceAction::Move, 1, true),
        face(FaceAction::Nothing, 1, false),
    ];
    Draft {
        obstacles: Some(Vec::new()),
        snowball_distance: Some(260),
        snowman_limit: Some(12),
        turn_limit: Some(8),
        sheets: Character::ALL
            .into_iter()
            .zip([1, 2, 1, 3, 9, 2])
            .map(|(character, scarf)| SheetDraft {
                character: Some(character),
                scarf: Some(scarf),
                faces: faces.clone(),
            })
            .collect(),
        ..Draft::default()
    }
}

fn circle(x: i32, y: i32, radius: i32) -> Option<Obstacle> {
    Some(Obstacle::circle(x, y, radius))
}

fn rectangle(x1: i32, y1: i32, x2: i32, y2: i32) -> Option<Obstacle> {
    Some(Obstacle::rectangle(x1, y1, x2, y2))
}

type Bounds = Vec<Bound<SnowballWar>>;

/// The bounds of the options that are no number, word or text.
#[must_use]
pub fn bounds() -> Bounds {
    let mut bounds = lengths();
    bounds.extend(cross_checks());
    bounds.extend(obstacles());
    bounds.extend(counts());
    bounds.extend(sheets());
    bounds
}

fn lengths() -> Bounds {
    let wide = || Draft {
        field_depth: Some(2000),
        field_breadth: Some(2000),
        ..Draft::default()
    };
    let snowman = |radius| Draft {
        character_radius: Some(12),
        snowman_radius: Some(radius),
        ..wide()
    };
    vec![Bound::new(
        "snowman_radius",
        "SNOWMAN_RADIUS_TOO_SMALL",
        snowman(12),
        snowman(11),
    )]
}

fn cross_checks() -> Bounds {
    let deployments = |depth| Draft {
        move_distance: Some(400),
        field_depth: Some(depth),
        ..Draft::default()
    };
    let strips = |depth| Draft {
        move_distance: Some(40),
        character_radius: Some(20),
        snowman_radius: Some(40),
        field_breadth: Some(2000),
        field_depth: Some(depth),
        ..Draft::default()
    };
    let returning = |breadth| Draft {
        field_breadth: Some(breadth),
        ..Draft::default()
    };
    let (depth, breadth) = ("FIELD_DEPTH_TOO_SMALL", "FIELD_BREADTH_TOO_SMALL");
    vec![
        Bound::new("field_depth", depth, deployments(486), deployments(485)),
        Bound::new("field_depth", depth, strips(300), strips(299)),
        Bound::new("field_breadth", breadth, returning(264), returning(263)),
    ]
}

fn obstacles() -> Bounds {
    let given = |obstacles: Vec<Option<Obstacle>>| Draft {
        obstacles: Some(obstacles),
        ..Draft::default()
    };
    let fine = circle(250, 150, 10);
    let both = |shape, other| (given(vec![fine, shape]), given(vec![fine, other]));
    let reason = "OBSTACLE_INVALID";
    let shapes = [
        both(circle(70, 150, 20), circle(69, 150, 20)),
        both(circle(430, 150, 20), circle(431, 150, 20)),
        both(circle(250, 20, 20), circle(250, 19, 20)),
        both(circle(250, 280, 20), circle(250, 281, 20)),
        both(circle(250, 150, 1), circle(250, 150, 0)),
        both(rectangle(50, 0, 450, 300), rectangle(49, 0, 450, 300)),
        both(rectangle(50, 0, 450, 300), rectangle(50, -1, 450, 300)),
        both(rectangle(50, 0, 450, 300), rectangle(50, 0, 451, 300)),
        both(rectangle(50, 0, 450, 300), rectangle(50, 0, 450, 301)),
        both(rectangle(100, 100, 101, 101), rectangle(100, 100, 100, 101)),
        both(rectangle(100, 100, 101, 101), rectangle(100, 100, 101, 100)),
        both(fine, None),
        both(fine, circle(i32::MAX, i32::MIN, 200)),
        both(fine, circle(i32::MIN, i32::MAX, i32::MAX)),
        both(fine, rectangle(i32::MIN, i32::MIN, i32::MAX, i32::MAX)),
    ];
    let mut bounds: Bounds = shapes
        .into_iter()
        .map(|(inside, outside)| Bound::new("obstacles[1]", reason, inside, outside))
        .collect();
    let large = |radius| Draft {
        field_depth: Some(2000),
        field_breadth: Some(2000),
        obstacles: Some(vec![circle(1000, 1000, radius)]),
        ..Draft::default()
    };
    bounds.push(Bound::new("obstacles[0]", reason, large(200), large(201)));
    let (twelve, thirteen) = (given(vec![fine; 12]), given(vec![fine; 13]));
    bounds.push(Bound::new("obstacles", "OBSTACLES_TOO_MANY", twelve, thirteen));
    bounds
}

fn counts() -> Bounds {
    let obstacle_count = |count, obstacles: Option<Vec<Option<Obstacle>>>| Draft {
        obstacle_count: Some(count),
        obstacles,
        ..Draft::default()
    };
    let (count, range, both) = (
        "obstacle_count",
        "OBSTACLE_COUNT_OUT_OF_RANGE",
        "OBSTACLE_COUNT_WITH_OBSTACLES",
    );
    vec![
        Bound::new(count, range, obstacle_count(0, None), obstacle_count(9, None)),
        Bound::new(count, range, obstacle_count(8, None), obstacle_count(u32::MAX, None)),
        Bound::new(
            count,
            both,
            obstacle_count(0, None),
            obstacle_count(0, Some(Vec::new())),
        ),
    ]
}

fn sheets() -> Bounds {
    let face = |action, times| FaceDraft {
        action,
        times,
        dodge: None,
    };
    let of = |character, scarf, faces| Draft {
        sheets: vec![SheetDraft {
            character,
            scarf,
            faces,
        }],
        ..Draft::default()
    };
    let paul = Some(Character::Paul);
    let throws = |count| vec![face(Asked::Given(FaceAction::Throw), None); count];
    let one = |action, times| {
        let faces = [throws(3), vec![face(action, times)], throws(2)].concat();
        of(paul, Some(3), faces)
    };
    let fine = || of(paul, Some(1), throws(6));
    let mut twice = fine();
    twice.sheets.extend(fine().sheets);
    let bound = |option, inside, outside| Bound::new(option, "SHEET_INVALID", inside, outside);
    let (nothing, throw) = (Asked::Given(FaceAction::Nothing), Asked::Given(FaceAction::Throw));
    vec![
        bound("sheets[0]", fine(), of(None, Some(3), throws(6))),
        bound("sheets[0]", fine(), of(paul, Some(0), throws(6))),
        bound("sheets[0]", of(paul, Some(9), throws(6)), of(paul, Some(10), throws(6))),
        bound("sheets[0]", fine(), of(paul, None, throws(6))),
        bound("sheets[0]", fine(), of(paul, Some(3), throws(5))),
        bound("sheets[0]", fine(), of(paul, Some(3), throws(7))),
        bound("sheets[0]", one(throw, Some(2)), one(throw, Some(3))),
        bound("sheets[0]", one(throw, Some(1)), one(throw, Some(0))),
        bound("sheets[0]", one(nothing, Some(1)), one(nothing, Some(2))),
        bound("sheets[0]", one(nothing, None), one(Asked::LeftOut, None)),
        bound("sheets[0]", one(nothing, None), one(Asked::Unknown, None)),
        bound("sheets[1]", fine(), twice),
    ]
}
