//! The legal actions of a seat (6.1). These tests compare them with the accepted actions for every checked action, and
//! `geometry` does so for every point.

use tinsel_snowball_war::{
    Acting, Area, Disc, FaceAction, Ground, Legal, Obstacle, Point, Shape, Slot, SnowballWar, Target,
    testkit::{Position, pick, throw, walk},
};

use crate::support::*;

fn acting(game: &SnowballWar, index: u8) -> Acting {
    let Legal::Act(acting) = legal(game, index) else {
        panic!()
    };
    *acting
}

#[test]
fn a_draft_lists_the_pool_in_canonical_order() {
    let game = Position::draft(0).then(0, pick(Bianca)).then(1, pick(Stephen)).build();
    assert_eq!(
        legal(&game, 0),
        Legal::Pick {
            pool: vec![Paul, Robert, Natasha, Emily]
        }
    );
}

#[test]
fn legal_deployments_contain_the_grounds_of_snowman_and_characters() {
    let game = Position::deployment(1)
        .obstacles([Obstacle::circle(250, 150, 12), Obstacle::rectangle(300, 20, 340, 60)])
        .stands(Stephen, 40, 150)
        .stands(Paul, 15, 175)
        .stands(Robert, 15, 125)
        .snowman(0, 15, 150)
        .build();
    let Legal::Deploy(sent) = legal(&game, 1) else { panic!() };
    assert_eq!(sent.characters, [Bianca, Natasha, Emily]);
    assert_eq!((sent.contact_least, sent.contact_most, sent.apart), (25, 26, 20));
    let shapes = |own: i32| {
        let disc = |x, y, radius: i32| Shape::Disc(Disc::new(Point::new(x, y), radius + own));
        vec![
            disc(40, 150, 10),
            disc(15, 175, 10),
            disc(15, 125, 10),
            disc(15, 150, 15),
            disc(250, 150, 12),
            Shape::Rectangle {
                low: Point::new(300, 20),
                high: Point::new(340, 60),
                margin: own,
            },
        ]
    };
    let snowman = Ground {
        low: Point::new(412, 15),
        high: Point::new(485, 285),
        forbidden: shapes(15),
    };
    let team = Ground {
        low: Point::new(10, 10),
        high: Point::new(490, 290),
        forbidden: shapes(10),
    };
    assert_eq!(sorted(sent.snowman), sorted(snowman));
    assert_eq!(sorted(sent.team), sorted(team));
    let Legal::Deploy(first) = legal(&Position::deployment(0).build(), 0) else {
        panic!()
    };
    assert_eq!(
        (first.snowman.low, first.snowman.high),
        (Point::new(15, 15), Point::new(88, 285))
    );
    assert_eq!(first.snowman.forbidden, []);
}

/// Sorts the areas, because the specification defines no order for them.
fn sorted(mut ground: Ground) -> Ground {
    ground.forbidden.sort_by_key(|shape| format!("{shape:?}"));
    ground
}

#[test]
fn legal_pools_come_with_their_characters() {
    let game = Position::rerolling()
        .ran_away(Paul, 2)
        .pool(0, &[3, 1, 4, 1])
        .pool(1, &[1; 6])
        .build();
    assert_eq!(legal(&game, 0), Legal::Reroll { pool_size: 4 });
    let game = Position::allocating()
        .ran_away(Paul, 2)
        .pool(0, &[3, 1, 4, 1])
        .pool(1, &[1; 6])
        .build();
    let Legal::Allocate { pool, characters } = legal(&game, 0) else {
        panic!()
    };
    assert_eq!(pool.iter().map(|die| die.get()).collect::<Vec<_>>(), [3, 1, 4, 1]);
    assert_eq!(characters, [Stephen, Robert]);
}

/// Uses of a die, by value in use: `4 THROW 1`.
fn uses(acting: &Acting, who: Character, slot: usize) -> Vec<String> {
    let one = acting.characters.iter().find(|one| one.character == who).unwrap();
    let die = one
        .dice
        .iter()
        .find(|die| usize::from(die.slot.number()) == slot)
        .unwrap();
    let word = |action| match action {
        FaceAction::Throw => "THROW",
        FaceAction::Move => "MOVE",
        FaceAction::Nothing => "NONE",
    };
    let uses = die.uses.iter();
    uses.map(|one| format!("{} {} {}", one.as_value, word(one.action), one.times.number()))
        .collect()
}

// SW-R31
#[test]
fn every_die_is_listed_with_its_throws_and_moves_in_order() {
    let game = Position::action(0)
        .dice(Stephen, [3, 6])
        .dice(Paul, [0, 6])
        .dice(Robert, [4, 2])
        .dice(Bianca, [1, 1])
        .build();
    let sent = acting(&game, 0);
    let listed: Vec<_> = sent
        .characters
        .iter()
        .map(|one| {
            (
                one.character,
                one.dice
                    .iter()
                    .map(|die| (die.slot, die.value.get()))
                    .collect::<Vec<_>>(),
            )
        })
        .collect();
    assert_eq!(
        listed,
        [
            (Stephen, vec![(Slot::First, 3), (Slot::Second, 6)]),
            (Paul, vec![(Slot::Second, 6)]),
            (Robert, vec![(Slot::First, 4), (Slot::Second, 2)])
        ]
    );
    assert_eq!(uses(&sent, Stephen, 0), ["2 MOVE 1", "4 THROW 1"]);
    assert_eq!(uses(&sent, Stephen, 1), ["6 THROW 1"]);
    assert_eq!(uses(&sent, Paul, 1), ["6 MOVE 2"]);
    assert_eq!(
        uses(&sent, Robert, 0),
        Vec::<String>::new(),
        "it can be discarded all the same"
    );
    assert_eq!(uses(&sent, Robert, 1), ["2 THROW 1"]);
}

// SW-18
#[test]
fn legal_throws_list_obstructions_for_every_enemy_then_for_the_snowman() {
    let game = Position::action(0)
        .obstacles([
            Obstacle::circle(100, 20, 10),
            Obstacle::rectangle(240, 140, 250, 160),
            Obstacle::circle(280, 150, 5),
        ])
        .stands(Stephen, 200, 150)
        .dice(Stephen, [4, 0])
        .stands(Paul, 265, 150)
        .stands(Robert, 30, 30)
        .stands(Bianca, 340, 150)
        .stands(Natasha, 200, 200)
        .ran_away(Emily, 2)
        .build();
    let targets = acting(&game, 0).characters.remove(0).targets;
    let blocked = |piece, distance_squared, in_range, obstacles: &[u8], pieces: &[Character]| Target {
        piece,
        distance_squared,
        in_range,
        obstacles: obstacles.to_vec(),
        pieces: pieces.iter().map(|character| (*character).into()).collect(),
    };
    assert_eq!(
        targets,
        [
            blocked(Bianca.into(), 140 * 140, true, &[1, 2], &[Paul]),
            blocked(Natasha.into(), 50 * 50, true, &[], &[]),
            blocked(snowman(1), 285 * 285, false, &[1, 2], &[Paul, Bianca])
        ],
        "what is in the way is told also beyond range"
    );
    // A throw without a target is listed, too.
    let far = Position::action(0).dice(Robert, [2, 0]).build();
    assert_eq!(acting(&far, 0).characters[0].targets.len(), 4);
}

#[test]
fn obstructions_come_in_order_and_snowmen_last() {
    let game = Position::action(0)
        .stands(Robert, 360, 150)
        .dice(Robert, [2, 0])
        .stands(Stephen, 380, 145)
        .stands(Natasha, 400, 155)
        .stands(Bianca, 486, 150)
        .snowman(1, 440, 150)
        .build();
    let at_bianca = acting(&game, 0).characters[0].targets[0].clone();
    assert_eq!(at_bianca.piece, Bianca.into());
    assert_eq!(at_bianca.pieces, [Stephen.into(), Natasha.into(), snowman(1)]);
    assert!(at_bianca.in_range && !at_bianca.is_legal());
}

#[test]
fn legal_moves_contain_their_area() {
    let game = Position::action(0)
        .obstacles([Obstacle::circle(250, 150, 12), Obstacle::rectangle(300, 20, 340, 60)])
        .stands(Stephen, 200, 150)
        .dice(Stephen, [1, 0])
        .stands(Paul, 200, 100)
        .stands(Bianca, 300, 150)
        .ran_away(Robert, 1)
        .ran_away(Natasha, 1)
        .ran_away(Emily, 1)
        .build();
    let area = acting(&game, 0).characters.remove(0).area.unwrap();
    let disc = |x, y, radius| Shape::Disc(Disc::new(Point::new(x, y), radius));
    let expected = Area {
        origin: Point::new(200, 150),
        max_distance: 88,
        ground: sorted(Ground {
            low: Point::new(10, 10),
            high: Point::new(490, 290),
            forbidden: vec![
                disc(200, 100, 20),
                disc(300, 150, 20),
                disc(15, 150, 25),
                disc(485, 150, 25),
                disc(250, 150, 22),
                Shape::Rectangle {
                    low: Point::new(300, 20),
                    high: Point::new(340, 60),
                    margin: 10,
                },
            ],
        }),
    };
    let sent = Area {
        ground: sorted(area.ground.clone()),
        ..area
    };
    assert_eq!(sent, expected, "its own disc is not among what is forbidden");
}

/// Bianca's 3 throws, her 2 moves, and her 1 only dodges.
#[test]
fn legal_has_targets_for_dice_that_throw_and_an_area_for_dice_that_move() {
    for (dice, throws, moves) in [
        ([3, 0], true, false),
        ([2, 0], false, true),
        ([1, 5], false, false),
        ([3, 2], true, true),
    ] {
        let sent = acting(&Position::action(1).dice(Bianca, dice).build(), 1);
        let bianca = &sent.characters[0];
        assert_eq!(
            (!bianca.targets.is_empty(), bianca.area.is_some()),
            (throws, moves),
            "{dice:?}"
        );
    }
}

#[test]
fn abilities_are_listed_if_a_target_passes_every_check() {
    let position = || {
        Position::action(1)
            .stands(Bianca, 300, 150)
            .dice(Bianca, [1, 6])
            .stands(Natasha, 300, 100)
            .dice(Natasha, [0, 2])
            .stands(Emily, 80, 200)
            .dice(Emily, [3, 3])
            .stands(Stephen, 260, 150)
            .dice(Stephen, [1, 0])
            .stands(Robert, 260, 120)
    };
    let sent = acting(&position().build(), 1);
    let aimed = |list: &[tinsel_snowball_war::Aimed]| -> Vec<_> {
        list.iter()
            .map(|one| (one.slot.number(), one.targets.clone()))
            .collect()
    };
    let near = vec![Stephen, Bianca, Natasha];
    assert_eq!(aimed(&sent.force_rerolls), [(0, near.clone()), (1, near)]);
    assert_eq!(aimed(&sent.swaps), [(1, vec![Bianca])]);
    assert_eq!(sent.rushes, [Slot::First, Slot::Second]);
    assert_eq!(sent.double_throw, None);
    let lonely = position()
        .dice(Bianca, [1, 0])
        .dice(Stephen, [0, 0])
        .stands(Natasha, 400, 150)
        .stands(Emily, 200, 250)
        .build();
    let sent = acting(&lonely, 1);
    assert_eq!((aimed(&sent.force_rerolls), aimed(&sent.swaps)), (vec![], vec![]));
    assert_eq!(sent.rushes, []);
    // Her last die: afterwards she herself has none.
    let paul = Position::action(0)
        .stands(Paul, 300, 150)
        .dice(Paul, [5, 4])
        .stands(Bianca, 380, 150)
        .build();
    let double = acting(&paul, 0).double_throw.unwrap();
    assert_eq!(
        double.iter().map(Target::is_legal).collect::<Vec<_>>(),
        [true, false, false, false]
    );
    let other = Position::action(0).stands(Paul, 300, 150).dice(Paul, [5, 6]).build();
    assert_eq!(acting(&other, 0).double_throw, None);
}

/// An ability without a possible target is not listed; that includes Paul's.
#[test]
fn pauls_ability_is_listed_with_targets_that_pass_no_check_only_if_one_does() {
    let nobody = Position::action(0).stands(Paul, 250, 150).dice(Paul, [4, 4]).build();
    assert_eq!(acting(&nobody, 0).double_throw, None);
}

#[test]
fn legal_second_symbols_contain_character_and_targets_or_area() {
    let game = Position::action(1)
        .stands(Bianca, 300, 150)
        .dice(Bianca, [6, 0])
        .stands(Stephen, 220, 150)
        .stands(Paul, 250, 190)
        .then(1, throw(Bianca, 0, Stephen))
        .build();
    let Legal::ThrowAgain { character, targets } = legal(&game, 1) else {
        panic!()
    };
    assert_eq!(character, Bianca);
    let pieces: Vec<_> = targets.iter().map(|target| target.piece).collect();
    assert_eq!(pieces, [Stephen.into(), Paul.into(), Robert.into(), snowman(0)]);
    let game = Position::action(1)
        .stands(Emily, 300, 150)
        .dice(Emily, [6, 0])
        .then(1, walk(Emily, 0, (310, 150)))
        .build();
    let Legal::MoveAgain { character, area } = legal(&game, 1) else {
        panic!()
    };
    assert_eq!(
        (character, area.origin, area.max_distance),
        (Emily, Point::new(310, 150), 88)
    );
}

#[test]
fn a_reaction_lists_dodges_and_interceptions_in_order() {
    let game = Position::action(1)
        .stands(Bianca, 300, 150)
        .dice(Bianca, [3, 0])
        .stands(Stephen, 220, 150)
        .dice(Stephen, [4, 6])
        .stands(Robert, 220, 200)
        .dice(Robert, [1, 2])
        .then(1, throw(Bianca, 0, Stephen))
        .build();
    let Legal::React { dodges, intercepts } = legal(&game, 0) else {
        panic!()
    };
    let dodges: Vec<_> = dodges
        .iter()
        .map(|dodge| (dodge.slot.number(), dodge.value.get(), dodge.as_value.get()))
        .collect();
    assert_eq!(dodges, [(0, 4, 3), (0, 4, 5), (1, 6, 5)]);
    assert_eq!(intercepts, Slot::ALL);
}

#[test]
fn a_return_lists_the_free_stretches_as_they_are_now() {
    let game = Position::homecoming(0)
        .stands(Stephen, 10, 60)
        .returning(Paul)
        .returning(Robert)
        .build();
    let Legal::Return { places, apart } = legal(&game, 0) else {
        panic!()
    };
    assert_eq!(apart, 20);
    let sent: Vec<_> = places.iter().map(|place| (place.character, place.x)).collect();
    assert_eq!(sent, [(Paul, 10), (Robert, 10)]);
    for place in places {
        // The snowman at (15,150): a point 5 and 24 away is nearer than 25, one 5 and 25 away is not.
        assert_eq!(place.free, [(10, 40), (80, 125), (175, 290)]);
    }
}
