//! Where a command prints.

use std::{fmt, io::Write};

use crate::failure::Failure;

/// Where a command prints. Everything it says goes through here.
pub(crate) struct Out(Box<dyn Write + Send>);

impl Out {
    pub(crate) fn stdout() -> Self {
        Self(Box::new(std::io::stdout()))
    }

    /// Prints text as it is. It ends with a line break, or is empty.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        Ok(self.0.write_all(text.as_bytes())?)
    }

    /// Prints a line.
    pub(crate) fn line(&mut self, line: impl fmt::Display) -> Result<(), Failure> {
        Ok(writeln!(self.0, "{line}")?)
    }

    /// Prints what stands before somebody's answer.
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

/// Says why a command failed, in one line.
pub(crate) fn complain(failure: &Failure) {
    if failure.is_worth_a_word() {
        let line = failure.to_string().replace('\n', " ");
        let _ = writeln!(std::io::stderr().lock(), "tinsel: {line}{}", failure.advice());
    }
}
