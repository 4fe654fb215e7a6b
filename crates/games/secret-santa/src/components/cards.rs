//! Cards, and multisets of them.

use std::fmt;

use serde::{Deserialize, Serialize};
use tinsel_engine::{Wire, never};

use super::{Gift, Special};

/// Number of kinds of cards.
const KINDS: usize = Gift::ALL.len() + Special::ALL.len();

/// A kind of card. Cards of one kind are interchangeable and have no identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Wire)]
#[wire(oneof = card_count::Kind)]
pub enum Card {
    /// A gift card.
    #[wire(as = GiftValue)]
    Gift(Gift),
    /// A special card.
    Special(Special),
}

impl Card {
    /// All kinds in canonical order: gifts by ascending value, then special cards.
    // SS-5
    pub fn all() -> impl Iterator<Item = Self> {
        let gifts = Gift::ALL.into_iter().map(Self::Gift);
        gifts.chain(Special::ALL.into_iter().map(Self::Special))
    }

    const fn index(self) -> usize {
        match self {
            Self::Gift(gift) => gift.index(),
            Self::Special(special) => Gift::ALL.len().saturating_add(special.index()),
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gift(gift) => gift.fmt(f),
            Self::Special(special) => special.fmt(f),
        }
    }
}

impl From<Gift> for Card {
    fn from(gift: Gift) -> Self {
        Self::Gift(gift)
    }
}

impl From<Special> for Card {
    fn from(special: Special) -> Self {
        Self::Special(special)
    }
}

/// A multiset of cards: a hand, a pile, a pool. Its order is always the canonical one.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cards([u8; KINDS]);

impl Cards {
    /// No card.
    pub const NONE: Self = Self([0; KINDS]);

    /// This number of cards of one kind.
    #[must_use]
    pub fn of(card: impl Into<Card>, copies: u8) -> Self {
        let mut cards = Self::NONE;
        cards.add(card, copies);
        cards
    }

    /// Number of cards of a kind.
    #[must_use]
    pub fn copies(&self, card: impl Into<Card>) -> u8 {
        self.0.get(card.into().index()).copied().unwrap_or(0)
    }

    /// Whether it contains a card of a kind.
    #[must_use]
    pub fn has(&self, card: impl Into<Card>) -> bool {
        self.copies(card) > 0
    }

    /// The number of cards.
    #[must_use]
    pub fn len(&self) -> u8 {
        self.0.iter().fold(0, |sum, copies| sum.saturating_add(*copies))
    }

    /// Whether there is no card.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The kinds in the multiset with their numbers of cards, in canonical order.
    pub fn kinds(&self) -> impl Iterator<Item = (Card, u8)> {
        let all = Card::all().map(|card| (card, self.copies(card)));
        all.filter(|(_, copies)| *copies > 0)
    }

    /// The gifts in the multiset with their numbers of cards, by ascending value.
    pub fn gifts(&self) -> impl Iterator<Item = (Gift, u8)> {
        let all = Gift::ALL.into_iter().map(|gift| (gift, self.copies(gift)));
        all.filter(|(_, copies)| *copies > 0)
    }

    /// The special cards in the multiset with their numbers of cards, in canonical order.
    pub fn specials(&self) -> impl Iterator<Item = (Special, u8)> {
        let all = Special::ALL.into_iter().map(|special| (special, self.copies(special)));
        all.filter(|(_, copies)| *copies > 0)
    }

    /// The gift cards only.
    #[must_use]
    pub fn only_gifts(&self) -> Self {
        self.gifts().map(|(gift, copies)| (gift.into(), copies)).collect()
    }

    /// The special cards only.
    #[must_use]
    pub fn only_specials(&self) -> Self {
        self.specials()
            .map(|(special, copies)| (special.into(), copies))
            .collect()
    }

    /// Whether it contains a gift card.
    #[must_use]
    pub fn has_gift(&self) -> bool {
        self.gifts().next().is_some()
    }

    /// Every single card, in canonical order.
    // SS-5
    #[must_use]
    pub fn list(&self) -> Vec<Card> {
        let kinds = self.kinds();
        kinds
            .flat_map(|(card, copies)| (0..copies).map(move |_| card))
            .collect()
    }

    /// Whether it contains all of `cards`.
    #[must_use]
    pub fn contains(&self, cards: &Self) -> bool {
        self.0.iter().zip(cards.0).all(|(held, wanted)| *held >= wanted)
    }

    /// The union of both multisets.
    #[must_use]
    pub fn plus(&self, cards: &Self) -> Self {
        let mut sum = *self;
        sum.add_all(cards);
        sum
    }

    /// Adds cards of one kind.
    pub(crate) fn add(&mut self, card: impl Into<Card>, copies: u8) {
        if let Some(held) = self.0.get_mut(card.into().index()) {
            *held = held.saturating_add(copies);
        }
    }

    /// Adds cards.
    pub(crate) fn add_all(&mut self, cards: &Self) {
        for (held, more) in self.0.iter_mut().zip(cards.0) {
            *held = held.saturating_add(more);
        }
    }

    /// Removes cards that it contains.
    pub(crate) fn take_all(&mut self, cards: &Self) {
        if !self.contains(cards) {
            never!("SS-R56: cards are taken from a hand that holds them");
        }
        for (held, less) in self.0.iter_mut().zip(cards.0) {
            *held = held.saturating_sub(less);
        }
    }
}

impl FromIterator<(Card, u8)> for Cards {
    fn from_iter<I: IntoIterator<Item = (Card, u8)>>(kinds: I) -> Self {
        let mut cards = Self::NONE;
        for (card, copies) in kinds {
            cards.add(card, copies);
        }
        cards
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().map(|card| (card, 1)).collect()
    }
}

/// The notation of the specification: `3×1, 1×5, SANTA`.
impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = |(card, copies)| match (card, copies) {
            (Card::Special(special), 1) => special.to_string(),
            (card, copies) => format!("{copies}×{card}"),
        };
        f.write_str(&self.kinds().map(one).collect::<Vec<_>>().join(", "))
    }
}

// `Debug` shows no card, because this can be a hand; use `Display` only for viewers that may see the cards.
tinsel_engine::redacted!(Cards);
