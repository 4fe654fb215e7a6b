//! Authentication of operators.

use parking_lot::RwLock;
use tonic::metadata::MetadataMap;

use crate::{auth::token::bearer, error::RpcError, settings::OperatorToken};

/// The tokens of operators. They can be replaced while the service runs.
#[derive(Debug)]
pub struct OperatorTokens {
    tokens: RwLock<Vec<OperatorToken>>,
    /// Whether calls need a token, as configured at the start.
    are_required: bool,
}

/// The caller of a method for operators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Operator {
    /// The operator with this name, by its token.
    Named(String),
    /// Unknown, because no tokens are configured: requests contain the name.
    Unauthenticated,
}

impl Operator {
    /// The caller of an idempotent call: the request ids of operators are separate.
    pub(crate) fn caller(&self) -> String {
        match self {
            Self::Named(name) => format!("operator {name}"),
            Self::Unauthenticated => "operator".to_owned(),
        }
    }
}

impl OperatorTokens {
    pub(crate) fn new(tokens: &[OperatorToken]) -> Self {
        Self {
            tokens: RwLock::new(tokens.to_vec()),
            are_required: !tokens.is_empty(),
        }
    }

    /// Replaces all tokens. If none was configured at the start, calls still need none.
    pub fn replace(&self, tokens: &[OperatorToken]) {
        *self.tokens.write() = tokens.to_vec();
    }

    /// The operator who makes this call.
    ///
    /// # Errors
    ///
    /// If tokens are required, and the call has none or a wrong one.
    pub(crate) fn authenticate(&self, metadata: &MetadataMap) -> Result<Operator, RpcError> {
        if !self.are_required {
            return Ok(Operator::Unauthenticated);
        }
        let sent = bearer(metadata.as_ref()).ok_or(RpcError::OperatorOnly)?;
        let hash = OperatorToken::hash(sent);
        // All tokens are compared, each in constant time, so that the duration reveals nothing.
        let tokens = self.tokens.read();
        let known = tokens
            .iter()
            .fold(None, |found, token| if token.has(hash) { Some(token) } else { found });
        let known = known.ok_or(RpcError::OperatorOnly)?;
        Ok(Operator::Named(known.name.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metadata(authorization: &str) -> MetadataMap {
        let mut metadata = MetadataMap::new();
        metadata.insert("authorization", authorization.parse().unwrap());
        metadata
    }

    fn tokens(all: &[(&str, &str)]) -> Vec<OperatorToken> {
        let tokens = all
            .iter()
            .map(|(name, secret)| OperatorToken::new(*name, secret.as_bytes()));
        tokens.collect()
    }

    fn name_of(known: &OperatorTokens, authorization: &str) -> Option<String> {
        match known.authenticate(&metadata(authorization)) {
            Ok(Operator::Named(name)) => Some(name),
            Ok(Operator::Unauthenticated) => panic!("not authenticated"),
            Err(_) => None,
        }
    }

    #[test]
    fn a_token_names_its_operator_and_no_other_text_does() {
        let known = OperatorTokens::new(&tokens(&[("olga", "the token of Olga"), ("omar", "the token of Omar")]));
        assert_eq!(name_of(&known, "Bearer the token of Olga").as_deref(), Some("olga"));
        assert_eq!(name_of(&known, "bearer the token of Omar").as_deref(), Some("omar"));
        for other in [
            "",
            "Bearer",
            "Bearer ",
            "the token of Olga",
            "Bearer the token of Olg",
            "Bearer olga",
            "Basic the token of Olga",
        ] {
            assert_eq!(name_of(&known, other), None, "{other}");
        }
        let none = known.authenticate(&MetadataMap::new());
        assert!(matches!(none, Err(RpcError::OperatorOnly)));
    }

    #[test]
    fn replaced_tokens_are_valid_at_once_and_removed_ones_no_longer() {
        let known = OperatorTokens::new(&tokens(&[("olga", "old"), ("omar", "of Omar")]));
        known.replace(&tokens(&[("olga", "new")]));
        assert_eq!(name_of(&known, "Bearer new").as_deref(), Some("olga"));
        assert_eq!(name_of(&known, "Bearer old"), None);
        assert_eq!(name_of(&known, "Bearer of Omar"), None);
        known.replace(&[]);
        assert_eq!(name_of(&known, "Bearer new"), None);
    }

    #[test]
    fn without_configured_tokens_no_caller_is_authenticated() {
        let open = OperatorTokens::new(&[]);
        for sent in [MetadataMap::new(), metadata("Bearer anything")] {
            assert_eq!(open.authenticate(&sent).unwrap(), Operator::Unauthenticated);
        }
    }
}
