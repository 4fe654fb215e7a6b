//! The testkit of Grunkle Match for tests that are independent of games.

use tinsel_engine::{Chance, SeatIndex, Viewer};
use tinsel_grunkle_match::{
    Action, GrunkleMatch,
    testkit::{self, Position, submit, vote},
};
use tinsel_proto::{
    games::grunkle_match::v1 as wire,
    v1::{GameAction, GameConfig, game_config},
};

use crate::{
    testkit::{GameSetup, Lend, Refused, RefusedSetup, Scene, Secrets, Unreachable},
    wire::WireGame,
};

/// The refused seat in every scene that names no other.
const SEAT: SeatIndex = SeatIndex::new(0);

/// Garnets with which the last three seats are tied for the highest total, and the first three vote.
const TIED: [u32; 7] = [0, 1, 2, 30, 60, 60, 60];

/// The text about the Death Match, if there is one.
const WHISPERED: &str = "Bring a spoon.";

/// Names of the parts of submissions and of their results, beside the skills.
const NAMES: [&str; 16] = [
    "SubmitRound",
    "bids",
    "amount",
    "skill",
    "dark_ritual_skill",
    "discard_grunko_pop",
    "nullify_name",
    "treachery_target",
    "phantom_target",
    "garnet_thief_target",
    "garnets",
    "budget",
    "submissions",
    "payments",
    "ballot",
    "death_match_info",
];

impl Lend for GrunkleMatch {
    const NOTHING_HIDDEN: Option<&'static str> = None;

    const UNREACHABLE: &'static [Unreachable] =
        &[("NO_DECISION_OWED", "it refuses a timeout, and no call times a seat out")];

    fn tables() -> Vec<GameSetup> {
        let usual = wire::Config::default();
        let uneven = wire::Config {
            starting_garnets_per_seat: vec![20, 0, 3, 40, 7, 1, 1000],
            ..usual.clone()
        };
        vec![table("default", usual), table("garnets-per-seat", uneven), whispered()]
    }

    fn secrets() -> Secrets {
        // Skills have the numbers 1 to 31.
        let skills = (1..).map_while(|number| wire::Skill::try_from(number).ok());
        let names = NAMES.iter().map(|name| (*name).to_owned());
        Secrets {
            table: whispered(),
            options: vec![WHISPERED],
            names: skills.map(|skill| format!("{skill:?}")).chain(names).collect(),
        }
    }

    fn nonsense(chance: &mut dyn Chance) -> Action {
        testkit::nonsense(chance)
    }

    fn redeal(game: &Self, viewer: Viewer, chance: &mut dyn Chance) -> Option<Self> {
        testkit::redeal(game, viewer, chance)
    }

    fn refused_tables() -> Vec<RefusedSetup> {
        let seats = [0, 1, 6, 8, 255, 256, 263, u32::MAX].map(|seats| RefusedSetup {
            reason: "WRONG_SEAT_COUNT",
            option: None,
            seats: Some(seats),
            config: config(wire::Config::default()),
        });
        seats.into_iter().chain(refused_options()).collect()
    }

    fn scenes() -> Vec<Scene> {
        let mut scenes = vec![
            first_round(),
            submitted(),
            nullifying_round(),
            nullified(),
            last_round(),
        ];
        scenes.extend(limits());
        scenes.extend(tie_break());
        scenes.push(ended());
        scenes
    }
}

/// A table with a secret among its options.
fn whispered() -> GameSetup {
    let options = wire::Config {
        starting_garnets: Some(40),
        death_match_info: WHISPERED.to_owned(),
        ..wire::Config::default()
    };
    table("death-match-info", options)
}

fn refused_options() -> Vec<RefusedSetup> {
    let refused = |reason, option, options| RefusedSetup {
        reason,
        option: Some(option),
        seats: None,
        config: config(options),
    };
    let for_all = [0, 1001, u32::MAX].map(|amount| {
        let options = wire::Config {
            starting_garnets: Some(amount),
            ..wire::Config::default()
        };
        refused("STARTING_GARNETS_OUT_OF_RANGE", "starting_garnets", options)
    });
    let per_seat = |reason, option, amounts: &[u32]| {
        let options = wire::Config {
            starting_garnets_per_seat: amounts.to_vec(),
            ..wire::Config::default()
        };
        refused(reason, option, options)
    };
    let lengths: [&[u32]; 4] = [&[20], &[20; 6], &[20; 8], &[20; 10_000]];
    let lengths =
        lengths.map(|amounts| per_seat("STARTING_GARNETS_WRONG_LENGTH", "starting_garnets_per_seat", amounts));
    let entry = per_seat(
        "STARTING_GARNETS_OUT_OF_RANGE",
        "starting_garnets_per_seat[3]",
        &[1, 2, 3, 1001, 5, 6, 7],
    );
    let zero = per_seat("STARTING_GARNETS_ALL_ZERO", "starting_garnets_per_seat", &[0; 7]);
    let long = wire::Config {
        death_match_info: "ß".repeat(2001),
        ..wire::Config::default()
    };
    let long = refused("DEATH_MATCH_INFO_TOO_LONG", "death_match_info", long);
    for_all.into_iter().chain(lengths).chain([entry, zero, long]).collect()
}

/// An action that is malformed in this field of a submission.
fn always(submission: &str, reason: &'static str, field: &str) -> Refused {
    Refused::always(submitting(submission), reason, format!("submit_round.{field}"))
}

/// An action that the state of the match refuses.
fn here(submission: &str, reason: &'static str) -> Refused {
    Refused::here(submitting(submission), reason)
}

/// Round 1, in which no seat holds anything.
fn first_round() -> Scene {
    let refused = vec![
        Refused::here(voting(Some(SeatIndex::new(1))), "WRONG_PHASE"),
        here("CHEST 3", "SKILL_NOT_ON_AUCTION"),
        here("? 3", "SKILL_NOT_ON_AUCTION"),
        here("GRUNKO_POP 3", "SKILL_NOT_ON_AUCTION"),
        always("POUCH 3, BOOK 1, POUCH 2", "DUPLICATE_BID", "bids[2].skill"),
        always("POUCH 1, BOOK 0", "BID_NOT_POSITIVE", "bids[1].amount"),
        here("zero POUCH", "SKILL_NOT_HELD"),
        here("discard, POUCH 1", "SKILL_NOT_HELD"),
        here("POUCH 11", "BID_OVER_MAX"),
        here("POUCH 4294967295, BOOK 4294967295", "BID_OVER_MAX"),
        here("POUCH 10, REPLENISH 10, BOOK 1", "OVER_BUDGET"),
        here("", "MUST_BID"),
        always("POUCH 1, naming GRUNKO_POP", "NULLIFY_NAME_INVALID", "nullify_name"),
        always("POUCH 1, naming ?", "NULLIFY_NAME_INVALID", "nullify_name"),
        always("POUCH 1, naming CHEST", "NULLIFY_NAME_NOT_ALLOWED", "nullify_name"),
        always("POUCH 1, naming P7", "UNKNOWN_SEAT", "treachery_target"),
        here("POUCH 1, naming P0", "TARGET_IS_SELF"),
        always("POUCH 1, naming P1", "TREACHERY_TARGET_NOT_ALLOWED", "treachery_target"),
        here("POUCH 1, designate P1", "SKILL_NOT_HELD"),
        here("POUCH 1, thief on P1", "SKILL_NOT_HELD"),
        here("POUCH 1, steal POP from P1", "SKILL_NOT_HELD"),
    ];
    Scene::of(Position::round(1).build(), SEAT, refused)
}

fn submitted() -> Scene {
    let position = Position::round(1).sealed(SEAT.get(), "POUCH 1").build();
    Scene::of(position, SEAT, vec![here("POUCH 1", "ALREADY_SUBMITTED")])
}

fn nullifying_round() -> Scene {
    let nameless = always("NULLIFY 1", "NULLIFY_NAME_REQUIRED", "nullify_name");
    Scene::of(Position::round(3).build(), SEAT, vec![nameless])
}

fn nullified() -> Scene {
    let position = Position::round(5)
        .skills(SEAT.get(), "GOD_DEFYING_WILL, POP")
        .nullified("GOD_DEFYING_WILL")
        .build();
    Scene::of(position, SEAT, vec![here("discard, BANK 1", "SKILL_IS_NULLIFIED")])
}

/// Round 7 for a seat that has every skill with a target seat, and has made its zero bid.
fn last_round() -> Scene {
    let position = Position::round(7)
        .skills(
            SEAT.get(),
            "GOD_DEFYING_WILL, PHANTOM_THIEVES, DARK_RITUAL, GARNET_THIEF, SKILL_THIEF, BALLER",
        )
        .played(6, SEAT.get(), "zero BALLER, SKILL_THIEF 2, designate P1")
        .build();
    let refused = vec![
        here("discard, VAULT 1, designate P0", "NO_GRUNKO_POP"),
        here("zero VAULT, designate P0", "DARK_RITUAL_SPENT"),
        always(
            "TREACHERY 1, designate P0",
            "TREACHERY_TARGET_REQUIRED",
            "treachery_target",
        ),
        here("VAULT 1", "PHANTOM_TARGET_REQUIRED"),
        always("VAULT 1, designate P9", "UNKNOWN_SEAT", "phantom_target"),
        always(
            "VAULT 1, designate P0, thief on P255",
            "UNKNOWN_SEAT",
            "garnet_thief_target",
        ),
        here("VAULT 1, designate P0, thief on P0", "TARGET_IS_SELF"),
        always(
            "VAULT 1, designate P0, steal POP from P7",
            "UNKNOWN_SEAT",
            "skill_thief.target",
        ),
        always(
            "VAULT 1, designate P0, steal POP from ?",
            "UNKNOWN_SEAT",
            "skill_thief.target",
        ),
        here("VAULT 1, designate P0, steal POP from P0", "TARGET_IS_SELF"),
        here("VAULT 1, designate P0, steal POP from P1", "TARGET_LACKS_SKILL"),
        here("VAULT 1, designate P0, steal ? from P1", "TARGET_LACKS_SKILL"),
    ];
    Scene::of(position, SEAT, refused)
}

/// Round 6, for seats with skills that limit their bids.
fn limits() -> [Scene; 4] {
    let limited = [
        ("SADNESS", "BALLER 1", "CANNOT_BID_THIS_ROUND"),
        ("EYES_ON_THE_PRIZE", "BANK 1, BALLER 1", "TOO_MANY_SKILLS"),
        ("EVEN_STEVEN", "BALLER 1", "BID_NOT_EVEN"),
        ("CORROSIVE_GREED", "BANK 10, BALLER 6", "BELOW_FLOOR"),
    ];
    limited.map(|(held, submission, reason)| {
        let position = Position::round(6).skills(SEAT.get(), held).build();
        Scene::of(position, SEAT, vec![here(submission, reason)])
    })
}

fn tie_break() -> [Scene; 3] {
    let position = || Position::end().all_garnets(TIED);
    let last = SeatIndex::new(6);
    let nobody = [None, Some(SEAT), Some(SeatIndex::new(7)), Some(SeatIndex::new(u8::MAX))];
    let mut refused = vec![here("VAULT 1", "WRONG_PHASE")];
    refused.extend(nobody.map(|seat| Refused::here(voting(seat), "NOT_A_CANDIDATE")));
    let loser = Refused::here(voting(Some(SeatIndex::new(4))), "NOT_YOUR_DECISION");
    let again = Refused::here(voting(Some(last)), "ALREADY_VOTED");
    [
        Scene::of(position().build(), SEAT, refused),
        Scene::of(position().build(), last, vec![loser]),
        Scene::of(position().voted(SEAT.get(), last.get()).build(), SEAT, vec![again]),
    ]
}

fn ended() -> Scene {
    let position = Position::end().all_garnets([0, 1, 2, 30, 40, 50, 60]).build();
    let late = vec![
        here("VAULT 1", "MATCH_OVER"),
        Refused::here(GrunkleMatch::write_action(&vote(6)), "MATCH_OVER"),
    ];
    Scene::of(position, SEAT, late)
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
        game: Some(game_config::Game::GrunkleMatch(options)),
    }
}

fn submitting(submission: &str) -> GameAction {
    GrunkleMatch::write_action(&submit(submission))
}

fn voting(seat: Option<SeatIndex>) -> GameAction {
    GrunkleMatch::write_action(&Action::VoteElimination { seat })
}
