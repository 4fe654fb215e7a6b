//! The testkit of Presents of Mine for tests that are independent of games.

use tinsel_engine::{Chance, SeatIndex, Viewer};
use tinsel_presents_of_mine::{
    Action, PresentsOfMine,
    testkit::{self, Position, select},
};
use tinsel_proto::{
    games::presents_of_mine::v1::{
        self as wire, Letter, ListReveal, PregameHands, Present, Replacement, Round3Majority, action::Action as Kind,
    },
    v1::{GameAction, GameConfig, game_action, game_config},
};

use crate::testkit::{GameSetup, Lend, Refused, RefusedPosition, RefusedSetup, Secrets, Unreachable};

/// The refused seat in every scene.
const SEAT: SeatIndex = SeatIndex::new(0);

/// Numbers without a value in the enum of any option.
const NO_VALUES: [i32; 5] = [-1, 3, 99, i32::MIN, i32::MAX];

/// Names of the parts of submissions and hands.
const NAMES: [&str; 11] = [
    "SelectPresents",
    "PassPresents",
    "StealPresents",
    "letter",
    "passes",
    "steals",
    "staleness",
    "layers",
    "replacement",
    "discard",
    "own_submission",
];

impl Lend for PresentsOfMine {
    const NOTHING_HIDDEN: Option<&'static str> = None;

    const UNREACHABLE: &'static [Unreachable] = &[
        (
            "UNKNOWN_SEAT",
            "the seat comes from a token, and tokens are given for seats of the match",
        ),
        ("NO_DECISION_OWED", "it refuses a timeout, and no call times a seat out"),
    ];

    fn tables() -> Vec<GameSetup> {
        let usual = wire::Config::default();
        let private = wire::Config {
            pregame_hands: PregameHands::Private.into(),
            ..usual
        };
        let list_first = wire::Config {
            list_reveal: ListReveal::BeforeSelection.into(),
            ..usual
        };
        let private_and_skip = wire::Config {
            round3_majority: Round3Majority::Skip.into(),
            ..private
        };
        vec![
            table("default", usual),
            table("list-before-selection", list_first),
            private_and_list_first(),
            table("private-pregame-and-no-majority-in-round-3", private_and_skip),
        ]
    }

    fn secrets() -> Secrets {
        Secrets {
            table: private_and_list_first(),
            options: Vec::new(),
            names: NAMES.iter().map(|name| (*name).to_owned()).collect(),
        }
    }

    fn nonsense(chance: &mut dyn Chance) -> Action {
        testkit::nonsense(chance)
    }

    fn redeal(game: &Self, viewer: Viewer, chance: &mut dyn Chance) -> Option<Self> {
        testkit::redeal(game, viewer, chance)
    }

    fn refused_tables() -> Vec<RefusedSetup> {
        let seats = [0, 1, 7, 9, 255, 256, 264, u32::MAX].map(|seats| RefusedSetup {
            reason: "INVALID_CONFIG",
            option: None,
            seats: Some(seats),
            config: config(wire::Config::default()),
        });
        seats
            .into_iter()
            .chain(NO_VALUES.into_iter().flat_map(options_of_no_value))
            .collect()
    }

    fn refused_positions() -> Vec<RefusedPosition> {
        vec![
            pregame(),
            submitted(),
            without_replacement(),
            with_replacement(),
            stealing_round(),
            finished(),
        ]
    }
}

/// A table with private hands before the first round.
fn private_and_list_first() -> GameSetup {
    let options = wire::Config {
        list_reveal: ListReveal::BeforeSelection.into(),
        pregame_hands: PregameHands::Private.into(),
        ..wire::Config::default()
    };
    table("private-pregame-and-list-before-selection", options)
}

/// Each option with this number.
fn options_of_no_value(number: i32) -> [RefusedSetup; 3] {
    let usual = wire::Config::default();
    let list_reveal = wire::Config {
        list_reveal: number,
        ..usual
    };
    let pregame_hands = wire::Config {
        pregame_hands: number,
        ..usual
    };
    let round3_majority = wire::Config {
        round3_majority: number,
        ..usual
    };
    let options = [
        ("list_reveal", list_reveal),
        ("pregame_hands", pregame_hands),
        ("round3_majority", round3_majority),
    ];
    options.map(|(option, options)| RefusedSetup {
        reason: "INVALID_CONFIG",
        option: Some(option),
        seats: None,
        config: config(options),
    })
}

fn pregame() -> RefusedPosition {
    let letters = "select_presents.letters";
    let huge = present(Letter::A, u32::MAX, u32::MAX);
    let others = [
        passing(vec![present(Letter::A, 0, 0); 3], None),
        passing(
            vec![huge; 1000],
            Some(Replacement {
                discard: Some(huge),
                take: -1,
            }),
        ),
        stealing(vec![huge; 1000]),
        stealing(Vec::new()),
    ];
    let counts: [&[i32]; 5] = [&[], &[1], &[1, 2, 3, 4], &[1, 2, 3, 4, 5, 6], &[1; 15_000]];
    let mut refused = Vec::new();
    refused.extend(others.map(|action| Refused::here(action, "WRONG_ACTION")));
    refused.extend(counts.map(|count| Refused::always(selection(count), "SELECTION_COUNT", letters)));
    for number in [0, 11, 14, 15, 99, -1, i32::MIN, i32::MAX] {
        refused.extend((0..5).map(|place| {
            let letter = |at| if at == place { number } else { at + 1 };
            let action = selection(&[0, 1, 2, 3, 4].map(letter));
            Refused::always(action, "UNKNOWN_PRESENT", format!("{letters}[{place}]"))
        }));
    }
    let twice = selection(&[1, 2, 3, 2, 5]);
    refused.push(Refused::always(twice, "DUPLICATE_PRESENT", format!("{letters}[3]")));
    RefusedPosition::of(Position::pregame().build(), SEAT, refused)
}

fn submitted() -> RefusedPosition {
    let position = Position::pregame().sealed(SEAT.get(), select("ABCDE")).build();
    let again = Refused::here(selection(&[1, 2, 3, 4, 5]), "ALREADY_SUBMITTED");
    RefusedPosition::of(position, SEAT, vec![again])
}

/// Round 1, in which a seat replaces nothing.
fn without_replacement() -> RefusedPosition {
    let position = Position::round(1).hand(SEAT.get(), "A0 A1 B0 F0 G0 I0").build();
    let (passes, held) = ("pass_presents.passes", present(Letter::A, 0, 0));
    let (other, third) = (present(Letter::A, 1, 0), present(Letter::B, 0, 0));
    let with = |first| passing(vec![first, held, held], None);
    let in_the_middle = passing(vec![held, present(Letter::K, 0, 0), other], None);
    let swapped = passing(
        vec![held, other, third],
        Some(Replacement {
            discard: Some(present(Letter::F, 0, 0)),
            take: Letter::K.into(),
        }),
    );
    let mut refused = vec![
        Refused::always(passing(vec![held, other], None), "PASS_COUNT", passes),
        Refused::always(in_the_middle, "BAD_PRESENT_REF", format!("{passes}[1]")),
        Refused::here(passing(vec![held, held, other], None), "NOT_ENOUGH_COPIES"),
        Refused::here(swapped, "REPLACEMENT_NOT_ALLOWED"),
    ];
    let bad = |bad| Refused::always(with(bad), "BAD_PRESENT_REF", format!("{passes}[0]"));
    refused.extend(bad_presents().into_iter().map(bad));
    let stale = [77, 99, u32::MAX].map(|staleness| with(present(Letter::A, staleness, 0)));
    refused.extend(stale.map(|action| Refused::here(action, "PRESENT_NOT_HELD")));
    RefusedPosition::of(position, SEAT, refused)
}

/// Round 2, in which a seat must replace a present, by K or L.
fn with_replacement() -> RefusedPosition {
    let position = Position::round(2).hand(SEAT.get(), "A0 B0 F0 G0 I0 I0").build();
    let passed = [Letter::A, Letter::B, Letter::F].map(|letter| present(letter, 0, 0));
    let kept = Some(present(Letter::G, 0, 0));
    let with = |discard, take: Letter| {
        let take = take.into();
        passing(passed.to_vec(), Some(Replacement { discard, take }))
    };
    let discard = "pass_presents.replacement.discard";
    let refused = vec![
        Refused::here(passing(passed.to_vec(), None), "REPLACEMENT_REQUIRED"),
        Refused::always(with(None, Letter::K), "BAD_PRESENT_REF", discard),
        Refused::here(with(Some(present(Letter::B, 77, 0)), Letter::K), "PRESENT_NOT_HELD"),
        Refused::here(with(kept, Letter::M), "UNKNOWN_REPLACEMENT"),
        Refused::here(with(kept, Letter::Unspecified), "UNKNOWN_REPLACEMENT"),
        // The submission passes the only copy.
        Refused::here(with(Some(present(Letter::A, 0, 0)), Letter::K), "REPLACEMENT_NOT_KEPT"),
    ];
    RefusedPosition::of(position, SEAT, refused)
}

fn stealing_round() -> RefusedPosition {
    let (steals, held) = ("steal_presents.steals", present(Letter::A, 0, 0));
    let lacked = present(Letter::A, 88, 0);
    let mut refused = vec![
        Refused::always(stealing(vec![lacked; 4]), "STEAL_COUNT", steals),
        Refused::here(stealing(vec![lacked; 3]), "TARGET_LACKS_PRESENT"),
    ];
    let bad = |bad| {
        Refused::always(
            stealing(vec![held, held, bad]),
            "BAD_PRESENT_REF",
            format!("{steals}[2]"),
        )
    };
    refused.extend(bad_presents().into_iter().map(bad));
    RefusedPosition::of(Position::round(4).build(), SEAT, refused)
}

fn finished() -> RefusedPosition {
    let late = Refused::here(selection(&[1, 2, 3, 4, 5]), "MATCH_FINISHED");
    RefusedPosition::of(Position::finished().build(), SEAT, vec![late])
}

/// References that no present can match, for any hand.
fn bad_presents() -> Vec<Present> {
    let letters = [0, 15, -1, i32::MIN, i32::MAX].map(|letter| Present {
        letter,
        staleness: 0,
        layers: 0,
    });
    let layered = [1, 6, 7, u32::MAX].map(|layers| present(Letter::A, 0, layers));
    let kabooms = [0, 7, u32::MAX].map(|layers| present(Letter::K, 0, layers));
    letters.into_iter().chain(layered).chain(kabooms).collect()
}

fn present(letter: Letter, staleness: u32, layers: u32) -> Present {
    Present {
        letter: letter.into(),
        staleness,
        layers,
    }
}

const fn table(name: &'static str, options: wire::Config) -> GameSetup {
    GameSetup {
        name,
        seats: None,
        config: config(options),
    }
}

const fn config(options: wire::Config) -> GameConfig {
    GameConfig {
        game: Some(game_config::Game::PresentsOfMine(options)),
    }
}

const fn action(kind: Kind) -> GameAction {
    GameAction {
        game: Some(game_action::Game::PresentsOfMine(wire::Action { action: Some(kind) })),
    }
}

fn selection(letters: &[i32]) -> GameAction {
    action(Kind::SelectPresents(wire::SelectPresents {
        letters: letters.to_vec(),
    }))
}

const fn passing(passes: Vec<Present>, replacement: Option<Replacement>) -> GameAction {
    action(Kind::PassPresents(wire::PassPresents { passes, replacement }))
}

const fn stealing(steals: Vec<Present>) -> GameAction {
    action(Kind::StealPresents(wire::StealPresents { steals }))
}
