//! Options that are numbers, and the number of seats.

use std::ops::RangeInclusive;

use super::{GameOption, OptionFacts, spec};
use crate::{
    ConfigError, Reason, SeatCount,
    present::{Kind, OptionSpec, Reader, Text, Value},
};

/// A number in a range.
#[derive(Debug)]
pub struct NumberOption {
    /// Its name in the game's configuration.
    pub name: &'static str,
    /// The effect of the option.
    pub meaning: &'static str,
    /// The valid values.
    pub range: RangeInclusive<u32>,
    /// What else a valid value must satisfy, in words that follow the range; empty if nothing.
    pub also: &'static str,
    /// Its value if it is omitted.
    pub default: u32,
    /// What the default stands for, in words that follow it; empty if it stands for itself.
    pub means: &'static str,
    /// The unit in the plural; empty if there is none.
    pub unit: &'static str,
    /// Its name for players.
    pub title: Text,
    /// Its effect for players.
    pub help: Option<Text>,
    /// The reason with which other values are refused.
    pub reason: Reason,
}

impl NumberOption {
    /// The requested number, or the default if it is omitted.
    ///
    /// # Errors
    ///
    /// The number is out of range.
    pub fn check<T: TryFrom<u32>>(&self, asked: Option<u32>) -> Result<T, ConfigError> {
        let asked = Some(asked.unwrap_or(self.default));
        let valid = asked.filter(|asked| self.range.contains(asked));
        valid
            .and_then(|asked| T::try_from(asked).ok())
            .ok_or_else(|| self.error())
    }

    /// The default.
    #[must_use]
    pub fn usual<T: TryFrom<u32> + Default>(&self) -> T {
        T::try_from(self.default).unwrap_or_default()
    }

    fn error(&self) -> ConfigError {
        // A name that ends with the unit contains it already.
        let unit = match self.unit {
            unit if self.name.ends_with(unit) => String::new(),
            unit => format!(" {unit}"),
        };
        let sentence = format!("{} must be {}.", self.name, self.valid(&unit));
        self.reason.error(self.name, sentence)
    }

    /// The number in a form; `None` if it is omitted. A number that no draft can hold becomes one that is out of range.
    #[must_use]
    pub fn read(&self, values: Reader<'_>) -> Option<u32> {
        let number = values.value(self.name).map(|_| values.number(self.name));
        number.map(|number| u32::try_from(number).unwrap_or(u32::MAX))
    }

    fn valid(&self, unit: &str) -> String {
        let (min, max) = (self.range.start(), self.range.end());
        format!("{min} to {max}{unit}{}", self.also)
    }
}

impl GameOption for NumberOption {
    fn facts(&self) -> OptionFacts {
        OptionFacts {
            name: self.name,
            meaning: self.meaning,
            default: format!("{}{}", self.default, self.means).into(),
            valid: self.valid("").into(),
        }
    }

    fn spec(&self) -> Option<OptionSpec> {
        let kind = Kind::Number {
            min: (*self.range.start()).into(),
            max: (*self.range.end()).into(),
            step: 1,
            unit: self.unit,
        };
        let default = Value::Number(self.default.into());
        Some(spec(self.name, &self.title, self.help.as_ref(), kind, default))
    }
}

/// The number of seats, a field of the request.
#[derive(Debug)]
pub struct SeatsOption {
    /// Minimum and maximum.
    pub range: RangeInclusive<u8>,
    /// The number if it is omitted; `None` if the request must contain it.
    pub default: Option<u32>,
    /// The reason with which other numbers are refused.
    pub reason: Reason,
    /// The sentence of this refusal.
    pub sentence: &'static str,
}

impl SeatsOption {
    /// The requested number of seats.
    ///
    /// # Errors
    ///
    /// The number is out of range, or is omitted and required.
    pub fn check(&self, asked: Option<u32>) -> Result<SeatCount, ConfigError> {
        let asked = asked.or(self.default);
        let seats = asked.and_then(|asked| u8::try_from(asked).ok());
        let valid = seats.filter(|seats| self.range.contains(seats));
        valid
            .and_then(SeatCount::new)
            .ok_or_else(|| self.reason.error("seats", self.sentence))
    }
}

impl GameOption for SeatsOption {
    fn facts(&self) -> OptionFacts {
        let (min, max) = (self.range.start(), self.range.end());
        OptionFacts {
            name: "seats",
            meaning: "the number of seats; a field of the request, not of the game's options",
            default: self
                .default
                .map_or("none: required".into(), |default| default.to_string().into()),
            valid: if min == max {
                min.to_string()
            } else {
                format!("{min} to {max}")
            }
            .into(),
        }
    }

    fn spec(&self) -> Option<OptionSpec> {
        None
    }
}
