//! What can be challenged for directly, and at which price.

use tinsel_engine::SeatIndex;

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
    /// Where its target is named.
    pub(super) const fn field(self) -> Field {
        match self {
            Self::Gambit => Field::GambitChoice,
            Self::Steal => Field::PathTarget,
            Self::Reprisal { .. } => Field::ReprisalChoice,
        }
    }
}

/// A gift that can be challenged for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// Which.
    pub gift: GiftId,
    /// Its Minimum Cost (JB-19).
    pub cost: Chips,
    /// Who holds it and defends it; `None` for a Misfit.
    pub holder: Option<SeatIndex>,
}

/// A gift that cannot be challenged for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Barred {
    /// Which.
    pub gift: GiftId,
    /// Why not.
    pub why: Bar,
}

/// Why a gift cannot be challenged for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bar {
    /// Nobody has opened it.
    Wrapped,
    /// The seat holds it itself.
    OwnGift,
    /// Nobody holds it, and only a held gift can be challenged for here.
    NotHeld,
    /// It was contested in the duel just lost (JB-59).
    Excluded,
    /// It costs more than the seat has (JB-20).
    TooDear {
        /// Its Minimum Cost.
        cost: Chips,
    },
}

/// All gifts of the match, by whether a seat can challenge for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Targets {
    /// Those that it can, by number.
    pub affordable: Vec<Target>,
    /// Those that it cannot, by number, and why.
    pub barred: Vec<Barred>,
}

impl Targets {
    /// The entry of a gift that can be challenged for.
    #[must_use]
    pub fn target(&self, gift: GiftId) -> Option<&Target> {
        self.affordable.iter().find(|target| target.gift == gift)
    }
}

/// What `seat` can challenge for, by number, and what it cannot.
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

/// A gift that the match does not have.
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
        // JB-R44: also one that was discarded a moment ago
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
