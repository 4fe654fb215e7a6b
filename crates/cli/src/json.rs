//! Messages in the JSON mapping of proto3.

use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor, SerializeOptions};
use serde_json::{Deserializer, Serializer};
use tinsel_proto::DESCRIPTORS;

use crate::failure::Failure;

/// A message as JSON, for people to read; `name` is its full name.
pub(crate) fn write(name: &str, message: &impl Message) -> Result<String, Failure> {
    let mut dynamic = DynamicMessage::new(descriptor(name)?);
    dynamic.transcode_from(message).map_err(broken)?;
    let mut bytes = Vec::new();
    let mut to = Serializer::pretty(&mut bytes);
    dynamic
        .serialize_with_options(&mut to, &SerializeOptions::new())
        .map_err(broken)?;
    bytes.push(b'\n');
    String::from_utf8(bytes).map_err(broken)
}

/// Parses a complete message from JSON; `name` is its full name. `wrong` makes the error.
pub(crate) fn read<M: Message + Default>(
    name: &str,
    text: &str,
    wrong: impl FnOnce(serde_json::Error) -> Failure,
) -> Result<M, Failure> {
    let mut from = Deserializer::from_str(text);
    let read = DynamicMessage::deserialize(descriptor(name)?, &mut from);
    let message = read.and_then(|message| from.end().map(|()| message)).map_err(wrong)?;
    M::decode(message.encode_to_vec().as_slice()).map_err(broken)
}

fn descriptor(name: &str) -> Result<MessageDescriptor, Failure> {
    let pool = DescriptorPool::decode(DESCRIPTORS).map_err(broken)?;
    let found = pool.get_message_by_name(name);
    found.ok_or_else(|| broken(format!("no descriptor of {name}")))
}

fn broken(cause: impl ToString) -> Failure {
    Failure::Broken(cause.to_string())
}
