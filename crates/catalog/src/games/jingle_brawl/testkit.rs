//! The testkit of Jingle Brawl for tests that are independent of games.

use tinsel_engine_testkit::GameSetup;
use tinsel_jingle_brawl::{Asked, Draft, GiftName, JingleBrawl, Method, Scoring, testkit};

use crate::testkit::{Kit, Lend, Unreachable};

/// The names of the gifts, where a match has them.
const GIFTS: [&str; 5] = [
    "a brass telescope",
    "a jar of pickled herring",
    "a plush walrus",
    "a haunted nutcracker",
    "a year of turnips",
];

impl Lend for JingleBrawl {
    const KIT: Kit<Self> = Kit {
        redeal: testkit::redeal,
        bounds: testkit::bounds,
        checked_positions: testkit::checked_positions,
    };

    const NOTHING_HIDDEN: Option<&'static str> = None;

    const UNREACHABLE: &'static [Unreachable] = &[(
        "NOT_A_SEAT",
        "the seat comes from a token, and every token names a seat of the match",
    )];

    const SECRET_SETUP: &'static str = "wish-points";

    // Names of the parts of actions, events and views, which occur nowhere else.
    const SECRET_NAMES: &'static [&'static str] = &[
        "PlaceBid",
        "LegalBid",
        "BidRecorded",
        "BidsRevealed",
        "GiftOpened",
        "WishPointsShown",
        "SeatWishes",
        "MakeThrow",
        "ThrowRecorded",
        "ThrowsRevealed",
        "RockPaperScissorsDuel",
        "LegalTargets",
        "BarredGift",
        "OwnView",
        "ChipsMoved",
        "naughty_level",
        "by_clock_seats",
        "challenger_throw",
    ];

    fn setups() -> Vec<GameSetup<Self>> {
        let methods = |methods: &[Method]| Draft {
            duel_methods: methods.iter().copied().map(Some).collect(),
            ..Draft::default()
        };
        let reported = Draft {
            head_elf_seat: 2,
            ..methods(&[Method::Reported, Method::CoinFlip])
        };
        let wished = Draft {
            gift_names: GIFTS.map(GiftName::new).to_vec(),
            scoring: Asked::Given(Scoring::WishPoints),
            ..methods(&[Method::RockPaperScissors, Method::HighCard])
        };
        // Few chips and one method keep the match short: twenty seats decide often enough.
        let crowd = Draft {
            starting_chips: 3,
            ..methods(&[Method::CoinFlip])
        };
        vec![
            GameSetup::new("default", Draft::default()),
            GameSetup::new("three", Draft::default()).seats(3),
            GameSetup::new("ten-reported", reported).seats(10),
            GameSetup::new("wish-points", wished).seats(5),
            GameSetup::new("twenty", crowd).seats(20),
        ]
    }

    fn secret_options() -> Vec<&'static str> {
        GIFTS.to_vec()
    }
}
