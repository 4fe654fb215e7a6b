//! `YIELD_CHOICE`, and before it the Challengers and their prices.

use tinsel_engine::{SeatIndex, SeatSet, never};

use super::{
    bidding,
    flow::{Flow, Next},
};
use crate::{
    components::{Chips, Context, DuelKind, Purse, Reason, Response, Spot},
    draws,
    event::Event,
    state::{Challengers, Duel, Stage},
};

/// Continues with a single highest bidder.
// JB-40, JB-41
pub(super) fn highest(flow: &mut Flow<'_>, first: SeatIndex) -> Next {
    let others = flow.game.config.players.all().without(first);
    // JB-R50, JB-R54: without a Challenger 2 the Opener cannot yield
    let next = match (flow.game.turn.context, &flow.game.turn.bids) {
        (Some(Context::Main), Some(bids)) => bidding::highest(bids, others),
        (Some(Context::Main | Context::Auction | Context::LastClaim) | None, _) => SeatSet::EMPTY,
    };
    // JB-R25
    let second = (!next.is_empty()).then(|| flow.pick(draws::SECOND_CHALLENGER, next));
    named(flow, first, second)
}

/// Continues with several highest bidders: two of them duel for the right to challenge.
// JB-42, JB-43, JB-R17
pub(super) fn tied(flow: &mut Flow<'_>, tied: SeatSet) -> Next {
    let duelists = if tied.len() > 2 {
        let one = flow.pick(draws::TIED_DUELIST, tied);
        let other = flow.pick(draws::TIED_DUELIST, tied.without(one));
        SeatSet::only(one).with(other)
    } else {
        tied
    };
    let defender = first_clockwise(flow, duelists);
    let challenger = duelists.iter().find(|seat| *seat != defender).unwrap_or(defender);
    flow.tell(Event::TieBreakCalled { tied, duelists });
    Next::Duel(Duel::new(DuelKind::TieBreak, challenger, defender, None))
}

/// The first of `seats`, clockwise from the current seat.
fn first_clockwise(flow: &Flow<'_>, seats: SeatSet) -> SeatIndex {
    let current = flow.game.turn.seat;
    let after = seats.iter().find(|seat| *seat > current);
    after.or_else(|| seats.iter().next()).unwrap_or(current)
}

/// Continues after a tie-break: the winner may challenge, and in the Main Game the loser is the other Challenger.
// JB-45, JB-46, JB-R26, JB-R27
pub(super) fn tie_broken(flow: &mut Flow<'_>, winner: SeatIndex, loser: SeatIndex) -> Next {
    let second = flow.game.turn.context == Some(Context::Main);
    named(flow, winner, second.then_some(loser))
}

/// Continues with the Challengers: with two of them the Opener may yield, with one it stands.
// JB-47
fn named(flow: &mut Flow<'_>, first: SeatIndex, second: Option<SeatIndex>) -> Next {
    flow.game.turn.challengers = Some(Challengers { first, second });
    flow.tell(Event::ChallengersNamed { first, second });
    if second.is_some() {
        flow.game.stage = Stage::YieldChoice;
        Next::Decision
    } else {
        stand(flow, first)
    }
}

/// Applies the Opener's choice; the Challengers have none.
// JB-R28
pub(super) fn responded(flow: &mut Flow<'_>, response: Response) -> Next {
    let seat = flow.game.turn.seat;
    let Some(Challengers { first, second }) = flow.game.turn.challengers else {
        never!("JB-47: whoever chooses has been challenged");
        return Next::Decision;
    };
    flow.tell(Event::OpenerResponded { seat, response });
    match (response, second) {
        (Response::Yield, Some(second)) => give_way(flow, first, second),
        (Response::Stand, _) | (Response::Yield, None) => stand(flow, first),
    }
}

/// The highest bidder pays its bid and duels the current seat.
// JB-26, JB-48, JB-75, JB-79, JB-R18
fn stand(flow: &mut Flow<'_>, first: SeatIndex) -> Next {
    let kind = match flow.game.turn.context {
        Some(Context::Main) | None => DuelKind::Standard,
        Some(Context::Auction) => DuelKind::Auction,
        Some(Context::LastClaim) => DuelKind::LastClaim,
    };
    // JB-17: only this bidder pays
    let bid = bid_of(flow, first);
    flow.pay(Purse::Seat(first), Purse::Pot, bid, Reason::Bid);
    let (current, gift) = (flow.game.turn.seat, flow.game.turn.gift);
    Next::Duel(Duel::new(kind, first, current, gift))
}

/// The Opener yields: both Challengers pay half, and duel for the gift on the table.
// JB-49, JB-R16
fn give_way(flow: &mut Flow<'_>, first: SeatIndex, second: SeatIndex) -> Next {
    let bag = flow.game.bag();
    let (current, gift) = (flow.game.turn.seat, flow.game.turn.gift);
    if let Some(gift) = gift {
        flow.move_gift(gift, Spot::Seat(current), Spot::Table);
    }
    flow.tell_bag(bag);
    // JB-17: both are bidders and pay
    for seat in [first, second] {
        let half = bid_of(flow, seat).half();
        flow.pay(Purse::Seat(seat), Purse::Pot, half, Reason::HalfBid);
    }
    Next::Duel(Duel::new(DuelKind::Yield, first, second, gift))
}

fn bid_of(flow: &Flow<'_>, seat: SeatIndex) -> Chips {
    let bids = flow.game.turn.bids.as_ref();
    bids.and_then(|bids| bids.get(seat)).copied().unwrap_or_default()
}
