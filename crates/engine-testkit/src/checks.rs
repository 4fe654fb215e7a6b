//! Positions with the answers of their game to steps: one table for the tests of the game, of the catalogue, and over
//! sockets.
//!
//! An answer is [`ACCEPTED`], or a refusal in a line: its reason and rule, its limit and malformed field if it has them,
//! and optionally its sentence: `BID_NOT_POSITIVE GM-9 limit 1 in bids[1].amount "A bid must be at least 1."`.

use std::collections::BTreeSet;

use tinsel_engine::{Fault, GameEngine, RejectCode, SeatSet, Viewer, present::Present};

use crate::{ask::is_code, step::Step, written};

/// The answer to a step that the game accepts.
pub const ACCEPTED: &str = "accepted";

/// A position, and steps with the answers of the game.
#[derive(Debug, Clone)]
pub struct CheckedPosition<G: GameEngine> {
    /// The position.
    pub game: G,
    /// Each step with its answer.
    pub answers: Vec<(Step<G::Action>, String)>,
}

impl<G: GameEngine> CheckedPosition<G> {
    /// A position, and actions of a seat with their answers.
    pub fn of(game: G, seat: u8, answers: impl IntoIterator<Item = (G::Action, impl Into<String>)>) -> Self {
        let answers = answers.into_iter();
        let steps = answers.map(|(action, answer)| (Step::act(seat, action), answer.into()));
        Self {
            game,
            answers: steps.collect(),
        }
    }

    /// A position, and a line for each step: a seat and its action as `act` reads it, or `absent`, then `|` and the
    /// answer.
    ///
    /// # Panics
    ///
    /// A line has another form.
    pub fn read(game: G, lines: &str, act: fn(&str) -> G::Action) -> Self {
        let lines = lines.lines().filter(|line| !line.trim().is_empty());
        let answers = lines.map(|line| {
            let (said, answer) = line.split_once('|').unwrap_or_else(|| panic!("no answer: {line}"));
            let (seat, said) = said.trim().split_once(' ').unwrap_or_else(|| panic!("no step: {line}"));
            let seat = seat.parse().unwrap_or_else(|_| panic!("no seat: {line}"));
            let step = match said.trim() {
                "absent" => Step::absent(seat),
                said => Step::act(seat, act(said)),
            };
            (step, answer.trim().to_owned())
        });
        let answers = answers.collect();
        Self { game, answers }
    }

    /// The same, and actions of another seat.
    #[must_use]
    pub fn and(mut self, seat: u8, answers: impl IntoIterator<Item = (G::Action, impl Into<String>)>) -> Self {
        let others = Self::of(self.game.clone(), seat, answers);
        self.answers.extend(others.answers);
        self
    }

    /// The same, and the default of a seat.
    #[must_use]
    pub fn absent(mut self, seat: u8, answer: impl Into<String>) -> Self {
        self.answers.push((Step::absent(seat), answer.into()));
        self
    }
}

/// These positions, with one position in place of equal ones.
#[must_use]
pub fn merged<G: GameEngine>(positions: impl IntoIterator<Item = CheckedPosition<G>>) -> Vec<CheckedPosition<G>> {
    let mut all: Vec<CheckedPosition<G>> = Vec::new();
    for position in positions {
        match all.iter_mut().find(|known| known.game == position.game) {
            Some(known) => known.answers.extend(position.answers),
            None => all.push(position),
        }
    }
    all
}

/// The reason of a refusal in a line.
#[must_use]
pub fn reason_of(answer: &str) -> &str {
    answer.split(' ').next().unwrap_or_default()
}

/// The malformed field of a refusal in a line, if it has one.
#[must_use]
pub fn field_of(answer: &str) -> Option<&str> {
    let (facts, _) = answer.split_once(" \"").unwrap_or((answer, ""));
    facts.split_once(" in ").map(|(_, field)| field)
}

/// A refusal in a line, without its sentence.
#[must_use]
pub fn facts_of(rejected: &impl RejectCode) -> String {
    let info = rejected.info();
    let limit = info.limit.map_or(String::new(), |limit| format!(" limit {limit}"));
    let field = match info.fault {
        Fault::Malformed { field } => format!(" in {field}"),
        Fault::Refused => String::new(),
    };
    format!("{} {}{limit}{field}", info.code, info.rule)
}

/// Checks that the game gives these answers, that its specification has the sentence of each refusal, and that the
/// answers have exactly the reasons of its catalogue. Also checks that the form allows exactly the accepted actions.
///
/// # Panics
///
/// One of them is otherwise.
#[track_caller]
pub fn assert_answers<G: Present>(positions: &[CheckedPosition<G>]) {
    let mut reached = BTreeSet::new();
    for CheckedPosition { game, answers } in positions {
        for (step, expected) in answers {
            let (what, rejected) = match step {
                Step::Act(seat, action) => {
                    let (what, viewer) = (format!("{seat}: {}", written(action)), Viewer::Seat(*seat));
                    let view = game.view(viewer, SeatSet::EMPTY);
                    let allowed = G::allows(&view, &game.legal(viewer), action);
                    assert_eq!(allowed, expected == ACCEPTED, "allowed by the form: {what}");
                    (what, game.resolve(*seat, action).err())
                }
                Step::Absent(seat) => (format!("the default of {seat}"), game.absent(*seat).err()),
            };
            reached.extend(rejected.as_ref().map(RejectCode::code));
            assert_answer::<G>(expected, rejected, &what);
        }
    }
    let listed = G::Reject::CATALOGUE.iter().map(|reason| reason.code);
    assert_eq!(reached, listed.collect());
}

#[track_caller]
fn assert_answer<G: GameEngine>(expected: &str, rejected: Option<G::Reject>, what: &str) {
    let Some(rejected) = rejected else {
        assert_eq!(ACCEPTED, expected, "{what}");
        return;
    };
    let (facts, sentence) = (facts_of(&rejected), rejected.to_string());
    let answer = format!("{facts} \"{sentence}\"");
    assert!(
        expected == facts || expected == answer,
        "{what}: {answer}, not {expected}"
    );
    let specified = is_specified(G::FACTS.rules, rejected.code(), &sentence);
    assert!(specified, "the specification has another sentence than {answer}");
}

/// Whether a specification has this sentence for a reason: as the first quotation or the next cell after its code,
/// before another code. Braces stand for any text.
#[must_use]
pub fn is_specified(rules: &str, code: &str, sentence: &str) -> bool {
    let written = [format!("`{code}`"), format!(" {code} ")];
    let after = written.iter().flat_map(|code| rules.split(code.as_str()).skip(1));
    after.filter_map(|rest| rest.lines().next()).any(|rest| {
        let (before, quoted) = rest.split_once('"').unwrap_or((rest, ""));
        let quoted = quoted.split('"').next().filter(|_| !before.split('`').any(is_code));
        let cell = rest.split('|').nth(1);
        [quoted, cell]
            .into_iter()
            .flatten()
            .any(|template| fits(template.trim(), sentence))
    })
}

fn fits(template: &str, sentence: &str) -> bool {
    let Some((before, after)) = template.split_once('{') else {
        return template == sentence;
    };
    let after = after.split_once('}').map_or("", |(_, after)| after);
    let rest = sentence.strip_prefix(before).unwrap_or_default();
    (0..rest.len()).any(|at| rest.get(at..).is_some_and(|rest| fits(after, rest)))
}
