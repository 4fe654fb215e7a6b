//! The printed numbers and their constraints (1.2, SW-R40).

use tinsel_snowball_war::{Config, Die, Draft, FaceAction, Sheet, Times, testkit::Position};

use crate::support::*;

/// A sheet in the letters of 1.2.
fn letters(sheet: Sheet) -> String {
    let one = |value: Die| {
        let face = sheet.face(value);
        match (face.action, face.times, face.dodge) {
            (FaceAction::Throw, Times::Once, false) => "T",
            (FaceAction::Throw, Times::Twice, false) => "TT",
            (FaceAction::Move, Times::Once, false) => "M",
            (FaceAction::Move, Times::Twice, false) => "MM",
            (FaceAction::Nothing, Times::Once, true) => "D",
            _ => "?",
        }
    };
    Die::ALL.map(one).join(" ")
}

// SW-R40
#[test]
fn the_usual_cards_are_those_of_the_table() {
    let usual = [
        (Stephen, 2, "M M D T D T"),
        (Paul, 3, "M D M T T MM"),
        (Robert, 4, "M T M D T M"),
        (Bianca, 3, "D M T M D TT"),
        (Natasha, 3, "D T M T M TT"),
        (Emily, 3, "D M T M D MM"),
    ];
    let shown = public(&Position::bench(0).build()).sheets;
    for (who, scarf, faces) in usual {
        let sheet = Config::default().sheet(who);
        assert_eq!((sheet.scarf, letters(sheet).as_str()), (scarf, faces), "{who}");
        assert_eq!(*shown.at(who), sheet);
    }
}

// SW-R40
#[test]
fn any_of_it_can_be_replaced_but_for_the_ability() {
    let options = open(Draft {
        sheets: vec![sheet(Paul, 9, "TT MMD D - T MD")],
        ..Draft::default()
    });
    assert_eq!(options.sheet(Paul).scarf, 9);
    assert_eq!(
        options.sheet(Robert),
        Sheet::usual(Robert),
        "whoever is not named keeps its own"
    );
    let game = Position::action(0)
        .config(options)
        .stands(Paul, 300, 150)
        .dice(Paul, [4, 4])
        .stands(Bianca, 380, 150)
        .build();
    let paul = *public(&game).sheets.at(Paul);
    assert!(paul.faces[1].dodge && paul.faces[1].times == Times::Twice);
    let double = tinsel_snowball_war::testkit::double_throw(Bianca);
    assert_eq!(code(&game, 0, &double), "ok", "with 4s that do nothing on this sheet");
}
