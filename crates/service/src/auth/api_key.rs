//! API keys: they permit creating matches, where that is restricted, and have limits of their own.

use http::{HeaderMap, HeaderName};
use parking_lot::RwLock;

use super::caller::{Caller, QuotaKey};
use crate::{
    error::RpcError,
    record::Tenant,
    settings::{ApiKey, KeyQuota},
};

/// The metadata key of an API key.
static HEADER: HeaderName = HeaderName::from_static("x-api-key");

/// The API keys of the service. They can be replaced while it runs.
#[derive(Debug, Default)]
pub struct ApiKeys {
    /// The holders, in the order of their first configuration. A holder keeps its index, so that usage stays with it; one
    /// that was removed has no key.
    holders: RwLock<Vec<Holder>>,
}

#[derive(Debug)]
struct Holder {
    tenant: Tenant,
    quota: KeyQuota,
    key: Option<ApiKey>,
}

impl ApiKeys {
    pub(crate) fn new(keys: &[ApiKey]) -> Self {
        let all = Self::default();
        all.replace(keys);
        all
    }

    /// Replaces all keys. A holder with the same name keeps its usage, even if its key has changed. Calls with a removed
    /// key are refused, and its open streams go on.
    pub fn replace(&self, keys: &[ApiKey]) {
        let holders = &mut *self.holders.write();
        for holder in holders.iter_mut() {
            holder.key = None;
        }
        for key in keys {
            let current = Holder {
                tenant: Tenant {
                    name: key.name.clone(),
                    lobby: key.lobby.clone(),
                },
                quota: key.quota.clone(),
                key: Some(key.clone()),
            };
            match holders.iter_mut().find(|holder| holder.tenant.name == key.name) {
                Some(holder) => *holder = current,
                None => holders.push(current),
            }
        }
    }

    /// Whether creating a match requires a key.
    pub(crate) fn are_required(&self) -> bool {
        self.holders.read().iter().any(|holder| holder.key.is_some())
    }

    /// The index of the holder of the call's key; `None` if the call has no key, or if no keys are configured.
    ///
    /// # Errors
    ///
    /// If keys are configured and the call's key is not one of them.
    pub(crate) fn of_call(&self, headers: &HeaderMap) -> Result<Option<usize>, RpcError> {
        let Some(sent) = headers.get(&HEADER).filter(|_| self.are_required()) else {
            return Ok(None);
        };
        let sent = ApiKey::hash(sent.as_bytes());
        // All keys are compared, each in constant time by blake3::Hash, so that the duration reveals nothing.
        let holders = self.holders.read();
        let known = holders.iter().enumerate().fold(None, |found, (holder_index, holder)| {
            let has = holder.key.as_ref().is_some_and(|key| key.has(sent));
            if has { Some(holder_index) } else { found }
        });
        known.map(Some).ok_or(RpcError::ApiKeyUnknown)
    }

    /// The names of all holders, also of removed ones.
    pub(crate) fn names(&self) -> Vec<String> {
        self.holders
            .read()
            .iter()
            .map(|holder| holder.tenant.name.clone())
            .collect()
    }

    /// The holder of a caller's key, as a tenant; `None` if the caller has none.
    pub(crate) fn tenant_of(&self, caller: &Caller) -> Option<Tenant> {
        let QuotaKey::Key(holder_index) = caller.quota_key else {
            return None;
        };
        let holders = self.holders.read();
        holders.get(holder_index).map(|holder| holder.tenant.clone())
    }

    /// The name and the quotas of the holder with this index.
    pub(crate) fn holder(&self, holder_index: usize) -> Option<(String, KeyQuota)> {
        let holders = self.holders.read();
        let holder = holders.get(holder_index)?;
        Some((holder.tenant.name.clone(), holder.quota.clone()))
    }

    /// The quotas of the holder with this name.
    pub(crate) fn quota_of(&self, name: &str) -> Option<KeyQuota> {
        let holders = self.holders.read();
        let holder = holders.iter().find(|holder| holder.tenant.name == name);
        holder.map(|holder| holder.quota.clone())
    }

    /// The quotas of the holder with this index.
    pub(crate) fn quota(&self, holder_index: usize) -> Option<KeyQuota> {
        self.holders.read().get(holder_index).map(|holder| holder.quota.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::{caller::Address, token::Keys};

    fn headers(key: &str) -> HeaderMap {
        [(HEADER.clone(), key.parse().unwrap())].into_iter().collect()
    }

    fn key(name: &str, secret: &str) -> ApiKey {
        ApiKey::new(name, secret.as_bytes(), KeyQuota::default())
    }

    #[test]
    fn a_call_is_identified_by_its_key() {
        let keys = ApiKeys::new(&["first", "second"].map(|name| key(name, name)));
        assert_eq!(keys.of_call(&HeaderMap::new()).unwrap(), None);
        assert_eq!(keys.of_call(&headers("first")).unwrap(), Some(0));
        assert_eq!(keys.of_call(&headers("second")).unwrap(), Some(1));
        for unknown in ["", "third", "First", "second "] {
            assert!(matches!(keys.of_call(&headers(unknown)), Err(RpcError::ApiKeyUnknown)));
        }
    }

    #[test]
    fn a_tenant_stays_when_its_key_is_replaced_and_its_lobby_is_the_newest() {
        let keys = ApiKeys::new(&[key("a", "key of a"), key("b", "key of b").sharing("north")]);
        let tokens = Keys::new(b"secret", &[]);
        let tenant = |secret: &str| {
            let holder = keys.of_call(&headers(secret)).unwrap();
            let caller = Caller::of(holder, &tokens, &HeaderMap::new(), Address::Unknown);
            keys.tenant_of(&caller).map(|tenant| (tenant.name, tenant.lobby))
        };
        let expected = |name: &str, lobby: &str| Some((name.to_owned(), lobby.to_owned()));
        assert_eq!(tenant("key of a"), expected("a", ""));
        assert_eq!(tenant("key of b"), expected("b", "north"));
        keys.replace(&[key("a", "new key of a").sharing("north"), key("b", "key of b")]);
        assert_eq!(tenant("new key of a"), expected("a", "north"));
        assert_eq!(tenant("key of b"), expected("b", ""));
        assert_eq!(keys.tenant_of(&Caller::at(Address::Unknown)), None);
    }

    #[test]
    fn without_configured_keys_a_sent_one_is_ignored() {
        assert_eq!(ApiKeys::default().of_call(&headers("anything")).unwrap(), None);
    }

    #[test]
    fn a_holder_keeps_its_index_when_keys_are_replaced() {
        let keys = ApiKeys::new(&[key("a", "key of a"), key("b", "key of b")]);
        keys.replace(&[key("c", "key of c"), key("b", "new key of b")]);
        for (secret, expected) in [
            ("key of a", None),
            ("key of b", None),
            ("new key of b", Some(1)),
            ("key of c", Some(2)),
        ] {
            assert_eq!(keys.of_call(&headers(secret)).ok().flatten(), expected, "{secret}");
        }
        keys.replace(&[key("a", "key of a")]);
        assert_eq!(keys.of_call(&headers("key of a")).unwrap(), Some(0));
    }
}
