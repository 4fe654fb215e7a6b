//! The names of the methods, for metrics and spans. Clients cannot add names.

use std::{collections::BTreeMap, sync::LazyLock};

use prost::Message;

/// The name of all unknown methods. Otherwise clients could create any number of label values.
const OTHER: &str = "_OTHER";

/// Methods that are not Tinsel's own, and whether their response is a stream.
const STANDARD: [(&str, bool); 4] = [
    ("grpc.health.v1.Health/Check", false),
    ("grpc.health.v1.Health/Watch", true),
    ("grpc.reflection.v1.ServerReflection/ServerReflectionInfo", true),
    ("grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", true),
];

/// The full names of all methods, and whether their response is a stream.
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

/// The method of a call.
#[derive(Debug, Clone, Copy)]
pub struct Method {
    /// The full name, such as `tinsel.v1.MatchService/GetMatch`; `_OTHER` if it is unknown.
    pub name: &'static str,
    /// Whether its response is a stream.
    pub streams: bool,
}

impl Method {
    /// The method at this path.
    #[must_use]
    pub fn of(path: &str) -> Self {
        let known = METHODS.get_key_value(path.trim_start_matches('/'));
        let (name, streams) = known.map_or((OTHER, false), |(name, streams)| (name.as_str(), *streams));
        Self { name, streams }
    }
}

/// Tinsel's own methods.
#[cfg(test)]
pub(crate) fn own_methods() -> impl Iterator<Item = &'static str> {
    let methods = METHODS.keys().map(String::as_str);
    methods.filter(|method| method.starts_with("tinsel."))
}

/// All methods with a stream as response.
pub(crate) fn streaming_methods() -> impl Iterator<Item = &'static str> {
    METHODS
        .iter()
        .filter(|(_, streams)| **streams)
        .map(|(name, _)| name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_found_by_path_and_unknown_ones_share_one_name() {
        let own = [
            ("tinsel.v1.MatchService/SubmitAction", false),
            ("tinsel.v1.MatchService/WatchMatch", true),
        ];
        for (method, streams) in STANDARD.into_iter().chain(own) {
            let found = Method::of(&format!("/{method}"));
            assert_eq!((found.name, found.streams), (method, streams));
        }
        for none in [
            "",
            "/",
            "/tinsel.v1.MatchService/",
            "/tinsel.v1.MatchService/Hidden",
            "//x/y",
        ] {
            let found = Method::of(none);
            assert_eq!((found.name, found.streams), ("_OTHER", false), "{none}");
        }
    }
}
