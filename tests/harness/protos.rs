//! The descriptors of the API, parsed once.

use std::sync::LazyLock;

use prost_reflect::{DescriptorPool, MessageDescriptor};

static PROTOS: LazyLock<DescriptorPool> =
    LazyLock::new(|| DescriptorPool::decode(tinsel_proto::DESCRIPTORS).expect("descriptors"));

/// A message of the package `tinsel.v1`.
///
/// # Panics
///
/// If there is no such message.
#[must_use]
pub fn message_of_the_api(name: &str) -> MessageDescriptor {
    let found = PROTOS.get_message_by_name(&format!("tinsel.v1.{name}"));
    found.unwrap_or_else(|| panic!("no message {name} in tinsel.v1"))
}
