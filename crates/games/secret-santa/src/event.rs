//! Events, and what is told to some seats only: every secret has its audience here. What everyone is told is told
//! where it happens.

use serde::{Deserialize, Serialize};
use tinsel_engine::{Audience, BySeat, Events, SeatIndex, SeatSet};

use crate::{
    components::{Cards, DealFirst, Gift, Phase, Place, Points, Special, Standing, TableOrder},
    state::{Answers, Deal, Sealed},
};

/// What happened (section 8).
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The cards are dealt. To all.
    DealStarted {
        /// Which deal, from 1.
        deal: u8,
        /// Who dealt.
        dealer: SeatIndex,
        /// Who leads the first round.
        leader: SeatIndex,
        /// How many cards each seat was dealt.
        hand_sizes: BySeat<u8>,
    },
    /// A seat's own cards. To each seat, its own.
    HandDealt {
        /// The cards.
        cards: Cards,
    },
    /// Decisions are owed now. To all.
    DecisionsOwed {
        /// Of what kind.
        phase: Phase,
        /// By whom; in a Holly window everybody eligible, whether it has a standing decline or not.
        seats: SeatSet,
    },
    /// A seat has answered. To all; in a Holly window to its seat.
    Answered {
        /// Which.
        seat: SeatIndex,
    },
    /// A standing decline is given or withdrawn. To its seat.
    StandingDecline {
        /// What stands now; `None` if it was withdrawn.
        scope: Option<Standing>,
    },
    /// The Fruitcake is played. To all.
    FruitcakePlayed {
        /// By whom.
        seat: SeatIndex,
        /// Who gets the gift.
        recipient: SeatIndex,
    },
    /// What was given with the Fruitcake. To giver and recipient.
    FruitcakeGift {
        /// By whom.
        giver: SeatIndex,
        /// To whom.
        recipient: SeatIndex,
        /// What.
        gift: Gift,
    },
    /// All have answered before the first round. To all.
    FruitcakeWindowClosed {
        /// Whether the Fruitcake is played.
        played: bool,
    },
    /// A round begins. To all.
    RoundStarted {
        /// Which, from 1.
        round: u8,
        /// Who leads it.
        leader: SeatIndex,
        /// Who must pass because of Scrooge.
        barred: Option<SeatIndex>,
    },
    /// Gifts are played. To all.
    GiftsPlayed {
        /// By whom.
        seat: SeatIndex,
        /// Which.
        gift: Gift,
        /// How many real ones.
        gifts: u8,
        /// How many Elves.
        elves: u8,
        /// Whether Santa came with them.
        with_santa: bool,
        /// What the seat has left.
        cards_left: u8,
        /// Whether there is something to be sung (SS-22).
        five_gold_rings: bool,
    },
    /// Special cards are played as zeros. To all.
    ZerosPlayed {
        /// By whom.
        seat: SeatIndex,
        /// Which.
        cards: Cards,
        /// What the seat has left.
        cards_left: u8,
    },
    /// Santa wins the round. To all.
    SantaPlayed {
        /// By whom.
        seat: SeatIndex,
        /// What the seat has left.
        cards_left: u8,
    },
    /// A seat is down to one card and says so. To all.
    FinalGiftDeclared {
        /// Which.
        seat: SeatIndex,
    },
    /// A seat is down to one card and does not say so. To all.
    FinalGiftForgotten {
        /// Which.
        seat: SeatIndex,
    },
    /// A seat passes. To all.
    Passed {
        /// Which.
        seat: SeatIndex,
        /// Whether it was by force (SS-56).
        forced: bool,
    },
    /// A seat misses its turn (SS-55). To all.
    TurnMissed {
        /// Which.
        seat: SeatIndex,
        /// Whether the round ends with it.
        round_over: bool,
    },
    /// Christmas Carol is played. To all.
    CarolPlayed {
        /// By whom.
        seat: SeatIndex,
        /// With whom it changed places.
        other: SeatIndex,
        /// How the seats sit now.
        order: TableOrder,
        /// What the seat has left.
        cards_left: u8,
    },
    /// A Mouse is played. To all.
    MousePlayed {
        /// By whom.
        seat: SeatIndex,
        /// Who wins the round.
        winner: SeatIndex,
        /// What the seat has left.
        cards_left: u8,
    },
    /// Ghost of Christmas Present is played. To all.
    GhostPlayed {
        /// By whom.
        seat: SeatIndex,
        /// Who takes its play back.
        haunted: SeatIndex,
        /// What it takes back.
        cards: Cards,
        /// What the seat that played it has left.
        cards_left: u8,
    },
    /// A card that was answered with stays in the hand. To its owner.
    AnswerNotUsed {
        /// Which.
        special: Special,
    },
    /// All have answered in a Holly or interlude window. To all.
    WindowClosed {
        /// Which of the two.
        phase: Phase,
    },
    /// A seat is out of the deal. To all.
    PlayerOut {
        /// Which.
        seat: SeatIndex,
        /// Its place, in an interlude (SS-68).
        place: Option<Place>,
    },
    /// A round is over. To all.
    RoundEnded {
        /// Which.
        round: u8,
        /// Who won it.
        winner: SeatIndex,
        /// The seats that went out in it with their places, in finishing order.
        placed: Vec<Placed>,
    },
    /// The Christmas Tree is played. To all.
    TreePlayed {
        /// By whom.
        seat: SeatIndex,
        /// With whom it began.
        deal_first: DealFirst,
        /// The gifts that were shuffled.
        pool: Cards,
        /// Who got one, in the order of dealing.
        receivers: Vec<SeatIndex>,
        /// How many were discarded face down.
        hidden_discards: u8,
        /// What the seat had left before it was dealt to.
        cards_left: u8,
    },
    /// What the Tree dealt. To each receiver, its own.
    TreeGift {
        /// The gift.
        gift: Gift,
    },
    /// Scrooge is played. To all.
    ScroogePlayed {
        /// By whom.
        seat: SeatIndex,
        /// Who must pass in the next round.
        target: SeatIndex,
        /// What the seat has left.
        cards_left: u8,
    },
    /// The cards on the table are discarded. To all.
    TableCleared,
    /// A deal is over. To all.
    DealEnded {
        /// Which.
        deal: u8,
        /// The seats in finishing order.
        places: Vec<SeatIndex>,
        /// What each seat gets.
        points: BySeat<Points>,
        /// What each seat has.
        totals: BySeat<Points>,
    },
    /// The match is over. To all.
    MatchEnded {
        /// The seats by rank, then by number.
        ranking: Vec<SeatIndex>,
        /// What each seat has.
        totals: BySeat<Points>,
    },
}

tinsel_engine::redacted!(Event);

/// A seat with the place it got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    /// Who.
    pub seat: SeatIndex,
    /// Which place.
    pub place: Place,
}

/// The cards are dealt: how many to all, which to their seats.
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

/// A seat has answered in a Holly window, which does not show who has.
// SS-76, SS-R67
pub(crate) fn answered_secretly(seat: SeatIndex, events: &mut Events<Event>) {
    events.seat(seat, Event::Answered { seat });
}

/// A standing decline is given or withdrawn, and only its seat knows.
// SS-75, SS-76, SS-R50
pub(crate) fn declines(seat: SeatIndex, scope: Option<Standing>, events: &mut Events<Event>) {
    events.seat(seat, Event::StandingDecline { scope });
}

/// Cards that were answered with and are not used: each is told to its owner alone.
// SS-41
pub(crate) fn not_used(answers: &Answers, used: Option<SeatIndex>, events: &mut Events<Event>) {
    for (seat, answer) in answers.enumerate().filter(|(seat, _)| Some(*seat) != used) {
        if let Some(special) = answer.and_then(|answer| answer.card()).map(Sealed::special) {
            events.seat(seat, Event::AnswerNotUsed { special });
        }
    }
}

/// The Fruitcake is played: the two seats to all, the gift to the two.
// SS-R27
pub(crate) fn regifted(giver: SeatIndex, recipient: SeatIndex, gift: Gift, events: &mut Events<Event>) {
    events.everyone(Event::FruitcakePlayed { seat: giver, recipient });
    let told = Event::FruitcakeGift { giver, recipient, gift };
    events.push(Audience::Only(SeatSet::only(giver).with(recipient)), told);
}

/// What the Tree dealt, each gift to its receiver alone, in order of dealing.
// SS-R31
pub(crate) fn tree_gifts(dealt: &[(SeatIndex, Gift)], events: &mut Events<Event>) {
    for (seat, gift) in dealt {
        events.seat(*seat, Event::TreeGift { gift: *gift });
    }
}
