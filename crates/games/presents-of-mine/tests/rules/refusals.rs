//! Section 6: every refusal, in the order of the checks.

use std::collections::BTreeSet;

use tinsel_engine::{Fault, GameEngine, RejectCode};
use tinsel_presents_of_mine::{
    Action, Config, Letter, PresentRef, PresentsOfMine, Rejected, Replacement,
    testkit::{Position, pass, references, select, steal, swap},
};

use crate::support::*;

const NO_REF: PresentRef = PresentRef {
    letter: None,
    staleness: 0,
    layers: 0,
};
const HUGE: PresentRef = PresentRef {
    letter: Some(Letter::A),
    staleness: u32::MAX,
    layers: 0,
};

fn passing(passes: Vec<PresentRef>, replacement: Option<Replacement>) -> Action {
    Action::PassPresents { passes, replacement }
}

/// The references of a text, with one of them replaced.
fn with(text: &str, index: usize, reference: PresentRef) -> Vec<PresentRef> {
    let mut references = references(text);
    references[index] = reference;
    references
}

fn replacing(discard: Option<PresentRef>, take: Option<Letter>) -> Option<Replacement> {
    Some(Replacement { discard, take })
}

fn fault(game: &PresentsOfMine, index: u8, action: &Action) -> String {
    match game.resolve(seat(index), action).unwrap_err().fault() {
        Fault::Malformed { field } => field.into_owned(),
        Fault::Refused => "refused".to_owned(),
    }
}

/// Rejected for the reason with the sentence.
#[track_caller]
fn told(game: &PresentsOfMine, index: u8, action: &Action, code: &str, sentence: &str) {
    assert_eq!(refused(game, index, action), (code_of(code), sentence.to_owned()));
}

fn code_of(code: &str) -> &'static str {
    Rejected::CATALOGUE
        .iter()
        .find(|reason| reason.code == code)
        .unwrap()
        .code
}

#[test]
fn common_checks_come_first_and_in_order() {
    let over = Position::finished().build();
    told(
        &over,
        8,
        &select(""),
        "UNKNOWN_SEAT",
        "There is no such seat in this match; seats are 0 to 7.",
    );
    told(
        &over,
        0,
        &select(""),
        "MATCH_FINISHED",
        "The match is over; no more actions are accepted.",
    );
    let pregame = start(Config::default());
    told(
        &pregame,
        0,
        &pass(""),
        "WRONG_ACTION",
        "This phase expects SelectPresents.",
    );
    let round = Position::round(1).sealed(0, pass("A0 B0 F0")).build();
    told(
        &round,
        0,
        &steal(""),
        "WRONG_ACTION",
        "This phase expects PassPresents.",
    );
    told(
        &round,
        0,
        &pass(""),
        "ALREADY_SUBMITTED",
        "Your submission for this step is already in and final.",
    );
    let stealing = Position::round(4).build();
    told(
        &stealing,
        0,
        &pass(""),
        "WRONG_ACTION",
        "This phase expects StealPresents.",
    );
}

#[test]
fn select_presents_checks_count_then_letters_then_repetition() {
    let game = start(Config::default());
    told(
        &game,
        0,
        &select("ZZ"),
        "SELECTION_COUNT",
        "Select exactly five presents.",
    );
    told(
        &game,
        0,
        &select("AAZKA"),
        "UNKNOWN_PRESENT",
        "Only the presents A to J can be selected.",
    );
    told(
        &game,
        0,
        &select("ABCBC"),
        "DUPLICATE_PRESENT",
        "The five presents must be different.",
    );
    assert_eq!(fault(&game, 0, &select("ZZ")), "select_presents.letters");
    assert_eq!(fault(&game, 0, &select("AAZKA")), "select_presents.letters[2]");
    assert_eq!(fault(&game, 0, &select("ABCBC")), "select_presents.letters[3]");
}

#[test]
fn pass_presents_checks_the_passes_first() {
    let game = Position::round(1).hand(0, "A0 A0 B1 C2 H3 I1").build();
    let bad = replacing(None, None);
    let count = "Pass exactly three presents: one each to the first, second and third player below you.";
    told(&game, 0, &passing(vec![NO_REF; 2], bad), "PASS_COUNT", count);
    assert_eq!(fault(&game, 0, &passing(vec![NO_REF; 4], bad)), "pass_presents.passes");
    let form = "Name a present by letter and staleness; a Kaboom Present also by its layers (1–6), all others with \
                layers 0.";
    told(
        &game,
        0,
        &passing(with("G0 A0 A0", 2, NO_REF), bad),
        "BAD_PRESENT_REF",
        form,
    );
    assert_eq!(
        fault(&game, 0, &passing(with("G0 A0 A0", 2, NO_REF), bad)),
        "pass_presents.passes[2]"
    );
    told(
        &game,
        0,
        &passing(references("A0 G0 J0"), bad),
        "PRESENT_NOT_HELD",
        "You do not hold G0.",
    );
    told(
        &game,
        0,
        &passing(references("K3(4) A0 A0"), bad),
        "PRESENT_NOT_HELD",
        "You do not hold K3(4).",
    );
    let huge = passing(with("A0 A0 B1", 1, HUGE), None);
    told(&game, 0, &huge, "PRESENT_NOT_HELD", "You do not hold A4294967295.");
    told(
        &game,
        0,
        &passing(references("A0 A0 A0"), bad),
        "NOT_ENOUGH_COPIES",
        "You hold only 2 of A0.",
    );
    let one = "You hold only 1 of B1.";
    told(
        &game,
        0,
        &passing(references("B1 A0 B1"), bad),
        "NOT_ENOUGH_COPIES",
        one,
    );
    let none = "There is no replacement in this round.";
    told(
        &game,
        0,
        &passing(references("A0 A0 B1"), bad),
        "REPLACEMENT_NOT_ALLOWED",
        none,
    );
    assert_eq!(fault(&game, 0, &passing(references("A0 A0 B1"), bad)), "refused");
}

#[test]
fn pass_presents_checks_the_replacement_after_the_passes() {
    let game = Position::round(2).hand(0, "A0 A0 B1 C2 H3 I1").build();
    let required = "This round you must also replace one of the presents you keep.";
    told(&game, 0, &pass("A0 B1 C2"), "REPLACEMENT_REQUIRED", required);
    told(
        &game,
        0,
        &pass("A0 A0 A0"),
        "NOT_ENOUGH_COPIES",
        "You hold only 2 of A0.",
    );
    let given = |discard: Option<PresentRef>, take| passing(references("A0 A0 B1"), replacing(discard, take));
    for discard in [None, Some(NO_REF)] {
        assert_eq!(refusal(&game, 0, &given(discard, None)), "BAD_PRESENT_REF");
        assert_eq!(
            fault(&game, 0, &given(discard, None)),
            "pass_presents.replacement.discard"
        );
    }
    told(
        &game,
        0,
        &given(Some(HUGE), None),
        "PRESENT_NOT_HELD",
        "You do not hold A4294967295.",
    );
    let kept = "A0 is being passed; replace one of the three presents you keep.";
    told(
        &game,
        0,
        &given(Some(references("A0")[0]), None),
        "REPLACEMENT_NOT_KEPT",
        kept,
    );
    let take = "In this round you can take K or L.";
    for letter in [None, Some(Letter::A), Some(Letter::M)] {
        told(
            &game,
            0,
            &given(Some(references("C2")[0]), letter),
            "UNKNOWN_REPLACEMENT",
            take,
        );
    }
    let third = Position::round(3).build();
    let take = "In this round you can take M or N.";
    told(&third, 0, &swap("A0 B0 F0", "G0", "K"), "UNKNOWN_REPLACEMENT", take);
    assert_eq!(fault(&third, 0, &swap("A0 B0 F0", "G0", "K")), "refused");
}

#[test]
fn steal_presents_checks_count_then_form_then_hands() {
    let game = Position::round(4).build();
    let stealing = |steals| Action::StealPresents { steals };
    let count = "Name exactly three presents: one of the first, second and third player above you.";
    told(&game, 0, &stealing(vec![NO_REF; 4]), "STEAL_COUNT", count);
    assert_eq!(fault(&game, 0, &stealing(vec![])), "steal_presents.steals");
    assert_eq!(
        refusal(&game, 0, &stealing(with("J0 A0 A0", 1, NO_REF))),
        "BAD_PRESENT_REF"
    );
    assert_eq!(
        fault(&game, 0, &stealing(with("J0 A0 A0", 1, NO_REF))),
        "steal_presents.steals[1]"
    );
    told(
        &game,
        0,
        &steal("A0 J0 J1"),
        "TARGET_LACKS_PRESENT",
        "Player 6 does not hold J0.",
    );
    let huge = stealing(with("A0 A0 A0", 2, HUGE));
    told(
        &game,
        0,
        &huge,
        "TARGET_LACKS_PRESENT",
        "Player 5 does not hold A4294967295.",
    );
}

#[test]
fn a_timeout_is_refused_for_who_owes_nothing() {
    let game = Position::round(1).sealed(3, pass("A0 B0 F0")).build();
    let told = |index| {
        let rejected = game.absent(seat(index)).unwrap_err();
        (rejected.code(), rejected.to_string())
    };
    assert_eq!(told(3), ("NO_DECISION_OWED", "This seat owes no decision.".to_owned()));
    assert_eq!(told(8).0, "UNKNOWN_SEAT");
    let over = Position::finished().build();
    assert_eq!(over.absent(seat(8)).unwrap_err().code(), "UNKNOWN_SEAT");
    assert_eq!(over.absent(seat(0)).unwrap_err().code(), "MATCH_FINISHED");
}

#[test]
fn a_reason_is_malformed_exactly_where_the_catalogue_says_so() {
    let malformed: Vec<&str> = Rejected::CATALOGUE
        .iter()
        .filter(|reason| reason.malformed)
        .map(|r| r.code)
        .collect();
    let expected = [
        "INVALID_CONFIG",
        "SELECTION_COUNT",
        "UNKNOWN_PRESENT",
        "DUPLICATE_PRESENT",
        "PASS_COUNT",
        "BAD_PRESENT_REF",
        "STEAL_COUNT",
    ];
    assert_eq!(malformed, expected);
    let codes: BTreeSet<&str> = Rejected::CATALOGUE.iter().map(|reason| reason.code).collect();
    assert_eq!(codes.len(), 19);
    let mut chance = rng(1);
    let games = [
        start(Config::default()),
        Position::round(2).build(),
        Position::round(4).build(),
    ];
    for _ in 0..3000 {
        let action = tinsel_presents_of_mine::testkit::nonsense(&mut chance);
        for game in &games {
            let Err(rejected) = game.resolve(seat(0), &action) else {
                continue;
            };
            let reason = Rejected::CATALOGUE
                .iter()
                .find(|reason| reason.code == rejected.code())
                .unwrap();
            assert_eq!(
                reason.malformed,
                matches!(rejected.fault(), Fault::Malformed { .. }),
                "{rejected:?}"
            );
            assert!(rejected.rule().starts_with("PM-"));
        }
    }
}
