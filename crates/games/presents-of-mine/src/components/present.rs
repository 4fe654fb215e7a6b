//! A present, and a player's reference to it.

use std::{
    fmt::{self, Write},
    str::FromStr,
};

use serde::{Deserialize, Serialize};
use tinsel_engine::Wire;

use super::{Letter, NotationError, Points};
use crate::text::{Notation, number, saved_as_text};

tinsel_engine::redacted!(Present, PresentRef);

/// The staleness of a present; each step costs its holder a point per scoring.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
#[serde(transparent)]
pub struct Staleness(u32);

impl Staleness {
    /// Fresh.
    pub const FRESH: Self = Self(0);

    /// Wraps a staleness.
    #[must_use]
    pub const fn new(staleness: u32) -> Self {
        Self(staleness)
    }

    /// The staleness as a number.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// The staleness raised by `steps`.
    #[must_use]
    pub const fn staler(self, steps: u32) -> Self {
        Self(self.0.saturating_add(steps))
    }

    /// The staleness reduced by `steps`, not below 0.
    #[must_use]
    pub const fn fresher(self, steps: u32) -> Self {
        Self(self.0.saturating_sub(steps))
    }

    /// Its cost in a scoring.
    // PM-32
    #[must_use]
    pub fn cost(self) -> Points {
        Points::new(i64::from(self.0))
    }
}

impl fmt::Display for Staleness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The layers of a Kaboom Present in play: 1 to 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
#[serde(try_from = "u8", into = "u8")]
#[wire(try_from)]
pub struct Layers(u8);

impl Layers {
    /// The layers of a new Kaboom Present.
    // PM-57, PM-R53: one more than the A that can lie beside it.
    pub const FULL: Self = Self(6);

    /// This number of layers, or `None` outside 1 to 6.
    #[must_use]
    pub const fn new(layers: u8) -> Option<Self> {
        if 1 <= layers && layers <= Self::FULL.0 {
            Some(Self(layers))
        } else {
            None
        }
    }

    /// The number of layers.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for Layers {
    type Error = &'static str;

    fn try_from(layers: u8) -> Result<Self, Self::Error> {
        Self::new(layers).ok_or("a Kaboom Present has 1 to 6 layers")
    }
}

impl From<Layers> for u8 {
    fn from(layers: Layers) -> Self {
        layers.get()
    }
}

/// A present. Its identity consists of these fields only (PM-7).
///
/// The canonical order is by letter, then staleness, then layers (PM-8).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Present {
    letter: Letter,
    staleness: Staleness,
    /// `Some` exactly for a Kaboom Present.
    layers: Option<Layers>,
}

impl Present {
    /// A present of any letter; a Kaboom Present with all its layers.
    #[must_use]
    pub const fn new(letter: Letter, staleness: Staleness) -> Self {
        let layers = match letter {
            Letter::K => Some(Layers::FULL),
            Letter::A
            | Letter::B
            | Letter::C
            | Letter::D
            | Letter::E
            | Letter::F
            | Letter::G
            | Letter::H
            | Letter::I
            | Letter::J
            | Letter::L
            | Letter::M
            | Letter::N => None,
        };
        Self {
            letter,
            staleness,
            layers,
        }
    }

    /// A Kaboom Present with these layers.
    #[must_use]
    pub const fn kaboom(staleness: Staleness, layers: Layers) -> Self {
        Self {
            letter: Letter::K,
            staleness,
            layers: Some(layers),
        }
    }

    /// Its letter.
    #[must_use]
    pub const fn letter(self) -> Letter {
        self.letter
    }

    /// Its staleness.
    #[must_use]
    pub const fn staleness(self) -> Staleness {
        self.staleness
    }

    /// Its layers, if it is a Kaboom Present.
    #[must_use]
    pub const fn layers(self) -> Option<Layers> {
        self.layers
    }

    /// The same present with this staleness.
    #[must_use]
    pub(crate) const fn with_staleness(self, staleness: Staleness) -> Self {
        Self { staleness, ..self }
    }

    /// The player's reference to it.
    #[must_use]
    pub fn reference(self) -> PresentRef {
        PresentRef {
            letter: Some(self.letter),
            staleness: self.staleness.get(),
            layers: self.layers.map_or(0, |layers| u32::from(layers.get())),
        }
    }
}

impl Notation for Present {
    fn write<W: Write>(&self, text: &mut W) -> fmt::Result {
        text.write_char(self.letter.symbol())?;
        // A number would be padded, which takes most of the time of saving a match.
        match char::from_digit(self.staleness.get(), 10) {
            Some(digit) => text.write_char(digit)?,
            None => write!(text, "{}", self.staleness)?,
        }
        match self.layers {
            Some(layers) => write!(text, "({})", layers.get()),
            None => Ok(()),
        }
    }
}

impl FromStr for Present {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        const EXPECTED: NotationError = NotationError("a present such as A3 or K3(4)");
        let mut symbols = text.chars();
        let letter = symbols.next().and_then(Letter::from_symbol).ok_or(EXPECTED)?;
        let rest = symbols.as_str();
        let (staleness, layers) = match rest.split_once('(') {
            Some((staleness, layers)) => (staleness, layers.strip_suffix(')').and_then(number).ok_or(EXPECTED)?),
            None => (rest, 0),
        };
        let staleness = number(staleness).ok_or(EXPECTED)?;
        let reference = PresentRef {
            letter: Some(letter),
            staleness,
            layers,
        };
        let present = reference.well_formed().ok_or(EXPECTED)?;
        // "A3(0)" names a well-formed present, but is not its canonical notation.
        if rest.contains('(') && present.layers.is_none() {
            return Err(EXPECTED);
        }
        Ok(present)
    }
}

saved_as_text!(Present);

/// A player's reference to a present. It can be invalid (PM-9).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Wire)]
#[serde(default)]
#[wire(as = Present)]
pub struct PresentRef {
    /// The letter; `None` if omitted or unknown.
    pub letter: Option<Letter>,
    /// The staleness.
    pub staleness: u32,
    /// The layers of a Kaboom Present, 0 for all others.
    pub layers: u32,
}

impl PresentRef {
    /// The present that it names, or `None` if there is no such present.
    // PM-9
    #[must_use]
    pub fn well_formed(self) -> Option<Present> {
        let letter = self.letter?;
        let staleness = Staleness::new(self.staleness);
        let layers = u8::try_from(self.layers).ok()?;
        match (letter == Letter::K, Layers::new(layers)) {
            (true, Some(layers)) => Some(Present::kaboom(staleness, layers)),
            (false, None) if layers == 0 => Some(Present::new(letter, staleness)),
            (true, None) | (false, Some(_) | None) => None,
        }
    }
}

impl From<Present> for PresentRef {
    fn from(present: Present) -> Self {
        present.reference()
    }
}
