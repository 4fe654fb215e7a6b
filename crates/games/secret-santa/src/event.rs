//! Events, and the recipients of every secret event. The rules send public events where they happen.
//! `present/sentences.rs` has their sentences for players.

use serde::{Deserialize, Serialize};
use tinsel_engine::{Audience, BySeat, Events, SeatIndex, SeatSet, Wire};

use crate::{
    components::{Cards, DealFirst, Gift, Phase, Place, Points, Special, Standing, TableOrder},
    state::{Answers, Deal, Sealed},
};

/// An event (section 8).
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Wire)]
pub enum Event {
    /// The dealer has dealt the cards. Everyone receives it.
    DealStarted {
        /// The number of the deal, from 1.
        deal: u8,
        /// The dealer.
        dealer: SeatIndex,
        /// The leader of the first round.
        leader: SeatIndex,
        /// The number of cards of each seat.
        hand_sizes: BySeat<u8>,
    },
    /// A seat's own cards. Each seat receives its own.
    HandDealt {
        /// The cards.
        cards: Cards,
    },
    /// Seats owe decisions. Everyone receives it.
    DecisionsOwed {
        /// The phase of the decisions.
        phase: Phase,
        /// The seats that owe them; in a Holly window all eligible seats, including those with a standing decline.
        seats: SeatSet,
    },
    /// A seat has answered. Everyone receives it; in a Holly window only its seat.
    Answered {
        /// The seat.
        seat: SeatIndex,
    },
    /// A seat gave or withdrew a standing decline. Only its seat receives it.
    StandingDecline {
        /// The current standing decline; `None` after a withdrawal.
        scope: Option<Standing>,
    },
    /// A seat plays the Fruitcake. Everyone receives it.
    FruitcakePlayed {
        /// The seat.
        seat: SeatIndex,
        /// The recipient of the gift.
        recipient: SeatIndex,
    },
    /// The gift that goes with the Fruitcake. Only giver and recipient receive it.
    FruitcakeGift {
        /// The giver.
        giver: SeatIndex,
        /// The recipient.
        recipient: SeatIndex,
        /// The gift.
        #[wire(as = value)]
        gift: Gift,
    },
    /// All have answered before the first round. Everyone receives it.
    FruitcakeWindowClosed {
        /// Whether a seat plays the Fruitcake.
        played: bool,
    },
    /// A round begins. Everyone receives it.
    RoundStarted {
        /// The number of the round, from 1.
        round: u8,
        /// The leader of the round.
        leader: SeatIndex,
        /// The seat that must pass because of Scrooge.
        #[wire(as = barred_seat)]
        barred: Option<SeatIndex>,
    },
    /// A seat plays gifts. Everyone receives it.
    GiftsPlayed {
        /// The seat.
        seat: SeatIndex,
        /// The gift.
        #[wire(as = value)]
        gift: Gift,
        /// The number of real gifts.
        gifts: u8,
        /// The number of Elves.
        elves: u8,
        /// Whether Santa came with them.
        with_santa: bool,
        /// The number of cards that the seat has left.
        cards_left: u8,
        /// Whether the play is five gold rings (SS-22).
        five_gold_rings: bool,
    },
    /// A seat plays special cards as zeros. Everyone receives it.
    ZerosPlayed {
        /// The seat.
        seat: SeatIndex,
        /// The cards.
        cards: Cards,
        /// The number of cards that the seat has left.
        cards_left: u8,
    },
    /// Santa wins the round. Everyone receives it.
    SantaPlayed {
        /// The seat.
        seat: SeatIndex,
        /// The number of cards that the seat has left.
        cards_left: u8,
    },
    /// A seat has one card left and declares it. Everyone receives it.
    FinalGiftDeclared {
        /// The seat.
        seat: SeatIndex,
    },
    /// A seat has one card left and does not declare it. Everyone receives it.
    FinalGiftForgotten {
        /// The seat.
        seat: SeatIndex,
    },
    /// A seat passes. Everyone receives it.
    Passed {
        /// The seat.
        seat: SeatIndex,
        /// Whether the pass was forced (SS-56).
        forced: bool,
    },
    /// A seat misses its turn (SS-55). Everyone receives it.
    TurnMissed {
        /// The seat.
        seat: SeatIndex,
        /// Whether this ends the round.
        round_over: bool,
    },
    /// A seat plays Christmas Carol. Everyone receives it.
    CarolPlayed {
        /// The seat.
        seat: SeatIndex,
        /// The seat that it swaps places with.
        #[wire(as = other_seat)]
        other: SeatIndex,
        /// The new order at the table.
        #[wire(as = table_order)]
        order: TableOrder,
        /// The number of cards that the seat has left.
        cards_left: u8,
    },
    /// A seat plays a Mouse. Everyone receives it.
    MousePlayed {
        /// The seat.
        seat: SeatIndex,
        /// The winner of the round.
        winner: SeatIndex,
        /// The number of cards that the seat has left.
        cards_left: u8,
    },
    /// A seat plays Ghost of Christmas Present. Everyone receives it.
    GhostPlayed {
        /// The seat.
        seat: SeatIndex,
        /// The seat that takes its play back.
        #[wire(as = haunted_seat)]
        haunted: SeatIndex,
        /// The cards that it takes back.
        cards: Cards,
        /// The number of cards that the player of the Ghost has left.
        cards_left: u8,
    },
    /// A card that a seat answered with stays in its hand. Only its owner receives it.
    AnswerNotUsed {
        /// The card.
        special: Special,
    },
    /// All have answered in a Holly or interlude window. Everyone receives it.
    WindowClosed {
        /// The phase of the window.
        phase: Phase,
    },
    /// A seat is out of the deal. Everyone receives it.
    PlayerOut {
        /// The seat.
        seat: SeatIndex,
        /// Its place, in an interlude (SS-68).
        place: Option<Place>,
    },
    /// A round is over. Everyone receives it.
    RoundEnded {
        /// The number of the round.
        round: u8,
        /// The winner of the round.
        winner: SeatIndex,
        /// The seats that went out in it with their places, in finishing order.
        placed: Vec<Placed>,
    },
    /// A seat plays the Christmas Tree. Everyone receives it.
    TreePlayed {
        /// The seat.
        seat: SeatIndex,
        /// The first receiver.
        deal_first: DealFirst,
        /// The shuffled gifts.
        pool: Cards,
        /// The receivers, in the order of dealing.
        receivers: Vec<SeatIndex>,
        /// Number of gifts that were discarded face down.
        hidden_discards: u8,
        /// The number of cards that the seat had left before it received a gift.
        cards_left: u8,
    },
    /// The gift that a receiver gets from the Tree. Each receiver gets its own event.
    TreeGift {
        /// The gift.
        #[wire(as = value)]
        gift: Gift,
    },
    /// A seat plays Scrooge. Everyone receives it.
    ScroogePlayed {
        /// The seat.
        seat: SeatIndex,
        /// The seat that must pass in the next round.
        target: SeatIndex,
        /// The number of cards that the seat has left.
        cards_left: u8,
    },
    /// The cards on the table are discarded. Everyone receives it.
    TableCleared,
    /// A deal is over. Everyone receives it.
    DealEnded {
        /// The number of the deal.
        deal: u8,
        /// The seats in finishing order.
        places: Vec<SeatIndex>,
        /// The points of each seat in this deal.
        points: BySeat<Points>,
        /// The total of each seat.
        totals: BySeat<Points>,
    },
    /// The match is over. Everyone receives it.
    MatchEnded {
        /// The seats by rank, then by number.
        ranking: Vec<SeatIndex>,
        /// The total of each seat.
        totals: BySeat<Points>,
    },
}

tinsel_engine::redacted!(Event);

/// A seat with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Wire)]
pub struct Placed {
    /// The seat.
    pub seat: SeatIndex,
    /// The place.
    pub place: Place,
}

/// The dealt cards: everyone receives the numbers, each seat its own cards.
// SS-5
pub(crate) fn dealt(number: u8, deal: &Deal, events: &mut Events<Event>) {
    events.everyone(Event::DealStarted {
        deal: number,
        dealer: deal.dealer,
        leader: deal.first_leader(),
        hand_sizes: deal.hands.map(|_, hand| hand.len()),
    });
    for (seat, cards) in deal.hands.enumerate() {
        events.seat(seat, Event::HandDealt { cards: *cards });
    }
}

/// A seat has answered in a Holly window: only this seat receives it.
// SS-76, SS-R67
pub(crate) fn answered_secretly(seat: SeatIndex, events: &mut Events<Event>) {
    events.seat(seat, Event::Answered { seat });
}

/// A standing decline is given or withdrawn: only its seat receives it.
// SS-75, SS-76, SS-R50
pub(crate) fn declines(seat: SeatIndex, scope: Option<Standing>, events: &mut Events<Event>) {
    events.seat(seat, Event::StandingDecline { scope });
}

/// Cards of answers that are not used: only the owner of each receives it.
// SS-41
pub(crate) fn not_used(answers: &Answers, used: Option<SeatIndex>, events: &mut Events<Event>) {
    for (seat, answer) in answers.enumerate().filter(|(seat, _)| Some(*seat) != used) {
        if let Some(special) = answer.and_then(|answer| answer.card()).map(Sealed::special) {
            events.seat(seat, Event::AnswerNotUsed { special });
        }
    }
}

/// The Fruitcake: everyone receives the two seats, both seats receive the gift.
// SS-R27
pub(crate) fn regifted(giver: SeatIndex, recipient: SeatIndex, gift: Gift, events: &mut Events<Event>) {
    events.everyone(Event::FruitcakePlayed { seat: giver, recipient });
    let event = Event::FruitcakeGift { giver, recipient, gift };
    events.push(Audience::Only(SeatSet::only(giver).with(recipient)), event);
}

/// The gifts of the Tree: each receiver gets its own, in the order of dealing.
// SS-R31
pub(crate) fn tree_gifts(dealt: &[(SeatIndex, Gift)], events: &mut Events<Event>) {
    for (seat, gift) in dealt {
        events.seat(*seat, Event::TreeGift { gift: *gift });
    }
}
