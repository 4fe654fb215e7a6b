//! A request that may come again.

use bytes::Bytes;
use prost::Message;
use tinsel_store::{Answer, MatchStore, RequestId, StoreError};

use crate::{deps::Deps, error::RpcError, trace::Asked};

/// A request that changes something, for telling a repetition from a new one.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    /// What the store knows it by: apart for each caller, whatever they call theirs.
    name: RequestId,
    /// Whether the caller named it, and so may repeat it.
    pub(crate) named: bool,
    fingerprint: u64,
    /// Which action it asks for, if it is that.
    pub(crate) asked: Option<Asked>,
}

impl Request {
    /// `by` says who asks, and `what` is the whole request. A request that the caller did not name gets a name all the
    /// same, so that a write whose answer was lost is never applied twice.
    pub(crate) fn new<S: MatchStore>(
        deps: &Deps<S>,
        id: Option<RequestId>,
        (method, by): (&str, &str),
        what: &impl Message,
    ) -> Self {
        let Some(id) = id else {
            return Self {
                name: RequestId::from_entropy(deps.random()),
                named: false,
                fingerprint: 0,
                asked: None,
            };
        };
        let name = RequestId::from_entropy(hash([by, id.as_str()].map(str::as_bytes)));
        let fingerprint = hash([method.as_bytes(), by.as_bytes(), &what.encode_to_vec()]);
        Self {
            name,
            named: true,
            fingerprint: u64::from_le_bytes(fingerprint),
            asked: None,
        }
    }

    /// The same request, with the action that it asks for.
    pub(crate) fn asking(self, asked: Asked) -> Self {
        let asked = Some(asked);
        Self { asked, ..self }
    }

    /// What the store knows it by.
    pub(crate) const fn name(&self) -> &RequestId {
        &self.name
    }

    /// A hash of what is asked.
    pub(crate) const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    pub(crate) fn answered_by(&self, body: Bytes) -> (RequestId, Answer) {
        (
            self.name.clone(),
            Answer {
                fingerprint: self.fingerprint,
                body,
            },
        )
    }

    /// The first answer, if it was to this very request.
    pub(crate) fn repeated<R: Message + Default>(&self, answer: Answer) -> Result<R, RpcError> {
        if answer.fingerprint != self.fingerprint {
            return Err(RpcError::RequestIdReused);
        }
        R::decode(answer.body).map_err(|_| StoreError::Corrupt("an answer".to_owned()).into())
    }
}

/// A hash of texts, none of which can pass for a part of another.
pub(crate) fn hash<const N: usize, const M: usize>(parts: [&[u8]; N]) -> [u8; M] {
    let mut hash = blake3::Hasher::new();
    for part in parts {
        hash.update(&u64::try_from(part.len()).unwrap_or(u64::MAX).to_le_bytes());
        hash.update(part);
    }
    let mut short = [0; M];
    hash.finalize_xof().fill(&mut short);
    short
}
