//! The methods there are: what metrics and spans call them, whatever clients ask for.

use std::{collections::BTreeSet, sync::LazyLock};

use prost::Message;

/// What stands for all methods that there are none of: whoever calls could invent as many as it likes.
const OTHER: &str = "_OTHER";

/// Methods that are not Tinsel's own.
const STANDARD: [&str; 4] = [
    "grpc.health.v1.Health/Check",
    "grpc.health.v1.Health/Watch",
    "grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
    "grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
];

/// The full names of all methods.
static METHODS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let files = prost_types::FileDescriptorSet::decode(tinsel_proto::DESCRIPTORS).unwrap_or_default();
    let services = files.file.iter().flat_map(|file| {
        let package = file.package();
        file.service.iter().map(move |service| (package, service))
    });
    let methods = services.flat_map(|(package, service)| {
        let methods = service.method.iter();
        methods.map(move |method| format!("{package}.{}/{}", service.name(), method.name()))
    });
    methods.chain(STANDARD.map(str::to_owned)).collect()
});

/// The full name of the method at this path, such as `tinsel.v1.MatchService/GetMatch`; `_OTHER` if there is none.
#[must_use]
pub fn method_name(path: &str) -> &'static str {
    let method = METHODS.get(path.trim_start_matches('/'));
    method.map_or(OTHER, String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_called_by_their_names_and_whatever_else_is_asked_for_by_one() {
        let own = "tinsel.v1.MatchService/SubmitAction";
        for method in STANDARD.into_iter().chain([own]) {
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
