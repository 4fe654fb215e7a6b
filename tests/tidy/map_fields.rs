//! No message of the protos has a map field. The encoding of a map has no fixed order, so the same request could have two
//! digests, and the same event two hashes.

use prost::Message as _;
use prost_types::{DescriptorProto, FileDescriptorSet, MessageOptions};
use tinsel_proto::DESCRIPTORS;

use crate::assert_none;

/// Adds the names of the map fields; protoc declares a nested message for each.
fn add_maps(message: &DescriptorProto, found: &mut Vec<String>) {
    if message.options.as_ref().is_some_and(MessageOptions::map_entry) {
        found.push(message.name().to_owned());
    }
    message.nested_type.iter().for_each(|nested| add_maps(nested, found));
}

#[test]
fn a_map_field_is_found() {
    let entry = DescriptorProto {
        name: Some("ScoresEntry".to_owned()),
        options: Some(MessageOptions {
            map_entry: Some(true),
            ..Default::default()
        }),
        ..Default::default()
    };
    let message = DescriptorProto {
        nested_type: vec![entry],
        ..Default::default()
    };
    let mut found = Vec::new();
    add_maps(&message, &mut found);
    assert_eq!(found, ["ScoresEntry"]);
}

#[test]
fn no_message_has_a_map_field() {
    let set = FileDescriptorSet::decode(DESCRIPTORS).expect("descriptors");
    let ours = set.file.iter().filter(|file| file.package().starts_with("tinsel."));
    let mut found = Vec::new();
    let messages: Vec<_> = ours.flat_map(|file| &file.message_type).collect();
    assert!(!messages.is_empty(), "no protos");
    messages.iter().for_each(|message| add_maps(message, &mut found));
    assert_none("map fields", &found);
}
