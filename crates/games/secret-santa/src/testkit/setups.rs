//! The setups that the laws are tested with, and the bounds of the options.

use crate::{Draft, SecretSanta, Special};
use tinsel_engine_testkit::{Bound, GameSetup};

/// The setups that the laws are tested with.
#[must_use]
pub fn setups() -> Vec<GameSetup<SecretSanta>> {
    let one_deal = || Draft {
        deals: Some(1),
        ..Draft::default()
    };
    vec![
        GameSetup::new("default", Draft::default()).seats(4),
        GameSetup::new("three", one_deal()).seats(3),
        GameSetup::new("eight", one_deal()).seats(8),
        GameSetup::new(
            "automatic",
            Draft {
                auto_final_gift: true,
                first_dealer: Some(4),
                ..one_deal()
            },
        )
        .seats(5),
        GameSetup::new("beginners", listed(&[Special::Santa])).seats(4),
        GameSetup::new(
            "elves-and-holly",
            Draft {
                elves: Some(8),
                ..listed(&[Special::Ghost, Special::Carol, Special::Mouse])
            },
        )
        .seats(6),
        GameSetup::new(
            "gifts-only",
            Draft {
                elves: Some(0),
                ..listed(&[])
            },
        )
        .seats(3),
    ]
}

/// The bounds of the options that are no number, word or text.
#[must_use]
pub fn bounds() -> Vec<Bound<SecretSanta>> {
    let dealer = |seat| Draft {
        first_dealer: Some(seat),
        ..Draft::default()
    };
    let unknown = Draft {
        specials: Some(vec![Some(Special::Santa), None]),
        ..Draft::default()
    };
    let bounds = [
        Bound::new("specials", "SPECIAL_UNKNOWN", listed(&Special::SINGLE), unknown),
        Bound::new("specials", "SPECIAL_UNKNOWN", listed(&[]), listed(&[Special::Elves])),
        Bound::new(
            "specials",
            "SPECIAL_DUPLICATE",
            listed(&[Special::Mouse, Special::Ghost]),
            listed(&[Special::Mouse, Special::Mouse]),
        ),
        Bound::new("first_dealer", "FIRST_DEALER_OUT_OF_RANGE", dealer(0), dealer(256)),
        Bound::new("first_dealer", "FIRST_DEALER_OUT_OF_RANGE", dealer(3), dealer(4)),
    ];
    let for_three = Bound::new(
        "specials",
        "SPECIAL_NOT_FOR_THREE",
        listed(&Special::SINGLE_FOR_THREE),
        listed(&[Special::Santa, Special::Scrooge]),
    );
    let with_seats = bounds.into_iter().map(|bound| bound.seats(4));
    with_seats.chain([for_three.seats(3)]).collect()
}

fn listed(specials: &[Special]) -> Draft {
    Draft {
        deals: Some(1),
        specials: Some(specials.iter().copied().map(Some).collect()),
        ..Draft::default()
    }
}
