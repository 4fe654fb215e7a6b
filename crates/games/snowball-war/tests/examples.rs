//! The worked examples of `RULES.md`, section 12.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "tests pick what they look at")]

mod support;

use support::*;
use tinsel_engine::GameEngine;
use tinsel_engine_testkit::Draws;
use tinsel_snowball_war::{
    Config, Draft, Legal, Obstacle, SnowballWar, draws,
    testkit::{
        Position, allocate, come_back, deploy, discard, dodge, double_throw, draws as script, force_reroll, intercept,
        pick, reroll, rush, swap, take_hit, throw, throw_again, throw_as, walk_as,
    },
};

// SW-W1
#[test]
fn example_map() {
    let drawn = [
        script(draws::FIRST_PICKER, (0, 1), &[0]),
        script(draws::OBSTACLES, (6, 8), &[7]),
        script(draws::MIDDLE, (10, 25), &[20, 12]),
        script(draws::KIND, (0, 1), &[0]),
        script(draws::CIRCLE, (10, 25), &[18]),
        script(draws::CIRCLE, (68, 432), &[120]),
        script(draws::CIRCLE, (18, 282), &[60]),
        script(draws::KIND, (0, 1), &[1]),
        script(draws::RECTANGLE, (20, 60), &[40, 30]),
        script(draws::RECTANGLE, (50, 410), &[100]),
        script(draws::RECTANGLE, (0, 270), &[200]),
        script(draws::KIND, (0, 1), &[0]),
        script(draws::CIRCLE, (10, 25), &[15]),
        script(draws::CIRCLE, (65, 435), &[150]),
        script(draws::CIRCLE, (15, 285), &[75]),
        script(draws::KIND, (0, 1), &[1]),
        script(draws::RECTANGLE, (20, 60), &[25, 50]),
        script(draws::RECTANGLE, (50, 425), &[200]),
        script(draws::RECTANGLE, (0, 250), &[20]),
    ];
    let drawn: Vec<_> = drawn.into_iter().flatten().collect();
    assert_eq!(drawn.len(), 22);
    let mut chance = Draws::new(drawn);
    let (game, events) = SnowballWar::start(&Config::default(), &mut chance);
    chance.assert_all_used();
    let map = "created 0: (230,138,270,162) (120,60,18) (380,240,18) (100,200,140,230) (360,70,400,100) \
               (200,20,225,70) (275,230,300,280)";
    assert_eq!(lines(&events), [map]);
    assert_eq!(public(&game).obstacles.len(), 7);
    assert_eq!(now(&game), "DRAFT 0");
}

// SW-W2
#[test]
fn derived_numbers() {
    let measures = Config::default().measures;
    assert_eq!(measures.strip(), 50);
    let free = |game: &SnowballWar, index| match legal(game, index) {
        Legal::Return { places, .. } => (places[0].x, places[0].free.clone()),
        other => panic!("{other:?}"),
    };
    let open = |index, returning| Position::homecoming(index).returning(returning).build();
    let first = free(&open(0, Robert), 0);
    assert_eq!((first.0, first.1.last().unwrap().1), (10, 290));
    let second = free(&open(1, Emily), 1);
    assert_eq!((second.0, second.1[0].0), (490, 10));
    // Five other characters and the seat's own snowman, each in the most obstructive position.
    let full = Position::homecoming(0)
        .snowman(0, 15, 245)
        .returning(Robert)
        .stands(Stephen, 10, 30)
        .stands(Paul, 10, 70)
        .stands(Bianca, 10, 110)
        .stands(Natasha, 10, 150)
        .stands(Emily, 10, 190)
        .build();
    let free = free(&full, 0).1;
    let left: i32 = free.iter().map(|(from, to)| to - from + 1).sum();
    assert_eq!(left, 281 - (5 * 39 + 49));
    let breadth = |breadth| Draft {
        field_breadth: Some(breadth),
        ..Draft::default()
    };
    assert!(SnowballWar::configure(None, breadth(264)).is_ok());
    let refused = SnowballWar::configure(None, breadth(263)).unwrap_err();
    assert_eq!(refused.sentence, "field_breadth is too small for returning characters.");
    let depth = |depth| Draft {
        move_distance: Some(400),
        field_depth: Some(depth),
        ..Draft::default()
    };
    assert!(SnowballWar::configure(None, depth(486)).is_ok());
    let refused = SnowballWar::configure(None, depth(485)).unwrap_err();
    assert_eq!(refused.sentence, "field_depth is too small for two deployments.");
}

/// The draft of the third example, up to the first deployment by default.
fn drafted() -> SnowballWar {
    let mut game = Position::draft(1).first_picker(1).build();
    for (index, character) in [(1, Natasha), (0, Robert), (1, Emily), (0, Bianca)] {
        act(&mut game, index, pick(character));
    }
    let last = act(&mut game, 1, pick(Stephen));
    assert_eq!(last, ["picked 1 Stephen", "picked 0 Paul, last"]);
    assert_eq!(now(&game), "DEPLOY 1");
    let sent = away(&mut game, 1, []);
    let placed = "deployed 1 (485,150): Stephen (460,150), Natasha (485,125), Emily (485,175)";
    assert_eq!(sent, [placed]);
    game
}

// SW-W3, SW-R20
#[test]
fn draft_and_default_deployment() {
    let game = drafted();
    let expected = deploy(
        (15, 150),
        &[(Paul, (40, 150)), (Robert, (15, 175)), (Bianca, (15, 125))],
    );
    assert_eq!(default_of(&game, 0), expected);
}

// SW-W4
#[test]
fn a_corner() {
    let mut game = drafted();
    let at = |snowman, paul, robert| deploy(snowman, &[(Paul, paul), (Robert, robert), (Bianca, (12, 40))]);
    codes(
        &game,
        0,
        &[
            (at((15, 15), (40, 12), (33, 33)), "ok"),
            (at((15, 15), (40, 12), (34, 33)), "NOT_IN_CONTACT"),
            (at((15, 15), (40, 12), (32, 32)), "OVERLAPS_PIECE"),
            (at((15, 15), (40, 9), (33, 33)), "OUT_OF_FIELD"),
            (at((89, 15), (40, 12), (33, 33)), "TOO_FAR_FROM_EDGE"),
        ],
    );
    let sent = act_with(&mut game, 0, at((15, 15), (40, 12), (33, 33)), rolled(&[1; 12]));
    assert_eq!(
        sent[0],
        "deployed 0 (15,15): Paul (40,12), Robert (33,33), Bianca (12,40)"
    );
    assert_eq!(now(&game), "REROLL 0 1");
}

// SW-W5
#[test]
fn range() {
    let mut game = Position::action(0)
        .stands(Stephen, 200, 150)
        .dice(Stephen, [4, 6])
        .stands(Bianca, 340, 198)
        .dice(Bianca, [2, 2])
        .stands(Natasha, 341, 104)
        .build();
    codes(
        &game,
        0,
        &[
            (throw(Stephen, 0, Natasha), "OUT_OF_RANGE"),
            (throw(Stephen, 0, snowman(0)), "BAD_TARGET"),
        ],
    );
    act(&mut game, 0, throw(Stephen, 0, Bianca));
    assert_eq!(tokens(&game, Bianca), 1);
    assert_eq!(now(&game), "ACTION 1");
}

// SW-W6
#[test]
fn line_of_throw() {
    let level = |blocker: Option<i32>, obstacles: Vec<Obstacle>| {
        let position = Position::action(0)
            .obstacles(obstacles)
            .stands(Stephen, 100, 100)
            .dice(Stephen, [4, 0])
            .stands(Bianca, 200, 100);
        let position = match blocker {
            Some(y) => position.stands(Paul, 150, y),
            None => position,
        };
        code(&position.build(), 0, &throw(Stephen, 0, Bianca))
    };
    let in_the_way = "NO_LINE_OF_SIGHT";
    assert_eq!(level(Some(109), vec![]), in_the_way);
    assert_eq!(level(Some(110), vec![]), "ok");
    let beside = |y1| vec![Obstacle::rectangle(140, y1, 160, 130)];
    assert_eq!(level(None, beside(100)), "ok");
    assert_eq!(level(None, beside(99)), in_the_way);
    let slanting = |x1| {
        let position = Position::action(0)
            .obstacles([Obstacle::rectangle(x1, 100, 170, 130)])
            .stands(Stephen, 100, 100)
            .dice(Stephen, [4, 0])
            .stands(Bianca, 180, 160);
        code(&position.build(), 0, &throw(Stephen, 0, Bianca))
    };
    assert_eq!(slanting(140), "ok");
    assert_eq!(slanting(139), in_the_way);
}

// SW-W7, SW-27, SW-R71
#[test]
fn example_dice() {
    let mut game = Position::deployment(0).build();
    away(&mut game, 0, []);
    let sent = away(&mut game, 1, rolled(&[1, 3, 3, 6, 2, 5, 4, 4, 1, 6, 2, 2]));
    assert_eq!(sent[1..], ["turn 1", "rolled 0: 1 3 3 6 2 5", "rolled 1: 4 4 1 6 2 2"]);
    let sent = act(&mut game, 1, reroll(&[4, 5]));
    assert_eq!(sent, ["re-roll in 1", "chose 1: 4 5 -> 1"]);
    let sent = act_with(&mut game, 0, reroll(&[0]), redrawn(&[5, 1, 6]));
    assert_eq!(
        sent,
        [
            "re-roll in 0",
            "chose 0: 0 -> 0",
            "re-rolled 0: 0 = 5",
            "re-rolled 1: 4 5 = 1 6"
        ]
    );
    assert_eq!(pool(&game, 0), [5, 3, 3, 6, 2, 5]);
    assert_eq!(pool(&game, 1), [4, 4, 1, 6, 1, 6]);
    let twice = allocate(&[(Stephen, [0, 1]), (Paul, [0, 2]), (Robert, [3, 4])]);
    assert_eq!(code(&game, 0, &twice), "BAD_ALLOCATION");
    act(
        &mut game,
        0,
        allocate(&[(Stephen, [1, 3]), (Paul, [0, 5]), (Robert, [2, 4])]),
    );
    let sent = act(
        &mut game,
        1,
        allocate(&[(Bianca, [3, 5]), (Natasha, [0, 1]), (Emily, [2, 4])]),
    );
    assert_eq!(
        sent,
        [
            "allocation in 1",
            "chose 1: Bianca [3, 5] Natasha [0, 1] Emily [2, 4] -> 1",
            "dealt 0: Stephen [3, 6] Paul [5, 5] Robert [3, 2]",
            "dealt 1: Bianca [6, 6] Natasha [4, 4] Emily [1, 1]",
            "turn 1 started by 1: 24 22",
            "due 1"
        ]
    );
    assert_eq!(now(&game), "ACTION 1");
}

// SW-W8
#[test]
fn equal_sums() {
    let with = |latest: Option<u8>| {
        let position = duel(Position::rerolling(), Stephen, Bianca);
        let position = match latest {
            None => position.turn(1).first_picker(0),
            Some(starter) => position.started(starter, 2, [9, 12]),
        };
        let mut game = position.pool(0, &[2, 5]).pool(1, &[3, 4]).build();
        act(&mut game, 0, reroll(&[]));
        act(&mut game, 1, reroll(&[]));
        assert_eq!((dice(&game, Stephen), dice(&game, Bianca)), ([2, 5], [3, 4]));
        now(&game)
    };
    assert_eq!(with(None), "ACTION 1");
    assert_eq!(with(Some(0)), "ACTION 1");
    assert_eq!(with(Some(1)), "ACTION 0");
}

// SW-W9
#[test]
fn example_dodge() {
    let mut game = Position::action(0)
        .stands(Stephen, 300, 150)
        .dice(Stephen, [4, 6])
        .stands(Bianca, 380, 150)
        .dice(Bianca, [5, 2])
        .stands(Emily, 440, 260)
        .dice(Emily, [2, 0])
        .stands(Robert, 100, 260)
        .build();
    act(&mut game, 0, throw(Stephen, 0, Bianca));
    assert_eq!(now(&game), "REACTION 1");
    codes(
        &game,
        1,
        &[(dodge(1), "NO_DODGE"), (dodge(0), "ok"), (take_hit(), "ok")],
    );
    act(&mut game, 1, dodge(0));
    assert_eq!((tokens(&game, Bianca), dice(&game, Bianca)), (0, [0, 2]));
    act(&mut game, 1, discard(Emily, 0));
    act(&mut game, 0, throw(Stephen, 1, Bianca));
    assert_eq!(tokens(&game, Bianca), 1);
    assert_eq!(now(&game), "ACTION 1");
}

// SW-W10, SW-42, SW-R35
#[test]
fn a_double_opens_the_line() {
    let mut game = Position::action(0)
        .team(0, [Bianca, Natasha, Emily])
        .team(1, [Stephen, Paul, Robert])
        .stands(Bianca, 300, 150)
        .dice(Bianca, [6, 2])
        .stands(Stephen, 400, 150)
        .dice(Stephen, [1, 0])
        .tokens(Stephen, 1)
        .dice(Paul, [3, 3])
        .stands(Robert, 440, 260)
        .snowman(1, 440, 150)
        .snowman_tokens(1, 2)
        .build();
    assert_eq!(code(&game, 0, &throw(Bianca, 0, snowman(1))), "NO_LINE_OF_SIGHT");
    let sent = act(&mut game, 0, throw(Bianca, 0, Stephen));
    assert_eq!(
        sent,
        [
            "0 spends Bianca 0: 6 for THROW",
            "Bianca throws at Stephen, 1",
            "Stephen + = 2",
            "Stephen runs away, lost: 1",
            "second THROW of Bianca, 0 decides"
        ]
    );
    act(&mut game, 0, throw_again(snowman(1)));
    assert_eq!(tokens(&game, snowman(1)), 3);
    assert_eq!(now(&game), "ACTION 1");
    let Legal::Act(acting) = legal(&game, 1) else { panic!() };
    let with_dice: Vec<_> = acting.characters.iter().map(|acting| acting.character).collect();
    assert_eq!(with_dice, [Paul]);
}

// SW-W11, SW-46, SW-R49
#[test]
fn a_lost_hit() {
    let mut game = Position::action(0)
        .stands(Paul, 300, 150)
        .dice(Paul, [4, 5])
        .dice(Stephen, [1, 0])
        .stands(Bianca, 380, 150)
        .dice(Bianca, [2, 3])
        .tokens(Bianca, 2)
        .dice(Natasha, [2, 3])
        .build();
    let sent = act(&mut game, 0, double_throw(Bianca));
    assert_eq!(
        sent,
        [
            "0 spends Paul 0: 4 for DOUBLE_THROW",
            "0 spends Paul 1: 5 for DOUBLE_THROW",
            "Paul throws at Bianca, 2",
            "Bianca + = 3",
            "Bianca runs away, lost: 2 3",
            "lost on Bianca: 1",
            "due 1"
        ]
    );
    assert_eq!(tokens(&game, Bianca), 3);
}

// SW-W12
#[test]
fn rush_and_interception() {
    let mut game = Position::action(1)
        .stands(Emily, 95, 185)
        .dice(Emily, [1, 6])
        .stands(Robert, 40, 150)
        .dice(Robert, [4, 2])
        .tokens(Robert, 2)
        .dice(Stephen, [6, 6])
        .snowman_tokens(0, 1)
        .build();
    act(&mut game, 1, rush(0));
    assert_eq!(now(&game), "REACTION 0");
    codes(
        &game,
        0,
        &[(intercept(0), "ok"), (intercept(1), "ok"), (take_hit(), "ok")],
    );
    act(&mut game, 0, intercept(0));
    assert_eq!((tokens(&game, Robert), dice(&game, Robert)), (3, [0, 2]));
    assert_eq!(now(&game), "REACTION 0");
    act(&mut game, 0, take_hit());
    assert_eq!(tokens(&game, snowman(0)), 2);
    assert_eq!(now(&game), "ACTION 0");
}

// SW-W13
#[test]
fn example_swap() {
    let mut game = Position::action(1)
        .stands(Natasha, 300, 100)
        .dice(Natasha, [1, 1])
        .stands(Emily, 360, 164)
        .stands(Bianca, 380, 150)
        .dice(Stephen, [1, 0])
        .build();
    codes(
        &game,
        1,
        &[(swap(0, Bianca), "OUT_OF_RANGE"), (swap(0, Natasha), "BAD_TARGET")],
    );
    act(&mut game, 1, swap(0, Emily));
    assert_eq!(at(&game, Natasha), Some((360, 164)));
    assert_eq!(at(&game, Emily), Some((300, 100)));
    assert_eq!(dice(&game, Natasha), [0, 1]);
}

// SW-W14
#[test]
fn forced_re_roll() {
    let mut game = Position::action(1)
        .stands(Bianca, 380, 100)
        .dice(Bianca, [1, 6])
        .stands(Stephen, 300, 100)
        .dice(Stephen, [6, 4])
        .build();
    let sent = act_with(&mut game, 1, force_reroll(0, Stephen), forced(&[2, 1]));
    assert_eq!(sent[1], "Bianca forces Stephen, 0: 6 > 2, 1: 4 > 1");
    assert_eq!((dice(&game, Bianca), dice(&game, Stephen)), ([0, 6], [2, 1]));
}

// SW-W15
#[test]
fn stephens_values() {
    let mut game = Position::action(0)
        .stands(Stephen, 300, 150)
        .dice(Stephen, [1, 3])
        .stands(Bianca, 380, 150)
        .dice(Bianca, [2, 2])
        .build();
    codes(
        &game,
        0,
        &[
            (throw_as(Stephen, 0, 2, Bianca), "WRONG_FACE"),
            (walk_as(Stephen, 0, 0, (300, 150)), "BAD_VALUE"),
            (walk_as(Stephen, 0, 3, (300, 150)), "BAD_VALUE"),
        ],
    );
    act(&mut game, 0, throw_as(Stephen, 1, 4, Bianca));
    assert_eq!((tokens(&game, Bianca), dice(&game, Stephen)), (1, [1, 0]));
}

// SW-W16, SW-75
#[test]
fn end_phase() {
    let mut game = Position::action(0)
        .stands(Stephen, 100, 150)
        .dice(Stephen, [1, 0])
        .stands(Paul, 60, 40)
        .ran_away(Robert, 1)
        .stands(Bianca, 380, 150)
        .stands(Emily, 460, 150)
        .ran_away(Natasha, 3)
        .build();
    let sent = act(&mut game, 0, discard(Stephen, 0));
    assert_eq!(sent[1..], ["Robert - = 0", "Natasha - = 2", "back 0: Robert"]);
    assert_eq!(now(&game), "RETURN 0");
    assert_eq!(default_of(&game, 0), come_back(&[(Robert, 125)]));
    codes(
        &game,
        0,
        &[
            (come_back(&[(Robert, 126)]), "OVERLAPS_PIECE"),
            (come_back(&[(Robert, 290)]), "ok"),
        ],
    );
    let sent = act_with(
        &mut game,
        0,
        come_back(&[(Robert, 290)]),
        rolled(&[1, 2, 3, 4, 5, 6, 1, 2, 3, 4]),
    );
    assert_eq!(
        sent,
        [
            "Robert back at (10,290)",
            "turn 4",
            "rolled 0: 1 2 3 4 5 6",
            "rolled 1: 1 2 3 4"
        ]
    );
}

// SW-W17, SW-36, SW-R30
#[test]
fn alternation() {
    let mut game = Position::action(0)
        .dice(Stephen, [1, 1])
        .dice(Paul, [2, 0])
        .dice(Bianca, [1, 0])
        .build();
    act(&mut game, 0, discard(Stephen, 0));
    assert_eq!(now(&game), "ACTION 1");
    act(&mut game, 1, discard(Bianca, 0));
    assert_eq!(now(&game), "ACTION 0");
    let sent = act(&mut game, 0, discard(Paul, 0));
    assert_eq!(sent[1..], ["due 0"]);
    act_with(&mut game, 0, discard(Stephen, 1), rolled(&[3; 12]));
    assert_eq!(now(&game), "REROLL 0 1");
}

// SW-W18, SW-54
#[test]
fn knock_out_in_mid_action() {
    let mut game = Position::action(1)
        .stands(Bianca, 150, 150)
        .dice(Bianca, [6, 3])
        .stands(Stephen, 150, 250)
        .dice(Stephen, [3, 4])
        .snowman_tokens(0, 3)
        .build();
    let sent = act(&mut game, 1, throw(Bianca, 0, snowman(0)));
    assert_eq!(
        sent,
        [
            "1 spends Bianca 0: 6 for THROW",
            "Bianca throws at SNOWMAN_0, 1",
            "SNOWMAN_0 + = 4",
            "KNOCKOUT, won by 1: 4 0"
        ]
    );
    assert_eq!(now(&game), "FINISHED");
    assert_eq!(result(&game), ([2, 1], [0, 4], ["KNOCKED_OUT", "WINNER"]));
    assert_eq!((dice(&game, Bianca), dice(&game, Stephen)), ([0, 3], [3, 4]));
}
