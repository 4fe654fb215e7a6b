//! The IDs of presents in forms: they name a present, whether or not a hand holds it.

use tinsel_engine::present::{Id, Identified};

use crate::{
    components::{Hand, Letter, Present, PresentRef},
    naming::{id, slug},
};

/// A present, such as `present.a.1`: its letter and its staleness; a Kaboom Present also has its layers.
pub(super) fn card(present: Present) -> Id {
    let (kind, staleness) = (id(present.letter()), present.staleness());
    match present.layers() {
        None => format!("{kind}.{staleness}").into(),
        Some(layers) => format!("{kind}.{staleness}.{}", layers.get()).into(),
    }
}

/// The presents of a hand; the ID of a present is followed by a number among its equal copies, such as `present.a.1/0`.
pub(super) fn copies(hand: &Hand) -> Vec<(Id, Present)> {
    let numbered = |(index, present): (usize, Present)| {
        let copy = hand.iter().take(index).filter(|earlier| *earlier == present).count();
        (format!("{}/{copy}", card(present)).into(), present)
    };
    hand.iter().enumerate().map(numbered).collect()
}

/// The reference of an ID, without or with the number of a copy; one without a letter if the ID names no present.
pub(super) fn reference(id: &str) -> PresentRef {
    let card = id.split_once('/').map_or(id, |(card, _)| card);
    parsed(card).unwrap_or_default()
}

fn parsed(card: &str) -> Option<PresentRef> {
    let mut numbers = card.strip_prefix("present.")?.split('.');
    let letter = of_slug(numbers.next()?)?;
    let staleness = numbers.next()?.parse().ok()?;
    let layers = numbers.next().map_or(Ok(0), str::parse).ok()?;
    numbers.next().is_none().then_some(PresentRef {
        letter: Some(letter),
        staleness,
        layers,
    })
}

/// A kind of present, such as `present.a`.
impl Identified for Letter {
    fn id(&self) -> Id {
        id(*self)
    }

    fn of_id(id: &str) -> Option<Self> {
        of_slug(id.strip_prefix("present.")?)
    }
}

fn of_slug(text: &str) -> Option<Letter> {
    Letter::ALL.into_iter().find(|letter| text.chars().eq([slug(*letter)]))
}
