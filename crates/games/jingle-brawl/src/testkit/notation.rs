//! The notation of the worked examples: `1:g0(N2)` is seat 1 with gift 0 of Naughty Level 2.

use tinsel_engine::SeatIndex;

use crate::components::{GiftId, Naughty};

/// A gift with its level, such as `g0(N2)`.
pub(super) fn gift(text: &str) -> (GiftId, Naughty) {
    let parts = text.strip_prefix('g').and_then(|rest| rest.strip_suffix(')'));
    let parts = parts.and_then(|rest| rest.split_once("(N"));
    let parts = parts.and_then(|(gift, level)| Some((gift.parse().ok()?, level.parse().ok()?)));
    let Some((gift, level)) = parts else {
        panic!("{text:?} is no gift; write g0(N2)");
    };
    (GiftId::new(gift), Naughty::new(level))
}

/// Gifts, separated by spaces or commas.
pub(super) fn gifts(text: &str) -> Vec<(GiftId, Naughty)> {
    words(text).map(gift).collect()
}

/// Seats with gifts, separated by spaces or commas: `1:g0(N2), 2:g1(N0)`.
pub(super) fn hands(text: &str) -> Vec<(SeatIndex, (GiftId, Naughty))> {
    words(text).map(|word| seated(word, gift)).collect()
}

/// Seats with amounts, separated by spaces or commas: `1:5, 2:4`.
pub(super) fn amounts(text: &str) -> Vec<(SeatIndex, u32)> {
    let amount = |text: &str| match text.parse() {
        Ok(amount) => amount,
        Err(error) => panic!("{text:?} is no amount: {error}"),
    };
    words(text).map(|word| seated(word, amount)).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',']).filter(|word| !word.is_empty())
}

fn seated<'a, T>(word: &'a str, what: impl Fn(&'a str) -> T) -> (SeatIndex, T) {
    let parts = word
        .split_once(':')
        .and_then(|(seat, rest)| Some((seat.parse().ok()?, rest)));
    let Some((seat, rest)) = parts else {
        panic!("{word:?} names no seat; write 1:…");
    };
    (SeatIndex::new(seat), what(rest))
}
