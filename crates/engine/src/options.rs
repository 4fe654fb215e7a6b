//! The options of a match: each is declared once, as a value of one of these types.
//!
//! Its declaration has its range, its default and its texts. From it follow the check of a requested value, the facts
//! for creators of matches, the form field, and the reading of the form. A game lists its declarations in the order in which
//! it checks them.

mod choice;
mod number;

use std::fmt;

pub use choice::{Asked, ChoiceOption};
pub use number::{NumberOption, SeatsOption};

pub use crate::game::OptionFacts;

use crate::{
    ConfigError, Reason,
    present::{FormField, Kind, OptionSpec, Reader, Text, Value},
};

/// A declared option.
pub trait GameOption: fmt::Debug + Send + Sync {
    /// The option in words.
    fn facts(&self) -> OptionFacts;

    /// The option as a form field; `None` for the number of seats, which is a field of the request.
    fn spec(&self) -> Option<OptionSpec>;
}

/// The options in words.
#[must_use]
pub fn facts(options: &[&dyn GameOption]) -> Vec<OptionFacts> {
    options.iter().map(|option| option.facts()).collect()
}

/// The form fields of the options.
#[must_use]
pub fn specs(options: &[&dyn GameOption]) -> Vec<OptionSpec> {
    options.iter().filter_map(|option| option.spec()).collect()
}

/// A switch.
#[derive(Debug)]
pub struct FlagOption {
    /// Its name in the game's configuration.
    pub name: &'static str,
    /// The effect of the option.
    pub meaning: &'static str,
    /// Its value if it is omitted.
    pub default: bool,
    /// Its name for players.
    pub title: Text,
    /// Its effect for players.
    pub help: Option<Text>,
}

impl FlagOption {
    /// The requested value, or the default if it is omitted. Each value is valid.
    #[must_use]
    pub fn check(&self, asked: Option<bool>) -> bool {
        asked.unwrap_or(self.default)
    }

    /// The value in a form; `None` if it is omitted.
    #[must_use]
    pub fn read(&self, values: Reader<'_>) -> Option<bool> {
        values.value(self.name).map(|_| values.flag(self.name))
    }
}

impl GameOption for FlagOption {
    fn facts(&self) -> OptionFacts {
        OptionFacts {
            name: self.name,
            meaning: self.meaning,
            default: self.default.to_string().into(),
            valid: "true, false".into(),
        }
    }

    fn spec(&self) -> Option<OptionSpec> {
        Some(spec(
            self.name,
            &self.title,
            self.help.as_ref(),
            Kind::Flag,
            Value::Flag(self.default),
        ))
    }
}

/// A text of limited length, empty if it is omitted.
#[derive(Debug)]
pub struct TextOption {
    /// Its name in the game's configuration.
    pub name: &'static str,
    /// The effect of the option.
    pub meaning: &'static str,
    /// Its maximum length in Unicode code points. In a form it is the maximum in bytes.
    pub max: u32,
    /// Its name for players.
    pub title: Text,
    /// Its effect for players.
    pub help: Option<Text>,
    /// The reason with which a longer text is refused.
    pub reason: Reason,
}

impl TextOption {
    /// Checks the length of a text.
    ///
    /// # Errors
    ///
    /// The text is too long.
    pub fn check(&self, text: &str) -> Result<(), ConfigError> {
        let max = usize::try_from(self.max).unwrap_or(usize::MAX);
        if text.chars().count() <= max {
            return Ok(());
        }
        let sentence = format!("{} may have at most {max} characters.", self.name);
        Err(self.reason.error(self.name, sentence))
    }

    /// The text in a form.
    #[must_use]
    pub fn read<'a>(&self, values: Reader<'a>) -> &'a str {
        values.text(self.name)
    }
}

impl GameOption for TextOption {
    fn facts(&self) -> OptionFacts {
        OptionFacts {
            name: self.name,
            meaning: self.meaning,
            default: "empty: no text".into(),
            valid: format!("up to {} Unicode code points", self.max).into(),
        }
    }

    fn spec(&self) -> Option<OptionSpec> {
        let kind = Kind::Text { max: self.max };
        Some(spec(
            self.name,
            &self.title,
            self.help.as_ref(),
            kind,
            Value::Text(String::new()),
        ))
    }
}

/// An option of another shape: the game checks and reads it.
#[derive(Debug)]
pub struct OwnOption {
    /// The option in words.
    pub facts: fn() -> OptionFacts,
    /// The option as a form field.
    pub spec: fn() -> OptionSpec,
}

impl GameOption for OwnOption {
    fn facts(&self) -> OptionFacts {
        (self.facts)()
    }

    fn spec(&self) -> Option<OptionSpec> {
        Some((self.spec)())
    }
}

/// An option that only the typed message can set.
#[must_use]
pub fn typed(name: &'static str, title: Text) -> OptionSpec {
    OptionSpec {
        field: FormField::new(name, title, Kind::Typed),
        default: None,
    }
}

fn spec(name: &'static str, title: &Text, help: Option<&Text>, kind: Kind, default: Value) -> OptionSpec {
    let field = FormField::new(name, title.clone(), kind);
    OptionSpec {
        field: help.cloned().into_iter().fold(field, FormField::help),
        default: Some(default),
    }
}
