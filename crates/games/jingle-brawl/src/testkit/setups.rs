//! The setups that the laws are tested with, and the bounds of the options.

use crate::{Asked, Draft, GiftName, JingleBrawl, Method, Scoring};
use tinsel_engine_testkit::{Bound, GameSetup};

/// The setups that the laws are tested with.
#[must_use]
pub fn setups() -> Vec<GameSetup<JingleBrawl>> {
    let reported = Draft {
        duel_methods: vec![Some(Method::Reported)],
        head_elf_seat: 2,
        ..Draft::default()
    };
    let wishes = Draft {
        scoring: Asked::Given(Scoring::WishPoints),
        gift_names: names(&["Socks", "Drone", "Candle", "Fruitcake", "Mug"]),
        ..Draft::default()
    };
    let throws = Draft {
        duel_methods: vec![Some(Method::RockPaperScissors), Some(Method::Reported)],
        rps_max_rounds: 2,
        ..Draft::default()
    };
    // Only few seats can bid or challenge.
    let poor = Draft {
        starting_chips: 1,
        duel_methods: vec![Some(Method::CoinFlip)],
        ..Draft::default()
    };
    vec![
        GameSetup::new("default", Draft::default()),
        GameSetup::new("three", Draft::default()).seats(3),
        GameSetup::new("reported", reported).seats(4),
        GameSetup::new("wish-points", wishes).seats(5),
        GameSetup::new("throws", throws).seats(5),
        GameSetup::new("poor", poor).seats(4),
        GameSetup::new("twenty", Draft::default()).seats(20),
    ]
}

fn names(names: &[&str]) -> Vec<GiftName> {
    names.iter().map(|name| GiftName::new(*name)).collect()
}

/// The bounds of the options that are no number, word or text.
#[must_use]
pub fn bounds() -> Vec<Bound<JingleBrawl>> {
    let mut bounds = vec![
        Bound::new("head_elf_seat", "HEAD_ELF_SEAT_OUT_OF_RANGE", elf(5), elf(6)),
        Bound::new("head_elf_seat", "HEAD_ELF_SEAT_OUT_OF_RANGE", elf(0), elf(256)),
        Bound::new("head_elf_seat", "HEAD_ELF_SEAT_OUT_OF_RANGE", elf(2), elf(3)).seats(3),
        Bound::new("gift_names", "GIFT_NAMES_COUNT", named(&["a"; 6]), named(&["a"; 5])),
        Bound::new("gift_names", "GIFT_NAMES_COUNT", named(&[]), named(&["a"; 7])),
        Bound::new("gift_names", "GIFT_NAMES_COUNT", named(&["a"; 3]), named(&["a"; 4])).seats(3),
        Bound::new(
            "duel_methods[1]",
            "DUEL_METHOD_UNKNOWN",
            methods(&[Some(Method::CoinFlip), Some(Method::Reported)]),
            methods(&[Some(Method::CoinFlip), None]),
        ),
        Bound::new(
            "duel_methods[5]",
            "DUEL_METHODS_DUPLICATE",
            methods(&Method::ALL.map(Some)),
            methods(&[&Method::ALL.map(Some)[..], &[Some(Method::HighCard)]].concat()),
        ),
    ];
    // Unicode scalar values count, after trimming.
    let inside = format!(" {}\u{3000}", "ø".repeat(80));
    let long = "ø".repeat(81);
    for outside in [long.as_str(), "", " \t\n", "a\u{7}b", "a\u{85}b"] {
        let name = |name| named(&["a", "a", name]);
        bounds.push(Bound::new("gift_names[2]", "GIFT_NAME_INVALID", name(&inside), name(outside)).seats(3));
    }
    bounds
}

fn elf(head_elf_seat: u32) -> Draft {
    Draft {
        head_elf_seat,
        ..Draft::default()
    }
}

fn named(given: &[&str]) -> Draft {
    Draft {
        gift_names: names(given),
        ..Draft::default()
    }
}

fn methods(duel_methods: &[Option<Method>]) -> Draft {
    Draft {
        duel_methods: duel_methods.to_vec(),
        ..Draft::default()
    }
}
