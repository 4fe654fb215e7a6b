//! The skills that a seat holds.

use std::{collections::BTreeMap, num::NonZeroU8};

use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::SerializeMap};

use super::Skill;

/// A multiset of skills, in canonical order.
///
/// Copies of a kind are interchangeable. The type does not store the order in which a seat won them, so nothing can
/// disclose it.
// GM-5
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Skills([u8; Skill::ALL.len()]);

impl Skills {
    /// Number of copies of `skill`.
    #[must_use]
    pub fn copies(&self, skill: Skill) -> u8 {
        self.0.get(skill.index()).copied().unwrap_or(0)
    }

    /// Whether there is a copy of `skill`.
    #[must_use]
    pub fn has(&self, skill: Skill) -> bool {
        self.copies(skill) > 0
    }

    /// Each kind in the multiset with its number of copies, in canonical order.
    pub fn iter(&self) -> impl Iterator<Item = (Skill, u8)> {
        let all = Skill::ALL.into_iter().map(|skill| (skill, self.copies(skill)));
        all.filter(|(_, copies)| *copies > 0)
    }

    /// The kinds in the multiset, in canonical order.
    pub fn kinds(&self) -> impl Iterator<Item = Skill> {
        self.iter().map(|(skill, _)| skill)
    }

    /// Adds `copies` of `skill`.
    pub(crate) fn add(&mut self, skill: Skill, copies: u8) {
        if let Some(held) = self.0.get_mut(skill.index()) {
            *held = held.saturating_add(copies);
        }
    }

    /// Removes a copy of `skill`; returns whether there was one.
    pub(crate) fn take(&mut self, skill: Skill) -> bool {
        match self.0.get_mut(skill.index()) {
            Some(held) if *held > 0 => {
                *held = held.saturating_sub(1);
                true
            }
            Some(_) | None => false,
        }
    }
}

impl FromIterator<(Skill, u8)> for Skills {
    fn from_iter<I: IntoIterator<Item = (Skill, u8)>>(held: I) -> Self {
        let mut skills = Self::default();
        for (skill, copies) in held {
            skills.add(skill, copies);
        }
        skills
    }
}

impl FromIterator<Skill> for Skills {
    fn from_iter<I: IntoIterator<Item = Skill>>(held: I) -> Self {
        held.into_iter().map(|skill| (skill, 1)).collect()
    }
}

impl Serialize for Skills {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // `collect_map` would not know the number of kinds, and MessagePack begins with it.
        let mut map = serializer.serialize_map(Some(self.iter().count()))?;
        for (skill, copies) in self.iter() {
            map.serialize_entry(&skill, &copies)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Skills {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let held = BTreeMap::<Skill, NonZeroU8>::deserialize(deserializer)?;
        Ok(held.into_iter().map(|(skill, copies)| (skill, copies.get())).collect())
    }
}
