//! Section 8: events in their order, each with its recipients. Events of single rules are tested with these rules.

use tinsel_jingle_brawl::{
    Method, Throw,
    testkit::{Position, bid, choose, report, stand, throw},
};

use crate::support::*;

#[test]
fn a_whole_turn_in_order() {
    let mut game = Position::opened(5, 0, 4)
        .methods([Method::RockPaperScissors, Method::Reported])
        .holds("1:g0(N1)")
        .build();
    act(&mut game, 1, &bid(4));
    act(&mut game, 2, &bid(4));
    act(&mut game, 3, &bid(1));
    let sent = addressed(&act(&mut game, 4, &bid(0)));
    assert_eq!(
        sent,
        [
            "4 bid",
            "(to 4) own bid 0",
            "bids 1:4 2:4 3:1 4:0, clock ",
            "tied 1 2, duel 1 2",
            "duel TIE_BREAK 2 against 1 for nothing"
        ]
    );
    assert_eq!(
        lines(&act(&mut game, 1, &choose(Method::RockPaperScissors))),
        ["method ROCK_PAPER_SCISSORS"]
    );
    act(&mut game, 2, &throw(Throw::Rock));
    let sent = addressed(&act(&mut game, 1, &throw(Throw::Paper)));
    assert_eq!(
        sent,
        [
            "1 threw",
            "(to 1) own throw PAPER",
            "throws 1: ROCK PAPER, clock ",
            "TIE_BREAK won by 1 from 2",
            "challengers 1 2"
        ]
    );
    let sent = lines(&act(&mut game, 0, &stand()));
    assert_eq!(
        sent,
        ["0: STAND", "4 from 1 to POT BID", "duel STANDARD 1 against 0 for g4"]
    );
    act(&mut game, 0, &choose(Method::Reported));
    act(&mut game, 0, &report(0));
    // The bag is {2, 3, 4}; seat 1 can afford no gift except gift 4, which is barred.
    let sent = addressed(&act_with(&mut game, 1, &report(0), [name(3, 1)]));
    assert_eq!(
        sent,
        [
            "1 reported",
            "(to 1) own report 0",
            "reports 0 0, clock ",
            "STANDARD won by 0 from 1",
            "1 from POT to BANK SANTA_TAX",
            "3 from POT to 0 POT",
            "g4 is N1",
            "1 from BANK to 1 DIVIDEND",
            "reprisal 1 skipped to 1 without g4",
            "MAIN 2 ends",
            "MAIN 3: 3"
        ]
    );
}

#[test]
fn rounds_and_rolls_restart_in_each_duel() {
    let mut game = Position::opened(5, 0, 4)
        .methods([Method::RockPaperScissors])
        .bids("1:4 2:4")
        .build();
    for both in [Throw::Rock, Throw::Paper] {
        act(&mut game, 1, &throw(both));
        act(&mut game, 2, &throw(both));
    }
    act(&mut game, 1, &throw(Throw::Rock));
    let sent = lines(&act(&mut game, 2, &throw(Throw::Scissors)));
    assert_eq!(sent[1], "throws 3: SCISSORS ROCK, clock ");
    act(&mut game, 0, &stand());
    act(&mut game, 0, &throw(Throw::Rock));
    let sent = lines(&act(&mut game, 1, &throw(Throw::Rock)));
    assert_eq!(sent[1], "throws 1: ROCK ROCK, clock ");
}
