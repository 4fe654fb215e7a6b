//! Options: sentences, defaults, and the order in which they are checked (section 4). `conformance` tests that each
//! bound is exact.

use tinsel_engine::GameEngine;
use tinsel_snowball_war::{
    Asked, Config, Draft, FaceAction, FaceDraft, FirstPicker, Obstacle, SheetDraft, SnowballWar,
};

use crate::support::*;

/// Asserts the option and the code of the refusal, and returns its sentence.
#[track_caller]
fn refused(draft: Draft, option: &str, code: &str) -> String {
    let error = SnowballWar::configure(None, draft).unwrap_err();
    assert_eq!((&*error.option, error.code), (option, code));
    error.sentence.into_owned()
}

/// A draft with a fault in every option, in the order of the table, with the expected errors.
fn all_wrong() -> (Draft, [(&'static str, &'static str); 13]) {
    let draft = Draft {
        field_depth: Some(199),
        field_breadth: Some(2001),
        move_distance: Some(39),
        snowball_distance: Some(2001),
        character_radius: Some(21),
        snowman_radius: Some(41),
        contact_gap: Some(6),
        obstacle_count: Some(9),
        obstacles: Some(vec![None; 13]),
        snowmen_block_sight: Some(false),
        first_picker: Asked::Unknown,
        snowman_limit: Some(13),
        turn_limit: Some(201),
        sheets: vec![SheetDraft::default()],
    };
    let errors = [
        (
            "field_depth",
            "field_depth must be 200 to 2000 mm; at least move_distance +",
        ),
        (
            "field_breadth",
            "field_breadth must be 200 to 2000 mm; at least 24 character_radius + 2 snowman_radius - 6.",
        ),
        ("move_distance", "move_distance must be 40 to 400 mm."),
        ("snowball_distance", "snowball_distance must be 40 to 2000 mm."),
        ("character_radius", "character_radius must be 5 to 20 mm."),
        (
            "snowman_radius",
            "snowman_radius must be 5 to 40 mm, and at least character_radius.",
        ),
        ("contact_gap", "contact_gap must be 0 to 5 mm."),
        (
            "obstacle_count",
            "obstacle_count must be 0 to 8, and not set with obstacles.",
        ),
        ("obstacles", "obstacles can be at most 12 shapes."),
        ("first_picker", "first_picker must be RANDOM, SEAT_0 or SEAT_1."),
        ("snowman_limit", "snowman_limit must be 1 to 12."),
        ("turn_limit", "turn_limit must be 1 to 200."),
        ("sheets[0]", "sheet of"),
    ];
    (draft, errors)
}

/// Corrects one option after the other: the error names the first wrong one, with its sentence.
#[test]
fn options_are_checked_in_the_order_of_the_table() {
    let (mut draft, errors) = all_wrong();
    for (option, sentence) in errors {
        let code = match option {
            "obstacles" => "OBSTACLES_TOO_MANY".to_owned(),
            "first_picker" => "FIRST_PICKER_UNKNOWN".to_owned(),
            "sheets[0]" => "SHEET_INVALID".to_owned(),
            number => format!("{}_OUT_OF_RANGE", number.to_uppercase()),
        };
        let given = refused(draft.clone(), option, &code);
        assert!(given.starts_with(sentence), "{given}");
        match option {
            "field_depth" => draft.field_depth = None,
            "field_breadth" => draft.field_breadth = None,
            "move_distance" => draft.move_distance = None,
            "snowball_distance" => draft.snowball_distance = None,
            "character_radius" => draft.character_radius = None,
            "snowman_radius" => draft.snowman_radius = None,
            "contact_gap" => draft.contact_gap = None,
            "obstacle_count" => draft.obstacle_count = None,
            "obstacles" => draft.obstacles = None,
            "first_picker" => draft.first_picker = Asked::LeftOut,
            "snowman_limit" => draft.snowman_limit = None,
            "turn_limit" => draft.turn_limit = None,
            _ => draft.sheets = Vec::new(),
        }
    }
    assert!(SnowballWar::configure(None, draft).is_ok());
}

/// The form of a shape is checked with its option; its position is checked last.
#[test]
fn the_form_of_obstacles_comes_before_other_options_and_their_places_after_the_cross_checks() {
    let malformed = circle(250, 150, 0);
    let misplaced = circle(10, 150, 5);
    let with = |shapes: Vec<Option<Obstacle>>| Draft {
        obstacles: Some(shapes),
        ..Draft::default()
    };
    let form = Draft {
        first_picker: Asked::Unknown,
        ..with(vec![misplaced, malformed])
    };
    refused(form, "obstacles[1]", "OBSTACLE_INVALID");
    let picker = Draft {
        first_picker: Asked::Unknown,
        ..with(vec![misplaced])
    };
    refused(picker, "first_picker", "FIRST_PICKER_UNKNOWN");
    let cross = Draft {
        field_breadth: Some(263),
        ..with(vec![misplaced])
    };
    refused(cross, "field_breadth", "FIELD_BREADTH_TOO_SMALL");
    let two = with(vec![circle(250, 150, 5), misplaced, circle(499, 150, 5)]);
    assert_eq!(
        refused(two, "obstacles[1]", "OBSTACLE_INVALID"),
        "obstacle 1 is malformed, outside the field, or inside a home strip."
    );
}

#[test]
fn the_cross_checks_come_in_their_order_and_with_their_sentences() {
    let deployments = "field_depth is too small for two deployments.";
    let room = "field_depth is too small for obstacles.";
    let returning = "field_breadth is too small for returning characters.";
    let all = Draft {
        field_depth: Some(200),
        field_breadth: Some(200),
        move_distance: Some(100),
        character_radius: Some(20),
        snowman_radius: Some(40),
        ..Draft::default()
    };
    let depth = |draft| refused(draft, "field_depth", "FIELD_DEPTH_TOO_SMALL");
    let breadth = |draft| refused(draft, "field_breadth", "FIELD_BREADTH_TOO_SMALL");
    assert_eq!(depth(all.clone()), deployments);
    // 4·60 + 60 = 300, whereas a move of 40 needs 241 only.
    let shorter = Draft {
        field_depth: Some(299),
        move_distance: Some(40),
        ..all
    };
    assert_eq!(depth(shorter.clone()), room);
    let deeper = Draft {
        field_depth: Some(300),
        ..shorter
    };
    assert_eq!(breadth(deeper.clone()), returning);
    let shortest = Draft {
        field_breadth: Some(553),
        ..deeper.clone()
    };
    assert_eq!(breadth(shortest), returning);
    let fine = Draft {
        field_breadth: Some(554),
        ..deeper
    };
    assert!(SnowballWar::configure(None, fine).is_ok());
}

#[test]
fn a_sheet_is_malformed_for_these_reasons() {
    let sound = || sheet(Paul, 3, "T T T T T T");
    let with = |sheets: Vec<SheetDraft>| {
        SnowballWar::configure(
            None,
            Draft {
                sheets,
                ..Draft::default()
            },
        )
    };
    assert!(with(vec![sound()]).is_ok());
    let face = |face: FaceDraft| {
        let mut one = sound();
        one.faces[5] = face;
        with(vec![one])
    };
    let thrown = FaceDraft {
        action: Asked::Given(FaceAction::Throw),
        ..FaceDraft::default()
    };
    assert!(face(thrown).is_ok(), "once and without a dodge, where neither is set");
    let nothing = FaceDraft {
        action: Asked::Given(FaceAction::Nothing),
        ..FaceDraft::default()
    };
    assert!(face(nothing).is_ok());
    for wrong in [
        FaceDraft::default(),
        FaceDraft {
            action: Asked::Unknown,
            ..thrown
        },
        FaceDraft {
            times: Some(0),
            ..thrown
        },
        FaceDraft {
            times: Some(3),
            ..thrown
        },
        FaceDraft {
            times: Some(2),
            ..nothing
        },
    ] {
        let error = face(wrong).unwrap_err();
        assert_eq!(error.code, "SHEET_INVALID");
        assert!(error.sentence.starts_with("sheet of "), "{}", error.sentence);
        assert!(error.sentence.contains(" is malformed: "), "{}", error.sentence);
        assert!(error.sentence.contains("PAUL"), "{}", error.sentence);
    }
    // The number of faces can exceed a byte.
    for count in [0, 5, 7, 255, 300] {
        let mut many = sound();
        many.faces = vec![thrown; count];
        let sentence = with(vec![many]).unwrap_err().sentence;
        let expected = format!("sheet of PAUL is malformed: faces must be six, for the values 1 to 6 (got {count}).");
        assert_eq!(sentence, expected);
    }
    let once_more = with(vec![sound(), sheet(Robert, 3, "T T T T T T"), sound()]);
    assert_eq!(once_more.unwrap_err().option, "sheets[2]");
}

#[test]
fn omitted_options_have_defaults_and_zero_and_empty_are_values() {
    let options = config(Draft::default());
    assert_eq!(options, Config::default());
    assert_eq!((options.obstacle_count, &options.obstacles), (None, &None));
    assert!(options.snowmen_block_sight);
    assert_eq!((options.snowman_limit, options.turn_limit), (4, 30));
    assert_eq!(options.first_picker, FirstPicker::Random);
    let zeros = config(Draft {
        contact_gap: Some(0),
        obstacles: Some(Vec::new()),
        snowmen_block_sight: Some(false),
        ..Draft::default()
    });
    assert_eq!(zeros.measures.contact_gap, 0);
    assert_eq!(zeros.obstacles, Some(Vec::new()));
    assert!(!zeros.snowmen_block_sight);
    let usual = config(Draft {
        sheets: vec![sheet(Paul, 3, "M D M T T MM")],
        ..Draft::default()
    });
    assert_eq!(usual, Config::default(), "the usual sheet is the default");
    let none = config(Draft {
        obstacle_count: Some(0),
        ..Draft::default()
    });
    assert_eq!(none.obstacle_count, Some(0));
    let both = Draft {
        obstacle_count: Some(0),
        obstacles: Some(Vec::new()),
        ..Draft::default()
    };
    refused(both, "obstacle_count", "OBSTACLE_COUNT_WITH_OBSTACLES");
}
