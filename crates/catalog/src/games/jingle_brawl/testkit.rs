//! The testkit of Jingle Brawl for tests that are independent of games.

use tinsel_engine::{Chance, Viewer};
use tinsel_engine_testkit::checks::CheckedPosition;
use tinsel_jingle_brawl::{Action, JingleBrawl, testkit};
use tinsel_proto::{
    games::jingle_brawl::v1 as wire,
    v1::{GameConfig, game_config},
};

use crate::testkit::{GameSetup, Lend, RefusedSetup, Secrets, Unreachable};

/// The names of the gifts, where a match has them.
const GIFTS: [&str; 5] = [
    "a brass telescope",
    "a jar of pickled herring",
    "a plush walrus",
    "a haunted nutcracker",
    "a year of turnips",
];

/// Names of the parts of actions, events and views, which occur nowhere else.
const NAMES: [&str; 18] = [
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

impl Lend for JingleBrawl {
    const NOTHING_HIDDEN: Option<&'static str> = None;

    const UNREACHABLE: &'static [Unreachable] = &[(
        "NOT_A_SEAT",
        "the seat comes from a token, and every token names a seat of the match",
    )];

    fn tables() -> Vec<GameSetup> {
        let usual = wire::Config::default();
        let reported = wire::Config {
            duel_methods: vec![wire::DuelMethod::Reported.into(), wire::DuelMethod::CoinFlip.into()],
            head_elf_seat: 2,
            ..usual.clone()
        };
        // Few chips and one method keep the match short: twenty seats decide often enough.
        let crowd = wire::Config {
            starting_chips: 3,
            duel_methods: vec![wire::DuelMethod::CoinFlip.into()],
            ..usual.clone()
        };
        vec![
            table("default", None, usual.clone()),
            table("three", Some(3), usual),
            table("ten-reported", Some(10), reported),
            wished(),
            table("twenty", Some(20), crowd),
        ]
    }

    fn secrets() -> Secrets {
        Secrets {
            table: wished(),
            options: GIFTS.to_vec(),
            names: NAMES.map(str::to_owned).to_vec(),
        }
    }

    fn nonsense(chance: &mut dyn Chance) -> Action {
        testkit::nonsense(chance)
    }

    fn redeal(game: &Self, viewer: Viewer, chance: &mut dyn Chance) -> Option<Self> {
        testkit::redeal(game, viewer, chance)
    }

    fn refused_tables() -> Vec<RefusedSetup> {
        let seats = [0, 1, 2, 21, 255, 256, 259, u32::MAX].map(|seats| RefusedSetup {
            reason: "PLAYERS_OUT_OF_RANGE",
            option: None,
            seats: Some(seats),
            config: config(wire::Config::default()),
        });
        seats.into_iter().chain(refused_options()).collect()
    }

    fn checked_positions() -> Vec<CheckedPosition<Self>> {
        testkit::checked_positions()
    }
}

/// The table with the most secrets.
fn wished() -> GameSetup {
    let options = wire::Config {
        gift_names: GIFTS.map(str::to_owned).to_vec(),
        duel_methods: vec![
            wire::DuelMethod::RockPaperScissors.into(),
            wire::DuelMethod::HighCard.into(),
        ],
        scoring: wire::Scoring::WishPoints.into(),
        ..wire::Config::default()
    };
    table("wish-points", Some(5), options)
}

fn refused_options() -> Vec<RefusedSetup> {
    let refused = |reason, option, options| RefusedSetup {
        reason,
        option: Some(option),
        seats: None,
        config: config(options),
    };
    let usual = wire::Config::default;
    let chips = [100, u32::MAX].map(|starting_chips| {
        let options = wire::Config {
            starting_chips,
            ..usual()
        };
        refused("STARTING_CHIPS_OUT_OF_RANGE", "starting_chips", options)
    });
    let names = |count: usize, name: &str| wire::Config {
        gift_names: vec![name.to_owned(); count],
        ..usual()
    };
    let counts = [1, 5, 7, 1000].map(|count| refused("GIFT_NAMES_COUNT", "gift_names", names(count, "a sock")));
    let texts = ["", "  ", "a\nb", "\u{7f}"].map(|name| names(6, name));
    let texts = texts.map(|options| refused("GIFT_NAME_INVALID", "gift_names[0]", options));
    let long = refused("GIFT_NAME_INVALID", "gift_names[0]", names(6, &"ß".repeat(81)));
    let elf = [6, 256, u32::MAX].map(|head_elf_seat| {
        let options = wire::Config {
            head_elf_seat,
            ..usual()
        };
        refused("HEAD_ELF_SEAT_OUT_OF_RANGE", "head_elf_seat", options)
    });
    let methods = |duel_methods| wire::Config {
        duel_methods,
        ..usual()
    };
    let unknown = [0, 6, -1].map(|method| {
        let options = methods(vec![1, method]);
        refused("DUEL_METHOD_UNKNOWN", "duel_methods[1]", options)
    });
    let twice = refused("DUEL_METHODS_DUPLICATE", "duel_methods[2]", methods(vec![1, 2, 1]));
    let rounds = [21, 256].map(|rps_max_rounds| {
        let options = wire::Config {
            rps_max_rounds,
            ..usual()
        };
        refused("RPS_MAX_ROUNDS_OUT_OF_RANGE", "rps_max_rounds", options)
    });
    let scoring = wire::Config { scoring: 3, ..usual() };
    let scoring = refused("SCORING_UNKNOWN", "scoring", scoring);
    let all = chips.into_iter().chain(counts).chain(texts).chain([long]).chain(elf);
    all.chain(unknown)
        .chain([twice])
        .chain(rounds)
        .chain([scoring])
        .collect()
}

const fn table(name: &'static str, seats: Option<u32>, options: wire::Config) -> GameSetup {
    GameSetup {
        name,
        seats,
        config: config(options),
    }
}

const fn config(options: wire::Config) -> GameConfig {
    GameConfig {
        game: Some(game_config::Game::JingleBrawl(options)),
    }
}
