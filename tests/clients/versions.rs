//! The versions of the libraries.

use std::fs;

use tinsel_harness::root;

#[test]
fn every_library_has_the_version_of_the_protos() {
    let version = env!("CARGO_PKG_VERSION");
    for (file, line) in [
        ("clients/python/pyproject.toml", format!("version = \"{version}\"")),
        (
            "clients/python/tinsel_client/__init__.py",
            format!("__version__ = \"{version}\""),
        ),
        ("clients/typescript/package.json", format!("\"version\": \"{version}\"")),
        ("clients/go/README.md", format!("tinsel@v{version}")),
    ] {
        let text = fs::read_to_string(root().join(file)).unwrap();
        assert!(text.contains(&line), "{file} has {line}");
    }
}
