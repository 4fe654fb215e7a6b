//! Decodes replies of Redis.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a reply has many forms, and all but one are wrong"
)]

use ::redis::Value;
use bytes::Bytes;

use super::keys;
use crate::{
    Created, LogPage, MatchId, Packed, Replaced, RequestId, Revision, StoreError, Stored, StoredResponse, UnixMillis,
    Version,
};

/// The error for stored or replied data that no release of Tinsel writes.
pub(super) fn corrupt(what: &str) -> StoreError {
    StoreError::Corrupt(what.to_owned())
}

/// The bytes of a reply; `None` for nil.
pub(super) fn bytes(value: Value) -> Result<Option<Bytes>, StoreError> {
    match value {
        Value::Nil => Ok(None),
        Value::BulkString(bytes) => Ok(Some(Bytes::from(bytes))),
        _ => Err(corrupt("a reply that is no string")),
    }
}

/// The bytes of each item of a reply.
pub(super) fn items(value: Value) -> Result<Vec<Option<Bytes>>, StoreError> {
    match value {
        Value::Array(values) => values.into_iter().map(bytes).collect(),
        _ => Err(corrupt("a reply that is no list")),
    }
}

/// `[version, record, packed, personal]`. A packed match has a record only if it was written since; without a version the
/// match does not exist.
pub(super) fn stored(value: Value) -> Result<Stored, StoreError> {
    let [version, record, packed, personal] =
        <[_; 4]>::try_from(items(value)?).map_err(|_| corrupt("a reply of another length"))?;
    let version = keys::version_of(&version.ok_or(StoreError::NotFound)?)?;
    let record = match (record, packed) {
        (Some(record), _) => record,
        (None, Some(packed)) => Packed::decompress(&packed)?.record,
        (None, None) => return Err(corrupt("a match without a record")),
    };
    Ok(Stored {
        version,
        record,
        personal: personal.unwrap_or_default(),
    })
}

/// The reply of pack.lua and delete.lua: whether it was applied.
pub(super) fn applied(value: Value) -> Result<bool, StoreError> {
    match value {
        Value::Int(1) => Ok(true),
        Value::Int(0) => Ok(false),
        Value::Nil => Err(StoreError::NotFound),
        _ => Err(corrupt("a reply that is no outcome")),
    }
}

/// The reply of create.lua.
pub(super) fn created(value: Value, version: Version) -> Result<Created, StoreError> {
    if value == Value::Int(1) {
        return Ok(Created::New(version));
    }
    if value == Value::Int(0) {
        return Err(StoreError::NotMarked);
    }
    if value == Value::Nil {
        return Err(StoreError::Moved);
    }
    stored(value).map(Created::Exists)
}

/// The reply to `TIME`: seconds and microseconds.
pub(super) fn time(value: Value) -> Result<UnixMillis, StoreError> {
    let parts = items(value)?.into_iter().flatten();
    let numbers: Option<Vec<u64>> = parts
        .map(|part| std::str::from_utf8(&part).ok()?.parse().ok())
        .collect();
    match numbers.as_deref() {
        Some([seconds, micros]) => Ok(UnixMillis(seconds.saturating_mul(1000).saturating_add(micros / 1000))),
        Some(_) | None => Err(corrupt("a time")),
    }
}

/// The reply of reserve.lua; `None` if the match has a slot, else members of the pool.
pub(super) fn reserved(value: Value) -> Result<Option<Vec<Option<Bytes>>>, StoreError> {
    if value == Value::Int(1) {
        return Ok(None);
    }
    items(value).map(Some)
}

/// The reply of replace.lua.
pub(super) fn replaced(value: Value, version: Version) -> Result<Replaced, StoreError> {
    match value {
        Value::Int(1) => Ok(Replaced::Written(version)),
        Value::Nil => Err(StoreError::NotFound),
        Value::BulkString(sealed) => answer(&Bytes::from(sealed)).map(Replaced::Repeated),
        other => stored(other).map(Replaced::Conflict),
    }
}

/// An answer in the encoding of scripts.rs: the fingerprint in eight bytes, then the body.
pub(super) fn answer(sealed: &Bytes) -> Result<StoredResponse, StoreError> {
    let (fingerprint, body) = sealed.split_first_chunk().ok_or_else(|| corrupt("an answer"))?;
    Ok(StoredResponse {
        fingerprint: u64::from_be_bytes(*fingerprint),
        body: sealed.slice_ref(body),
    })
}

/// The request that a log entry answers, if any.
pub(super) fn request(signed: &Bytes) -> Option<RequestId> {
    let (request, _) = prefix(signed).ok()?;
    std::str::from_utf8(request).ok()?.parse().ok()
}

/// A log entry without its prefix.
fn unsigned(signed: &Bytes) -> Result<Bytes, StoreError> {
    let (_, entry) = prefix(signed)?;
    Ok(signed.slice_ref(entry))
}

/// The prefix that scripts.rs adds to a log entry, the id of the request or nothing, and the entry.
fn prefix(signed: &Bytes) -> Result<(&[u8], &[u8]), StoreError> {
    let parts = signed.split_first();
    let parts = parts.and_then(|(length, rest)| rest.split_at_checked(usize::from(*length)));
    parts.ok_or_else(|| corrupt("a log entry"))
}

/// The reply of log.lua to a call with these arguments.
pub(super) fn page(value: Value, after: Revision, limit: u32) -> Result<LogPage, StoreError> {
    let Value::Array(values) = value else {
        return match value {
            Value::Nil => Err(StoreError::NotFound),
            _ => Err(corrupt("a reply that is no list")),
        };
    };
    let mut values = values.into_iter();
    let (Some(Value::BulkString(version)), Some(Value::Int(oldest)), Some(Value::Int(first)), Some(packed)) =
        (values.next(), values.next(), values.next(), values.next())
    else {
        return Err(corrupt("a log without its bounds"));
    };
    let revision = |number| u64::try_from(number).map_err(|_| corrupt("a revision"));
    let revisions = (revision(first)?..).map(Revision::new);
    let entries = revisions.zip(values).map(|(revision, entry)| {
        let entry = bytes(entry)?.ok_or_else(|| corrupt("a log with a gap"))?;
        Ok((revision, unsigned(&entry)?))
    });
    let page = LogPage {
        head: keys::version_of(&version)?.revision,
        oldest: Revision::new(revision(oldest)?),
        entries: entries.collect::<Result<_, StoreError>>()?,
    };
    Ok(match bytes(packed)? {
        Some(packed) => Packed::decompress(&packed)?.log_with(after, limit, page),
        None => page,
    })
}

/// The match id of an index member.
pub(super) fn member(name: Option<Bytes>) -> Result<MatchId, StoreError> {
    let id = name
        .as_deref()
        .and_then(|name| std::str::from_utf8(name).ok()?.parse().ok());
    id.ok_or_else(|| corrupt("an index that does not name matches"))
}

/// A whole number in decimal digits.
pub(super) fn number(digits: &[u8]) -> Option<u64> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}
