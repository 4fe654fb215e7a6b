//! What the image holds, built as the Dockerfile says, of what goes into the image and of nothing else. Docker is not
//! needed for that.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use tinsel_harness::{files, root};

use crate::tools::{read, run};

/// The libraries of the image, in the packages of distroless/cc.
const LIBRARIES: &[&str] = &[
    "ld-linux-aarch64.so.1",
    "ld-linux-x86-64.so.2",
    "libc.so.6",
    "libgcc_s.so.1",
    "libm.so.6",
];

/// Whether a path goes into the image: what the last rule says that it matches.
fn is_in_context(rules: &str, path: &str) -> bool {
    let rules = rules.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut matching = rules.filter_map(|rule| {
        let (wanted, named) = match rule.strip_prefix('!') {
            Some(named) => (true, named),
            None => (false, rule),
        };
        assert!(
            named == "*" || !named.contains(['*', '?', '[']),
            "{rule} is not understood"
        );
        let rest = path.strip_prefix(named);
        let matches = named == "*" || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        matches.then_some(wanted)
    });
    matching.next_back().unwrap_or(true)
}

/// Everything that goes into the image, below the root of the workspace.
fn context() -> BTreeSet<PathBuf> {
    let rules = read("deploy/Dockerfile.dockerignore");
    let all = files(".", |_| true).into_iter().map(|path| {
        let below = path.strip_prefix(root()).expect("a path of the workspace");
        below.to_path_buf()
    });
    all.filter(|path| is_in_context(&rules, &path.to_string_lossy()))
        .collect()
}

/// A folder with that, in which only what has changed is new, so that it is not all built again.
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
    to
}

/// What the Dockerfile says behind this word, on the first line that goes on so.
fn said(word: &str, how: &str) -> String {
    let text = read("deploy/Dockerfile").replace("\\\n", " ");
    let mut lines = text
        .lines()
        .filter_map(|line| line.strip_prefix(word)?.strip_prefix(' '));
    let found = lines.find(|line| line.starts_with(how));
    found.unwrap_or_else(|| panic!("no {word} {how}…")).to_owned()
}

/// Builds the binary. Where it is then.
fn built() -> PathBuf {
    let folder = copied();
    let mut shell = Command::new("sh");
    shell.args(["-ec", &said("RUN", "cargo build")]).current_dir(&folder);
    let status = shell.env_remove("CARGO_TARGET_DIR").status().expect("a shell");
    assert!(status.success(), "the binary of the image is not built: {status}");
    let copied = said("COPY", "--from=build");
    let path = copied.split_whitespace().nth(1).expect("what is copied");
    folder.join(path.strip_prefix("/build/").expect("something that was built"))
}

#[test]
fn what_goes_into_the_image_is_what_it_is_built_of() {
    let context = context();
    let has = |path: &str| context.contains(Path::new(path));
    for path in [
        "Cargo.toml",
        "Cargo.lock",
        "crates/cli/src/main.rs",
        "proto/tinsel/v1/game.proto",
        "tests/Cargo.toml",
    ] {
        assert!(has(path), "{path} is missing");
    }
    let folders: BTreeSet<_> = context.iter().filter_map(|path| path.iter().next()).collect();
    let folders: Vec<_> = folders.into_iter().map(|name| name.to_string_lossy()).collect();
    assert_eq!(folders, ["Cargo.lock", "Cargo.toml", "crates", "proto", "tests"]);
    assert!(!context.iter().any(|path| path.starts_with("tests/fixtures")));
}

/// The words of a command that say what is built and how.
fn how(command: &str) -> BTreeSet<&str> {
    let (command, _) = command.split_once(" && ").unwrap_or((command, ""));
    command
        .split_whitespace()
        .filter(|word| !matches!(*word, "cargo" | "chef" | "cook" | "build"))
        .collect()
}

/// Else all dependencies are built again with every change of the source.
#[test]
fn dependencies_are_cooked_as_they_are_built() {
    let text = read("deploy/Dockerfile");
    let place = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what} is missing"));
    let (cooked, built) = (said("RUN", "cargo chef cook"), said("RUN", "cargo build"));
    // Which binary is built is not asked of dependencies, and where the recipe is only of them.
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
    // In the same stage, before the source comes, from a recipe of another stage.
    let stage = place("\nFROM base AS build\n");
    let rest = &text[stage + 1..];
    let stage = rest.split("\nFROM ").next().expect("a stage");
    let (cook, source) = (stage.find("RUN cargo chef cook"), stage.find("\nCOPY . .\n"));
    assert!(
        cook.is_some() && cook < source && source < stage.find("RUN cargo build"),
        "{stage}"
    );
    assert!(place("cargo chef prepare --recipe-path recipe.json") < place("cargo chef cook"));
    assert!(
        stage.contains("COPY --from=plan /build/recipe.json recipe.json\n"),
        "{stage}"
    );
}

#[test]
#[ignore = "takes minutes, as all of it is optimised as one: make image-binary"]
fn the_binary_of_the_image_is_built_without_docker_and_plays() {
    let binary = built();
    let bytes = fs::metadata(&binary).expect("the binary").len();
    println!("the binary of the image has {bytes} bytes");

    let mut readelf = Command::new("readelf");
    let told = run(readelf.args(["--dynamic", "--sections", "--wide"]).arg(&binary), "").expect("readelf");
    let needed = told.lines().filter(|line| line.contains("(NEEDED)"));
    let needed: Vec<_> = needed
        .filter_map(|line| line.split_once('[')?.1.strip_suffix(']'))
        .collect();
    assert!(needed.contains(&"libc.so.6"), "{told}");
    assert!(needed.iter().all(|library| LIBRARIES.contains(library)), "{needed:?}");
    assert!(!told.contains(".symtab"), "it is not stripped");

    // With nothing around it, as in the image.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("image-runs");
    fs::create_dir_all(&folder).expect("a folder");
    let alone = |arguments: &[&str]| {
        let mut command = Command::new(&binary);
        command.env_clear().current_dir(&folder).args(arguments);
        command
    };
    let played = run(&mut alone(&["demo"]), "").expect("a match");
    assert!(played.contains("  1.  seat "), "{played}");
    let environment = said("ENV", "TINSEL_LISTEN");
    let (name, value) = environment.split_once('=').expect("a variable");
    let told = run(alone(&["serve", "--print-config"]).env(name, value), "").expect("a configuration");
    assert!(told.contains(value), "{told}");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0, "it writes files");
}
