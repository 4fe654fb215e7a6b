//! The winners of auctions (section 2.3).

use tinsel_engine::{BySeat, SeatIndex, SeatSet};

use crate::{
    components::{BySlot, Garnets, Round, Slot},
    submission::Submission,
};

/// The designated seats: their ordinary bids beyond slot 1 do not count.
// GM-36, GM-R44, GM-R45
pub(super) fn designated(submissions: &BySeat<Submission>) -> SeatSet {
    let designated = submissions.iter().filter_map(|submission| submission.phantom_target);
    designated.collect()
}

/// The ordinary bids on `slot` that count, in seat order.
// GM-36, GM-R42
pub(super) fn bids_on(submissions: &BySeat<Submission>, slot: Slot) -> impl Iterator<Item = (SeatIndex, Garnets)> {
    let ignored = if slot == Slot::FIRST {
        SeatSet::EMPTY
    } else {
        designated(submissions)
    };
    let bids = submissions
        .enumerate()
        .filter(move |(seat, _)| !ignored.contains(*seat));
    bids.filter_map(move |(seat, submission)| Some((seat, submission.bids.at(slot)?)))
}

/// The winner of each auction of `round`.
// GM-32, GM-37
pub(super) fn winners(round: Round, submissions: &BySeat<Submission>) -> BySlot<Option<SeatIndex>> {
    let mut winners = BySlot::default();
    // GM-88: a nullified kind is auctioned like any other
    for (slot, _) in round.auctions() {
        let winner = outright_winner(submissions, slot).or_else(|| highest_unique(submissions, slot));
        if let Some(winner) = winner {
            winners.put(slot, winner);
        }
    }
    winners
}

/// The seat with a zero bid on `slot`.
// GM-30, GM-R38, GM-R39
fn outright_winner(submissions: &BySeat<Submission>, slot: Slot) -> Option<SeatIndex> {
    let mut outright = submissions
        .enumerate()
        .filter(|(_, submission)| submission.wins_outright(slot));
    outright.next().map(|(seat, _)| seat)
}

/// The seat with the highest amount that no other seat bid.
// GM-28, GM-29, GM-R14, GM-R16, GM-R17
fn highest_unique(submissions: &BySeat<Submission>, slot: Slot) -> Option<SeatIndex> {
    let bids: Vec<(SeatIndex, Garnets)> = bids_on(submissions, slot).collect();
    let alike = |amount: Garnets| bids.iter().filter(|(_, other)| *other == amount).count();
    let unique = bids.iter().filter(|(_, amount)| alike(*amount) == 1);
    unique.max_by_key(|(_, amount)| *amount).map(|(seat, _)| *seat)
}
