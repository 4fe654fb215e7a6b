//! Skills, both ways.

use tinsel_grunkle_match::{Named, Skill};
use tinsel_proto::games::grunkle_match::v1 as wire;

/// A number that is no skill. Something was named where naming is optional, so it is not left out.
const UNKNOWN: i32 = -1;

pub(super) fn write(skill: Skill) -> i32 {
    kind(skill).into()
}

/// A skill that may be absent.
pub(super) fn write_any(skill: Option<Skill>) -> i32 {
    skill.map_or(wire::Skill::Unspecified, kind).into()
}

pub(super) fn write_all(skills: impl IntoIterator<Item = Skill>) -> Vec<i32> {
    skills.into_iter().map(write).collect()
}

/// A skill that was named, or left out.
pub(super) fn write_named(named: Option<Named>) -> i32 {
    match named {
        None => wire::Skill::Unspecified.into(),
        Some(Named::Skill(skill)) => write(skill),
        Some(Named::Unknown) => UNKNOWN,
    }
}

/// A skill that is named, or left out.
pub(super) fn read_named(number: i32) -> Option<Named> {
    match wire::Skill::try_from(number) {
        Ok(named) => of_kind(named).map(Named::Skill),
        Err(_) => Some(Named::Unknown),
    }
}

/// A skill; `None` if it is unset or unknown.
pub(super) fn read(number: i32) -> Option<Skill> {
    wire::Skill::try_from(number).ok().and_then(of_kind)
}

/// A skill that may be absent; `None` if it is unknown.
pub(super) fn read_any(number: i32) -> Option<Option<Skill>> {
    wire::Skill::try_from(number).ok().map(of_kind)
}

pub(super) fn read_all(numbers: &[i32]) -> Option<Vec<Skill>> {
    numbers.iter().map(|number| read(*number)).collect()
}

const fn kind(skill: Skill) -> wire::Skill {
    match skill {
        Skill::GarnetPouch => wire::Skill::GarnetPouch,
        Skill::GarnetReplenish => wire::Skill::GarnetReplenish,
        Skill::GarnetThief => wire::Skill::GarnetThief,
        Skill::MaxBidUp => wire::Skill::MaxBidUp,
        Skill::MaxBidDown => wire::Skill::MaxBidDown,
        Skill::SecretBook => wire::Skill::SecretBook,
        Skill::RightArm => wire::Skill::RightArm,
        Skill::GarnetBonanza => wire::Skill::GarnetBonanza,
        Skill::GodDefyingWill => wire::Skill::GodDefyingWill,
        Skill::EyesOnThePrize => wire::Skill::EyesOnThePrize,
        Skill::LeftArm => wire::Skill::LeftArm,
        Skill::GarnetChest => wire::Skill::GarnetChest,
        Skill::WhispersOfTheVortex => wire::Skill::WhispersOfTheVortex,
        Skill::CorrosiveGreed => wire::Skill::CorrosiveGreed,
        Skill::SkillNullify => wire::Skill::SkillNullify,
        Skill::PhantomThieves => wire::Skill::PhantomThieves,
        Skill::GarnetBank => wire::Skill::GarnetBank,
        Skill::EvenSteven => wire::Skill::EvenSteven,
        Skill::OverwhelmingSadness => wire::Skill::OverwhelmingSadness,
        Skill::DarkRitual => wire::Skill::DarkRitual,
        Skill::SkillThief => wire::Skill::SkillThief,
        Skill::Baller => wire::Skill::Baller,
        Skill::RightLeg => wire::Skill::RightLeg,
        Skill::LeftLeg => wire::Skill::LeftLeg,
        Skill::GarnetVault => wire::Skill::GarnetVault,
        Skill::Treachery => wire::Skill::Treachery,
        Skill::Supernova => wire::Skill::Supernova,
        Skill::Morphogenetics => wire::Skill::Morphogenetics,
        Skill::Desecration => wire::Skill::Desecration,
        Skill::Exodia => wire::Skill::Exodia,
        Skill::GrunkoPop => wire::Skill::GrunkoPop,
    }
}

const fn of_kind(skill: wire::Skill) -> Option<Skill> {
    Some(match skill {
        wire::Skill::Unspecified => return None,
        wire::Skill::GarnetPouch => Skill::GarnetPouch,
        wire::Skill::GarnetReplenish => Skill::GarnetReplenish,
        wire::Skill::GarnetThief => Skill::GarnetThief,
        wire::Skill::MaxBidUp => Skill::MaxBidUp,
        wire::Skill::MaxBidDown => Skill::MaxBidDown,
        wire::Skill::SecretBook => Skill::SecretBook,
        wire::Skill::RightArm => Skill::RightArm,
        wire::Skill::GarnetBonanza => Skill::GarnetBonanza,
        wire::Skill::GodDefyingWill => Skill::GodDefyingWill,
        wire::Skill::EyesOnThePrize => Skill::EyesOnThePrize,
        wire::Skill::LeftArm => Skill::LeftArm,
        wire::Skill::GarnetChest => Skill::GarnetChest,
        wire::Skill::WhispersOfTheVortex => Skill::WhispersOfTheVortex,
        wire::Skill::CorrosiveGreed => Skill::CorrosiveGreed,
        wire::Skill::SkillNullify => Skill::SkillNullify,
        wire::Skill::PhantomThieves => Skill::PhantomThieves,
        wire::Skill::GarnetBank => Skill::GarnetBank,
        wire::Skill::EvenSteven => Skill::EvenSteven,
        wire::Skill::OverwhelmingSadness => Skill::OverwhelmingSadness,
        wire::Skill::DarkRitual => Skill::DarkRitual,
        wire::Skill::SkillThief => Skill::SkillThief,
        wire::Skill::Baller => Skill::Baller,
        wire::Skill::RightLeg => Skill::RightLeg,
        wire::Skill::LeftLeg => Skill::LeftLeg,
        wire::Skill::GarnetVault => Skill::GarnetVault,
        wire::Skill::Treachery => Skill::Treachery,
        wire::Skill::Supernova => Skill::Supernova,
        wire::Skill::Morphogenetics => Skill::Morphogenetics,
        wire::Skill::Desecration => Skill::Desecration,
        wire::Skill::Exodia => Skill::Exodia,
        wire::Skill::GrunkoPop => Skill::GrunkoPop,
    })
}
