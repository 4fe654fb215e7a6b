//! Six presents: as a hand, and as a scored picture.

use std::{
    fmt::{self, Write},
    str::FromStr,
};

use super::{Distance, Letter, NotationError, Present};
use crate::text::{Notation, saved_as_text};

tinsel_engine::redacted!(Hand, Held, Picture);

/// The six presents of a seat, in canonical order (PM-8).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hand([Present; 6]);

impl Hand {
    /// The hand of these presents, in any order.
    #[must_use]
    pub fn new(mut presents: [Present; 6]) -> Self {
        presents.sort_unstable();
        Self(presents)
    }

    /// The presents in canonical order.
    #[must_use]
    pub const fn presents(&self) -> &[Present; 6] {
        &self.0
    }

    /// The presents in canonical order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Present> + ExactSizeIterator {
        self.0.iter().copied()
    }

    /// Number of copies of `present`.
    #[must_use]
    pub fn copies(&self, present: Present) -> usize {
        self.iter().filter(|held| *held == present).count()
    }

    /// Number of presents with `letter`.
    #[must_use]
    pub fn count(&self, letter: Letter) -> usize {
        self.iter().filter(|held| held.letter() == letter).count()
    }
}

impl Notation for Hand {
    fn write<W: Write>(&self, text: &mut W) -> fmt::Result {
        spaced(text, &self.0)
    }
}

impl FromStr for Hand {
    type Err = NotationError;

    /// Parses six presents in any order, and sorts them canonically.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        row(text).map(Self::new)
    }
}

saved_as_text!(Hand);

/// A present in a scored hand.
///
/// The order is canonical, then by distance; a present that was not passed comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Held {
    /// The present before this scoring changes it.
    pub present: Present,
    /// The distance of its pass or theft in this round; `None` if it was kept.
    pub distance: Option<Distance>,
}

impl Held {
    /// A present that was not passed this round.
    #[must_use]
    pub const fn kept(present: Present) -> Self {
        Self {
            present,
            distance: None,
        }
    }

    /// A present that was passed or stolen this round.
    #[must_use]
    pub const fn passed(present: Present, distance: Distance) -> Self {
        Self {
            present,
            distance: Some(distance),
        }
    }
}

impl Notation for Held {
    fn write<W: Write>(&self, text: &mut W) -> fmt::Result {
        self.present.write(text)?;
        // Constant texts, because formatting a number makes saving a match slower: see `Present`.
        text.write_str(match self.distance {
            None => "",
            Some(Distance::First) => "*1",
            Some(Distance::Second) => "*2",
            Some(Distance::Third) => "*3",
        })
    }
}

impl FromStr for Held {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let Some((present, distance)) = text.split_once('*') else {
            return text.parse().map(Self::kept);
        };
        let distance = match distance {
            "1" => Distance::First,
            "2" => Distance::Second,
            "3" => Distance::Third,
            _ => return Err(NotationError("a distance from 1 to 3 after the star")),
        };
        Ok(Self::passed(present.parse()?, distance))
    }
}

/// The six presents of a seat as one scoring sees them (PM-26), in canonical order, then by distance.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Picture([Held; 6]);

impl Picture {
    /// The picture of these presents, in any order.
    #[must_use]
    pub fn new(mut presents: [Held; 6]) -> Self {
        presents.sort_unstable();
        Self(presents)
    }

    /// The picture of a hand without passed presents.
    #[must_use]
    pub fn of_kept(hand: &Hand) -> Self {
        Self(hand.presents().map(Held::kept))
    }

    /// The presents in order.
    #[must_use]
    pub const fn presents(&self) -> &[Held; 6] {
        &self.0
    }

    /// The presents in order.
    pub fn iter(&self) -> impl Iterator<Item = Held> {
        self.0.iter().copied()
    }

    /// Number of presents with `letter`.
    #[must_use]
    pub fn count(&self, letter: Letter) -> usize {
        self.iter().filter(|held| held.present.letter() == letter).count()
    }

    /// Whether it contains a present with `letter`.
    #[must_use]
    pub fn has(&self, letter: Letter) -> bool {
        self.iter().any(|held| held.present.letter() == letter)
    }

    /// The present received over `distance`.
    #[must_use]
    pub fn received(&self, distance: Distance) -> Option<Present> {
        let mut received = self.iter().filter(|held| held.distance == Some(distance));
        received.next().map(|held| held.present)
    }
}

impl Notation for Picture {
    fn write<W: Write>(&self, text: &mut W) -> fmt::Result {
        spaced(text, &self.0)
    }
}

impl FromStr for Picture {
    type Err = NotationError;

    /// Parses six presents in any order, and sorts them.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        row(text).map(Self::new)
    }
}

saved_as_text!(Picture);

/// Writes values separated by spaces.
pub(crate) fn spaced<T: Notation, W: Write>(text: &mut W, things: &[T]) -> fmt::Result {
    for (index, thing) in things.iter().enumerate() {
        if index > 0 {
            text.write_char(' ')?;
        }
        thing.write(text)?;
    }
    Ok(())
}

/// Parses exactly `N` values, separated by single spaces.
pub(crate) fn row<T: FromStr<Err = NotationError>, const N: usize>(text: &str) -> Result<[T; N], NotationError> {
    let things: Result<Vec<T>, _> = text.split(' ').map(str::parse).collect();
    <[T; N]>::try_from(things?).map_err(|_| NotationError("another number of presents"))
}
