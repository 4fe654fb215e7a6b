//! Section 6: every refusal with its sentence, and the order of the checks.

use std::collections::BTreeSet;

use tinsel_engine::{GameEngine, RejectCode};
use tinsel_engine_testkit::written;
use tinsel_jingle_brawl::{
    Action, JingleBrawl, Method, Path, Rejected, ReprisalChoice, Throw,
    testkit::{
        Position, auction, bid, choose, decline, defend, discard, gambit, keep, open, report, reprise, reprise_misfit,
        stand, steal, throw, verdict, yields,
    },
};

use crate::support::*;

fn over() -> JingleBrawl {
    Position::end(4).holds("0:g0(N0) 1:g1(N0) 2:g2(N0) 3:g3(N0)").build()
}

fn bidding() -> Position {
    Position::opened(4, 0, 0)
        .holds("3:g1(N0)")
        .chips([10, 10, 0, 10])
        .does(1, bid(3))
}

/// No seat bid: seat 0 has gift 0 and 3 chips; gift 1 costs 5, gift 2 is a Misfit.
fn choosing() -> JingleBrawl {
    Position::opened(6, 0, 0)
        .holds("1:g1(N4)")
        .pile("g2(N9)")
        .holds("3:g5(N0)")
        .chips([3, 9, 9, 9, 9, 9])
        .bids("")
        .build()
}

/// Seat 1 has lost a duel for gift 0 and has 3 chips; gift 1 is its own, gift 2 costs 5, gift 3 (a Misfit) 1, gift 4 8.
fn reprising(own: &str) -> JingleBrawl {
    let position = Position::opened(7, 0, 0)
        .holds(own)
        .holds("2:g2(N4) 3:g5(N0)")
        .pile("g3(N0) g4(N7)");
    position.chips([10, 3, 10, 10, 10, 10, 10]).bids("1:1").won(0).build()
}

fn lottery() -> Position {
    Position::lottery(5, 3, "g3(N1)")
        .holds("0:g0(N9) 1:g1(N0) 2:g2(N1)")
        .pile("g4(N0)")
        .chips([9, 9, 9, 2, 9])
}

/// One action of each name, without a field that it needs.
fn malformed() -> [Action; 15] {
    [
        Action::Open { gift: None },
        Action::Bid { amount: None },
        Action::RespondToBid { choice: None },
        Action::Gambit { choice: None },
        Action::ChooseMethod { method: None },
        Action::Throw { throw: None },
        Action::Report { winner: None },
        Action::Verdict { winner: None },
        Action::Discard { gift: None },
        Action::Reprisal {
            choice: None,
            defender: None,
        },
        Action::Reprisal {
            choice: Some(ReprisalChoice::Decline),
            defender: Some(seat(2)),
        },
        Action::ChoosePath {
            path: None,
            target_gift: None,
        },
        Action::ChoosePath {
            path: Some(Path::Steal),
            target_gift: None,
        },
        Action::ChoosePath {
            path: Some(Path::Auction),
            target_gift: Some(gift(1)),
        },
        Action::ChooseDefender { defender: None },
    ]
}

/// One complete action of each name.
fn filled() -> [Action; 13] {
    [
        open(1),
        bid(1),
        stand(),
        keep(),
        choose(Method::Reported),
        throw(Throw::Rock),
        report(0),
        verdict(0),
        discard(0),
        decline(),
        auction(),
        steal(0),
        defend(1),
    ]
}

#[test]
fn the_match_is_over_before_anything_else() {
    for action in malformed().into_iter().chain(filled()) {
        for index in [0, 3, 4, 255] {
            assert_eq!(asked(&over(), index, &action), "MATCH_FINISHED", "{}", written(&action));
        }
    }
}

#[test]
fn not_a_seat_comes_before_the_checks_of_the_action() {
    let game = bidding().build();
    for action in malformed().into_iter().chain(filled()) {
        for index in [4, 31, 255] {
            assert_eq!(asked(&game, index, &action), "NOT_A_SEAT", "{}", written(&action));
        }
    }
}

#[test]
fn malformed_comes_before_the_phase_and_the_seat() {
    let game = bidding().build();
    for action in malformed() {
        // Seat 0 owes nothing, seat 1 has bid, seat 3 owes a bid.
        for index in [0, 1, 3] {
            assert_eq!(asked(&game, index, &action), "MALFORMED_ACTION", "{}", written(&action));
        }
    }
}

#[test]
fn the_phase_comes_before_the_seat_and_own_checks() {
    let game = bidding().build();
    let wrong = filled().into_iter().filter(|action| action.name() != "bid");
    for action in wrong.chain([open(99), gambit(99), discard(99), defend(99), reprise(99), verdict(99)]) {
        for index in [0, 1, 2, 3] {
            assert_eq!(asked(&game, index, &action), "WRONG_PHASE", "{}", written(&action));
        }
    }
    let choosing = choosing();
    assert_eq!(asked(&choosing, 1, &bid(99)), "WRONG_PHASE");
}

#[test]
fn opening_checks_in_order() {
    let game = Position::opening(4, 2).holds("1:g1(N0)").build();
    for (number, answer) in [
        (0, "accepted"),
        (1, "GIFT_NOT_WRAPPED"),
        (4, "UNKNOWN_GIFT"),
        (255, "UNKNOWN_GIFT"),
    ] {
        assert_eq!(asked(&game, 2, &open(number)), answer);
    }
    assert_eq!(asked(&game, 1, &open(99)), "NOT_YOUR_DECISION");
}

#[test]
fn targets_of_a_gambit_and_a_steal_are_checked_in_order() {
    let game = choosing();
    for (target, answer) in [
        (6, "UNKNOWN_GIFT"),
        (3, "TARGET_WRAPPED"),
        // No seat holds it, and it costs 10.
        (2, "TARGET_NOT_HELD"),
        (0, "TARGET_OWN_GIFT"),
        (1, "CANNOT_AFFORD"),
        (5, "accepted"),
    ] {
        assert_eq!(asked(&game, 0, &gambit(target)), answer, "g{target}");
    }
    // The last player holds the gift of the turn, and cannot afford it either.
    let claim = Position::lottery(4, 3, "g3(N9)")
        .holds("0:g0(N0) 1:g1(N0) 2:g2(N0)")
        .chips([9, 9, 9, 1])
        .bids("")
        .build();
    assert_eq!(asked(&claim, 3, &gambit(3)), "TARGET_OWN_GIFT");
    let path = lottery().build();
    for (target, answer) in [
        (5, "UNKNOWN_GIFT"),
        (3, "TARGET_NOT_HELD"),
        (4, "TARGET_NOT_HELD"),
        (0, "CANNOT_AFFORD"),
        (1, "accepted"),
    ] {
        assert_eq!(asked(&path, 3, &steal(target)), answer, "g{target}");
    }
}

#[test]
fn targets_and_defenders_of_a_reprisal_are_checked_in_order() {
    let game = reprising("1:g1(N9)");
    for (action, answer) in [
        // The check of the target comes before that of a surplus field.
        (reprise_misfit(7, 9), "UNKNOWN_GIFT"),
        (reprise_misfit(6, 9), "TARGET_WRAPPED"),
        // It costs 10.
        (reprise_misfit(1, 9), "TARGET_OWN_GIFT"),
        (reprise_misfit(0, 9), "TARGET_EXCLUDED"),
        (reprise_misfit(2, 2), "CANNOT_AFFORD"),
        (reprise(4), "CANNOT_AFFORD"),
        (reprise_misfit(4, 9), "CANNOT_AFFORD"),
        (reprise(3), "DEFENDER_REQUIRED"),
        (reprise_misfit(3, 7), "UNKNOWN_SEAT"),
        (reprise_misfit(3, 255), "UNKNOWN_SEAT"),
        (reprise_misfit(3, 1), "DEFENDER_IS_SELF"),
        (reprise_misfit(5, 3), "DEFENDER_NOT_ALLOWED"),
        (reprise_misfit(5, 9), "DEFENDER_NOT_ALLOWED"),
        (reprise_misfit(5, 1), "DEFENDER_NOT_ALLOWED"),
        (reprise_misfit(3, 0), "accepted"),
        (reprise(5), "accepted"),
        (decline(), "accepted"),
    ] {
        assert_eq!(asked(&game, 1, &action), answer, "{}", written(&action));
    }
    // A gift that a loser holds after the swap is its own.
    let swapped = Position::opened(5, 0, 0)
        .holds("1:g1(N9) 2:g2(N0)")
        .bids("1:1")
        .won(1)
        .build();
    assert_eq!(asked(&swapped, 0, &reprise(1)), "TARGET_OWN_GIFT");
    // A target that is both too expensive and excluded is refused as excluded.
    let dear = Position::opened(5, 0, 0)
        .holds("1:g1(N9) 2:g2(N0)")
        .bids("")
        .does(0, gambit(1))
        .won(1)
        .build();
    assert_eq!((chips(&dear)[0], asked(&dear, 0, &reprise(1))), (1, "TARGET_EXCLUDED"));
}

#[test]
fn defenders_and_discards_are_checked() {
    let naming = lottery().does(3, auction()).bids("").build();
    for (defender, answer) in [
        (5, "UNKNOWN_SEAT"),
        (255, "UNKNOWN_SEAT"),
        (3, "DEFENDER_IS_SELF"),
        (4, "accepted"),
    ] {
        assert_eq!(asked(&naming, 3, &defend(defender)), answer);
    }
    let two = two_gifts();
    for (number, answer) in [
        (0, "accepted"),
        (1, "accepted"),
        (5, "GIFT_NOT_YOURS"),
        (3, "GIFT_NOT_YOURS"),
        (99, "GIFT_NOT_YOURS"),
    ] {
        assert_eq!(asked(&two, 1, &discard(number)), answer);
    }
}

/// The loser of a yield duel must discard one of two gifts.
fn two_gifts() -> JingleBrawl {
    let position = Position::opened(6, 5, 5).holds("0:g0(N2) 1:g1(N1)");
    position.bids("0:5 1:4").does(5, yields()).won(0).build()
}

/// A duel of seat 1 against seat 0, without seats 2 and 3; seat 3 is Head Elf.
fn duel_by(methods: &[Method]) -> Position {
    let position = Position::opened(4, 0, 0).head_elf(3).bids("1:1");
    position.options(|options| options.duel_methods = methods.to_vec())
}

/// Each refusal: the match, the seat and the action; the code, rule and limit. Checks that come before the own checks
/// of an action are tested with an action that fails both.
#[expect(clippy::too_many_lines, reason = "it is one list of all refusals")]
fn refusals() -> Vec<(JingleBrawl, u8, Action, String)> {
    let (bidding, choosing, opening) = (bidding().build(), choosing(), Position::opening(4, 2).holds("1:g1(N0)"));
    let (opening, reprising, two) = (opening.build(), reprising("1:g1(N9)"), two_gifts());
    let (path, naming) = (lottery().build(), lottery().does(3, auction()).bids("").build());
    let main_is_over = Position::opened(3, 2, 2)
        .holds("0:g0(N0) 1:g1(N0)")
        .bids("")
        .does(2, keep());
    let claimed = Position::lottery(3, 2, "g2(N0)")
        .holds("0:g0(N0) 1:g1(N0)")
        .bids("")
        .does(2, keep());
    let responding = Position::opened(4, 0, 0).bids("1:3 2:1").build();
    let method = duel_by(&[Method::Reported, Method::CoinFlip]).build();
    let throwing = duel_by(&[Method::RockPaperScissors])
        .does(1, throw(Throw::Rock))
        .build();
    // A report that the clock replaced counts as submitted, too.
    let late = duel_by(&[Method::Reported]).absent(1).build();
    let reporting = duel_by(&[Method::Reported]).does(1, report(1));
    let (reporting, ruling) = (reporting.clone().build(), reporting.does(0, report(0)).build());
    let cases = [
        (&main_is_over.build(), 0, bid(0), "MATCH_FINISHED JB-8"),
        (&claimed.build(), 0, bid(0), "MATCH_FINISHED JB-82"),
        (&bidding, 9, bid(0), "NOT_A_SEAT JB-1"),
        (&bidding, 1, bid(99), "ALREADY_SUBMITTED JB-37"),
        (&throwing, 1, throw(Throw::Rock), "ALREADY_SUBMITTED JB-28"),
        (&reporting, 1, report(3), "ALREADY_SUBMITTED JB-29"),
        (&late, 1, report(1), "ALREADY_SUBMITTED JB-29"),
        (&opening, 1, open(99), "NOT_YOUR_DECISION JB-36"),
        (&bidding, 0, bid(99), "NOT_YOUR_DECISION JB-37"),
        (&bidding, 2, bid(0), "NOT_YOUR_DECISION JB-37"),
        (&responding, 1, stand(), "NOT_YOUR_DECISION JB-47"),
        (&choosing, 1, gambit(99), "NOT_YOUR_DECISION JB-54"),
        (&method, 1, choose(Method::HighCard), "NOT_YOUR_DECISION JB-24"),
        (&throwing, 2, throw(Throw::Rock), "NOT_YOUR_DECISION JB-28"),
        (&reporting, 2, report(3), "NOT_YOUR_DECISION JB-29"),
        (&ruling, 1, verdict(3), "NOT_YOUR_DECISION JB-33"),
        (&two, 0, discard(99), "NOT_YOUR_DECISION JB-51"),
        (&reprising, 2, reprise(99), "NOT_YOUR_DECISION JB-57"),
        (&path, 0, steal(99), "NOT_YOUR_DECISION JB-67"),
        (&naming, 0, defend(99), "NOT_YOUR_DECISION JB-72"),
        (&opening, 2, open(4), "UNKNOWN_GIFT JB-4, limit 3"),
        (&choosing, 0, gambit(6), "UNKNOWN_GIFT JB-4, limit 5"),
        (&reprising, 1, reprise(7), "UNKNOWN_GIFT JB-4, limit 6"),
        (&path, 3, steal(5), "UNKNOWN_GIFT JB-4, limit 4"),
        (&reprising, 1, reprise_misfit(3, 7), "UNKNOWN_SEAT JB-62, limit 6"),
        (&naming, 3, defend(5), "UNKNOWN_SEAT JB-72, limit 4"),
        (&opening, 2, open(1), "GIFT_NOT_WRAPPED JB-36"),
        (&bidding, 3, bid(11), "BID_OUT_OF_RANGE JB-37, limit 10"),
        (&choosing, 0, gambit(3), "TARGET_WRAPPED JB-54"),
        (&reprising, 1, reprise(6), "TARGET_WRAPPED JB-R41"),
        (&choosing, 0, gambit(0), "TARGET_OWN_GIFT JB-54"),
        (&reprising, 1, reprise(1), "TARGET_OWN_GIFT JB-R41"),
        (&choosing, 0, gambit(2), "TARGET_NOT_HELD JB-54"),
        (&path, 3, steal(4), "TARGET_NOT_HELD JB-68"),
        (&reprising, 1, reprise(0), "TARGET_EXCLUDED JB-59"),
        (&choosing, 0, gambit(1), "CANNOT_AFFORD JB-20, limit 3"),
        (&reprising, 1, reprise(2), "CANNOT_AFFORD JB-20, limit 3"),
        (&path, 3, steal(0), "CANNOT_AFFORD JB-20, limit 2"),
        (&method, 0, choose(Method::HighCard), "METHOD_NOT_ENABLED JB-24"),
        (&reporting, 0, report(3), "WINNER_NOT_A_DUELIST JB-29"),
        (&ruling, 3, verdict(2), "WINNER_NOT_A_DUELIST JB-33"),
        (&two, 1, discard(5), "GIFT_NOT_YOURS JB-51"),
        (&reprising, 1, reprise(3), "DEFENDER_REQUIRED JB-62"),
        (&reprising, 1, reprise_misfit(5, 3), "DEFENDER_NOT_ALLOWED JB-62"),
        (&reprising, 1, reprise_misfit(3, 1), "DEFENDER_IS_SELF JB-62"),
        (&naming, 3, defend(3), "DEFENDER_IS_SELF JB-72"),
    ];
    let mut all: Vec<_> = cases
        .map(|(game, index, action, refused)| (game.clone(), index, action, refused.to_owned()))
        .into();
    // The rules of each field, in the order of `malformed`, and of each action, in the order of `filled`.
    let fields = [36, 37, 47, 54, 24, 28, 29, 33, 51, 57, 62, 67, 68, 68, 72];
    for (action, rule) in malformed().into_iter().zip(fields) {
        all.push((bidding.clone(), 3, action, format!("MALFORMED_ACTION JB-{rule}")));
    }
    let phases = [36, 37, 47, 54, 24, 28, 29, 33, 51, 57, 67, 67, 72];
    for (action, rule) in filled().into_iter().zip(phases) {
        let game = if action.name() == "bid" { &choosing } else { &bidding };
        all.push((game.clone(), 3, action, format!("WRONG_PHASE JB-{rule}")));
    }
    all
}

#[test]
fn each_refusal_names_the_rule_that_forbids_the_action_and_the_limit_if_it_is_about_one() {
    for (game, index, action, refused) in refusals() {
        let rejected = game.resolve(seat(index), &action).unwrap_err();
        let limit = rejected
            .limit()
            .map_or(String::new(), |limit| format!(", limit {limit}"));
        let shown = format!("{} {}{limit}", rejected.code(), rejected.rule());
        assert_eq!(shown, refused, "{}", written(&action));
    }
}

/// The sentence of a reason in section 6.
fn sentence(code: &str) -> &'static str {
    let row = format!("| `{code}` | ");
    let (_, after) = include_str!("../../RULES.md").split_once(&row).unwrap();
    after.split('"').nth(1).unwrap()
}

#[test]
fn each_refusal_has_its_sentence() {
    let mut seen = BTreeSet::new();
    for (game, index, action, _) in refusals() {
        let rejected = game.resolve(seat(index), &action).unwrap_err();
        assert_eq!(rejected.to_string(), sentence(rejected.code()));
        seen.insert(rejected.code());
    }
    assert_eq!(seen, Rejected::CATALOGUE.iter().map(|reason| reason.code).collect());
}
