//! The parts of dealing and of the end of a deal (A1 and A9).

use tinsel_engine::{BySeat, SeatIndex, SeatSet};

use super::commit::Commit;
use crate::{
    components::{Card, Cards, Place, TableOrder},
    event::Event,
    state,
};

impl Commit<'_> {
    /// Deals one card at a time, clockwise from the dealer's left: the first seats there get the remaining cards.
    // SS-3, SS-R4, SS-R60
    pub(super) fn shuffled_hands(&mut self, order: &TableOrder, dealer: SeatIndex) -> BySeat<Cards> {
        let mut deck: Vec<Card> = self.config.deck().list();
        self.chance.shuffle("SS-3: deck", &mut deck);
        let mut hands = BySeat::from_fn(self.config.players, |_| Cards::NONE);
        let seats: Vec<SeatIndex> = order.from_left_of(dealer).collect();
        for (card, seat) in deck.into_iter().zip(seats.into_iter().cycle()) {
            hands.at_mut(seat).add(card, 1);
        }
        hands
    }

    /// Places the last seat; every seat gets the points of its place.
    // SS-65, SS-70, SS-R44
    pub(super) fn score_deal(&mut self) {
        for seat in self.deal.seats_in().iter() {
            self.place(seat);
        }
        let seats = self.config.players;
        let finished = &self.deal.places;
        let places = BySeat::from_fn(seats, |seat| {
            let before = finished.iter().position(|other| *other == seat);
            Place::after(before.unwrap_or(finished.len()))
        });
        let points = places.map(|_, place| place.points(seats));
        self.sheet.push(places);
        self.events.everyone(Event::DealEnded {
            deal: self.deals_finished(),
            places: self.deal.places.clone(),
            points,
            totals: state::totals(self.sheet, seats),
        });
    }

    /// Number of finished deals.
    pub(super) fn deals_finished(&self) -> u8 {
        u8::try_from(self.sheet.len()).unwrap_or(u8::MAX)
    }
}

/// The next seat by number.
// SS-6, SS-R5
pub(super) fn next_seat(seat: SeatIndex, seats: SeatSet) -> SeatIndex {
    let mut above = seats.iter().filter(|other| *other > seat);
    above.next().or_else(|| seats.iter().next()).unwrap_or(seat)
}
