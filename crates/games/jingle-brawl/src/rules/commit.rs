//! The working data of a decision that takes effect, and the operations that all rules share: sending events, drawing, and moving chips and gifts.

use std::num::NonZeroU32;

use tinsel_engine::{Chance, Events, SeatIndex, SeatSet, never};

use crate::{
    components::{Chips, CoinReason, Context, DuelKind, Face, GiftId, Purse, Reason, Side, Spot},
    draws,
    event::Event,
    state::{Duel, JingleBrawl},
};

/// A match while a decision takes effect.
pub(super) struct Commit<'a> {
    pub(super) game: &'a mut JingleBrawl,
    pub(super) chance: &'a mut dyn Chance,
    pub(super) events: &'a mut Events<Event>,
}

/// The continuation of a step. Each phase returns the next step, and `rules.rs` executes it.
#[must_use]
pub(super) enum Next {
    /// A seat owes a decision, or the match is over.
    Decision,
    /// The only wrapped gift opens.
    LastOpening(GiftId),
    /// A Lottery turn begins.
    Lottery,
    /// Seats bid on a gift.
    Bidding(Context, GiftId),
    /// No seat bid in the Main Game, or on the last claim.
    NoBid,
    /// A single seat made the highest bid.
    HighestBid(SeatIndex),
    /// These seats made the highest bid.
    TiedBids(SeatSet),
    /// A duel begins.
    Duel(Duel),
    /// This side has won a duel.
    Won(Duel, Side),
    /// A seat has won a tie-break.
    TieBroken { winner: SeatIndex, loser: SeatIndex },
    /// A duel is settled.
    Settled {
        kind: DuelKind,
        loser: SeatIndex,
        contested: GiftId,
    },
    /// The turn is over.
    TurnOver,
}

impl Commit<'_> {
    /// Adds an event that everyone receives.
    pub(super) fn everyone(&mut self, event: Event) {
        self.events.everyone(event);
    }

    /// One of the seats by a draw, in ascending order; without a draw if there is only one.
    // JB-R60
    pub(super) fn pick(&mut self, draw: &'static str, seats: SeatSet) -> SeatIndex {
        let seats: Vec<SeatIndex> = seats.iter().collect();
        let picked = match seats.as_slice() {
            [only] => Some(*only),
            several => self.chance.pick(draw, several).copied(),
        };
        picked.unwrap_or_else(|| {
            never!("JB-16: there is a seat to pick");
            SeatIndex::new(0)
        })
    }

    /// A drawn number below `bound`.
    pub(super) fn draw(&mut self, draw: &'static str, bound: u8) -> u8 {
        let bound = NonZeroU32::new(u32::from(bound)).unwrap_or(NonZeroU32::MIN);
        u8::try_from(self.chance.below(draw, bound)).unwrap_or(0)
    }

    /// The side that wins by a coin.
    // JB-25, JB-R60
    pub(super) fn coin(&mut self, reason: CoinReason) -> Side {
        let (face, side) = match self.draw(draws::COIN, 2) {
            0 => (Face::Heads, Side::Challenger),
            _ => (Face::Tails, Side::Defender),
        };
        self.everyone(Event::CoinFlipped { face, reason });
        side
    }

    /// Moves chips that the source has. Zero chips cause no event.
    pub(super) fn pay(&mut self, from: Purse, to: Purse, amount: Chips, reason: Reason) {
        if amount.is_none() {
            return;
        }
        let table = &mut self.game.table;
        match from {
            Purse::Seat(seat) => {
                let own = table.chips.at_mut(seat);
                if *own < amount {
                    never!("JB-20: no purse pays more than it has");
                }
                *own = own.less(amount);
            }
            Purse::Bank => table.bank = table.bank.paid(amount),
            Purse::Pot => table.pot = table.pot.less(amount),
        }
        match to {
            Purse::Seat(seat) => {
                let own = table.chips.at_mut(seat);
                *own = own.plus(amount);
            }
            Purse::Bank => table.bank = table.bank.received(amount),
            Purse::Pot => table.pot = table.pot.plus(amount),
        }
        self.everyone(Event::ChipsMoved {
            from,
            to,
            amount,
            reason,
        });
    }

    /// Moves an opened gift. A seat that receives it must have an empty hand: the caller removes its old gift first.
    // JB-9
    pub(super) fn move_gift(&mut self, gift: GiftId, from: Spot, to: Spot) {
        let table = &mut self.game.table;
        match from {
            Spot::Seat(seat) => {
                let held = table.hands.at_mut(seat);
                *held = held.filter(|held| *held != gift);
            }
            Spot::Pile => table.pile.retain(|misfit| *misfit != gift),
            Spot::Table => table.contested = None,
        }
        match to {
            Spot::Seat(seat) => {
                if table.hands.at_mut(seat).replace(gift).is_some() {
                    never!("JB-9: a hand that takes a gift is empty");
                }
            }
            Spot::Pile => table.pile.push(gift),
            Spot::Table => table.contested = Some(gift),
        }
        self.everyone(Event::GiftMoved { gift, from, to });
    }

    /// Adds the event about changes of the Draw Bag, if there are any.
    // JB-15, JB-53
    pub(super) fn tell_bag(&mut self, before: SeatSet) {
        let now = self.game.bag();
        let left = |of: SeatSet, without: SeatSet| of.iter().filter(|seat| !without.contains(*seat)).collect();
        let (added, removed): (SeatSet, SeatSet) = (left(now, before), left(before, now));
        if !added.is_empty() || !removed.is_empty() {
            self.everyone(Event::BagChanged { added, removed });
        }
    }
}
