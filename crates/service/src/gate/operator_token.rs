//! Authentication of operators.

use tonic::metadata::MetadataMap;

use crate::{error::RpcError, gate::token::bearer, settings::OperatorToken};

/// Checks the token of an operator's call. If no token is configured, every call passes.
///
/// # Errors
///
/// If the call has no token, or a wrong one.
pub(crate) fn require(token: Option<&OperatorToken>, metadata: &MetadataMap) -> Result<(), RpcError> {
    let Some(known) = token else {
        return Ok(());
    };
    let sent = metadata.get("authorization").and_then(|value| value.to_str().ok());
    match sent.and_then(bearer) {
        Some(sent) if known.is(sent) => Ok(()),
        Some(_) | None => Err(RpcError::OperatorOnly),
    }
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
    fn only_a_call_with_the_token_is_of_an_operator() {
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
}
