//! Section 2, Reindeer Reprisal: JB-57 to JB-64.

use tinsel_jingle_brawl::{
    Bar, Legal, Phase,
    testkit::{Position, decline, discard, gambit, reprise, reprise_misfit},
};

use crate::support::*;

/// Seat 1, which holds gift 1, has lost a bid of 1 against the Opener, seat 0, for gift 0. Seat 2 holds gift 2; gifts 3
/// and 4 are Misfits; gift 5 is wrapped. All seats had 10 chips, and seat 1 has 10 again by the dividend.
fn lost() -> Position {
    Position::opened(6, 0, 0)
        .holds("1:g1(N0) 2:g2(N1)")
        .pile("g3(N2) g4(N0)")
        .bids("1:1")
        .won(0)
}

/// The same with a first Reprisal of seat 1 for gift 2, which `winner` wins.
fn first(winner: u8) -> Position {
    lost().does(1, reprise(2)).won(winner)
}

// JB-57
#[test]
fn the_loser_of_a_standard_duel_or_gambit_may_reprise_at_once() {
    for (position, loser) in [
        (lost(), 1),
        (Position::opened(6, 0, 0).holds("2:g2(N1)").bids("1:1").won(1), 0),
        (
            Position::opened(6, 0, 0)
                .holds("1:g1(N0) 2:g2(N1)")
                .bids("")
                .does(0, gambit(1))
                .won(0),
            1,
        ),
        (
            Position::opened(6, 0, 0)
                .holds("1:g1(N0) 2:g2(N1)")
                .bids("")
                .does(0, gambit(1))
                .won(1),
            0,
        ),
    ] {
        let (game, events) = drawn(&position, []);
        assert_eq!((phase(&game), owing(&game)), (Phase::ReprisalChoice, vec![loser]));
        let offered = format!("reprisal 1 offered to {loser}");
        assert!(lines(&events).last().unwrap().starts_with(&offered));
        assert_eq!(spectated(&game).reprisals, 0);
    }
}

// JB-57, JB-R39
#[test]
fn the_loser_of_the_first_may_start_the_second_and_last_one() {
    for (winner, loser) in [(1, 2), (2, 1)] {
        let (game, events) = drawn(&first(winner), []);
        assert_eq!((phase(&game), owing(&game)), (Phase::ReprisalChoice, vec![loser]));
        assert_eq!(
            lines(&events).last().unwrap(),
            &format!("reprisal 2 offered to {loser} without g2")
        );
        assert_eq!(spectated(&game).reprisals, 1);
        // The second is the last, with either loser.
        for last in [0, loser] {
            let over = first(winner).does(loser, reprise(0)).won(last);
            let sent = lines_after(&over);
            assert!(!sent.iter().any(|line| line.starts_with("reprisal")), "{sent:?}");
            assert!(sent.iter().any(|line| line.ends_with("ends")));
        }
    }
}

// JB-59, JB-R41
#[test]
fn any_opened_gift_but_ones_own_and_the_one_just_contested() {
    let game = lost().build();
    assert_eq!(targets(&game, 1), ["g2@2 of 2", "g3@3 Misfit", "g4@1 Misfit"]);
    assert_eq!(
        barred(&game, 1),
        [(0, Bar::Excluded), (1, Bar::OwnGift), (5, Bar::Wrapped)]
    );
    assert_eq!(spectated(&game).excluded, Some(gift(0)));
}

// JB-59, JB-R40
#[test]
fn only_the_latest_lost_duel_bars_a_gift() {
    // Gift 0, of the standard duel, is allowed again; gift 2, of the first Reprisal, is not.
    let game = first(2).build();
    assert_eq!(spectated(&game).excluded, Some(gift(2)));
    assert_eq!(targets(&game, 1), ["g0@2 of 0", "g3@3 Misfit", "g4@1 Misfit"]);
    let over = first(2).does(1, reprise(0)).won(1);
    assert_eq!(
        hands(&any(&over)).split(' ').take(2).collect::<Vec<_>>(),
        ["0:g1(N0)", "1:g0(N2)"]
    );
}

// JB-60
#[test]
fn the_cost_goes_to_the_bank_before_the_duel() {
    let (game, events) = drawn(&lost().does(1, reprise(2)), []);
    assert_eq!(
        lines(&events),
        [
            "1 reprises 1 for g2 of 2 at 2",
            "2 from 1 to BANK MINIMUM_COST",
            "duel REPRISAL 1 against 2 for g2",
            "method REPORTED forced"
        ]
    );
    assert_eq!((chips(&game)[1], pot(&game), bank(&game)), (8, 0, 1));
}

// JB-60, JB-64
#[test]
fn a_declined_reprisal_ends_the_turn() {
    let (_, events) = drawn(&lost().does(1, decline()), [name(3, 0)]);
    let expected = [
        "reprisal 1 declined to 1 without g0",
        "MAIN 5 ends",
        "MAIN 6: 3",
        "3 opens g5 Gift 6 forced",
    ];
    assert_eq!(lines(&events)[..4], expected);
    let (_, events) = drawn(&first(1).does(2, decline()), [name(3, 0)]);
    assert_eq!(
        lines(&events)[..2],
        ["reprisal 2 declined to 2 without g2", "MAIN 5 ends"]
    );
}

// JB-60, JB-64
#[test]
fn without_an_affordable_target_it_is_skipped_and_the_turn_ends() {
    let skipped = Position::opened(6, 0, 0)
        .holds("1:g1(N0) 2:g2(N1)")
        .pile("g3(N1)")
        .chips([10, 1, 10, 10, 10, 10])
        .bids("1:1")
        .won(0);
    let (_, events) = drawn(&skipped, [name(3, 0)]);
    let sent = lines(&events);
    let at = sent
        .iter()
        .position(|line| line == "reprisal 1 skipped to 1 without g0")
        .unwrap();
    assert_eq!(sent[at + 1], "MAIN 4 ends");
    // The second one is skipped, too: the first cost all chips.
    let second = Position::opened(6, 0, 0)
        .holds("1:g1(N0) 2:g2(N0)")
        .chips([10, 1, 10, 10, 10, 10])
        .bids("1:1")
        .won(0)
        .does(1, reprise(2))
        .won(2);
    let (_, events) = drawn(&second, [name(3, 0)]);
    assert!(
        lines(&events).contains(&"reprisal 2 skipped to 1 without g2".to_owned()),
        "1 chip, and gift 0 costs 2"
    );
}

// JB-62, JB-R42
#[test]
fn a_misfit_is_defended_by_any_other_seat_that_is_named() {
    let game = lost().head_elf(4).build();
    let Legal::Reprisal { defenders, .. } = legal(&game, 1) else {
        panic!("a Reprisal")
    };
    assert_eq!(set(defenders), [0, 2, 3, 4, 5]);
    // Defenders: the winner of the duel just lost, a holder, a giftless seat, the Head Elf.
    for defender in [0, 2, 3, 4, 5] {
        let mut game = game.clone();
        let events = act(&mut game, 1, &reprise_misfit(4, defender));
        assert_eq!(
            lines(&events)[0],
            format!("1 reprises 1 for Misfit g4 of {defender} at 1")
        );
        assert_eq!(duel(&game), format!("REPRISAL 1 against {defender} for g4"));
    }
    assert_eq!(asked(&game, 1, &reprise_misfit(4, 1)), "DEFENDER_IS_SELF");
    assert_eq!(asked(&game, 1, &reprise_misfit(4, 6)), "UNKNOWN_SEAT");
    assert_eq!(asked(&game, 1, &reprise(4)), "DEFENDER_REQUIRED");
    assert_eq!(asked(&game, 1, &reprise_misfit(2, 2)), "DEFENDER_NOT_ALLOWED");
}

// JB-62, JB-R43
#[test]
fn the_challenger_wins_and_the_named_loser_gets_the_old_gift() {
    let against = |defender| lost().does(1, reprise_misfit(3, defender)).won(1).build();
    let giftless = against(3);
    assert_eq!(
        (hands(&giftless), pile(&giftless)),
        ("0:g0(N1) 1:g3(N3) 2:g2(N1) 3:g1(N0)".to_owned(), "g4(N0)".to_owned())
    );
    assert_eq!(bag(&giftless), [4, 5], "seat 3 is out of the bag");
    let holder = against(2);
    assert_eq!((phase(&holder), owing(&holder)), (Phase::DiscardChoice, vec![2]));
    assert_eq!(hands(&holder), "0:g0(N1) 1:g3(N3) 2:g1(N0) 2:g2(N1)");
    // A Challenger without a gift has nothing to hand over.
    let without = Position::opened(6, 0, 0)
        .holds("2:g2(N1)")
        .pile("g3(N2)")
        .bids("1:1")
        .won(0);
    let without = without.does(1, reprise_misfit(3, 2)).won(1).build();
    assert_eq!(hands(&without), "0:g0(N1) 1:g3(N3) 2:g2(N1)");
    assert_eq!(bag(&without), [3, 4, 5]);
}

// JB-62, JB-R43
#[test]
fn the_defender_wins_and_nothing_moves() {
    for defender in [0, 2, 3] {
        let game = lost().does(1, reprise_misfit(3, defender)).won(defender).build();
        assert_eq!(
            (hands(&game), pile(&game)),
            ("0:g0(N1) 1:g1(N0) 2:g2(N1)".to_owned(), "g3(N3) g4(N0)".to_owned())
        );
        assert_eq!(bag(&game), [3, 4, 5]);
    }
}

// JB-63, JB-R32
#[test]
fn a_reprisal_raises_the_level_and_pays_a_dividend_for_misfits_too() {
    for (position, raised, loser) in [
        (first(1), "g2 is N2", 2),
        (first(2), "g2 is N2", 1),
        (lost().does(1, reprise_misfit(3, 4)).won(1), "g3 is N3", 4),
        (lost().does(1, reprise_misfit(3, 4)).won(4), "g3 is N3", 1),
    ] {
        let sent = lines_after(&position);
        let at = sent.iter().position(|line| line == raised).unwrap();
        assert_eq!(sent[at + 1], format!("1 from BANK to {loser} DIVIDEND"));
    }
}

// JB-R44
#[test]
fn a_gift_discarded_a_moment_ago_can_be_the_target() {
    let game = lost().does(1, reprise_misfit(3, 2)).won(1).does(2, discard(1)).build();
    assert_eq!(targets(&game, 2), ["g0@2 of 0", "g1@1 Misfit", "g4@1 Misfit"]);
    let mut game = game;
    act(&mut game, 2, &reprise_misfit(1, 3));
    // Seat 3 gets gift 2 and leaves the bag.
    both_report(&mut game, 2, [name(2, 0)]);
    assert!(hands(&game).contains("2:g1(N1) 3:g2(N1)"), "{}", hands(&game));
}
