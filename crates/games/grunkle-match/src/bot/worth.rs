//! The value of a skill for a possible bidder.
//!
//! The unit is garnets lost, without the price: a skill that makes the seat poorer, or the others richer, has a
//! positive value; a skill that earns garnets has a negative one.

use tinsel_engine::SeatIndex;

use crate::{
    components::{Garnets, Round, Skill, Skills},
    view::View,
};

/// The approximate count of a Grunko Pop, in garnets.
const POP: i64 = 20;

/// The facts that a seat knows about itself when it decides.
#[derive(Debug, Clone, Copy)]
pub(super) struct Standing<'a> {
    pub(super) view: &'a View,
    pub(super) seat: SeatIndex,
}

impl Standing<'_> {
    /// The seat's garnets.
    pub(super) fn garnets(self) -> Garnets {
        self.view.seats.at(self.seat).garnets.unwrap_or_default()
    }

    /// The seat's skills.
    pub(super) fn skills(self) -> Skills {
        self.view.seats.at(self.seat).skills
    }

    /// The value of winning `skill` now, without its price.
    pub(super) fn worth(self, skill: Skill) -> i64 {
        if self.view.nullified == Some(skill) {
            return 0;
        }
        let rounds_left = i64::from(Round::LAST.number().saturating_sub(self.view.round.number()));
        match skill {
            Skill::GarnetPouch => -10,
            Skill::GarnetChest => -15,
            Skill::GarnetBank => -20,
            Skill::GarnetVault => -30,
            Skill::GarnetReplenish => rounds_left.saturating_add(1).saturating_neg(),
            // All rivals become richer.
            Skill::Supernova => 15,
            Skill::Treachery => POP.saturating_neg(),
            // All seats get the same.
            Skill::GarnetBonanza => 0,
            // It takes the garnets that are left after paying: many in round 5. Later it allows a sure win.
            Skill::DarkRitual => i64::from(self.garnets().get()).saturating_add(5),
            // It can turn a Grunko Pop into one garnet each round.
            Skill::GodDefyingWill => 12,
            Skill::Desecration => i64::from(self.skills().copies(Skill::GrunkoPop)).saturating_mul(3),
            Skill::PhantomThieves => 3,
            Skill::MaxBidUp | Skill::SkillNullify | Skill::Morphogenetics => 2,
            Skill::WhispersOfTheVortex | Skill::SkillThief | Skill::Baller | Skill::GarnetThief => 1,
            Skill::RightArm | Skill::LeftArm | Skill::RightLeg | Skill::LeftLeg | Skill::Exodia => self.piece(),
            // It bars bids in the next round: no garnets are lost, but no Pop comes either.
            Skill::OverwhelmingSadness => -2,
            Skill::MaxBidDown | Skill::EvenSteven | Skill::SecretBook => -3,
            Skill::EyesOnThePrize | Skill::CorrosiveGreed => -5,
            Skill::GrunkoPop => POP.saturating_neg(),
        }
    }

    /// A piece is worth more with more pieces held; without the earlier ones the set cannot be completed.
    fn piece(self) -> i64 {
        let held = self.pieces();
        let missed = Skill::FORBIDDEN_ONE
            .into_iter()
            .filter(|piece| !self.skills().has(*piece) && self.was_auctioned(*piece))
            .count();
        if missed == 0 {
            held.saturating_mul(4).saturating_add(2)
        } else {
            1
        }
    }

    /// Number of pieces of the Forbidden One that the seat holds.
    pub(super) fn pieces(self) -> i64 {
        let held = Skill::FORBIDDEN_ONE
            .into_iter()
            .filter(|piece| self.skills().has(*piece));
        i64::try_from(held.count()).unwrap_or(0)
    }

    fn was_auctioned(self, skill: Skill) -> bool {
        self.view.past.iter().any(|past| past.round.slot_of(skill).is_some())
    }
}
