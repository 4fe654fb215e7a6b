//! Who is an operator.

use std::fmt;

use tonic::metadata::MetadataMap;

use crate::{auth, error::RpcError};

/// The token by which operators are known.
#[derive(Clone)]
pub struct OperatorToken(blake3::Hash);

impl OperatorToken {
    /// The token that is this secret.
    #[must_use]
    pub fn new(secret: &[u8]) -> Self {
        Self(hash(secret))
    }
}

impl fmt::Debug for OperatorToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OperatorToken(…)")
    }
}

/// Lets an operator's call pass; any call, if none is asked for a token.
///
/// # Errors
///
/// If it brings no token, or another.
pub(crate) fn require(token: Option<&OperatorToken>, metadata: &MetadataMap) -> Result<(), RpcError> {
    let Some(OperatorToken(known)) = token else {
        return Ok(());
    };
    let sent = metadata.get("authorization").and_then(|value| value.to_str().ok());
    // blake3::Hash compares in constant time.
    match sent.and_then(auth::bearer) {
        Some(sent) if hash(sent.as_bytes()) == *known => Ok(()),
        Some(_) | None => Err(RpcError::OperatorOnly),
    }
}

fn hash(secret: &[u8]) -> blake3::Hash {
    blake3::Hash::from_bytes(blake3::derive_key("tinsel 2026-11 operator's token", secret))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(authorization: &str) -> Result<(), RpcError> {
        let mut metadata = MetadataMap::new();
        metadata.insert("authorization", authorization.parse().unwrap());
        require(Some(&OperatorToken::new(b"the operator's")), &metadata)
    }

    #[test]
    fn only_who_brings_the_token_is_an_operator() {
        assert!(ask("Bearer the operator's").is_ok());
        for other in [
            "",
            "Bearer",
            "Bearer ",
            "the operator's",
            "Bearer the operator'",
            "Basic the operator's",
        ] {
            assert!(matches!(ask(other), Err(RpcError::OperatorOnly)), "{other}");
        }
        let none = MetadataMap::new();
        assert!(require(Some(&OperatorToken::new(b"")), &none).is_err());
        assert!(
            require(None, &none).is_ok(),
            "where no token is configured, none is asked for"
        );
    }

    #[test]
    fn the_token_is_not_printed() {
        assert_eq!(format!("{:?}", OperatorToken::new(b"topsecret")), "OperatorToken(…)");
    }
}
