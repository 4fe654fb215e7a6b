//! Sentences that a game writes, with their values kept apart so that clients can translate them.

use std::borrow::Cow;

use super::word;
use crate::{SeatIndex, SeatSet};

/// A sentence or a phrase: a pattern with named values.
///
/// In the pattern, `{name}` stands for the value of that name, and `{name|garnet|garnets}` for a number followed by the
/// first word if the number is 1 or -1, and by the second word otherwise.
///
/// ```
/// use tinsel_engine::{SeatIndex, present::Text};
///
/// let text = Text::new("bid", "{bidder} bids {amount|garnet|garnets}.")
///     .with("bidder", SeatIndex::new(0))
///     .with("amount", 1);
/// let names = |seat: SeatIndex| if seat == SeatIndex::new(0) { "Ann".to_owned() } else { seat.to_string() };
/// assert_eq!(text.to_plain(&names), "Ann bids 1 garnet.");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Text {
    /// The name of the pattern, in `lower_snake`, unique in its game. The same key always has the same pattern and the
    /// same argument names.
    pub key: &'static str,
    /// The pattern in English.
    pub pattern: &'static str,
    /// The values, by name, in the order in which the game added them.
    pub args: Vec<(&'static str, Arg)>,
}

/// A value in a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Arg {
    /// A seat; clients show the name of its occupant.
    Seat(SeatIndex),
    /// A component, with its title.
    Component {
        /// The ID of the component.
        id: Cow<'static, str>,
        /// Its title.
        title: Cow<'static, str>,
    },
    /// A number.
    Number(i64),
    /// A word or a notation without a translation.
    Word(Cow<'static, str>),
    /// A sentence or phrase inside the sentence.
    Text(Box<Text>),
    /// Several values: "a, b and c". Without values: "none".
    List(Vec<Self>),
    /// Several sentences, each on a line of its own.
    Lines(Vec<Self>),
}

/// A part of a sentence in plain English.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The text, readable by itself.
    pub text: String,
    /// The seat that the text names, or the component.
    pub of: RunOf,
}

/// The thing that a part of a sentence names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunOf {
    /// Nothing in particular.
    Nothing,
    /// A seat.
    Seat(SeatIndex),
    /// The component with this ID.
    Component(Cow<'static, str>),
}

impl Text {
    /// A text with this pattern and no values yet.
    #[must_use]
    pub const fn new(key: &'static str, pattern: &'static str) -> Self {
        Self {
            key,
            pattern,
            args: Vec::new(),
        }
    }

    /// The text with one more value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.args.push((name, value.into()));
        self
    }

    /// The parts of the sentence, with the names of seats from `name`. Neighbouring parts that name nothing are joined.
    pub fn runs(&self, name: &dyn Fn(SeatIndex) -> String) -> Vec<Run> {
        let mut runs = Runs {
            name,
            written: Vec::new(),
        };
        runs.pattern(self);
        runs.written
    }

    /// The sentence in plain English, with the names of seats from `name`.
    pub fn to_plain(&self, name: &dyn Fn(SeatIndex) -> String) -> String {
        self.runs(name).into_iter().map(|run| run.text).collect()
    }

    /// Whether the pattern uses exactly the values of this text, each at least once.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let used: Vec<&str> = pieces(self.pattern).filter_map(|(_, hole)| Some(hole?.name)).collect();
        let given = |name: &str| self.args.iter().any(|(given, _)| *given == name);
        let inner = self
            .args
            .iter()
            .all(|(name, arg)| used.contains(name) && arg.is_complete());
        inner && used.iter().all(|name| given(name))
    }

    fn arg(&self, name: &str) -> Option<&Arg> {
        self.args.iter().find(|(given, _)| *given == name).map(|(_, arg)| arg)
    }
}

impl Arg {
    /// The value of each of these, as a list.
    pub fn list<T: Into<Self>>(values: impl IntoIterator<Item = T>) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }

    /// The value of each of these, on a line of its own.
    pub fn lines<T: Into<Self>>(values: impl IntoIterator<Item = T>) -> Self {
        Self::Lines(values.into_iter().map(Into::into).collect())
    }

    /// A word or a notation without a translation. A user can have chosen it, so it cannot change the text around it:
    /// control characters become spaces, format characters are absent, and letters from right to left are isolated.
    pub fn word(word: impl Into<Cow<'static, str>>) -> Self {
        Self::Word(word::in_sentence(word.into()))
    }

    fn is_complete(&self) -> bool {
        match self {
            Self::Text(text) => text.is_complete(),
            Self::List(list) | Self::Lines(list) => list.iter().all(Self::is_complete),
            Self::Seat(_) | Self::Component { .. } | Self::Number(_) | Self::Word(_) => true,
        }
    }
}

impl From<SeatIndex> for Arg {
    fn from(seat: SeatIndex) -> Self {
        Self::Seat(seat)
    }
}

impl From<SeatSet> for Arg {
    fn from(seats: SeatSet) -> Self {
        Self::list(seats.iter())
    }
}

impl From<Text> for Arg {
    fn from(text: Text) -> Self {
        Self::Text(Box::new(text))
    }
}

macro_rules! from_number {
    ($($number:ty)*) => {
        $(impl From<$number> for Arg {
            fn from(number: $number) -> Self {
                Self::Number(i64::from(number))
            }
        })*
    };
}
from_number!(u8 u16 u32 i8 i16 i32 i64);

/// The runs written so far.
struct Runs<'a> {
    name: &'a dyn Fn(SeatIndex) -> String,
    written: Vec<Run>,
}

impl Runs<'_> {
    fn pattern(&mut self, text: &Text) {
        for (plain, hole) in pieces(text.pattern) {
            self.push(plain, RunOf::Nothing);
            let Some(hole) = hole else { continue };
            let Some(arg) = text.arg(hole.name) else {
                crate::never!("Text: a pattern names only values of its text");
                continue;
            };
            self.arg(arg);
            if let Some((one, many)) = hole.words {
                let single = matches!(arg, Arg::Number(1 | -1));
                self.push(" ", RunOf::Nothing);
                self.push(if single { one } else { many }, RunOf::Nothing);
            }
        }
    }

    fn arg(&mut self, arg: &Arg) {
        match arg {
            Arg::Seat(seat) => {
                let name = (self.name)(*seat);
                self.push(&name, RunOf::Seat(*seat));
            }
            Arg::Component { id, title } => self.push(title, RunOf::Component(id.clone())),
            Arg::Number(number) => self.push(&number.to_string(), RunOf::Nothing),
            Arg::Word(word) => self.push(word, RunOf::Nothing),
            Arg::Text(text) => self.pattern(text),
            Arg::List(list) => self.list(list),
            Arg::Lines(lines) => lines.iter().for_each(|line| {
                self.push("\n  ", RunOf::Nothing);
                self.arg(line);
            }),
        }
    }

    fn list(&mut self, list: &[Arg]) {
        let last = list.len().saturating_sub(1);
        for (index, arg) in list.iter().enumerate() {
            if index > 0 {
                self.push(if index == last { " and " } else { ", " }, RunOf::Nothing);
            }
            self.arg(arg);
        }
        if list.is_empty() {
            self.push("none", RunOf::Nothing);
        }
    }

    fn push(&mut self, text: &str, of: RunOf) {
        match self.written.last_mut() {
            _ if text.is_empty() => {}
            Some(last) if last.of == RunOf::Nothing && of == RunOf::Nothing => last.text.push_str(text),
            Some(_) | None => self.written.push(Run {
                text: text.to_owned(),
                of,
            }),
        }
    }
}

/// A `{…}` of a pattern.
struct Hole<'a> {
    name: &'a str,
    words: Option<(&'a str, &'a str)>,
}

/// The pieces of a pattern: plain text, and the hole after it.
fn pieces(pattern: &str) -> impl Iterator<Item = (&str, Option<Hole<'_>>)> {
    pattern.split('}').map(|piece| match piece.split_once('{') {
        None => (piece, None),
        Some((plain, hole)) => {
            let mut parts = hole.splitn(3, '|');
            let name = parts.next().unwrap_or_default();
            (
                plain,
                Some(Hole {
                    name,
                    words: parts.next().zip(parts.next()),
                }),
            )
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &Text) -> String {
        text.to_plain(&|seat| format!("P{}", seat.get()))
    }

    #[test]
    fn lists_are_joined_and_an_empty_one_is_none() {
        let text = |seats: SeatSet| plain(&Text::new("k", "{who} bid.").with("who", seats));
        let [a, b, c] = [0, 1, 2].map(SeatIndex::new);
        assert_eq!(text(SeatSet::EMPTY), "none bid.");
        assert_eq!(text(SeatSet::only(a)), "P0 bid.");
        assert_eq!(text([a, b, c].into_iter().collect()), "P0, P1 and P2 bid.");
    }

    #[test]
    fn a_number_chooses_its_word() {
        let text = |n: i64| plain(&Text::new("k", "{n|chip|chips} left").with("n", n));
        assert_eq!(
            [text(1), text(0), text(-1)],
            ["1 chip left", "0 chips left", "-1 chip left"]
        );
    }

    #[test]
    fn runs_name_seats_and_components() {
        let card = Arg::Component {
            id: "card.elf".into(),
            title: "the Elf".into(),
        };
        let text = Text::new("k", "{who} plays {card}")
            .with("who", SeatIndex::new(1))
            .with("card", card);
        let of: Vec<RunOf> = text.runs(&|_| "Ann".to_owned()).into_iter().map(|run| run.of).collect();
        let expected = [
            RunOf::Seat(SeatIndex::new(1)),
            RunOf::Nothing,
            RunOf::Component("card.elf".into()),
        ];
        assert_eq!(of, expected);
    }

    #[test]
    fn a_text_is_complete_with_exactly_the_values_of_its_pattern() {
        let text = Text::new("k", "{a}");
        assert!(!text.is_complete());
        assert!(text.clone().with("a", 1).is_complete());
        assert!(!text.clone().with("a", 1).with("b", 2).is_complete());
        assert!(!text.clone().with("a", text).is_complete());
    }
}
