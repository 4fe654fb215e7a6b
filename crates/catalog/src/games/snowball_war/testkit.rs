//! The testkit of Snowball War for tests that are independent of games.

use tinsel_engine::{Chance, Viewer};
use tinsel_engine_testkit::{Bound, GameSetup, checks::CheckedPosition};
use tinsel_snowball_war::{
    Asked, Character, Draft, FaceAction, FaceDraft, FirstPicker, SheetDraft, SnowballWar, testkit,
};

use crate::testkit::{Lend, Unreachable};

impl Lend for SnowballWar {
    const NOTHING_HIDDEN: Option<&'static str> = None;

    const UNREACHABLE: &'static [Unreachable] = &[];

    const SECRET_TABLE: &'static str = "default";

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

    fn tables() -> Vec<GameSetup<Self>> {
        let cramped = Draft {
            field_depth: Some(260),
            field_breadth: Some(264),
            move_distance: Some(120),
            snowball_distance: Some(400),
            obstacle_count: Some(2),
            first_picker: Asked::Given(FirstPicker::Seat1),
            turn_limit: Some(8),
            ..Draft::default()
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

    fn redeal(game: &Self, viewer: Viewer, chance: &mut dyn Chance) -> Option<Self> {
        testkit::redeal(game, viewer, chance)
    }

    fn bounds() -> Vec<Bound<Self>> {
        testkit::bounds()
    }

    fn checked_positions() -> Vec<CheckedPosition<Self>> {
        testkit::checked_positions()
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
