//! No field of the protos is a map, and none has a name that a client's language reserves.
//!
//! The encoding of a map has no fixed order, so the same request could have two digests, and the same event two hashes.

use prost::Message as _;
use prost_types::{DescriptorProto, FieldDescriptorProto, FileDescriptorSet, MessageOptions};
use tinsel_proto::DESCRIPTORS;

use crate::assert_none;

/// The reserved words of Go, Java, Python and TypeScript that a field could have as its name.
const RESERVED: &str = "abstract and any as assert async await boolean break byte case catch chan char class const \
     continue debugger def default defer del delete do double elif else enum except export extends fallthrough false final \
     finally float for from func function global go goto if implements import in instanceof int interface is lambda let long \
     map native new none nonlocal not null or package pass private protected public raise range return select short static \
     strictfp struct super switch synchronized this throw throws transient true try type typeof var void volatile while with \
     yield";

/// A message and all messages within it.
fn with_nested(message: &DescriptorProto) -> Vec<&DescriptorProto> {
    let within = message.nested_type.iter().flat_map(with_nested);
    [message].into_iter().chain(within).collect()
}

/// The name of the message, if protoc declares it for a map field.
fn maps(message: &DescriptorProto) -> Vec<String> {
    let is_map = message.options.as_ref().is_some_and(MessageOptions::map_entry);
    is_map.then(|| message.name().to_owned()).into_iter().collect()
}

/// The fields of the message that have a reserved name.
fn reserved_fields(message: &DescriptorProto) -> Vec<String> {
    let fields = message.field.iter().map(|field| field.name());
    let reserved = fields.filter(|name| RESERVED.split_whitespace().any(|word| word == *name));
    reserved.map(|name| format!("{}.{name}", message.name())).collect()
}

/// The findings in all messages of the protos.
fn in_all(found: fn(&DescriptorProto) -> Vec<String>) -> Vec<String> {
    let set = FileDescriptorSet::decode(DESCRIPTORS).expect("descriptors");
    let ours = set.file.iter().filter(|file| file.package().starts_with("tinsel."));
    let messages: Vec<_> = ours.flat_map(|file| &file.message_type).flat_map(with_nested).collect();
    assert!(!messages.is_empty(), "no protos");
    messages.into_iter().flat_map(found).collect()
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
    let found: Vec<_> = with_nested(&message).into_iter().flat_map(maps).collect();
    assert_eq!(found, ["ScoresEntry"]);
}

#[test]
fn a_field_with_a_reserved_name_is_found() {
    let field = |name: &str| FieldDescriptorProto {
        name: Some(name.to_owned()),
        ..Default::default()
    };
    let message = DescriptorProto {
        name: Some("GiftMoved".to_owned()),
        field: vec![field("from"), field("from_spot")],
        ..Default::default()
    };
    assert_eq!(reserved_fields(&message), ["GiftMoved.from"]);
}

#[test]
fn no_message_has_a_map_field() {
    assert_none("map fields", &in_all(maps));
}

#[test]
fn no_field_is_named_like_a_keyword_of_a_client() {
    assert_none("fields with a reserved name", &in_all(reserved_fields));
}
