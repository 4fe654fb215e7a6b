//! API keys: who may create matches, where that is limited, and how much each of them may do.

use http::HeaderMap;

use crate::{error::RpcError, settings::ApiKey};

/// The metadata in which an API key comes.
const HEADER: &str = "x-api-key";

/// The place of the key that a call brings among `keys`; `None` if it brings none, or none is known.
///
/// # Errors
///
/// If the call brings a key that is not known, though some are.
pub(crate) fn of_call(keys: &[ApiKey], headers: &HeaderMap) -> Result<Option<usize>, RpcError> {
    let Some(sent) = headers.get(HEADER).filter(|_| !keys.is_empty()) else {
        return Ok(None);
    };
    let sent = ApiKey::hash(sent.as_bytes());
    // Every key is compared, each in constant time as blake3::Hash does: how long it takes tells nothing.
    let places = keys.iter().enumerate();
    let known = places.fold(
        None,
        |found, (place, key)| if key.has(sent) { Some(place) } else { found },
    );
    known.map(Some).ok_or(RpcError::ApiKeyUnknown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::KeyQuota;

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
}
