//! The secrets that authenticate callers and operators. Only their hashes are kept in memory.

use std::fmt;

use super::Rate;

/// The API key of one customer, which is a tenant.
#[derive(Clone)]
pub struct ApiKey {
    pub(crate) name: String,
    hash: blake3::Hash,
    pub(crate) quota: KeyQuota,
    /// The lobby that its holder shares with others; empty if it shares none.
    pub(crate) lobby: String,
}

/// The limits of a key's holder; `None` stands for the limit of every caller.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyQuota {
    /// Its rate limit.
    pub rate: Option<Rate>,
    /// The maximum of concurrent watch streams on each server; 0 for no limit.
    pub streams: Option<usize>,
    /// The maximum of matches in the lobby or in play; 0 for no limit.
    pub open_matches: Option<u32>,
}

impl ApiKey {
    /// The key `secret` of the holder `name`. The name identifies the holder on every replica, so the secret can be
    /// rotated while its matches go on.
    #[must_use]
    pub fn new(name: impl Into<String>, secret: &[u8], quota: KeyQuota) -> Self {
        Self {
            name: name.into(),
            hash: Self::hash(secret),
            quota,
            lobby: String::new(),
        }
    }

    /// The same key of a holder that shares its lists and its quick matches with the other holders of this lobby.
    #[must_use]
    pub fn sharing(self, lobby: impl Into<String>) -> Self {
        let lobby = lobby.into();
        Self { lobby, ..self }
    }

    /// The hash of a secret that a call sends.
    pub(crate) fn hash(secret: &[u8]) -> blake3::Hash {
        blake3::Hash::from_bytes(blake3::derive_key("tinsel 2026-11 API keys", secret))
    }

    /// Whether this is the key with that hash; compared in constant time.
    pub(crate) fn has(&self, hash: blake3::Hash) -> bool {
        self.hash == hash
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ApiKey({}, …)", self.name)
    }
}

/// The token of one operator.
#[derive(Clone)]
pub struct OperatorToken {
    pub(crate) name: String,
    hash: blake3::Hash,
}

impl OperatorToken {
    /// The token `secret` of the operator `name`.
    #[must_use]
    pub fn new(name: impl Into<String>, secret: &[u8]) -> Self {
        Self {
            name: name.into(),
            hash: Self::hash(secret),
        }
    }

    /// The hash of a secret that a call sends.
    pub(crate) fn hash(secret: &[u8]) -> blake3::Hash {
        blake3::Hash::from_bytes(blake3::derive_key("tinsel 2026-11 operator's token", secret))
    }

    /// Whether this is the token with that hash; compared in constant time.
    pub(crate) fn has(&self, hash: blake3::Hash) -> bool {
        self.hash == hash
    }
}

impl fmt::Debug for OperatorToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OperatorToken({}, …)", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_printed() {
        let key = ApiKey::new("name", b"topsecret", KeyQuota::default());
        assert_eq!(format!("{key:?}"), "ApiKey(name, …)");
        let token = OperatorToken::new("name", b"topsecret");
        assert_eq!(format!("{token:?}"), "OperatorToken(name, …)");
    }
}
