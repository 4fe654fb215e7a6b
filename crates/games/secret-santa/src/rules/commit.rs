//! The working data of a decision that takes effect, and the operations that all rules share.

use tinsel_engine::{BySeat, Chance, Events, SeatIndex, SeatSet};

use crate::{
    components::{Cards, Phase, Place, Special, Standing},
    config::Config,
    event::{self, Event},
    state::{Deal, Used},
};

/// A match while a decision takes effect.
pub(super) struct Commit<'a> {
    pub(super) config: &'a Config,
    pub(super) sheet: &'a mut Vec<BySeat<Place>>,
    pub(super) deal: &'a mut Deal,
    pub(super) chance: &'a mut dyn Chance,
    pub(super) events: &'a mut Events<Event>,
}

impl Commit<'_> {
    /// Removes cards from a hand; returns the number of cards left.
    pub(super) fn take(&mut self, seat: SeatIndex, cards: &Cards) -> u8 {
        let hand = self.deal.hands.at_mut(seat);
        hand.take_all(cards);
        hand.len()
    }

    /// Plays a special card for its effect; returns the number of cards left in the hand.
    pub(super) fn use_special(&mut self, seat: SeatIndex, special: Special) -> u8 {
        let left = self.take(seat, &Cards::of(special, 1));
        self.deal.round.specials.push(Used { seat, special });
        left
    }

    /// Sets the final-gift status of a seat that comes down to one card: declared, or forgotten.
    // SS-48, SS-49, SS-50, SS-51, SS-53, SS-R35
    pub(super) fn come_down_to(&mut self, left: u8, seat: SeatIndex, declares: bool) {
        if left == 1 {
            if declares || self.config.auto_final_gift {
                self.events.everyone(Event::FinalGiftDeclared { seat });
            } else {
                self.deal.undeclared = self.deal.undeclared.with(seat);
                self.events.everyone(Event::FinalGiftForgotten { seat });
            }
        }
    }

    /// Adds cards to a hand. All viewers see this, so a single card needs no declaration; the seat's standing decline
    /// ends.
    // SS-52, SS-75, SS-R39, SS-R66
    pub(super) fn receive(&mut self, seat: SeatIndex, cards: &Cards) {
        self.deal.hands.at_mut(seat).add_all(cards);
        self.deal.undeclared = self.deal.undeclared.without(seat);
        *self.deal.declines.at_mut(seat) = None;
    }

    /// Marks a seat without cards as out; it gets its place when the round ends.
    // SS-60, SS-66, SS-R40
    pub(super) fn out_if_empty(&mut self, seat: SeatIndex) {
        if self.is_empty_and_in(seat) {
            self.deal.round.gone.push(seat);
            self.go_out(seat, None);
        }
    }

    /// Marks a seat without cards as out, and gives it its place at once.
    // SS-60, SS-68, SS-R42
    pub(super) fn out_if_empty_in_interlude(&mut self, seat: SeatIndex) {
        if self.is_empty_and_in(seat) {
            let place = self.place(seat);
            self.go_out(seat, Some(place));
        }
    }

    fn is_empty_and_in(&self, seat: SeatIndex) -> bool {
        self.deal.hands.at(seat).is_empty() && !self.deal.is_out(seat)
    }

    fn go_out(&mut self, seat: SeatIndex, place: Option<Place>) {
        // SS-75
        *self.deal.declines.at_mut(seat) = None;
        self.events.everyone(Event::PlayerOut { seat, place });
    }

    /// Gives a seat the next place.
    pub(super) fn place(&mut self, seat: SeatIndex) -> Place {
        let place = Place::after(self.deal.places.len());
        self.deal.places.push(seat);
        place
    }

    /// Adds the event about the seats that owe a decision.
    pub(super) fn owe(&mut self, phase: Phase, seats: SeatSet) {
        self.events.everyone(Event::DecisionsOwed { phase, seats });
    }

    /// A seat has answered in a window that shows which seats have answered.
    // SS-R67
    pub(super) fn answer_openly(&mut self, seat: SeatIndex) {
        self.events.everyone(Event::Answered { seat });
    }

    /// A seat has answered in a Holly window, which hides which seats have answered; stores a standing decline if it
    /// gave one.
    // SS-40, SS-76
    pub(super) fn answer_secretly(&mut self, seat: SeatIndex, standing: Option<Standing>) {
        event::answered_secretly(seat, self.events);
        if standing.is_some() {
            self.decline(seat, standing);
        }
    }

    /// Gives or withdraws a standing decline; the answer in an open window stays a decline.
    // SS-40, SS-75
    pub(super) fn decline(&mut self, seat: SeatIndex, standing: Option<Standing>) {
        *self.deal.declines.at_mut(seat) = standing;
        event::declines(seat, standing, self.events);
    }

    /// Ends standing declines of one kind.
    // SS-75
    pub(super) fn end_declines(&mut self, ending: Standing) {
        for (_, standing) in self.deal.declines.enumerate_mut() {
            if *standing == Some(ending) {
                *standing = None;
            }
        }
    }
}
