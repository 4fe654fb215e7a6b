//! Dealing, and the end of a deal (A1 and A9 of section 5).

use tinsel_engine::{BySeat, SeatIndex, SeatSet};

use super::course::Course;
use crate::{
    components::{Card, Cards, Phase, Place, Special, Standing, TableOrder},
    event::{self, Event},
    score,
    state::{Deal, Stage, nothing_answered},
};

impl Course<'_> {
    /// A1: deals the whole deck.
    // SS-3, SS-10
    pub(super) fn deal_out(&mut self, dealer: SeatIndex) -> Stage {
        let order = TableOrder::of(self.config.players);
        let hands = self.shuffled_hands(&order, dealer);
        *self.deal = Deal::new(self.config, dealer, hands);
        let leader = self.first_leader();
        let number = u8::try_from(self.sheet.len()).unwrap_or(u8::MAX).saturating_add(1);
        event::dealt(number, self.deal, leader, self.events);
        // SS-74
        if self.config.deck().has(Special::Fruitcake) {
            self.owe(Phase::Fruitcake, self.config.players.all());
            Stage::Fruitcake {
                answers: nothing_answered(self.config.players),
            }
        } else {
            self.start_round(leader)
        }
    }

    /// Who leads the first round: the seat to the dealer's left.
    // SS-7
    pub(super) fn first_leader(&self) -> SeatIndex {
        let dealer = self.deal.dealer;
        self.deal.order.from_left_of(dealer).next().unwrap_or(dealer)
    }

    /// One card at a time, clockwise from the dealer's left: the seats there get what is over.
    // SS-3, SS-R4, SS-R60
    fn shuffled_hands(&mut self, order: &TableOrder, dealer: SeatIndex) -> BySeat<Cards> {
        let mut deck: Vec<Card> = self.config.deck().list();
        self.chance.shuffle("SS-3: deck", &mut deck);
        let mut hands = BySeat::from_fn(self.config.players, |_| Cards::NONE);
        let seats: Vec<SeatIndex> = order.from_left_of(dealer).collect();
        for (card, seat) in deck.into_iter().zip(seats.into_iter().cycle()) {
            hands.at_mut(seat).add(card, 1);
        }
        hands
    }

    /// A9: the last place, the points, and the next deal or the end.
    // SS-65, SS-69, SS-70, SS-R44
    pub(super) fn end_deal(&mut self) -> Stage {
        for seat in self.deal.seats_in().iter() {
            self.place(seat);
        }
        // SS-75
        self.end_declines(Standing::Deal);
        let seats = self.config.players;
        let finished = &self.deal.places;
        let places = BySeat::from_fn(seats, |seat| {
            let before = finished.iter().position(|other| *other == seat);
            Place::after(before.unwrap_or(finished.len()))
        });
        let points = places.map(|_, place| place.points(seats));
        self.sheet.push(places);
        self.events.everyone(Event::DealEnded {
            deal: u8::try_from(self.sheet.len()).unwrap_or(u8::MAX),
            places: self.deal.places.clone(),
            points,
            totals: score::totals(self.sheet, seats),
        });
        if self.sheet.len() < usize::from(self.config.deals) {
            // SS-6
            return self.deal_out(next_seat(self.deal.dealer, seats.all()));
        }
        Stage::Over
    }
}

/// The next seat by number.
// SS-6, SS-R5
fn next_seat(seat: SeatIndex, seats: SeatSet) -> SeatIndex {
    let mut above = seats.iter().filter(|other| *other > seat);
    above.next().or_else(|| seats.iter().next()).unwrap_or(seat)
}
