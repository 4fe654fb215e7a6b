//! The testkit of Snowball War for tests that are independent of games.

use tinsel_engine_testkit::GameSetup;
use tinsel_snowball_war::{Asked, Character, Draft, FaceAction, FaceDraft, SheetDraft, SnowballWar, testkit};

use crate::testkit::{Kit, Lend, Unreachable};

impl Lend for SnowballWar {
    const KIT: Kit<Self> = Kit {
        redeal: testkit::redeal,
        bounds: testkit::bounds,
        checked_positions: testkit::checked_positions,
    };

    const NOTHING_HIDDEN: Option<&'static str> = None;

    const UNREACHABLE: &'static [Unreachable] = &[];

    const SECRET_SETUP: &'static str = "default";

    // Names of the parts of choices and allocations, and of their results.
    const SECRET_NAMES: &'static [&'static str] = &[
        "RerollChoice",
        "AllocationChoice",
        "DiceRerolled",
        "DiceAllocated",
        "pool_size",
        "as_value",
        "contact_least",
    ];

    fn setups() -> Vec<GameSetup<Self>> {
        let cramped = Draft {
            turn_limit: Some(8),
            ..testkit::cramped()
        };
        let open = Draft {
            obstacles: Some(Vec::new()),
            snowmen_block_sight: Some(false),
            sheets: vec![fierce(Character::Paul), fierce(Character::Emily)],
            turn_limit: Some(4),
            ..Draft::default()
        };
        vec![
            GameSetup::new("default", Draft::default()),
            GameSetup::new("cramped", cramped),
            GameSetup::new("open-field", open),
        ]
    }
}

/// A sheet with two throws and a dodge for every value of the die, and with an early running away.
fn fierce(character: Character) -> SheetDraft {
    let face = FaceDraft {
        action: Asked::Given(FaceAction::Throw),
        times: Some(2),
        dodge: Some(true),
    };
    SheetDraft {
        character: Some(character),
        scarf: Some(1),
        faces: vec![face; 6],
    }
}
