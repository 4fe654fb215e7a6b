//! The output of a command.

use std::{fmt, io::Write};

use crate::failure::Failure;

/// The output of a command. Commands print only through it.
pub(crate) struct Out(Box<dyn Write + Send>);

impl Out {
    pub(crate) fn stdout() -> Self {
        Self(Box::new(std::io::stdout()))
    }

    /// An output for tests, with the text that was written.
    #[cfg(test)]
    pub(crate) fn captured() -> (Self, Captured) {
        let captured = Captured::default();
        (Self(Box::new(captured.clone())), captured)
    }

    /// Prints text unchanged. The text must end with a line break, or be empty.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        Ok(self.0.write_all(text.as_bytes())?)
    }

    /// Prints a line.
    pub(crate) fn line(&mut self, line: impl fmt::Display) -> Result<(), Failure> {
        Ok(writeln!(self.0, "{line}")?)
    }

    /// Prints a prompt.
    pub(crate) fn prompt(&mut self, prompt: &str) -> Result<(), Failure> {
        write!(self.0, "{prompt}")?;
        Ok(self.0.flush()?)
    }
}

impl fmt::Debug for Out {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Out")
    }
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
