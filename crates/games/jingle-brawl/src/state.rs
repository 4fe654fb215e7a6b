//! A running match as a value.

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, SeatIndex, SeatSet, Wire};

use crate::{
    components::{
        Bank, ByGift, Chips, Context, DuelKind, GiftId, GiftName, Method, Naughty, Pair, Part, Phase, Place, Side,
        Spot, Throw,
    },
    config::Config,
};

tinsel_engine::redacted!(JingleBrawl, Deal, Stage, Sealed, Thrown, Report);

/// A running match of Jingle Brawl.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JingleBrawl {
    pub(crate) config: Config,
    pub(crate) deal: Deal,
    pub(crate) table: Table,
    pub(crate) turn: Turn,
    pub(crate) stage: Stage,
}

/// The facts that were dealt in secret at the start.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Deal {
    /// For each gift, the index of its name in the list of names.
    // JB-4
    pub(crate) names: ByGift<u8>,
    /// For each seat, the value of each gift; `None` unless wish points count.
    // JB-R57
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) wishes: Option<BySeat<ByGift<u8>>>,
}

/// The public possessions: chips and gifts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Table {
    pub(crate) chips: BySeat<Chips>,
    pub(crate) bank: Bank,
    pub(crate) pot: Chips,
    /// The gift of each seat; of two gifts the older one.
    pub(crate) hands: BySeat<Option<GiftId>>,
    /// `None` while a gift is wrapped.
    // JB-10
    pub(crate) naughty: ByGift<Option<Naughty>>,
    /// The Misfits, oldest first.
    pub(crate) pile: Vec<GiftId>,
    /// The contested gift, while no seat holds it.
    pub(crate) contested: Option<GiftId>,
    pub(crate) head_elf: SeatIndex,
}

/// The current turn, with its public facts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Turn {
    pub(crate) part: Part,
    /// The number of the turn in its part, from 1.
    pub(crate) number: u8,
    /// The Opener or the Active player.
    pub(crate) seat: SeatIndex,
    /// The opened gift or the Target Misfit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) gift: Option<GiftId>,
    /// The subject of the bids, once the bidding has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) context: Option<Context>,
    /// The bids, once they are revealed; 0 for the current seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bids: Option<BySeat<Chips>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) challengers: Option<Challengers>,
    /// The number of declared Reprisals.
    pub(crate) reprisals: u8,
}

/// The Challengers: the seats that won the bidding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
pub struct Challengers {
    /// Challenger 1; in the Lottery the highest bidder.
    #[wire(as = first_seat)]
    pub first: SeatIndex,
    /// Challenger 2, if there is one.
    #[wire(as = second_seat)]
    pub second: Option<SeatIndex>,
}

/// The phase of the match, with the data that exists only in this phase.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Stage {
    Opening,
    Bidding {
        sealed: BySeat<Option<Sealed>>,
    },
    YieldChoice,
    GambitChoice,
    PathChoice,
    DefenderChoice,
    Method {
        duel: Duel,
    },
    Throw {
        duel: Duel,
        thrown: Pair<Option<Thrown>>,
    },
    Report {
        duel: Duel,
        reports: Pair<Option<Report>>,
    },
    Verdict {
        duel: Duel,
        reports: Pair<Report>,
    },
    Discard {
        duel: Duel,
        loser: SeatIndex,
        received: GiftId,
    },
    Reprisal {
        seat: SeatIndex,
        excluded: GiftId,
    },
    Finished,
}

/// A bid that no other seat knows yet.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sealed {
    pub(crate) amount: Chips,
    #[serde(rename = "by_clock")]
    pub(crate) by_default: bool,
}

/// A throw that no other seat knows yet.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Thrown {
    pub(crate) throw: Throw,
    #[serde(rename = "by_clock")]
    pub(crate) by_default: bool,
}

/// The report of a duelist.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Report {
    /// This seat won.
    Winner(SeatIndex),
    /// No report: its clock ran out.
    ClockRanOut,
}

impl Report {
    /// The reported winner, if there is one.
    pub(crate) const fn winner(self) -> Option<SeatIndex> {
        match self {
            Self::Winner(seat) => Some(seat),
            Self::ClockRanOut => None,
        }
    }
}

/// A running duel.
// JB-23
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Duel {
    pub(crate) kind: DuelKind,
    pub(crate) challenger: SeatIndex,
    pub(crate) defender: SeatIndex,
    /// The contested gift; `None` in a tie-break.
    // JB-11
    pub(crate) gift: Option<GiftId>,
    /// `Some` once it is chosen.
    pub(crate) method: Option<Method>,
    /// The throws of finished rounds, first to last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) rounds: Vec<Pair<Throw>>,
}

impl Duel {
    pub(crate) const fn seat(&self, side: Side) -> SeatIndex {
        match side {
            Side::Challenger => self.challenger,
            Side::Defender => self.defender,
        }
    }

    pub(crate) fn side(&self, seat: SeatIndex) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.seat(*side) == seat)
    }

    /// The duelists for which `is` holds.
    pub(crate) fn those(&self, is: impl Fn(Side) -> bool) -> SeatSet {
        let sides = Side::BOTH.into_iter().filter(|side| is(*side));
        sides.map(|side| self.seat(side)).collect()
    }

    /// The two duelists.
    pub(crate) const fn seats(&self) -> SeatSet {
        SeatSet::only(self.challenger).with(self.defender)
    }

    /// The number of the current round of throws, from 1.
    pub(crate) fn round(&self) -> u8 {
        u8::try_from(self.rounds.len()).unwrap_or(u8::MAX).saturating_add(1)
    }
}

impl Table {
    /// The place of an opened gift.
    pub(crate) fn spot(&self, gift: GiftId) -> Spot {
        let holder = self.hands.enumerate().find(|(_, held)| **held == Some(gift));
        if let Some((seat, _)) = holder {
            Spot::Seat(seat)
        } else if self.pile.contains(&gift) {
            Spot::Pile
        } else {
            Spot::Table
        }
    }

    /// The wrapped gifts, by number.
    pub(crate) fn wrapped(&self) -> impl Iterator<Item = GiftId> {
        let wrapped = self.naughty.enumerate().filter(|(_, naughty)| naughty.is_none());
        wrapped.map(|(gift, _)| gift)
    }

    /// The Naughty Level of an opened gift.
    pub(crate) fn naughty(&self, gift: GiftId) -> Naughty {
        self.naughty.get(gift).copied().flatten().unwrap_or_default()
    }

    /// The seats that hold no gift.
    pub(crate) fn giftless(&self) -> SeatSet {
        self.hands
            .enumerate()
            .filter(|(_, held)| held.is_none())
            .map(|(seat, _)| seat)
            .collect()
    }

    /// The seats that have chips.
    pub(crate) fn solvent(&self) -> SeatSet {
        self.chips
            .enumerate()
            .filter(|(_, chips)| !chips.is_none())
            .map(|(seat, _)| seat)
            .collect()
    }
}

impl JingleBrawl {
    /// The phase of the match.
    pub(crate) const fn phase(&self) -> Phase {
        match &self.stage {
            Stage::Opening => Phase::Opening,
            Stage::Bidding { .. } => Phase::Bidding,
            Stage::YieldChoice => Phase::YieldChoice,
            Stage::GambitChoice => Phase::GambitChoice,
            Stage::PathChoice => Phase::PathChoice,
            Stage::DefenderChoice => Phase::DefenderChoice,
            Stage::Method { .. } => Phase::DuelMethod,
            Stage::Throw { .. } => Phase::DuelThrow,
            Stage::Report { .. } => Phase::DuelReport,
            Stage::Verdict { .. } => Phase::DuelVerdict,
            Stage::Discard { .. } => Phase::DiscardChoice,
            Stage::Reprisal { .. } => Phase::ReprisalChoice,
            Stage::Finished => Phase::Finished,
        }
    }

    /// The current seat; `None` once the match is over.
    pub(crate) fn current(&self) -> Option<SeatIndex> {
        (self.phase() != Phase::Finished).then_some(self.turn.seat)
    }

    /// The second gift of the loser that must discard one of two.
    pub(crate) const fn received(&self) -> Option<GiftId> {
        if let Stage::Discard { received, .. } = &self.stage {
            Some(*received)
        } else {
            None
        }
    }

    /// The place of each gift; with two gifts, the loser holds both.
    // JB-9
    pub(crate) fn places(&self) -> ByGift<Place> {
        let mut places = self.table.naughty.map(|naughty| match naughty {
            Some(_) => Place::Table,
            None => Place::Wrapped,
        });
        for (seat, held) in self.table.hands.enumerate() {
            if let Some(gift) = held {
                places.put(*gift, Place::Held(seat));
            }
        }
        for (behind, gift) in (0u8..).zip(&self.table.pile) {
            places.put(*gift, Place::Pile(behind));
        }
        if let Stage::Discard { loser, received, .. } = &self.stage {
            places.put(*received, Place::Held(*loser));
        }
        places
    }

    /// The names in the Draw Bag.
    // JB-14, JB-R5: the seats without a gift, except the current seat until it has opened its gift or its Lottery turn
    // ends
    pub(crate) fn bag(&self) -> SeatSet {
        let giftless = self.table.giftless();
        let opening = matches!(self.stage, Stage::Opening);
        if opening || self.turn.part == Part::Lottery {
            giftless.without(self.turn.seat)
        } else {
            giftless
        }
    }

    /// The seats that owe a decision.
    // JB-R59: a decision with a single possible answer is not pending
    pub(crate) fn owing(&self) -> SeatSet {
        match &self.stage {
            Stage::Opening | Stage::YieldChoice | Stage::GambitChoice | Stage::PathChoice | Stage::DefenderChoice => {
                SeatSet::only(self.turn.seat)
            }
            Stage::Bidding { sealed } => self
                .bidders()
                .iter()
                .filter(|seat| sealed.at(*seat).is_none())
                .collect(),
            Stage::Method { duel } => SeatSet::only(duel.defender),
            Stage::Throw { duel, thrown } => duel.those(|side| thrown.of(side).is_none()),
            Stage::Report { duel, reports } => duel.those(|side| reports.of(side).is_none()),
            Stage::Verdict { .. } => SeatSet::only(self.table.head_elf),
            Stage::Discard { loser, .. } => SeatSet::only(*loser),
            Stage::Reprisal { seat, .. } => SeatSet::only(*seat),
            Stage::Finished => SeatSet::EMPTY,
        }
    }

    /// The seats that have submitted a hidden bid, throw or report: those that had to, without those that still owe
    /// one.
    pub(crate) fn submitted(&self) -> SeatSet {
        let asked = if let Stage::Bidding { .. } = &self.stage {
            self.bidders()
        } else if let Stage::Throw { duel, .. } | Stage::Report { duel, .. } = &self.stage {
            duel.seats()
        } else {
            SeatSet::EMPTY
        };
        let owing = self.owing();
        asked.iter().filter(|seat| !owing.contains(*seat)).collect()
    }

    /// The running duel, or the one that waits for the loser's discard.
    pub(crate) const fn duel(&self) -> Option<&Duel> {
        if let Stage::Method { duel }
        | Stage::Throw { duel, .. }
        | Stage::Report { duel, .. }
        | Stage::Verdict { duel, .. }
        | Stage::Discard { duel, .. } = &self.stage
        {
            Some(duel)
        } else {
            None
        }
    }

    /// The seats that bid in this turn.
    // JB-37, JB-20, JB-71: all seats with chips except the current one
    pub(crate) fn bidders(&self) -> SeatSet {
        self.table.solvent().without(self.turn.seat)
    }

    /// The name of a gift, for viewers that may know it.
    pub(crate) fn name(&self, gift: GiftId) -> GiftName {
        let place = self.deal.names.get(gift).copied().unwrap_or(gift.get());
        self.config.gift_name(place)
    }
}
