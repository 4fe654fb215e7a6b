//! Events, and the recipients of every secret event. The rules send public events where they happen.
//! `present/sentences.rs` has their sentences for players.

mod parts;

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, Events, SeatIndex, SeatSet, Wire};

pub use parts::{Bid, Price, ReprisalRight};

use crate::{
    components::{
        Card, Chips, CoinReason, Context, DuelKind, Face, GiftId, Method, Naughty, Pair, Part, Path, Phase, Purse,
        Reason, Response, Spot, Throw,
    },
    config::Config,
    score::Ending,
    state::{Deal, Report},
};

tinsel_engine::redacted!(Event);

/// An event (section 8).
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Wire)]
pub enum Event {
    /// The match has begun. Everyone receives it.
    #[wire(also(seats = options.players.get()))]
    MatchStarted {
        /// The options except the names of the gifts, with starting chips and Head Elf.
        options: Config,
    },
    /// A turn begins. Everyone receives it.
    NameDrawn {
        /// The part.
        part: Part,
        /// The number of the turn in this part, from 1.
        turn: u8,
        /// The seat.
        seat: SeatIndex,
    },
    /// A seat unwrapped a gift. Everyone receives it.
    GiftOpened {
        /// The seat that opened it and now holds it.
        seat: SeatIndex,
        /// The gift.
        gift: GiftId,
        /// The name of the gift.
        name: String,
        /// Whether it was the only wrapped gift left.
        forced: bool,
    },
    /// The value of an opened gift for a seat. Only that seat receives it.
    WishPointsShown {
        /// The gift.
        gift: GiftId,
        /// The value, 1 to the number of players.
        points: u8,
    },
    /// Seats owe sealed bids. Everyone receives it.
    BiddingStarted {
        /// The right to duel that the bids are for.
        context: Context,
        /// The gift that the bids are for.
        gift: GiftId,
        /// The seats that owe a bid; seats without chips owe none.
        #[wire(as = owing_seats)]
        owing: SeatSet,
    },
    /// A seat has bid. Everyone receives it; a default looks the same as an action.
    BidPlaced {
        /// The seat.
        seat: SeatIndex,
    },
    /// The bid of a seat. Only that seat receives it.
    BidRecorded {
        /// The number of chips; 0 for no bid.
        amount: Chips,
    },
    /// All bids become public. Everyone receives it.
    BidsRevealed {
        /// The bids of all seats except the current one, in seat order.
        bids: Vec<Bid>,
        /// The seats with a bid by default.
        #[serde(rename = "by_clock")]
        #[wire(as = by_clock_seats)]
        by_default: SeatSet,
    },
    /// Several seats made the highest bid. Everyone receives it.
    TieBreakCalled {
        /// The seats with the highest bid.
        #[wire(as = tied_seats)]
        tied: SeatSet,
        /// The two seats that duel.
        #[wire(as = duelist_seats)]
        duelists: SeatSet,
    },
    /// The bidding is decided. Everyone receives it.
    #[wire(message = Challengers)]
    ChallengersNamed {
        /// Challenger 1; in the Lottery the highest bidder.
        #[wire(as = first_seat)]
        first: SeatIndex,
        /// Challenger 2, if there is one.
        #[wire(as = second_seat)]
        second: Option<SeatIndex>,
    },
    /// The Opener chose. Everyone receives it.
    OpenerResponded {
        /// The seat.
        seat: SeatIndex,
        /// The response.
        response: Response,
    },
    /// Chips moved. Everyone receives it.
    ChipsMoved {
        /// The old place.
        #[wire(as = from_purse)]
        from: Purse,
        /// The new place.
        #[wire(as = to_purse)]
        to: Purse,
        /// The number of chips; at least 1.
        amount: Chips,
        /// The reason.
        reason: Reason,
    },
    /// A duel begins. Everyone receives it.
    DuelStarted {
        /// The cause of the duel.
        kind: DuelKind,
        /// The seat that attacks.
        #[wire(as = challenger_seat)]
        challenger: SeatIndex,
        /// The seat that is attacked.
        #[wire(as = defender_seat)]
        defender: SeatIndex,
        /// The contested gift; none in a tie-break.
        gift: Option<GiftId>,
    },
    /// The method of the duel is chosen. Everyone receives it.
    MethodChosen {
        /// The method.
        method: Method,
        /// Whether there was no other method.
        forced: bool,
    },
    /// A coin fell. Everyone receives it.
    CoinFlipped {
        /// The side of the coin.
        face: Face,
        /// Why it was flipped.
        reason: CoinReason,
    },
    /// Both rolled. Everyone receives it.
    #[wire(with = crate::wire::dice)]
    DiceRolled {
        /// The number of the roll in the duel, from 1.
        roll: u8,
        /// The dice, 1 to 6.
        dice: Pair<u8>,
    },
    /// Both drew. Everyone receives it.
    #[wire(with = crate::wire::cards)]
    CardsDrawn {
        /// The cards.
        cards: Pair<Card>,
    },
    /// A seat has thrown. Everyone receives it; a default looks the same as an action.
    ThrowMade {
        /// The seat.
        seat: SeatIndex,
    },
    /// The throw of a seat. Only that seat receives it.
    ThrowRecorded {
        /// Its throw.
        #[wire(as = shape)]
        throw: Throw,
    },
    /// Both throws of a round become public. Everyone receives it.
    ThrowsRevealed {
        /// The number of the round in the duel, from 1.
        round: u8,
        /// The throws.
        #[wire(as = shapes)]
        throws: Pair<Throw>,
        /// The seats with a throw by default.
        #[serde(rename = "by_clock")]
        #[wire(as = by_clock_seats)]
        by_default: SeatSet,
    },
    /// A seat has reported. Everyone receives it; a default looks the same as a report.
    ReportMade {
        /// The seat.
        seat: SeatIndex,
    },
    /// The report of a seat. Only that seat receives it.
    ReportRecorded {
        /// The reported winner; none if the seat's clock ran out.
        #[wire(as = winner_seat)]
        winner: Option<SeatIndex>,
    },
    /// Both reports become public. Everyone receives it.
    ReportsRevealed {
        /// The reported winners; none without a report.
        reports: Pair<Option<SeatIndex>>,
        /// The seats that did not report in time.
        #[serde(rename = "by_clock")]
        #[wire(as = by_clock_seats)]
        by_default: SeatSet,
    },
    /// The Head Elf decided. Everyone receives it.
    VerdictGiven {
        /// The Head Elf.
        #[wire(as = head_elf_seat)]
        head_elf: SeatIndex,
        /// The seat that wins by the verdict.
        #[wire(as = winner_seat)]
        winner: SeatIndex,
    },
    /// A duel is over (JB-34, step 1). Everyone receives it.
    DuelEnded {
        /// The cause of the duel.
        kind: DuelKind,
        /// The winner.
        #[wire(as = winner_seat)]
        winner: SeatIndex,
        /// The loser.
        #[wire(as = loser_seat)]
        loser: SeatIndex,
    },
    /// The Naughty Level of a contested gift rises (JB-34, step 3). Everyone receives it.
    NaughtyRaised {
        /// The gift.
        gift: GiftId,
        /// Its Naughty Level now.
        #[wire(as = naughty_level)]
        naughty: Naughty,
    },
    /// A gift moved. Everyone receives it.
    GiftMoved {
        /// The gift.
        gift: GiftId,
        /// The old place.
        #[wire(as = from_spot)]
        from: Spot,
        /// The new place.
        #[wire(as = to_spot)]
        to: Spot,
    },
    /// The title went to another seat (JB-52). Everyone receives it.
    HeadElfChanged {
        /// The seat.
        seat: SeatIndex,
    },
    /// Names entered or left the Draw Bag (JB-14). Everyone receives it.
    BagChanged {
        /// The names that entered.
        #[wire(as = added_seats)]
        added: SeatSet,
        /// The names that left.
        #[wire(as = removed_seats)]
        removed: SeatSet,
    },
    /// No seat bid, and the Opener keeps the gift (JB-54). Everyone receives it.
    GiftKept {
        /// The seat.
        seat: SeatIndex,
        /// The gift.
        gift: GiftId,
        /// Whether there was no other choice.
        forced: bool,
    },
    /// A Gambit (JB-54). Everyone receives it.
    GambitDeclared {
        /// The seat that challenges.
        seat: SeatIndex,
        /// The gift that it challenges for.
        gift: GiftId,
        /// The seat that it challenges.
        #[wire(as = holder_seat)]
        holder: SeatIndex,
        /// The price.
        cost: Chips,
    },
    /// The loser of a duel may challenge (JB-57). Everyone receives it.
    ReprisalOffered(ReprisalRight),
    /// The loser declines to challenge (JB-60). Everyone receives it.
    ReprisalDeclined(ReprisalRight),
    /// The loser has the right to challenge, but can afford no target (JB-60). Everyone receives it.
    ReprisalSkipped(ReprisalRight),
    /// A Reprisal (JB-57). Everyone receives it.
    ReprisalDeclared {
        /// The seat that challenges.
        seat: SeatIndex,
        /// The gift that it challenges for.
        gift: GiftId,
        /// The seat that it challenges.
        #[wire(as = defender_seat)]
        defender: SeatIndex,
        /// Whether the gift is a Misfit, which no seat holds (JB-62).
        misfit: bool,
        /// The price.
        cost: Chips,
        /// 1 or 2.
        number: u8,
    },
    /// The Main Game is over, and the bag contains names (JB-65). Everyone receives it.
    LotteryStarted {
        /// The names.
        #[wire(as = bag_seats)]
        bag: SeatSet,
        /// The Misfits, oldest first.
        pile: Vec<GiftId>,
    },
    /// The oldest Misfit is at stake (JB-66). Everyone receives it.
    TargetMisfitDrawn {
        /// The gift.
        gift: GiftId,
    },
    /// The Active player chose a path (JB-67). Everyone receives it.
    #[wire(with = crate::wire::path)]
    PathChosen {
        /// The seat.
        seat: SeatIndex,
        /// The path.
        path: Path,
        /// The gift to steal, and its price; none for an auction.
        steal: Option<Price>,
        /// Whether there was no other path.
        forced: bool,
    },
    /// The Active player named a Defender (JB-72). Everyone receives it.
    DefenderChosen {
        /// The Active player.
        seat: SeatIndex,
        /// The Defender.
        #[wire(as = defender_seat)]
        defender: SeatIndex,
    },
    /// The last player takes the last Misfit (JB-78). Everyone receives it.
    LastClaim {
        /// The seat.
        seat: SeatIndex,
        /// The gift.
        gift: GiftId,
    },
    /// A seat's clock ran out, and its default applies. Everyone receives it; there is no such event for hidden bids,
    /// throws and reports.
    ClockRanOut {
        /// The seat.
        seat: SeatIndex,
        /// The phase of the decision that the seat owed.
        phase: Phase,
    },
    /// A turn is over. Everyone receives it.
    TurnEnded {
        /// The part.
        part: Part,
        /// The number of the turn in this part.
        turn: u8,
    },
    /// The match is over. Everyone receives it.
    #[wire(field = outcome)]
    MatchEnded(Ending),
}

/// A seat has bid: everyone receives the fact, the seat receives the amount.
// JB-R23
pub(crate) fn bid_placed(seat: SeatIndex, amount: Chips, events: &mut Events<Event>) {
    events.everyone(Event::BidPlaced { seat });
    events.seat(seat, Event::BidRecorded { amount });
}

/// A seat has thrown: everyone receives the fact, the seat receives the throw.
pub(crate) fn thrown(seat: SeatIndex, throw: Throw, events: &mut Events<Event>) {
    events.everyone(Event::ThrowMade { seat });
    events.seat(seat, Event::ThrowRecorded { throw });
}

/// A seat has reported, or its clock ran out: everyone receives the fact, the seat receives the report.
pub(crate) fn reported(seat: SeatIndex, report: Report, events: &mut Events<Event>) {
    events.everyone(Event::ReportMade { seat });
    let winner = report.winner();
    events.seat(seat, Event::ReportRecorded { winner });
}

/// The value of an opened gift: each seat receives its own.
// JB-R57
pub(crate) fn wishes_shown(deal: &Deal, gift: GiftId, events: &mut Events<Event>) {
    for (seat, wishes) in deal.wishes.iter().flat_map(BySeat::enumerate) {
        if let Some(points) = wishes.get(gift).copied() {
            events.seat(seat, Event::WishPointsShown { gift, points });
        }
    }
}
