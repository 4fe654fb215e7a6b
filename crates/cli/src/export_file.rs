//! A match in a file: a `MatchExport` in the JSON mapping of proto3.

use std::{fs, path::Path};

use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor, SerializeOptions};
use serde_json::{Deserializer, Serializer};
use tinsel_proto::{DESCRIPTORS, v1::MatchExport};

use crate::failure::Failure;

/// A match as it is written to a file.
pub(crate) fn write(export: &MatchExport) -> Result<String, Failure> {
    let mut message = DynamicMessage::new(descriptor()?);
    message.transcode_from(export).map_err(broken)?;
    let mut bytes = Vec::new();
    let mut to = Serializer::pretty(&mut bytes);
    message
        .serialize_with_options(&mut to, &SerializeOptions::new())
        .map_err(broken)?;
    bytes.push(b'\n');
    String::from_utf8(bytes).map_err(broken)
}

/// Reads a match from a file.
pub(crate) fn read(path: &Path) -> Result<MatchExport, Failure> {
    let wrong = |why: String| Failure::File {
        file: path.display().to_string(),
        why,
    };
    let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let mut from = Deserializer::from_str(&text);
    let read = DynamicMessage::deserialize(descriptor()?, &mut from).and_then(|message| from.end().map(|()| message));
    let message = read.map_err(|error| wrong(format!("not an exported match: {error}")))?;
    MatchExport::decode(message.encode_to_vec().as_slice()).map_err(broken)
}

fn descriptor() -> Result<MessageDescriptor, Failure> {
    let pool = DescriptorPool::decode(DESCRIPTORS).map_err(broken)?;
    let found = pool.get_message_by_name("tinsel.v1.MatchExport");
    found.ok_or_else(|| broken("there is no MatchExport among the descriptors"))
}

fn broken(cause: impl ToString) -> Failure {
    Failure::Broken(cause.to_string())
}
