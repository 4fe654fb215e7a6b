//! `OPENING`: the Opener unwraps a gift.

use super::flow::{Flow, Next};
use crate::{
    components::{Context, GiftId, Naughty},
    event::{self, Event},
};

/// The Opener opens a gift and holds it; then the others bid.
// JB-10, JB-36, JB-R7, JB-R8
pub(super) fn opened(flow: &mut Flow<'_>, gift: GiftId, forced: bool) -> Next {
    let seat = flow.game.turn.seat;
    flow.game.table.naughty.put(gift, Some(Naughty::ZERO));
    *flow.game.table.hands.at_mut(seat) = Some(gift);
    flow.game.turn.gift = Some(gift);
    let name = flow.game.name(gift).text().to_owned();
    flow.tell(Event::GiftOpened {
        seat,
        gift,
        name,
        forced,
    });
    event::wishes_shown(&flow.game.deal, gift, flow.events);
    Next::Bidding(Context::Main, gift)
}
