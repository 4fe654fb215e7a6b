//! Section 6: every refusal with its sentence, and the order of the checks.

use std::collections::BTreeMap;

use tinsel_engine::{GameEngine, RejectCode};
use tinsel_jingle_brawl::{
    Action, JingleBrawl, Method, Path, ReprisalChoice, Throw,
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

/// Nobody bid: seat 0 has gift 0 and 3 chips; gift 1 costs 5, gift 2 is a Misfit.
fn choosing() -> JingleBrawl {
    Position::opened(6, 0, 0)
        .holds("1:g1(N4)")
        .pile("g2(N9)")
        .holds("3:g5(N0)")
        .chips([3, 9, 9, 9, 9, 9])
        .bids("")
        .build()
}

/// Seat 1 has lost for gift 0 and has 3 chips; gift 1 is its own, gift 2 costs 5, gift 3 (a Misfit) 1, gift 4 8.
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

/// An action without its needed field, of each name.
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

/// An action of each name, filled.
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
            assert_eq!(asked(&over(), index, &action), "MATCH_FINISHED", "{action:?}");
        }
    }
}

#[test]
fn not_a_seat_comes_before_what_is_asked() {
    let game = bidding().build();
    for action in malformed().into_iter().chain(filled()) {
        for index in [4, 31, 255] {
            assert_eq!(asked(&game, index, &action), "NOT_A_SEAT", "{action:?}");
        }
    }
}

#[test]
fn malformed_comes_before_the_phase_and_whose_decision_it_is() {
    let game = bidding().build();
    for action in malformed() {
        // Seat 0 owes nothing, seat 1 has bid, seat 3 owes.
        for index in [0, 1, 3] {
            assert_eq!(asked(&game, index, &action), "MALFORMED_ACTION", "{action:?}");
        }
    }
}

#[test]
fn the_phase_comes_before_whose_decision_it_is_and_own_checks() {
    let game = bidding().build();
    let wrong = filled().into_iter().filter(|action| action.name() != "BID");
    for action in wrong.chain([open(99), gambit(99), discard(99), defend(99), reprise(99), verdict(99)]) {
        for index in [0, 1, 2, 3] {
            assert_eq!(asked(&game, index, &action), "WRONG_PHASE", "{action:?}");
        }
    }
    let choosing = choosing();
    assert_eq!(asked(&choosing, 1, &bid(99)), "WRONG_PHASE");
}

#[test]
#[expect(clippy::cognitive_complexity, reason = "it is one list of refusals, in their order")]
fn already_submitted_then_not_your_decision_then_own_checks() {
    let game = bidding().build();
    assert_eq!(asked(&game, 1, &bid(99)), "ALREADY_SUBMITTED");
    assert_eq!(asked(&game, 0, &bid(99)), "NOT_YOUR_DECISION", "the Opener");
    assert_eq!(asked(&game, 2, &bid(99)), "NOT_YOUR_DECISION", "without chips");
    assert_eq!(asked(&game, 2, &bid(0)), "NOT_YOUR_DECISION");
    assert_eq!(asked(&game, 3, &bid(11)), "BID_OUT_OF_RANGE");
    let throwing = Position::opened(4, 0, 0)
        .methods([Method::RockPaperScissors])
        .bids("1:1")
        .does(1, throw(Throw::Rock));
    let throwing = throwing.build();
    assert_eq!(asked(&throwing, 1, &throw(Throw::Paper)), "ALREADY_SUBMITTED");
    assert_eq!(asked(&throwing, 2, &throw(Throw::Paper)), "NOT_YOUR_DECISION");
    let reporting = Position::opened(4, 0, 0).bids("1:1").does(1, report(1)).build();
    assert_eq!(asked(&reporting, 1, &report(3)), "ALREADY_SUBMITTED");
    assert_eq!(asked(&reporting, 2, &report(3)), "NOT_YOUR_DECISION");
    assert_eq!(asked(&reporting, 0, &report(3)), "WINNER_NOT_A_DUELIST");
    // A report that the clock kept back is in, too.
    let late = Position::opened(4, 0, 0).bids("1:1").absent(1).build();
    assert_eq!(asked(&late, 1, &report(1)), "ALREADY_SUBMITTED");
    assert_eq!(asked(&choosing(), 1, &gambit(99)), "NOT_YOUR_DECISION");
    assert_eq!(asked(&reprising("1:g1(N0)"), 2, &reprise(99)), "NOT_YOUR_DECISION");
    assert_eq!(asked(&lottery().build(), 0, &steal(99)), "NOT_YOUR_DECISION");
    assert_eq!(
        asked(&lottery().does(3, auction()).bids("").build(), 0, &defend(99)),
        "NOT_YOUR_DECISION"
    );
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
        // Nobody holds it, and it costs 10.
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
        // A field too many does not matter before the target does.
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
        assert_eq!(asked(&game, 1, &action), answer, "{action:?}");
    }
    // What a loser holds by the swap is its own.
    let swapped = Position::opened(5, 0, 0)
        .holds("1:g1(N9) 2:g2(N0)")
        .bids("1:1")
        .won(1)
        .build();
    assert_eq!(asked(&swapped, 0, &reprise(1)), "TARGET_OWN_GIFT");
    // Too dear and excluded: excluded.
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
    let two = Position::opened(6, 5, 5)
        .holds("0:g0(N2) 1:g1(N1)")
        .bids("0:5 1:4")
        .does(5, yields())
        .won(0)
        .build();
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

#[test]
#[expect(clippy::too_many_lines, reason = "it is one list of all refusals")]
fn each_refusal_has_its_sentence() {
    let (bidding, choosing, reprising) = (bidding().build(), choosing(), reprising("1:g1(N9)"));
    let reporting = Position::opened(4, 0, 0).bids("1:1").build();
    let method = Position::opened(4, 0, 0)
        .methods([Method::Reported, Method::CoinFlip])
        .bids("1:1")
        .build();
    let two = Position::opened(6, 5, 5)
        .holds("0:g0(N2) 1:g1(N1)")
        .bids("0:5 1:4")
        .does(5, yields())
        .won(0)
        .build();
    let opening = Position::opening(4, 2).holds("1:g1(N0)").build();
    let unset = Action::Gambit { choice: None };
    let cases: [(&JingleBrawl, u8, Action, &str); 21] = [
        (&over(), 0, bid(0), "The match is over; no action is possible."),
        (&bidding, 9, bid(0), "Only a seat of this match can act."),
        (&choosing, 0, unset, "Fill exactly the fields this action needs."),
        (
            &bidding,
            3,
            keep(),
            "This action is not possible now; see the phase and your legal actions.",
        ),
        (&bidding, 1, bid(0), "You have already submitted; it cannot be changed."),
        (&bidding, 0, bid(0), "You owe no decision now."),
        (&opening, 2, open(4), "gift must be 0 to the number of players minus 1."),
        (
            &reprising,
            1,
            reprise_misfit(3, 7),
            "defender must be a seat of this match.",
        ),
        (&opening, 2, open(1), "That gift is already open; choose a wrapped one."),
        (&bidding, 3, bid(11), "Bid 0 (no bid) up to the chips you have."),
        (&choosing, 0, gambit(3), "A wrapped gift cannot be challenged for."),
        (&choosing, 0, gambit(0), "You hold that gift yourself."),
        (
            &choosing,
            0,
            gambit(2),
            "Only a gift held by a player can be challenged for here.",
        ),
        (
            &reprising,
            1,
            reprise(0),
            "That gift was contested in the duel you just lost.",
        ),
        (
            &choosing,
            0,
            gambit(1),
            "The challenge costs 1 plus the gift's Naughty Level, more than you have.",
        ),
        (
            &method,
            0,
            choose(Method::HighCard),
            "That duel method is not enabled in this match.",
        ),
        (&reporting, 0, report(3), "Name one of the two duelists."),
        (&two, 1, discard(5), "Choose one of the two gifts you hold."),
        (
            &reprising,
            1,
            reprise(3),
            "Nobody holds that Misfit; name the seat that defends it.",
        ),
        (
            &reprising,
            1,
            reprise_misfit(5, 3),
            "That gift has a holder, who defends it; leave defender empty.",
        ),
        (&reprising, 1, reprise_misfit(3, 1), "You cannot be your own Defender."),
    ];
    let mut told = BTreeMap::new();
    for (game, index, action, sentence) in cases {
        let rejected = game.resolve(seat(index), &action).unwrap_err();
        assert_eq!(rejected.to_string(), sentence, "{action:?}");
        told.insert(rejected.code(), sentence);
    }
    assert_eq!(told.len(), 21, "all codes of section 6");
}
