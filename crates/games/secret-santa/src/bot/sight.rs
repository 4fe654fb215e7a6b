//! Facts that follow from a view.

use tinsel_engine::SeatIndex;

use crate::{
    components::{Cards, Gift, Special, Value},
    view::{OwnView, View},
};

/// The view of a seat.
#[derive(Clone, Copy)]
pub(super) struct Sight<'a> {
    pub(super) view: &'a View,
    pub(super) own: &'a OwnView,
}

impl<'a> Sight<'a> {
    pub(super) fn of(view: &'a View) -> Option<Self> {
        let own = view.own.as_ref()?;
        Some(Self { view, own })
    }

    pub(super) const fn hand(self) -> &'a Cards {
        &self.own.hand
    }

    /// Maximum number of cards of a kind that others can hold.
    fn unseen(self, card: impl Into<crate::components::Card>) -> u8 {
        let card = card.into();
        let table = self.view.plays.iter().map(|play| play.laid.cards().copies(card));
        let seen = table
            .chain([self.view.discards.copies(card), self.hand().copies(card)])
            .fold(0_u8, u8::saturating_add);
        self.view.deck.copies(card).saturating_sub(seen)
    }

    /// Whether others could beat this number of cards of a value, by the known facts.
    pub(super) fn is_beatable(self, value: Value, count: u8) -> bool {
        let elves = self.unseen(Special::Elves);
        let largest = self.rivals().map(|seat| self.view.seats.at(seat).hand_size).max();
        let higher = Gift::ALL.into_iter().filter(|gift| gift.value() > value);
        let enough = |gift: Gift| {
            let copies = self.unseen(gift);
            copies > 0 && copies.saturating_add(elves) >= count
        };
        largest.is_some_and(|largest| largest >= count) && higher.into_iter().any(enough)
    }

    /// Whether no other seat can still play in this round.
    pub(super) fn is_alone(self) -> bool {
        self.rivals().all(|seat| self.view.passed.contains(seat))
    }

    /// All other seats that are in, in seat order.
    pub(super) fn rivals(self) -> impl Iterator<Item = SeatIndex> {
        let seats = self.view.seats.enumerate();
        seats
            .filter(move |(seat, other)| *seat != self.own.seat && !other.out)
            .map(|(seat, _)| seat)
    }

    /// The number of cards that a seat holds.
    pub(super) fn hand_size(self, seat: SeatIndex) -> u8 {
        self.view.seats.at(seat).hand_size
    }

    /// Number of leads that the hand needs if no lead is beaten: one for each value.
    pub(super) fn leads_left(self) -> usize {
        self.hand().gifts().count()
    }
}
