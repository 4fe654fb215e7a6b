//! Options and their checks (section 4; SS-R52).

use tinsel_engine::{GameEngine, SeatIndex};
use tinsel_secret_santa::{Draft, SecretSanta, Special};

use crate::support::*;

/// `ok`, or option and code of the refusal.
fn checked(players: Option<u32>, draft: Draft) -> String {
    match SecretSanta::configure(players, draft) {
        Ok(_) => "ok".to_owned(),
        Err(error) => format!("{} {}", error.option, error.code),
    }
}

/// A draft with faults in all options from `deals` on.
fn all_wrong() -> Draft {
    Draft {
        deals: Some(0),
        elves: Some(9),
        specials: Some(vec![
            None,
            Some(Special::Santa),
            Some(Special::Santa),
            Some(Special::Ghost),
        ]),
        first_dealer: Some(99),
        auto_final_gift: false,
    }
}

#[test]
fn the_first_check_that_fails_is_reported() {
    let mut draft = all_wrong();
    assert_eq!(checked(Some(2), draft.clone()), "seats PLAYERS_OUT_OF_RANGE");
    assert_eq!(checked(Some(9), draft.clone()), "seats PLAYERS_OUT_OF_RANGE");
    assert_eq!(checked(Some(3), draft.clone()), "deals DEALS_OUT_OF_RANGE");
    draft.deals = Some(1);
    assert_eq!(checked(Some(3), draft.clone()), "elves ELVES_OUT_OF_RANGE");
    draft.elves = Some(8);
    // Each code is checked for the whole list before the next code.
    assert_eq!(checked(Some(3), draft.clone()), "specials SPECIAL_UNKNOWN");
    draft.specials = Some(vec![
        Some(Special::Ghost),
        Some(Special::Santa),
        Some(Special::Santa),
        None,
    ]);
    assert_eq!(checked(Some(3), draft.clone()), "specials SPECIAL_UNKNOWN");
    draft.specials = Some(vec![Some(Special::Ghost), Some(Special::Santa), Some(Special::Santa)]);
    assert_eq!(checked(Some(3), draft.clone()), "specials SPECIAL_DUPLICATE");
    draft.specials = Some(vec![Some(Special::Santa), Some(Special::Ghost)]);
    assert_eq!(checked(Some(3), draft.clone()), "specials SPECIAL_NOT_FOR_THREE");
    assert_eq!(
        checked(Some(4), draft.clone()),
        "first_dealer FIRST_DEALER_OUT_OF_RANGE"
    );
    draft.first_dealer = Some(3);
    assert_eq!(checked(Some(4), draft), "ok");
}

// SS-R52
#[test]
fn three_may_list_three_kinds_only() {
    for special in Special::ALL {
        let for_four = checked(Some(4), listed(&[special], 3));
        let for_three = checked(Some(3), listed(&[special], 3));
        let expected = match special {
            Special::Elves => ("specials SPECIAL_UNKNOWN", "specials SPECIAL_UNKNOWN"),
            Special::Santa | Special::Tree | Special::Fruitcake => ("ok", "ok"),
            _ => ("ok", "specials SPECIAL_NOT_FOR_THREE"),
        };
        assert_eq!((for_four.as_str(), for_three.as_str()), expected, "{special}");
    }
}

#[test]
fn omitted_options_have_defaults_and_zero_and_empty_are_values() {
    let four = config(4, Draft::default());
    assert_eq!(
        (four.deals, four.elves, four.first_dealer, four.auto_final_gift),
        (3, 3, None, false)
    );
    assert_eq!(four.specials.len(), 7);
    let three = config(3, Draft::default()).specials;
    assert_eq!(three, [Special::Santa, Special::Tree, Special::Fruitcake]);
    let zeros = Draft {
        elves: Some(0),
        specials: Some(vec![]),
        first_dealer: Some(0),
        ..Draft::default()
    };
    let config = config(4, zeros);
    assert_eq!(
        (config.elves, config.specials.len(), config.first_dealer),
        (0, 0, Some(SeatIndex::new(0)))
    );
    assert_eq!(config.deck().len(), 78);
}

#[test]
fn the_sentences_are_the_specifications() {
    let sentence = |players, draft| {
        SecretSanta::configure(players, draft)
            .unwrap_err()
            .sentence
            .into_owned()
    };
    let specials = |specials: Vec<Option<Special>>| Draft {
        specials: Some(specials),
        ..Draft::default()
    };
    let draft = all_wrong();
    assert_eq!(sentence(None, draft.clone()), "Secret Santa needs 3 to 8 players.");
    assert_eq!(sentence(Some(3), draft), "deals must be 1 to 20.");
    let elves = Draft {
        elves: Some(9),
        ..Draft::default()
    };
    assert_eq!(sentence(Some(3), elves), "elves must be 0 to 8 cards.");
    assert_eq!(
        sentence(Some(3), specials(vec![None])),
        "That is no special card that can be listed."
    );
    let twice = specials(vec![Some(Special::Tree), Some(Special::Tree)]);
    assert_eq!(sentence(Some(3), twice), "A special card is listed twice.");
    let mouse = specials(vec![Some(Special::Mouse)]);
    assert_eq!(
        sentence(Some(3), mouse),
        "With 3 players only SANTA, TREE and FRUITCAKE may be listed."
    );
    let dealer = Draft {
        first_dealer: Some(3),
        ..Draft::default()
    };
    assert_eq!(sentence(Some(3), dealer), "first_dealer must be a seat of this match.");
}
