//! Positions with the answers of the game, for every reason and for the order of the checks.

use tinsel_engine_testkit::checks::CheckedPosition;

use super::{Position, pass, references, select, steal, swap};
use crate::{
    action::{Action, Replacement},
    components::{Letter, PresentRef},
    state::PresentsOfMine,
};

type Checked = CheckedPosition<PresentsOfMine>;
type Row = (Action, String);

/// A reference that no present can match.
const NO_REF: PresentRef = PresentRef {
    letter: None,
    staleness: 0,
    layers: 0,
};
/// A present that nobody holds.
const HUGE: PresentRef = PresentRef {
    letter: Some(Letter::A),
    staleness: u32::MAX,
    layers: 0,
};

/// The references of a text, with one of them replaced.
fn with(text: &str, index: usize, reference: PresentRef) -> Vec<PresentRef> {
    let mut references = references(text);
    references.splice(index..=index, [reference]);
    references
}

const fn passing(passes: Vec<PresentRef>, replacement: Option<Replacement>) -> Action {
    Action::PassPresents { passes, replacement }
}

const fn stealing(steals: Vec<PresentRef>) -> Action {
    Action::StealPresents { steals }
}

fn row(action: Action, answer: &str) -> Row {
    (action, answer.to_owned())
}

/// Positions with the answers of the game, for every reason. Actions with several faults show the order of the checks.
///
/// # Panics
///
/// No match can reach one of them.
#[must_use]
pub fn checked_positions() -> Vec<Checked> {
    let hand = |round| Position::round(round).hand(0, "A0 A0 B1 C2 H3 I1");
    vec![
        Checked::of(Position::pregame().build(), 0, selections()),
        common(),
        Checked::of(hand(1).build(), 0, passes()),
        Checked::of(
            hand(2).build(),
            0,
            replacements("PM-54", "K or L", [Letter::M, Letter::N]),
        )
        .and(0, [(swap("A0 B1 C2", "A0", "K"), "accepted")]),
        Checked::of(
            hand(3).build(),
            0,
            replacements("PM-58", "M or N", [Letter::K, Letter::L]),
        ),
        Checked::of(Position::round(4).build(), 0, thefts()),
        Checked::of(hand(5).build(), 0, passes()),
        finished(),
    ]
}

/// A step in which seat 0 has submitted.
fn common() -> Checked {
    Checked::of(
        Position::round(1).sealed(0, pass("A0 B0 F0")).build(),
        0,
        [
            (steal(""), "WRONG_PHASE PM-2 \"This phase expects pass_presents.\""),
            (pass(""), "ALREADY_SUBMITTED PM-5"),
        ],
    )
    .absent(0, "NO_DECISION_OWED PM-4")
    .absent(8, "NOT_A_SEAT PM-1")
}

fn selections() -> Vec<Row> {
    let counted = "SELECTION_COUNT PM-10 limit 5 in select_presents.letters";
    vec![
        row(pass(""), "WRONG_PHASE PM-2 \"This phase expects select_presents.\""),
        row(select(""), counted),
        row(select("ZZ"), counted),
        row(select("AABBCC"), counted),
        row(select(&"A".repeat(15_000)), counted),
        row(select("AAZKA"), "UNKNOWN_PRESENT PM-10 in select_presents.letters[2]"),
        row(select("AABCK"), "UNKNOWN_PRESENT PM-10 in select_presents.letters[4]"),
        row(select("ABCBC"), "DUPLICATE_PRESENT PM-10 in select_presents.letters[3]"),
    ]
}

fn passes() -> Vec<Row> {
    let bad = Some(Replacement::default());
    let asked = |passes: &str| passing(references(passes), bad);
    let counted = "PASS_COUNT PM-21 limit 3 in pass_presents.passes";
    let layerless = PresentRef {
        letter: Some(Letter::K),
        ..NO_REF
    };
    vec![
        row(passing(vec![NO_REF; 2], bad), counted),
        row(passing(vec![NO_REF; 4], bad), counted),
        row(
            passing(with("G0 A0 A0", 0, NO_REF), bad),
            "BAD_PRESENT_REF PM-9 in pass_presents.passes[0]",
        ),
        row(
            passing(with("G0 A0 A0", 2, layerless), bad),
            "BAD_PRESENT_REF PM-9 in pass_presents.passes[2]",
        ),
        row(asked("A0 G0 J0"), "PRESENT_NOT_HELD PM-21 \"You do not hold G0.\""),
        row(
            asked("K3(4) A0 A0"),
            "PRESENT_NOT_HELD PM-21 \"You do not hold K3(4).\"",
        ),
        row(
            passing(with("A0 A0 B1", 1, HUGE), None),
            "PRESENT_NOT_HELD PM-21 \"You do not hold A4294967295.\"",
        ),
        row(
            asked("A0 A0 A0"),
            "NOT_ENOUGH_COPIES PM-21 limit 2 \"You hold only 2 of A0.\"",
        ),
        row(
            asked("B1 A0 B1"),
            "NOT_ENOUGH_COPIES PM-21 limit 1 \"You hold only 1 of B1.\"",
        ),
        row(asked("A0 A0 B1"), "REPLACEMENT_NOT_ALLOWED PM-6"),
        row(pass("A0 A0 B1"), "accepted"),
    ]
}

fn replacements(rule: &str, takes: &str, others: [Letter; 2]) -> Vec<Row> {
    let given = |discard, take| passing(references("A0 A0 B1"), Some(Replacement { discard, take }));
    let named = |discard: &str, take| given(references(discard).first().copied(), take);
    let bad = "BAD_PRESENT_REF PM-9 in pass_presents.replacement.discard";
    let mut rows = vec![
        row(pass("A0 A0 A0"), "NOT_ENOUGH_COPIES PM-21 limit 2"),
        row(pass("A0 B1 C2"), "REPLACEMENT_REQUIRED PM-54"),
        row(given(None, None), bad),
        row(given(Some(NO_REF), None), bad),
        row(
            given(Some(HUGE), None),
            "PRESENT_NOT_HELD PM-54 \"You do not hold A4294967295.\"",
        ),
        row(named("J0", None), "PRESENT_NOT_HELD PM-54 \"You do not hold J0.\""),
        row(
            named("A0", None),
            "REPLACEMENT_NOT_KEPT PM-54 \"A0 is being passed; replace one of the three presents you keep.\"",
        ),
    ];
    let unknown = format!("UNKNOWN_REPLACEMENT {rule} \"In this round you can take {takes}.\"");
    let letters = [None, Some(Letter::A)].into_iter().chain(others.map(Some));
    rows.extend(letters.map(|letter| (named("C2", letter), unknown.clone())));
    rows
}

fn thefts() -> Vec<Row> {
    let counted = "STEAL_COUNT PM-60 limit 3 in steal_presents.steals";
    vec![
        row(pass(""), "WRONG_PHASE PM-2 \"This phase expects steal_presents.\""),
        row(stealing(vec![NO_REF; 4]), counted),
        row(stealing(Vec::new()), counted),
        row(
            stealing(with("J0 A0 A0", 1, NO_REF)),
            "BAD_PRESENT_REF PM-9 in steal_presents.steals[1]",
        ),
        row(
            steal("A0 J0 J1"),
            "TARGET_LACKS_PRESENT PM-60 \"Player 6 does not hold J0.\"",
        ),
        row(
            stealing(with("A0 A0 A0", 2, HUGE)),
            "TARGET_LACKS_PRESENT PM-60 \"Player 5 does not hold A4294967295.\"",
        ),
    ]
}

fn finished() -> Checked {
    Checked::of(Position::finished().build(), 0, [(select(""), "MATCH_OVER PM-66")])
        .and(8, [(select(""), "NOT_A_SEAT PM-1")])
        .absent(0, "MATCH_OVER PM-66")
        .absent(8, "NOT_A_SEAT PM-1")
}
