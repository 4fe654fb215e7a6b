//! `OPENING`: the Opener unwraps a gift.

use super::commit::{Commit, Next};
use crate::{
    components::{Context, GiftId, Naughty},
    event::{self, Event},
};

/// The Opener opens a gift and holds it; then the others bid.
// JB-10, JB-36, JB-R7, JB-R8
pub(super) fn opened(commit: &mut Commit<'_>, gift: GiftId, forced: bool) -> Next {
    let seat = commit.game.turn.seat;
    commit.game.table.naughty.put(gift, Some(Naughty::ZERO));
    *commit.game.table.hands.at_mut(seat) = Some(gift);
    commit.game.turn.gift = Some(gift);
    let name = commit.game.name(gift).text().to_owned();
    commit.everyone(Event::GiftOpened {
        seat,
        gift,
        name,
        forced,
    });
    event::wishes_shown(&commit.game.deal, gift, commit.events);
    Next::Bidding(Context::Main, gift)
}
