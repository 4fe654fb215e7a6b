//! Section 9: the defaults of inactive seats.

use tinsel_engine::{GameEngine, SeatSet, Viewer};
use tinsel_jingle_brawl::{
    Action, Draft, JingleBrawl, Method, Phase, Report,
    testkit::{Position, auction, bid, choose, decline, defend, discard, draws, keep, open, report, stand, yields},
};

use crate::support::*;

fn main_game() -> Position {
    Position::opened(4, 0, 0)
}

fn lottery() -> Position {
    Position::lottery(5, 3, "g3(N1)")
        .holds("0:g0(N3) 1:g1(N0) 2:g2(N1)")
        .pile("g4(N0)")
}

/// Positions with one pending decision: the seat, the default, its draws.
fn open_decisions() -> Vec<(Position, u8, Action, Vec<Scripted>)> {
    let methods = [Method::Reported, Method::CoinFlip];
    let next = |bag| vec![name(bag, 0)];
    vec![
        (Position::opening(4, 2).holds("1:g0(N0)"), 2, open(1), vec![]),
        (main_game().bids("1:3 2:1"), 0, stand(), vec![]),
        (main_game().holds("1:g1(N0)").bids(""), 0, keep(), next(2)),
        (
            main_game().methods(methods).bids("1:3"),
            0,
            choose(Method::Reported),
            vec![],
        ),
        (
            Position::opened(6, 5, 5)
                .holds("0:g0(N2) 1:g1(N1)")
                .bids("0:5 1:4")
                .does(5, yields())
                .won(0),
            1,
            discard(0),
            next(4),
        ),
        (main_game().holds("2:g2(N0)").bids("1:1").won(0), 1, decline(), next(2)),
        (lottery(), 3, auction(), vec![]),
        (lottery().does(3, auction()).bids(""), 3, defend(4), vec![]),
    ]
}

// JB-R58
#[test]
fn every_default_of_an_open_decision_is_the_seats_own_decision() {
    for (position, index, expected, script) in open_decisions() {
        let game = position.build();
        let phase = phase(&game);
        let decision = game.pending_decisions(Viewer::Seat(seat(index))).swap_remove(0);
        assert_eq!(
            (decision.seat, decision.default.action),
            (seat(index), Some(expected)),
            "{phase:?}"
        );
        let (mut waited, mut decided) = (game.clone(), game);
        let by_default = away(&mut waited, index, script.clone());
        let itself = act_with(&mut decided, index, &expected, script);
        assert_eq!(waited, decided, "{phase:?}");
        // The events are equal, after the event that the clock ran out.
        let sent = lines(&by_default);
        assert_eq!(sent[0], format!("clock of {index} in {}", caps(&phase)));
        assert_eq!(sent[1..], lines(&itself));
    }
}

#[test]
fn the_next_seat_clockwise_after_the_last_one_is_seat_0() {
    let last = Position::lottery(5, 4, "g3(N1)")
        .holds("0:g0(N3) 1:g1(N0) 2:g2(N1)")
        .pile("g4(N0)");
    let game = last.does(4, auction()).bids("").absent(4).build();
    assert_eq!(duel(&game), "CHOSEN_DEFENDER 4 against 0 for g3");
}

#[test]
fn the_default_bid_is_0_in_secret() {
    let mut game = main_game().build();
    let events = away(&mut game, 2, []);
    assert_eq!(
        addressed(&events),
        ["2 bid", "(to 2) own bid 0"],
        "as if the seat had bid"
    );
    assert_eq!(asked(&game, 2, &bid(1)), "ALREADY_SUBMITTED");
    act(&mut game, 1, &bid(0));
    let events = away(&mut game, 3, [name(3, 0)]);
    assert_eq!(lines(&events)[1], "bids 1:0 2:0 3:0, clock 2 3");
}

// JB-R60
#[test]
fn the_default_throw_is_random() {
    let throwing = main_game().methods([Method::RockPaperScissors]).bids("1:1");
    let (game, _) = drawn(&throwing.clone().absent(0), [(draws::THROW, 3, 2)]);
    assert_eq!(
        seen(&game, 0).own.unwrap().throw,
        Some(tinsel_jingle_brawl::Throw::Scissors)
    );
    let waiting = throwing.build().pending_decisions(Viewer::Seat(seat(0)));
    assert_eq!(waiting[0].default.action, None, "chance decides");
}

// JB-31
#[test]
fn the_default_report_is_none() {
    let game = main_game().bids("1:1").absent(1).build();
    assert_eq!(seen(&game, 1).own.unwrap().report, Some(Report::ClockRanOut));
    assert_eq!(owing(&game), [0]);
    let mut game = game;
    let events = act_with(&mut game, 0, &report(0), [name(3, 0)]);
    assert_eq!(lines(&events)[..2], ["0 reported", "reports - 0, clock 1"]);
}

// JB-R62
#[test]
fn a_verdict_that_was_not_given_is_a_coin() {
    let disputed = main_game()
        .head_elf(3)
        .bids("1:1")
        .does(0, report(0))
        .does(1, report(1))
        .absent(3);
    for (coin, face, winner) in [(HEADS, "HEADS", 1), (TAILS, "TAILS", 0)] {
        let (_, events) = drawn(&disputed, [coin, name(3, 0)]);
        assert_eq!(
            lines(&events)[..3],
            [
                "clock of 3 in DUEL_VERDICT".to_owned(),
                format!("coin {face} VERDICT_CLOCK"),
                format!("STANDARD won by {winner} from {}", 1 - winner)
            ]
        );
        assert!(!lines(&events).iter().any(|line| line.contains("names")));
    }
}

// JB-R58
#[test]
fn by_defaults_alone_each_seat_keeps_the_gift_it_opens() {
    for players in [3, 6, 11, 20] {
        let (mut game, _) = JingleBrawl::start(&config(u32::from(players), Draft::default()), &mut rng(players));
        let (mut chance, mut opened) = (rng(1), Vec::new());
        while phase(&game) != Phase::Finished {
            if phase(&game) == Phase::Opening {
                opened.push((current(&game).unwrap(), wrapped(&game)[0]));
            }
            for index in owing(&game) {
                let made = game.absent(seat(index)).unwrap();
                game.commit(made, SeatSet::EMPTY, &mut chance);
            }
        }
        let each = if players <= 10 { 10 } else { 12 };
        assert_eq!(chips(&game), vec![each; usize::from(players)]);
        // All Openers except the last had a choice, and took the lowest number.
        assert_eq!(opened.len(), usize::from(players) - 1);
        for (holder, number) in opened {
            assert!(format!("{} ", hands(&game)).contains(&format!("{holder}:g{number}(N0) ")));
        }
    }
}

#[test]
fn pending_decisions_are_public_and_their_defaults_are_for_the_seat_only() {
    let game = main_game().does(1, bid(1)).build();
    for viewer in viewers(4) {
        let waiting = game.pending_decisions(viewer);
        assert_eq!(numbers(waiting.iter().map(|decision| decision.seat)), [2, 3]);
        for decision in waiting {
            assert_eq!(
                (decision.action, decision.default.action.is_some()),
                ("bid", viewer.is(decision.seat))
            );
        }
    }
}
