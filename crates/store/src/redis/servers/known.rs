//! The known nodes of a Cluster.

use std::{collections::BTreeMap, sync::Arc};

use ::redis::RedisResult;

use super::{host_port::HostPort, node::Node};
use crate::Shard;

/// The known nodes.
#[derive(Default)]
pub(crate) struct Known {
    pub(crate) nodes: BTreeMap<HostPort, Arc<Node>>,
    /// The address of each shard's node, by shard number.
    pub(crate) addresses: Vec<Option<HostPort>>,
}

/// A node, and its shards.
pub(crate) type NodeOfShards = (Arc<Node>, Vec<Shard>);

impl Known {
    pub(crate) fn address(&self, shard: Shard) -> Option<&HostPort> {
        self.addresses.get(usize::from(shard.get()))?.as_ref()
    }

    pub(crate) fn node(&self, shard: Shard) -> Option<Arc<Node>> {
        self.nodes.get(self.address(shard)?).cloned()
    }

    /// The shards by their nodes, and those of no known node.
    pub(crate) fn grouped(&self, shards: &[Shard]) -> (BTreeMap<HostPort, NodeOfShards>, Vec<Shard>) {
        let mut nodes: BTreeMap<HostPort, NodeOfShards> = BTreeMap::new();
        let mut unknown = Vec::new();
        for shard in shards {
            match (self.address(*shard), self.node(*shard)) {
                (Some(address), Some(node)) => {
                    let (_, kept) = nodes.entry(address.clone()).or_insert_with(|| (node, Vec::new()));
                    kept.push(*shard);
                }
                _ => unknown.push(*shard),
            }
        }
        (nodes, unknown)
    }

    /// The node at an address.
    pub(crate) fn at(
        &mut self,
        address: &HostPort,
        make: impl FnOnce() -> RedisResult<Arc<Node>>,
    ) -> RedisResult<Arc<Node>> {
        if let Some(node) = self.nodes.get(address) {
            return Ok(Arc::clone(node));
        }
        let node = make()?;
        self.nodes.insert(address.clone(), Arc::clone(&node));
        Ok(node)
    }

    /// Records the node of a shard. Returns whether the shard has moved.
    pub(crate) fn learn(&mut self, shard: Shard, node: &Arc<Node>) -> bool {
        let Some(address) = self.addresses.get_mut(usize::from(shard.get())) else {
            return false;
        };
        let news = address.as_ref() != Some(&node.address);
        if news {
            *address = Some(node.address.clone());
            self.nodes.insert(node.address.clone(), Arc::clone(node));
        }
        news
    }
}
