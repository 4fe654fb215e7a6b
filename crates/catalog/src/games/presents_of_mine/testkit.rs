//! The testkit of Presents of Mine for tests that are independent of games.

use tinsel_engine_testkit::GameSetup;
use tinsel_presents_of_mine::{Asked, Draft, ListReveal, PregameHands, PresentsOfMine, Round3Majority, testkit};

use crate::testkit::{Kit, Lend, Unreachable};

impl Lend for PresentsOfMine {
    const KIT: Kit<Self> = Kit {
        redeal: testkit::redeal,
        bounds: testkit::bounds,
        checked_positions: testkit::checked_positions,
    };

    const NOTHING_HIDDEN: Option<&'static str> = None;

    const UNREACHABLE: &'static [Unreachable] = &[
        (
            "NOT_A_SEAT",
            "the seat comes from a token, and tokens are given for seats of the match",
        ),
        ("NO_DECISION_OWED", "it refuses a timeout, and no call times a seat out"),
    ];

    const SECRET_SETUP: &'static str = "private-pregame-and-list-before-selection";

    // Names of the parts of submissions and hands.
    const SECRET_NAMES: &'static [&'static str] = &[
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

    fn setups() -> Vec<GameSetup<Self>> {
        let list_first = Draft {
            list_reveal: Asked::Given(ListReveal::BeforeSelection),
            ..Draft::default()
        };
        let private = Draft {
            pregame_hands: Asked::Given(PregameHands::Private),
            ..Draft::default()
        };
        let private_and_list_first = Draft {
            list_reveal: list_first.list_reveal,
            ..private
        };
        let private_and_skip = Draft {
            round3_majority: Asked::Given(Round3Majority::Skip),
            ..private
        };
        vec![
            GameSetup::new("default", Draft::default()),
            GameSetup::new("list-before-selection", list_first),
            GameSetup::new(Self::SECRET_SETUP, private_and_list_first),
            GameSetup::new("private-pregame-and-no-majority-in-round-3", private_and_skip),
        ]
    }
}
