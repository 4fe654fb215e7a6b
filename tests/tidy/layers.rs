//! The dependency rule between crates.

use std::{collections::BTreeMap, path::Path, process::Command};

use serde_json::Value;
use tinsel_harness::{files, root};

use crate::{assert_none, below_root};

/// For each crate, the crates of the workspace that it may depend on, and the external crates that it may not. Games
/// have the name `games`.
const RULES: &[(&str, &[&str], &[&str])] = &[
    ("derive", &[], IMPURE),
    ("engine", &["derive"], IMPURE),
    ("engine-testkit", &["engine"], IMPURE),
    ("wire", &["engine"], IMPURE),
    ("games", &["engine"], IMPURE),
    ("messages", &[], &["redis", "tonic"]),
    ("proto", &["messages"], &["redis"]),
    (
        "catalog",
        &["engine", "games", "proto", "wire"],
        &["tokio", "tonic", "redis", "tracing"],
    ),
    (
        "history",
        &["catalog", "engine", "proto"],
        &["tokio", "tonic", "redis", "tracing"],
    ),
    ("store", &[], &["tonic", "tinsel-proto", "tinsel-engine"]),
    ("store-testkit", &["store"], &["tonic", "prost"]),
    ("archive", &["store"], &["tonic", "prost", "redis"]),
    (
        "service",
        &["archive", "catalog", "engine", "history", "proto", "store"],
        &["redis", "clap", "hyper", "opentelemetry_sdk", "opentelemetry-otlp"],
    ),
    ("server", &["archive", "proto", "service", "store"], &["redis"]),
    ("client", &["proto"], &["redis"]),
    ("conformance", &["proto"], &["redis"]),
    (
        "cli",
        &[
            "catalog",
            "client",
            "conformance",
            "engine",
            "history",
            "proto",
            "server",
        ],
        &["redis", "tonic"],
    ),
];

/// Crates and modules that rules must not use: time, I/O, the wire format, and randomness other than that of the match.
const IMPURE: &[&str] = &[
    "tokio",
    "tonic",
    "prost",
    "redis",
    "rand",
    "getrandom",
    "chrono",
    "time",
    "tracing",
    "futures-util",
    "http",
];

/// The feature with which tests play the toy game over the wire. No product crate enables it.
const TOY: &str = "toy";

/// The feature with which games and the catalogue support tests. No product crate enables it.
const TESTKIT: &str = "testkit";

fn packages() -> Vec<Value> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .current_dir(root())
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"]);
    let output = cargo.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn dependencies(package: &Value) -> impl Iterator<Item = &Value> {
    package["dependencies"].as_array().expect("dependencies").iter()
}

/// The feature with which the catalogue converts the types of a game to messages.
const WIRE: &str = "wire";

/// Whether only this feature enables a dependency.
fn is_for(feature: &str, package: &Value, dependency: &Value) -> bool {
    let name = format!("dep:{}", text(&dependency["name"]));
    let enabled = package["features"][feature].as_array();
    dependency["optional"] == true && enabled.is_some_and(|enabled| enabled.contains(&name.into()))
}

/// Whether a dependency is for tests only, by a feature that no product crate enables.
fn is_for_tests(package: &Value, dependency: &Value) -> bool {
    is_for(TOY, package, dependency) || is_for(TESTKIT, package, dependency)
}

/// Whether a dependency converts a game to messages, only for those that ask for it.
fn is_for_messages(package: &Value, dependency: &Value) -> bool {
    let known = ["tinsel-messages", "tinsel-wire"].contains(&text(&dependency["name"]));
    layer(package) == "games" && known && is_for(WIRE, package, dependency)
}

/// The name of a package in the rules.
fn layer(package: &Value) -> String {
    let manifest = below_root(Path::new(text(&package["manifest_path"])));
    if manifest.starts_with("crates/games/") {
        return "games".to_owned();
    }
    if manifest.starts_with("tests/") {
        return "tests".to_owned();
    }
    text(&package["name"]).trim_start_matches("tinsel-").to_owned()
}

#[test]
fn crates_depend_only_on_the_allowed_crates() {
    let packages = packages();
    let layers: BTreeMap<_, _> = packages
        .iter()
        .map(|package| (text(&package["name"]).to_owned(), layer(package)))
        .collect();
    let mut wrong = Vec::new();
    for package in &packages {
        let name = text(&package["name"]);
        let layer = &layers[name];
        if layer == "tests" {
            continue;
        }
        let rule = RULES.iter().find(|(of, _, _)| of == layer);
        let Some((_, ours, banned)) = rule else {
            wrong.push(format!("{name} has no rule"));
            continue;
        };
        // Dependencies of tests and build scripts are not part of the product.
        let shipped = dependencies(package).filter(|dependency| dependency["kind"].is_null());
        for dependency in
            shipped.filter(|dependency| !is_for_tests(package, dependency) && !is_for_messages(package, dependency))
        {
            let known = text(&dependency["name"]);
            let allowed = layers.get(known).is_none_or(|of| ours.contains(&of.as_str()));
            if !allowed || banned.contains(&known) {
                wrong.push(format!("{name} knows {known}"));
            }
        }
    }
    assert_none("dependencies that point the wrong way", &wrong);
}

#[test]
fn no_product_crate_depends_on_a_testkit() {
    let packages = packages();
    let mut wrong = Vec::new();
    for package in packages
        .iter()
        .filter(|package| !layer(package).ends_with("testkit") && layer(package) != "tests")
    {
        for dependency in dependencies(package) {
            let known = text(&dependency["name"]);
            let for_tests = known.ends_with("-testkit") || known == "tinsel-harness";
            let shipped = text(&dependency["kind"]) != "dev";
            if for_tests && shipped && !is_for_tests(package, dependency) {
                wrong.push(format!("{} needs {known}", text(&package["name"])));
            }
            let enabled = dependency["features"].as_array();
            let enables = |feature: &str| enabled.is_some_and(|enabled| enabled.contains(&feature.into()));
            if enables(TOY) || shipped && enables(TESTKIT) {
                wrong.push(format!("{} enables test support of {known}", text(&package["name"])));
            }
        }
    }
    assert_none("crates that ship their tests", &wrong);
}

#[test]
fn the_command_propagates_traces() {
    let packages = packages();
    let command = packages.iter().find(|package| package["name"] == "tinsel-cli");
    let mut client = dependencies(command.expect("the command")).filter(|of| of["name"] == "tinsel-client");
    let features = client.next().expect("the client")["features"].as_array().cloned();
    assert!(features.is_some_and(|features| features.contains(&"opentelemetry".into())));
}

#[test]
fn every_manifest_is_a_member_and_named_after_its_folder() {
    let packages = packages();
    let manifest = |package: &Value| below_root(Path::new(text(&package["manifest_path"])));
    let members: BTreeMap<_, _> = packages
        .iter()
        .map(|package| (manifest(package), text(&package["name"])))
        .collect();
    let mut wrong = Vec::new();
    for path in files("", |path| path.ends_with("Cargo.toml")) {
        let name = below_root(&path);
        if name == "Cargo.toml" {
            continue;
        }
        let folder = path
            .parent()
            .and_then(Path::file_name)
            .expect("a folder")
            .to_string_lossy();
        match members.get(&name) {
            None => wrong.push(format!("{name} is no member")),
            Some(package) if name != "tests/Cargo.toml" && *package != format!("tinsel-{folder}") => {
                wrong.push(format!("{name} is called {package}"));
            }
            Some(_) => {}
        }
    }
    assert_none("manifests", &wrong);
}

#[test]
fn every_member_inherits_the_lints_of_the_workspace() {
    let wrong: Vec<_> = files("", |path| path.ends_with("Cargo.toml"))
        .into_iter()
        .filter(|path| !crate::read(path).contains("[lints]\nworkspace = true") && below_root(path) != "Cargo.toml")
        .map(|path| below_root(&path))
        .collect();
    // Generated code follows no lints.
    assert_none(
        "manifests without the lints",
        &wrong
            .into_iter()
            .filter(|name| !["crates/messages/Cargo.toml", "crates/proto/Cargo.toml"].contains(&name.as_str()))
            .collect::<Vec<_>>(),
    );
}

#[test]
fn of_a_game_only_its_file_of_conversions_knows_messages() {
    let wrong: Vec<_> = crate::files_in("crates/games", "rs")
        .into_iter()
        .filter(|path| !path.ends_with("src/wire.rs"))
        .filter(|path| {
            ["tinsel_messages", "tinsel_wire"]
                .iter()
                .any(|name| crate::read(path).contains(name))
        })
        .map(|path| below_root(&path))
        .collect();
    assert_none("rules that know messages", &wrong);
}
