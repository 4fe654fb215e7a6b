//! All events with all their fields, in order (section 8).

use tinsel_engine::GameEngine;
use tinsel_snowball_war::{
    Draft, SnowballWar,
    testkit::{
        Position, allocate, come_back, discard, double_throw, force_reroll, intercept, move_again, pick, reroll, rush,
        skip, swap, throw, throw_again, throw_as, walk, walk_as,
    },
};

use crate::support::*;

#[test]
fn a_match_from_its_creation_to_its_first_action() {
    let (game, events) = SnowballWar::start(&open(Draft::default()), &mut rng(1));
    assert_eq!(lines(&events), ["created 0:"].map(|line| format!("{line} ")));
    let mut game = game;
    assert_eq!(act(&mut game, 0, pick(Stephen)), ["picked 0 Stephen"]);
    for (index, who) in [(1, Bianca), (0, Paul), (1, Natasha)] {
        act(&mut game, index, pick(who));
    }
    assert_eq!(
        act(&mut game, 0, pick(Robert)),
        ["picked 0 Robert", "picked 1 Emily, last"]
    );
    let sent = away(&mut game, 0, []);
    assert_eq!(
        sent,
        ["deployed 0 (15,150): Stephen (40,150), Paul (15,175), Robert (15,125)"]
    );
    let sent = away(&mut game, 1, rolled(&[1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2]));
    assert_eq!(
        sent,
        [
            "deployed 1 (485,150): Bianca (460,150), Natasha (485,125), Emily (485,175)",
            "turn 1",
            "rolled 0: 1 1 1 1 1 1",
            "rolled 1: 2 2 2 2 2 2"
        ]
    );
    assert_eq!(act(&mut game, 0, reroll(&[2])), ["re-roll in 0", "chose 0: 2 -> 0"]);
    let sent = act_with(&mut game, 1, reroll(&[]), redrawn(&[6]));
    assert_eq!(
        sent,
        ["re-roll in 1", "chose 1: -> 1", "re-rolled 0: 2 = 6", "re-rolled 1:  ="]
    );
    let cards = allocate(&[(Stephen, [0, 2]), (Paul, [1, 3]), (Robert, [4, 5])]);
    let sent = act(&mut game, 0, cards);
    assert_eq!(
        sent,
        [
            "allocation in 0",
            "chose 0: Stephen [0, 2] Paul [1, 3] Robert [4, 5] -> 0"
        ]
    );
    let cards = allocate(&[(Emily, [0, 1]), (Bianca, [2, 3]), (Natasha, [4, 5])]);
    let sent = act(&mut game, 1, cards);
    assert_eq!(
        sent,
        [
            "allocation in 1",
            "chose 1: Bianca [2, 3] Natasha [4, 5] Emily [0, 1] -> 1",
            "dealt 0: Stephen [1, 6] Paul [1, 1] Robert [1, 1]",
            "dealt 1: Bianca [2, 2] Natasha [2, 2] Emily [2, 2]",
            "turn 1 started by 0: 11 12",
            "due 0"
        ]
    );
}

#[test]
fn a_throw_with_everything_that_can_happen_to_it() {
    let mut game = Position::action(0)
        .team(0, [Paul, Stephen, Bianca])
        .team(1, [Robert, Natasha, Emily])
        .stands(Paul, 300, 150)
        .dice(Paul, [4, 5])
        .stands(Natasha, 380, 150)
        .dice(Natasha, [1, 2])
        .tokens(Natasha, 2)
        .stands(Robert, 380, 200)
        .dice(Robert, [1, 6])
        .tokens(Robert, 3)
        .build();
    let sent = act(&mut game, 0, double_throw(Natasha));
    assert_eq!(
        sent,
        [
            "0 spends Paul 0: 4 for DOUBLE_THROW",
            "0 spends Paul 1: 5 for DOUBLE_THROW",
            "Paul throws at Natasha, 2",
            "hit 1 of 2 on Natasha, 1 decides"
        ]
    );
    let sent = act(&mut game, 1, intercept(1));
    assert_eq!(
        sent,
        [
            "1 spends Robert 1: 6 for INTERCEPT",
            "Robert takes it for Natasha",
            "Robert + = 4",
            "Robert runs away, lost: 1",
            "hit 2 of 2 on Natasha, 1 decides"
        ]
    );
    let sent = act(&mut game, 1, tinsel_snowball_war::testkit::dodge(0));
    assert_eq!(sent, ["1 spends Natasha 0: 1 for DODGE", "Natasha dodges", "due 1"]);
}

#[test]
fn the_second_of_a_double_throw_is_skipped_thrown_or_lost() {
    let position = || {
        Position::action(1)
            .stands(Bianca, 300, 150)
            .dice(Bianca, [6, 1])
            .stands(Stephen, 220, 150)
    };
    let mut game = position().build();
    let sent = act(&mut game, 1, throw(Bianca, 0, Stephen));
    assert_eq!(
        sent,
        [
            "1 spends Bianca 0: 6 for THROW",
            "Bianca throws at Stephen, 1",
            "Stephen + = 1",
            "second THROW of Bianca, 1 decides"
        ]
    );
    let sent = act(&mut game, 1, throw_again(Stephen));
    assert_eq!(
        sent,
        [
            "Bianca throws at Stephen, 1, second",
            "Stephen + = 2",
            "Stephen runs away, lost:",
            "due 1"
        ]
    );
    let mut game = position().build();
    act(&mut game, 1, throw(Bianca, 0, Stephen));
    assert_eq!(act(&mut game, 1, skip()), ["Bianca skips", "due 1"]);
    let mut game = position().tokens(Stephen, 1).build();
    let sent = act(&mut game, 1, throw(Bianca, 0, Stephen));
    assert_eq!(
        sent[2..],
        [
            "Stephen + = 2",
            "Stephen runs away, lost:",
            "Bianca skips, no target",
            "due 1"
        ]
    );
}

#[test]
fn events_contain_the_value_in_use_and_the_dies_own() {
    let mut game = Position::action(0)
        .stands(Stephen, 300, 150)
        .dice(Stephen, [3, 3])
        .stands(Bianca, 380, 150)
        .build();
    let sent = act(&mut game, 0, throw_as(Stephen, 0, 4, Bianca));
    assert_eq!(sent[0], "0 spends Stephen 0: 3 as 4 for THROW");
    let sent = act_with(&mut game, 0, walk_as(Stephen, 1, 2, (300, 160)), rolled(&[1; 12]));
    assert_eq!(sent[0], "0 spends Stephen 1: 3 as 2 for MOVE");
}

#[test]
fn moves_abilities_and_discards() {
    let position = || {
        Position::action(1)
            .stands(Bianca, 300, 150)
            .dice(Bianca, [1, 0])
            .stands(Natasha, 300, 100)
            .dice(Natasha, [1, 0])
            .stands(Emily, 60, 200)
            .dice(Emily, [6, 2])
    };
    let mut game = position().build();
    let sent = act(&mut game, 1, walk(Emily, 0, (60, 210)));
    assert_eq!(
        sent,
        [
            "1 spends Emily 0: 6 for MOVE",
            "Emily from (60,200) to (60,210)",
            "second MOVE of Emily, 1 decides"
        ]
    );
    let sent = act(&mut game, 1, move_again((60, 220)));
    assert_eq!(sent, ["Emily from (60,210) to (60,220), second", "due 1"]);
    let sent = act_with(&mut game, 1, force_reroll(0, Natasha), forced(&[4]));
    assert_eq!(
        sent,
        [
            "1 spends Bianca 0: 1 for FORCE_REROLL",
            "Bianca forces Natasha, 0: 1 > 4",
            "due 1"
        ]
    );
    let sent = act(&mut game, 1, swap(0, Bianca));
    assert_eq!(
        sent,
        [
            "1 spends Natasha 0: 4 for SWAP",
            "Natasha now (300,150), Bianca now (300,100)",
            "due 1"
        ]
    );
    let mut game = position().build();
    let sent = act(&mut game, 1, rush(1));
    assert_eq!(
        sent,
        [
            "1 spends Emily 1: 2 for RUSH",
            "Emily rushes SNOWMAN_0, 2",
            "SNOWMAN_0 + = 1",
            "SNOWMAN_0 + = 2",
            "due 1"
        ]
    );
    assert_eq!(
        act(&mut game, 1, discard(Bianca, 0)),
        ["1 spends Bianca 0: 1 for DISCARD", "due 1"]
    );
}

#[test]
fn an_end_phase_with_returns_of_both() {
    let mut game = Position::action(1)
        .dice(Emily, [1, 0])
        .started(1, 3, [9, 8])
        .ran_away(Paul, 1)
        .ran_away(Robert, 2)
        .ran_away(Natasha, 1)
        .build();
    let sent = act(&mut game, 1, discard(Emily, 0));
    assert_eq!(
        sent[1..],
        ["Paul - = 0", "Robert - = 1", "Natasha - = 0", "back 1: Natasha"]
    );
    let sent = act(&mut game, 1, come_back(&[(Natasha, 30)]));
    assert_eq!(sent, ["Natasha back at (490,30)", "back 0: Paul"]);
    let sent = act_with(&mut game, 0, come_back(&[(Paul, 30)]), rolled(&[1; 10]));
    assert_eq!(
        sent,
        [
            "Paul back at (10,30)",
            "turn 4",
            "rolled 0: 1 1 1 1",
            "rolled 1: 1 1 1 1 1 1"
        ]
    );
}
