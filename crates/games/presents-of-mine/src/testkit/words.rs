//! The notation for presents, lists and actions.

use std::{fmt::Display, str::FromStr};

use crate::{
    action::{Action, Replacement},
    components::{Hand, Letter, List, Present, PresentRef},
};

/// The list of these seats, top to bottom.
///
/// # Panics
///
/// The list does not contain every seat once.
#[must_use]
pub fn list(order: [u8; 8]) -> List {
    List::new(order).unwrap_or_else(|| panic!("{order:?} is not every seat once"))
}

/// A hand, such as `A0 C0 D0 G1 H0 K3(4)`.
///
/// # Panics
///
/// The text does not name six presents.
#[must_use]
pub fn hand(presents: &str) -> Hand {
    parsed(presents)
}

/// A present, such as `K3(4)`.
///
/// # Panics
///
/// The text is no present.
#[must_use]
pub fn present(text: &str) -> Present {
    parsed(text)
}

/// References to presents, such as `A0 B0 K3(4)`; none for the empty text.
///
/// # Panics
///
/// A part of the text is no present.
#[must_use]
pub fn references(presents: &str) -> Vec<PresentRef> {
    presents
        .split_whitespace()
        .map(|text| present(text).reference())
        .collect()
}

/// `SelectPresents` with these letters, such as `ABCDE`; any other character becomes an unknown letter.
#[must_use]
pub fn select(letters: &str) -> Action {
    Action::SelectPresents {
        letters: letters.chars().map(Letter::from_symbol).collect(),
    }
}

/// `PassPresents` without a replacement.
///
/// # Panics
///
/// A part of the text is no present.
#[must_use]
pub fn pass(passes: &str) -> Action {
    Action::PassPresents {
        passes: references(passes),
        replacement: None,
    }
}

/// `PassPresents` with a replacement: the present that leaves, and the letter that enters.
///
/// # Panics
///
/// A part of the text is no present.
#[must_use]
pub fn swap(passes: &str, discard: &str, take: &str) -> Action {
    Action::PassPresents {
        passes: references(passes),
        replacement: Some(Replacement {
            discard: references(discard).first().copied(),
            take: take.chars().next().and_then(Letter::from_symbol),
        }),
    }
}

/// `StealPresents`.
///
/// # Panics
///
/// A part of the text is no present.
#[must_use]
pub fn steal(steals: &str) -> Action {
    Action::StealPresents {
        steals: references(steals),
    }
}

/// Parses a text of the notation.
///
/// # Panics
///
/// The text is not in the notation.
pub(super) fn parsed<T: FromStr<Err: Display>>(text: &str) -> T {
    text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"))
}
