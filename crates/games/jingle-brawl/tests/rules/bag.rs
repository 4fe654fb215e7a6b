//! Section 2, Draw Bag: JB-14 to JB-16, JB-53.

use tinsel_jingle_brawl::{
    Phase,
    testkit::{Position, auction, discard, keep, open, steal, yields},
};

use crate::support::*;

// JB-14
#[test]
fn the_bag_is_the_giftless_without_the_current_seat() {
    let opening = Position::opening(5, 2).holds("1:g1(N0)");
    assert_eq!(bag(&opening.clone().build()), [0, 3, 4]);
    assert_eq!(bag(&opening.does(2, open(0)).build()), [0, 3, 4]);
    // In the Lottery the Active player stays out of the bag until the turn has ended, even without a gift.
    let lottery = Position::lottery(5, 3, "g3(N1)")
        .holds("0:g0(N0) 1:g1(N0) 2:g2(N1)")
        .pile("g4(N0)");
    assert_eq!(bag(&lottery.clone().build()), [4]);
    assert_eq!(bag(&lottery.does(3, auction()).bids("4:5").build()), [4]);
}

// JB-15, JB-53
#[test]
fn a_giftless_opener_goes_back_at_once() {
    let yielded = Position::opened(5, 0, 0).bids("1:4 2:3").does(0, yields());
    assert_eq!(bag(&yielded.clone().build()), [0, 1, 2, 3, 4]);
    // A seat that gains a gift leaves the bag at once.
    let (game, events) = drawn(&yielded.won(2), [name(4, 2)]);
    assert!(lines(&events).contains(&"bag +[] -[2]".to_owned()));
    assert_eq!((current(&game), bag(&game)), (Some(3), vec![0, 1, 4]));
    let beaten = Position::opened(5, 0, 0).bids("1:4").won(1);
    let (game, events) = drawn(&beaten, [name(4, 3)]);
    assert!(lines(&events).contains(&"bag +[0] -[1]".to_owned()));
    assert_eq!((current(&game), bag(&game)), (Some(4), vec![0, 2, 3]));
}

// JB-15
#[test]
fn a_seat_that_loses_its_only_gift_is_put_in() {
    // A loser without a gift takes seat 2's gift in a Reprisal.
    let reprised = Position::opened(5, 0, 0)
        .holds("2:g1(N0)")
        .bids("1:2")
        .won(0)
        .does(1, tinsel_jingle_brawl::testkit::reprise(1))
        .won(1);
    let game = reprised.build();
    assert_eq!((phase(&game), bag(&game)), (Phase::ReprisalChoice, vec![2, 3, 4]));
}

// JB-15
#[test]
fn a_giftless_lottery_player_goes_back_when_the_turn_ends() {
    let lottery = Position::lottery(5, 3, "g3(N1)")
        .holds("0:g0(N0) 1:g1(N0)")
        .pile("g4(N0) g2(N0)");
    let beaten = lottery.clone().does(3, auction()).bids("4:5").won(4);
    // The bag is {2}; seat 4 leaves it at the settlement; seat 3 returns at the end of the turn.
    let (game, events) = drawn(&beaten, [name(2, 1)]);
    let sent = lines(&events);
    let at = |line: &str| {
        sent.iter()
            .position(|sent| sent == line)
            .unwrap_or_else(|| panic!("{line} in {sent:?}"))
    };
    assert!(at("g3 from TABLE to 4") < at("bag +[] -[4]"));
    assert!(at("bag +[] -[4]") < at("bag +[3] -[]"));
    assert!(at("bag +[3] -[]") < at("LOTTERY 2: 3"));
    assert_eq!(bag(&game), [2]);
    // A player with a gift at the end of the turn does not return.
    let (game, _) = drawn(&lottery.does(3, steal(0)).won(3), [name(2, 0)]);
    assert_eq!((current(&game), bag(&game)), (Some(2), vec![4]));
}

// JB-16, JB-R3, JB-R4, JB-R6
#[test]
fn each_name_in_the_bag_can_be_drawn() {
    for (place, drawn_seat) in [(0, 0), (1, 2), (2, 3), (3, 4)] {
        let yielded = Position::opened(5, 0, 0).bids("1:4 2:3").does(0, yields()).won(1);
        let (game, _) = drawn(&yielded, [name(4, place)]);
        assert_eq!(
            current(&game),
            Some(drawn_seat),
            "an Opener just put back may be drawn next"
        );
    }
    for (place, drawn_seat) in [(0, 1), (1, 3)] {
        let last = Position::opened(4, 2, 2)
            .holds("0:g0(N0)")
            .pile("g1(N0) g3(N0)")
            .bids("")
            .does(2, keep());
        let (game, _) = drawn(&last, [name(2, place)]);
        assert_eq!(current(&game), Some(drawn_seat), "in the Lottery, too");
    }
}

// JB-16
#[test]
fn a_single_name_is_drawn_without_chance() {
    let (game, _) = drawn(
        &Position::opened(3, 0, 0).holds("1:g1(N0)").bids("").does(0, keep()),
        [],
    );
    assert_eq!((current(&game), bag(&game)), (Some(2), vec![]));
}

// JB-R10
#[test]
fn a_yielding_opener_of_the_last_gift_enters_the_lottery() {
    let yielded = Position::opened(4, 3, 3)
        .holds("0:g0(N0) 1:g1(N0) 2:g2(N0)")
        .bids("0:2 1:1")
        .does(3, yields())
        .won(0)
        .does(1, discard(1));
    let (game, events) = drawn(&yielded, []);
    assert!(
        lines(&events).contains(&"lottery of 3 for g1".to_owned()),
        "{:?}",
        lines(&events)
    );
    assert_eq!(current(&game), Some(3));
}
