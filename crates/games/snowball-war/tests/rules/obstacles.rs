//! Obstacles, generated and given (2.3).

use tinsel_engine::{GameEngine, SeatSet};
use tinsel_engine_testkit::{Draws, Recording};
use tinsel_snowball_war::{
    Asked, Config, Draft, FirstPicker, Obstacle, SnowballWar, draws,
    testkit::{Position, draws as script, walk},
};

use crate::support::*;

fn count(count: Option<u32>) -> Draft {
    Draft {
        obstacle_count: count,
        first_picker: Asked::Given(FirstPicker::Seat0),
        ..Draft::default()
    }
}

/// The obstacles from exactly these draws.
#[track_caller]
fn map(draft: Draft, drawn: Vec<Vec<Scripted>>) -> Vec<Obstacle> {
    let mut chance = Draws::new(drawn.into_iter().flatten());
    let (game, _) = SnowballWar::start(&config(draft), &mut chance);
    chance.assert_all_used();
    public(&game).obstacles
}

/// The draws of an attempt at a circle, on a field of 500 by 300.
fn a_circle(radius: i32, x: i32, y: i32) -> Vec<Scripted> {
    [
        script(draws::KIND, (0, 1), &[0]),
        script(draws::CIRCLE, (10, 25), &[radius]),
        script(draws::CIRCLE, (50 + radius, 450 - radius), &[x]),
        script(draws::CIRCLE, (radius, 300 - radius), &[y]),
    ]
    .concat()
}

fn a_rectangle(width: i32, height: i32, x: i32, y: i32) -> Vec<Scripted> {
    [
        script(draws::KIND, (0, 1), &[1]),
        script(draws::RECTANGLE, (20, 60), &[width, height]),
        script(draws::RECTANGLE, (50, 450 - width), &[x]),
        script(draws::RECTANGLE, (0, 300 - height), &[y]),
    ]
    .concat()
}

fn given(obstacles: Vec<Option<Obstacle>>) -> Draft {
    Draft {
        obstacles: Some(obstacles),
        ..Draft::default()
    }
}

// SW-18
#[test]
fn given_obstacles_are_taken_as_they_are() {
    let shapes = vec![circle(250, 150, 30), rectangle(100, 0, 140, 60), circle(400, 100, 5)];
    let mut chance = Recording::new(rng(1));
    let (game, _) = SnowballWar::start(&config(given(shapes)), &mut chance);
    let expected = [
        Obstacle::circle(250, 150, 30),
        Obstacle::rectangle(100, 0, 140, 60),
        Obstacle::circle(400, 100, 5),
    ];
    assert_eq!(public(&game).obstacles, expected);
    assert_eq!(chance.draws.len(), 1, "the first picker alone is drawn");
    let (game, _) = SnowballWar::start(&config(given(Vec::new())), &mut rng(1));
    assert_eq!(public(&game).obstacles, []);
}

// SW-18, SW-R15
#[test]
fn obstacles_stand_before_the_draft_and_never_change() {
    let draft = Draft {
        turn_limit: Some(3),
        ..Draft::default()
    };
    let mut chance = rng(4);
    let (mut game, events) = SnowballWar::start(&config(draft), &mut chance);
    assert_eq!(now(&game).split(' ').next(), Some("DRAFT"));
    assert!(lines(&events)[0].starts_with("created"));
    let obstacles = public(&game).obstacles;
    assert!((6..=8).contains(&obstacles.len()));
    while let Some(owing) = game.owing().iter().next() {
        let made = game.absent(owing).unwrap();
        game.commit(made, SeatSet::EMPTY, &mut chance);
        assert_eq!(public(&game).obstacles, obstacles);
    }
}

// SW-19
#[test]
fn an_even_number_of_obstacles_has_none_in_the_middle_and_a_given_number_is_not_drawn() {
    assert_eq!(map(count(Some(0)), vec![]), []);
    let two = map(count(Some(2)), vec![a_circle(12, 100, 50)]);
    assert_eq!(two, [Obstacle::circle(100, 50, 12), Obstacle::circle(400, 250, 12)]);
    let one = map(count(Some(1)), vec![script(draws::MIDDLE, (10, 25), &[10, 25])]);
    assert_eq!(one, [Obstacle::rectangle(240, 125, 260, 175)]);
    let drawn = script(draws::OBSTACLES, (6, 8), &[6]);
    let pairs = [
        a_circle(10, 80, 30),
        a_circle(10, 80, 100),
        a_rectangle(20, 20, 60, 200),
    ];
    let six = map(count(None), [vec![drawn], pairs.to_vec()].concat());
    assert_eq!(six.len(), 6);
    assert_eq!(
        six[4..],
        [
            Obstacle::rectangle(60, 200, 80, 220),
            Obstacle::rectangle(420, 80, 440, 100)
        ]
    );
}

// SW-19
#[test]
fn the_obstacle_in_the_middle_of_an_odd_field_is_symmetric_too() {
    let odd = Draft {
        field_depth: Some(501),
        field_breadth: Some(301),
        ..count(Some(1))
    };
    let middle = map(odd, vec![script(draws::MIDDLE, (10, 25), &[10, 20])]);
    assert_eq!(middle, [Obstacle::rectangle(240, 130, 261, 171)]);
    assert_eq!(middle[0].turned(501, 301), middle[0]);
}

/// A circle in the exact middle always overlaps its own mirror image.
// SW-19
#[test]
fn after_a_hundred_failed_attempts_a_pair_is_omitted() {
    let failing: Vec<Vec<Scripted>> = (0..100).map(|_| a_circle(10, 250, 150)).collect();
    assert_eq!(map(count(Some(2)), failing.clone()), []);
    let then = [failing.clone(), vec![a_circle(10, 100, 100)]].concat();
    assert_eq!(map(count(Some(4)), then).len(), 2, "the next pair is made all the same");
    let at_last = [failing[1..].to_vec(), vec![a_circle(10, 100, 100)]].concat();
    assert_eq!(map(count(Some(2)), at_last).len(), 2, "the hundredth attempt counts");
}

// SW-20
#[test]
fn exactly_the_gap_is_enough() {
    // The gap to its own mirror image: centres 40 apart leave 20 between radii of 10.
    assert_eq!(map(count(Some(2)), vec![a_circle(10, 230, 150)]).len(), 2);
    let near = vec![a_circle(10, 231, 150), a_circle(10, 100, 100)];
    assert_eq!(map(count(Some(2)), near)[0], Obstacle::circle(100, 100, 10));
    // The gap to another circle, (100,100): 24 and 32 make 40.
    let first = a_circle(10, 100, 100);
    let kept = |second: Vec<Scripted>| {
        let made = map(count(Some(4)), vec![first.clone(), second, a_circle(10, 200, 20)]);
        made[2] == Obstacle::circle(200, 20, 10)
    };
    assert!(
        kept(a_circle(10, 124, 131)),
        "1 too near, so that the third attempt is taken"
    );
    let made = map(count(Some(4)), vec![first.clone(), a_circle(10, 124, 132)]);
    assert_eq!(made[2], Obstacle::circle(124, 132, 10));
    // A rectangle beside a circle: 18 and 24 make 30, the radius and the gap.
    let made = map(count(Some(4)), vec![first.clone(), a_rectangle(20, 20, 118, 124)]);
    assert_eq!(made[2], Obstacle::rectangle(118, 124, 138, 144));
    assert!(kept(a_rectangle(20, 20, 117, 124)));
    assert!(kept(a_rectangle(20, 20, 118, 123)));
    // Two rectangles: 12 and 16 make 20.
    let first = a_rectangle(20, 20, 100, 100);
    let made = map(count(Some(4)), vec![first.clone(), a_rectangle(20, 20, 132, 136)]);
    assert_eq!(made[2], Obstacle::rectangle(132, 136, 152, 156));
    let made = map(
        count(Some(4)),
        vec![first, a_rectangle(20, 20, 132, 135), a_circle(10, 200, 20)],
    );
    assert_eq!(made[2], Obstacle::circle(200, 20, 10));
}

// SW-21, SW-R17
#[test]
fn no_obstacle_reaches_into_a_home_strip() {
    for (shape, fine) in [
        (circle(70, 20, 20), true),
        (circle(69, 20, 20), false),
        (circle(430, 280, 20), true),
        (circle(431, 280, 20), false),
        (circle(250, 19, 20), false),
        (rectangle(50, 0, 450, 300), true),
        (rectangle(49, 0, 450, 300), false),
        (rectangle(50, 0, 451, 300), false),
        (rectangle(50, -1, 450, 300), false),
        (rectangle(50, 0, 450, 301), false),
    ] {
        let configured = SnowballWar::configure(None, given(vec![shape]));
        assert_eq!(configured.is_ok(), fine, "{shape:?}");
    }
    // The strip depends on the sizes of bases: Z = 2·(20 + 10) = 60.
    let larger = Draft {
        snowman_radius: Some(20),
        ..given(vec![rectangle(59, 0, 100, 300)])
    };
    assert!(SnowballWar::configure(None, larger).is_err());
    for number in 0..100 {
        let (game, _) = SnowballWar::start(&Config::default(), &mut rng(number));
        for obstacle in public(&game).obstacles {
            assert!(obstacle.is_between(50, 500, 300), "{obstacle:?}");
        }
    }
}

// SW-R16
#[test]
fn six_to_eight_small_obstacles_with_room_to_pass_between() {
    let mut numbers = [0; 9];
    for number in 0..150 {
        let (game, _) = SnowballWar::start(&Config::default(), &mut rng(number));
        let obstacles = public(&game).obstacles;
        numbers[obstacles.len()] += 1;
        for (index, one) in obstacles.iter().enumerate() {
            assert!(obstacles.contains(&one.turned(500, 300)), "neither edge is favoured");
            let sound = match one {
                Obstacle::Circle { radius, .. } => (10..=25).contains(radius),
                Obstacle::Rectangle { low, high } => {
                    let sides = [high.x - low.x, high.y - low.y];
                    sides.iter().all(|side| (20..=60).contains(side))
                }
            };
            assert!(sound, "{one:?}");
            assert!(obstacles[index + 1..].iter().all(|other| one.keeps_gap(*other, 20)));
        }
    }
    assert!(numbers[6..].iter().all(|number| *number > 20), "{numbers:?}");
    assert!(numbers[..6].iter().all(|number| *number == 0), "{numbers:?}");
}

// SW-R18
#[test]
fn given_obstacles_may_touch_and_overlap_one_another() {
    let wall = vec![
        rectangle(200, 0, 220, 100),
        rectangle(200, 100, 300, 120),
        rectangle(210, 90, 240, 130),
        circle(220, 100, 30),
    ];
    assert!(SnowballWar::configure(None, given(wall)).is_ok());
    let standing = Position::action(0)
        .config(open(Draft::default()))
        .obstacles([
            Obstacle::rectangle(200, 0, 220, 100),
            Obstacle::rectangle(200, 100, 300, 120),
        ])
        .stands(Stephen, 190, 150)
        .dice(Stephen, [1, 0])
        .build();
    assert_eq!(code(&standing, 0, &walk(Stephen, 0, (260, 131))), "ok");
    assert_eq!(code(&standing, 0, &walk(Stephen, 0, (210, 110))), "OVERLAPS_OBSTACLE");
}
