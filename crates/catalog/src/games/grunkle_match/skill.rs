//! Skills, both ways.

use tinsel_grunkle_match::{Named, Skill};
use tinsel_proto::games::grunkle_match::v1 as wire;

/// A number that no skill has. It encodes a wrong name in an optional field, so that the field does not count as
/// omitted.
const UNKNOWN: i32 = -1;

/// Numbers follow the canonical order, from 1.
pub(super) fn write(skill: Skill) -> i32 {
    i32::try_from(skill.index().saturating_add(1)).unwrap_or(UNKNOWN)
}

/// An optional skill.
pub(super) fn write_any(skill: Option<Skill>) -> i32 {
    skill.map_or_else(|| wire::Skill::Unspecified.into(), write)
}

pub(super) fn write_all(skills: impl IntoIterator<Item = Skill>) -> Vec<i32> {
    skills.into_iter().map(write).collect()
}

/// A named skill, or none.
pub(super) fn write_named(named: Option<Named>) -> i32 {
    match named {
        None => wire::Skill::Unspecified.into(),
        Some(Named::Skill(skill)) => write(skill),
        Some(Named::Unknown) => UNKNOWN,
    }
}

/// A named skill, or none.
pub(super) fn read_named(number: i32) -> Option<Named> {
    match read_any(number) {
        Some(named) => named.map(Named::Skill),
        None => Some(Named::Unknown),
    }
}

/// A skill; `None` if it is unset or unknown.
pub(super) fn read(number: i32) -> Option<Skill> {
    let index = usize::try_from(number).ok()?.checked_sub(1)?;
    Skill::ALL.get(index).copied()
}

/// An optional skill; `None` if it is unknown.
pub(super) fn read_any(number: i32) -> Option<Option<Skill>> {
    match read(number) {
        None if number == i32::from(wire::Skill::Unspecified) => Some(None),
        None => None,
        skill @ Some(_) => Some(skill),
    }
}

pub(super) fn read_all(numbers: &[i32]) -> Option<Vec<Skill>> {
    numbers.iter().map(|number| read(*number)).collect()
}
