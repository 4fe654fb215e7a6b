//! `BIDDING`: all seats except the current one bid in secret, and all bids become public at once.

use tinsel_engine::{BySeat, SeatIndex, SeatSet, never};

use super::commit::{Commit, Next};
use crate::{
    components::{Chips, Context, GiftId},
    event::{self, Bid, Event},
    state::{Sealed, Stage},
};

/// Opens the bidding. A seat without chips bids 0 and has no pending decision.
// JB-37, JB-71, JB-78
pub(super) fn start(commit: &mut Commit<'_>, context: Context, gift: GiftId) -> Next {
    commit.game.turn.context = Some(context);
    commit.game.stage = Stage::Bidding {
        sealed: BySeat::from_fn(commit.game.config.players, |_| None),
    };
    let owing = commit.game.owing();
    commit.everyone(Event::BiddingStarted { context, gift, owing });
    if owing.is_empty() {
        reveal(commit)
    } else {
        Next::Decision
    }
}

/// Stores a bid, and reveals all bids after the last one.
// JB-37: it is final
pub(super) fn sealed(commit: &mut Commit<'_>, seat: SeatIndex, amount: Chips, by_default: bool) -> Next {
    let Stage::Bidding { sealed } = &mut commit.game.stage else {
        never!("JB-37: bids are made in a bidding");
        return Next::Decision;
    };
    *sealed.at_mut(seat) = Some(Sealed { amount, by_default });
    event::bid_placed(seat, amount, commit.events);
    if commit.game.owing().is_empty() {
        reveal(commit)
    } else {
        Next::Decision
    }
}

/// Reveals all bids, and continues with the highest bidders.
// JB-38
fn reveal(commit: &mut Commit<'_>) -> Next {
    let Stage::Bidding { sealed } = &commit.game.stage else {
        never!("JB-38: bids are shown after a bidding");
        return Next::Decision;
    };
    let bids = sealed.map(|_, sealed| sealed.map_or(Chips::ZERO, |sealed| sealed.amount));
    let marked = sealed
        .enumerate()
        .filter(|(_, sealed)| sealed.is_some_and(|sealed| sealed.by_default));
    let by_default: SeatSet = marked.map(|(seat, _)| seat).collect();
    let current = commit.game.turn.seat;
    let shown = bids.enumerate().filter(|(seat, _)| *seat != current);
    let shown = shown.map(|(seat, amount)| Bid { seat, amount: *amount });
    commit.everyone(Event::BidsRevealed {
        bids: shown.collect(),
        by_default,
    });
    let highest = highest(&bids, commit.game.config.players.all());
    commit.game.turn.bids = Some(bids);
    match *highest.iter().collect::<Vec<_>>().as_slice() {
        [] => unchallenged(commit),
        [first] => Next::HighestBid(first),
        [_, _, ..] => Next::TiedBids(highest),
    }
}

/// The seats of `among` with the highest bid; empty if there is no bid.
// JB-40, JB-42, JB-R23
pub(super) fn highest(bids: &BySeat<Chips>, among: SeatSet) -> SeatSet {
    let bid = |seat: &SeatIndex| bids.get(*seat).copied().filter(|bid| !bid.is_none());
    let most = among.iter().filter_map(|seat| bid(&seat)).max();
    among
        .iter()
        .filter(|seat| most.is_some() && bid(seat) == most)
        .collect()
}

/// Continues after no seat bid.
// JB-39, JB-72, JB-80
fn unchallenged(commit: &mut Commit<'_>) -> Next {
    match commit.game.turn.context {
        Some(Context::Main | Context::LastClaim) => Next::NoBid,
        // JB-R47
        Some(Context::Auction) => {
            commit.game.stage = Stage::DefenderChoice;
            Next::Decision
        }
        None => {
            never!("JB-37: bids are made for something");
            Next::Decision
        }
    }
}
