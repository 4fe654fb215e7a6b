//! The testkit of Secret Santa for tests that are independent of games.

use tinsel_engine_testkit::GameSetup;
use tinsel_secret_santa::{Draft, SecretSanta, testkit};

use crate::testkit::{Kit, Lend, Unreachable};

impl Lend for SecretSanta {
    const KIT: Kit<Self> = Kit {
        redeal: testkit::redeal,
        bounds: testkit::bounds,
        checked_positions: testkit::checked_positions,
    };

    const NOTHING_HIDDEN: Option<&'static str> = None;

    const UNREACHABLE: &'static [Unreachable] = &[];

    const SECRET_SETUP: &'static str = "one-deal";

    // Names of the parts of answers and hands, and of the events about them.
    const SECRET_NAMES: &'static [&'static str] = &[
        "PlayFruitcake",
        "PlayGifts",
        "PlaySanta",
        "PlayCarol",
        "PlayMouse",
        "PlayGhost",
        "PlayScrooge",
        "PlayTree",
        "HandDealt",
        "FruitcakeGift",
        "TreeGift",
        "CardCount",
        "GiftValue",
        "GiftSet",
        "with_santa",
        "standing_decline",
        "final_gift",
    ];

    /// The end-to-end tests play all of them. Other numbers of seats would change only the duration.
    fn setups() -> Vec<GameSetup<Self>> {
        // One deal contains everything that can occur in a match; more deals only take longer.
        let one_deal = Draft {
            deals: Some(1),
            ..Draft::default()
        };
        let three = Draft {
            auto_final_gift: true,
            first_dealer: Some(2),
            ..one_deal.clone()
        };
        vec![
            GameSetup::new("one-deal", one_deal).seats(4),
            GameSetup::new("three", three).seats(3),
        ]
    }
}
