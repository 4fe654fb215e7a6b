//! What a seat holds.

use std::{collections::BTreeMap, num::NonZeroU8};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Skill;

/// A multiset of skills, in canonical order.
///
/// Copies of a kind are interchangeable, and the order in which skills were won is not kept: nothing can show it.
// GM-5
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Skills([u8; Skill::ALL.len()]);

impl Skills {
    /// How many copies of `skill` there are.
    #[must_use]
    pub fn copies(&self, skill: Skill) -> u8 {
        self.0.get(skill.index()).copied().unwrap_or(0)
    }

    /// Whether there is a copy of `skill`.
    #[must_use]
    pub fn has(&self, skill: Skill) -> bool {
        self.copies(skill) > 0
    }

    /// Each kind that is there with the number of its copies, in canonical order.
    pub fn iter(&self) -> impl Iterator<Item = (Skill, u8)> {
        let all = Skill::ALL.into_iter().map(|skill| (skill, self.copies(skill)));
        all.filter(|(_, copies)| *copies > 0)
    }

    /// The kinds that are there, in canonical order.
    pub fn kinds(&self) -> impl Iterator<Item = Skill> {
        self.iter().map(|(skill, _)| skill)
    }

    /// Adds `copies` of `skill`.
    pub(crate) fn add(&mut self, skill: Skill, copies: u8) {
        if let Some(held) = self.0.get_mut(skill.index()) {
            *held = held.saturating_add(copies);
        }
    }

    /// Takes a copy of `skill` away; whether there was one.
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
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Skills {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let held = BTreeMap::<Skill, NonZeroU8>::deserialize(deserializer)?;
        Ok(held.into_iter().map(|(skill, copies)| (skill, copies.get())).collect())
    }
}
