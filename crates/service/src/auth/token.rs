//! Bearer tokens, and the keys that derive tokens and match ids.
//!
//! A token names a match and a role, and proves them by a keyed hash. Its format is `<match id>.<role>.<key
//! id>.<proof>`. The role is `h` for the host, `w` for a spectator, and `s7-12` for seat 7 with seat grant number
//! 12. The proof is the BLAKE3 keyed hash of everything before it, in unpadded URL-safe base 64.
//! Verifying it needs no lookup, and there is only one algorithm. The match contains whether a seat grant was revoked.

mod fingerprints;
use std::{fmt, str::FromStr};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use http::{HeaderMap, HeaderValue, header::AUTHORIZATION};
use tinsel_engine::SeatIndex;
use tinsel_store::{MatchId, PoolId, RequestId};

use crate::{auth::join_code::JoinCode, record::SeatGrant};

/// The keys that derive tokens and match ids. All replicas of a deployment need the same.
#[derive(Clone)]
pub struct Keys {
    current: Key,
    previous: Vec<Key>,
}

#[derive(Clone)]
struct Key {
    id: String,
    tokens: [u8; 32],
    ids: [u8; 32],
    codes: [u8; 32],
    private_ids: [u8; 32],
    owners: [u8; 32],
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys(…)")
    }
}

impl Keys {
    /// Keys derived from a secret. Tokens made with one of `previous` are still accepted.
    #[must_use]
    pub fn new(secret: &[u8], previous: &[&[u8]]) -> Self {
        Self {
            current: Key::derive(secret),
            previous: previous.iter().map(|secret| Key::derive(secret)).collect(),
        }
    }

    /// The token of `role` in a match.
    pub(crate) fn token(&self, id: MatchId, role: Role) -> String {
        let claim = format!("{id}.{role}.{}", self.current.id);
        let proof = URL_SAFE_NO_PAD.encode(self.current.prove(&claim).as_bytes());
        format!("{claim}.{proof}")
    }

    /// The pool of an owner's open matches: the same on every replica, and it does not reveal the owner.
    pub(crate) fn pool(&self, owner: &str, shards: u16) -> PoolId {
        self.current.pool(owner, shards)
    }

    /// The pools of an owner's matches that were created with this key or a previous one.
    pub(crate) fn pools(&self, owner: &str, shards: u16) -> Vec<PoolId> {
        let keys = std::iter::once(&self.current).chain(&self.previous);
        keys.map(|key| key.pool(owner, shards)).collect()
    }

    /// The id of the match that an idempotent request creates: the same for the same request, on every replica.
    pub(crate) fn match_entropy(&self, request: &RequestId) -> [u8; 16] {
        self.current.id_from(request.as_str().as_bytes())
    }

    /// The ids of all matches that an idempotent request can have created, with this key or a previous one: public or,
    /// with their join codes, private.
    pub(crate) fn created_by(&self, request: &RequestId) -> impl Iterator<Item = ([u8; 16], Option<JoinCode>)> {
        let keys = std::iter::once(&self.current).chain(&self.previous);
        keys.flat_map(|key| {
            let code = key.code(request);
            let public = key.id_from(request.as_str().as_bytes());
            [(public, None), (key.private_id(&code), Some(code))]
        })
    }

    /// The join code of a private match that an idempotent request creates.
    pub(crate) fn join_code(&self, request: &RequestId) -> JoinCode {
        self.current.code(request)
    }

    /// The id of the private match that is created with a join code.
    pub(crate) fn private_entropy(&self, code: &JoinCode) -> [u8; 16] {
        self.current.private_id(code)
    }

    /// The ids that a private match with this join code can have, with this key or a previous one.
    pub(crate) fn with_code(&self, code: &JoinCode) -> impl Iterator<Item = [u8; 16]> {
        let keys = std::iter::once(&self.current).chain(&self.previous);
        keys.map(|key| key.private_id(code))
    }

    /// The match and the role of a token, if one of these keys made it.
    pub(crate) fn open(&self, token: &str) -> Option<(MatchId, Role)> {
        let (claim, proof) = token.rsplit_once('.')?;
        let proof: [u8; 32] = URL_SAFE_NO_PAD.decode(proof).ok()?.try_into().ok()?;
        let mut parts = claim.split('.');
        let (id, role, key) = (parts.next()?, parts.next()?, parts.next()?);
        let key = std::iter::once(&self.current)
            .chain(&self.previous)
            .find(|known| known.id == key)?;
        // blake3::Hash compares in constant time.
        let proven = key.prove(claim) == blake3::Hash::from_bytes(proof);
        let claimed = (id.parse().ok()?, Role::parse(role)?);
        (proven && parts.next().is_none()).then_some(claimed)
    }
}

impl Key {
    fn derive(secret: &[u8]) -> Self {
        let name = blake3::derive_key("tinsel 2026-11 names of keys", secret);
        Self {
            id: URL_SAFE_NO_PAD.encode(name.first_chunk::<6>().unwrap_or(&[0; 6])),
            tokens: blake3::derive_key("tinsel 2026-11 tokens", secret),
            ids: blake3::derive_key("tinsel 2026-11 match ids", secret),
            codes: blake3::derive_key("tinsel 2026-11 join codes", secret),
            private_ids: blake3::derive_key("tinsel 2026-11 ids of private matches", secret),
            owners: blake3::derive_key("tinsel 2026-11 owners of matches", secret),
        }
    }

    fn id_from(&self, request: &[u8]) -> [u8; 16] {
        entropy(&blake3::keyed_hash(&self.ids, request))
    }

    fn pool(&self, owner: &str, shards: u16) -> PoolId {
        PoolId::from_entropy(entropy(&blake3::keyed_hash(&self.owners, owner.as_bytes())), shards)
    }

    fn code(&self, request: &RequestId) -> JoinCode {
        let hash = blake3::keyed_hash(&self.codes, request.as_str().as_bytes());
        JoinCode::from_entropy(*hash.as_bytes().first_chunk().unwrap_or(&[0; 8]))
    }

    fn private_id(&self, code: &JoinCode) -> [u8; 16] {
        entropy(&blake3::keyed_hash(&self.private_ids, code.as_bytes()))
    }

    fn prove(&self, claim: &str) -> blake3::Hash {
        blake3::keyed_hash(&self.tokens, claim.as_bytes())
    }
}

fn entropy(hash: &blake3::Hash) -> [u8; 16] {
    *hash.as_bytes().first_chunk().unwrap_or(&[0; 16])
}

/// The role of a token's bearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Role {
    /// The creator of the match.
    Host,
    /// The player of a seat.
    Seat(SeatGrant),
    /// A spectator.
    Spectator,
}

impl Role {
    /// The role of a token; `None` for any text that [`Display`](fmt::Display) does not write.
    fn parse(text: &str) -> Option<Self> {
        match text {
            "h" => return Some(Self::Host),
            "w" => return Some(Self::Spectator),
            _ => {}
        }
        let (seat, number) = text.strip_prefix('s')?.split_once('-')?;
        Some(Self::Seat(SeatGrant {
            seat: SeatIndex::new(number_of(seat)?),
            number: number_of(number)?,
        }))
    }
}

/// A number in digits without leading zeros.
fn number_of<N: FromStr>(digits: &str) -> Option<N> {
    let plain = digits == "0" || !digits.starts_with(['0', '+']);
    digits.parse().ok().filter(|_| plain)
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Host => f.write_str("h"),
            Self::Spectator => f.write_str("w"),
            Self::Seat(SeatGrant { seat, number }) => {
                f.write_str("s")?;
                f.write_str(itoa::Buffer::new().format(seat.get()))?;
                f.write_str("-")?;
                f.write_str(itoa::Buffer::new().format(*number))
            }
        }
    }
}

/// The scheme of tokens in `authorization` metadata.
const SCHEME: &str = "Bearer";

/// The metadata key of a token without a scheme, for callers that need `authorization` for an HTTP proxy.
pub const TOKEN_KEY: &str = "tinsel-token";

/// The bearer token of a call, without the surrounding whitespace; `None` if the call has none. Credentials of other schemes
/// are meant for others: HTTP proxies and the browsers behind them attach their own. A token without its scheme is returned
/// as an empty one: the call is then refused for an invalid token, not for a missing one.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&[u8]> {
    if let Some(token) = headers.get(TOKEN_KEY) {
        return Some(token.as_bytes().trim_ascii());
    }
    let mut values = headers.get_all(AUTHORIZATION).iter().map(HeaderValue::as_bytes);
    values.find_map(|value| {
        if id_in(value).is_some() {
            return Some(&[][..]);
        }
        let (scheme, token) = value.split_at_checked(SCHEME.len())?;
        let ends = token.first().is_none_or(u8::is_ascii_whitespace);
        (ends && scheme.eq_ignore_ascii_case(SCHEME.as_bytes())).then(|| token.trim_ascii())
    })
}

/// The match id in the token of a call. The token is not verified, so use the id for traces only; no other part of the
/// token may appear in a trace.
#[must_use]
pub fn match_of_token(headers: &HeaderMap) -> Option<MatchId> {
    id_in(bearer(headers)?)
}

/// The match id at the beginning of a token.
fn id_in(token: &[u8]) -> Option<MatchId> {
    let (id, _) = str::from_utf8(token).ok()?.split_once('.')?;
    id.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(byte: u8) -> MatchId {
        MatchId::from_entropy([byte; 16], 256)
    }

    fn seat_role(seat: u8, number: u32) -> Role {
        let seat = SeatIndex::new(seat);
        Role::Seat(SeatGrant { seat, number })
    }

    fn sent(authorization: &[&str]) -> HeaderMap {
        let values = authorization.iter().map(|value| value.parse().unwrap());
        values.map(|value| (AUTHORIZATION, value)).collect()
    }

    fn open(keys: &Keys, authorization: &str) -> Option<(MatchId, Role)> {
        keys.open(str::from_utf8(bearer(&sent(&[authorization]))?).unwrap())
    }

    // B4
    #[test]
    fn credentials_of_other_schemes_are_no_token() {
        for (authorization, token) in [
            (&["Bearer a.h.b"][..], Some("a.h.b")),
            (&["BEARER  a.h.b "], Some("a.h.b")),
            (&["Bearer\ta.h.b"], Some("a.h.b")),
            (&["Bearer"], Some("")),
            (&["Bearer "], Some("")),
            (&["Basic YTpi", "Bearer a.h.b"], Some("a.h.b")),
            (&["Basic YTpi"], None),
            (&["Negotiate YII="], None),
            (&["Digest username=\"a\", uri=\"/\""], None),
            (&["Bearers a.h.b"], None),
            (&["a.h.b"], None),
            (&[""], None),
            (&[], None),
        ] {
            assert_eq!(
                bearer(&sent(authorization)),
                token.map(str::as_bytes),
                "{authorization:?}"
            );
        }
    }

    #[test]
    fn a_token_identifies_its_role_and_its_match() {
        let keys = Keys::new(b"secret", &[]);
        for role in [
            Role::Host,
            Role::Spectator,
            seat_role(0, 0),
            seat_role(31, 0),
            seat_role(31, 1),
            seat_role(31, 12),
        ] {
            let token = keys.token(id(1), role);
            assert_eq!(open(&keys, &format!("Bearer {token}")), Some((id(1), role)));
            let other = keys.token(id(2), role);
            assert_eq!(open(&keys, &format!("bearer {other}")), Some((id(2), role)));
        }
    }

    #[test]
    fn a_modified_token_is_refused() {
        let keys = Keys::new(b"secret", &[]);
        let token = keys.token(id(1), seat_role(1, 0));
        let promoted = token.replace(".s1-0.", ".s2-0.");
        let zero_padded = token.replace(".s1-0.", ".s01-0.");
        let signed = token.replace(".s1-0.", ".s+1-0.");
        let later = token.replace(".s1-0.", ".s1-1.");
        let without_number = token.replace(".s1-0.", ".s1.");
        let longer = format!("{token}A");
        for forged in [
            promoted.as_str(),
            &zero_padded,
            &signed,
            &later,
            &without_number,
            &longer,
            "",
            "a.b.c.d",
            "....",
            &token[1..],
        ] {
            assert_eq!(open(&keys, &format!("Bearer {forged}")), None, "{forged}");
        }
        assert_eq!(open(&keys, &token), None, "without a scheme");
        assert_eq!(bearer(&sent(&[&token])), Some(&[][..]), "invalid, not missing");
    }

    #[test]
    fn a_token_has_a_key_of_its_own_beside_the_credentials_of_a_proxy() {
        let keys = Keys::new(b"secret", &[]);
        let token = keys.token(id(1), Role::Host);
        for authorization in [&["Basic YTpi"][..], &["Bearer eyJhbGciOiJub25lIn0.e30."], &[]] {
            let mut headers = sent(authorization);
            headers.insert(TOKEN_KEY, token.parse().unwrap());
            assert_eq!(bearer(&headers), Some(token.as_bytes()), "{authorization:?}");
            assert_eq!(match_of_token(&headers), Some(id(1)));
        }
    }

    #[test]
    fn old_tokens_are_valid_after_the_secret_was_rotated() {
        let old = Keys::new(b"old", &[]);
        let token = format!("Bearer {}", old.token(id(1), Role::Host));
        assert!(open(&Keys::new(b"new", &[b"old"]), &token).is_some());
        assert_eq!(open(&Keys::new(b"new", &[]), &token), None);
    }

    #[test]
    fn the_match_of_a_token_is_parsed_and_other_texts_have_none() {
        let keys = Keys::new(b"secret", &[]);
        let told = |authorization: &str| match_of_token(&sent(&[authorization]));
        let token = keys.token(id(1), seat_role(1, 0));
        assert_eq!(told(&format!("Bearer {token}")), Some(id(1)));
        let (_, rest) = token.split_once('.').unwrap();
        for none in [
            token.clone(),
            format!("Basic {token}"),
            format!("Bearer {rest}"),
            format!("Bearer {}", id(1)),
            "Bearer a-secret-that-somebody-took-for-a-token.h.x.y".to_owned(),
            "Bearer ".to_owned(),
        ] {
            assert_eq!(told(&none), None, "{none}");
        }
    }

    #[test]
    fn a_private_match_is_found_by_its_code_after_the_secret_was_rotated() {
        let old = Keys::new(b"old", &[]);
        let code = old.join_code(&"a".parse().unwrap());
        let new = Keys::new(b"new", &[b"old"]);
        let found: Vec<_> = new.with_code(&code).collect();
        assert_eq!(found, [new.private_entropy(&code), old.private_entropy(&code)]);
        assert_ne!(found[0], found[1]);
    }

    #[test]
    fn a_repeated_request_creates_the_same_match() {
        let keys = Keys::new(b"secret", &[]);
        let entropy = |text: &str| keys.match_entropy(&text.parse().unwrap());
        assert_eq!(entropy("a"), entropy("a"));
        assert_ne!(entropy("a"), entropy("b"));
        let code = |text: &str| keys.join_code(&text.parse().unwrap());
        assert_eq!(code("a"), code("a"));
        assert_ne!(code("a"), code("b"));
        assert_eq!(format!("{keys:?}"), "Keys(…)");
    }
}
