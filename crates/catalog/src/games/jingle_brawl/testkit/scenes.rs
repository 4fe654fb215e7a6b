//! Positions of Jingle Brawl, and the actions that the game refuses in them.

use tinsel_engine::SeatIndex;
use tinsel_jingle_brawl::{
    Action, GambitChoice, GiftId, JingleBrawl, Method, Path, ReprisalChoice, Throw,
    testkit::{
        Position, auction, bid, choose, decline, defend, discard, gambit, keep, open, report, reprise, reprise_misfit,
        stand, steal, throw, verdict, yields,
    },
};

use crate::{
    testkit::{Refused, RefusedPosition},
    wire::WireGame,
};

/// One for each phase, and further ones for the reasons that these do not reach.
pub(super) fn scenes() -> Vec<RefusedPosition> {
    let mut scenes = vec![opening(), bidding(), bid_made(), poor_bidder(), responding()];
    scenes.extend([
        gambits(),
        methods(),
        thrown(),
        reporting(),
        reported(),
        ruling(),
        bystander(),
    ]);
    scenes.extend([discarding(), reprisal(), misfits(), paths(), defending(), ended()]);
    scenes
}

/// An action that is malformed in this field.
fn always(action: &Action, field: &'static str) -> Refused {
    Refused::always(JingleBrawl::write_action(action), "MALFORMED_ACTION", field)
}

/// An action that the state of the match refuses.
fn here(action: &Action, reason: &'static str) -> Refused {
    Refused::here(JingleBrawl::write_action(action), reason)
}

fn scene(position: Position, seat: u8, refused: Vec<Refused>) -> RefusedPosition {
    RefusedPosition::of(position.build(), SeatIndex::new(seat), refused)
}

/// A malformed action is malformed in any phase, and nothing else is legal before a gift is opened.
fn opening() -> RefusedPosition {
    let steal_nothing = Action::ChoosePath {
        path: Some(Path::Steal),
        target_gift: None,
    };
    let auction_something = Action::ChoosePath {
        path: Some(Path::Auction),
        target_gift: Some(GiftId::new(0)),
    };
    let decline_with = Action::Reprisal {
        choice: Some(ReprisalChoice::Decline),
        defender: Some(SeatIndex::new(1)),
    };
    let neither = Action::Reprisal {
        choice: None,
        defender: None,
    };
    let pathless = Action::ChoosePath {
        path: None,
        target_gift: None,
    };
    let mut refused = vec![
        always(&Action::Open { gift: None }, "open.gift"),
        always(&Action::Bid { amount: None }, "bid.amount"),
        always(&Action::RespondToBid { choice: None }, "respond_to_bid.choice"),
        always(&Action::Gambit { choice: None }, "gambit.choice"),
        always(&Action::ChooseMethod { method: None }, "choose_method.method"),
        always(&Action::Throw { throw: None }, "make_throw.shape"),
        always(&Action::Report { winner: None }, "report.winner"),
        always(&Action::Verdict { winner: None }, "verdict.winner"),
        always(&Action::Discard { gift: None }, "discard.gift"),
        always(&neither, "reprisal.choice"),
        always(&decline_with, "reprisal.defender"),
        always(&pathless, "choose_path.path"),
        always(&steal_nothing, "choose_path.target_gift"),
        always(&auction_something, "choose_path.target_gift"),
        always(&Action::ChooseDefender { defender: None }, "choose_defender.defender"),
    ];
    let others = [
        bid(1),
        stand(),
        yields(),
        keep(),
        gambit(0),
        choose(Method::CoinFlip),
        throw(Throw::Rock),
        report(0),
        verdict(0),
        discard(0),
        decline(),
        reprise(0),
        steal(0),
        auction(),
        defend(1),
    ];
    refused.extend(others.iter().map(|action| here(action, "WRONG_PHASE")));
    refused.extend([open(5), open(200)].iter().map(|action| here(action, "UNKNOWN_GIFT")));
    refused.push(here(&open(1), "GIFT_NOT_WRAPPED"));
    scene(Position::opening(5, 0).holds("1:g1(N0)"), 0, refused)
}

fn bidding() -> RefusedPosition {
    let above = [11, 65_536, u32::MAX].map(|amount| here(&bid(amount), "BID_OUT_OF_RANGE"));
    scene(Position::opened(5, 0, 2), 1, above.to_vec())
}

fn bid_made() -> RefusedPosition {
    let again = vec![here(&bid(2), "ALREADY_SUBMITTED")];
    scene(Position::opened(5, 0, 2).does(1, bid(2)), 1, again)
}

/// Seat 1 has no chips, so the game asks it for no bid; nor does it ask the seat that opened the gift.
fn poor_bidder() -> RefusedPosition {
    let position = Position::opened(5, 0, 2).chips([10, 0, 10, 10, 10]);
    scene(position, 1, vec![here(&bid(0), "NOT_YOUR_DECISION")])
}

fn responding() -> RefusedPosition {
    let position = Position::opened(5, 0, 2).bids("1:3 2:2");
    scene(position, 1, vec![here(&stand(), "NOT_YOUR_DECISION")])
}

fn gambits() -> RefusedPosition {
    let position = Position::opened(5, 0, 2)
        .holds("1:g1(N9) 3:g4(N0)")
        .pile("g3(N0)")
        .chips([3, 10, 10, 10, 10])
        .bids("");
    let refused = vec![
        here(&gambit(5), "UNKNOWN_GIFT"),
        here(&gambit(0), "TARGET_WRAPPED"),
        here(&gambit(2), "TARGET_OWN_GIFT"),
        here(&gambit(3), "TARGET_NOT_HELD"),
        here(&gambit(1), "CANNOT_AFFORD"),
    ];
    scene(position, 0, refused)
}

fn methods() -> RefusedPosition {
    let position = Position::opened(5, 0, 2)
        .methods([Method::CoinFlip, Method::HighCard])
        .bids("1:3");
    scene(position, 0, vec![here(&choose(Method::Reported), "METHOD_NOT_ENABLED")])
}

fn thrown() -> RefusedPosition {
    let position = Position::opened(5, 0, 2)
        .methods([Method::RockPaperScissors])
        .bids("1:3")
        .does(0, throw(Throw::Paper));
    scene(position, 0, vec![here(&throw(Throw::Rock), "ALREADY_SUBMITTED")])
}

fn reporting() -> RefusedPosition {
    let strangers = [2, 5, 255].map(|winner| here(&report(winner), "WINNER_NOT_A_DUELIST"));
    scene(Position::opened(5, 0, 2).bids("1:3"), 0, strangers.to_vec())
}

fn reported() -> RefusedPosition {
    let position = Position::opened(5, 0, 2).bids("1:3").does(0, report(0));
    scene(position, 0, vec![here(&report(1), "ALREADY_SUBMITTED")])
}

fn ruling() -> RefusedPosition {
    let position = Position::opened(5, 0, 2)
        .head_elf(3)
        .bids("1:3")
        .does(0, report(0))
        .does(1, report(1));
    scene(position, 3, vec![here(&verdict(3), "WINNER_NOT_A_DUELIST")])
}

fn bystander() -> RefusedPosition {
    let position = Position::opened(5, 0, 2).bids("1:3");
    scene(position, 4, vec![here(&report(0), "NOT_YOUR_DECISION")])
}

/// Seat 1 has lost a yield duel, and holds its own gift and the winner's.
fn discarding() -> RefusedPosition {
    let position = Position::opened(6, 5, 5)
        .holds("0:g0(N2) 1:g1(N1)")
        .bids("0:5 1:4")
        .does(5, yields())
        .won(0);
    let others = [5, 2, 200].map(|gift| here(&discard(gift), "GIFT_NOT_YOURS"));
    scene(position, 1, others.to_vec())
}

fn reprisal() -> RefusedPosition {
    let position = Position::opened(6, 0, 5)
        .holds("1:g0(N0) 2:g1(N0) 3:g2(N9)")
        .chips([10, 4, 10, 10, 10, 10])
        .bids("1:2")
        .won(0);
    let refused = vec![
        here(&reprise(6), "UNKNOWN_GIFT"),
        here(&reprise(3), "TARGET_WRAPPED"),
        here(&reprise(0), "TARGET_OWN_GIFT"),
        here(&reprise(5), "TARGET_EXCLUDED"),
        here(&reprise(2), "CANNOT_AFFORD"),
        here(&reprise_misfit(1, 3), "DEFENDER_NOT_ALLOWED"),
    ];
    scene(position, 1, refused)
}

fn misfits() -> RefusedPosition {
    let position = Position::opened(6, 0, 5)
        .holds("1:g0(N1) 2:g1(N0)")
        .pile("g2(N2) g3(N0)")
        .bids("1:1")
        .won(0);
    let refused = vec![
        here(&reprise(3), "DEFENDER_REQUIRED"),
        here(&reprise_misfit(3, 6), "UNKNOWN_SEAT"),
        here(&reprise_misfit(3, 1), "DEFENDER_IS_SELF"),
    ];
    scene(position, 1, refused)
}

/// A Lottery turn of seat 3.
fn lottery() -> Position {
    Position::lottery(5, 3, "g3(N1)")
        .holds("0:g0(N3) 1:g1(N0) 2:g2(N1)")
        .pile("g4(N0)")
}

fn paths() -> RefusedPosition {
    let refused = vec![
        here(&steal(5), "UNKNOWN_GIFT"),
        here(&steal(3), "TARGET_NOT_HELD"),
        here(&steal(4), "TARGET_NOT_HELD"),
        here(&steal(0), "CANNOT_AFFORD"),
    ];
    scene(lottery().chips([9, 9, 9, 3, 9]), 3, refused)
}

fn defending() -> RefusedPosition {
    let refused = vec![here(&defend(5), "UNKNOWN_SEAT"), here(&defend(3), "DEFENDER_IS_SELF")];
    scene(lottery().does(3, auction()).bids(""), 3, refused)
}

fn ended() -> RefusedPosition {
    let position = Position::end(3).holds("0:g0(N0) 1:g1(N0) 2:g2(N0)");
    let late = vec![
        here(&bid(0), "MATCH_FINISHED"),
        here(&Action::Gambit { choice: None }, "MATCH_FINISHED"),
        here(
            &Action::Gambit {
                choice: Some(GambitChoice::Keep),
            },
            "MATCH_FINISHED",
        ),
    ];
    scene(position, 0, late)
}
