//! Section 6: every refusal with its rule, its limit, its field and its sentence, in the order of the checks.

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
const FORM: &str =
    "Name a present by letter and staleness; a Kaboom Present also by its layers (1–6), all others with layers 0.";

fn passing(passes: Vec<PresentRef>, replacement: Option<Replacement>) -> Action {
    Action::PassPresents { passes, replacement }
}

fn stealing(steals: Vec<PresentRef>) -> Action {
    Action::StealPresents { steals }
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

/// A refusal: code, rule, limit, field (empty unless it is malformed), sentence.
type Row = (&'static str, &'static str, Option<u64>, &'static str, &'static str);

#[track_caller]
fn is_refused(rejected: &Rejected, (code, rule, limit, field, sentence): Row) {
    let found = match rejected.fault() {
        Fault::Malformed { field } => field.into_owned(),
        Fault::Refused => String::new(),
    };
    assert_eq!(
        (rejected.code(), rejected.rule(), rejected.limit(), found.as_str()),
        (code, rule, limit, field)
    );
    assert_eq!(rejected.to_string(), sentence);
    assert!(Rejected::CATALOGUE.iter().any(|reason| reason.code == code));
}

/// Checks that the game refuses these actions of seat 0 with these rows, in this order.
#[track_caller]
fn are_refused(game: &PresentsOfMine, rows: impl IntoIterator<Item = (Action, Row)>) {
    for (action, row) in rows {
        is_refused(&game.resolve(seat(0), &action).unwrap_err(), row);
    }
}

const FINISHED: Row = (
    "MATCH_FINISHED",
    "PM-66",
    None,
    "",
    "The match is over; no more actions are accepted.",
);
const NO_SEAT: Row = (
    "UNKNOWN_SEAT",
    "PM-1",
    None,
    "",
    "There is no such seat in this match; seats are 0 to 7.",
);

const fn wrong_action(sentence: &'static str) -> Row {
    ("WRONG_ACTION", "PM-2", None, "", sentence)
}

// PM-5, PM-R6
#[test]
fn common_checks_come_first_and_in_order() {
    let over = Position::finished().build();
    is_refused(&over.resolve(seat(8), &select("")).unwrap_err(), NO_SEAT);
    are_refused(&over, [(select(""), FINISHED)]);
    are_refused(
        &start(Config::default()),
        [(pass(""), wrong_action("This phase expects select_presents."))],
    );
    let in_already = "Your submission for this step is already in and final.";
    are_refused(
        &Position::round(1).sealed(0, pass("A0 B0 F0")).build(),
        [
            (steal(""), wrong_action("This phase expects pass_presents.")),
            (pass(""), ("ALREADY_SUBMITTED", "PM-5", None, "", in_already)),
        ],
    );
    are_refused(
        &Position::round(4).build(),
        [(pass(""), wrong_action("This phase expects steal_presents."))],
    );
}

#[test]
fn select_presents_checks_count_then_letters_then_repetition() {
    let count = "Select exactly five presents.";
    let unknown = "Only the presents A to J can be selected.";
    let twice = "The five presents must be different.";
    let rows = [
        ("ZZ", "SELECTION_COUNT", Some(5), "select_presents.letters", count),
        ("AABBCC", "SELECTION_COUNT", Some(5), "select_presents.letters", count),
        ("AAZKA", "UNKNOWN_PRESENT", None, "select_presents.letters[2]", unknown),
        ("AABCK", "UNKNOWN_PRESENT", None, "select_presents.letters[4]", unknown),
        ("ABCBC", "DUPLICATE_PRESENT", None, "select_presents.letters[3]", twice),
    ];
    let rows =
        rows.map(|(letters, code, limit, field, sentence)| (select(letters), (code, "PM-10", limit, field, sentence)));
    are_refused(&start(Config::default()), rows);
}

// PM-21, PM-R31
#[test]
fn pass_presents_checks_the_passes_first() {
    let bad = replacing(None, None);
    let asked = |passes: &str| passing(references(passes), bad);
    let count = "Pass exactly three presents: one each to the first, second and third player below you.";
    let count = ("PASS_COUNT", "PM-21", Some(3), "pass_presents.passes", count);
    let bad_ref = |field| ("BAD_PRESENT_REF", "PM-9", None, field, FORM);
    let not_held = |sentence| ("PRESENT_NOT_HELD", "PM-21", None, "", sentence);
    let copies = |held, sentence| ("NOT_ENOUGH_COPIES", "PM-21", Some(held), "", sentence);
    let none = "There is no replacement in this round.";
    let none = ("REPLACEMENT_NOT_ALLOWED", "PM-6", None, "", none);
    let rows = [
        (passing(vec![NO_REF; 2], bad), count),
        (passing(vec![NO_REF; 4], bad), count),
        (
            passing(with("G0 A0 A0", 0, NO_REF), bad),
            bad_ref("pass_presents.passes[0]"),
        ),
        (
            passing(with("G0 A0 A0", 2, NO_REF), bad),
            bad_ref("pass_presents.passes[2]"),
        ),
        (asked("A0 G0 J0"), not_held("You do not hold G0.")),
        (asked("K3(4) A0 A0"), not_held("You do not hold K3(4).")),
        (
            passing(with("A0 A0 B1", 1, HUGE), None),
            not_held("You do not hold A4294967295."),
        ),
        (asked("A0 A0 A0"), copies(2, "You hold only 2 of A0.")),
        (asked("B1 A0 B1"), copies(1, "You hold only 1 of B1.")),
        (asked("A0 A0 B1"), none),
    ];
    are_refused(&Position::round(1).hand(0, "A0 A0 B1 C2 H3 I1").build(), rows.clone());
    are_refused(&Position::round(5).hand(0, "A0 A0 B1 C2 H3 I1").build(), rows);
}

// PM-R83, PM-54, PM-R35, PM-R38
#[test]
fn pass_presents_checks_the_replacement_after_the_passes() {
    let required = "This round you must also replace one of the presents you keep.";
    let kept = "A0 is being passed; replace one of the three presents you keep.";
    for (round, rule, take, [other, another]) in [
        (2, "PM-54", "In this round you can take K or L.", [Letter::M, Letter::N]),
        (3, "PM-58", "In this round you can take M or N.", [Letter::K, Letter::L]),
    ] {
        let given = |discard: Option<PresentRef>, take| passing(references("A0 A0 B1"), replacing(discard, take));
        let named = |discard: &str| references(discard).first().copied();
        let not_held = |sentence| ("PRESENT_NOT_HELD", "PM-54", None, "", sentence);
        let bad_ref = (
            "BAD_PRESENT_REF",
            "PM-9",
            None,
            "pass_presents.replacement.discard",
            FORM,
        );
        let unknown = ("UNKNOWN_REPLACEMENT", rule, None, "", take);
        let copies = ("NOT_ENOUGH_COPIES", "PM-21", Some(2), "", "You hold only 2 of A0.");
        let rows = [
            (pass("A0 A0 A0"), copies),
            (pass("A0 B1 C2"), ("REPLACEMENT_REQUIRED", "PM-54", None, "", required)),
            (given(None, None), bad_ref),
            (given(Some(NO_REF), None), bad_ref),
            (given(Some(HUGE), None), not_held("You do not hold A4294967295.")),
            (given(named("J0"), None), not_held("You do not hold J0.")),
            (
                given(named("A0"), None),
                ("REPLACEMENT_NOT_KEPT", "PM-54", None, "", kept),
            ),
            (given(named("C2"), None), unknown),
            (given(named("C2"), Some(Letter::A)), unknown),
            (given(named("C2"), Some(other)), unknown),
            (given(named("C2"), Some(another)), unknown),
        ];
        are_refused(&Position::round(round).hand(0, "A0 A0 B1 C2 H3 I1").build(), rows);
    }
}

#[test]
fn steal_presents_checks_count_then_form_then_hands() {
    let count = "Name exactly three presents: one of the first, second and third player above you.";
    let count = ("STEAL_COUNT", "PM-60", Some(3), "steal_presents.steals", count);
    let lacks = |sentence| ("TARGET_LACKS_PRESENT", "PM-60", None, "", sentence);
    let bad_ref = ("BAD_PRESENT_REF", "PM-9", None, "steal_presents.steals[1]", FORM);
    are_refused(
        &Position::round(4).build(),
        [
            (stealing(vec![NO_REF; 4]), count),
            (stealing(vec![]), count),
            (stealing(with("J0 A0 A0", 1, NO_REF)), bad_ref),
            (steal("A0 J0 J1"), lacks("Player 6 does not hold J0.")),
            (
                stealing(with("A0 A0 A0", 2, HUGE)),
                lacks("Player 5 does not hold A4294967295."),
            ),
        ],
    );
}

#[test]
fn a_timeout_is_refused_for_a_seat_that_owes_nothing() {
    let game = Position::round(1).sealed(3, pass("A0 B0 F0")).build();
    let over = Position::finished().build();
    let nothing = "This seat has no pending decision.";
    for (game, index, row) in [
        (&game, 3, ("NO_DECISION_OWED", "PM-4", None, "", nothing)),
        (&game, 8, NO_SEAT),
        (&over, 8, NO_SEAT),
        (&over, 0, FINISHED),
    ] {
        is_refused(&game.absent(seat(index)).unwrap_err(), row);
    }
}

// W-15
#[test]
fn rejections() {
    let round = |number| Position::round(number).hand(0, "A0 A0 B1 C2 H3 I1");
    let [first, second, fourth] = [1, 2, 4].map(|number| round(number).build());
    let in_already = round(1).sealed(0, pass("A0 B1 C2")).build();
    assert!(second.resolve(seat(0), &swap("A0 B1 C2", "A0", "K")).is_ok());
    let empty = passing(references("A0 B1 C2"), Some(Replacement::default()));
    let [kaboom, a, b] = *references("K1(4) A0 B0") else {
        panic!("three references")
    };
    let layerless = passing(vec![PresentRef { layers: 0, ..kaboom }, a, b], None);
    let pregame = start(Config::default());
    let third = Position::round(3).hand(0, "A0 B0 C0 D0 E0 K1(4)").build();
    for (game, action, reason) in [
        (&pregame, select("ABCD"), "SELECTION_COUNT"),
        (&pregame, select("ABCDK"), "UNKNOWN_PRESENT"),
        (&pregame, select("ABCCL"), "UNKNOWN_PRESENT"),
        (&first, pass("A0 A0 A0"), "NOT_ENOUGH_COPIES"),
        (&first, pass("A0 A1 B1"), "PRESENT_NOT_HELD"),
        (&first, swap("A0 B1 C2", "H3", "K"), "REPLACEMENT_NOT_ALLOWED"),
        (&second, swap("A0 A0 B1", "A0", "K"), "REPLACEMENT_NOT_KEPT"),
        (&second, swap("A0 B1 C2", "H3", "M"), "UNKNOWN_REPLACEMENT"),
        (&second, empty, "BAD_PRESENT_REF"),
        (&second, swap("A0 B1 C2", "A0", ""), "UNKNOWN_REPLACEMENT"),
        (&third, layerless, "BAD_PRESENT_REF"),
        (&fourth, pass("A0 B1 C2"), "WRONG_ACTION"),
        (&in_already, pass("A0 B1 C2"), "ALREADY_SUBMITTED"),
    ] {
        assert_eq!(refusal(game, 0, &action), reason);
    }
}
