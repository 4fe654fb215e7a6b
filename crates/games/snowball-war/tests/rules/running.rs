//! Running away, warming up, coming back (2.8).

use tinsel_engine::{GameEngine, SeatSet};
use tinsel_snowball_war::{
    Legal, Obstacle, SnowballWar,
    testkit::{Position, come_back, discard, throw},
};

use crate::support::*;

/// The last die of turn 3, which belongs to seat 0.
fn last_die() -> Position {
    Position::action(0).dice(Stephen, [3, 0])
}

/// The events after the discard of that die.
#[track_caller]
fn end_of_turn(game: &mut SnowballWar, drawn: &[i32]) -> Vec<String> {
    act_with(game, 0, discard(Stephen, 0), rolled(drawn)).split_off(1)
}

// SW-71, SW-R64
#[test]
fn every_character_that_has_run_away_loses_a_token_and_no_other() {
    let mut game = last_die()
        .tokens(Paul, 2)
        .ran_away(Robert, 4)
        .tokens(Bianca, 1)
        .ran_away(Natasha, 2)
        .ran_away(Emily, 3)
        .build();
    let sent = end_of_turn(&mut game, &[1, 2, 3, 4, 5, 6]);
    assert_eq!(sent[..4], ["Robert - = 3", "Natasha - = 1", "Emily - = 2", "turn 4"]);
    assert_eq!((tokens(&game, Paul), tokens(&game, Bianca)), (2, 1));
}

// SW-71, SW-R60
#[test]
fn a_character_that_ran_away_in_this_turn_loses_one_too() {
    let mut game = Position::action(0)
        .stands(Stephen, 300, 150)
        .dice(Stephen, [4, 0])
        .stands(Bianca, 380, 150)
        .tokens(Bianca, 2)
        .build();
    let sent = act_with(&mut game, 0, throw(Stephen, 0, Bianca), rolled(&[1; 10]));
    assert_eq!(
        sent[2..6],
        ["Bianca + = 3", "Bianca runs away, lost:", "Bianca - = 2", "turn 4"]
    );
}

/// With scarf 3 it misses two further turns: tokens 3, 2 after this turn, 1 after the next, back after that.
// SW-R60
#[test]
fn how_many_turns_a_scarf_costs() {
    let mut game = last_die().ran_away(Bianca, 3).build();
    let mut missed = 0;
    let mut chance = rng(1);
    loop {
        let owing = game.owing().iter().next().unwrap();
        if now(&game).starts_with("RETURN") {
            break;
        }
        let turn = public(&game).turn;
        let made = game.absent(owing).unwrap();
        game.commit(made, SeatSet::EMPTY, &mut chance);
        missed += u8::from(public(&game).turn > turn);
    }
    assert_eq!(missed, 2);
}

// SW-72, SW-R62
#[test]
fn a_character_without_tokens_must_come_back() {
    let mut game = last_die().ran_away(Robert, 1).ran_away(Paul, 2).build();
    let sent = end_of_turn(&mut game, &[]);
    assert_eq!(sent, ["Paul - = 1", "Robert - = 0", "back 0: Robert"]);
    codes(
        &game,
        0,
        &[
            (come_back(&[]), "BAD_CHARACTERS"),
            (come_back(&[(Paul, 200)]), "BAD_CHARACTERS"),
            (come_back(&[(Robert, 200), (Paul, 250)]), "BAD_CHARACTERS"),
            (come_back(&[(Robert, 200)]), "ok"),
        ],
    );
}

// SW-73, SW-R61
#[test]
fn it_stands_at_its_own_home_edge_wherever_there_is_room() {
    for (index, who, x, line) in [(0, Robert, 10, 11), (1, Emily, 490, 489)] {
        let mut game = Position::homecoming(index)
            .returning(who)
            .stands(if index == 0 { Bianca } else { Stephen }, line, 200)
            .stands(if index == 0 { Stephen } else { Bianca }, 250, 50)
            .stands(Natasha, 250, 100)
            .snowman(0, 20, 100)
            .snowman(1, 480, 100)
            .build();
        let Legal::Return { places, apart } = legal(&game, index) else {
            panic!()
        };
        assert_eq!((places[0].x, apart), (x, 20));
        // 1 and 20 make more than 20, so at 20 from it there is room; 10 and 23 make more than 25.
        codes(
            &game,
            index,
            &[
                (come_back(&[(who, 9)]), "OUT_OF_FIELD"),
                (come_back(&[(who, 291)]), "OUT_OF_FIELD"),
                (come_back(&[(who, 180)]), "ok"),
                (come_back(&[(who, 181)]), "OVERLAPS_PIECE"),
                (come_back(&[(who, 77)]), "ok"),
                (come_back(&[(who, 78)]), "OVERLAPS_PIECE"),
                (come_back(&[(who, 290)]), "ok"),
            ],
        );
        act_with(&mut game, index, come_back(&[(who, 250)]), rolled(&[1; 12]));
        assert_eq!(at(&game, who), Some((x, 250)));
    }
}

// SW-74
#[test]
fn a_seat_places_all_of_its_own_in_one_action() {
    let mut game = last_die().ran_away(Paul, 1).ran_away(Robert, 1).build();
    let sent = end_of_turn(&mut game, &[]);
    assert_eq!(sent.last().unwrap(), "back 0: Paul Robert");
    codes(
        &game,
        0,
        &[
            (come_back(&[(Paul, 200)]), "BAD_CHARACTERS"),
            (come_back(&[(Paul, 200), (Robert, 219)]), "OVERLAPS_PIECE"),
            (come_back(&[(Paul, 200), (Robert, 220)]), "ok"),
        ],
    );
    let sent = act_with(&mut game, 0, come_back(&[(Robert, 220), (Paul, 200)]), rolled(&[1; 12]));
    assert_eq!(sent[..2], ["Paul back at (10,200)", "Robert back at (10,220)"]);
}

// SW-74, SW-R63
#[test]
fn the_starter_of_the_turn_places_first() {
    for starter in [0, 1] {
        let mut game = last_die()
            .first_picker(1 - starter)
            .started(starter, 3, [4, 7])
            .ran_away(Robert, 1)
            .ran_away(Emily, 1)
            .build();
        let sent = end_of_turn(&mut game, &[]);
        let (first, second) = if starter == 0 { (Robert, Emily) } else { (Emily, Robert) };
        assert_eq!(sent.last().unwrap(), &format!("back {starter}: {first}"));
        assert_eq!(now(&game), format!("RETURN {starter}"));
        let other = 1 - starter;
        assert_eq!(code(&game, other, &come_back(&[(second, 200)])), "NO_DECISION_OWED");
        let sent = act(&mut game, starter, come_back(&[(first, 200)]));
        assert_eq!(sent.last().unwrap(), &format!("back {other}: {second}"));
        act_with(&mut game, other, come_back(&[(second, 200)]), rolled(&[1; 12]));
        assert_eq!(now(&game), "REROLL 0 1");
    }
}

/// No turn had a starter yet: the first picker places first.
// SW-74
#[test]
fn without_a_starter_the_first_picker_places_first() {
    for first in [0, 1] {
        let mut game = last_die()
            .first_picker(first)
            .ran_away(Robert, 1)
            .ran_away(Emily, 1)
            .build();
        end_of_turn(&mut game, &[]);
        assert_eq!(now(&game), format!("RETURN {first}"));
    }
}

/// The starter of an older turn does not count for this turn.
// SW-74
#[test]
fn the_starter_of_an_older_turn_does_not_count() {
    let mut game = last_die()
        .first_picker(0)
        .started(1, 2, [9, 7])
        .ran_away(Robert, 1)
        .ran_away(Emily, 1)
        .build();
    end_of_turn(&mut game, &[]);
    assert_eq!(now(&game), "RETURN 0");
}

// SW-76, SW-R65
#[test]
fn a_seat_without_characters_in_play_waits_and_has_not_lost() {
    let mut game = Position::action(0)
        .stands(Stephen, 300, 150)
        .dice(Stephen, [4, 0])
        .stands(Bianca, 380, 150)
        .tokens(Bianca, 2)
        .ran_away(Natasha, 3)
        .ran_away(Emily, 3)
        .snowman_tokens(1, 3)
        .build();
    act_with(&mut game, 0, throw(Stephen, 0, Bianca), rolled(&[1, 1, 1, 1, 1, 1]));
    assert_eq!(now(&game), "REROLL 0");
    assert!(game.outcome(SeatSet::EMPTY).is_none());
    away(&mut game, 0, []);
    assert_eq!(now(&game), "ALLOCATE 0");
    away(&mut game, 0, []);
    for _ in 0..5 {
        assert_eq!(now(&game), "ACTION 0");
        assert_eq!(legal(&game, 1), Legal::Nothing);
        away(&mut game, 0, []);
    }
    let sent = away(&mut game, 0, rolled(&[1; 6]));
    assert_eq!(sent[1..4], ["Bianca - = 1", "Natasha - = 1", "Emily - = 1"]);
}

/// The home strips never meet: the seat that returns first does not obstruct the other side.
// SW-R63
#[test]
fn the_order_of_returns_changes_no_free_spot() {
    let both = || {
        last_die()
            .obstacles([Obstacle::rectangle(50, 0, 60, 300)])
            .ran_away(Robert, 1)
            .ran_away(Emily, 1)
            .started(0, 3, [4, 7])
            .build()
    };
    let mut game = both();
    end_of_turn(&mut game, &[]);
    act(&mut game, 0, come_back(&[(Robert, 290)]));
    let Legal::Return { places, .. } = legal(&game, 1) else {
        panic!()
    };
    let mut other = both();
    end_of_turn(&mut other, &[]);
    act(&mut other, 0, come_back(&[(Robert, 200)]));
    let Legal::Return { places: same, .. } = legal(&other, 1) else {
        panic!()
    };
    assert_eq!(places, same);
}
