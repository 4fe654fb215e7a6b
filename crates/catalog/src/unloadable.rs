//! What is told of bytes that are not what they should be: which, and what is wrong with them, never what they hold. The
//! texts of decoding errors quote what they found, which may be hidden from everybody, and errors are logged.

use rmp_serde::decode::Error;

/// Bytes that are not what they should be.
#[derive(Debug, thiserror::Error)]
#[error("what was saved of {game} cannot be read: {flaw}")]
pub struct Unloadable {
    game: &'static str,
    flaw: &'static str,
}

impl Unloadable {
    pub(crate) fn new(game: &'static str, error: &Error) -> Self {
        let flaw = flaw(error);
        Self { game, flaw }
    }
}

/// What is wrong with bytes that cannot be read, without a byte of them.
#[must_use]
pub const fn flaw(error: &Error) -> &'static str {
    match error {
        Error::InvalidMarkerRead(_) | Error::InvalidDataRead(_) => "they end too early",
        Error::TypeMismatch(_) => "a value is of another type",
        Error::OutOfRange => "a number is out of range",
        Error::LengthMismatch(_) => "a list is of another length",
        Error::Uncategorized(_) | Error::Syntax(_) => "a value is none of its type",
        Error::Utf8Error(_) => "a text is no text",
        Error::DepthLimitExceeded => "they are nested too deep",
    }
}
