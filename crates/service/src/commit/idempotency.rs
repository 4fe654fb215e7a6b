//! Idempotency keys, by which requests can be retried safely.

use std::fmt;

use bytes::Bytes;
use prost::Message;
use tinsel_store::{RequestId, StoreError, StoredResponse};

use crate::error::RpcError;

/// Identifies a request when it is retried: a name, and a digest of the content.
#[derive(Clone)]
pub(crate) struct IdempotencyKey {
    /// The key in the store. It includes the caller, so request ids of different callers never collide.
    name: RequestId,
    /// The digest and its input; `None` if the call has no request id, so that the caller cannot retry it.
    request: Option<Digested>,
}

/// A request and its digest.
#[derive(Clone)]
struct Digested {
    digest: u64,
    method: &'static str,
    caller: String,
    received: Bytes,
    /// Decodes and re-encodes the received message, in the canonical encoding of this release.
    encoded_again: fn(Bytes) -> Option<Vec<u8>>,
}

impl fmt::Debug for IdempotencyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("IdempotencyKey").field(&self.name).finish()
    }
}

impl IdempotencyKey {
    /// The key of a request of type `Q` by `caller`, with the request id `id` and the received bytes `received`.
    pub(crate) fn new<Q: Message + Default>(
        id: &RequestId,
        method: &'static str,
        caller: String,
        received: Bytes,
    ) -> Self {
        Self {
            name: RequestId::from_entropy(hash([caller.as_bytes(), id.as_str().as_bytes()])),
            request: Some(Digested {
                digest: digest(method, &caller, &received),
                method,
                caller,
                received,
                encoded_again: |received| Some(Q::decode(received).ok()?.encode_to_vec()),
            }),
        }
    }

    /// The key of a request without a request id. It makes retries of a write idempotent when the store's reply was
    /// lost.
    pub(crate) fn unnamed(entropy: [u8; 16]) -> Self {
        Self {
            name: RequestId::from_entropy(entropy),
            request: None,
        }
    }

    /// Whether the caller can retry the request.
    pub(crate) const fn is_named(&self) -> bool {
        self.request.is_some()
    }

    /// The key in the store.
    pub(crate) const fn name(&self) -> &RequestId {
        &self.name
    }

    /// The key in the store and the digest; `None` if the caller cannot retry the request.
    pub(crate) fn request(&self) -> Option<(RequestId, u64)> {
        self.is_named().then(|| (self.name.clone(), self.digest()))
    }

    /// The digest of the request; 0 if the caller cannot retry it.
    pub(crate) fn digest(&self) -> u64 {
        self.request.as_ref().map_or(0, |request| request.digest)
    }

    /// Whether a digest is that of this request.
    ///
    /// Digests cover the bytes as received. A client may encode the same message differently when it retries, and a
    /// replica may have stored the digest of its own encoding.
    pub(crate) fn has_digest(&self, stored: u64) -> bool {
        let Some(request) = &self.request else {
            return stored == 0;
        };
        request.digest == stored
            || (request.encoded_again)(request.received.clone())
                .is_some_and(|encoded| digest(request.method, &request.caller, &encoded) == stored)
    }

    /// The name and the stored response with the digest, as the store keeps them.
    pub(crate) fn answered_by(&self, body: Bytes) -> (RequestId, StoredResponse) {
        let fingerprint = self.digest();
        (self.name.clone(), StoredResponse { fingerprint, body })
    }

    /// The first response, if it belongs to the same request content.
    pub(crate) fn repeated<R: Message + Default>(&self, answer: StoredResponse) -> Result<R, RpcError> {
        if !self.has_digest(answer.fingerprint) {
            return Err(RpcError::RequestIdReused);
        }
        R::decode(answer.body).map_err(|_| StoreError::Corrupt("an answer".to_owned()).into())
    }
}

fn digest(method: &str, caller: &str, message: &[u8]) -> u64 {
    u64::from_le_bytes(hash([method.as_bytes(), caller.as_bytes(), message]))
}

/// A hash of texts, unambiguous about where each of them ends.
pub(crate) fn hash<const N: usize, const M: usize>(parts: [&[u8]; N]) -> [u8; M] {
    const { assert!(M <= blake3::OUT_LEN, "a hash is shorter") };
    let mut hashed = Vec::with_capacity(parts.iter().map(|part| size_of::<u64>() + part.len()).sum());
    for part in parts {
        hashed.extend(u64::try_from(part.len()).unwrap_or(u64::MAX).to_le_bytes());
        hashed.extend_from_slice(part);
    }
    // For a few hundred bytes, hashing in one call is cheaper than through a hasher.
    *blake3::hash(&hashed).as_bytes().first_chunk().unwrap_or(&[0; M])
}

#[cfg(test)]
mod tests {
    use tinsel_proto::v1::SubmitActionRequest;

    use super::*;

    fn request(expected_revision: u64) -> SubmitActionRequest {
        SubmitActionRequest {
            match_id: "m".to_owned(),
            request_id: "r".to_owned(),
            expected_revision: Some(expected_revision),
            action: None,
            ..SubmitActionRequest::default()
        }
    }

    fn key(received: Vec<u8>) -> IdempotencyKey {
        let id = "r".parse().unwrap();
        IdempotencyKey::new::<SubmitActionRequest>(&id, "SubmitAction", "s1".to_owned(), received.into())
    }

    /// The same message with its fields in the opposite order.
    fn reversed(message: &SubmitActionRequest) -> Vec<u8> {
        let only = |part: SubmitActionRequest| part.encode_to_vec();
        let parts = [
            only(SubmitActionRequest {
                expected_revision: message.expected_revision,
                ..SubmitActionRequest::default()
            }),
            only(SubmitActionRequest {
                request_id: message.request_id.clone(),
                ..SubmitActionRequest::default()
            }),
            only(SubmitActionRequest {
                match_id: message.match_id.clone(),
                ..SubmitActionRequest::default()
            }),
        ];
        parts.concat()
    }

    #[test]
    fn a_retry_is_recognized_however_it_is_encoded() {
        let message = request(7);
        let stored = key(message.encode_to_vec()).digest();
        let other_order = reversed(&message);
        assert_ne!(other_order, message.encode_to_vec());
        assert_ne!(key(other_order.clone()).digest(), stored, "digests are of the bytes");
        assert!(key(other_order.clone()).has_digest(stored));
        assert!(key(other_order.clone()).has_digest(key(other_order).digest()));
        for different in [request(8).encode_to_vec(), reversed(&request(8))] {
            assert!(!key(different).has_digest(stored));
        }
    }

    #[test]
    fn a_request_without_an_id_is_a_retry_of_none() {
        let unnamed = IdempotencyKey::unnamed([1; 16]);
        assert!(!unnamed.is_named());
        assert!(!unnamed.has_digest(key(request(7).encode_to_vec()).digest()));
    }

    /// Replicas of another release compare it, and it is stored.
    #[test]
    fn the_digest_is_stable() {
        assert_eq!(digest("SubmitAction", "s1", b"content"), 0x6ca2_6d80_04cf_63d8);
    }

    #[test]
    fn hashes_distinguish_where_a_text_ends() {
        let hashed = |one: &str, other: &str| hash::<2, 16>([one.as_bytes(), other.as_bytes()]);
        assert_ne!(hashed("a", "bc"), hashed("ab", "c"));
    }
}
