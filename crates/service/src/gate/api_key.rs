//! API keys: they permit creating matches, where that is restricted, and have limits of their own.

use http::HeaderMap;

use crate::{error::RpcError, settings::ApiKey};

/// The metadata key of an API key.
const HEADER: &str = "x-api-key";

/// The index of the call's key in `keys`; `None` if the call has no key, or if no keys are configured.
///
/// # Errors
///
/// If keys are configured and the call's key is not one of them.
pub(crate) fn of_call(keys: &[ApiKey], headers: &HeaderMap) -> Result<Option<usize>, RpcError> {
    let Some(sent) = headers.get(HEADER).filter(|_| !keys.is_empty()) else {
        return Ok(None);
    };
    let sent = ApiKey::hash(sent.as_bytes());
    // All keys are compared, each in constant time by blake3::Hash, so that the duration reveals nothing.
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
    fn a_call_is_identified_by_its_key() {
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
