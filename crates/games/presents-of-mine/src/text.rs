//! Values that are saved as they are written on paper.

use std::{
    fmt::{self, Display, Write},
    marker::PhantomData,
    str::FromStr,
};

use serde::{Deserializer, Serializer, de};

/// A text that is not in the specification's notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not in the notation of the specification: expected {0}")]
pub struct NotationError(pub(crate) &'static str);

/// A whole number as it is printed: digits only, no needless zero in front.
pub(crate) fn number<N: FromStr>(text: &str) -> Option<N> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

/// A short text on the stack: a match saves some thirty of them with every action.
struct Line {
    bytes: [u8; 64],
    length: usize,
}

impl Default for Line {
    fn default() -> Self {
        Self {
            bytes: [0; 64],
            length: 0,
        }
    }
}

impl Line {
    fn text(&self) -> &str {
        self.bytes
            .get(..self.length)
            .and_then(|bytes| str::from_utf8(bytes).ok())
            .unwrap_or_default()
    }
}

impl Write for Line {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        let end = self.length.saturating_add(more.len());
        let room = self.bytes.get_mut(self.length..end).ok_or(fmt::Error)?;
        room.copy_from_slice(more.as_bytes());
        self.length = end;
        Ok(())
    }
}

/// Saves a value as its text.
pub(crate) fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let mut line = Line::default();
    match write!(line, "{value}") {
        Ok(()) => serializer.serialize_str(line.text()),
        Err(fmt::Error) => serializer.collect_str(value),
    }
}

/// Loads a value from its text.
pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err = NotationError>,
    D: Deserializer<'de>,
{
    deserializer.deserialize_str(Text(PhantomData))
}

struct Text<T>(PhantomData<T>);

impl<T: FromStr<Err = NotationError>> de::Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text in the notation of the specification")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// Saves a type as its text: `Display` writes it, `FromStr` reads it.
macro_rules! saved_as_text {
    ($type:ty) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                crate::text::serialize(self, serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::text::deserialize(deserializer)
            }
        }
    };
}
pub(crate) use saved_as_text;
