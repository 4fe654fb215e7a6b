//! Colours, where the terminal supports them.

use std::{ffi::OsStr, io::IsTerminal};

use tinsel_engine::present::isolated;

/// Whether text is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Style {
    colour: bool,
}

/// The colours of seats, repeated from the seventh on.
const SEATS: [&str; 6] = ["32", "33", "34", "35", "36", "31"];

impl Style {
    /// Without colours.
    pub(crate) const PLAIN: Self = Self { colour: false };

    /// The style of the standard output: colours on a terminal, unless `NO_COLOR` is set (no-color.org).
    pub(crate) fn of_stdout() -> Self {
        let (no_color, term) = (std::env::var_os("NO_COLOR"), std::env::var_os("TERM"));
        Self::of(std::io::stdout().is_terminal(), no_color.as_deref(), term.as_deref())
    }

    /// The style of an output, with the values of `NO_COLOR` and `TERM`.
    pub(super) fn of(is_terminal: bool, no_color: Option<&OsStr>, term: Option<&OsStr>) -> Self {
        let refused = no_color.is_some_and(|value| !value.is_empty());
        Self {
            colour: is_terminal && !refused && term.is_none_or(|term| term != "dumb"),
        }
    }

    pub(super) fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    pub(super) fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    pub(super) fn component(self, text: &str) -> String {
        self.paint("4", text)
    }

    pub(super) fn seat(self, seat: u32, text: &str) -> String {
        let index = usize::try_from(seat).unwrap_or_default() % SEATS.len();
        let colour = SEATS.get(index).copied().unwrap_or("1");
        self.paint(&format!("1;{colour}"), &isolated(text))
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.colour && !text.is_empty() {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}
