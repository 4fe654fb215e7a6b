//! Section 2, the Grinch's Gambit: JB-54 to JB-56.

use tinsel_jingle_brawl::{
    Bar, Chips, Phase,
    testkit::{Position, gambit, keep, reprise},
};

use crate::support::*;

/// Seat 0 has opened gift 0; seats 1 and 2 hold gifts; gift 3 is a Misfit; gifts 4 and 5 are wrapped. No seat bids.
fn choosing(chips: [u16; 6]) -> Position {
    Position::opened(6, 0, 0)
        .holds("1:g1(N2) 2:g2(N4)")
        .pile("g3(N0)")
        .chips(chips)
        .bids("")
}

// JB-39, JB-54
#[test]
fn the_opener_keeps_or_challenges_for_a_held_gift_at_its_minimum_cost() {
    let game = choosing([10; 6]).build();
    assert_eq!((phase(&game), owing(&game)), (Phase::GambitChoice, vec![0]));
    assert_eq!(targets(&game, 0), ["g1@3 of 1", "g2@5 of 2"]);
    let poorer = choosing([4, 10, 10, 10, 10, 10]).build();
    assert_eq!(targets(&poorer, 0), ["g1@3 of 1"]);
    let bars = [
        (0, Bar::OwnGift),
        (2, Bar::TooDear { cost: Chips::new(5) }),
        (3, Bar::NotHeld),
        (4, Bar::Wrapped),
        (5, Bar::Wrapped),
    ];
    assert_eq!(barred(&poorer, 0), bars);
}

// JB-54
#[test]
fn keeping_the_gift_ends_the_turn() {
    let (game, events) = drawn(&choosing([10; 6]).does(0, keep()), [name(3, 1)]);
    assert_eq!(lines(&events), ["0 keeps g0", "MAIN 4 ends", "MAIN 5: 4"]);
    assert_eq!((chips(&game), bank(&game)), (vec![10; 6], 0));
}

// JB-54, JB-R59
#[test]
fn without_an_affordable_target_the_gift_is_kept_automatically() {
    for position in [
        choosing([2, 10, 10, 10, 10, 10]),
        Position::opened(6, 0, 0).pile("g3(N0)").bids(""),
        Position::opened(6, 0, 0).bids(""),
    ] {
        assert!(lines_after(&position).contains(&"0 keeps g0 forced".to_owned()));
    }
    // A price equal to the chips is affordable.
    assert_eq!(targets(&choosing([3, 10, 10, 10, 10, 10]).build(), 0), ["g1@3 of 1"]);
}

// JB-55
#[test]
fn won_the_gifts_change_hands_and_only_the_target_is_raised() {
    let won = choosing([10; 6]).does(0, gambit(1)).won(0);
    let (_, events) = drawn(&won, []);
    assert_eq!(
        lines(&events)[2..],
        [
            "GAMBIT won by 0 from 1",
            "g1 is N3",
            "1 from BANK to 1 DIVIDEND",
            "g1 from 1 to 0",
            "g0 from 0 to 1",
            "reprisal 1 offered to 1 without g1"
        ]
    );
    assert_eq!(hands(&won.build()), "0:g1(N3) 1:g0(N0) 2:g2(N4)");
}

// JB-55, JB-R37
#[test]
fn lost_all_gifts_stay_and_the_cost_is_gone() {
    let lost = choosing([10; 6]).does(0, gambit(1)).won(1);
    let game = lost.build();
    assert_eq!(hands(&game), "0:g0(N0) 1:g1(N3) 2:g2(N4)");
    assert_eq!(
        (chips(&game), bank(&game)),
        (vec![8, 10, 10, 10, 10, 10], 2),
        "3 paid, 1 dividend"
    );
}

// JB-56
#[test]
fn the_loser_gets_the_dividend_and_then_the_reprisal_right() {
    for (winner, loser) in [(0, 1), (1, 0)] {
        let game = choosing([10; 6]).does(0, gambit(1)).won(winner).build();
        assert_eq!((phase(&game), owing(&game)), (Phase::ReprisalChoice, vec![loser]));
        assert_eq!(targets(&game, loser), ["g2@5 of 2", "g3@1 Misfit"]);
        assert_eq!(asked(&game, loser, &reprise(1)), "TARGET_EXCLUDED");
    }
    // The loser of a won Gambit holds gift 0 now.
    let game = choosing([10; 6]).does(0, gambit(1)).won(0).build();
    assert_eq!(asked(&game, 1, &reprise(0)), "TARGET_OWN_GIFT");
}

// JB-54
#[test]
fn declaring_sends_the_price_and_pays_it() {
    let (_, events) = drawn(&choosing([10; 6]).does(0, gambit(2)), []);
    assert_eq!(
        lines(&events),
        [
            "0 gambits for g2 of 2 at 5",
            "5 from 0 to BANK MINIMUM_COST",
            "duel GAMBIT 0 against 2 for g2",
            "method REPORTED forced"
        ]
    );
}
