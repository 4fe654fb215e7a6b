//! Compares the geometry with exact rational arithmetic, on random draws and in touching cases; and the areas of
//! `legal` with the accepted actions.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    clippy::wildcard_enum_match_arm,
    reason = "tests"
)]

use tinsel_engine::{Chance, GameEngine, MatchRng, RejectCode, SeatIndex, SeatSet, Seed, Viewer, present::Present};
use tinsel_snowball_war::{
    Action, Character, Config, Disc, Draft, Legal, Obstacle, Placement, Point, SnowballWar, Spot,
    testkit::{Position, come_back, cramped},
};

fn rng(seed: u8) -> MatchRng {
    MatchRng::new(Seed::new([seed; 32]))
}

/// A random number from `least` to `most`.
fn from(chance: &mut MatchRng, least: i32, most: i32) -> i32 {
    let bound = u32::try_from(most - least + 1).unwrap().try_into().unwrap();
    least + chance.below("test", bound) as i32
}

fn point(chance: &mut MatchRng, most: i32) -> Point {
    Point::new(from(chance, 0, most), from(chance, 0, most))
}

/// A fraction: numerator and positive denominator. Small enough to be multiplied in 128 bits.
#[derive(Debug, Clone, Copy)]
struct Ratio(i128, i128);

impl Ratio {
    const fn less(self, other: Self) -> bool {
        self.0 * other.1 < other.0 * self.1
    }

    const fn max(self, other: Self) -> Self {
        if self.less(other) { other } else { self }
    }

    const fn min(self, other: Self) -> Self {
        if other.less(self) { other } else { self }
    }
}

/// Whether a point of the closed segment lies in the open disc: the least distance over the segment, as a fraction.
fn disc_is_entered(from: Point, to: Point, disc: Disc) -> bool {
    let wide = |(x, y): (i64, i64)| (i128::from(x), i128::from(y));
    let ((dx, dy), (ux, uy)) = (wide(from.way(to)), wide(from.way(disc.centre)));
    let length = dx * dx + dy * dy;
    // The parameter of the nearest point, as a fraction of the way, kept between 0 and 1.
    let nearest = if length == 0 {
        Ratio(0, 1)
    } else {
        Ratio(ux * dx + uy * dy, length).max(Ratio(0, 1)).min(Ratio(1, 1))
    };
    let (n, d) = (nearest.0, nearest.1);
    // The vector from there to the centre, times the denominator.
    let (x, y) = (ux * d - dx * n, uy * d - dy * n);
    let radius = i128::from(disc.radius);
    x * x + y * y < radius * radius * d * d
}

/// Whether a point of the closed segment lies in the open rectangle: the part of the segment that is between both pairs
/// of sides (Liang and Barsky).
fn rectangle_is_entered(from: Point, to: Point, low: Point, high: Point) -> bool {
    let (dx, dy) = from.way(to);
    let (mut enter, mut leave) = (Ratio(-1, 1), Ratio(2, 1));
    for (start, way, least, most) in [(from.x, dx, low.x, high.x), (from.y, dy, low.y, high.y)] {
        let (start, way) = (i128::from(start), i128::from(way));
        let (least, most) = (i128::from(least) - start, i128::from(most) - start);
        if way == 0 {
            if least >= 0 || most <= 0 {
                return false;
            }
            continue;
        }
        let (one, two) = if way > 0 { (least, most) } else { (-most, -least) };
        enter = enter.max(Ratio(one, way.abs()));
        leave = leave.min(Ratio(two, way.abs()));
    }
    // Open at the sides of the rectangle, closed at the ends of the segment.
    enter.less(leave) && enter.less(Ratio(1, 1)) && Ratio(0, 1).less(leave)
}

// SW-11
#[test]
fn a_disc_blocks_exactly_what_enters_it_and_both_ways_alike() {
    let mut chance = rng(1);
    let mut blocked = 0;
    for _ in 0..60_000 {
        // Small fields, so that touching is frequent.
        let most = [12, 60, 2000][from(&mut chance, 0, 2) as usize];
        let (a, b) = (point(&mut chance, most), point(&mut chance, most));
        let radius = from(&mut chance, 1, (most / 4).min(200));
        let circle = Obstacle::Circle {
            centre: point(&mut chance, most),
            radius,
        };
        let Obstacle::Circle { centre, radius } = circle else {
            continue;
        };
        let entered = disc_is_entered(a, b, Disc::new(centre, radius));
        assert_eq!(circle.blocks(a, b), entered, "{a} to {b}, {circle:?}");
        assert_eq!(circle.blocks(b, a), entered, "{b} to {a}, {circle:?}");
        blocked += u32::from(entered);
    }
    assert!((5_000..50_000).contains(&blocked), "{blocked}");
}

// SW-12
#[test]
fn a_rectangle_blocks_exactly_what_enters_it_and_both_ways_alike() {
    let mut chance = rng(2);
    let mut blocked = 0;
    for _ in 0..60_000 {
        let most = [12, 60, 2000][from(&mut chance, 0, 2) as usize];
        let (a, b) = (point(&mut chance, most), point(&mut chance, most));
        let (one, two) = (point(&mut chance, most), point(&mut chance, most));
        let low = Point::new(one.x.min(two.x), one.y.min(two.y));
        let high = Point::new(one.x.max(two.x) + 1, one.y.max(two.y) + 1);
        let rectangle = Obstacle::Rectangle { low, high };
        // A segment without length has no interior.
        if a == b {
            continue;
        }
        let entered = rectangle_is_entered(a, b, low, high);
        assert_eq!(rectangle.blocks(a, b), entered, "{a} to {b}, {rectangle:?}");
        assert_eq!(rectangle.blocks(b, a), entered, "{b} to {a}, {rectangle:?}");
        blocked += u32::from(entered);
    }
    assert!((5_000..50_000).contains(&blocked), "{blocked}");
}

/// The square of the distance between two sets, over all their points with whole coordinates: for circles their
/// centres, for rectangles all their points.
fn points(obstacle: Obstacle) -> (Vec<Point>, i64) {
    match obstacle {
        Obstacle::Circle { centre, radius } => (vec![centre], radius.into()),
        Obstacle::Rectangle { low, high } => {
            let all = (low.x..=high.x).flat_map(|x| (low.y..=high.y).map(move |y| Point::new(x, y)));
            (all.collect(), 0)
        }
    }
}

fn shape(chance: &mut MatchRng, most: i32) -> Obstacle {
    let at = point(chance, most);
    if from(chance, 0, 1) == 0 {
        return Obstacle::circle(at.x, at.y, from(chance, 1, 9));
    }
    Obstacle::rectangle(at.x, at.y, at.x + from(chance, 1, 9), at.y + from(chance, 1, 9))
}

// SW-20
#[test]
fn gaps_are_kept_exactly_and_both_ways_alike() {
    let mut chance = rng(3);
    let mut kept = 0;
    for _ in 0..8_000 {
        let (one, two, gap) = (shape(&mut chance, 30), shape(&mut chance, 30), from(&mut chance, 0, 12));
        let ((these, r1), (those, r2)) = (points(one), points(two));
        let pairs = these.iter().flat_map(|a| those.iter().map(|b| a.distance_squared(*b)));
        let apart = r1 + r2 + i64::from(gap);
        let keeps = pairs.min().unwrap() >= apart * apart;
        assert_eq!(one.keeps_gap(two, gap), keeps, "{one:?}, {two:?}, {gap}");
        assert_eq!(two.keeps_gap(one, gap), keeps, "{two:?}, {one:?}, {gap}");
        kept += u32::from(keeps);
    }
    assert!((1_000..7_000).contains(&kept), "{kept}");
}

// SW-7, SW-8
#[test]
fn bases_overlap_obstacles_exactly_where_points_of_them_are_too_near() {
    let mut chance = rng(4);
    for _ in 0..8_000 {
        let (obstacle, base) = (shape(&mut chance, 30), point(&mut chance, 40));
        let radius = from(&mut chance, 1, 12);
        let (points, own) = points(obstacle);
        let nearest = points.iter().map(|at| at.distance_squared(base)).min().unwrap();
        let apart = own + i64::from(radius);
        let overlaps = nearest < apart * apart;
        assert_eq!(
            obstacle.overlaps(Disc::new(base, radius)),
            overlaps,
            "{obstacle:?}, {base}, {radius}"
        );
    }
}

// SW-13
#[test]
fn nothing_overflows_at_the_ends_of_the_integers() {
    let ends = [
        i32::MIN,
        i32::MIN + 1,
        -46_341,
        -1,
        0,
        1,
        46_341,
        i32::MAX - 1,
        i32::MAX,
    ];
    let all = ends.iter().flat_map(|x| ends.iter().map(|y| Point::new(*x, *y)));
    let all: Vec<Point> = all.collect();
    for a in &all {
        for b in &all {
            assert_eq!(a.distance_squared(*b), b.distance_squared(*a));
            assert!(a.distance_squared(*b) >= 0);
            assert!(a.is_within(0, *b) == (a == b), "{a} {b}");
            for radius in [0, 1, 200, i32::MAX] {
                let disc = Disc::new(*b, radius);
                let _ = disc.broken_bound(500, 300);
                assert_eq!(
                    disc.overlaps(Disc::new(*a, radius)),
                    Disc::new(*a, radius).overlaps(disc)
                );
                let circle = Obstacle::Circle { centre: *b, radius };
                let rectangle = Obstacle::Rectangle { low: *a, high: *b };
                for obstacle in [circle, rectangle] {
                    let _ = (
                        obstacle.overlaps(Disc::new(*a, radius)),
                        obstacle.blocks(*a, Point::new(a.y, a.x)),
                        obstacle.keeps_gap(circle, radius),
                        obstacle.keeps_gap(rectangle, radius),
                        obstacle.is_between(50, 500, 300),
                        obstacle.turned(500, 300),
                    );
                }
            }
        }
    }
}

/// The largest field with the largest bases and obstacles: every intermediate value is far from the ends of 64 bits.
// SW-13
#[test]
fn the_largest_legal_field_is_exact() {
    let (a, b) = (Point::new(0, 0), Point::new(2000, 2000));
    let circle = Obstacle::circle(1200, 1482, 200);
    assert!(!disc_is_entered(a, b, Disc::new(Point::new(1200, 1483), 200)));
    assert!(disc_is_entered(a, b, Disc::new(Point::new(1200, 1482), 200)));
    assert!(circle.blocks(a, b));
    assert!(!Obstacle::circle(1200, 1483, 200).blocks(a, b));
}

/// Visits seats that owe a decision, with a state, all along matches of several sizes.
fn moments(visit: &mut dyn FnMut(&SnowballWar, SeatIndex)) {
    let cramped = Draft {
        obstacle_count: Some(3),
        turn_limit: Some(8),
        ..cramped()
    };
    let usual = Draft {
        turn_limit: Some(3),
        ..Draft::default()
    };
    for (draft, seed) in [(cramped.clone(), 5), (usual, 6), (cramped, 7)] {
        let config = SnowballWar::configure(None, draft).unwrap();
        let (mut chance, mut dice) = (rng(seed), rng(seed + 100));
        let (mut game, _) = SnowballWar::start(&config, &mut chance);
        while let Some(seat) = game.owing().iter().next() {
            visit(&game, seat);
            let action = game.any_action(Viewer::Seat(seat), &mut dice).unwrap();
            game.apply(seat, &action, &mut chance).unwrap();
        }
    }
}

/// Every point of a grid over the field and a strip around it; `offset` shifts the grid.
fn grid(config: &Config, offset: i32) -> impl Iterator<Item = Point> {
    let (depth, breadth) = (config.measures.field_depth, config.measures.field_breadth);
    let along = move |length: i32| (-12 + offset % 7..length + 12).step_by(7);
    along(depth).flat_map(move |x| along(breadth).map(move |y| Point::new(x, y)))
}

#[test]
fn a_legal_area_and_accepted_moves_agree_on_every_point() {
    let (mut moves, mut legal_points, mut round) = (0, 0, 0);
    moments(&mut |game, seat| {
        let viewer = Viewer::Seat(seat);
        round += 1;
        let mut check = |area: &tinsel_snowball_war::Area, action: &dyn Fn(Point) -> Action| {
            moves += 1;
            for spot in grid(game.config(), round) {
                let accepted = game.resolve(seat, &action(spot)).is_ok();
                assert_eq!(area.has(spot), accepted, "{spot}");
                legal_points += u32::from(accepted);
            }
        };
        match game.legal(viewer) {
            Legal::Act(acting) => {
                for acting in &acting.characters {
                    let moving = acting.dice.iter().find_map(|die| {
                        let mut uses = die.uses.iter();
                        uses.find(|die_use| die_use.action == tinsel_snowball_war::FaceAction::Move)
                            .map(|die_use| (die.slot, die_use.as_value))
                    });
                    let Some(((slot, value), area)) = moving.zip(acting.area.as_ref()) else {
                        continue;
                    };
                    let action = |spot: Point| Action::Move {
                        character: Some(acting.character),
                        die: Some(slot.number().into()),
                        as_value: Some(value.get().into()),
                        to: Some(Spot::from(spot)),
                    };
                    check(area, &action);
                }
            }
            Legal::MoveAgain { area, .. } => check(&area, &|spot| Action::MoveAgain {
                to: Some(Spot::from(spot)),
            }),
            _ => {}
        }
    });
    assert!(moves > 100 && legal_points > 10_000, "{moves} {legal_points}");
}

#[test]
fn a_legal_deployment_and_accepted_ones_agree_on_every_point() {
    let mut checked = 0;
    moments(&mut |game, seat| {
        let viewer = Viewer::Seat(seat);
        let (view, legal) = (game.view(viewer, SeatSet::EMPTY), game.legal(viewer));
        let Legal::Deploy(deploying) = &legal else { return };
        let decision = SnowballWar::decision(&view, &legal).unwrap();
        let default = game.pending_decisions(Viewer::Seat(seat))[0]
            .default
            .action
            .clone()
            .unwrap();
        let Action::Deploy { snowman, characters } = default else {
            panic!("another default");
        };
        for spot in grid(game.config(), 0) {
            let moved = Action::Deploy {
                snowman: Some(Spot::from(spot)),
                characters: characters.clone(),
            };
            let code = game.resolve(seat, &moved).err().map(|rejected| rejected.code());
            assert_eq!(decision.answer(&moved).is_some(), code.is_none(), "{spot}");
            // The snowman's own checks come first; the other refusals are about its characters.
            let refused = ["OUT_OF_FIELD", "TOO_FAR_FROM_EDGE", "OVERLAPS_OBSTACLE"];
            if !deploying.snowman.has(spot) {
                assert!(code.is_some(), "{spot}");
            } else if let Some(code) = code {
                assert!(!refused.contains(&code), "{spot}: {code}");
            }
        }
        let centre = Spot {
            x: snowman.unwrap().x,
            y: snowman.unwrap().y,
        };
        let (x, y) = (centre.x.unwrap(), centre.y.unwrap());
        for spot in (x - 40..=x + 40).flat_map(|x| (y - 40..=y + 40).map(move |y| Point::new(x, y))) {
            let mut characters = characters.clone();
            characters[1] = Placement {
                at: Some(Spot::from(spot)),
                ..characters[1]
            };
            let moved = Action::Deploy { snowman, characters };
            assert_eq!(
                decision.answer(&moved).is_some(),
                game.resolve(seat, &moved).is_ok(),
                "{spot}"
            );
            checked += 1;
        }
    });
    assert!(checked > 6_000, "{checked}");
}

#[test]
fn a_legal_return_and_accepted_ones_agree_on_every_y() {
    let game = Position::homecoming(0)
        .team(0, [Character::Paul, Character::Emily, Character::Robert])
        .team(1, [Character::Stephen, Character::Bianca, Character::Natasha])
        .stands(Character::Paul, 20, 90)
        .stands(Character::Stephen, 10, 240)
        .returning(Character::Emily)
        .returning(Character::Robert)
        .build();
    let viewer = Viewer::Seat(SeatIndex::new(0));
    let (view, legal) = (game.view(viewer, SeatSet::EMPTY), game.legal(viewer));
    let decision = SnowballWar::decision(&view, &legal).unwrap();
    let mut accepted = 0;
    for one in -5..310 {
        for other in [
            -5,
            10,
            30,
            one - 20,
            one - 19,
            one + 19,
            one + 20,
            290,
            291,
            i32::MAX,
            i32::MIN,
        ] {
            let back = come_back(&[(Character::Robert, other), (Character::Emily, one)]);
            let resolved = game.resolve(SeatIndex::new(0), &back);
            assert_eq!(decision.answer(&back).is_some(), resolved.is_ok(), "{one} {other}");
            accepted += u32::from(resolved.is_ok());
        }
    }
    assert!(accepted > 500, "{accepted}");
}

/// A stored match with the usual options stays below 2 KiB, from its beginning to its end.
#[test]
fn a_match_of_the_usual_size_takes_less_than_2_kib() {
    let mut most = 0;
    for seed in 0..4 {
        let (mut chance, mut dice) = (rng(seed), rng(seed + 50));
        let (mut game, _) = SnowballWar::start(&Config::default(), &mut chance);
        while let Some(seat) = game.owing().iter().next() {
            most = most.max(rmp_serde::to_vec_named(&game).unwrap().len());
            let action = game.any_action(Viewer::Seat(seat), &mut dice).unwrap();
            game.apply(seat, &action, &mut chance).unwrap();
        }
    }
    println!("{most} bytes at most");
    assert!(most <= 2048, "{most} bytes");
}
