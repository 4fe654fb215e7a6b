//! The possible targets of direct challenges, and their prices.

use tinsel_engine::{SeatIndex, Wire};

use crate::{
    components::{Chips, GiftId, Place},
    reject::{Field, Rejected},
    state::JingleBrawl,
};

/// A direct challenge that a seat may make.
// JB-18
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Challenge {
    Gambit,
    Steal,
    Reprisal { excluded: GiftId },
}

impl Challenge {
    /// The field that names its target.
    pub(super) const fn field(self) -> Field {
        match self {
            Self::Gambit => Field::GambitChoice,
            Self::Steal => Field::PathTarget,
            Self::Reprisal { .. } => Field::ReprisalChoice,
        }
    }
}

/// A possible target of a challenge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Wire)]
pub struct Target {
    /// The gift.
    pub gift: GiftId,
    /// Its Minimum Cost (JB-19).
    pub cost: Chips,
    /// The seat that holds and defends it; `None` for a Misfit.
    #[wire(as = holder_seat)]
    pub holder: Option<SeatIndex>,
}

/// A gift that is no possible target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Barred {
    /// The gift.
    pub gift: GiftId,
    /// The reason.
    pub why: Bar,
}

/// Why a gift is no possible target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bar {
    /// No seat has opened it.
    Wrapped,
    /// The seat holds it itself.
    OwnGift,
    /// No seat holds it, and this challenge needs a held gift.
    NotHeld,
    /// It was contested in the duel that the seat has just lost (JB-59).
    Excluded,
    /// It costs more than the seat has (JB-20).
    TooDear {
        /// Its Minimum Cost.
        cost: Chips,
    },
}

/// All gifts of the match, as possible and impossible targets of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Wire)]
#[wire(as = LegalTargets, also(defenders = tinsel_engine::SeatSet::EMPTY))]
pub struct Targets {
    /// The possible targets, by number.
    #[wire(as = targets)]
    pub affordable: Vec<Target>,
    /// The impossible ones, by number, with reasons.
    pub barred: Vec<Barred>,
}

impl Targets {
    /// The entry of a possible target.
    #[must_use]
    pub fn target(&self, gift: GiftId) -> Option<&Target> {
        self.affordable.iter().find(|target| target.gift == gift)
    }
}

/// The possible and impossible targets of `seat`, by number.
pub(crate) fn targets(game: &JingleBrawl, seat: SeatIndex, challenge: Challenge) -> Targets {
    let (mut affordable, mut barred) = (Vec::new(), Vec::new());
    for (gift, place) in game.places().enumerate() {
        match target(game, seat, challenge, (gift, *place)) {
            Ok(target) => affordable.push(target),
            Err(why) => barred.push(Barred { gift, why }),
        }
    }
    Targets { affordable, barred }
}

/// The target checks of the specification, section 6, in their order.
pub(super) fn judged(
    game: &JingleBrawl,
    seat: SeatIndex,
    challenge: Challenge,
    gift: GiftId,
) -> Result<Target, Rejected> {
    let place = game.places().get(gift).copied().ok_or_else(|| unknown(game))?;
    let field = challenge.field();
    target(game, seat, challenge, (gift, place)).map_err(|bar| match bar {
        Bar::Wrapped => Rejected::TargetWrapped { field },
        Bar::OwnGift => Rejected::TargetOwnGift { field },
        Bar::NotHeld => Rejected::TargetNotHeld { field },
        Bar::Excluded => Rejected::TargetExcluded,
        Bar::TooDear { .. } => Rejected::CannotAfford {
            chips: *game.table.chips.at(seat),
        },
    })
}

/// The refusal of a gift that the match does not have.
// JB-4
pub(super) fn unknown(game: &JingleBrawl) -> Rejected {
    let last = game.config.players.get().saturating_sub(1);
    Rejected::UnknownGift {
        last: GiftId::new(last),
    }
}

fn target(
    game: &JingleBrawl,
    seat: SeatIndex,
    challenge: Challenge,
    (gift, place): (GiftId, Place),
) -> Result<Target, Bar> {
    let holder = match place {
        // JB-R41
        Place::Wrapped => return Err(Bar::Wrapped),
        Place::Held(holder) if holder == seat => return Err(Bar::OwnGift),
        Place::Held(holder) => Some(holder),
        // JB-R44: this includes a gift that was just discarded
        Place::Pile(_) | Place::Table => None,
    };
    // JB-54, JB-59, JB-68
    match challenge {
        Challenge::Gambit | Challenge::Steal if holder.is_none() => return Err(Bar::NotHeld),
        Challenge::Reprisal { excluded } if excluded == gift => return Err(Bar::Excluded),
        Challenge::Gambit | Challenge::Steal | Challenge::Reprisal { .. } => {}
    }
    let cost = game.table.naughty(gift).minimum_cost();
    // JB-20
    if cost > *game.table.chips.at(seat) {
        return Err(Bar::TooDear { cost });
    }
    Ok(Target { gift, cost, holder })
}
