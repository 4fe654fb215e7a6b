//! Section 1, duel methods, and section 2, Duels: JB-23 to JB-33; the draws of JB-R60.

use tinsel_jingle_brawl::{
    Method, Phase, Report, Throw,
    testkit::{
        Position, auction, choose, decline, defend, draws, gambit, report, reprise, stand, steal, throw, verdict,
        yields,
    },
};

use crate::support::*;

const ROCK: Throw = Throw::Rock;
const PAPER: Throw = Throw::Paper;
const SCISSORS: Throw = Throw::Scissors;

/// Seat 1 challenges the Opener, seat 0, with 2 chips; 4 seats; no other gift is open. After the duel a name is drawn
/// from 3, because one seat holds the gift.
fn standard(method: Method) -> Position {
    Position::opened(4, 0, 0).methods([method]).bids("1:2")
}

/// The events of the duel up to its end, with the draws of `script`.
#[track_caller]
fn fought(position: &Position, script: &[Scripted]) -> Vec<String> {
    let script = script.iter().copied().chain([name(3, 0)]);
    let sent = lines(&drawn(position, script).1);
    let end = sent.iter().position(|line| line.contains("won by")).unwrap();
    let start = sent
        .iter()
        .position(|line| line.starts_with("method"))
        .map_or(0, |at| at + 1);
    sent[start..=end].to_vec()
}

// JB-7, JB-24
#[test]
fn the_defender_chooses_among_the_enabled_methods() {
    let position = Position::opened(4, 0, 0)
        .methods([Method::Reported, Method::CoinFlip])
        .bids("1:2");
    let game = position.clone().build();
    assert_eq!((phase(&game), owing(&game)), (Phase::DuelMethod, vec![0]));
    assert_eq!(asked(&game, 0, &choose(Method::HighCard)), "METHOD_NOT_ENABLED");
    assert_eq!(asked(&game, 1, &choose(Method::CoinFlip)), "NO_DECISION_OWED");
    let (chosen, events) = drawn(&position.does(0, choose(Method::Reported)), []);
    assert_eq!(
        (lines(&events), phase(&chosen)),
        (vec!["method REPORTED".to_owned()], Phase::DuelReport)
    );
}

// JB-25, JB-R18
#[test]
fn each_kind_of_duel_has_its_challenger_defender_and_gift() {
    let main = || Position::opened(6, 2, 5).holds("0:g0(N0) 1:g1(N0)").pile("g2(N0)");
    let lottery = || {
        Position::lottery(5, 3, "g3(N1)")
            .holds("0:g0(N3) 1:g1(N0) 2:g2(N1)")
            .pile("g4(N0)")
    };
    let claim = || Position::lottery(4, 3, "g3(N1)").holds("0:g0(N0) 1:g1(N0) 2:g2(N0)");
    let auctioned = || lottery().does(3, auction());
    for (position, expected) in [
        (main().bids("4:3 0:3"), "TIE_BREAK 0 against 4 for nothing"),
        (main().bids("4:3"), "STANDARD 4 against 2 for g5"),
        (main().bids("4:3 1:2").does(2, stand()), "STANDARD 4 against 2 for g5"),
        (main().bids("4:3 1:2").does(2, yields()), "YIELD 4 against 1 for g5"),
        (main().bids("").does(2, gambit(1)), "GAMBIT 2 against 1 for g1"),
        (
            main().bids("4:3").won(2).does(4, reprise(0)),
            "REPRISAL 4 against 0 for g0",
        ),
        (
            main()
                .bids("4:3")
                .won(4)
                .does(2, tinsel_jingle_brawl::testkit::reprise_misfit(2, 0)),
            "REPRISAL 2 against 0 for g2",
        ),
        (lottery().does(3, steal(1)), "STEAL 3 against 1 for g1"),
        (
            auctioned().bids("").does(3, defend(4)),
            "CHOSEN_DEFENDER 3 against 4 for g3",
        ),
        (auctioned().bids("4:1"), "AUCTION 4 against 3 for g3"),
        (claim().bids("1:1"), "LAST_CLAIM 1 against 3 for g3"),
        (claim().bids("").does(3, gambit(0)), "GAMBIT 3 against 0 for g0"),
    ] {
        assert_eq!(duel(&position.build()), expected);
    }
}

// JB-27
#[test]
fn a_coin_heads_the_challenger_tails_the_defender() {
    for (coin, face, ended) in [
        (HEADS, "coin HEADS METHOD", "STANDARD won by 1 from 0"),
        (TAILS, "coin TAILS METHOD", "STANDARD won by 0 from 1"),
    ] {
        assert_eq!(fought(&standard(Method::CoinFlip), &[coin]), [face, ended]);
    }
}

/// A roll of the Challenger and one of the Defender.
fn roll(challenger: u32, defender: u32) -> [Scripted; 2] {
    [challenger, defender].map(|die| (draws::DIE, 6, die - 1))
}

// JB-27
#[test]
fn dice_are_rolled_again_while_tied_and_after_10_a_coin_decides() {
    let position = standard(Method::DiceRollOff);
    assert_eq!(
        fought(&position, &roll(6, 1)),
        ["roll 1: 6 1", "STANDARD won by 1 from 0"]
    );
    assert_eq!(
        fought(&position, &roll(3, 4)),
        ["roll 1: 3 4", "STANDARD won by 0 from 1"]
    );
    let again = [roll(2, 2), roll(5, 5), roll(1, 2)].concat();
    assert_eq!(
        fought(&position, &again),
        ["roll 1: 2 2", "roll 2: 5 5", "roll 3: 1 2", "STANDARD won by 0 from 1"]
    );
    // The tenth roll can still decide.
    let nine = [roll(4, 4); 9].concat();
    let sent = fought(&position, &[&nine[..], &roll(6, 5)].concat());
    assert_eq!(sent[9..], ["roll 10: 6 5", "STANDARD won by 1 from 0"]);
    let ten = [roll(4, 4); 10].concat();
    let sent = fought(&position, &[&ten[..], &[TAILS]].concat());
    assert_eq!(
        sent[9..],
        ["roll 10: 4 4", "coin TAILS TIE_BOUND", "STANDARD won by 0 from 1"]
    );
    let sent = fought(&position, &[&ten[..], &[HEADS]].concat());
    assert_eq!(sent[10..], ["coin HEADS TIE_BOUND", "STANDARD won by 1 from 0"]);
}

// JB-27
#[test]
fn the_higher_card_wins_by_rank_then_by_suit() {
    let position = standard(Method::HighCard);
    let cards = |first, second| [(draws::CARD, 52, first), (draws::CARD, 51, second)];
    for (first, second, shown, winner) in [
        // By rank, within a rank by suit, both low to high: 0 is 2 of clubs, 51 is the ace of spades.
        (0, 0, "cards 2 of clubs, 2 of diamonds", 0),
        (51, 50, "cards A of spades, A of hearts", 1),
        (51, 0, "cards A of spades, 2 of clubs", 1),
        (3, 3, "cards 2 of spades, 3 of clubs", 0),
        (2, 1, "cards 2 of hearts, 2 of diamonds", 1),
        (35, 35, "cards 10 of spades, J of clubs", 0),
        (39, 39, "cards J of spades, Q of clubs", 0),
        (44, 43, "cards K of clubs, Q of spades", 1),
        (0, 50, "cards 2 of clubs, A of spades", 0),
    ] {
        let ended = format!("STANDARD won by {winner} from {}", 1 - winner);
        assert_eq!(fought(&position, &cards(first, second)), [shown.to_owned(), ended]);
    }
}

// JB-28
#[test]
fn rock_beats_scissors_beat_paper_beats_rock() {
    for (challenger, defender, winner) in [
        (ROCK, SCISSORS, 1),
        (SCISSORS, PAPER, 1),
        (PAPER, ROCK, 1),
        (SCISSORS, ROCK, 0),
        (PAPER, SCISSORS, 0),
        (ROCK, PAPER, 0),
    ] {
        let position = standard(Method::RockPaperScissors)
            .does(0, throw(defender))
            .does(1, throw(challenger));
        let shown = format!("throws 1: {} {}, clock ", caps(&challenger), caps(&defender));
        let sent = fought(&position, &[]);
        assert_eq!(
            sent[1..],
            [shown, format!("STANDARD won by {winner} from {}", 1 - winner)]
        );
    }
}

// JB-28
#[test]
fn throws_are_shown_when_both_are_in_and_a_tie_is_a_new_round() {
    let mut game = standard(Method::RockPaperScissors).build();
    assert_eq!((phase(&game), owing(&game)), (Phase::DuelThrow, vec![0, 1]));
    assert_eq!(spectated(&game).duel.unwrap().round, 1);
    let events = act(&mut game, 1, &throw(ROCK));
    assert_eq!(addressed(&events), ["1 threw", "(to 1) own throw ROCK"]);
    assert_eq!(owing(&game), [0]);
    let events = act(&mut game, 0, &throw(ROCK));
    assert_eq!(
        addressed(&events),
        ["0 threw", "(to 0) own throw ROCK", "throws 1: ROCK ROCK, clock "]
    );
    assert_eq!((phase(&game), owing(&game)), (Phase::DuelThrow, vec![0, 1]));
    let running = spectated(&game).duel.unwrap();
    assert_eq!((running.round, running.rounds.len()), (2, 1));
}

// JB-28, JB-R21
#[test]
fn after_the_last_tied_round_a_coin_decides() {
    for most in [1, 5, 20] {
        let mut position = standard(Method::RockPaperScissors).options(|options| options.rps_max_rounds = most);
        for _ in 0..most {
            position = position.does(0, throw(PAPER)).does(1, throw(PAPER));
        }
        for (coin, face, winner) in [(HEADS, "HEADS", 1), (TAILS, "TAILS", 0)] {
            let sent = fought(&position, &[coin]);
            assert_eq!(
                sent[1..],
                [
                    format!("throws {most}: PAPER PAPER, clock "),
                    format!("coin {face} TIE_BOUND"),
                    format!("STANDARD won by {winner} from {}", 1 - winner)
                ]
            );
        }
    }
}

// JB-29
#[test]
fn reports_are_shown_when_both_are_in() {
    let mut game = standard(Method::Reported).build();
    assert_eq!((phase(&game), owing(&game)), (Phase::DuelReport, vec![0, 1]));
    let events = act(&mut game, 0, &report(1));
    assert_eq!(addressed(&events), ["0 reported", "(to 0) own report 1"]);
    assert_eq!(owing(&game), [1]);
    assert_eq!(seen(&game, 0).own.unwrap().report, Some(Report::Winner(seat(1))));
    for viewer in [1, 2, 3] {
        assert_eq!(seen(&game, viewer).own.unwrap().report, None);
        assert_eq!(seen(&game, viewer).duel.unwrap().reports, None);
    }
    let events = act_with(&mut game, 1, &report(1), [name(3, 0)]);
    assert_eq!(lines(&events)[..2], ["1 reported", "reports 1 1, clock "]);
}

// JB-23, JB-30
#[test]
fn the_same_answer_twice_decides_against_oneself_too() {
    for winner in [0, 1] {
        let sent = fought(&standard(Method::Reported).won(winner), &[]);
        assert_eq!(
            sent.last().unwrap(),
            &format!("STANDARD won by {winner} from {}", 1 - winner)
        );
    }
}

// JB-31, JB-R22
#[test]
fn a_single_report_stands() {
    for (reporter, absent) in [(0, 1), (1, 0)] {
        for winner in [0, 1] {
            let won = format!("STANDARD won by {winner} from {}", 1 - winner);
            let reported = standard(Method::Reported).does(reporter, report(winner)).absent(absent);
            assert_eq!(fought(&reported, &[]).last().unwrap(), &won);
            let reported = standard(Method::Reported).absent(absent).does(reporter, report(winner));
            assert_eq!(fought(&reported, &[]).last().unwrap(), &won);
        }
    }
}

// JB-32, JB-R22
#[test]
fn the_head_elf_decides_a_dispute_unless_it_is_a_duelist() {
    let disputes = |position: Position| {
        [
            position.clone().does(0, report(0)).does(1, report(1)),
            position.clone().does(0, report(1)).does(1, report(0)),
            position.absent(0).absent(1),
        ]
    };
    for disputed in disputes(standard(Method::Reported).head_elf(3)) {
        let game = disputed.build();
        assert_eq!((phase(&game), owing(&game)), (Phase::DuelVerdict, vec![3]));
    }
    for elf in [0, 1] {
        for disputed in disputes(standard(Method::Reported).head_elf(elf)) {
            for (coin, face, winner) in [(HEADS, "HEADS", 1), (TAILS, "TAILS", 0)] {
                let sent = fought(&disputed, &[coin]);
                let won = format!("STANDARD won by {winner} from {}", 1 - winner);
                assert_eq!(sent[sent.len() - 2..], [format!("coin {face} DISPUTE"), won]);
            }
        }
    }
}

// JB-32
#[test]
fn the_head_elf_is_the_one_of_that_moment() {
    // Seat 1 becomes Head Elf by a discard and then gives the verdict in the next turn's duel of 2 and 0.
    let discarded = Position::opened(6, 5, 5)
        .holds("0:g0(N2) 1:g1(N1)")
        .bids("0:5 1:4")
        .does(5, yields())
        .won(0)
        .does(1, tinsel_jingle_brawl::testkit::discard(1));
    let next = discarded
        .does(2, tinsel_jingle_brawl::testkit::open(2))
        .bids("3:1")
        .does(2, report(2))
        .does(3, report(3));
    let (game, _) = drawn(&next, [name(4, 0)]);
    assert_eq!((phase(&game), owing(&game)), (Phase::DuelVerdict, vec![1]));
}

// JB-33
#[test]
fn the_verdict_names_one_of_the_duelists() {
    let disputed = standard(Method::Reported)
        .head_elf(3)
        .does(0, report(0))
        .does(1, report(1));
    let game = disputed.clone().build();
    for (named, answer) in [
        (0, "accepted"),
        (1, "accepted"),
        (2, "WINNER_NOT_A_DUELIST"),
        (3, "WINNER_NOT_A_DUELIST"),
    ] {
        assert_eq!(asked(&game, 3, &verdict(named)), answer);
    }
    for winner in [0, 1] {
        let sent = fought(&disputed.clone().does(3, verdict(winner)), &[]);
        let won = format!("STANDARD won by {winner} from {}", 1 - winner);
        assert_eq!(sent, [format!("elf 3 names {winner}"), won]);
    }
}

// JB-R12
#[test]
fn a_head_elf_with_an_interest_may_rule() {
    // Seat 3 bid, too, and lost the bidding. It is still the judge.
    let position = Position::opened(4, 0, 0).head_elf(3).bids("1:5 3:4").does(0, stand());
    let game = position.does(0, report(0)).does(1, report(1)).build();
    assert_eq!((phase(&game), owing(&game)), (Phase::DuelVerdict, vec![3]));
}

// JB-R15
#[test]
fn each_of_the_five_methods_can_be_chosen() {
    for method in Method::ALL {
        let game = Position::opened(4, 0, 0).methods(Method::ALL).bids("1:1").build();
        assert_eq!(asked(&game, 0, &choose(method)), "accepted");
    }
    assert_eq!(Method::ALL.len(), 5);
}

// JB-R60
#[test]
fn a_throw_by_the_clock_is_drawn_when_the_clock_runs_out() {
    for (value, thrown) in [(0, "ROCK"), (1, "PAPER"), (2, "SCISSORS")] {
        let mut game = standard(Method::RockPaperScissors).build();
        let events = away(&mut game, 1, [(draws::THROW, 3, value)]);
        assert_eq!(
            addressed(&events),
            ["1 threw".to_owned(), format!("(to 1) own throw {thrown}")]
        );
    }
    let mut game = standard(Method::RockPaperScissors).build();
    act(&mut game, 0, &throw(ROCK));
    let events = away(&mut game, 1, [(draws::THROW, 3, 1), name(3, 0)]);
    assert_eq!(
        lines(&events)[..3],
        ["1 threw", "throws 1: PAPER ROCK, clock 1", "STANDARD won by 1 from 0"]
    );
}

// JB-R60
#[test]
fn chance_of_one_action_comes_in_order() {
    // The draws: a tie of three picks the duelists, then their coin, with the loser as Challenger 2, then the coin of
    // the standard duel. The Reprisal is skipped, and a name is drawn.
    let position = Position::opened(5, 0, 0)
        .methods([Method::CoinFlip])
        .bids("1:3 2:3 4:3")
        .does(0, stand());
    let script = [
        (draws::TIED_DUELIST, 3, 2),
        (draws::TIED_DUELIST, 2, 0),
        HEADS,
        TAILS,
        name(4, 3),
    ];
    let (game, _) = drawn(&position, script);
    // The duelists are 4 and 1; 1 comes first from 0 and defends; heads: 4 is Challenger 1. Tails: the Opener wins.
    assert_eq!(chips(&game), [12, 10, 10, 10, 8]);
    assert_eq!((current(&game), bank(&game)), (Some(4), 0));
    let declined = Position::opened(4, 0, 0)
        .methods([Method::CoinFlip])
        .holds("2:g1(N0)")
        .bids("1:2")
        .does(1, decline());
    let (game, _) = drawn(&declined, [TAILS, name(2, 1)]);
    assert_eq!(current(&game), Some(3));
}
