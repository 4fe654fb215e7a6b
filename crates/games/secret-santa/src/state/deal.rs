//! One deal: hands, places, piles.

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, SeatIndex, SeatSet};

use super::{Round, Turn};
use crate::{
    components::{Cards, FinalGift, Special, Standing, TableOrder},
    config::Config,
};

/// A deal.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Deal {
    pub(crate) dealer: SeatIndex,
    pub(crate) order: TableOrder,
    pub(crate) hands: BySeat<Cards>,
    /// The seats with one card that forgot to declare it (SS-50).
    pub(crate) undeclared: SeatSet,
    /// The seats that have a place, in finishing order.
    pub(crate) places: Vec<SeatIndex>,
    /// The seat with the most recent play of the deal, standing or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) last_gift: Option<SeatIndex>,
    /// Standing declines (SS-40).
    pub(crate) declines: BySeat<Option<Standing>>,
    /// The face-up pile.
    pub(crate) discards: Cards,
    /// The gifts that the Tree discarded face down (SS-63).
    #[serde(default, skip_serializing_if = "Cards::is_empty")]
    pub(crate) hidden: Cards,
    pub(crate) round: Round,
}

impl Deal {
    /// A deal before its first round.
    // SS-4
    pub(crate) fn new(config: &Config, dealer: SeatIndex, hands: BySeat<Cards>) -> Self {
        Self {
            dealer,
            order: TableOrder::of(config.players),
            hands,
            undeclared: SeatSet::EMPTY,
            places: Vec::new(),
            last_gift: None,
            declines: BySeat::from_fn(config.players, |_| None),
            discards: Cards::NONE,
            hidden: Cards::NONE,
            round: Round::default(),
        }
    }

    /// The seat that leads the first round: the one to the dealer's left.
    // SS-7
    pub(crate) fn first_leader(&self) -> SeatIndex {
        self.order.from_left_of(self.dealer).next().unwrap_or(self.dealer)
    }

    /// Whether the table is empty, so that the seat with the turn leads.
    pub(crate) fn is_leading(&self) -> bool {
        self.round.top().is_none()
    }

    /// Whether a seat is out of the deal.
    // SS-60
    pub(crate) fn is_out(&self, seat: SeatIndex) -> bool {
        let has_finished = self.places.contains(&seat) || self.round.gone.contains(&seat);
        // The last seat of a deal has a place and cards in its hand: it never went out.
        self.hands.at(seat).is_empty() && has_finished
    }

    /// The seats that are in.
    pub(crate) fn seats_in(&self) -> SeatSet {
        let all = self.hands.seats();
        all.iter().filter(|seat| !self.is_out(*seat)).collect()
    }

    /// Whether a seat can still get a turn in this round. A barred seat has passed, so it has no turn to miss.
    // SS-16, SS-57, SS-R38, SS-R49: by public facts, never by the cards in a hand
    pub(crate) fn is_active(&self, seat: SeatIndex) -> bool {
        !self.is_out(seat) && !self.hands.at(seat).is_empty() && !self.round.passed.contains(seat)
    }

    /// The first active seat clockwise from the left of `seat`, which comes last itself and may go on top of itself.
    // SS-17, SS-23, SS-R43, SS-R65
    pub(crate) fn next_active(&self, seat: SeatIndex) -> Option<SeatIndex> {
        self.order.from_left_of(seat).find(|next| self.is_active(*next))
    }

    /// Whether a seat has declared that it holds one card.
    // SS-52
    pub(crate) fn final_gift(&self, seat: SeatIndex) -> FinalGift {
        match (self.hands.at(seat).len(), self.undeclared.contains(seat)) {
            (1, true) => FinalGift::Undeclared,
            (1, false) => FinalGift::Declared,
            _ => FinalGift::None,
        }
    }

    /// Whether public facts show that some seat must hold a card of this kind.
    // SS-74
    pub(crate) fn is_at_large(&self, config: &Config, special: Special) -> bool {
        let seen = self.discards.plus(&self.round.table());
        config.deck().copies(special) > seen.copies(special)
    }

    /// The seats that may answer to the turn of `turn`.
    // SS-36, SS-37, SS-R21, SS-R36, SS-R59, SS-R61
    pub(crate) fn eligible_for_holly(&self, turn: SeatIndex) -> SeatSet {
        let eligible = |seat: &SeatIndex| {
            *seat != turn
                && Some(*seat) != self.last_gift
                && Some(*seat) != self.round.barred
                && !self.undeclared.contains(*seat)
                && !self.is_out(*seat)
                && !self.hands.at(*seat).is_empty()
        };
        self.hands.seats().iter().filter(eligible).collect()
    }

    /// Whether a seat may answer to a turn, and public facts show that an answer could have an effect.
    // SS-38, SS-R18
    pub(crate) fn opens_holly(&self, config: &Config, turn: Turn) -> bool {
        let in_play = self.round.top().is_some();
        let matters = self.is_at_large(config, Special::Carol)
            || (self.is_at_large(config, Special::Mouse) && in_play)
            || (self.is_at_large(config, Special::Ghost) && turn.stands);
        matters && !self.eligible_for_holly(turn.seat).is_empty()
    }

    /// The seats that may answer between rounds.
    // SS-61, SS-R59
    pub(crate) fn eligible_for_snow(&self) -> SeatSet {
        let seats_in = self.seats_in();
        seats_in
            .iter()
            .filter(|seat| !self.undeclared.contains(*seat))
            .collect()
    }

    /// Whether a seat may answer between rounds, and public facts show that an answer could have an effect.
    // SS-61
    pub(crate) fn opens_snow(&self, config: &Config) -> bool {
        let matters = self.is_at_large(config, Special::Tree)
            || (self.is_at_large(config, Special::Scrooge) && !self.misers().is_empty());
        self.seats_in().len() >= 2 && matters && !self.eligible_for_snow().is_empty()
    }

    /// The seats that Scrooge can name after a round: those that are in, passed, and made no play.
    // SS-64, SS-71, SS-R32
    pub(crate) fn misers(&self) -> SeatSet {
        let round = &self.round;
        let is_miser = |seat: &SeatIndex| !round.played.contains(*seat) && !self.is_out(*seat);
        round.passed.iter().filter(is_miser).collect()
    }
}
