//! What proves who is calling.

use std::fmt;

use tonic::{
    Request,
    metadata::{Ascii, MetadataValue},
};

use crate::error::Error;

/// What proves to be a match's host, to hold a seat, or to be let in to look on. Keep it secret: it is never printed by `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A token as it was given by `CreateMatch`, `JoinMatch`, `QuickMatch` or `SpectateMatch`.
    pub fn new(token: impl Into<String>) -> Self {
        Self(token.into())
    }

    /// The token's text, to be kept where only its owner can read it.
    #[must_use]
    pub fn secret(&self) -> &str {
        &self.0
    }

    /// The value of `authorization`.
    pub(crate) fn header(&self) -> Result<MetadataValue<Ascii>, Error> {
        let mut value: MetadataValue<Ascii> = format!("Bearer {}", self.0).parse().map_err(|_| Error::BadToken)?;
        value.set_sensitive(true);
        Ok(value)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// A request of whoever `header` says.
pub(crate) fn request<Q>(message: Q, header: Option<&MetadataValue<Ascii>>) -> Request<Q> {
    let mut request = Request::new(message);
    if let Some(header) = header {
        request.metadata_mut().insert("authorization", header.clone());
    }
    request
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_not_printed() {
        assert_eq!(format!("{:?}", Token::new("secret")), "Token(…)");
        let request = request((), Some(&Token::new("secret").header().unwrap()));
        assert!(!format!("{request:?}").contains("secret"));
    }

    #[test]
    fn a_token_that_cannot_be_sent_is_said_to_be_bad() {
        assert!(matches!(Token::new("line\nbreak").header(), Err(Error::BadToken)));
    }
}
