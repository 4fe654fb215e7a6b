//! The error for invalid stored bytes: it names their origin and the kind of fault, never their contents. Errors are
//! logged, and decoding errors quote the bytes, which can be hidden from all viewers.

use rmp_serde::decode::Error;

/// Stored bytes that cannot be decoded.
#[derive(Debug, thiserror::Error)]
#[error("cannot load the saved state of {game}: {flaw}")]
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

/// The kind of fault in bytes that cannot be decoded, without a byte of them.
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
