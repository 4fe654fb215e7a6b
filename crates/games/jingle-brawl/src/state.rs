//! A running match as a value.

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, SeatIndex, SeatSet};

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

/// What was dealt in secret at the start.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Deal {
    /// For each gift, the place of its name in the list of names.
    // JB-4
    pub(crate) names: ByGift<u8>,
    /// For each seat, what each gift is worth to it; none unless points are counted.
    // JB-R57
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) wishes: Option<BySeat<ByGift<u8>>>,
}

/// What lies open: chips and gifts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Table {
    pub(crate) chips: BySeat<Chips>,
    pub(crate) bank: Bank,
    pub(crate) pot: Chips,
    /// What each seat holds; of two gifts the one that it had before.
    pub(crate) hands: BySeat<Option<GiftId>>,
    /// `None` while a gift is wrapped.
    // JB-10
    pub(crate) naughty: ByGift<Option<Naughty>>,
    /// The Misfits, oldest first.
    pub(crate) pile: Vec<GiftId>,
    /// What is fought over and held by nobody.
    pub(crate) contested: Option<GiftId>,
    pub(crate) head_elf: SeatIndex,
}

/// The turn that is played, with what is known of it until it ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Turn {
    pub(crate) part: Part,
    /// From 1, in its part.
    pub(crate) number: u8,
    /// The Opener or the Active player.
    pub(crate) seat: SeatIndex,
    /// The opened gift or the Target Misfit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) gift: Option<GiftId>,
    /// What was bid for, once bids were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) context: Option<Context>,
    /// What was bid, once that is shown; nothing for whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bids: Option<BySeat<Chips>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) challengers: Option<Challengers>,
    /// How many Reprisals were declared.
    pub(crate) reprisals: u8,
}

/// Who won the bidding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Challengers {
    /// Challenger 1; in the Lottery the highest bidder.
    pub first: SeatIndex,
    /// Challenger 2, if there is one.
    pub second: Option<SeatIndex>,
}

/// What the match waits for, with what is there only then.
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

/// A bid that nobody else knows yet.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sealed {
    pub(crate) amount: Chips,
    pub(crate) by_clock: bool,
}

/// A throw that nobody else knows yet.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Thrown {
    pub(crate) throw: Throw,
    pub(crate) by_clock: bool,
}

/// What a duelist says.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Report {
    /// This seat won.
    Winner(SeatIndex),
    /// Nothing: its clock ran out.
    ClockRanOut,
}

impl Report {
    /// Who won by it, if it says so.
    pub(crate) const fn winner(self) -> Option<SeatIndex> {
        match self {
            Self::Winner(seat) => Some(seat),
            Self::ClockRanOut => None,
        }
    }
}

/// A duel that is fought.
// JB-23
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Duel {
    pub(crate) kind: DuelKind,
    pub(crate) challenger: SeatIndex,
    pub(crate) defender: SeatIndex,
    /// What it is about; nothing in a tie-break.
    // JB-11
    pub(crate) gift: Option<GiftId>,
    /// Once it is chosen.
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

    /// The duelists of whom this is true.
    pub(crate) fn those(&self, is: impl Fn(Side) -> bool) -> SeatSet {
        let sides = Side::BOTH.into_iter().filter(|side| is(*side));
        sides.map(|side| self.seat(side)).collect()
    }

    /// The two duelists.
    pub(crate) const fn seats(&self) -> SeatSet {
        SeatSet::only(self.challenger).with(self.defender)
    }

    /// The number of the round that is thrown, from 1.
    pub(crate) fn round(&self) -> u8 {
        u8::try_from(self.rounds.len()).unwrap_or(u8::MAX).saturating_add(1)
    }
}

impl Table {
    /// Where an opened gift is taken from.
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
    /// What the match waits for.
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

    /// Whose turn it is; nobody's once the match is over.
    pub(crate) fn current(&self) -> Option<SeatIndex> {
        (self.phase() != Phase::Finished).then_some(self.turn.seat)
    }

    /// The second gift of the loser who is to discard one of two.
    pub(crate) const fn received(&self) -> Option<GiftId> {
        if let Stage::Discard { received, .. } = &self.stage {
            Some(*received)
        } else {
            None
        }
    }

    /// Where each gift is; of two gifts the loser holds both.
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
    // JB-14, JB-R5: who has no gift, but for whose turn it is until that seat has opened its gift, or its Lottery turn
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

    /// The seats whose decision is awaited.
    // JB-R59: where there is one answer only, nobody is asked
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

    /// The seats whose hidden bid, throw or report is in: asked for one, and owing none.
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

    /// The duel that is fought, or that waits for the loser to discard.
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

    /// Who is asked for a bid in this turn.
    // JB-37, JB-20, JB-71: everybody with chips but whose turn it is
    pub(crate) fn bidders(&self) -> SeatSet {
        self.table.solvent().without(self.turn.seat)
    }

    /// What is inside a gift, for whoever may know it.
    pub(crate) fn name(&self, gift: GiftId) -> GiftName {
        let place = self.deal.names.get(gift).copied().unwrap_or(gift.get());
        self.config.gift_name(place)
    }
}
