//! The identity of a caller: for rate limits, and its role in a match.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use http::{Extensions, HeaderMap};
use tinsel_store::MatchId;
use tonic::transport::server::TcpConnectInfo;

use crate::{
    auth::token::{self, Keys, Role},
    error::RpcError,
    record::{Host, SeatGrant},
};

/// The caller of one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Caller {
    /// The key of the rate limits that apply to the call.
    pub(crate) quota_key: QuotaKey,
    /// The client address, whatever credentials it sends.
    pub(crate) address: Address,
    pub(crate) bearer: Bearer,
}

/// The result of verifying the bearer token of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bearer {
    /// The call has no bearer token in its metadata.
    Missing,
    /// The token is invalid.
    Invalid,
    /// A valid token of this match.
    Valid(MatchId, Role),
}

/// The unit that rate limits apply to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum QuotaKey {
    /// The holder of an API key, by its index in `ApiKeys`.
    Key(usize),
    /// The bearer of a token.
    Bearer(MatchId, Role),
    /// All callers at one address without a key or token.
    Address(Address),
}

/// The network address of a caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Address {
    /// One address.
    V4(Ipv4Addr),
    /// The upper 64 bits of the address, because one client usually controls all addresses that share them.
    V6(u64),
    /// The call did not come over a network.
    Unknown,
}

impl Caller {
    /// Identifies a caller by its API key (`key` is the index of its holder), else by its token, else by its address.
    /// An invalid token does not count, so a client cannot invent callers.
    pub(crate) fn of(key: Option<usize>, keys: &Keys, headers: &HeaderMap, address: Address) -> Self {
        let bearer = Bearer::of(keys, headers);
        let quota_key = match (key, bearer) {
            (Some(holder_index), _) => QuotaKey::Key(holder_index),
            (None, Bearer::Valid(id, role @ (Role::Host | Role::Seat(_)))) => QuotaKey::Bearer(id, role),
            // All spectators of a match share one token, so the token does not identify a single caller.
            (None, Bearer::Valid(_, Role::Spectator) | Bearer::Missing | Bearer::Invalid) => QuotaKey::Address(address),
        };
        Self {
            quota_key,
            address,
            bearer,
        }
    }

    /// The caller at this address without a key or token.
    pub(crate) const fn at(address: Address) -> Self {
        Self {
            quota_key: QuotaKey::Address(address),
            address,
            bearer: Bearer::Missing,
        }
    }

    /// Whether the call has an API key.
    pub(crate) const fn has_key(&self) -> bool {
        matches!(self.quota_key, QuotaKey::Key(_))
    }

    /// The role that the token of the call proves for match `id`; `None` without a token.
    ///
    /// # Errors
    ///
    /// If there is a token and it is not valid for this match.
    pub(crate) fn role(&self, id: MatchId) -> Result<Option<Role>, RpcError> {
        match self.bearer {
            Bearer::Missing => Ok(None),
            Bearer::Invalid => Err(RpcError::TokenInvalid),
            Bearer::Valid(of, role) if of == id => Ok(Some(role)),
            Bearer::Valid(..) => Err(RpcError::TokenForOtherMatch),
        }
    }

    /// The seat of a call that only a seat may make.
    ///
    /// # Errors
    ///
    /// If the call has no valid token of a seat in match `id`.
    pub(crate) fn require_seat(&self, id: MatchId) -> Result<SeatGrant, RpcError> {
        match self.role(id)? {
            Some(Role::Seat(grant)) => Ok(grant),
            Some(Role::Host | Role::Spectator) => Err(RpcError::SeatOnly),
            None => Err(RpcError::TokenMissing),
        }
    }

    /// The caller of a call that a host may make. The match knows whether it is its host.
    ///
    /// # Errors
    ///
    /// If the call has no valid token of a host or a seat of match `id`.
    pub(crate) fn require_host_or_seat(&self, id: MatchId) -> Result<Host, RpcError> {
        match self.role(id)? {
            Some(Role::Host) => Ok(Host::Creator),
            Some(Role::Seat(grant)) => Ok(Host::Seat(grant)),
            Some(Role::Spectator) => Err(RpcError::HostOnly),
            None => Err(RpcError::TokenMissing),
        }
    }

    /// The caller that the admission middleware has attached to a call.
    pub(crate) fn noted(extensions: &Extensions) -> Self {
        extensions.get().copied().unwrap_or(Self::at(Address::Unknown))
    }
}

impl Bearer {
    fn of(keys: &Keys, headers: &HeaderMap) -> Self {
        let Some(token) = token::bearer(headers) else {
            return Self::Missing;
        };
        let opened = str::from_utf8(token).ok().and_then(|token| keys.open(token));
        opened.map_or(Self::Invalid, |(id, role)| Self::Valid(id, role))
    }
}

impl Address {
    /// The address of a caller. Behind `proxies` proxies that append to `x-forwarded-for`, it is the entry that the
    /// outermost proxy added. Entries further left are under the caller's control and ignored.
    pub(crate) fn of(headers: &HeaderMap, extensions: &Extensions, proxies: usize) -> Self {
        let forwarded = || {
            let values = headers.get_all("x-forwarded-for").iter();
            let listed = values.flat_map(|value| value.as_bytes().split(|byte| *byte == b','));
            let listed: Vec<_> = listed.collect();
            let index = listed.len().checked_sub(proxies)?;
            parse(listed.get(index)?)
        };
        let peer = extensions.get::<TcpConnectInfo>();
        let peer = || Some(peer?.remote_addr()?.ip());
        // A call that bypasses the proxies is identified by its own address.
        let address = if proxies == 0 {
            peer()
        } else {
            forwarded().or_else(peer)
        };
        address.map_or(Self::Unknown, Self::from)
    }

    /// The address as text, as it is hashed.
    pub(crate) fn text(self) -> String {
        match self {
            Self::V4(address) => address.to_string(),
            Self::V6(upper) => format!("{}/64", Ipv6Addr::from(u128::from(upper) << 64)),
            Self::Unknown => String::new(),
        }
    }
}

impl From<IpAddr> for Address {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self::V4(address),
            IpAddr::V6(address) => Self::V6(u64::try_from(address.to_bits() >> 64).unwrap_or(u64::MAX)),
        }
    }
}

/// An address in the format of proxies, with or without a port.
fn parse(listed: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(listed).ok()?.trim();
    let unbracketed = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let address = unbracketed.unwrap_or(text).parse().ok();
    address.or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests {
    use http::header::AUTHORIZATION;

    use super::*;

    fn from(peer: &str) -> Extensions {
        let mut extensions = Extensions::new();
        extensions.insert(TcpConnectInfo {
            local_addr: None,
            remote_addr: Some(peer.parse().unwrap()),
        });
        extensions
    }

    fn forwarded(values: &[&str]) -> HeaderMap {
        let header = || "x-forwarded-for".parse().unwrap();
        values.iter().map(|value| (header(), value.parse().unwrap())).collect()
    }

    fn address(text: &str) -> Address {
        Address::from(text.parse::<IpAddr>().unwrap())
    }

    #[test]
    fn an_address_of_version_6_counts_by_its_upper_half() {
        assert_eq!(address("2001:db8:1:2::1"), address("2001:db8:1:2:ffff::"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_ne!(address("10.0.0.1"), address("10.0.0.2"));
        assert_eq!(address("::ffff:10.0.0.1"), address("10.0.0.1"));
        assert_eq!(address("2001:db8:1:2::1").text(), "2001:db8:1:2::/64");
        assert_eq!(address("10.0.0.1").text(), "10.0.0.1");
    }

    #[test]
    fn only_addresses_of_trusted_proxies_are_used() {
        let peer = from("10.0.0.9:50000");
        let list = forwarded(&["1.1.1.1, 2.2.2.2", "3.3.3.3:443 ,[2001:db8::1]:80"]);
        let told = [
            (0, "10.0.0.9"),
            (1, "2001:db8::1"),
            (2, "3.3.3.3"),
            (3, "2.2.2.2"),
            (4, "1.1.1.1"),
        ];
        for (proxies, expected) in told {
            assert_eq!(Address::of(&list, &peer, proxies), address(expected), "{proxies}");
        }
        for (list, proxies) in [
            (list, 5),
            (forwarded(&[]), 1),
            (forwarded(&["unknown"]), 1),
            (forwarded(&[""]), 1),
        ] {
            assert_eq!(Address::of(&list, &peer, proxies), address("10.0.0.9"), "{list:?}");
        }
        assert_eq!(parse(b"[2001:db8::1]"), Some("2001:db8::1".parse().unwrap()));
        assert_eq!(Address::of(&HeaderMap::new(), &Extensions::new(), 0), Address::Unknown);
    }

    #[test]
    fn a_key_precedes_a_token_and_a_token_the_address() {
        let keys = Keys::new(b"secret", &[]);
        let (id, here) = (MatchId::from_entropy([1; 16], 256), address("10.0.0.1"));
        let bearing = |token: &str| -> HeaderMap {
            [(AUTHORIZATION, format!("Bearer {token}").parse().unwrap())]
                .into_iter()
                .collect()
        };
        let token = keys.token(id, Role::Host);
        let quota_key = |key, headers: &HeaderMap| Caller::of(key, &keys, headers, here).quota_key;
        assert_eq!(quota_key(Some(3), &bearing(&token)), QuotaKey::Key(3));
        let spectator = keys.token(id, Role::Spectator);
        assert!(matches!(quota_key(None, &bearing(&spectator)), QuotaKey::Address(_)));
        assert_eq!(quota_key(None, &bearing(&token)), QuotaKey::Bearer(id, Role::Host));
        assert_eq!(quota_key(None, &HeaderMap::new()), QuotaKey::Address(here));
        for forged in [
            Keys::new(b"other", &[]).token(id, Role::Host),
            "x".to_owned(),
            format!("{token}0"),
        ] {
            assert_eq!(quota_key(None, &bearing(&forged)), QuotaKey::Address(here), "{forged}");
        }
    }
}
