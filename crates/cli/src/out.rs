//! The output of a command.

use std::{
    fmt,
    io::{IsTerminal, Write},
};

use crate::failure::Failure;

/// The output of a command. Commands print only through it.
pub(crate) struct Out {
    to: Box<dyn Write + Send>,
    /// Whether it is a terminal. The lines of a pipe or a file stay whole.
    is_terminal: bool,
}

impl Out {
    pub(crate) fn stdout() -> Self {
        Self {
            to: Box::new(std::io::stdout()),
            is_terminal: std::io::stdout().is_terminal(),
        }
    }

    /// An output for tests, with the text that was written.
    #[cfg(test)]
    pub(crate) fn captured() -> (Self, Captured) {
        let captured = Captured::default();
        let out = Self {
            to: Box::new(captured.clone()),
            is_terminal: false,
        };
        (out, captured)
    }

    /// Prints text. On a terminal, lines are wrapped between words. The text must end with a line break, or be empty.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        // The window can change its size at any time.
        match self.is_terminal {
            true => self.to.write_all(wrapped(text, textwrap::termwidth()).as_bytes())?,
            false => self.to.write_all(text.as_bytes())?,
        }
        Ok(())
    }

    /// Prints a line unchanged, such as a command to copy.
    pub(crate) fn line(&mut self, line: impl fmt::Display) -> Result<(), Failure> {
        Ok(writeln!(self.to, "{line}")?)
    }

    /// Prints a prompt.
    pub(crate) fn prompt(&mut self, prompt: &str) -> Result<(), Failure> {
        write!(self.to, "{prompt}")?;
        Ok(self.to.flush()?)
    }
}

impl fmt::Debug for Out {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Out")
    }
}

/// The text with lines of at most this width. The rest of a line is indented further than its beginning.
fn wrapped(text: &str, columns: usize) -> String {
    let line = |line: &str| {
        let indent = line.len().saturating_sub(line.trim_start().len()).saturating_add(2);
        let indent = " ".repeat(indent);
        let options = textwrap::Options::new(columns)
            .subsequent_indent(&indent)
            .break_words(false)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        textwrap::fill(line, options) + "\n"
    };
    text.lines().map(line).collect()
}

/// Prints the error of a command, in one line.
pub(crate) fn complain(failure: &Failure) {
    if failure.is_worth_a_word() {
        let line = failure.to_string().replace('\n', " ");
        let _ = writeln!(std::io::stderr().lock(), "tinsel: {line}{}", failure.advice());
    }
}

/// The text that was written to an [`Out`].
#[cfg(test)]
#[derive(Debug, Clone, Default)]
pub(crate) struct Captured(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

#[cfg(test)]
impl Captured {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

#[cfg(test)]
impl Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_are_wrapped_between_words_and_colours_have_no_width() {
        let text = "  Hand: \x1b[1mElf\x1b[0m and Sock, and more\nshort\n\n";
        let expected = "  Hand: \x1b[1mElf\x1b[0m and\n    Sock, and\n    more\nshort\n\n";
        assert_eq!(wrapped(text, 16), expected);
    }
}
