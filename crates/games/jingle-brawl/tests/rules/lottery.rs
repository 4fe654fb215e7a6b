//! Section 2, Misfit Lottery: JB-65 to JB-82.

use tinsel_engine::{GameEngine, SeatSet};
use tinsel_jingle_brawl::{
    Context, Legal, Part, Phase,
    testkit::{Position, auction, bid, decline, defend, gambit, keep, steal, yields},
};

use crate::support::*;

/// Seat 3 is Active for gift 3; seats 0 to 2 hold gifts; seat 4 is still in the bag, gift 4 in the pile.
fn lottery() -> Position {
    Position::lottery(5, 3, "g3(N1)")
        .holds("0:g0(N3) 1:g1(N0) 2:g2(N1)")
        .pile("g4(N0)")
}

/// Seat 3 has taken Path B.
fn auctioned() -> Position {
    lottery().does(3, auction())
}

/// Seat 3 is the last player and has taken gift 3; seats 0 to 2 hold gifts.
fn claimed() -> Position {
    Position::lottery(4, 3, "g3(N1)").holds("0:g0(N3) 1:g1(N0) 2:g2(N1)")
}

/// The last wrapped gift is open; seats 1 and 3 have no gift.
fn last_turn() -> Position {
    Position::opened(4, 2, 2).holds("0:g0(N0)").pile("g1(N0) g3(N5)")
}

// JB-65
#[test]
fn the_lottery_starts_when_the_last_gifts_turn_is_over_reprisals_included() {
    let reprising = last_turn().bids("0:1").won(2);
    assert_eq!(
        (
            phase(&reprising.clone().build()),
            spectated(&reprising.clone().build()).part
        ),
        (Phase::ReprisalChoice, Part::Main)
    );
    let (game, events) = drawn(&reprising.does(0, decline()), [name(2, 1)]);
    assert_eq!(
        lines(&events),
        [
            "reprisal 1 declined to 0 without g2",
            "MAIN 4 ends",
            "lottery of 1 3 for g1 g3",
            "LOTTERY 1: 3",
            "target g1",
            "g1 from PILE to TABLE"
        ]
    );
    let view = spectated(&game);
    assert_eq!((view.part, view.turn, view.current), (Part::Lottery, 1, Some(seat(3))));
}

// JB-66
#[test]
fn the_oldest_misfit_is_the_target() {
    let (game, _) = drawn(&last_turn().bids("").does(2, keep()), [name(2, 0)]);
    assert_eq!(
        (current(&game), table(&game), pile(&game)),
        (Some(1), Some(1), "g3(N5)".to_owned())
    );
    assert_eq!(spectated(&game).turn_gift, Some(gift(1)));
    let mut game = game;
    act(&mut game, 1, &steal(0));
    both_report(&mut game, 0, []);
    assert_eq!((current(&game), spectated(&game).turn_gift), (Some(3), Some(gift(3))));
}

// JB-67, JB-R46
#[test]
fn the_path_is_chosen_after_both_draws() {
    let game = lottery().build();
    assert_eq!(
        (phase(&game), owing(&game), table(&game)),
        (Phase::PathChoice, vec![3], Some(3))
    );
    assert_eq!(targets(&game, 3), ["g0@4 of 0", "g1@1 of 1", "g2@2 of 2"]);
    assert_eq!(asked(&game, 3, &auction()), "accepted");
    let (_, events) = drawn(&auctioned(), []);
    assert_eq!(lines(&events), ["3 goes AUCTION", "bidding AUCTION for g3: 0 1 2 4"]);
}

// JB-67, JB-R59
#[test]
fn without_an_affordable_steal_path_b_is_taken() {
    for chips in [[10, 10, 10, 0, 10], [10, 10, 10, 1, 10]] {
        let position = Position::lottery(5, 3, "g3(N1)")
            .holds("0:g0(N3) 1:g1(N1) 2:g2(N1)")
            .pile("g4(N0)")
            .chips(chips);
        let (game, events) = drawn(&position, []);
        assert_eq!(
            lines(&events),
            [
                "target g3",
                "g3 from PILE to TABLE",
                "3 goes AUCTION forced",
                "bidding AUCTION for g3: 0 1 2 4"
            ]
        );
        assert_eq!(phase(&game), Phase::Bidding);
    }
}

// JB-68
#[test]
fn any_holder_can_be_challenged_for_the_minimum_cost() {
    for (target, cost) in [(0, 4), (1, 1), (2, 2)] {
        let (game, events) = drawn(&lottery().does(3, steal(target)), []);
        assert_eq!(
            lines(&events)[..3],
            [
                format!("3 goes STEAL g{target} at {cost}"),
                format!("{cost} from 3 to BANK MINIMUM_COST"),
                format!("duel STEAL 3 against {target} for g{target}")
            ]
        );
        assert_eq!(
            (chips(&game)[3], bank(&game), pot(&game)),
            (10 - cost, i32::from(cost), 0)
        );
    }
    let game = lottery().build();
    assert_eq!(asked(&game, 3, &steal(3)), "TARGET_NOT_HELD", "the Target Misfit");
    assert_eq!(asked(&game, 3, &steal(4)), "TARGET_NOT_HELD", "in the pile");
}

// JB-71
#[test]
fn every_seat_but_active_bids_names_in_the_bag_included() {
    let game = auctioned().build();
    assert_eq!((phase(&game), owing(&game)), (Phase::Bidding, vec![0, 1, 2, 4]));
    assert_eq!(spectated(&game).context, Some(Context::Auction));
    assert_eq!(asked(&game, 3, &bid(0)), "NO_DECISION_OWED");
    let poor = lottery().chips([10, 0, 10, 10, 0]).does(3, auction()).build();
    assert_eq!(owing(&poor), [0, 2]);
}

// JB-72, JB-R47, JB-R48
#[test]
fn without_bids_active_names_any_other_seat_and_duels() {
    let game = auctioned().bids("").build();
    assert_eq!((phase(&game), owing(&game)), (Phase::DefenderChoice, vec![3]));
    let Legal::Defender { seats } = legal(&game, 3) else {
        panic!("a Defender")
    };
    assert_eq!(set(seats), [0, 1, 2, 4]);
    for defender in [0, 1, 2, 4] {
        let mut game = game.clone();
        let events = act(&mut game, 3, &defend(defender));
        assert_eq!(
            lines(&events)[..2],
            [
                format!("3 names {defender}"),
                format!("duel CHOSEN_DEFENDER 3 against {defender} for g3")
            ]
        );
    }
}

// JB-73
#[test]
fn active_beats_the_chosen_defender_and_takes_the_misfit_for_free() {
    for defender in [0, 4] {
        let (game, events) = drawn(&auctioned().bids("").does(3, defend(defender)).won(3), []);
        assert_eq!((chips(&game), bank(&game)), (vec![10; 5], 0));
        assert!(hands(&game).contains("3:g3(N2)"));
        assert!(hands(&game).contains("0:g0(N3)"), "the Defender keeps its own");
        assert!(!lines(&events).iter().any(|line| line.contains("TOLL")));
    }
}

// JB-75, JB-R50
#[test]
fn the_highest_bidder_pays_the_full_bid_and_duels_active() {
    let (game, events) = drawn(&auctioned().bids("0:4 1:3"), []);
    assert_eq!(
        lines(&events)[1..],
        [
            "bids 0:4 1:3 2:0 4:0, clock ",
            "challengers 0 -",
            "4 from 0 to POT BID",
            "duel AUCTION 0 against 3 for g3",
            "method REPORTED forced"
        ]
    );
    assert_eq!((chips(&game), pot(&game)), (vec![6, 10, 10, 10, 10], 4));
    assert_eq!(asked(&game, 3, &yields()), "WRONG_PHASE");
}

// JB-45, JB-75
#[test]
fn a_tie_is_broken_first() {
    let tied = auctioned().bids("0:4 1:4");
    assert_eq!(
        duel(&tied.clone().build()),
        "TIE_BREAK 1 against 0 for nothing",
        "0 comes first from 3"
    );
    let (game, _) = drawn(&tied.won(1), []);
    assert_eq!((duel(&game), pot(&game)), ("AUCTION 1 against 3 for g3".to_owned(), 4));
}

// JB-76
#[test]
fn active_wins_the_misfit_and_the_pot_less_tax() {
    for (bidder, gifts) in [(0_u8, "0:g0(N3)"), (4, "4:g4(N0)")] {
        let (game, _) = drawn(&auctioned().bids(&format!("{bidder}:4")).won(3), []);
        assert_eq!(
            (chips(&game)[3], chips(&game)[usize::from(bidder)], bank(&game)),
            (13, 6, 1)
        );
        assert!(hands(&game).contains("3:g3(N2)"));
        assert!(hands(&game).contains(gifts), "{}", hands(&game));
    }
    let (game, _) = drawn(&auctioned().bids("0:2").won(3), []);
    assert_eq!((chips(&game)[3], bank(&game)), (12, 0));
}

// JB-78, JB-R51, JB-R52
#[test]
fn the_last_player_takes_the_misfit_at_once() {
    let game = claimed().build();
    assert_eq!(hands(&game), "0:g0(N3) 1:g1(N0) 2:g2(N1) 3:g3(N1)");
    assert_eq!(
        (phase(&game), owing(&game)),
        (Phase::Bidding, vec![0, 1, 2]),
        "no path to choose"
    );
    assert_eq!(
        (spectated(&game).context, table(&game)),
        (Some(Context::LastClaim), None)
    );
    // This includes a Lottery that began with this player alone.
    let first = Position::opened(3, 2, 2)
        .holds("0:g0(N0)")
        .pile("g1(N4)")
        .bids("")
        .does(2, keep());
    let (game, events) = drawn(&first, []);
    assert_eq!(
        lines(&events)[2..],
        [
            "lottery of 1 for g1",
            "LOTTERY 1: 1",
            "target g1",
            "g1 from PILE to TABLE",
            "last claim of 1 for g1",
            "g1 from TABLE to 1",
            "bidding LAST_CLAIM for g1: 0 2"
        ]
    );
    assert_eq!(naughty(&game, 1), Some(4));
}

// JB-79, JB-R54
#[test]
fn the_highest_bidder_duels_the_last_player() {
    let (game, events) = drawn(&claimed().bids("0:4 1:3"), []);
    assert_eq!(duel(&game), "LAST_CLAIM 0 against 3 for g3");
    assert!(lines(&events).contains(&"challengers 0 -".to_owned()));
    assert_eq!(chips(&game), [6, 10, 10, 10]);
    for (winner, then) in [
        (0, "0:g3(N2) 1:g1(N0) 2:g2(N1) 3:g0(N3)"),
        (3, "0:g0(N3) 1:g1(N0) 2:g2(N1) 3:g3(N2)"),
    ] {
        let (game, _) = drawn(&claimed().bids("0:4 1:3").won(winner), []);
        assert_eq!((hands(&game).as_str(), phase(&game)), (then, Phase::Finished));
    }
    let tied = claimed().bids("0:4 1:4");
    assert_eq!(duel(&tied.clone().build()), "TIE_BREAK 1 against 0 for nothing");
    assert_eq!(duel(&tied.won(0).build()), "LAST_CLAIM 0 against 3 for g3");
}

// JB-80, JB-R53
#[test]
fn without_bids_the_last_player_keeps_or_gambits() {
    let choosing = claimed().bids("");
    let game = choosing.clone().build();
    assert_eq!((phase(&game), owing(&game)), (Phase::GambitChoice, vec![3]));
    assert_eq!(targets(&game, 3), ["g0@4 of 0", "g1@1 of 1", "g2@2 of 2"]);
    let (game, events) = drawn(&choosing.clone().does(3, keep()), []);
    assert_eq!(lines(&events), ["3 keeps g3", "LOTTERY 1 ends", "over"]);
    assert_eq!(naughty(&game, 3), Some(1), "counting as opening sets nothing back");
    let won = choosing.clone().does(3, gambit(1)).won(3);
    let (game, events) = drawn(&won, []);
    assert_eq!(
        lines(&events)[2..],
        [
            "GAMBIT won by 3 from 1",
            "g1 is N1",
            "g1 from 1 to 3",
            "g3 from 3 to 1",
            "LOTTERY 1 ends",
            "over"
        ]
    );
    assert_eq!((chips(&game), bank(&game)), (vec![10, 10, 10, 9], 1));
    let (game, _) = drawn(&choosing.does(3, gambit(1)).won(1), []);
    assert_eq!(hands(&game), "0:g0(N3) 1:g1(N1) 2:g2(N1) 3:g3(N1)");
    let broke = claimed().chips([10, 10, 10, 0]).bids("");
    let (_, events) = drawn(&broke, []);
    assert_eq!(lines(&events)[2..], ["3 keeps g3 forced", "LOTTERY 1 ends", "over"]);
}

// JB-82, JB-R55, JB-R56
#[test]
fn every_turn_takes_one_gift_out_and_the_last_ends_the_match() {
    let mut game = Position::lottery(6, 3, "g3(N1)")
        .holds("0:g0(N3) 1:g1(N0) 2:g2(N1)")
        .pile("g4(N0) g5(N0)")
        .build();
    // The bag is {4, 5}, and the pile has two gifts. The loser returns to the bag and is drawn again: first out of {3,
    // 5}, then alone.
    for (winner, names, left, names_left) in [(4, vec![name(2, 0)], "g5(N0)", vec![5]), (5, vec![], "", vec![])] {
        act(&mut game, 3, &auction());
        all_bid(&mut game, &[(winner, 3)], []);
        both_report(&mut game, winner, names);
        assert_eq!(
            (current(&game), pile(&game).as_str(), bag(&game)),
            (Some(3), left, names_left)
        );
    }
    assert_eq!((phase(&game), spectated(&game).turn), (Phase::Bidding, 3));
    all_bid(&mut game, &[], []);
    act(&mut game, 3, &keep());
    assert_eq!((phase(&game), owing(&game)), (Phase::Finished, vec![]));
    assert_eq!(hands(&game), "0:g0(N3) 1:g1(N0) 2:g2(N1) 3:g5(N0) 4:g3(N2) 5:g4(N1)");
    assert!(game.outcome(SeatSet::EMPTY).is_some() && bag(&game).is_empty());
}
