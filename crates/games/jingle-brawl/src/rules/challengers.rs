//! `YIELD_CHOICE`, and before it the Challengers and their prices.

use tinsel_engine::{SeatIndex, SeatSet, never};

use super::{
    bidding,
    commit::{Commit, Next},
};
use crate::{
    components::{Chips, Context, DuelKind, Purse, Reason, Response, Spot},
    draws,
    event::Event,
    state::{Challengers, Duel, Stage},
};

/// Continues with a single highest bidder.
// JB-40, JB-41
pub(super) fn highest(commit: &mut Commit<'_>, first: SeatIndex) -> Next {
    let others = commit.game.config.players.all().without(first);
    // JB-R50, JB-R54: without a Challenger 2 the Opener cannot yield
    let next = match (commit.game.turn.context, &commit.game.turn.bids) {
        (Some(Context::Main), Some(bids)) => bidding::highest(bids, others),
        (Some(Context::Main | Context::Auction | Context::LastClaim) | None, _) => SeatSet::EMPTY,
    };
    // JB-R25
    let second = (!next.is_empty()).then(|| commit.pick(draws::SECOND_CHALLENGER, next));
    named(commit, first, second)
}

/// Continues with several highest bidders: two of them duel for the right to challenge.
// JB-42, JB-43, JB-R17
pub(super) fn tied(commit: &mut Commit<'_>, tied: SeatSet) -> Next {
    let duelists = if tied.len() > 2 {
        let one = commit.pick(draws::TIED_DUELIST, tied);
        let other = commit.pick(draws::TIED_DUELIST, tied.without(one));
        SeatSet::only(one).with(other)
    } else {
        tied
    };
    let defender = first_clockwise(commit, duelists);
    let challenger = duelists.iter().find(|seat| *seat != defender).unwrap_or(defender);
    commit.everyone(Event::TieBreakCalled { tied, duelists });
    Next::Duel(Duel::new(DuelKind::TieBreak, challenger, defender, None))
}

/// The first of `seats`, clockwise from the current seat.
fn first_clockwise(commit: &Commit<'_>, seats: SeatSet) -> SeatIndex {
    let current = commit.game.turn.seat;
    let after = seats.iter().find(|seat| *seat > current);
    after.or_else(|| seats.iter().next()).unwrap_or(current)
}

/// Continues after a tie-break: the winner may challenge, and in the Main Game the loser is the other Challenger.
// JB-45, JB-46, JB-R26, JB-R27
pub(super) fn tie_broken(commit: &mut Commit<'_>, winner: SeatIndex, loser: SeatIndex) -> Next {
    let second = commit.game.turn.context == Some(Context::Main);
    named(commit, winner, second.then_some(loser))
}

/// Continues with the Challengers: with two of them the Opener may yield, with one it stands.
// JB-47
fn named(commit: &mut Commit<'_>, first: SeatIndex, second: Option<SeatIndex>) -> Next {
    commit.game.turn.challengers = Some(Challengers { first, second });
    commit.everyone(Event::ChallengersNamed { first, second });
    if second.is_some() {
        commit.game.stage = Stage::YieldChoice;
        Next::Decision
    } else {
        stand(commit, first)
    }
}

/// Applies the Opener's choice; the Challengers have none.
// JB-R28
pub(super) fn responded(commit: &mut Commit<'_>, response: Response) -> Next {
    let seat = commit.game.turn.seat;
    let Some(Challengers { first, second }) = commit.game.turn.challengers else {
        never!("JB-47: a seat that chooses has been challenged");
        return Next::Decision;
    };
    commit.everyone(Event::OpenerResponded { seat, response });
    match (response, second) {
        (Response::Yield, Some(second)) => give_way(commit, first, second),
        (Response::Stand, _) | (Response::Yield, None) => stand(commit, first),
    }
}

/// The highest bidder pays its bid and duels the current seat.
// JB-26, JB-48, JB-75, JB-79, JB-R18
fn stand(commit: &mut Commit<'_>, first: SeatIndex) -> Next {
    let kind = match commit.game.turn.context {
        Some(Context::Main) | None => DuelKind::Standard,
        Some(Context::Auction) => DuelKind::Auction,
        Some(Context::LastClaim) => DuelKind::LastClaim,
    };
    // JB-17: only this bidder pays
    let bid = bid_of(commit, first);
    commit.pay(Purse::Seat(first), Purse::Pot, bid, Reason::Bid);
    let (current, gift) = (commit.game.turn.seat, commit.game.turn.gift);
    Next::Duel(Duel::new(kind, first, current, gift))
}

/// The Opener yields: both Challengers pay half, and duel for the gift on the table.
// JB-49, JB-R16
fn give_way(commit: &mut Commit<'_>, first: SeatIndex, second: SeatIndex) -> Next {
    let bag = commit.game.bag();
    let (current, gift) = (commit.game.turn.seat, commit.game.turn.gift);
    if let Some(gift) = gift {
        commit.move_gift(gift, Spot::Seat(current), Spot::Table);
    }
    commit.tell_bag(bag);
    // JB-17: both are bidders and pay
    for seat in [first, second] {
        let half = bid_of(commit, seat).half();
        commit.pay(Purse::Seat(seat), Purse::Pot, half, Reason::HalfBid);
    }
    Next::Duel(Duel::new(DuelKind::Yield, first, second, gift))
}

fn bid_of(commit: &Commit<'_>, seat: SeatIndex) -> Chips {
    let bids = commit.game.turn.bids.as_ref();
    bids.and_then(|bids| bids.get(seat)).copied().unwrap_or_default()
}
