//! Events, and what is told to some seats only: every secret has its audience here. What everyone is told is told
//! where it happens.

mod told;

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, Events, SeatIndex, SeatSet};

pub use told::{Bid, Price, PublicOptions, ReprisalRight};

use crate::{
    components::{
        Card, Chips, CoinReason, Context, DuelKind, Face, GiftId, Method, Naughty, Pair, Part, Path, Phase, Purse,
        Reason, Response, Spot, Throw,
    },
    score::Ending,
    state::{Deal, Report},
};

tinsel_engine::redacted!(Event);

/// What happened (section 8).
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The match has begun. To all.
    MatchStarted {
        /// The options that everybody may know; starting chips and Head Elf among them.
        options: PublicOptions,
    },
    /// A turn begins. To all.
    NameDrawn {
        /// Of which part.
        part: Part,
        /// Which turn of it, from 1.
        turn: u8,
        /// Whose.
        seat: SeatIndex,
    },
    /// A gift was unwrapped. To all.
    GiftOpened {
        /// By whom, who holds it now.
        seat: SeatIndex,
        /// Which.
        gift: GiftId,
        /// What is inside.
        name: String,
        /// Whether it was the only one left.
        forced: bool,
    },
    /// What an opened gift is worth to a seat. To that seat.
    WishPointsShown {
        /// Which.
        gift: GiftId,
        /// How much, 1 to the number of players.
        points: u8,
    },
    /// Sealed bids are asked for. To all.
    BiddingStarted {
        /// For which right to duel.
        context: Context,
        /// About which gift.
        gift: GiftId,
        /// By whom; those without chips are not asked.
        owing: SeatSet,
    },
    /// A bid is in. To all, the same for a real one and the clock's.
    BidPlaced {
        /// Whose.
        seat: SeatIndex,
    },
    /// What a seat bid. To that seat.
    BidRecorded {
        /// How much; 0 for no bid.
        amount: Chips,
    },
    /// All bids are shown. To all.
    BidsRevealed {
        /// Everybody's but for whose turn it is, in seat order.
        bids: Vec<Bid>,
        /// For whom the clock bid.
        by_clock: SeatSet,
    },
    /// The highest bid is shared. To all.
    TieBreakCalled {
        /// Who shares it.
        tied: SeatSet,
        /// The two who duel.
        duelists: SeatSet,
    },
    /// The bidding is decided. To all.
    ChallengersNamed {
        /// Challenger 1; in the Lottery the highest bidder.
        first: SeatIndex,
        /// Challenger 2, if there is one.
        second: Option<SeatIndex>,
    },
    /// The Opener chose. To all.
    OpenerResponded {
        /// Who.
        seat: SeatIndex,
        /// What.
        response: Response,
    },
    /// Chips changed hands. To all.
    ChipsMoved {
        /// From where.
        from: Purse,
        /// To where.
        to: Purse,
        /// How many; at least 1.
        amount: Chips,
        /// Why.
        reason: Reason,
    },
    /// A duel begins. To all.
    DuelStarted {
        /// What it is about.
        kind: DuelKind,
        /// Who attacks.
        challenger: SeatIndex,
        /// Who is attacked.
        defender: SeatIndex,
        /// For which gift; none in a tie-break.
        gift: Option<GiftId>,
    },
    /// How the duel is fought. To all.
    MethodChosen {
        /// The method.
        method: Method,
        /// Whether there was no other.
        forced: bool,
    },
    /// A coin fell. To all.
    CoinFlipped {
        /// On which side.
        face: Face,
        /// Why it was flipped.
        reason: CoinReason,
    },
    /// Both rolled. To all.
    DiceRolled {
        /// Which roll of the duel, from 1.
        roll: u8,
        /// The dice, 1 to 6.
        dice: Pair<u8>,
    },
    /// Both drew. To all.
    CardsDrawn {
        /// The cards.
        cards: Pair<Card>,
    },
    /// A throw is in. To all, the same for a real one and the clock's.
    ThrowMade {
        /// Whose.
        seat: SeatIndex,
    },
    /// What a seat threw. To that seat.
    ThrowRecorded {
        /// Its throw.
        throw: Throw,
    },
    /// Both throws of a round are shown. To all.
    ThrowsRevealed {
        /// Which round of the duel, from 1.
        round: u8,
        /// The throws.
        throws: Pair<Throw>,
        /// For whom the clock threw.
        by_clock: SeatSet,
    },
    /// A report is in. To all, the same for a real one and one that was not made in time.
    ReportMade {
        /// Whose.
        seat: SeatIndex,
    },
    /// What a seat reported. To that seat.
    ReportRecorded {
        /// Who won by it; none if its clock ran out.
        winner: Option<SeatIndex>,
    },
    /// Both reports are shown. To all.
    ReportsRevealed {
        /// Who won by each; none where there is no report.
        reports: Pair<Option<SeatIndex>>,
        /// Whose clock ran out.
        by_clock: SeatSet,
    },
    /// The Head Elf decided. To all.
    VerdictGiven {
        /// Who.
        head_elf: SeatIndex,
        /// For whom.
        winner: SeatIndex,
    },
    /// A duel is over (JB-34, step 1). To all.
    DuelEnded {
        /// What it was about.
        kind: DuelKind,
        /// Who won.
        winner: SeatIndex,
        /// Who lost.
        loser: SeatIndex,
    },
    /// A gift was fought for (JB-34, step 3). To all.
    NaughtyRaised {
        /// Which.
        gift: GiftId,
        /// Its Naughty Level now.
        naughty: Naughty,
    },
    /// A gift changed its place. To all.
    GiftMoved {
        /// Which.
        gift: GiftId,
        /// From where.
        from: Spot,
        /// To where.
        to: Spot,
    },
    /// The title went to another seat (JB-52). To all.
    HeadElfChanged {
        /// Which.
        seat: SeatIndex,
    },
    /// Names went into the Draw Bag or out of it (JB-14). To all.
    BagChanged {
        /// Into it.
        added: SeatSet,
        /// Out of it.
        removed: SeatSet,
    },
    /// Whoever nobody bid against keeps the gift (JB-54). To all.
    GiftKept {
        /// Who.
        seat: SeatIndex,
        /// Which.
        gift: GiftId,
        /// Whether there was nothing else to do.
        forced: bool,
    },
    /// A Gambit (JB-54). To all.
    GambitDeclared {
        /// Who challenges.
        seat: SeatIndex,
        /// For what.
        gift: GiftId,
        /// Whom.
        holder: SeatIndex,
        /// At which price.
        cost: Chips,
    },
    /// A loser may challenge (JB-57). To all.
    ReprisalOffered(ReprisalRight),
    /// A loser lets it be (JB-60). To all.
    ReprisalDeclined(ReprisalRight),
    /// A loser could challenge and can afford nothing (JB-60). To all.
    ReprisalSkipped(ReprisalRight),
    /// A Reprisal (JB-57). To all.
    ReprisalDeclared {
        /// Who challenges.
        seat: SeatIndex,
        /// For what.
        gift: GiftId,
        /// Whom.
        defender: SeatIndex,
        /// Whether nobody holds the gift (JB-62).
        misfit: bool,
        /// At which price.
        cost: Chips,
        /// 1 or 2.
        number: u8,
    },
    /// The Main Game is over and names are left in the bag (JB-65). To all.
    LotteryStarted {
        /// The names.
        bag: SeatSet,
        /// The Misfits, oldest first.
        pile: Vec<GiftId>,
    },
    /// The oldest Misfit is at stake (JB-66). To all.
    TargetMisfitDrawn {
        /// Which.
        gift: GiftId,
    },
    /// The Active player goes one way (JB-67). To all.
    PathChosen {
        /// Who.
        seat: SeatIndex,
        /// Which.
        path: Path,
        /// What is to be stolen, and at which price; none for an auction.
        steal: Option<Price>,
        /// Whether there was no other way.
        forced: bool,
    },
    /// The Active player named a Defender (JB-72). To all.
    DefenderChosen {
        /// The Active player.
        seat: SeatIndex,
        /// Whom.
        defender: SeatIndex,
    },
    /// The last player takes the last Misfit (JB-78). To all.
    LastClaim {
        /// Who.
        seat: SeatIndex,
        /// Which.
        gift: GiftId,
    },
    /// A seat stayed away, and its default is taken. To all; never for hidden bids, throws and reports.
    ClockRanOut {
        /// Which.
        seat: SeatIndex,
        /// What it owed.
        phase: Phase,
    },
    /// A turn is over. To all.
    TurnEnded {
        /// Of which part.
        part: Part,
        /// Which turn of it.
        turn: u8,
    },
    /// The match is over. To all.
    MatchEnded(Ending),
}

/// A bid is in: the fact to all, the amount to its seat.
// JB-R23
pub(crate) fn bid_placed(seat: SeatIndex, amount: Chips, events: &mut Events<Event>) {
    events.everyone(Event::BidPlaced { seat });
    events.seat(seat, Event::BidRecorded { amount });
}

/// A throw is in: the fact to all, the throw to its seat.
pub(crate) fn thrown(seat: SeatIndex, throw: Throw, events: &mut Events<Event>) {
    events.everyone(Event::ThrowMade { seat });
    events.seat(seat, Event::ThrowRecorded { throw });
}

/// A report is in, or was not made in time: the fact to all, the report to its seat.
pub(crate) fn reported(seat: SeatIndex, report: Report, events: &mut Events<Event>) {
    events.everyone(Event::ReportMade { seat });
    let winner = report.winner();
    events.seat(seat, Event::ReportRecorded { winner });
}

/// What an opened gift is worth, to each seat its own.
// JB-R57
pub(crate) fn wishes_shown(deal: &Deal, gift: GiftId, events: &mut Events<Event>) {
    for (seat, wishes) in deal.wishes.iter().flat_map(BySeat::enumerate) {
        if let Some(points) = wishes.get(gift).copied() {
            events.seat(seat, Event::WishPointsShown { gift, points });
        }
    }
}
