//! Seats, draft and deployment (2.3).

use tinsel_engine::GameEngine;
use tinsel_engine_testkit::Draws;
use tinsel_snowball_war::{
    Asked, Draft, FirstPicker, Legal, Obstacle, SnowballWar, draws,
    testkit::{Position, deploy, draws as script, pick, throw},
};

use crate::support::*;

/// Seat 0's usual places.
const PLACES: [(Character, (i32, i32)); 3] = [(Stephen, (40, 150)), (Paul, (15, 175)), (Robert, (15, 125))];

// SW-16
#[test]
fn two_play_with_six_dice_and_a_snowman_each() {
    assert!(SnowballWar::configure(Some(2), Draft::default()).is_ok());
    for seats in [0, 1, 3, u32::MAX] {
        let refused = SnowballWar::configure(Some(seats), Draft::default()).unwrap_err();
        assert_eq!(refused.option, "seats");
    }
    let mut game = Position::deployment(0).build();
    act(&mut game, 0, deploy((15, 150), &PLACES));
    away(&mut game, 1, rolled(&[6; 12]));
    assert_eq!((pool(&game, 0).len(), pool(&game, 1).len()), (6, 6));
    assert_eq!(public(&game).snowmen.iter().count(), 2);
}

// SW-16
#[test]
fn tokens_never_run_out() {
    let sheets = Character::ALL
        .into_iter()
        .map(|one| sheet(one, 9, "T T T T T T"))
        .collect();
    let options = open(Draft {
        snowman_limit: Some(12),
        sheets,
        ..Draft::default()
    });
    let full = Position::action(0)
        .config(options)
        .snowman_tokens(0, 11)
        .snowman_tokens(1, 11);
    let full = Character::ALL
        .into_iter()
        .fold(full, |position, one| position.tokens(one, 8));
    let mut game = full
        .stands(Stephen, 200, 150)
        .dice(Stephen, [1, 1])
        .stands(Bianca, 300, 150)
        .build();
    let sent = act(&mut game, 0, throw(Stephen, 0, Bianca));
    assert_eq!(sent[2], "Bianca + = 9");
}

// SW-17, SW-R13
#[test]
fn the_first_picker_is_drawn_or_given() {
    let with = |first_picker, drawn: Vec<Scripted>| {
        let options = config(Draft {
            obstacles: Some(Vec::new()),
            first_picker,
            ..Draft::default()
        });
        let mut chance = Draws::new(drawn);
        let (game, events) = SnowballWar::start(&options, &mut chance);
        chance.assert_all_used();
        assert_eq!(
            lines(&events)[0][..9],
            format!("created {}", public(&game).first_picker.get())
        );
        now(&game)
    };
    for value in [0, 1] {
        let drawn = || script(draws::FIRST_PICKER, (0, 1), &[value]);
        assert_eq!(with(Asked::LeftOut, drawn()), format!("DRAFT {value}"));
        assert_eq!(
            with(Asked::Given(FirstPicker::Random), drawn()),
            format!("DRAFT {value}")
        );
    }
    assert_eq!(with(Asked::Given(FirstPicker::Seat0), vec![]), "DRAFT 0");
    assert_eq!(with(Asked::Given(FirstPicker::Seat1), vec![]), "DRAFT 1");
}

// SW-22, SW-R14
#[test]
fn seats_pick_in_turns_and_the_last_card_needs_no_decision() {
    for first in [0, 1] {
        let mut game = Position::draft(first).first_picker(first).build();
        for (turn, character) in [Emily, Stephen, Natasha, Robert].into_iter().enumerate() {
            let picker = if turn % 2 == 0 { first } else { 1 - first };
            assert_eq!(now(&game), format!("DRAFT {picker}"));
            assert_eq!(code(&game, 1 - picker, &pick(character)), "NO_DECISION_OWED");
            let sent = act(&mut game, picker, pick(character));
            assert_eq!(sent, [format!("picked {picker} {character}")]);
        }
        let Legal::Pick { pool } = legal(&game, first) else {
            panic!()
        };
        assert_eq!(pool, [Paul, Bianca], "canonical order, whatever was picked");
        let sent = act(&mut game, first, pick(Bianca));
        let second = 1 - first;
        assert_eq!(
            sent,
            [format!("picked {first} Bianca"), format!("picked {second} Paul, last")]
        );
        let view = public(&game);
        let team = |index| {
            let owned = view
                .characters
                .iter()
                .filter(move |(_, shown)| shown.owner == Some(seat(index)));
            owned.map(|(character, _)| character).collect::<Vec<_>>()
        };
        assert_eq!(team(first), [Bianca, Natasha, Emily]);
        assert_eq!(team(second), [Stephen, Paul, Robert]);
        assert_eq!(now(&game), format!("DEPLOY {first}"));
    }
}

// SW-23, SW-R19
#[test]
fn the_second_deploys_with_the_first_deployment_in_view() {
    for first in [0, 1] {
        let mut game = Position::deployment(first).first_picker(first).build();
        let second = 1 - first;
        assert_eq!(now(&game), format!("DEPLOY {first}"));
        assert_eq!(code(&game, second, &deploy((15, 150), &PLACES)), "NO_DECISION_OWED");
        away(&mut game, first, []);
        assert_eq!(now(&game), format!("DEPLOY {second}"));
        let shown = seen(&game, second);
        assert!(shown.snowmen.at(seat(first)).at.is_some());
        let placed = shown.characters.iter().filter(|(_, shown)| shown.condition.is_some());
        assert_eq!(placed.count(), 3);
    }
}

/// One action places all four pieces, or none.
// SW-23
#[test]
fn a_deployment_is_one_action_for_the_snowman_and_all_three() {
    let mut game = Position::deployment(0).build();
    let backwards: Vec<_> = PLACES.into_iter().rev().collect();
    let sent = act(&mut game, 0, deploy((15, 150), &backwards));
    assert_eq!(
        sent,
        ["deployed 0 (15,150): Stephen (40,150), Paul (15,175), Robert (15,125)"]
    );
}

// SW-24, SW-R8
#[test]
fn a_snowman_stands_inside_near_its_edge_and_clear_of_obstacles_and_pieces() {
    let round = |x: i32, y: i32| {
        deploy(
            (x, y),
            &[(Stephen, (x + 25, y)), (Paul, (x, y + 25)), (Robert, (x, y - 25))],
        )
    };
    let game = Position::deployment(0)
        .obstacles([Obstacle::rectangle(70, 60, 90, 80)])
        .build();
    codes(
        &game,
        0,
        &[
            (round(15, 150), "ok"),
            (round(14, 150), "OUT_OF_FIELD"),
            (round(88, 150), "ok"),
            (round(89, 150), "TOO_FAR_FROM_EDGE"),
            (round(55, 70), "OVERLAPS_OBSTACLE"),
            (round(56, 70), "OVERLAPS_OBSTACLE"),
        ],
    );
    // At (55,70) the snowman itself only touches the obstacle, so the refusal above is about a character; with other
    // spots for the characters the deployment is legal.
    let touching = deploy((55, 70), &[(Stephen, (55, 95)), (Paul, (55, 45)), (Robert, (30, 70))]);
    assert_eq!(code(&game, 0, &touching), "ok");
    let mut game = Position::deployment(1)
        .stands(Stephen, 410, 150)
        .stands(Paul, 60, 30)
        .stands(Robert, 30, 60)
        .snowman(0, 30, 30)
        .build();
    let round = |x: i32, y: i32| {
        let spots = [(Bianca, (x + 25, y)), (Natasha, (x, y + 25)), (Emily, (x, y - 25))];
        deploy((x, y), &spots)
    };
    codes(
        &game,
        1,
        &[
            (round(411, 150), "TOO_FAR_FROM_EDGE"),
            (round(412, 150), "OVERLAPS_PIECE"),
            (round(434, 150), "OVERLAPS_PIECE"),
            (round(435, 150), "ok"),
        ],
    );
    act_with(&mut game, 1, round(435, 150), rolled(&[1; 12]));
}

// SW-25
#[test]
fn a_character_is_deployed_on_a_free_spot_in_contact_with_its_own_snowman() {
    let game = Position::deployment(0)
        .obstacles([Obstacle::circle(85, 150, 10)])
        .build();
    let stephen = |at| deploy((40, 150), &[(Stephen, at), PLACES[1], PLACES[2]]);
    let with = |at, paul, robert| deploy((40, 150), &[(Stephen, at), (Paul, paul), (Robert, robert)]);
    let fine = ((40, 175), (40, 125));
    codes(
        &game,
        0,
        &[
            (with((65, 150), fine.0, fine.1), "ok"),
            (with((66, 150), fine.0, fine.1), "OVERLAPS_OBSTACLE"),
            (with((64, 150), fine.0, fine.1), "OVERLAPS_PIECE"),
            (with((15, 150), fine.0, fine.1), "ok"),
            (with((14, 150), fine.0, fine.1), "ok"),
            (with((13, 150), fine.0, fine.1), "NOT_IN_CONTACT"),
            // 7 and 24 make 25, 10 and 24 make 26.
            (with((64, 157), fine.0, fine.1), "ok"),
            (with((50, 174), (40, 125), (15, 150)), "ok"),
            (with((51, 174), (40, 125), (15, 150)), "NOT_IN_CONTACT"),
            // Two of the same team touch at a distance of 20.
            (with((50, 174), (30, 174), (15, 150)), "ok"),
            (with((50, 174), (31, 174), (15, 150)), "OVERLAPS_PIECE"),
            (stephen((9, 150)), "OUT_OF_FIELD"),
        ],
    );
    // A spot at the other seat's snowman has no contact with the seat's own one.
    let game = Position::deployment(1).snowman(0, 88, 150).build();
    let placed = [(Bianca, (460, 150)), (Natasha, (485, 175)), (Emily, (113, 150))];
    assert_eq!(code(&game, 1, &deploy((485, 150), &placed)), "NOT_IN_CONTACT");
}

// SW-25
#[test]
fn pieces_of_the_other_side_are_in_the_way_too() {
    let short = open(Draft {
        field_depth: Some(200),
        field_breadth: Some(300),
        move_distance: Some(88),
        ..Draft::default()
    });
    let game = Position::deployment(1)
        .config(short)
        .snowman(0, 88, 150)
        .stands(Stephen, 113, 150)
        .stands(Paul, 88, 175)
        .stands(Robert, 88, 125)
        .build();
    let placed = |x| {
        deploy(
            (157, 150),
            &[(Bianca, (x, 150)), (Natasha, (157, 175)), (Emily, (157, 125))],
        )
    };
    codes(&game, 1, &[(placed(132), "OVERLAPS_PIECE"), (placed(182), "ok")]);
}
