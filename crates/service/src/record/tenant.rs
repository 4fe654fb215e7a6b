//! Tenants: the holders of API keys, whose matches are separate from those of other callers.

use tinsel_store::{LobbyId, RequestId};

/// The holder of an API key, by its name, which stays when the key is replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tenant {
    pub(crate) name: String,
    /// The lobby that it shares with other tenants; empty if it shares none.
    pub(crate) lobby: String,
}

impl Tenant {
    /// The lobby of its matches.
    pub(crate) fn lobby_id(&self) -> LobbyId {
        lobby_id(&self.name, &self.lobby)
    }

    /// The idempotency key of a request of `tenant`. Another tenant that sends the same one never gets the response.
    pub(crate) fn scoped(tenant: Option<&Self>, id: RequestId) -> RequestId {
        let Some(tenant) = tenant else { return id };
        let context = "tinsel 2026-12 requests of tenants";
        RequestId::from_entropy(derived(context, [&tenant.name, id.as_str()]))
    }
}

/// The lobby of a tenant's matches. Every replica must find the same, also after the token secret was rotated, so it is not
/// derived from that secret. The names are not secret to readers of the store: records contain them.
pub(super) fn lobby_id(name: &str, lobby: &str) -> LobbyId {
    let parts = match lobby {
        "" => ["of", name],
        lobby => ["shared", lobby],
    };
    LobbyId::from_entropy(derived("tinsel 2026-12 lobbies of tenants", parts))
}

/// A hash of two texts. One of them contains no space, so they are unambiguous.
fn derived(context: &str, [one, other]: [&str; 2]) -> [u8; 16] {
    let hash = blake3::derive_key(context, format!("{one} {other}").as_bytes());
    *hash.first_chunk().unwrap_or(&[0; 16])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tenant(name: &str, lobby: &str) -> Tenant {
        let [name, lobby] = [name, lobby].map(str::to_owned);
        Tenant { name, lobby }
    }

    #[test]
    fn tenants_have_the_same_lobby_only_if_they_share_one() {
        let lobby = |name, lobby| tenant(name, lobby).lobby_id();
        assert_eq!(lobby("one", "north"), lobby("two", "north"));
        let distinct = [
            lobby("one", ""),
            lobby("two", ""),
            lobby("north", ""),
            lobby("one", "north"),
            lobby("one", "south"),
        ];
        for (index, lobby) in distinct.iter().enumerate() {
            assert!(!distinct[..index].contains(lobby), "{index}");
        }
    }

    /// The store contains it, and other replicas must find it.
    #[test]
    fn the_lobby_is_stable() {
        assert_eq!(
            tenant("studio", "").lobby_id().to_string(),
            "d86fecbea2e842e457bef8cda0c0f454"
        );
        assert_eq!(
            tenant("studio", "north").lobby_id().to_string(),
            "1bab0543c3e03cbd3eab5906c8f3b4d4"
        );
    }

    #[test]
    fn the_same_request_of_other_tenants_is_another_one() {
        let id: RequestId = "a-1".parse().unwrap();
        let scoped = |name, lobby| Tenant::scoped(Some(&tenant(name, lobby)), id.clone());
        assert_ne!(scoped("one", "north"), scoped("two", "north"));
        assert_eq!(scoped("one", "north"), scoped("one", ""), "whatever it shares");
        assert_ne!(scoped("one", ""), id);
        assert_eq!(Tenant::scoped(None, id.clone()), id);
    }
}
