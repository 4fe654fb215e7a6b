//! Identifiers of stored objects.

use std::{fmt, str::FromStr};

use arrayvec::ArrayString;

/// The maximum number of shards of a deployment.
pub const SHARDS_MAX: u16 = 1000;

/// The number of random characters of a match id: 100 bits, so that ids are unique and cannot be guessed.
const KEY_LENGTH: usize = 20;

/// The number of digits of a shard.
const SHARD_LENGTH: usize = 3;

/// Crockford's base 32 in lower case: no `i`, `l`, `o`, `u`.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// A group of matches with common indexes. In Redis they share a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard(u16);

impl Shard {
    /// Shard 0, which every store has.
    pub const FIRST: Self = Self(0);

    /// The shard with this number, or `None` from [`SHARDS_MAX`] on.
    #[must_use]
    pub const fn new(number: u16) -> Option<Self> {
        if number < SHARDS_MAX { Some(Self(number)) } else { None }
    }

    /// The shard's number.
    #[must_use]
    pub const fn get(self) -> u16 {
        self.0
    }

    /// The number in three digits.
    pub(crate) fn digits(self) -> ArrayString<SHARD_LENGTH> {
        let digits = [100, 10, 1].map(|unit| char::from_digit(u32::from(self.0 / unit % 10), 10));
        let mut text = ArrayString::new();
        digits.into_iter().flatten().for_each(|digit| text.push(digit));
        text
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.digits())
    }
}

/// The id of a match: its shard in three digits, a hyphen and 20 random characters, such as
/// `017-3k9m2qx7vd0h5t8wz1ab`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId {
    shard: Shard,
    text: ArrayString<{ SHARD_LENGTH + 1 + KEY_LENGTH }>,
}

impl MatchId {
    /// The id made from 16 random bytes, for a deployment with `shards` shards.
    #[must_use]
    pub fn from_entropy(entropy: [u8; 16], shards: u16) -> Self {
        let bits = u128::from_be_bytes(entropy);
        let shards = u128::from(shards.clamp(1, SHARDS_MAX));
        let shard = Shard(u16::try_from((bits >> 100) % shards).unwrap_or(0));
        let mut text = ArrayString::new();
        text.push_str(&shard.digits());
        text.push('-');
        for position in 0..KEY_LENGTH {
            let index = usize::try_from((bits >> (5 * position)) & 31).unwrap_or(0);
            text.push(char::from(ALPHABET.get(index).copied().unwrap_or(b'0')));
        }
        Self { shard, text }
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The shard that stores the match.
    #[must_use]
    pub const fn shard(&self) -> Shard {
        self.shard
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The id of a pool of matches: in the format of a match id, with a shard of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PoolId(MatchId);

impl PoolId {
    /// The id derived from 16 pseudorandom bytes, for a deployment with `shards` shards: the same for the same bytes.
    #[must_use]
    pub fn from_entropy(entropy: [u8; 16], shards: u16) -> Self {
        Self(MatchId::from_entropy(entropy, shards))
    }

    /// The shard that stores the pool.
    #[must_use]
    pub const fn shard(&self) -> Shard {
        self.0.shard()
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Display for PoolId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for PoolId {
    type Err = NotAMatchId;

    fn from_str(text: &str) -> Result<Self, NotAMatchId> {
        text.parse().map(Self)
    }
}

const fn is_of_alphabet(character: u8) -> bool {
    matches!(character, b'0'..=b'9' | b'a'..=b'z') && !matches!(character, b'i' | b'l' | b'o' | b'u')
}

/// The text is not a match id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a match id is three digits, a hyphen and 20 characters of 0-9 and a-z without i, l, o, u")]
pub struct NotAMatchId;

impl FromStr for MatchId {
    type Err = NotAMatchId;

    fn from_str(text: &str) -> Result<Self, NotAMatchId> {
        let parse = || {
            let (digits, rest) = text.split_at_checked(SHARD_LENGTH)?;
            let key = rest.strip_prefix('-')?.as_bytes();
            let fits = digits.bytes().all(|byte| byte.is_ascii_digit())
                && key.len() == KEY_LENGTH
                && key.iter().copied().all(is_of_alphabet);
            let shard = digits.parse().ok().filter(|_| fits).and_then(Shard::new)?;
            let text = ArrayString::from(text).ok()?;
            Some(Self { shard, text })
        };
        parse().ok_or(NotAMatchId)
    }
}

/// The number of changes of a match. Every applied change raises it by one; an existing match is at 1 or above.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(u64);

impl Revision {
    /// The revision before a match exists.
    pub const NONE: Self = Self(0);

    /// The revision with this number.
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// The revision's number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The revision after `changes` more changes.
    #[must_use]
    pub const fn plus(self, changes: u64) -> Self {
        Self(self.0.saturating_add(changes))
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The precondition of a write: the revision, and the nonce of its write.
///
/// After a failover with lost writes, a revision number can be used again for another state; the nonce distinguishes
/// the two.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Version {
    /// The number of changes.
    pub revision: Revision,
    /// A random number, drawn for each write.
    pub nonce: u64,
}

/// The idempotency key of a request, chosen by its caller: 1 to 64 characters of `A-Z a-z 0-9 - _`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(ArrayString<{ Self::LENGTH_MAX }>);

/// The text is not a request id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a request id is 1 to 64 characters of A-Z, a-z, 0-9, hyphen and underscore, such as a UUID")]
pub struct NotARequestId;

impl RequestId {
    /// The maximum length of a request id, in characters.
    pub const LENGTH_MAX: usize = 64;

    /// A generated id, for a request without one.
    #[must_use]
    pub fn from_entropy(entropy: [u8; 16]) -> Self {
        let mut text = ArrayString::new();
        text.push_str(&hexadecimal::<32>(&entropy));
        Self(text)
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Bytes in hexadecimal, with two characters for each byte.
pub(crate) fn hexadecimal<const CHARACTERS: usize>(bytes: &[u8]) -> ArrayString<CHARACTERS> {
    let mut text = [b'0'; CHARACTERS];
    let written = hex::encode_to_slice(bytes, &mut text);
    debug_assert!(written.is_ok(), "two characters for each byte");
    ArrayString::from_byte_string(&text).unwrap_or_default()
}

impl FromStr for RequestId {
    type Err = NotARequestId;

    fn from_str(text: &str) -> Result<Self, NotARequestId> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let fits = ArrayString::from(text).ok();
        fits.filter(|text| !text.is_empty() && text.bytes().all(allowed))
            .map(Self)
            .ok_or(NotARequestId)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_parses_to_itself() {
        for entropy in [[0; 16], [255; 16], *b"sixteen bytes ok"] {
            let id = MatchId::from_entropy(entropy, 256);
            assert_eq!(id.to_string().parse(), Ok(id));
            assert!(id.shard().get() < 256);
        }
    }

    #[test]
    fn an_invalid_id_is_refused() {
        let cases = [
            "",
            "-",
            "017",
            "17-3k9m2qx7vd0h5t8wz1ab",
            "017-3k9m2qx7vd0h5t8wz1a",
            "+17-3k9m2qx7vd0h5t8wz1ab",
            "017-3K9M2QX7VD0H5T8WZ1AB",
            "017-{}9m2qx7vd0h5t8wz1ab",
        ];
        for text in cases {
            assert_eq!(text.parse::<MatchId>(), Err(NotAMatchId), "{text:?}");
        }
    }
}
