//! One server, and the connections of commands to it.

use std::sync::Arc;

use ::redis::RedisResult;

use super::{
    access::Access,
    link::{Link, Source},
    place::Place,
    wait::Wait,
};

/// Whether what a command writes must last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lasts {
    /// It writes nothing, or nothing that would be missed.
    No,
    /// The reply comes once replicas have what was written, as many as are asked for.
    Yes,
}

/// One server: the connections of commands, and of writes if they wait for replicas.
pub(super) struct Node {
    pub(super) place: Place,
    pub(super) commands: Link,
    writes: Option<Link>,
    pub(super) source: Arc<Source>,
}

impl Node {
    pub(super) fn new(place: Place, source: Source, access: &Access, replicas: u32) -> Self {
        let source = Arc::new(source);
        let link = || Link::new(Arc::clone(&source), access);
        let waiting = || link().waiting(Wait::new(replicas, access.response_timeout()));
        Self {
            place,
            commands: link(),
            writes: (replicas > 0).then(waiting),
            source,
        }
    }

    /// The node of a Cluster at a place.
    pub(super) fn at(place: Place, access: &Access, replicas: u32) -> RedisResult<Self> {
        let client = access.to(&place)?;
        Ok(Self::new(place, Source::Server(client), access, replicas))
    }

    /// The connection of a command.
    pub(super) fn link(&self, lasts: Lasts) -> &Link {
        match (lasts, &self.writes) {
            (Lasts::Yes, Some(writes)) => writes,
            (Lasts::Yes, None) | (Lasts::No, _) => &self.commands,
        }
    }
}
