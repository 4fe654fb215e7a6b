//! The worked examples of the specification, section 12, with all their numbers.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "tests pick what they look at")]

mod support;

use support::*;
use tinsel_engine::{GameEngine, SeatSet, Viewer};
use tinsel_engine_testkit::Draws;
use tinsel_jingle_brawl::{
    Draft, Event, Face, JingleBrawl, Method, Phase, Throw,
    testkit::{
        Position, auction, bid, decline, defend, discard, draws, gambit, open, report, reprise, reprise_misfit, stand,
        steal, throw, verdict, yields,
    },
};

// JB-5, JB-R5, JB-W1
#[test]
fn start_no_bids() {
    let settings = config(4, Draft::default());
    // Gift g has the name at index g; then the draw takes seat 2 of {0, 1, 2, 3}.
    let mut script = Draws::shuffle(draws::GIFT_NAMES, &[0, 1, 2, 3]);
    script.push(name(4, 2));
    let mut chance = Draws::new(script);
    let (mut game, _) = JingleBrawl::start(&settings, &mut chance);
    chance.assert_all_used();
    assert_eq!((current(&game), bag(&game)), (Some(2), vec![0, 1, 3]));
    assert_eq!((chips(&game), bank(&game)), (vec![10; 4], 0));
    act(&mut game, 2, &open(3));
    assert_eq!(owing(&game), [0, 1, 3]);
    // The next draw is from {0, 1, 3}; the third of them is 3.
    let events = all_bid(&mut game, &[], [name(3, 2)]);
    assert!(lines(&events).contains(&"2 keeps g3 forced".to_owned()));
    assert_eq!(hands(&game), "2:g3(N0)");
    assert_eq!(wrapped(&game), [0, 1, 2]);
    assert_eq!((current(&game), bag(&game)), (Some(3), vec![0, 1]));
}

// JB-W2
#[test]
fn a_challenger_without_a_gift_wins() {
    let bidden = Position::opened(5, 0, 2).bids("1:5");
    let fought = bidden.clone().build();
    assert_eq!(phase(&fought), Phase::DuelReport, "no yield choice");
    assert_eq!((pot(&fought), chips(&fought)), (5, vec![10, 5, 10, 10, 10]));
    let (game, events) = drawn(&bidden.won(1), [name(4, 0)]);
    assert_eq!((chips(&game), bank(&game), pot(&game)), (vec![11, 9, 10, 10, 10], 0, 0));
    assert_eq!(hands(&game), "1:g2(N1)");
    // The bag is {0, 2, 3, 4} before the next draw, which takes seat 0.
    assert_eq!((current(&game), bag(&game)), (Some(0), vec![2, 3, 4]));
    assert!(lines(&events).contains(&"reprisal 1 skipped to 0 without g2".to_owned()));
}

// JB-R31, JB-W3
#[test]
fn small_pot() {
    let position = Position::opened(5, 0, 2).bids("1:2").won(0);
    let (game, _) = drawn(&position, [name(4, 0)]);
    assert_eq!((chips(&game), bank(&game)), (vec![12, 9, 10, 10, 10], -1));
    assert_eq!(hands(&game), "0:g2(N1)");
    assert_eq!((current(&game), bag(&game)), (Some(1), vec![2, 3, 4]));
}

// JB-W4, JB-R35
#[test]
fn swap_with_the_opener() {
    let position = Position::opened(5, 0, 4)
        .holds("1:g0(N1) 2:g1(N0)")
        .chips([10, 6, 10, 10, 10])
        .bids("1:3")
        .won(1);
    let game = position.build();
    assert_eq!((chips(&game), bank(&game)), (vec![11, 5, 10, 10, 10], 4));
    assert_eq!(hands(&game), "0:g0(N1) 1:g4(N1) 2:g1(N0)");
    assert_eq!(bag(&game), [3, 4]);
    assert_eq!((phase(&game), owing(&game)), (Phase::ReprisalChoice, vec![0]));
    assert_eq!(targets(&game, 0), ["g1@1 of 2"]);
    assert_eq!(asked(&game, 0, &decline()), "accepted");
    assert_eq!(asked(&game, 0, &reprise(4)), "TARGET_EXCLUDED");
}

// JB-W5
#[test]
fn yield_between_two_holders() {
    let yielded = Position::opened(6, 5, 5)
        .holds("0:g0(N2) 1:g1(N1)")
        .bids("0:5 1:4")
        .does(5, yields());
    let fought = yielded.clone().build();
    assert_eq!((table(&fought), bag(&fought)), (Some(5), vec![2, 3, 4, 5]));
    assert_eq!((chips(&fought), pot(&fought)), (vec![8, 8, 10, 10, 10, 10], 4));
    assert_eq!(duel(&fought), "YIELD 0 against 1 for g5");
    let won = yielded.won(0);
    let two = won.clone().build();
    assert_eq!((chips(&two), bank(&two)), (vec![11, 8, 10, 10, 10, 10], 1));
    assert_eq!((phase(&two), owing(&two)), (Phase::DiscardChoice, vec![1]));
    assert_eq!(hands(&two), "0:g5(N1) 1:g0(N2) 1:g1(N1)");
    let (game, events) = drawn(&won.does(1, discard(1)), [name(4, 3)]);
    assert_eq!((pile(&game), elf(&game)), ("g1(N1)".to_owned(), 1));
    assert_eq!(hands(&game), "0:g5(N1) 1:g0(N2)");
    assert!(!lines(&events).iter().any(|line| line.starts_with("reprisal")));
    assert_eq!((current(&game), bag(&game)), (Some(5), vec![2, 3, 4]));
}

// JB-W6, JB-45, JB-46, JB-R26
#[test]
fn tie_break() {
    let tied = Position::opened(5, 3, 0).bids("0:4 4:4 1:3");
    assert_eq!(duel(&tied.clone().build()), "TIE_BREAK 0 against 4 for nothing");
    let (broken, events) = drawn(&tied.clone().won(0), []);
    assert!(lines(&events).contains(&"challengers 0 4".to_owned()));
    assert_eq!((chips(&broken), naughty(&broken, 0)), (vec![10; 5], Some(0)));
    assert_eq!((phase(&broken), owing(&broken)), (Phase::YieldChoice, vec![3]));
    let stood = tied.won(0).does(3, stand());
    assert_eq!(pot(&stood.clone().build()), 4);
    let (game, _) = drawn(&stood.won(3), [name(4, 0)]);
    assert_eq!((chips(&game), bank(&game)), (vec![7, 10, 10, 13, 10], 0));
    assert_eq!(hands(&game), "3:g0(N1)");
}

// JB-W7
#[test]
fn second_place_tied() {
    for (drawn_place, second) in [(0, 2), (1, 4)] {
        let bidden = Position::opened(6, 0, 0).bids("1:5 2:3 4:3");
        let picked = (draws::SECOND_CHALLENGER, 2, drawn_place);
        let (game, events) = drawn(&bidden, [picked]);
        assert!(lines(&events).contains(&format!("challengers 1 {second}")));
        assert_eq!((phase(&game), owing(&game)), (Phase::YieldChoice, vec![0]));
        let (game, _) = drawn(&bidden.does(0, stand()), [picked]);
        assert_eq!((chips(&game), pot(&game)), (vec![10, 5, 10, 10, 10, 10], 5));
    }
}

// JB-W8
#[test]
fn gambit_won() {
    let position = Position::opened(4, 1, 3)
        .holds("0:g0(N2)")
        .chips([9, 8, 10, 10])
        .bids("");
    assert_eq!(targets(&position.clone().build(), 1), ["g0@3 of 0"]);
    let paid = position.does(1, gambit(0));
    let fought = paid.clone().build();
    assert_eq!(
        (chips(&fought), bank(&fought), pot(&fought)),
        (vec![9, 5, 10, 10], 6, 0)
    );
    let (game, events) = drawn(&paid.won(1), [name(2, 1)]);
    assert_eq!(hands(&game), "0:g3(N0) 1:g0(N3)");
    assert_eq!((chips(&game), bank(&game)), (vec![10, 5, 10, 10], 5));
    assert!(lines(&events).contains(&"reprisal 1 skipped to 0 without g0".to_owned()));
    assert_eq!((current(&game), bag(&game)), (Some(3), vec![2]));
}

// JB-61, JB-W9
#[test]
fn two_reprisals() {
    let lost = Position::opened(6, 0, 5)
        .holds("1:g0(N0) 2:g1(N0) 3:g2(N1)")
        .chips([10, 2, 10, 10, 10, 10])
        .bids("1:2")
        .won(0);
    let game = lost.clone().build();
    assert_eq!((chips(&game), bank(&game)), (vec![12, 1, 10, 10, 10, 10], 7));
    assert_eq!(naughty(&game, 5), Some(1));
    assert_eq!(
        (owing(&game), targets(&game, 1)),
        (vec![1], vec!["g1@1 of 2".to_owned()])
    );
    assert_eq!(asked(&game, 1, &reprise(2)), "CANNOT_AFFORD");
    let first = lost.does(1, reprise(1));
    assert_eq!(chips(&first.clone().build())[1], 0);
    let won = first.won(1);
    let game = won.clone().build();
    assert_eq!(hands(&game), "0:g5(N1) 1:g1(N1) 2:g0(N0) 3:g2(N1)");
    assert_eq!((chips(&game), bank(&game)), (vec![12, 0, 11, 10, 10, 10], 7));
    assert_eq!(
        (owing(&game), targets(&game, 2)),
        (vec![2], vec!["g2@2 of 3".to_owned(), "g5@2 of 0".to_owned()])
    );
    assert_eq!(asked(&game, 2, &reprise(1)), "TARGET_EXCLUDED");
    let second = won.does(2, reprise(2));
    assert_eq!(chips(&second.clone().build())[2], 9);
    let (game, events) = drawn(&second.won(3), [name(2, 0)]);
    assert_eq!(hands(&game), "0:g5(N1) 1:g1(N1) 2:g0(N0) 3:g2(N2)");
    assert_eq!((chips(&game), bank(&game)), (vec![12, 0, 10, 10, 10, 10], 8));
    assert!(
        !lines(&events).iter().any(|line| line.starts_with("reprisal")),
        "no third"
    );
    assert_eq!((current(&game), bag(&game)), (Some(4), vec![5]));
}

// JB-W10
#[test]
fn reprisal_against_a_misfit() {
    let lost = Position::opened(6, 0, 5)
        .holds("1:g0(N1) 2:g1(N0)")
        .pile("g2(N2) g3(N0)")
        .chips([10, 8, 10, 10, 10, 10])
        .bids("1:1")
        .won(0);
    let game = lost.clone().build();
    assert_eq!((chips(&game), bank(&game)), (vec![11, 8, 10, 10, 10, 10], 1));
    let reprised = lost.does(1, reprise_misfit(2, 2));
    // (a)
    let won = reprised.clone().won(1);
    let game = won.clone().build();
    assert_eq!((chips(&game), bank(&game)), (vec![11, 5, 11, 10, 10, 10], 3));
    assert_eq!(hands(&game), "0:g5(N1) 1:g2(N3) 2:g0(N1) 2:g1(N0)");
    let game = won.does(2, discard(0)).build();
    assert_eq!((pile(&game), elf(&game)), ("g3(N0) g0(N1)".to_owned(), 2));
    assert_eq!((phase(&game), owing(&game)), (Phase::ReprisalChoice, vec![2]));
    assert_eq!(targets(&game, 2), ["g0@2 Misfit", "g3@1 Misfit", "g5@2 of 0"]);
    assert_eq!(asked(&game, 2, &reprise(2)), "TARGET_EXCLUDED");
    // (b)
    let game = reprised.won(2).build();
    assert_eq!((chips(&game), bank(&game)), (vec![11, 6, 10, 10, 10, 10], 3));
    assert_eq!(pile(&game), "g2(N3) g3(N0)");
    assert_eq!(hands(&game), "0:g5(N1) 1:g0(N1) 2:g1(N0)");
    assert_eq!((phase(&game), owing(&game)), (Phase::ReprisalChoice, vec![1]));
    assert_eq!(targets(&game, 1), ["g1@1 of 2", "g3@1 Misfit", "g5@2 of 0"]);
    assert_eq!(asked(&game, 1, &reprise_misfit(2, 2)), "TARGET_EXCLUDED");
}

/// The position of JB-W11.
fn w11() -> Position {
    Position::lottery(5, 3, "g3(N1)")
        .holds("0:g0(N3) 1:g1(N0) 2:g2(N1)")
        .pile("g4(N0)")
        .chips([9, 9, 9, 4, 9])
}

// JB-69, JB-70, JB-81, JB-R45, JB-W11
#[test]
fn path_a() {
    let game = w11().build();
    assert_eq!((bank(&game), table(&game), bag(&game)), (10, Some(3), vec![4]));
    assert_eq!((phase(&game), owing(&game)), (Phase::PathChoice, vec![3]));
    let stolen = w11().does(3, steal(2));
    let fought = stolen.clone().build();
    assert_eq!((chips(&fought), bank(&fought)), (vec![9, 9, 9, 2, 9], 12));
    for (winner, then) in [
        (3, "0:g0(N3) 1:g1(N0) 2:g3(N1) 3:g2(N2) 4:g4(N0)"),
        (2, "0:g0(N3) 1:g1(N0) 2:g2(N2) 3:g3(N1) 4:g4(N0)"),
    ] {
        // Only seat 4 is left, so there is no draw of a name.
        let (game, events) = drawn(&stolen.clone().won(winner), []);
        assert_eq!(hands(&game), then, "seat 4 takes g4 at once");
        assert_eq!((chips(&game), bank(&game)), (vec![9, 9, 9, 2, 9], 12));
        assert!(!lines(&events).iter().any(|line| line.starts_with("reprisal")));
        assert_eq!((phase(&game), current(&game)), (Phase::Bidding, Some(4)));
        assert_eq!(owing(&game), [0, 1, 2, 3]);
    }
}

// JB-W12, JB-74, JB-R49
#[test]
fn toll() {
    let named = w11().does(3, auction()).bids("").does(3, defend(4));
    let (game, _) = drawn(&named.won(4), []);
    assert_eq!((chips(&game), bank(&game)), (vec![9, 9, 9, 3, 10], 10));
    assert!(hands(&game).contains("3:g3(N2)"));
    // A seat's last chip pays it, too.
    let last = w11().chips([9, 9, 9, 1, 9]).does(3, auction()).bids("");
    assert_eq!(chips(&any(&last.does(3, defend(4)).won(4))), [9, 9, 9, 0, 10]);
    let broke = w11().chips([9, 9, 9, 0, 9]);
    let game = broke.clone().build();
    assert_eq!((phase(&game), owing(&game)), (Phase::Bidding, vec![0, 1, 2, 4]));
    let (game, _) = drawn(&broke.bids("").does(3, defend(4)).won(4), []);
    assert_eq!(chips(&game), [9, 9, 9, 0, 9]);
    assert!(hands(&game).contains("3:g3(N2)"));
}

// JB-W13, JB-77
#[test]
fn auction_a_holder_wins() {
    let bidden = w11().does(3, auction()).bids("0:3 2:2");
    let fought = bidden.clone().build();
    assert_eq!(duel(&fought), "AUCTION 0 against 3 for g3");
    assert_eq!((chips(&fought), pot(&fought)), (vec![6, 9, 9, 4, 9], 3));
    let (game, _) = drawn(&bidden.won(0), []);
    assert_eq!((chips(&game), bank(&game)), (vec![8, 9, 9, 4, 9], 11));
    assert_eq!(hands(&game), "0:g3(N2) 1:g1(N0) 2:g2(N1) 3:g0(N3) 4:g4(N0)");
}

// JB-W14, JB-77
#[test]
fn a_giftless_bidder_wins_then_the_last_claim() {
    let won = w11().does(3, auction()).bids("4:5 0:1").won(4);
    let (game, events) = drawn(&won, []);
    assert_eq!((chips(&game), bank(&game)), (vec![9, 9, 9, 4, 8], 11));
    assert!(hands(&game).contains("4:g3(N2)"));
    let sent = lines(&events);
    assert!(sent.contains(&"bag +[3] -[]".to_owned()), "{sent:?}");
    assert!(sent.contains(&"LOTTERY 2: 3".to_owned()), "{sent:?}");
    assert_eq!(hands(&game), "0:g0(N3) 1:g1(N0) 2:g2(N1) 3:g4(N0) 4:g3(N2)");
    let claimed = won.bids("0:4");
    assert_eq!(pot(&any(&claimed)), 4);
    let (game, _) = drawn(&claimed.won(0), []);
    assert_eq!((chips(&game), bank(&game)), (vec![8, 9, 9, 4, 8], 12));
    assert_eq!(hands(&game), "0:g4(N1) 1:g1(N0) 2:g2(N1) 3:g0(N3) 4:g3(N2)");
    assert_eq!(phase(&game), Phase::Finished);
}

/// Seat 1 challenges seat 0 with throws; two rounds at most.
fn throwing() -> Position {
    Position::opened(3, 0, 0)
        .methods([Method::RockPaperScissors])
        .options(|options| options.rps_max_rounds = 2)
        .bids("1:2")
}

// JB-W15
#[test]
fn throws_to_the_bound() {
    let once = throwing().does(1, throw(Throw::Rock)).does(0, throw(Throw::Rock));
    let twice = once.clone().does(1, throw(Throw::Paper)).does(0, throw(Throw::Paper));
    for (coin, face, winner) in [(HEADS, Face::Heads, 1), (TAILS, Face::Tails, 0)] {
        let (_, events) = drawn(&twice, [coin, name(2, 0)]);
        let sent: Vec<_> = events.seen_by(Viewer::Spectator).collect();
        assert!(
            sent.iter()
                .any(|event| matches!(event, Event::CoinFlipped { face: shown, .. } if *shown == face))
        );
        let won = format!("STANDARD won by {winner} from {}", 1 - winner);
        assert!(lines(&events).contains(&won));
    }
    let decided = once.does(1, throw(Throw::Paper)).does(0, throw(Throw::Rock));
    let (_, events) = drawn(&decided, [name(2, 0)]);
    assert!(lines(&events).contains(&"STANDARD won by 1 from 0".to_owned()));
}

/// Seat 1 has challenged seat 2, the Opener, in a duel with reports.
fn disputing() -> Position {
    Position::opened(3, 2, 0).bids("1:2")
}

// JB-W16
#[test]
fn dispute() {
    let disputed = |elf| disputing().head_elf(elf).does(1, report(1)).does(2, report(2));
    let game = disputed(0).build();
    assert_eq!((phase(&game), owing(&game)), (Phase::DuelVerdict, vec![0]));
    let (_, events) = drawn(&disputed(0).does(0, verdict(2)), [name(2, 0)]);
    assert!(lines(&events).contains(&"STANDARD won by 2 from 1".to_owned()));
    let (_, events) = drawn(&disputed(2), [TAILS, name(2, 0)]);
    assert!(lines(&events).contains(&"STANDARD won by 2 from 1".to_owned()));
    let (_, events) = drawn(&disputing().absent(1).does(2, report(1)), [name(2, 0)]);
    assert!(lines(&events).contains(&"STANDARD won by 1 from 2".to_owned()));
}

// JB-R23, JB-R24, JB-W17
#[test]
fn secrecy() {
    let game = Position::opened(4, 0, 0).does(1, bid(4)).absent(2).build();
    let (bidder, seen) = (
        Viewer::Seat(seat(1)),
        [Viewer::Seat(seat(3)), Viewer::Spectator, Viewer::Seat(seat(0))],
    );
    for viewer in seen.into_iter().chain([bidder, Viewer::Seat(seat(2))]) {
        let view = game.view(viewer, SeatSet::EMPTY);
        assert_eq!((set(view.submitted), set(view.awaited)), (vec![1, 2], vec![3]));
        assert!(view.bids.is_empty());
    }
    for viewer in seen {
        assert_eq!(
            game.view(viewer, SeatSet::EMPTY).own.and_then(|own| own.bid),
            None,
            "{viewer}"
        );
        let otherwise = Position::opened(4, 0, 0).does(1, bid(9)).does(2, bid(3)).build();
        assert_eq!(
            game.view(viewer, SeatSet::EMPTY),
            otherwise.view(viewer, SeatSet::EMPTY),
            "{viewer}"
        );
    }
    assert_eq!(game.view(bidder, SeatSet::EMPTY).own.unwrap().bid.unwrap().get(), 4);
}

// JB-W18
#[test]
fn ranking() {
    let game = Position::end(3)
        .wishes([[2, 1, 3], [1, 3, 2], [3, 1, 2]])
        .holds("0:g0(N0) 1:g1(N0) 2:g2(N0)")
        .chips([11, 5, 11])
        .build();
    let outcome = game.outcome(SeatSet::EMPTY).unwrap();
    let ranks: Vec<_> = outcome
        .standings
        .iter()
        .map(|standing| (standing.rank, standing.score))
        .collect();
    assert_eq!(ranks, [(2, Some(2)), (1, Some(3)), (2, Some(2))]);
}

/// The names of gifts in the examples follow their numbers, so that `Position` assigns them in order.
#[test]
fn positions_name_gifts_by_number() {
    let game = Position::opened(3, 0, 1).names(["Socks", "Drone", "Mug"]).build();
    let named: Vec<Option<String>> = spectated(&game).gifts.into_iter().map(|gift| gift.name).collect();
    assert_eq!(named, [None, Some("Drone".to_owned()), None]);
}
