//! Texts as messages.

use tinsel_engine::present::{Arg, Run, RunOf, Text};
use tinsel_proto::v1::{self, TextArgList, text_arg::Value, text_run::Subject};

use super::Writer;

impl Writer<'_> {
    /// A text with its runs.
    #[must_use]
    pub fn text(&self, text: &Text) -> v1::Text {
        v1::Text {
            runs: text.runs(self.name).into_iter().map(run).collect(),
            ..self.phrase(text)
        }
    }

    pub(super) fn text_if(&self, text: Option<&Text>) -> Option<v1::Text> {
        text.map(|text| self.text(text))
    }

    /// A text without its runs.
    fn phrase(&self, text: &Text) -> v1::Text {
        v1::Text {
            key: format!("{}.{}", self.game, text.key),
            args: text.args.iter().map(|(name, arg)| self.arg(name, arg)).collect(),
            runs: Vec::new(),
        }
    }

    fn args(&self, list: &[Arg]) -> TextArgList {
        TextArgList {
            args: list.iter().map(|arg| self.arg("", arg)).collect(),
        }
    }

    fn arg(&self, name: &str, arg: &Arg) -> v1::TextArg {
        let value = match arg {
            Arg::Seat(seat) => Value::Seat(seat.get().into()),
            Arg::Component { id, .. } => Value::Component(id.to_string()),
            Arg::Number(number) => Value::Number(*number),
            Arg::Word(word) => Value::Word(word.to_string()),
            Arg::Text(text) => Value::Text(self.phrase(text)),
            Arg::List(list) => Value::List(self.args(list)),
            Arg::Lines(list) => Value::Lines(self.args(list)),
        };
        v1::TextArg {
            name: name.to_owned(),
            value: Some(value),
        }
    }
}

fn run(Run { text, of }: Run) -> v1::TextRun {
    let subject = match of {
        RunOf::Nothing => None,
        RunOf::Seat(seat) => Some(Subject::Seat(seat.get().into())),
        RunOf::Component(id) => Some(Subject::Component(id.into_owned())),
    };
    v1::TextRun { text, subject }
}
