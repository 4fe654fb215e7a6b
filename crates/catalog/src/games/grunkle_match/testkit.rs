//! The testkit of Grunkle Match for tests that are independent of games.

use tinsel_engine_testkit::GameSetup;
use tinsel_grunkle_match::{DeathMatchInfo, Draft, GrunkleMatch, Skill, testkit};

use crate::testkit::{Kit, Lend, Unreachable};

/// The text about the Death Match, if there is one.
const WHISPERED: &str = "Bring a spoon.";

impl Lend for GrunkleMatch {
    const KIT: Kit<Self> = Kit {
        redeal: testkit::redeal,
        bounds: testkit::bounds,
        checked_positions: testkit::checked_positions,
    };

    const NOTHING_HIDDEN: Option<&'static str> = None;

    const UNREACHABLE: &'static [Unreachable] =
        &[("NO_DECISION_OWED", "it refuses a timeout, and no call times a seat out")];

    const SECRET_SETUP: &'static str = "death-match-info";

    // Names of the parts of submissions and of their results, beside the skills.
    const SECRET_NAMES: &'static [&'static str] = &[
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

    fn setups() -> Vec<GameSetup<Self>> {
        let uneven = Draft {
            starting_garnets_per_seat: vec![20, 0, 3, 40, 7, 1, 1000],
            ..Draft::default()
        };
        let whispered = Draft {
            starting_garnets: Some(40),
            death_match_info: DeathMatchInfo::new(WHISPERED),
            ..Draft::default()
        };
        vec![
            GameSetup::new("default", Draft::default()),
            GameSetup::new("garnets-per-seat", uneven),
            GameSetup::new("death-match-info", whispered),
        ]
    }

    fn secret_options() -> Vec<&'static str> {
        vec![WHISPERED]
    }

    fn more_secret_names() -> Vec<String> {
        Skill::ALL.map(|skill| format!("{skill:?}")).to_vec()
    }
}
