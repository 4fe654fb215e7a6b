//! Values that are saved in the notation of the specification.

use std::{fmt, marker::PhantomData, str::FromStr};

use arrayvec::ArrayString;
use serde::{Deserializer, Serializer, de};

/// A text that is not in the specification's notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not in the notation of the specification: expected {0}")]
pub struct NotationError(pub(crate) &'static str);

/// Parses a whole number in its canonical form: digits only, without leading zeros.
pub(crate) fn number<N: FromStr>(text: &str) -> Option<N> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

/// Bytes of a text that is saved without an allocation. Longer ones are rare.
const SHORT: usize = 64;

/// A value with a text. It is generic over its writer, because a [`fmt::Formatter`] costs a dynamic call for each part of
/// the text, and saving a match writes many of them.
pub(crate) trait Notation {
    fn write<W: fmt::Write>(&self, text: &mut W) -> fmt::Result;
}

/// Saves a value as its text.
pub(crate) fn serialize<T: Notation + fmt::Display, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut text = ArrayString::<SHORT>::new();
    match value.write(&mut text) {
        Ok(()) => serializer.serialize_str(&text),
        Err(_) => serializer.collect_str(value),
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

/// Saves a type as its text, and displays it: [`Notation`] writes it, `FromStr` reads it.
macro_rules! saved_as_text {
    ($type:ty) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                crate::text::Notation::write(self, f)
            }
        }

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
