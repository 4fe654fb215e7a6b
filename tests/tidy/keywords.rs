//! No field of the protos has a name that a client's language reserves.

use prost::Message as _;
use prost_types::{DescriptorProto, FieldDescriptorProto, FileDescriptorSet};
use tinsel_proto::DESCRIPTORS;

use crate::assert_none;

/// The reserved words of Go, Java, Python and TypeScript that a field could have as its name.
const RESERVED: &str = "abstract and any as assert async await boolean break byte case catch chan char class const \
     continue debugger def default defer del delete do double elif else enum except export extends fallthrough false final \
     finally float for from func function global go goto if implements import in instanceof int interface is lambda let long \
     map native new none nonlocal not null or package pass private protected public raise range return select short static \
     strictfp struct super switch synchronized this throw throws transient true try type typeof var void volatile while with \
     yield";

fn reserved_fields(message: &DescriptorProto, found: &mut Vec<String>) {
    let fields = message.field.iter().map(|field| field.name());
    let reserved = fields.filter(|name| RESERVED.split_whitespace().any(|word| word == *name));
    found.extend(reserved.map(|name| format!("{}.{name}", message.name())));
    message
        .nested_type
        .iter()
        .for_each(|nested| reserved_fields(nested, found));
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
    let mut found = Vec::new();
    reserved_fields(&message, &mut found);
    assert_eq!(found, ["GiftMoved.from"]);
}

#[test]
fn no_field_is_named_like_a_keyword_of_a_client() {
    let set = FileDescriptorSet::decode(DESCRIPTORS).expect("descriptors");
    let ours = set.file.iter().filter(|file| file.package().starts_with("tinsel."));
    let mut found = Vec::new();
    for message in ours.flat_map(|file| &file.message_type) {
        reserved_fields(message, &mut found);
    }
    assert_none("fields with a reserved name", &found);
}
