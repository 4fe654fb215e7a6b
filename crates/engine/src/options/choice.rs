//! Options that are one of a few words.

use super::{GameOption, OptionFacts, spec};
use crate::{
    ConfigError, Reason,
    present::{FormField, OptionSpec, PickOption, Reader, Text, Value},
};

/// A word as a caller requested it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Asked<T> {
    /// Omitted: the default applies.
    #[default]
    LeftOut,
    /// One of the words.
    Given(T),
    /// Another word.
    Unknown,
}

/// One of a few words. The first one is the default.
#[derive(Debug)]
pub struct ChoiceOption<T: 'static> {
    /// Its name in the game's configuration, and in upper case the prefix of its values.
    pub name: &'static str,
    /// The effect of the option.
    pub meaning: &'static str,
    /// Each word with its value and its name for players.
    pub words: &'static [(&'static str, T, Text)],
    /// Its name for players.
    pub title: Text,
    /// Its effect for players.
    pub help: Option<Text>,
    /// The reason with which other words are refused.
    pub reason: Reason,
}

impl<T: Copy + Default> ChoiceOption<T> {
    /// The requested value, or the default if it is omitted.
    ///
    /// # Errors
    ///
    /// The word is unknown.
    pub fn check(&self, asked: Asked<T>) -> Result<T, ConfigError> {
        match asked {
            Asked::LeftOut => Ok(self.words.first().map(|(_, value, _)| *value).unwrap_or_default()),
            Asked::Given(value) => Ok(value),
            Asked::Unknown => {
                let words: Vec<String> = self.words.iter().map(|(word, ..)| word.to_uppercase()).collect();
                let words = match words.split_last() {
                    Some((last, [])) => last.clone(),
                    Some((last, others)) => format!("{} or {last}", others.join(", ")),
                    None => String::new(),
                };
                Err(self.reason.error(self.name, format!("{} must be {words}.", self.name)))
            }
        }
    }

    /// The value in a form.
    #[must_use]
    pub fn read(&self, values: Reader<'_>) -> Asked<T> {
        if values.value(self.name).is_none() {
            return Asked::LeftOut;
        }
        let picked = values.pick(self.name);
        let found = self.words.iter().find(|(word, ..)| picked == Some(word));
        found.map_or(Asked::Unknown, |(_, value, _)| Asked::Given(*value))
    }
}

impl<T: std::fmt::Debug + Send + Sync> GameOption for ChoiceOption<T> {
    fn facts(&self) -> OptionFacts {
        let prefix = self.name.to_uppercase();
        let words = self.words.iter();
        let names: Vec<String> = words
            .map(|(word, ..)| format!("{prefix}_{}", word.to_uppercase()))
            .collect();
        OptionFacts {
            name: self.name,
            meaning: self.meaning,
            default: names.first().cloned().unwrap_or_default().into(),
            valid: names.join(", ").into(),
        }
    }

    fn spec(&self) -> Option<OptionSpec> {
        let words = self.words.iter();
        let options = words.map(|(word, _, title)| PickOption::new(*word, title.clone()));
        let FormField { kind, .. } = FormField::pick_one(self.name, self.title.clone(), options);
        let (first, ..) = self.words.first()?;
        let default = Value::Picks(vec![(*first).into()]);
        Some(spec(self.name, &self.title, self.help.as_ref(), kind, default))
    }
}
