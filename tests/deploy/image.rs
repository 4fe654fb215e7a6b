//! Builds the binary of the image without Docker: with the commands of the Dockerfile, from the files of its build context.

use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
};

use tinsel_harness::{files, links, root};

use crate::tools::{read, run};

/// The shared libraries of the image, from distroless/cc.
const LIBRARIES: &[&str] = &[
    "ld-linux-aarch64.so.1",
    "ld-linux-x86-64.so.2",
    "libc.so.6",
    "libgcc_s.so.1",
    "libm.so.6",
];

/// Whether a path is in the build context: the last matching rule decides.
fn is_in_context(rules: &str, path: &str) -> bool {
    let rules = rules.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut matching = rules.filter_map(|rule| {
        let (wanted, named) = match rule.strip_prefix('!') {
            Some(named) => (true, named),
            None => (false, rule),
        };
        assert!(
            named == "*" || !named.contains(['*', '?', '[']),
            "unsupported rule {rule}"
        );
        let rest = path.strip_prefix(named);
        let matches = named == "*" || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        matches.then_some(wanted)
    });
    matching.next_back().unwrap_or(true)
}

/// The paths of the files in the build context, relative to the root of the workspace.
fn context() -> BTreeSet<PathBuf> {
    in_context(files(".", |_| true))
}

/// Those of the paths that are in the build context, relative to the root of the workspace.
fn in_context(paths: Vec<PathBuf>) -> BTreeSet<PathBuf> {
    let rules = read("deploy/Dockerfile.dockerignore");
    let all = paths.into_iter().map(|path| {
        let below = path.strip_prefix(root()).expect("a path of the workspace");
        below.to_path_buf()
    });
    all.filter(|path| is_in_context(&rules, &path.to_string_lossy()))
        .collect()
}

/// Copies the build context to a folder. It copies only changed files, so that the build is incremental.
fn copied() -> PathBuf {
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join("image");
    fs::create_dir_all(&to).expect("a folder");
    let context = context();
    for path in files(to.to_str().expect("a path"), |_| true) {
        if !context.contains(path.strip_prefix(&to).expect("a path of the folder")) {
            fs::remove_file(path).expect("a file is removed");
        }
    }
    for path in context {
        let bytes = fs::read(root().join(&path)).expect("a file");
        let copy = to.join(path);
        if fs::read(&copy).ok().as_deref() != Some(&bytes) {
            fs::create_dir_all(copy.parent().expect("a folder")).expect("a folder");
            fs::write(copy, bytes).expect("a file is written");
        }
    }
    // Docker copies a link as a link.
    for path in in_context(links(".")) {
        let (target, copy) = (fs::read_link(root().join(&path)).expect("a link"), to.join(path));
        if fs::read_link(&copy).ok().as_ref() != Some(&target) {
            let _ = fs::remove_file(&copy);
            symlink(target, copy).expect("a link is written");
        }
    }
    to
}

/// The arguments of the first instruction `word` of the Dockerfile that start with `how`.
fn instruction(word: &str, how: &str) -> String {
    let text = read("deploy/Dockerfile").replace("\\\n", " ");
    let mut lines = text
        .lines()
        .filter_map(|line| line.strip_prefix(word)?.strip_prefix(' '));
    let found = lines.find(|line| line.starts_with(how));
    found.unwrap_or_else(|| panic!("no {word} {how}…")).to_owned()
}

/// Builds the binary and returns its path.
fn built() -> PathBuf {
    let folder = copied();
    let mut shell = Command::new("sh");
    shell
        .args(["-ec", &instruction("RUN", "cargo build")])
        .current_dir(&folder);
    let status = shell.env_remove("CARGO_TARGET_DIR").status().expect("a shell");
    assert!(status.success(), "the binary of the image is not built: {status}");
    let copied = instruction("COPY", "--from=build");
    let path = copied.split_whitespace().nth(1).expect("what is copied");
    folder.join(path.strip_prefix("/build/").expect("something that was built"))
}

#[test]
fn the_build_context_contains_exactly_the_sources_of_the_binary() {
    let context = context();
    let has = |path: &str| context.contains(Path::new(path));
    for path in [
        "Cargo.toml",
        "Cargo.lock",
        "clients/web/dist/index.html",
        "crates/cli/src/main.rs",
        "proto/tinsel/v1/game.proto",
        "tests/Cargo.toml",
    ] {
        assert!(has(path), "{path} is missing");
    }
    let folders: BTreeSet<_> = context.iter().filter_map(|path| path.iter().next()).collect();
    let folders: Vec<_> = folders.into_iter().map(|name| name.to_string_lossy()).collect();
    assert_eq!(
        folders,
        ["Cargo.lock", "Cargo.toml", "clients", "crates", "proto", "tests"]
    );
    let of_clients = context.iter().filter(|path| path.starts_with("clients"));
    assert!(of_clients.into_iter().all(|path| path.starts_with("clients/web/dist")));
    assert!(!context.iter().any(|path| path.starts_with("tests/fixtures")));
    // The protos, as the build script of the messages reads them.
    let messages = in_context(links("crates"));
    assert!(messages.contains(Path::new("crates/messages/proto")), "{messages:?}");
}

/// The build arguments of a command.
fn how(command: &str) -> BTreeSet<&str> {
    let (command, _) = command.split_once(" && ").unwrap_or((command, ""));
    command
        .split_whitespace()
        .filter(|word| !matches!(*word, "cargo" | "chef" | "cook" | "build"))
        .collect()
}

/// Otherwise every change of the source rebuilds all dependencies.
#[test]
fn cargo_chef_cooks_dependencies_with_the_arguments_of_the_build() {
    let text = read("deploy/Dockerfile");
    let position = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what} is missing"));
    let (cooked, built) = (instruction("RUN", "cargo chef cook"), instruction("RUN", "cargo build"));
    // Only the build selects a binary, and only the cook has a recipe.
    let of_cook: BTreeSet<_> = how(&cooked)
        .into_iter()
        .filter(|word| !word.contains("recipe"))
        .collect();
    let of_build: BTreeSet<_> = how(&built)
        .into_iter()
        .filter(|word| !matches!(*word, "--bin" | "tinsel"))
        .collect();
    assert_eq!(of_cook, of_build);
    assert!(
        of_cook.contains("--release") && of_cook.contains("--locked"),
        "{of_cook:?}"
    );
    // In the same stage, before the source is copied, with the recipe of another stage.
    let stage = position("\nFROM base AS build\n");
    let rest = &text[stage + 1..];
    let stage = rest.split("\nFROM ").next().expect("a stage");
    let (cook, source) = (stage.find("RUN cargo chef cook"), stage.find("\nCOPY . .\n"));
    assert!(
        cook.is_some() && cook < source && source < stage.find("RUN cargo build"),
        "{stage}"
    );
    assert!(position("cargo chef prepare --recipe-path recipe.json") < position("cargo chef cook"));
    assert!(
        stage.contains("COPY --from=plan /build/recipe.json recipe.json\n"),
        "{stage}"
    );
}

#[test]
#[ignore = "takes minutes: make image-binary"]
fn the_binary_of_the_image_plays_a_match_in_an_empty_environment() {
    let binary = built();
    let bytes = fs::metadata(&binary).expect("the binary").len();
    println!("size of the binary: {bytes} bytes");

    let mut readelf = Command::new("readelf");
    let sections = run(readelf.args(["--dynamic", "--sections", "--wide"]).arg(&binary), "").expect("readelf");
    let needed = sections.lines().filter(|line| line.contains("(NEEDED)"));
    let needed: Vec<_> = needed
        .filter_map(|line| line.split_once('[')?.1.strip_suffix(']'))
        .collect();
    assert!(needed.contains(&"libc.so.6"), "{sections}");
    assert!(needed.iter().all(|library| LIBRARIES.contains(library)), "{needed:?}");
    assert!(!sections.contains(".symtab"), "the binary is not stripped");

    // With an empty environment, as in the image.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("image-runs");
    fs::create_dir_all(&folder).expect("a folder");
    let alone = |arguments: &[&str]| {
        let mut command = Command::new(&binary);
        command.env_clear().current_dir(&folder).args(arguments);
        command
    };
    let played = run(&mut alone(&["demo"]), "").expect("a match");
    assert!(played.contains("Final ranking\n  1. "), "{played}");
    let environment = instruction("ENV", "TINSEL_LISTEN");
    let (name, value) = environment.split_once('=').expect("a variable");
    let printed = run(
        alone(&["serve", "--print-config"])
            .env(name, value)
            .env("TINSEL_STORE", "memory"),
        "",
    )
    .expect("a configuration");
    assert!(printed.contains(value), "{printed}");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0, "it writes files");
}
