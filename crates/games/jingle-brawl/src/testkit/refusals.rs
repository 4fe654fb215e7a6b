//! Positions with the answers of the game, for every reason and for the order of the checks.

use tinsel_engine::SeatIndex;
use tinsel_engine_testkit::checks::CheckedPosition;

use super::{
    Position, auction, bid, choose, decline, defend, discard, gambit, keep, open, report, reprise, reprise_misfit,
    stand, steal, throw, verdict, yields,
};
use crate::{
    action::{Action, ReprisalChoice},
    components::{GiftId, Method, Path, Throw},
    state::JingleBrawl,
};

type Checked = CheckedPosition<JingleBrawl>;

/// One action of each name, without a field that it needs, with its rule and field.
#[must_use]
pub fn malformed_actions() -> [(Action, &'static str); 15] {
    let reprisal = |choice, defender| Action::Reprisal { choice, defender };
    let path = |path, target_gift| Action::ChoosePath { path, target_gift };
    let (another, gift) = (Some(SeatIndex::new(2)), Some(GiftId::new(1)));
    [
        (Action::Open { gift: None }, "JB-36 in open.gift"),
        (Action::Bid { amount: None }, "JB-37 in bid.amount"),
        (Action::RespondToBid { choice: None }, "JB-47 in respond_to_bid.choice"),
        (Action::Gambit { choice: None }, "JB-54 in gambit.choice"),
        (Action::ChooseMethod { method: None }, "JB-24 in choose_method.method"),
        (Action::Throw { throw: None }, "JB-28 in make_throw.shape"),
        (Action::Report { winner: None }, "JB-29 in report.winner"),
        (Action::Verdict { winner: None }, "JB-33 in verdict.winner"),
        (Action::Discard { gift: None }, "JB-51 in discard.gift"),
        (reprisal(None, None), "JB-57 in reprisal.choice"),
        (
            reprisal(Some(ReprisalChoice::Decline), another),
            "JB-62 in reprisal.defender",
        ),
        (path(None, None), "JB-67 in choose_path.path"),
        (path(Some(Path::Steal), None), "JB-68 in choose_path.target_gift"),
        (path(Some(Path::Auction), gift), "JB-68 in choose_path.target_gift"),
        (
            Action::ChooseDefender { defender: None },
            "JB-72 in choose_defender.defender",
        ),
    ]
}

/// One complete action of each name, with its rule.
#[must_use]
pub const fn complete_actions() -> [(Action, &'static str); 13] {
    [
        (open(1), "JB-36"),
        (bid(1), "JB-37"),
        (stand(), "JB-47"),
        (keep(), "JB-54"),
        (choose(Method::Reported), "JB-24"),
        (throw(Throw::Rock), "JB-28"),
        (report(0), "JB-29"),
        (verdict(0), "JB-33"),
        (discard(0), "JB-51"),
        (decline(), "JB-57"),
        (auction(), "JB-67"),
        (steal(0), "JB-67"),
        (defend(1), "JB-72"),
    ]
}

/// Seat 1 has bid 3, seat 2 has no chips, and seat 3 owes a bid.
///
/// # Panics
///
/// No match can reach it.
#[must_use]
pub fn bidding() -> JingleBrawl {
    let position = Position::opened(4, 0, 0).holds("3:g1(N0)").chips([10, 10, 0, 10]);
    position.does(1, bid(3)).build()
}

/// No seat bid: seat 0 has gift 0 and 3 chips; gift 1 costs 5, gift 2 is a Misfit.
///
/// # Panics
///
/// No match can reach it.
#[must_use]
pub fn choosing() -> JingleBrawl {
    let position = Position::opened(6, 0, 0).holds("1:g1(N4) 3:g5(N0)").pile("g2(N9)");
    position.chips([3, 9, 9, 9, 9, 9]).bids("").build()
}

/// Seat 3 chooses its path in the Lottery, with 2 chips.
fn lottery() -> Position {
    let position = Position::lottery(5, 3, "g3(N1)").holds("0:g0(N9) 1:g1(N0) 2:g2(N1)");
    position.pile("g4(N0)").chips([9, 9, 9, 2, 9])
}

/// A duel of seat 1 against seat 0, without seats 2 and 3; seat 3 is Head Elf.
fn duel_by<const N: usize>(methods: [Method; N]) -> Position {
    let position = Position::opened(4, 0, 0).head_elf(3).bids("1:1");
    position.methods(methods)
}

/// Positions with the answers of the game, for every reason. Actions with several faults show the order of the checks.
///
/// # Panics
///
/// No match can reach one of them.
#[must_use]
pub fn checked_positions() -> Vec<Checked> {
    let mut positions = Vec::from(ended());
    positions.extend(turns());
    positions.extend(challenges());
    positions.extend(reprisals());
    positions.extend(duels());
    positions
}

fn turns() -> Vec<Checked> {
    let malformed = malformed_actions().map(|(action, rule)| (action, format!("MALFORMED_ACTION {rule}")));
    let others = complete_actions()
        .into_iter()
        .filter(|(action, _)| action.name() != "bid");
    let others = others.map(|(action, rule)| (action, format!("WRONG_PHASE {rule}")));
    vec![
        Checked::of(
            Position::opening(4, 2).holds("1:g1(N0)").build(),
            2,
            [
                (open(4), "UNKNOWN_GIFT JB-4 limit 3"),
                (open(255), "UNKNOWN_GIFT JB-4 limit 3"),
                (open(1), "GIFT_NOT_WRAPPED JB-36"),
                (open(0), "accepted"),
            ],
        )
        .and(1, [(open(99), "NO_DECISION_OWED JB-36")]),
        Checked::of(
            bidding(),
            3,
            [
                (bid(11), "BID_OUT_OF_RANGE JB-37 limit 10"),
                (bid(65_536), "BID_OUT_OF_RANGE JB-37 limit 10"),
                (bid(u32::MAX), "BID_OUT_OF_RANGE JB-37 limit 10"),
                (bid(10), "accepted"),
            ],
        )
        .and(1, [(bid(99), "ALREADY_SUBMITTED JB-37")])
        .and(0, [(bid(99), "NO_DECISION_OWED JB-37")])
        .and(2, [(bid(0), "NO_DECISION_OWED JB-37")])
        .and(9, [(bid(0), "NOT_A_SEAT JB-1")])
        .and(3, malformed)
        .and(3, others),
        Checked::of(
            Position::opened(4, 0, 0).bids("1:3 2:1").build(),
            1,
            [(stand(), "NO_DECISION_OWED JB-47")],
        ),
        // The loser of a yield duel must discard one of two gifts.
        Checked::of(
            Position::opened(6, 5, 5)
                .holds("0:g0(N2) 1:g1(N1)")
                .bids("0:5 1:4")
                .does(5, yields())
                .won(0)
                .build(),
            1,
            [
                (discard(5), "GIFT_NOT_YOURS JB-51"),
                (discard(3), "GIFT_NOT_YOURS JB-51"),
                (discard(99), "GIFT_NOT_YOURS JB-51"),
                (discard(0), "accepted"),
                (discard(1), "accepted"),
            ],
        )
        .and(0, [(discard(99), "NO_DECISION_OWED JB-51")]),
    ]
}

fn challenges() -> [Checked; 4] {
    // The last player holds the gift of the turn, and cannot afford it either.
    let claiming = Position::lottery(4, 3, "g3(N9)").holds("0:g0(N0) 1:g1(N0) 2:g2(N0)");
    [
        Checked::of(
            choosing(),
            0,
            [
                (gambit(6), "UNKNOWN_GIFT JB-4 limit 5"),
                (gambit(3), "TARGET_WRAPPED JB-54"),
                // No seat holds it, and it costs 10.
                (gambit(2), "TARGET_NOT_HELD JB-54"),
                (gambit(0), "TARGET_OWN_GIFT JB-54"),
                (gambit(1), "CANNOT_AFFORD JB-20 limit 3"),
                (gambit(5), "accepted"),
            ],
        )
        .and(1, [(gambit(99), "NO_DECISION_OWED JB-54")])
        .and(3, [(bid(1), "WRONG_PHASE JB-37")]),
        Checked::of(
            claiming.chips([9, 9, 9, 1]).bids("").build(),
            3,
            [(gambit(3), "TARGET_OWN_GIFT JB-54")],
        ),
        Checked::of(
            lottery().build(),
            3,
            [
                (steal(5), "UNKNOWN_GIFT JB-4 limit 4"),
                (steal(3), "TARGET_NOT_HELD JB-68"),
                (steal(4), "TARGET_NOT_HELD JB-68"),
                (steal(0), "CANNOT_AFFORD JB-20 limit 2"),
                (steal(1), "accepted"),
            ],
        )
        .and(0, [(steal(99), "NO_DECISION_OWED JB-67")]),
        Checked::of(
            lottery().does(3, auction()).bids("").build(),
            3,
            [
                (defend(5), "UNKNOWN_SEAT JB-72 limit 4"),
                (defend(255), "UNKNOWN_SEAT JB-72 limit 4"),
                (defend(3), "DEFENDER_IS_SELF JB-72"),
                (defend(4), "accepted"),
            ],
        )
        .and(0, [(defend(99), "NO_DECISION_OWED JB-72")]),
    ]
}

fn reprisals() -> [Checked; 3] {
    // Seat 1 has lost a duel for gift 0 and has 3 chips; gift 1 is its own, gift 2 costs 5, gift 3 (a Misfit) 1, and
    // gift 4 costs 8.
    let reprising = Position::opened(7, 0, 0)
        .holds("1:g1(N9) 2:g2(N4) 3:g5(N0)")
        .pile("g3(N0) g4(N7)")
        .chips([10, 3, 10, 10, 10, 10, 10]);
    let lost = || Position::opened(5, 0, 0).holds("1:g1(N9) 2:g2(N0)");
    [
        Checked::of(
            reprising.bids("1:1").won(0).build(),
            1,
            [
                // The check of the target comes before that of a surplus field.
                (reprise_misfit(7, 9), "UNKNOWN_GIFT JB-4 limit 6"),
                (reprise_misfit(6, 9), "TARGET_WRAPPED JB-R41"),
                // It costs 10.
                (reprise_misfit(1, 9), "TARGET_OWN_GIFT JB-R41"),
                (reprise_misfit(0, 9), "TARGET_EXCLUDED JB-59"),
                (reprise_misfit(2, 2), "CANNOT_AFFORD JB-20 limit 3"),
                (reprise(4), "CANNOT_AFFORD JB-20 limit 3"),
                (reprise_misfit(4, 9), "CANNOT_AFFORD JB-20 limit 3"),
                (reprise(3), "DEFENDER_REQUIRED JB-62"),
                (reprise_misfit(3, 7), "UNKNOWN_SEAT JB-62 limit 6"),
                (reprise_misfit(3, 255), "UNKNOWN_SEAT JB-62 limit 6"),
                (reprise_misfit(3, 1), "DEFENDER_IS_SELF JB-62"),
                (reprise_misfit(5, 3), "DEFENDER_NOT_ALLOWED JB-62"),
                (reprise_misfit(5, 9), "DEFENDER_NOT_ALLOWED JB-62"),
                (reprise_misfit(5, 1), "DEFENDER_NOT_ALLOWED JB-62"),
                (reprise_misfit(3, 0), "accepted"),
                (reprise(5), "accepted"),
                (decline(), "accepted"),
            ],
        )
        .and(2, [(reprise(99), "NO_DECISION_OWED JB-57")]),
        // A gift that a loser holds after the swap is its own.
        Checked::of(
            lost().bids("1:1").won(1).build(),
            0,
            [(reprise(1), "TARGET_OWN_GIFT JB-R41")],
        ),
        // The target is excluded, and costs 10 of the one chip that seat 0 has left.
        Checked::of(
            lost().bids("").does(0, gambit(1)).won(1).build(),
            0,
            [(reprise(1), "TARGET_EXCLUDED JB-59")],
        ),
    ]
}

fn duels() -> Vec<Checked> {
    let throwing = duel_by([Method::RockPaperScissors]).does(1, throw(Throw::Rock));
    let reporting = duel_by([Method::Reported]).does(1, report(1));
    vec![
        Checked::of(
            duel_by([Method::Reported, Method::CoinFlip]).build(),
            0,
            [(choose(Method::HighCard), "METHOD_NOT_ENABLED JB-24")],
        )
        .and(1, [(choose(Method::HighCard), "NO_DECISION_OWED JB-24")]),
        Checked::of(throwing.build(), 1, [(throw(Throw::Rock), "ALREADY_SUBMITTED JB-28")])
            .and(2, [(throw(Throw::Rock), "NO_DECISION_OWED JB-28")]),
        Checked::of(
            reporting.clone().build(),
            0,
            [(report(3), "WINNER_NOT_A_DUELIST JB-29")],
        )
        .and(1, [(report(3), "ALREADY_SUBMITTED JB-29")])
        .and(2, [(report(3), "NO_DECISION_OWED JB-29")]),
        // A report that the clock replaced counts as submitted, too.
        Checked::of(
            duel_by([Method::Reported]).absent(1).build(),
            1,
            [(report(1), "ALREADY_SUBMITTED JB-29")],
        ),
        Checked::of(
            reporting.does(0, report(0)).build(),
            3,
            [(verdict(2), "WINNER_NOT_A_DUELIST JB-33")],
        )
        .and(1, [(verdict(3), "NO_DECISION_OWED JB-33")]),
    ]
}

fn ended() -> [Checked; 2] {
    let holds = "0:g0(N0) 1:g1(N0)";
    let main = Position::opened(3, 2, 2).holds(holds);
    let lottery = Position::lottery(3, 2, "g2(N0)").holds(holds);
    [
        Checked::of(
            main.bids("").does(2, keep()).build(),
            0,
            [
                (bid(0), "MATCH_OVER JB-8"),
                (Action::Gambit { choice: None }, "MATCH_OVER JB-8"),
            ],
        ),
        Checked::of(
            lottery.bids("").does(2, keep()).build(),
            0,
            [(bid(0), "MATCH_OVER JB-82")],
        ),
    ]
}
