//! The root's README links to every README, directly or through others, and no script, proto or source file is unused.

use std::{
    collections::BTreeSet,
    path::{Component, Path, PathBuf},
};

use tinsel_harness::root;

use crate::{assert_none, below_root, files_in, read};

/// The targets of the links of a Markdown text, outside blocks of code, that point into the repository.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let outside = text.split("\n```").step_by(2);
    for (_, link) in outside.flat_map(|part| part.match_indices("](").map(move |(at, _)| part.split_at(at + 2))) {
        let target = link.split([')', ' ']).next().unwrap_or_default();
        let target = target.split('#').next().unwrap_or_default();
        if !target.is_empty() && !target.contains("://") && !target.starts_with("mailto:") {
            found.push(target.to_owned());
        }
    }
    found
}

/// `path` without `.` and `..` components.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(normal.pop()),
            Component::CurDir => {}
            Component::Normal(_) | Component::RootDir | Component::Prefix(_) => normal.push(part),
        }
    }
    normal
}

/// All files that links from the root's README reach, and the broken links.
fn reached() -> (BTreeSet<PathBuf>, Vec<String>) {
    let mut reached = BTreeSet::new();
    let mut broken = Vec::new();
    let mut next = vec![root().join("README.md")];
    while let Some(path) = next.pop() {
        if !reached.insert(path.clone()) {
            continue;
        }
        let document = if path.is_dir() {
            path.join("README.md")
        } else {
            path.clone()
        };
        if !document.exists() || document.extension().is_none_or(|of| of != "md") {
            continue;
        }
        reached.insert(document.clone());
        let folder = document.parent().expect("a folder").to_path_buf();
        for link in links(&read(&document)) {
            let target = normal(&folder.join(&link));
            if target.exists() {
                next.push(target);
            } else {
                broken.push(format!("{} links to {link}", below_root(&document)));
            }
        }
    }
    (reached, broken)
}

#[test]
fn every_readme_is_reached_from_the_first_one() {
    let (reached, broken) = reached();
    assert_none("links that lead nowhere", &broken);
    let lost: Vec<_> = files_in("", "md")
        .into_iter()
        .filter(|path| path.ends_with("README.md") && !reached.contains(path))
        .map(|path| below_root(&path))
        .collect();
    assert_none("READMEs that no link leads to", &lost);
}

#[test]
fn every_lua_script_is_read_by_the_crate_it_lies_in() {
    let mut lost = Vec::new();
    for path in files_in("crates", "lua") {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let source = files_in("crates/store/src", "rs");
        if !source.iter().any(|rs| read(rs).contains(&format!("lua/{name}\""))) {
            lost.push(below_root(&path));
        }
    }
    assert_none("unused scripts", &lost);
}

#[test]
fn every_proto_is_imported_or_has_a_service() {
    let protos = files_in("proto", "proto");
    let mut lost = Vec::new();
    for path in &protos {
        let name = below_root(path).trim_start_matches("proto/").to_owned();
        let imported = protos
            .iter()
            .any(|other| read(other).contains(&format!("import \"{name}\"")));
        // Details contain the names of reasons as texts, so no proto imports the enums of reasons. No call sends an archived
        // match.
        let alone = ["/error_reason.proto", "/archived_match.proto"];
        let stands_alone = read(path).contains("\nservice ") || alone.iter().any(|alone| name.ends_with(alone));
        if !imported && !stands_alone {
            lost.push(name);
        }
    }
    assert_none("protos that nothing imports", &lost);
}

/// No module declares the file, so it is not compiled.
#[test]
fn every_source_file_is_declared_by_a_module() {
    let mut wrong = Vec::new();
    for path in files_in("crates", "rs") {
        let below = below_root(&path);
        let Some((_, module)) = below.split_once("/src/") else {
            continue;
        };
        let is_root = ["lib.rs", "main.rs"].contains(&module) || module.starts_with("bin/");
        let (folder, name) = (path.parent().expect("a folder"), path.file_stem().expect("a name"));
        let declared = format!("mod {};", name.to_string_lossy());
        let parents = [
            folder.with_extension("rs"),
            folder.join("lib.rs"),
            folder.join("main.rs"),
        ];
        let mut parents = parents.iter().filter(|parent| parent.exists());
        if !is_root && !parents.any(|parent| read(parent).contains(&declared)) {
            wrong.push(below);
        }
    }
    assert_none("source files that no module declares", &wrong);
}
