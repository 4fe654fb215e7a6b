//! The testkit of Secret Santa for tests that are independent of games.

use tinsel_engine::{Chance, SeatIndex, Viewer};
use tinsel_proto::{
    games::secret_santa::v1 as wire,
    v1::{GameAction, GameConfig, game_action, game_config},
};
use tinsel_secret_santa::{
    Action, SecretSanta,
    testkit::{self, Position, act},
};

use crate::{
    testkit::{GameSetup, Lend, Refused, RefusedSetup, Scene, Secrets, Unreachable},
    wire::WireGame,
};

/// The refused seat in every scene that names no other.
const SEAT: SeatIndex = SeatIndex::new(0);

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

    fn scenes() -> Vec<Scene> {
        vec![
            leading(),
            leading_without_gifts(),
            following(),
            elsewhere(),
            before_the_first_round(),
            after_a_turn(),
            after_a_pass_on_nothing(),
            between_rounds(),
            ended(),
        ]
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

/// An action that is malformed in this field.
fn always(said: &str, reason: &'static str, field: &str) -> Refused {
    Refused::always(saying(said), reason, field)
}

/// An action that the state of the match refuses.
fn here(said: &str, reason: &'static str) -> Refused {
    Refused::here(saying(said), reason)
}

/// The hands of the seats 1 to 3 differ from that of seat 0.
fn others(position: Position) -> Position {
    position.hand(1, "4×3, 9").hand(2, "4×4, Mouse").hand(3, "4×5, 2×11")
}

fn leading() -> Scene {
    let position = others(Position::seats(4)).hand(0, "3×2, 1×9, 2 Elves, Ghost");
    let refused = vec![
        here("pass", "MUST_LEAD"),
        here("zeros Ghost", "GIFTS_STILL_HELD"),
        here("4×2", "CARD_NOT_IN_HAND"),
        here("2×2 + Santa", "CARD_NOT_IN_HAND"),
        here("santa", "CARD_NOT_IN_HAND"),
        here("2×2 + 3 Elves", "CARD_NOT_IN_HAND"),
        here("2×2 + 4 Elves", "COUNT_OUT_OF_RANGE"),
        here("3×2!", "FINAL_GIFT_NOT_DUE"),
        always("0×5 + 2 Elves", "GIFT_REQUIRED", "play_gifts.gifts"),
        here("ghost", "WRONG_PHASE"),
        here("decline", "WRONG_PHASE"),
        here("fruitcake 2 to 1", "WRONG_PHASE"),
        here("withdraw", "NO_STANDING_DECLINE"),
        Refused::always(
            SecretSanta::write_action(&Action::PlayGifts {
                value: 13,
                gifts: 1,
                elves: 0,
                with_santa: false,
                final_gift: false,
            }),
            "VALUE_OUT_OF_RANGE",
            "play_gifts.value",
        ),
    ];
    Scene::of(position.build(), SEAT, refused)
}

fn leading_without_gifts() -> Scene {
    let position = others(Position::seats(4)).hand(0, "Fruitcake, Scrooge, Elf");
    let unknown = wire::PlayZeros {
        cards: vec![wire::Special::Elves.into(), 99],
        final_gift: false,
    };
    let refused = vec![
        Refused::always(
            acting(wire::action::Action::PlayZeros(wire::PlayZeros::default())),
            "EMPTY_PLAY",
            "play_zeros.cards",
        ),
        Refused::always(
            acting(wire::action::Action::PlayZeros(unknown)),
            "NOT_A_SPECIAL",
            "play_zeros.cards[1]",
        ),
        here("zeros Ghost", "CARD_NOT_IN_HAND"),
        here("zeros Elf!", "FINAL_GIFT_NOT_DUE"),
    ];
    Scene::of(position.build(), SEAT, refused)
}

fn following() -> Scene {
    let position = others(Position::seats(4)).hand(0, "3×2, 2×5, 9, Elf, Tree");
    let refused = vec![
        here("3×2", "WRONG_COUNT"),
        here("9", "WRONG_COUNT"),
        here("2×2", "VALUE_TOO_LOW"),
        here("zeros Tree, Elf", "NOT_LEADING"),
    ];
    Scene::of(position.play(3, "2×4").turn(0).build(), SEAT, refused)
}

fn elsewhere() -> Scene {
    let position = others(Position::seats(4)).hand(0, "3×2").leads(1);
    Scene::of(position.build(), SEAT, vec![here("2×2", "NOT_YOUR_DECISION")])
}

fn before_the_first_round() -> Scene {
    let position = others(Position::seats(4)).hand(0, "3×2, 9, Fruitcake").fruitcake();
    let refused = vec![
        here("fruitcake 2 to 4", "SEAT_UNKNOWN"),
        Refused::here(
            SecretSanta::write_action(&Action::PlayFruitcake {
                recipient: None,
                value: 2,
            }),
            "SEAT_UNKNOWN",
        ),
        here("fruitcake 2 to 0", "SELF_TARGET"),
        always("fruitcake 0 to 1", "VALUE_OUT_OF_RANGE", "play_fruitcake.value"),
        here("fruitcake 5 to 1", "CARD_NOT_IN_HAND"),
        here("decline round", "SCOPE_NOT_ALLOWED"),
        Refused::here(
            SecretSanta::write_action(&Action::Decline { scope: None }),
            "SCOPE_NOT_ALLOWED",
        ),
        here("2×2", "WRONG_PHASE"),
    ];
    Scene::of(position.build(), SEAT, refused)
}

/// Seat 1 has passed on the play of seat 3, and seat 2 holds a Mouse.
fn after_a_turn() -> Scene {
    let position = others(Position::seats(4)).hand(0, "3×2, 9, Carol, Ghost");
    let position = position.play(3, "2×5").turn(1).build();
    let refused = vec![
        here("carol 0", "SELF_TARGET"),
        here("carol 9", "SEAT_UNKNOWN"),
        here("carol 2!", "FINAL_GIFT_NOT_DUE"),
        here("mouse", "CARD_NOT_IN_HAND"),
        here("ghost", "NO_GIFT_JUST_PLAYED"),
        here("pass", "WRONG_PHASE"),
    ];
    Scene::of(done(position, &[(1, "pass")]), SEAT, refused)
}

/// The Ghost took the only play, and the window is open again.
fn after_a_pass_on_nothing() -> Scene {
    let position = Position::seats(4)
        .hand(0, "3×2, Mouse, Carol")
        .hand(1, "4×3, 9")
        .hand(2, "4×4, Ghost")
        .hand(3, "4×5")
        .leads(1)
        .build();
    let answers = [(1, "9"), (0, "decline"), (2, "ghost"), (3, "decline")];
    Scene::of(done(position, &answers), SEAT, vec![here("mouse", "NOTHING_IN_PLAY")])
}

fn between_rounds() -> Scene {
    let position = Position::seats(4)
        .hand(0, "3×2, Scrooge, Tree")
        .hand(1, "4×3, 9")
        .hand(2, "4×4")
        .leads(1)
        .build();
    let turns = [(1, "9"), (2, "pass"), (0, "pass"), (1, "pass")];
    let refused = vec![
        here("scrooge 4", "SEAT_UNKNOWN"),
        here("scrooge 3", "TARGET_OUT"),
        here("scrooge 1", "TARGET_NOT_A_MISER"),
        here("scrooge 2!", "FINAL_GIFT_NOT_DUE"),
        Refused::always(
            SecretSanta::write_action(&Action::PlayTree {
                deal_first: None,
                final_gift: false,
            }),
            "BAD_DIRECTION",
            "play_tree.deal_first",
        ),
        here("decline deal", "SCOPE_NOT_ALLOWED"),
    ];
    Scene::of(done(position, &turns), SEAT, refused)
}

fn ended() -> Scene {
    let position = Position::seats(4)
        .hand(3, "2×5")
        .over()
        .finished([0, 1, 2, 3])
        .finished([1, 0, 3, 2])
        .finished([0, 1, 2, 3]);
    let late = vec![here("pass", "MATCH_OVER"), here("withdraw", "MATCH_OVER")];
    Scene::of(position.build(), SEAT, late)
}

/// The position after these have acted.
#[expect(
    clippy::expect_used,
    reason = "a scene that cannot be reached stops the test that wants it"
)]
fn done(mut game: SecretSanta, acts: &[(u8, &str)]) -> SecretSanta {
    use tinsel_engine::{GameEngine, MatchRng, Seed};
    let mut chance = MatchRng::new(Seed::new([0; 32]));
    for (seat, said) in acts {
        let done = game.apply(SeatIndex::new(*seat), &act(said), &mut chance);
        done.expect("an action that leads to the scene");
    }
    game
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

fn saying(said: &str) -> GameAction {
    SecretSanta::write_action(&act(said))
}

fn acting(action: wire::action::Action) -> GameAction {
    GameAction {
        game: Some(game_action::Game::SecretSanta(wire::Action { action: Some(action) })),
    }
}
