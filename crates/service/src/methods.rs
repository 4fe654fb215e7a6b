//! The methods there are: what metrics and spans call them, whatever clients ask for.

use std::{collections::BTreeMap, sync::LazyLock};

use prost::Message;

/// What stands for all methods that there are none of: whoever calls could invent as many as it likes.
const OTHER: &str = "_OTHER";

/// Methods that are not Tinsel's own, and whether they are answered by a stream.
const STANDARD: [(&str, bool); 4] = [
    ("grpc.health.v1.Health/Check", false),
    ("grpc.health.v1.Health/Watch", true),
    ("grpc.reflection.v1.ServerReflection/ServerReflectionInfo", true),
    ("grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", true),
];

/// The full names of all methods, and whether they are answered by a stream.
static METHODS: LazyLock<BTreeMap<String, bool>> = LazyLock::new(|| {
    let files = prost_types::FileDescriptorSet::decode(tinsel_proto::DESCRIPTORS).unwrap_or_default();
    let services = files.file.iter().flat_map(|file| {
        let package = file.package();
        file.service.iter().map(move |service| (package, service))
    });
    let methods = services.flat_map(|(package, service)| {
        let methods = service.method.iter();
        methods.map(move |method| {
            let name = format!("{package}.{}/{}", service.name(), method.name());
            (name, method.server_streaming())
        })
    });
    let standard = STANDARD.map(|(name, streams)| (name.to_owned(), streams));
    methods.chain(standard).collect()
});

/// The full name of the method at this path, such as `tinsel.v1.MatchService/GetMatch`; `_OTHER` if there is none.
#[must_use]
pub fn method_name(path: &str) -> &'static str {
    known(path).map_or(OTHER, |(name, _)| name)
}

/// Whether the method at this path is answered by a stream.
#[must_use]
pub fn is_streaming(path: &str) -> bool {
    streaming_method(path).is_some()
}

/// The full name of the method at this path, if it is answered by a stream.
pub(crate) fn streaming_method(path: &str) -> Option<&'static str> {
    known(path).filter(|(_, streams)| *streams).map(|(name, _)| name)
}

/// Tinsel's own methods.
#[cfg(test)]
pub(crate) fn own_methods() -> impl Iterator<Item = &'static str> {
    let methods = METHODS.keys().map(String::as_str);
    methods.filter(|method| method.starts_with("tinsel."))
}

/// All methods that are answered by streams.
pub(crate) fn streaming_methods() -> impl Iterator<Item = &'static str> {
    METHODS
        .iter()
        .filter(|(_, streams)| **streams)
        .map(|(name, _)| name.as_str())
}

fn known(path: &str) -> Option<(&'static str, bool)> {
    let method = METHODS.get_key_value(path.trim_start_matches('/'))?;
    Some((method.0.as_str(), *method.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_called_by_their_names_and_whatever_else_is_asked_for_by_one() {
        let own = "tinsel.v1.MatchService/SubmitAction";
        for method in STANDARD.into_iter().map(|(name, _)| name).chain([own]) {
            assert_eq!(method_name(&format!("/{method}")), method);
        }
        for none in [
            "",
            "/",
            "/tinsel.v1.MatchService/",
            "/tinsel.v1.MatchService/Hidden",
            "//x/y",
        ] {
            assert_eq!(method_name(none), "_OTHER", "{none}");
        }
    }
}
