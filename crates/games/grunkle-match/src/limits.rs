//! The limits of a seat's bids in a round.

use tinsel_engine::SeatIndex;

use crate::{
    components::{Garnets, Round, Skill},
    table::Table,
};

tinsel_engine::redacted!(Limits);

/// The max bid without any skill.
// GM-11, GM-82
const MAX_BID: u32 = 10;
/// The change of the max bid by each copy of Max Bid Up or Max Bid Down.
// GM-53, GM-54
const MAX_BID_STEP: u32 = 1;
/// The garnets for a discarded Grunko Pop.
// GM-21
pub(crate) const DISCARDED: Garnets = Garnets::new(1);
/// Garnets that Corrosive Greed requires to be left.
// GM-62
const CORROSIVE_FLOOR: u32 = 5;
/// Maximum number of skills to bid on with Eyes on the Prize.
// GM-59
const EYES_ON: u32 = 1;

/// The limits of a seat's bids in a round: from its own garnets and skills when the round opened, and from public
/// facts.
// GM-8, GM-27, GM-R15, GM-R24
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) max_bid: Garnets,
    /// 1, or 2 with Even Steven.
    pub(crate) unit: Garnets,
    /// 0 without Corrosive Greed.
    pub(crate) floor: Garnets,
    pub(crate) skills_max: u8,
    /// Whether Overwhelming Sadness forbids every bid.
    pub(crate) barred: bool,
    in_hand: Garnets,
}

impl Limits {
    /// The limits of `seat` in `round`, which is open.
    pub(crate) fn of(table: &Table, round: Round, seat: SeatIndex) -> Self {
        Self {
            max_bid: max_bid(table, seat),
            // GM-14
            unit: Garnets::new(if table.works(seat, Skill::EvenSteven) { 2 } else { 1 }),
            // GM-13, GM-R31: two copies do not add up
            floor: if table.works(seat, Skill::CorrosiveGreed) {
                table.raised(seat, CORROSIVE_FLOOR)
            } else {
                Garnets::ZERO
            },
            skills_max: skills_max(table, round, seat),
            barred: table.is_barred(seat, round),
            in_hand: *table.garnets.at(seat),
        }
    }

    /// The garnets that back bids.
    // GM-12, GM-R9
    pub(crate) const fn available(&self, discards: bool) -> Garnets {
        if discards {
            self.in_hand.plus(DISCARDED)
        } else {
            self.in_hand
        }
    }

    /// Maximum sum of all bids.
    // GM-13
    pub(crate) const fn budget(&self, discards: bool) -> Garnets {
        self.available(discards).less(self.floor)
    }

    /// Whether the seat can bid, and therefore must.
    // GM-17
    pub(crate) fn is_able(&self, discards: bool) -> bool {
        !self.barred && self.budget(discards) >= self.unit
    }
}

// GM-11, GM-53, GM-54, GM-R30
fn max_bid(table: &Table, seat: SeatIndex) -> Garnets {
    let each = table.raised(seat, MAX_BID_STEP).get();
    let copies = |skill| u32::from(table.working(seat, skill)).saturating_mul(each);
    let raised = Garnets::new(MAX_BID).plus(Garnets::new(copies(Skill::MaxBidUp)));
    raised.less(Garnets::new(copies(Skill::MaxBidDown)))
}

// GM-10, GM-15
fn skills_max(table: &Table, round: Round, seat: SeatIndex) -> u8 {
    let all = u8::try_from(round.list().len()).unwrap_or(u8::MAX);
    if table.works(seat, Skill::EyesOnThePrize) {
        u8::try_from(table.raised(seat, EYES_ON).get()).unwrap_or(u8::MAX)
    } else {
        all
    }
}
