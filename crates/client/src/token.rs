//! Credentials: tokens and API keys.

use std::fmt;

use tonic::{
    Request,
    metadata::{Ascii, MetadataValue},
};

use crate::error::Error;

/// A token that authenticates a match's host, the player of a seat, or a spectator. Keep it secret: `Debug` never
/// prints it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// The token that `CreateMatch`, `JoinMatch`, `QuickMatch` or `SpectateMatch` returned.
    pub fn new(token: impl Into<String>) -> Self {
        Self(token.into())
    }

    /// The token's text. Store it where only its owner can read it.
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

/// The key that an operator gives to clients that may create matches. Keep it secret: `Debug` never prints it.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

impl ApiKey {
    /// The key that the operator gave.
    pub fn new(key: impl Into<String>) -> Self {
        Self(key.into())
    }

    /// The value of `x-api-key`.
    pub(crate) fn header(&self) -> Result<MetadataValue<Ascii>, Error> {
        let mut value: MetadataValue<Ascii> = self.0.parse().map_err(|_| Error::BadToken)?;
        value.set_sensitive(true);
        Ok(value)
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey(…)")
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// The headers of a request: the values of `authorization` and of `x-api-key`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Headers {
    pub(crate) authorization: Option<MetadataValue<Ascii>>,
    pub(crate) api_key: Option<MetadataValue<Ascii>>,
}

impl Headers {
    /// A request with these headers.
    pub(crate) fn request<Q>(&self, message: Q) -> Request<Q> {
        let mut request = Request::new(message);
        let values = [("authorization", &self.authorization), ("x-api-key", &self.api_key)];
        for (name, value) in values {
            if let Some(value) = value {
                request.metadata_mut().insert(name, value.clone());
            }
        }
        request
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_not_printed() {
        assert_eq!(format!("{:?}", Token::new("secret")), "Token(…)");
        assert_eq!(format!("{:?}", ApiKey::new("secret")), "ApiKey(…)");
        let headers = Headers {
            authorization: Some(Token::new("secret").header().unwrap()),
            api_key: Some(ApiKey::new("secret").header().unwrap()),
        };
        let request = headers.request(());
        assert_eq!(request.metadata().get("authorization").unwrap(), "Bearer secret");
        assert_eq!(request.metadata().get("x-api-key").unwrap(), "secret");
        assert!(!format!("{request:?}").contains("secret"));
    }

    #[test]
    fn a_token_that_cannot_be_sent_is_bad() {
        assert!(matches!(Token::new("line\nbreak").header(), Err(Error::BadToken)));
        assert!(matches!(ApiKey::new("line\nbreak").header(), Err(Error::BadToken)));
    }
}
