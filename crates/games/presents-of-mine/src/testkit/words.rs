//! Presents, lists and actions as they are written on paper.

use std::{fmt::Display, str::FromStr};

use crate::{
    action::{Action, Replacement},
    components::{Hand, Letter, List, Present, PresentRef},
};

/// The list of these seats, top to bottom.
///
/// # Panics
///
/// If it is not every seat once.
#[must_use]
pub fn list(order: [u8; 8]) -> List {
    List::new(order).unwrap_or_else(|| panic!("{order:?} is not every seat once"))
}

/// A hand, such as `A0 C0 D0 G1 H0 K3(4)`.
///
/// # Panics
///
/// If it is not six presents.
#[must_use]
pub fn hand(presents: &str) -> Hand {
    parsed(presents)
}

/// A present, such as `K3(4)`.
///
/// # Panics
///
/// If it is none.
#[must_use]
pub fn present(text: &str) -> Present {
    parsed(text)
}

/// References to presents, such as `A0 B0 K3(4)`; to none for the empty text.
///
/// # Panics
///
/// If one is no present.
#[must_use]
pub fn references(presents: &str) -> Vec<PresentRef> {
    presents
        .split_whitespace()
        .map(|text| present(text).reference())
        .collect()
}

/// `SelectPresents` with these letters, such as `ABCDE`; what is no letter is an unknown one.
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
/// If one is no present.
#[must_use]
pub fn pass(passes: &str) -> Action {
    Action::PassPresents {
        passes: references(passes),
        replacement: None,
    }
}

/// `PassPresents` with a replacement: what leaves, and the letter that enters.
///
/// # Panics
///
/// If one is no present.
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
/// If one is no present.
#[must_use]
pub fn steal(steals: &str) -> Action {
    Action::StealPresents {
        steals: references(steals),
    }
}

/// What is written so.
///
/// # Panics
///
/// If it is not in the notation.
pub(super) fn parsed<T: FromStr<Err: Display>>(text: &str) -> T {
    text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"))
}
