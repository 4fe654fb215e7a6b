//! Cards, both ways.

use tinsel_proto::games::secret_santa::v1 as wire;
use tinsel_secret_santa::{Card, Cards, Gift, Special};

pub(super) const fn write_special(special: Special) -> i32 {
    let special = match special {
        Special::Santa => wire::Special::Santa,
        Special::Elves => wire::Special::Elves,
        Special::Tree => wire::Special::Tree,
        Special::Fruitcake => wire::Special::Fruitcake,
        Special::Scrooge => wire::Special::Scrooge,
        Special::Carol => wire::Special::Carol,
        Special::Mouse => wire::Special::Mouse,
        Special::Ghost => wire::Special::Ghost,
    };
    special as i32
}

/// A special card; `None` if it is unspecified or unknown.
pub(super) fn read_special(number: i32) -> Option<Special> {
    match wire::Special::try_from(number).ok()? {
        wire::Special::Unspecified => None,
        wire::Special::Santa => Some(Special::Santa),
        wire::Special::Elves => Some(Special::Elves),
        wire::Special::Tree => Some(Special::Tree),
        wire::Special::Fruitcake => Some(Special::Fruitcake),
        wire::Special::Scrooge => Some(Special::Scrooge),
        wire::Special::Carol => Some(Special::Carol),
        wire::Special::Mouse => Some(Special::Mouse),
        wire::Special::Ghost => Some(Special::Ghost),
    }
}

/// A special card; `None` for an unspecified or unknown one.
pub(super) fn write_any_special(special: Option<Special>) -> i32 {
    special.map_or(wire::Special::Unspecified as i32, write_special)
}

pub(super) fn gift(value: u32) -> Option<Gift> {
    Gift::new(value)
}

pub(super) fn value(gift: Gift) -> u32 {
    gift.get().into()
}

/// Each kind once, in canonical order.
pub(super) fn write(cards: &Cards) -> Vec<wire::CardCount> {
    let count = |(card, copies): (Card, u8)| wire::CardCount {
        kind: Some(match card {
            Card::Gift(gift) => wire::card_count::Kind::GiftValue(value(gift)),
            Card::Special(special) => wire::card_count::Kind::Special(write_special(special)),
        }),
        count: copies.into(),
    };
    cards.kinds().map(count).collect()
}

pub(super) fn read(counts: &[wire::CardCount]) -> Option<Cards> {
    let one = |counted: &wire::CardCount| {
        let card = match counted.kind.as_ref()? {
            wire::card_count::Kind::GiftValue(value) => Card::Gift(gift(*value)?),
            wire::card_count::Kind::Special(special) => Card::Special(read_special(*special)?),
        };
        Some((card, u8::try_from(counted.count).ok()?))
    };
    counts.iter().map(one).collect()
}
