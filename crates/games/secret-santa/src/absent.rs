//! The defaults of inactive seats, and the pending decisions that show them (section 9).

use tinsel_engine::{Decision, SeatIndex, Viewer};

use crate::{
    action::Action,
    components::{Phase, Scope, Special},
    facts,
    state::SecretSanta,
    view,
};

/// The order in which a seat without gifts leads special cards: the first of these that it holds.
const ZEROS_FIRST: [Special; 8] = [
    Special::Fruitcake,
    Special::Elves,
    Special::Carol,
    Special::Scrooge,
    Special::Tree,
    Special::Ghost,
    Special::Mouse,
    Special::Santa,
];

/// The default of a seat that owes a decision, or `None` once the match is over.
pub(crate) fn default_of(game: &SecretSanta, seat: SeatIndex) -> Option<Action> {
    match game.phase() {
        Phase::Fruitcake | Phase::Holly | Phase::Snow => Some(Action::Decline {
            scope: Some(Scope::Window),
        }),
        Phase::Turn if game.deal.is_leading() => led(game, seat),
        Phase::Turn => Some(Action::Pass),
        Phase::Over => None,
    }
}

/// The default lead: one gift of the lowest value; without a gift, one special card.
fn led(game: &SecretSanta, seat: SeatIndex) -> Option<Action> {
    let hand = game.deal.hands.get(seat)?;
    let final_gift = game.final_gift_due_at(seat) == 1;
    if let Some((gift, _)) = hand.gifts().next() {
        return Some(Action::PlayGifts {
            value: u32::from(gift.get()),
            gifts: 1,
            elves: 0,
            with_santa: false,
            final_gift,
        });
    }
    let first = ZEROS_FIRST.into_iter().find(|special| hand.has(*special))?;
    Some(Action::PlayZeros {
        cards: vec![Some(first)],
        final_gift,
    })
}

/// The pending decisions, as `viewer` may know them.
///
/// Only the seat itself sees the content of its default. Others see the rule, in the same words for every hand. In a
/// Holly window they see the decisions of all eligible seats, answered or not (SS-76).
pub(crate) fn pending_decisions(game: &SecretSanta, viewer: Viewer) -> Vec<Decision<Action>> {
    let default = match game.phase() {
        Phase::Fruitcake => facts::NO_FRUITCAKE,
        Phase::Holly => facts::NO_HOLLY,
        Phase::Snow => facts::NO_SNOW,
        Phase::Turn if game.deal.is_leading() => facts::LEAD_LOWEST,
        Phase::Turn => facts::PASS,
        Phase::Over => return Vec::new(),
    };
    let own = |seat| viewer.is(seat).then(|| default_of(game, seat)).flatten();
    let awaited = view::awaited(game, viewer);
    awaited.iter().map(|seat| default.pending(seat, own(seat))).collect()
}
