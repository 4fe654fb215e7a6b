//! API keys: who may create matches, where that is limited, and how much each of them may do.

use std::fmt;

use http::HeaderMap;

use crate::{error::RpcError, quotas::Rate};

/// The metadata in which an API key comes.
const HEADER: &str = "x-api-key";

/// The key of one customer of the service.
#[derive(Clone)]
pub struct ApiKey {
    pub(crate) name: String,
    hash: blake3::Hash,
    pub(crate) quota: KeyQuota,
}

/// How much the holder of a key may do; what is `None` is as for every caller.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyQuota {
    /// How often it may call.
    pub rate: Option<Rate>,
    /// The most watch streams at once, on each server; 0 for no limit of its own.
    pub streams: Option<usize>,
    /// The most matches in the lobby or in play; 0 for no limit.
    pub open_matches: Option<u32>,
}

impl ApiKey {
    /// The key `secret`, whose holder is called `name`. The name stands for the holder on every replica, so the key can
    /// be changed while its matches go on.
    #[must_use]
    pub fn new(name: impl Into<String>, secret: &[u8], quota: KeyQuota) -> Self {
        Self {
            name: name.into(),
            hash: hash(secret),
            quota,
        }
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ApiKey({}, …)", self.name)
    }
}

/// The place of the key that a call brings among `keys`; `None` if it brings none, or none is known.
///
/// # Errors
///
/// If the call brings a key that is not known, though some are.
pub(crate) fn of_call(keys: &[ApiKey], headers: &HeaderMap) -> Result<Option<usize>, RpcError> {
    let Some(sent) = headers.get(HEADER).filter(|_| !keys.is_empty()) else {
        return Ok(None);
    };
    let sent = hash(sent.as_bytes());
    // Every key is compared, each in constant time as blake3::Hash does: how long it takes tells nothing.
    let places = keys.iter().enumerate();
    let known = places.fold(
        None,
        |found, (place, key)| if key.hash == sent { Some(place) } else { found },
    );
    known.map(Some).ok_or(RpcError::ApiKeyUnknown)
}

fn hash(secret: &[u8]) -> blake3::Hash {
    blake3::Hash::from_bytes(blake3::derive_key("tinsel 2026-11 API keys", secret))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(key: &str) -> HeaderMap {
        [(HEADER.parse().unwrap(), key.parse().unwrap())].into_iter().collect()
    }

    #[test]
    fn a_call_is_of_the_key_it_brings() {
        let keys = ["first", "second"].map(|name| ApiKey::new(name, name.as_bytes(), KeyQuota::default()));
        assert_eq!(of_call(&keys, &HeaderMap::new()).unwrap(), None);
        assert_eq!(of_call(&keys, &headers("first")).unwrap(), Some(0));
        assert_eq!(of_call(&keys, &headers("second")).unwrap(), Some(1));
        for unknown in ["", "third", "First", "second "] {
            assert!(matches!(
                of_call(&keys, &headers(unknown)),
                Err(RpcError::ApiKeyUnknown)
            ));
        }
    }

    #[test]
    fn without_configured_keys_a_sent_one_is_ignored() {
        assert_eq!(of_call(&[], &headers("anything")).unwrap(), None);
    }

    #[test]
    fn a_key_is_not_printed() {
        let key = ApiKey::new("name", b"topsecret", KeyQuota::default());
        assert_eq!(format!("{key:?}"), "ApiKey(name, …)");
    }
}
