//! The testkit of Secret Santa for tests that are independent of games.

use tinsel_engine::{Chance, Viewer};
use tinsel_engine_testkit::checks::CheckedPosition;
use tinsel_proto::{
    games::secret_santa::v1 as wire,
    v1::{GameConfig, game_config},
};
use tinsel_secret_santa::{Action, SecretSanta, testkit};

use crate::testkit::{GameSetup, Lend, RefusedSetup, Secrets, Unreachable};

/// Names of the parts of answers and hands, and of the events about them.
const NAMES: [&str; 17] = [
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

impl Lend for SecretSanta {
    const NOTHING_HIDDEN: Option<&'static str> = None;

    const UNREACHABLE: &'static [Unreachable] = &[];

    /// The end-to-end tests play all of them. Other numbers of seats would change only the duration.
    fn tables() -> Vec<GameSetup> {
        let three = wire::Config {
            deals: Some(1),
            auto_final_gift: true,
            first_dealer: Some(2),
            ..wire::Config::default()
        };
        vec![usual(), table("three", 3, three)]
    }

    fn secrets() -> Secrets {
        Secrets {
            table: usual(),
            options: Vec::new(),
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
        let numbers = [Some(0), Some(2), Some(9), Some(259), Some(u32::MAX), None];
        let seats = numbers.map(|seats| RefusedSetup {
            reason: "PLAYERS_OUT_OF_RANGE",
            option: None,
            seats,
            config: config(wire::Config::default()),
        });
        seats.into_iter().chain(refused_options()).collect()
    }

    fn checked_positions() -> Vec<CheckedPosition<Self>> {
        testkit::checked_positions()
    }
}

/// One deal contains everything that can occur in a match; more deals only take longer.
fn usual() -> GameSetup {
    let options = wire::Config {
        deals: Some(1),
        ..wire::Config::default()
    };
    table("one-deal", 4, options)
}

fn refused_options() -> Vec<RefusedSetup> {
    let refused = |reason, option, seats, options| RefusedSetup {
        reason,
        option: Some(option),
        seats: Some(seats),
        config: config(options),
    };
    let deals = [0, 21, u32::MAX].map(|deals| wire::Config {
        deals: Some(deals),
        ..wire::Config::default()
    });
    let deals = deals.map(|options| refused("DEALS_OUT_OF_RANGE", "deals", 4, options));
    let elves = [9, 256, u32::MAX].map(|elves| wire::Config {
        elves: Some(elves),
        ..wire::Config::default()
    });
    let elves = elves.map(|options| refused("ELVES_OUT_OF_RANGE", "elves", 4, options));
    let dealer = [4, 256, u32::MAX].map(|seat| wire::Config {
        first_dealer: Some(seat),
        ..wire::Config::default()
    });
    let dealer = dealer.map(|options| refused("FIRST_DEALER_OUT_OF_RANGE", "first_dealer", 4, options));
    let santa = wire::Special::Santa;
    let lists = [
        ("SPECIAL_UNKNOWN", 4, vec![santa, wire::Special::Unspecified]),
        ("SPECIAL_UNKNOWN", 4, vec![wire::Special::Elves]),
        ("SPECIAL_DUPLICATE", 4, vec![santa, wire::Special::Mouse, santa]),
        ("SPECIAL_NOT_FOR_THREE", 3, vec![santa, wire::Special::Ghost]),
    ];
    let lists = lists.map(|(reason, seats, kinds)| {
        let options = wire::Config {
            specials: listed(&kinds),
            ..wire::Config::default()
        };
        refused(reason, "specials", seats, options)
    });
    deals.into_iter().chain(elves).chain(lists).chain(dealer).collect()
}

fn listed(kinds: &[wire::Special]) -> Option<wire::SpecialList> {
    Some(wire::SpecialList {
        kinds: kinds.iter().map(|kind| (*kind).into()).collect(),
    })
}

const fn table(name: &'static str, seats: u32, options: wire::Config) -> GameSetup {
    GameSetup {
        name,
        seats: Some(seats),
        config: config(options),
    }
}

const fn config(options: wire::Config) -> GameConfig {
    GameConfig {
        game: Some(game_config::Game::SecretSanta(options)),
    }
}
